import MapPackCoverage
import MapPackMerge

/// A coverage at one level as plain rings, for `BruteForceChecker`.
///
/// It reads the columns of the coverage and uses nothing else of the project. Rings are assembled from arcs here.
package struct GeometryExport {
  /// Regions in the order of the coverage, with the polygons that are present at the level.
  package var regions: [BruteForceChecker.Region] = []
  /// Arcs that do not begin where the one before them ends, in words.
  package var brokenRings: [String] = []

  package init(_ coverage: Coverage, level: Int = 0) {
    for r in coverage.regions.indices {
      var region = BruteForceChecker.Region(code: coverage.regions[r].code, polygons: [])
      for p in coverage.polygonStart[r]..<coverage.polygonStart[r + 1] where coverage.polygonLevel[p] >= level {
        var polygon: [[(Int, Int)]] = []
        for q in coverage.ringStart[p]..<coverage.ringStart[p + 1] {
          polygon.append(ring(q, of: coverage, level: level, code: region.code))
        }
        region.polygons.append(polygon)
      }
      regions.append(region)
    }
  }

  /// What is wrong with a coverage at a level, in words: regions without polygons, broken rings, and the violations
  /// that the checker finds.
  package static func violations(of coverage: Coverage, level: Int = 0) -> [String] {
    let export = GeometryExport(coverage, level: level)
    let lost = export.regions.filter { $0.polygons.isEmpty }.map { "region \($0.code) has no polygon" }
    return lost + export.brokenRings + BruteForceChecker.violations(of: export.regions)
  }

  private mutating func ring(_ q: Int, of coverage: Coverage, level: Int, code: String) -> [(Int, Int)] {
    var ring: [(Int, Int)] = []
    for reference in coverage.references[coverage.referenceStart[q]..<coverage.referenceStart[q + 1]] {
      let vertices = coverage.arcs.start[reference.arc]..<coverage.arcs.start[reference.arc + 1]
      var line = vertices.filter { coverage.arcs.vertexLevel[$0] >= level }
        .map { (Int(coverage.arcs.point($0).x), Int(coverage.arcs.point($0).y)) }
      if coverage.arcs.isClosed[reference.arc], let first = line.first { line.append(first) }
      if reference.isReversed { line.reverse() }
      guard let last = ring.last else {
        ring = line
        continue
      }
      if let first = line.first, last == first {
        ring += line.dropFirst()
      } else {
        brokenRings.append("region \(code), ring \(q): arc \(reference.arc) does not start at \(last)")
        ring += line
      }
    }
    return ring
  }
}
