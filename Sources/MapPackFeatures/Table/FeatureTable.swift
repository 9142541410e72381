/// The features of a dataset as they were read: what ingest passes to merge.
///
/// Geometry is stored in columns: feature f owns the polygons `polygonStart[f] ..< polygonStart[f + 1]`, polygon p
/// the rings `ringStart[p] ..< ringStart[p + 1]` (the shell first, then its holes), ring r the vertices
/// `vertexStart[r] ..< vertexStart[r + 1]`. `FeatureTable+Polygons` has accessors for them.
///
/// Promises, which all readers keep by using `FeatureTableBuilder`:
/// - coordinates are finite longitudes and latitudes in degrees, within ±180 and ±90, exactly as published or as a
///   transformation gave them;
/// - no segment crosses the antimeridian, because polygons are cut there;
/// - a ring's closing vertex is not repeated, consecutive vertices differ, and a ring has at least three;
/// - shells run counter-clockwise and holes clockwise (x east, y north).
///
/// In a table of lines, each polygon is a line and has one ring: two or more vertices from end to end. Consecutive
/// vertices differ. A line that ends where it begins has that vertex at both ends. In a table of points, each polygon
/// is a point and has one ring of one vertex.
///
/// Nothing else is promised. Rings may cross themselves and each other. A feature may have no polygon: it was read
/// without a geometry, so the ledger says that it is dropped, but its key is known.
package struct FeatureTable: Sendable {
  /// What all polygons of the table are.
  package var kind = GeometryKind.areas
  /// The name of the map that this dataset is for, if it is known.
  package var map: String?
  /// The sources of the dataset.
  package var sources: [Source] = []
  /// The pipeline file and the files that were read for it; empty if the dataset was read without a pipeline file.
  package var inputs: [InputFile] = []
  /// The names of the attributes, in the order of the sources. No name occurs twice.
  package var fields: [String] = []
  /// The values of the attributes: `values[field][feature]`.
  package var values: [[AttributeValue]] = []

  /// Per feature: the index of its source.
  package var source: [Int32] = []
  /// Per feature: its number in its source, from 1.
  package var record: [Int32] = []
  /// Per feature: its own id, if the source gives it one.
  package var identifier: [String?] = []

  /// Feature f owns the polygons `polygonStart[f] ..< polygonStart[f + 1]`.
  package var polygonStart: ContiguousArray<Int> = [0]
  /// Polygon p owns the rings `ringStart[p] ..< ringStart[p + 1]`.
  package var ringStart: ContiguousArray<Int> = [0]
  /// Ring r owns the vertices `vertexStart[r] ..< vertexStart[r + 1]`.
  package var vertexStart: ContiguousArray<Int> = [0]
  /// Per vertex: its longitude in degrees.
  package var longitude: ContiguousArray<Double> = []
  /// Per vertex: its latitude in degrees.
  package var latitude: ContiguousArray<Double> = []

  /// What became of the features so far.
  package var ledger = Ledger()
  /// What was noticed while the features were read.
  package var findings: [Finding] = []

  /// An empty table.
  package init() {}

  /// How many features there are, among them those without a polygon.
  package var featureCount: Int { source.count }
  package var polygonCount: Int { ringStart.count - 1 }
  package var ringCount: Int { vertexStart.count - 1 }
  /// How many vertices all rings have together; one that two rings share counts twice.
  package var vertexCount: Int { longitude.count }
}
