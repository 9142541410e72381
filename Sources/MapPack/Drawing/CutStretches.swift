/// Stretches of the cut at the 180th meridian, at both ends of the plane, each with an owner.
///
/// Owners meet if their stretches have latitudes in common. Two polygons of one region go on into each other there. Two
/// regions are neighbors, and the common stretch is a border between them. An owner is a number that the caller
/// chooses: a polygon, a region or an arc. y is in cells and grows to the south. `CutMeeting` and
/// `PackStorage.cutBorders(level:)` ask it, and `RegionPart` and `Coverage.cutBorders` in `MapPackMerge`.
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
