import MapPackFeatures
import TestSupport

/// A table of one feature, its coordinates halved until they fit on the globe, which leaves all of their bits.
func scaledTable(_ polygons: [WKTPolygon]) -> FeatureTable {
  let largest = polygons.joined().joined().reduce(0) { max($0, $1.x.magnitude, $1.y.magnitude) }
  var unit = 1.0
  while largest * unit > 90 { unit /= 2 }
  var table = FeatureTable()
  table.sources = [Source(path: "data/case.wkt")]
  table.source = [0]
  table.record = [1]
  table.identifier = [nil]
  table.ledger.entries = [Ledger.Entry(source: 0, record: 1, outcome: .pending)]
  for polygon in polygons {
    for ring in polygon {
      table.longitude.append(contentsOf: ring.map { $0.x * unit })
      table.latitude.append(contentsOf: ring.map { $0.y * unit })
      table.vertexStart.append(table.longitude.count)
    }
    table.ringStart.append(table.ringCount)
  }
  table.polygonStart.append(table.polygonCount)
  return table
}
