import MapTopology

/// Which polygons are islands, and which of those may be dropped.
///
/// An **island** is a polygon none of whose arcs has a region on the other side. A piece that reaches the edge of the
/// plane is none: what it is a piece of goes on there. The largest polygon of a region, by published area, is never
/// dropped; of equal ones the first in the coverage's order counts as the largest. Nor is one that is asked for.
struct IslandRule {
  /// Per polygon: whether it may be dropped for being small.
  private let canGo: ContiguousArray<Bool>
  private let area: ContiguousArray<Double>

  /// - Parameters:
  ///   - isSeam: per arc, whether some of it runs along the edge of the plane.
  ///   - isKept: per polygon, whether it has to stay.
  init(_ coverage: Coverage, isSeam: ContiguousArray<Bool>, isKept: ContiguousArray<Bool>) {
    area = coverage.polygonArea
    var canGo = ContiguousArray(isKept.map { !$0 })
    for polygon in 0..<coverage.polygonCount {
      let rings = coverage.ringStart[polygon]..<coverage.ringStart[polygon + 1]
      for index in coverage.referenceStart[rings.lowerBound]..<coverage.referenceStart[rings.upperBound] {
        let arc = coverage.references[index].arc
        if isSeam[arc] || (coverage.arcs.left[arc] >= 0 && coverage.arcs.right[arc] >= 0) {
          canGo[polygon] = false
        }
      }
    }
    for region in coverage.regions.indices {
      if let largest = Self.largestPolygon(of: region, coverage) { canGo[largest] = false }
    }
    self.canGo = canGo
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

  /// Whether a polygon is an island that may be dropped.
  func isDroppable(_ polygon: Int) -> Bool { canGo[polygon] }

  /// Whether a polygon is an island below this area in m² that may be dropped.
  func drops(_ polygon: Int, below minimum: Double) -> Bool { canGo[polygon] && area[polygon] < minimum }
}
