/// The features of a dataset as they were read: the currency between ingest and merge.
///
/// Geometry lies in columns: feature f owns the polygons `polygonStart[f] ..< polygonStart[f + 1]`, polygon p
/// the rings `ringStart[p] ..< ringStart[p + 1]` (the shell first, then its holes), ring r the vertices
/// `vertexStart[r] ..< vertexStart[r + 1]`.
///
/// Promises, kept by every reader through `FeatureTableBuilder`:
/// - coordinates are finite longitudes and latitudes in degrees, within ±180 and ±90, exactly as published
///   (or as a transformation gave them); no edge crosses the antimeridian, where polygons are cut;
/// - a ring's closing vertex is not repeated, consecutive vertices differ, and a ring has at least three;
/// - shells run counter-clockwise and holes clockwise (x east, y north).
/// In a table of lines each polygon is one line and has one ring: its vertices from end to end, two or more, consecutive
/// ones different. A line that ends where it begins has that vertex at both ends.
/// In a table of points each polygon is one point and has one ring of one vertex.
/// Nothing else is promised: rings may cross themselves and each other, and a feature may have no polygon at all: it was
/// read without a geometry (and stands in the ledger as dropped), but its key is known.
package struct FeatureTable: Sendable {
  package var kind = GeometryKind.areas
  /// The map that this dataset is for, where it is known.
  package var map: String?
  package var sources: [Source] = []
  /// The pipeline file and the files that were read by it; empty if none says what was to be read.
  package var inputs: [InputFile] = []
  /// Names of the attributes, in the order of the sources; no name stands twice.
  package var fields: [String] = []
  /// `values[field][feature]`.
  package var values: [[AttributeValue]] = []

  /// Per feature: index into `sources`, number in its source (from 1), and its own id where it has one.
  package var source: [Int32] = []
  package var record: [Int32] = []
  package var identifier: [String?] = []

  package var polygonStart: ContiguousArray<Int> = [0]
  package var ringStart: ContiguousArray<Int> = [0]
  package var vertexStart: ContiguousArray<Int> = [0]
  package var longitude: ContiguousArray<Double> = []
  package var latitude: ContiguousArray<Double> = []

  package var ledger = Ledger()
  package var findings: [Finding] = []

  package init() {}

  package var featureCount: Int { source.count }
  package var polygonCount: Int { ringStart.count - 1 }
  package var ringCount: Int { vertexStart.count - 1 }
  package var vertexCount: Int { longitude.count }
}
