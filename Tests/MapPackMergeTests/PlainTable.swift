import MapPackFeatures

/// A polygon on a small integer plane: rings of (x, y), the shell first, without closing vertices.
typealias PlainPolygon = [[(Int, Int)]]

/// Degrees for one unit of the plane: 2¹⁰ of them make 360, so that every noding grid has its points.
let plainUnit = 45.0 / 128

/// A table of features on the integer plane; the first feature is record 1.
func plainTable(_ features: [[PlainPolygon]], unit: Double = plainUnit) -> FeatureTable {
  var table = FeatureTable()
  table.sources = [Source(path: "data/plain.geojson")]
  for (index, polygons) in features.enumerated() {
    table.source.append(0)
    table.record.append(Int32(index + 1))
    table.identifier.append(nil)
    table.ledger.entries.append(Ledger.Entry(source: 0, record: index + 1, outcome: .pending))
    for polygon in polygons {
      for ring in polygon {
        for (x, y) in ring {
          table.longitude.append(Double(x) * unit)
          table.latitude.append(Double(y) * unit)
        }
        table.vertexStart.append(table.longitude.count)
      }
      table.ringStart.append(table.ringCount)
    }
    table.polygonStart.append(table.polygonCount)
  }
  return table
}

func square(_ x: Int, _ y: Int, _ size: Int) -> [(Int, Int)] {
  [(x, y), (x + size, y), (x + size, y + size), (x, y + size)]
}

func hole(_ x: Int, _ y: Int, _ size: Int) -> [(Int, Int)] { square(x, y, size).reversed() }
