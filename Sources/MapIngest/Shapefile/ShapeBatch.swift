import MapFeatures

/// Records of a Shapefile that follow each other, and what their reading gave.
///
/// Unchecked, because one thread has it at a time: the one that wants the shapes, the one that reads them, and the first
/// again (`OrderedWork`).
final class ShapeBatch: @unchecked Sendable {
  private var reader: ShapeReader
  private(set) var records = 0..<0
  private var outcomes: [ShapeReader.Outcome] = []
  private var geometries = FeatureGeometries()
  /// The geometry of the record at hand.
  private var geometry = FeatureGeometry()

  init(_ reader: consuming ShapeReader) { self.reader = reader }

  /// Forgets what was read, and is to read these.
  func begin(_ records: Range<Int>) {
    self.records = records
    outcomes.removeAll(keepingCapacity: true)
    geometries.removeAll()
  }

  func read() {
    for record in records {
      geometry.removeAll()
      outcomes.append(reader.read(record, into: &geometry))
      geometries.append(geometry)
    }
  }

  /// What reading a record gave; its polygons go to `geometry`.
  ///
  /// - Precondition: it is one of `records`.
  func shape(_ record: Int, into geometry: inout FeatureGeometry) -> ShapeReader.Outcome {
    geometries.copy(record - records.lowerBound, to: &geometry)
    return outcomes[record - records.lowerBound]
  }
}
