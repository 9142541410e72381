import MapPackFeatures
import MapPackGeometry

/// The shapes of a Shapefile, record by record, in degrees. `ShapefileReader` takes them.
///
/// Up to `jobs` threads read records ahead in batches, and transform and measure them. What is read does not depend on
/// `jobs`. Nothing is read ahead in small files, or if PROJ cannot copy the transformation.
struct ShapeStream: ~Copyable {
  private let index: ShapefileIndex
  /// Reads the records that are not read ahead.
  private var reader: ShapeReader
  private let readsAhead: Bool
  private var work: OrderedWork<ShapeBatch>
  /// The batch from which records are taken.
  private var batch: ShapeBatch?
  /// Batches that can be filled.
  private var spare: [ShapeBatch] = []
  /// The first record that has not been considered for a batch.
  private var next = 0

  /// About how many bytes of records a batch has: enough to be worth the work of a thread, and few compared with what
  /// is kept. Larger records are not read ahead, because each reader keeps the memory that its largest record took.
  private static let batchSize = 1 << 19
  /// How many bytes a record counts in addition to its content.
  private static let recordSize = 64

  /// - Parameters:
  ///   - path: the path of the .shp.
  ///   - file: its path as messages show it.
  ///   - index: the records of the .shp.
  ///   - transformation: the transformation to longitude and latitude.
  ///   - kind: the kind of shapes to read.
  ///   - jobs: the number of threads that may read.
  /// - Throws: `unreadableData` if shapelib refuses the file.
  init(
    path: String, shownAs file: String, index: ShapefileIndex,
    through transformation: consuming CoordinateTransformation, _ kind: GeometryKind, jobs: Int
  ) throws(StageError) {
    self.index = index
    var batches: [ShapeBatch] = []
    if jobs > 1, index.length.reduce(0, +) > 2 * Self.batchSize {
      // One batch per thread, and one from which records are taken.
      for _ in 0...jobs {
        guard let copy = transformation.copy() else { break }
        let shapes = try ShapeSequence(path: path, shownAs: file, index: index, kind)
        batches.append(ShapeBatch(ShapeReader(shapes, through: copy)))
      }
    }
    reader = ShapeReader(try ShapeSequence(path: path, shownAs: file, index: index, kind), through: transformation)
    readsAhead = !batches.isEmpty
    spare = batches
    work = OrderedWork(jobs: jobs) { $0.read() }
  }

  /// Reads a record, and fills `geometry` as `ShapeReader.read(_:into:)` does.
  ///
  /// - Precondition: `record` is greater than the records that were read before.
  mutating func shape(_ record: Int, into geometry: inout FeatureGeometry) -> ShapeReader.Outcome {
    guard readsAhead, isSmall(record) else { return reader.read(record, into: &geometry) }
    while true {
      readAhead()
      if let batch, batch.records.contains(record) { return batch.shape(record, into: &geometry) }
      if let batch { spare.append(batch) }
      batch = work.next()
      if batch == nil { return reader.read(record, into: &geometry) }
    }
  }

  private func isSmall(_ record: Int) -> Bool { index.length[record] <= Self.batchSize }

  private mutating func readAhead() {
    while !spare.isEmpty {
      while next < index.count, !isSmall(next) { next += 1 }
      let first = next
      var size = 0
      while next < index.count, isSmall(next), size < Self.batchSize {
        size += index.length[next] + Self.recordSize
        next += 1
      }
      guard first < next else { return }
      let batch = spare.removeLast()
      batch.begin(first..<next)
      work.add(batch)
    }
  }
}
