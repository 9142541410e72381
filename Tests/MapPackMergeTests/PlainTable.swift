import MapPackFeatures
import TestSupport

/// A polygon on a small integer plane: rings of (x, y), the shell first, without closing vertices.
typealias PlainPolygon = [[(Int, Int)]]

/// Degrees for one unit of the plane: 2¹⁰ of them make 360, so that every noding grid has its points.
let plainUnit = 45.0 / 128

/// A table of features on the integer plane; the first feature is record 1.
func plainTable(_ features: [[PlainPolygon]], unit: Double = plainUnit) -> FeatureTable {
  let polygons = features.map { $0.map { $0.map { $0.map { (Double($0.0) * unit, Double($0.1) * unit) } } } }
  return FeatureTable(path: "data/plain.geojson", polygons: polygons)
}

/// A table with the fields `code` and `name`, one feature per entry, each a list of polygons of rings in degrees.
func degreeTable(_ features: [(code: String?, name: String, polygons: [[[(Double, Double)]]])]) -> FeatureTable {
  FeatureTable(
    path: "towns.geojson",
    fields: [
      "code": features.map { $0.code.map(AttributeValue.text) ?? .null }, "name": features.map { .text($0.name) },
    ], polygons: features.map(\.polygons))
}

func square(_ x: Int, _ y: Int, _ size: Int) -> [(Int, Int)] {
  [(x, y), (x + size, y), (x + size, y + size), (x, y + size)]
}

func hole(_ x: Int, _ y: Int, _ size: Int) -> [(Int, Int)] { square(x, y, size).reversed() }
