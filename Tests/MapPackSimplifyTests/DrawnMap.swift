import MapPackCoverage
import MapPackFeatures
import MapPackGeometry
import MapPackMerge
import MapPackSimplify
import TestSupport

/// A map drawn by hand, in degrees.
struct DrawnMap {
  typealias Ring = [(Double, Double)]

  /// Regions with polygons of rings, the shell first; rings may run either way.
  var regions: [(code: String, polygons: [[Ring]])]

  func merged() throws -> Coverage {
    let table = FeatureTable(
      path: "drawn.geojson", fields: ["CODE": regions.map { .text($0.code) }], polygons: regions.map(\.polygons))
    return try merge(table, options: MergeOptions(key: Template("CODE")))
  }

  func simplified(_ change: (inout SimplifyOptions) -> Void) throws -> Coverage {
    try simplify(try merged(), options: SimplifyOptions(change))
  }

  static func square(_ x: Double, _ y: Double, _ size: Double) -> Ring {
    [(x, y), (x + size, y), (x + size, y + size), (x, y + size)]
  }
}

extension SimplifyOptions {
  /// The usual settings, and what is changed of them.
  init(_ change: (inout SimplifyOptions) -> Void) {
    self.init()
    change(&self)
  }
}

extension Coverage {
  /// The rules of the findings that simplification adds, each once, sorted.
  var rules: [Rule] { Set(findings.map(\.rule)).sorted() }
}
