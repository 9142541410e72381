/// How much was read, for reports: the numbers of a feature table.
///
/// `merge` keeps them in its coverage, and a run's report shows them as those of the stage `ingest`. They say nothing
/// about the merged map, whose vertices are counted once per arc.
package struct TableFigures: Hashable, Codable, Sendable {
  /// The features of the table, with and without geometry. What `select` and `drop` leave out is not in the table.
  package var features: Int
  /// The polygons of all features. In a table of lines, each line counts as one; in a table of points, each point.
  package var polygons: Int
  /// The vertices of all rings, as often as rings have them: a border of two features counts twice. A ring's closing
  /// vertex is not repeated in a table, so it is not counted; the vertices of cuts at ±180° are.
  package var vertices: Int
}

extension FeatureTable {
  /// How much the table holds. `mappack ingest` and `TableInspection` show the same counts, which they take from the
  /// table themselves; `Ledger.Polygons.read` is `polygons`.
  package var figures: TableFigures {
    TableFigures(features: featureCount, polygons: polygonCount, vertices: vertexCount)
  }
}
