/// Connected land that nobody claims and that regions enclose. It is not connected to what lies round the map.
package struct Gap: Sendable {
  /// The smallest vertex of its boundary.
  package var point: GridPoint
  /// Twice the area, in square cells.
  package var doubledArea: Int64
  /// The arcs round it, outside and inside, each with the gap on its left.
  package var boundary: Paths
  /// The regions that border it: the one with the longest border first, then the larger one, then the one with the
  /// lower code.
  package var neighbors: [Neighbor]
  var face: Int32

  /// A region that borders a gap.
  package struct Neighbor: Hashable, Sendable {
    package var region: Int32
    /// The length of the border: in micrometers on the ground, or in millionths of a cell if there is no ground.
    package var length: Int64
  }
}

extension Arrangement {
  /// The gaps among the regions, sorted by point. Those that were filled are not among them, nor are those with land
  /// that was taken away or is kept from being given away.
  /// - Parameter ground: `nil` measures borders in the plane.
  package func gaps(on ground: Ground?, jobs: Int = 1) -> [Gap] {
    MapPackGeometry.gaps(among: arcs, face: face, on: ground, jobs: jobs).filter { !closed.contains($0.face) }
  }
}

/// - Parameter face: per half-edge, the united face on its left; 0 is the unbounded face.
func gaps(among arcs: ArcTable, face: ContiguousArray<Int32>, on ground: Ground?, jobs: Int) -> [Gap] {
  var boundaryByFace: [Int32: [Int]] = [:]
  for half in 0..<face.count where face[half] != 0 {
    let region = half & 1 == 0 ? arcs.left[half >> 1] : arcs.right[half >> 1]
    if region < 0 { boundaryByFace[face[half], default: []].append(half) }
  }
  guard !boundaryByFace.isEmpty else { return [] }
  let paths = arcs.paths
  let areas = paths.doubledAreas(jobs: jobs)
  let regionArea = regionAreas(arcs, areas)
  // Two gaps may have one area and meet in their smallest vertex. No two have the same half-edge.
  let boundaries = boundaryByFace.sorted { ($0.value.first ?? 0) < ($1.value.first ?? 0) }
  return boundaries.map { face, boundary in
    var gap = Gap(point: GridPoint(x: .max, y: .max), doubledArea: 0, boundary: Paths(), neighbors: [], face: face)
    var lengthByRegion: [Int32: Int64] = [:]
    for half in boundary {
      let arc = half >> 1
      let isReversed = half & 1 == 1
      gap.point = min(gap.point, paths.smallestPoint(of: arc))
      // Partial sums may wrap, the total cannot.
      gap.doubledArea = isReversed ? gap.doubledArea &- areas[arc] : gap.doubledArea &+ areas[arc]
      gap.boundary.append(arc, of: paths, reversed: isReversed)
      lengthByRegion[isReversed ? arcs.left[arc] : arcs.right[arc], default: 0] += length(of: arc, paths, on: ground)
    }
    gap.neighbors = lengthByRegion.map { Gap.Neighbor(region: $0.key, length: $0.value) }.sorted { a, b in
      if a.length != b.length { return a.length > b.length }
      let (first, second) = (regionArea[Int(a.region)], regionArea[Int(b.region)])
      return first != second ? first > second : a.region < b.region
    }
    return gap
  }.enumerated().sorted {
    ($0.element.point, $0.element.doubledArea, $0.offset) < ($1.element.point, $1.element.doubledArea, $1.offset)
  }.map(\.element)
}

private func regionAreas(_ arcs: ArcTable, _ areas: ContiguousArray<Int64>) -> [Int64] {
  let last = max(arcs.left.max() ?? -1, arcs.right.max() ?? -1)
  var sums = [Int64](repeating: 0, count: Int(last) + 1)
  for arc in 0..<arcs.count {
    if arcs.left[arc] >= 0 { sums[Int(arcs.left[arc])] &+= areas[arc] }
    if arcs.right[arc] >= 0 { sums[Int(arcs.right[arc])] &-= areas[arc] }
  }
  return sums
}
