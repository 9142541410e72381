/// How much was read.
package struct TableFigures: Hashable, Codable, Sendable {
  package var features: Int
  package var polygons: Int
  /// The vertices of all rings.
  package var vertices: Int
}

extension FeatureTable {
  package var figures: TableFigures {
    TableFigures(features: featureCount, polygons: polygonCount, vertices: vertexCount)
  }
}
