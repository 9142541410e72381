import MapPackFeatures

/// Consecutive records of a Shapefile, and what was read from them, in degrees. `ShapeStream` reads ahead with it.
///
/// The conformance to `Sendable` is unchecked, because only one thread has the batch at a time: the one that wants the
/// shapes, then the one that reads them, then the first one again (see `OrderedWork`).
final class ShapeBatch: @unchecked Sendable {
  private var reader: ShapeReader
  /// The records of the batch, counted from 0.
  private(set) var records = 0..<0
  private var outcomes: [ShapeReader.Outcome] = []
  private var geometries = FeatureGeometries()
  /// The geometry of the record that is being read.
  private var geometry = FeatureGeometry()

  init(_ reader: consuming ShapeReader) { self.reader = reader }

  /// Forgets what was read, and sets the records to read next.
  func begin(_ records: Range<Int>) {
    self.records = records
    outcomes.removeAll(keepingCapacity: true)
    geometries.removeAll()
  }

  /// Reads all records. A corrupt record is an outcome too.
  /// - Complexity: O(n) for n vertices of them, and the time to tell shells from holes.
  func read() {
    for record in records {
      geometry.removeAll()
      outcomes.append(reader.read(record, into: &geometry))
      geometries.append(geometry)
    }
  }

  /// The outcome of reading a record. Its vertices, rings and polygons are copied to `geometry`.
  ///
  /// - Precondition: `record` is one of `records`, and `read()` has been called.
  func shape(_ record: Int, into geometry: inout FeatureGeometry) -> ShapeReader.Outcome {
    geometries.copy(record - records.lowerBound, to: &geometry)
    return outcomes[record - records.lowerBound]
  }
}
