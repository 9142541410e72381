import Foundation

/// Stretches of the cut at the 180th meridian, at both ends of the plane, each with an owner.
///
/// Owners meet if their stretches have latitudes in common. Two polygons of one region go on into each other there. Two
/// regions are neighbors, and the common stretch is a border between them. An owner is a number that the caller
/// chooses: a polygon, a region or an arc. y is in cells and grows to the south.
package struct CutStretches: Sendable {
  /// A stretch with an owner at each end of the plane.
  package struct Meeting: Hashable, Sendable {
    /// The owner at the western end of the plane, whose land is to the east of the cut.
    package var atWest: Int
    /// The owner at the eastern end of the plane.
    package var atEast: Int
    /// The smaller y, in cells.
    package var from: Int32
    /// The larger y, in cells.
    package var to: Int32
  }

  private struct Stretch {
    var from, to: Int32
    var owner: Int
  }

  private var west: [Stretch] = []
  private var east: [Stretch] = []

  /// No stretches.
  package init() {}

  /// Adds the stretch between two y, in any order, at one end of the plane. If they are equal, nothing is added.
  ///
  /// Stretches at one end must not overlap, or not all meetings are found. Those of a valid map do not.
  package mutating func add(_ owner: Int, between a: Int32, _ b: Int32, isAtWest: Bool) {
    guard a != b else { return }
    let stretch = Stretch(from: min(a, b), to: max(a, b), owner: owner)
    if isAtWest { west.append(stretch) } else { east.append(stretch) }
  }

  /// Adds the edge between two vertices, if it lies on the cut.
  mutating func add(_ owner: Int, _ rings: GridRings, from a: Int, to b: Int, _ storage: PackStorage) {
    let x = Int(rings.x[a])
    guard rings.x[a] == rings.x[b], x == storage.westEdge || x == storage.eastEdge else { return }
    add(owner, between: rings.y[a], rings.y[b], isAtWest: x == storage.westEdge)
  }

  /// All meetings, from north to south. Each has a positive length: stretches that only touch do not meet.
  /// - Complexity: O(n log n) for n stretches; there are fewer meetings than stretches.
  package func meetings() -> [Meeting] {
    guard !west.isEmpty && !east.isEmpty else { return [] }
    let ascending = { (a: Stretch, b: Stretch) in (a.from, a.to, a.owner) < (b.from, b.to, b.owner) }
    let west = west.sorted(by: ascending)
    let east = east.sorted(by: ascending)
    var meetings: [Meeting] = []
    var (i, j) = (0, 0)
    while i < west.count && j < east.count {
      let (from, to) = (max(west[i].from, east[j].from), min(west[i].to, east[j].to))
      if from < to { meetings.append(Meeting(atWest: west[i].owner, atEast: east[j].owner, from: from, to: to)) }
      if west[i].to < east[j].to { i += 1 } else { j += 1 }
    }
    return meetings
  }
}

extension [CutStretches.Meeting] {
  /// The borders among meetings whose owners are regions: the meetings of different regions. Consecutive meetings of
  /// the same two regions become one border.
  package var borders: [CutStretches.Meeting] {
    var borders: [CutStretches.Meeting] = []
    for meeting in self where meeting.atWest != meeting.atEast {
      if let last = borders.last, last.to == meeting.from, last.atWest == meeting.atWest, last.atEast == meeting.atEast
      {
        borders[borders.count - 1].to = meeting.to
      } else {
        borders.append(meeting)
      }
    }
    return borders
  }
}

// The borders that no arc has, because shapes are cut at the 180th meridian. `Pack.appendInnerBorders`,
// `Pack.appendOutline` and `RegionShape.neighbors` ask for them.
extension PackStorage {
  /// The borders between different regions along the cut at the 180th meridian, from north to south. Their owners are
  /// the regions' slots.
  ///
  /// They follow from the arcs that are seams, and are not stored. Like other borders, they are present at a level if a
  /// polygon on one of their sides is. `Coverage.cutBorders` in `MapPackCoverage` finds the same for the tools.
  /// - Complexity: O(arcs, plus bits of the seams), at most the size of the pack
  func cutBorders(level: Int) -> [CutStretches.Meeting] {
    let bytes = data.bytes
    guard let first = (0..<header.arcCount).first(where: { isSeam.value($0, in: bytes) != 0 }) else { return [] }
    var stretches = CutStretches()
    var sink = GridSink(rings: GridRings())
    // In a sound pack arcs have no bytes in common.
    var budget = arcs.stream.count
    for arc in first..<header.arcCount where isSeam.value(arc, in: bytes) != 0 {
      budget &-= arcs.range(ofArc: arc, in: bytes).count
      guard budget >= 0 else { break }
      let owner = owner(ofArc: arc, in: bytes)
      sink.rings.removeAll()
      _ = decode(
        arc: arc, owner: owner, ArcWindow(self, slot: owner, in: bytes), level: 0, ends: [.first, .last], in: bytes,
        into: &sink)
      for vertex in sink.rings.x.indices.dropLast() {
        stretches.add(arc, sink.rings, from: vertex, to: vertex + 1, self)
      }
    }
    let present = stretches.meetings().filter {
      level == 0 || isPresentForOwner(arc: $0.atWest, level: level) || isPresentForOwner(arc: $0.atEast, level: level)
    }
    return present.map { meeting in
      var meeting = meeting
      meeting.atWest = owner(ofArc: meeting.atWest, in: bytes)
      meeting.atEast = owner(ofArc: meeting.atEast, in: bytes)
      return meeting
    }.borders
  }

  /// Appends a border on the cut as the rings of one of its two regions run: at that region's end of the plane, with
  /// the region's land on the right as the map is seen.
  func append(_ border: CutStretches.Meeting, of slot: Int, to sink: inout PointSink<LineBuffer>) {
    let isAtWest = slot == border.atWest
    let x = Int32(truncatingIfNeeded: isAtWest ? westEdge : eastEdge)
    sink.append(x: x, y: isAtWest ? border.to : border.from)
    sink.append(x: x, y: isAtWest ? border.from : border.to)
    sink.endLine(isClosed: false)
  }
}
