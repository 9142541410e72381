import MapPackGeometry

/// The points at which lines of two regions meet that pass close by each other: common vertices and crossings. A run of
/// near misses is judged separately on each side of such a point (`NearRuns`).
struct PairMeetings {
  /// Sorted by regions, then by point; each once.
  private(set) var points: [Nearness.Crossing]

  init(_ boundary: OneSidedBoundary, _ nearness: Nearness, _ members: RunMembers) {
    var partners: [Int32: Set<Int32>] = [:]
    for (index, approach) in nearness.approaches.enumerated() where members.isMember[index] {
      let own = boundary.region(ofVertex: Int(approach.vertex))
      partners[min(own, approach.region), default: []].insert(max(own, approach.region))
    }
    points = nearness.crossings.filter { partners[$0.a]?.contains($0.b) == true }
    for point in 0..<boundary.commonEnds.count {
      let regions = boundary.commonEnds.regions(at: point)
      for a in regions {
        guard let others = partners[a] else { continue }
        // At least one of the two lists is short; that one is walked.
        let common =
          others.count < regions.count ? others.filter(regions.contains) : Set(regions.filter(others.contains))
        for b in common {
          points.append(Nearness.Crossing(a: a, b: b, point: boundary.commonEnds.points[point]))
        }
      }
    }
    points.sort()
    points = points.indices.filter { $0 == 0 || points[$0] != points[$0 - 1] }.map { points[$0] }
  }

  /// The index of the first meeting that is not smaller.
  private func lowerBound(_ wanted: Nearness.Crossing) -> Int {
    var low = 0
    var high = points.count
    while low < high {
      let middle = (low + high) / 2
      if points[middle] < wanted { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The index of the meeting of two regions, in either order, at a point; `nil` if they do not meet there.
  func index(of point: GridPoint, _ one: Int32, _ other: Int32) -> Int? {
    let wanted = Nearness.Crossing(a: min(one, other), b: max(one, other), point: point)
    let index = lowerBound(wanted)
    return index < points.count && points[index] == wanted ? index : nil
  }

  /// Whether two regions meet nearer to a point than a distance.
  /// - Parameter square: the square of the distance, in cells on the ground.
  func hasPoint(
    near p: GridPoint, _ one: Int32, _ other: Int32, _ ground: GroundRows, square: Int64
  ) -> Bool {
    let distance = Int64(Double(square).squareRoot()) + 1
    let box = ground.box(GridBox(p, p), widenedBy: distance)
    let (a, b) = (min(one, other), max(one, other))
    var index = lowerBound(Nearness.Crossing(a: a, b: b, point: GridPoint(x: box.minX, y: .min)))
    while index < points.count, points[index].a == a, points[index].b == b, points[index].point.x <= box.maxX {
      if ground.squaredDistance(p, points[index].point) < square { return true }
      index += 1
    }
    return false
  }
}
