import MapPackFeatures
import MapPackGeometry
import MapPackMerge
import MapPackSimplify

/// A map drawn by hand, in degrees.
struct DrawnMap {
  typealias Ring = [(Double, Double)]

  /// Regions with polygons of rings, the shell first; rings may run either way.
  var regions: [(code: String, polygons: [[Ring]])]

  func merged() throws -> Coverage {
    var table = FeatureTable()
    table.sources = [Source(path: "drawn.geojson")]
    table.fields = ["CODE"]
    table.values = [regions.map { .text($0.code) }]
    for (index, region) in regions.enumerated() {
      table.source.append(0)
      table.record.append(Int32(index + 1))
      table.identifier.append(nil)
      table.ledger.entries.append(Ledger.Entry(source: 0, record: index + 1, outcome: .pending))
      for polygon in region.polygons {
        for ring in polygon {
          table.longitude += ring.map(\.0)
          table.latitude += ring.map(\.1)
          table.vertexStart.append(table.longitude.count)
        }
        table.ringStart.append(table.ringCount)
      }
      table.polygonStart.append(table.polygonCount)
    }
    var options = MergeOptions()
    options.key = try Template("CODE")
    return try merge(table, options: options)
  }

  func simplified(_ change: (inout SimplifyOptions) -> Void) throws -> Coverage {
    var options = SimplifyOptions()
    change(&options)
    return try simplify(try merged(), options: options)
  }

  static func square(_ x: Double, _ y: Double, _ size: Double) -> Ring {
    [(x, y), (x + size, y), (x + size, y + size), (x, y + size)]
  }
}

extension Coverage {
  /// The rules of the findings that simplification adds, each once, sorted.
  var rules: [Rule] { Set(findings.map(\.rule)).sorted() }
}
