/// How much a table holds.
package struct TableFigures: Hashable, Codable, Sendable {
  package var features: Int
  package var polygons: Int
  /// The vertices of all rings.
  package var vertices: Int
}

extension FeatureTable {
  /// How much the table holds.
  package var figures: TableFigures {
    TableFigures(features: featureCount, polygons: polygonCount, vertices: vertexCount)
  }
}
