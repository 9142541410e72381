import MapPack
import MapPackCoverage
import MapPackFeatures
import MapPackGeometry

/// The borders of a table that run beside each other without meeting (`NearMiss`), and the regions that end near ±180°
/// and go on beyond it, up to a tenth of the median length of a segment, at most 100 m. Between borders that are farther
/// apart there is room for land.
package struct NearMisses: Sendable {
  /// The strips at ±180° come last. The direction in which rings are drawn does not count.
  private let misses: [NearMiss]
  /// The distance up to which they were searched for, in meters on the ground.
  private let reach: Double

  /// - Complexity: O(n log n) for n vertices. The result does not depend on `jobs`.
  package init(_ division: RegionDivision, jobs: Int) {
    let (grouping, grid) = (division.grouping, division.grid)
    reach = Self.reach(division.plane.arcs.paths, Ground(grid))
    misses = Snapping(
      division.plane, owner: division.owners.owner, regionCount: grouping.regions.count, grid: grid, within: reach,
      jobs: jobs
    ).misses.filter { $0.a != grouping.nameless && $0.b != grouping.nameless }
  }

  /// It measures about 4,096 segments, evenly spread.
  private static func reach(_ paths: Paths, _ ground: Ground) -> Double {
    var lengths: [Int64] = []
    for vertex in stride(from: 0, to: paths.vertexCount, by: max(1, paths.vertexCount / 4_096)) {
      let range = paths.vertices(of: paths.path(ofVertex: vertex))
      let next = vertex + 1 == range.upperBound ? max(range.lowerBound, vertex - 1) : vertex + 1
      lengths.append(ground.micrometers(from: paths.point(vertex), to: paths.point(next)))
    }
    lengths.sort()
    return lengths.isEmpty ? 0 : min(100, Double(lengths[lengths.count / 2]) / 10_000_000)
  }

  /// The misses that no overlap or gap explains. A miss that is wider than the proposed distance to snap is a note, and
  /// so are all if none is proposed.
  package func findings(beside diagnosis: Diagnosis) -> [Finding] {
    let snap = proposedSnap(misses, searched: reach)
    return misses.filter { !diagnosis.isExplained($0.point, [$0.a, $0.b]) }.map { miss in
      let width = Quantity.length(meters: miss.width).words
      let length = miss.length > 0 ? " over \(Quantity.length(meters: miss.length).words)" : ""
      let (one, other) = (diagnosis.labels.name(of: miss.a), diagnosis.labels.name(of: miss.b))
      var finding = diagnosis.labels.finding(
        .nearMiss, of: miss.region, at: miss.point,
        miss.a == miss.b
          ? "the border of \(one) is \(width) from ±180°\(length), beyond which it goes on"
          : "the borders of \(one) and \(other) are \(width) apart\(length) and do not meet")
      if let snap, miss.width <= snap {
        finding.remedy =
          "move the borders together, or let merge do it with \(.snap, Quantity.length(meters: snap).typed)"
      } else {
        finding.severity = .note
        finding.remedy = "unless that is a strait, move the borders together"
      }
      return finding
    }
  }
}

/// The words by which findings call regions and rings, and the locations of both.
struct RegionLabels {
  let table: FeatureRecords
  let grouping: RegionGrouping
  let grid: NodingGrid
  /// Per region: its first feature.
  let firstFeature: [Int]
  /// Per polygon of the table: its feature.
  private let featureOfPolygon: ContiguousArray<Int32>

  init(_ table: FeatureRecords, _ division: RegionDivision) {
    self.table = table
    grouping = division.grouping
    grid = division.grid
    featureOfPolygon = division.claims.featureOfPolygon
    var first = Array(repeating: 0, count: division.regions.count)
    for (feature, region) in division.grouping.region.enumerated().reversed() where region >= 0 {
      first[Int(region)] = feature
    }
    firstFeature = first
  }

  func words(ofRing ring: Int, beside own: Int) -> String {
    let (polygon, feature) = polygonAndFeature(ofRing: ring)
    let words = "ring \(ring - table.shell(of: polygon))"
    return polygonAndFeature(ofRing: own).polygon == polygon
      ? words : words + " of polygon \(polygon - table.polygons(of: feature).lowerBound)"
  }

  func name(of region: Int32) -> String { grouping.name(of: region) }

  func list(_ regions: [Int32]) -> String {
    let names = regions.prefix(8).map(name(of:)).joined(separator: " and ")
    return regions.count > 8 ? names + " and \(regions.count - 8) others" : names
  }

  func finding(_ rule: Rule, of region: Int32, at point: GridPoint?, _ message: String, count: Int = 1) -> Finding {
    var location = region >= 0 ? self.location(of: firstFeature[Int(region)]) : Location()
    if let point { place(&location, point) }
    return Finding(rule, at: location, message, remedy: rule.remedy, count: count)
  }

  func location(of feature: Int) -> Location {
    var location = table.location(of: feature)
    let region = grouping.region[feature]
    guard region >= 0, region != grouping.nameless else { return location }
    (location.code, location.name) = (grouping.regions[Int(region)].code, grouping.regions[Int(region)].name)
    return location
  }

  func place(_ location: inout Location, _ point: GridPoint) {
    (location.longitude, location.latitude) = (grid.longitude(x: point.x), grid.latitude(y: point.y))
  }

  func polygonAndFeature(ofRing ring: Int) -> (polygon: Int, feature: Int) {
    let polygon = table.ringStart.owner(of: ring)
    return (polygon, Int(featureOfPolygon[polygon]))
  }

  /// The location of a ring, without coordinates.
  func location(ofRing ring: Int) -> Location {
    let (polygon, feature) = polygonAndFeature(ofRing: ring)
    var location = self.location(of: feature)
    location.polygon = polygon - table.polygons(of: feature).lowerBound
    location.ring = ring - table.shell(of: polygon)
    return location
  }
}

extension RegionGrouping {
  /// A region as findings call it.
  func name(of region: Int32) -> String {
    let region = regions[Int(region)]
    return region.name == region.code ? region.code : "\(region.name) (\(region.code))"
  }
}
