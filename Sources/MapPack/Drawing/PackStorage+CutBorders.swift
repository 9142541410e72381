// The borders that no arc has, because shapes are cut at the 180th meridian. `Pack.appendInnerBorders`,
// `Pack.appendOutline` and `RegionShape.neighbors` ask for them.
extension PackStorage {
  /// The borders between different regions along the cut at the 180th meridian, from north to south. Their owners are
  /// the regions' slots.
  ///
  /// They follow from the arcs that are seams, and are not stored. Like other borders, they are present at a level if a
  /// polygon on one of their sides is. `Coverage.cutBorders` in `MapPackMerge` finds the same for the tools.
  /// - Complexity: O(arcs, plus bits of the seams), at most the size of the pack
  func cutBorders(level: Int) -> [CutStretches.Meeting] {
    let bytes = data.bytes
    guard let first = (0..<header.arcCount).first(where: { isSeam.value($0, in: bytes) != 0 }) else { return [] }
    let westEdge = eastEdge - world
    var stretches = CutStretches()
    var sink = GridSink(rings: GridRings())
    // In a sound pack arcs have no bytes in common.
    var budget = stream.count
    for arc in first..<header.arcCount where isSeam.value(arc, in: bytes) != 0 {
      budget &-= arcStart.range(arc, limit: stream.count, in: bytes).count
      guard budget >= 0 else { break }
      let owner = owner(ofArc: arc, in: bytes)
      sink.rings.removeAll()
      _ = decode(
        arc: arc, owner: owner, ArcWindow(self, slot: owner, in: bytes), level: 0, ends: [.first, .last], in: bytes,
        into: &sink)
      for (a, b) in zip(sink.rings.x.indices, sink.rings.x.indices.dropFirst())
      where sink.rings.x[a] == sink.rings.x[b] {
        let x = Int(sink.rings.x[a])
        guard x == westEdge || x == eastEdge else { continue }
        stretches.add(arc, between: sink.rings.y[a], sink.rings.y[b], isAtWest: x == westEdge)
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
  func append(_ border: CutStretches.Meeting, of slot: Int, to sink: inout LineSink) {
    let isAtWest = slot == border.atWest
    let x = Int32(truncatingIfNeeded: isAtWest ? eastEdge - world : eastEdge)
    sink.append(x: x, y: isAtWest ? border.to : border.from)
    sink.append(x: x, y: isAtWest ? border.from : border.to)
    sink.endLine(isClosed: false)
  }
}
