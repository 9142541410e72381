import MapPackCoverage

/// Which polygons are islands, and which of those may be dropped.
///
/// An **island** is a part of a region whose arcs have no region on the other side. Polygons that meet at the cut at
/// ±180° are one part, and stay or go together. A part that is cut off at the edge of the plane is not an island:
/// the land goes on there, or it lies round a pole.
///
/// The largest part of a region, by published area, is never dropped; of equally large ones, the first in the
/// coverage's order. A part with a polygon that has to stay is never dropped either. The coverage may lie in either
/// plane.
struct IslandRule {
  /// A region's part with its area as published, in m².
  struct Part {
    var polygons: [Int]
    var area: Double
    var canGo: Bool
  }

  /// Per region: its parts, in the order of their first polygons.
  let parts: [[Part]]

  init(_ coverage: Coverage, isKept: ContiguousArray<Bool>) {
    parts = coverage.regions.indices.map { region in
      var parts = coverage.parts(of: region).map { part in
        Part(
          polygons: part.polygons, area: part.polygons.reduce(0) { $0 + coverage.polygonArea[$1] },
          canGo: !part.isCutOff && !part.polygons.contains { isKept[$0] || coverage.hasNeighbor($0) })
      }
      // The first of equal ones.
      let largest = parts.indices.max { (parts[$0].area, -$0) < (parts[$1].area, -$1) }
      if let largest { parts[largest].canGo = false }
      return parts
    }
  }

  /// The polygons of a region's parts that may be dropped and whose area is below a minimum in m².
  func droppable(of region: Int, below minimum: Double) -> [Int] {
    parts[region].filter { $0.canGo && $0.area < minimum }.flatMap(\.polygons)
  }

  /// The polygons of a region's parts that may be dropped and are not among the largest ones. Of parts of one area, the
  /// earlier counts as the larger.
  /// - Parameters:
  ///   - maximum: how many of the largest parts stay. Smaller ones that may not be dropped stay too.
  ///   - isPresent: whether a polygon takes part in the map. A part counts if one of its polygons does.
  func droppable(of region: Int, beyond maximum: Int, where isPresent: (Int) -> Bool) -> [Int] {
    let present = parts[region].filter { $0.polygons.contains(where: isPresent) }
    // The sort is stable.
    let bySize = present.sorted { $0.area > $1.area }
    return bySize.dropFirst(maximum).filter(\.canGo).flatMap(\.polygons)
  }

  /// The first of a region's largest polygons by published area; `nil` if there is no candidate.
  static func largestPolygon(
    of region: Int, _ coverage: Coverage, where isCandidate: (Int) -> Bool = { _ in true }
  ) -> Int? {
    coverage.polygons(of: region).filter(isCandidate).max {
      (coverage.polygonArea[$0], -$0) < (coverage.polygonArea[$1], -$1)
    }
  }
}

extension Coverage {
  fileprivate func hasNeighbor(_ polygon: Int) -> Bool {
    references(ofPolygon: polygon).contains {
      arcs.left[$0.arc] >= 0 && arcs.right[$0.arc] >= 0
    }
  }
}
