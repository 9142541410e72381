import Foundation

/// A segment of a border, and the exclusive or of the regions on its two sides, each as slot plus one, 0 for none.
///
/// `LocationSquares` sorts them into squares. A way that crosses the segment changes its region by this exclusive or.
package struct BorderSegment {
  package let segment: CellSegment
  package let sides: UInt32

  package init(segment: CellSegment, sides: UInt32) { (self.segment, self.sides) = (segment, sides) }
}

// The decoded borders of a level, for `PointLocator`.
extension PackStorage {
  /// The segments of all borders that are present at a level, including seams; none in a map of lines or points.
  ///
  /// All coordinates lie in 0 … 2³⁰, and the segments beside each region are closed lines. A region counts on a side of
  /// a border if its polygon there is present at the level.
  /// - Throws: `PackError.damagedSection` if rings and arcs contradict each other.
  /// - Precondition: the pack has been verified.
  /// - Complexity: O(uses of arcs, plus vertices at the finest level)
  func borderSegments(level: Int) throws(PackError) -> ContiguousArray<BorderSegment> {
    // Lines and points are not borders of anything.
    guard kind == .areas else { return [] }
    let bytes = data.bytes
    let sides = sidesByRings(level: level, in: bytes)
    var segments: ContiguousArray<BorderSegment> = []
    segments.reserveCapacity(level == 0 ? header.vertexCount : 0)
    var sink = GridSink(rings: GridRings())
    for arc in 0..<header.arcCount {
      let owner = owner(ofArc: arc, in: bytes)
      sink.rings.removeAll()
      let head = decode(
        arc: arc, owner: owner, ArcWindow(self, slot: owner, in: bytes), level: level, ends: [.first, .last], in: bytes,
        into: &sink)
      guard let head, sides.all[arc] == UInt32(owner + 1) ^ UInt32(head.right) else {
        throw .damagedSection(PackSection.rings.tag, reason: "arc \(arc) is not used once by the region on each side")
      }
      let count = sink.rings.x.count
      guard sides.present[arc] != 0, count > 1 else { continue }
      for vertex in 0..<count {
        guard 0...1 << 30 ~= sink.rings.x[vertex], 0...1 << 30 ~= sink.rings.y[vertex] else {
          throw .damagedSection(PackSection.stream.tag, reason: "arc \(arc) leaves the plane")
        }
        let next = vertex + 1 < count ? vertex + 1 : 0
        guard next > 0 || head.isClosed else { break }
        let segment = CellSegment(
          ax: sink.rings.x[vertex], ay: sink.rings.y[vertex], bx: sink.rings.x[next], by: sink.rings.y[next])
        segments.append(BorderSegment(segment: segment, sides: sides.present[arc]))
      }
    }
    return segments
  }

  /// Per arc: the exclusive or of the regions whose rings use it, and the same of those whose polygons there are
  /// present at a level.
  private func sidesByRings(
    level: Int, in bytes: RawSpan
  ) -> (all: ContiguousArray<UInt32>, present: ContiguousArray<UInt32>) {
    var all = ContiguousArray<UInt32>(repeating: 0, count: header.arcCount)
    var present = all
    for slot in 0..<header.slotCount {
      let rings = ringOfSlot.range(slot, limit: header.ringCount, in: bytes)
      guard !rings.isEmpty else { continue }
      var walk = UseWalk(self, rings: rings, in: bytes)
      while walk.nextRing(in: bytes) {
        let isPresent = polygonLevel.value(walk.polygon, in: bytes) >= level
        while let use = walk.nextUse(in: bytes) {
          guard all.indices ~= use.arc else { continue }
          all[use.arc] ^= UInt32(slot + 1)
          if isPresent { present[use.arc] ^= UInt32(slot + 1) }
        }
      }
    }
    return (all, present)
  }
}
