import MapTopology

/// Which polygons are islands, and which of those may be dropped.
///
/// An **island** is a part of a region none of whose arcs has a region on the other side; pieces that meet at the cut at
/// ±180° are one part and stay or go together. A part that is cut off at the edge of the plane is none: what it is a
/// piece of goes on there. The largest part of a region, by published area, is never dropped; of equal ones the first in
/// the coverage's order counts as the largest. Nor is one with a polygon that is asked for.
struct IslandRule {
  /// A region's part with its area as published, in m².
  struct Part {
    var polygons: [Int]
    var area: Double
    /// Whether it may be dropped.
    var canGo: Bool
  }

  /// Per region its parts, in the order of their first polygons.
  let parts: [[Part]]

  /// - Parameter isKept: per polygon, whether it has to stay.
  /// - Complexity: O(references).
  init(_ coverage: Coverage, isKept: ContiguousArray<Bool>) {
    parts = coverage.regions.indices.map { region in
      var parts = coverage.parts(of: region).map { part in
        Part(
          polygons: part.polygons, area: part.polygons.reduce(0) { $0 + coverage.polygonArea[$1] },
          canGo: !part.isCutOff && !part.polygons.contains { isKept[$0] || coverage.hasNeighbour($0) })
      }
      var largest: Int?
      for index in parts.indices {
        if let current = largest, parts[index].area <= parts[current].area { continue }
        largest = index
      }
      if let largest { parts[largest].canGo = false }
      return parts
    }
  }

  /// The polygons of a region that may be dropped and, together with those that they meet at the cut, are below this
  /// area in m².
  func droppable(of region: Int, below minimum: Double) -> [Int] {
    parts[region].filter { $0.canGo && $0.area < minimum }.flatMap(\.polygons)
  }

  /// The polygons of a region's parts that may be dropped and are not among so many largest; of equal ones the earlier
  /// counts as the larger.
  func droppable(of region: Int, beyond maximum: Int, where isPresent: (Int) -> Bool) -> [Int] {
    let present = parts[region].filter { $0.polygons.contains(where: isPresent) }
    // The sort is stable.
    let bySize = present.sorted { $0.area > $1.area }
    return bySize.dropFirst(maximum).filter(\.canGo).flatMap(\.polygons)
  }

  /// The largest polygon of a region by published area; of equal ones the first.
  static func largestPolygon(
    of region: Int, _ coverage: Coverage, where isCandidate: (Int) -> Bool = { _ in true }
  ) -> Int? {
    var largest: Int?
    for polygon in coverage.polygonStart[region]..<coverage.polygonStart[region + 1] where isCandidate(polygon) {
      if let current = largest, coverage.polygonArea[polygon] <= coverage.polygonArea[current] { continue }
      largest = polygon
    }
    return largest
  }
}

extension Coverage {
  /// Whether another region lies beside a polygon.
  fileprivate func hasNeighbour(_ polygon: Int) -> Bool {
    references[referenceStart[ringStart[polygon]]..<referenceStart[ringStart[polygon + 1]]].contains {
      arcs.left[$0.arc] >= 0 && arcs.right[$0.arc] >= 0
    }
  }
}
