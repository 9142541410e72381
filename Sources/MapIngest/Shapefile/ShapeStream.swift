import MapFeatures
import MapGeometry

/// The shapes of a Shapefile's records one after the other.
///
/// Where they have a way to go to longitude and latitude, up to `jobs` threads read them ahead in batches. Reading alone
/// costs less than handing over.
struct ShapeStream: ~Copyable {
  private let index: ShapefileIndex
  /// Reads what is not read ahead.
  private var reader: ShapeReader
  private let readsAhead: Bool
  private var work: OrderedWork<ShapeBatch>
  /// The batch that is gone through, those that can be filled, and the first record that has been in none.
  private var batch: ShapeBatch?
  private var spare: [ShapeBatch] = []
  private var next = 0

  /// About as many bytes are in a batch: enough for a thread to be worth its while, and few beside what is kept. Larger
  /// records are not read ahead: shapelib keeps the memory that the largest took.
  private static let batchSize = 1 << 19
  /// What a record takes in a batch however small it is.
  private static let recordSize = 64

  /// Throws where shapelib refuses the file.
  init(
    path: String, shownAs file: String, index: ShapefileIndex, through way: consuming CoordinateTransformation,
    _ kind: GeometryKind, jobs: Int
  ) throws(StageError) {
    self.index = index
    var batches: [ShapeBatch] = []
    if jobs > 1, !way.isIdentity, index.length.reduce(0, +) > 2 * Self.batchSize {
      // One for each thread, and the one that is gone through.
      for _ in 0...jobs {
        guard let way = way.copy() else { break }
        let shapes = try ShapeSequence(path: path, shownAs: file, index: index, kind)
        batches.append(ShapeBatch(ShapeReader(shapes, through: way)))
      }
    }
    reader = ShapeReader(try ShapeSequence(path: path, shownAs: file, index: index, kind), through: way)
    readsAhead = !batches.isEmpty
    spare = batches
    work = OrderedWork(jobs: jobs) { $0.read() }
  }

  /// Reads a record, counted from 0; its polygons go to `geometry`.
  ///
  /// - Precondition: it stands behind those that were read before.
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
