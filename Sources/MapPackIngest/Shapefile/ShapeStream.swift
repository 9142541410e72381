import CMapPack
import MapPackFeatures
import MapPackGeometry

/// The shapes of a Shapefile, record by record, in degrees.
///
/// Up to `jobs` threads read records ahead in batches, and transform and measure them. What is read does not depend on
/// `jobs`. Nothing is read ahead in small files, or if PROJ cannot copy the transformation.
final class ShapeStream {
  private let index: ShapefileIndex
  private let reader: ShapeReader
  private var work: OrderedWork<ShapeReader>
  /// The reader of the batch from which records are taken.
  private var batch: ShapeReader?
  private var spare: [ShapeReader] = []
  /// The first record that has not been considered for a batch.
  private var next = 0

  /// About how many bytes of records a batch has: enough to be worth the work of a thread, and few compared with what
  /// is kept.
  private static let batchSize = 1 << 17
  /// Larger records are not read ahead, because each reader keeps the memory that its largest record took.
  private static let largestRecord = 1 << 19
  /// How many bytes a record counts in addition to its content.
  private static let recordSize = 64

  init(
    path: String, index: ShapefileIndex,
    through transformation: CoordinateTransformation, _ request: SourceRequest, jobs: Int
  ) throws(StageError) {
    self.index = index
    if jobs > 1, index.records.indices.reduce(0, { $0 + index.length(of: $1) }) > 8 * Self.batchSize {
      // One batch per thread, and one from which records are taken.
      for _ in 0...jobs {
        guard let copy = transformation.copy() else { break }
        spare.append(try ShapeReader(path: path, index: index, request, through: copy))
      }
    }
    reader = try ShapeReader(path: path, index: index, request, through: transformation)
    work = OrderedWork(jobs: jobs) { $0.readAll() }
  }

  /// Reads a record, as `ShapeReader.read(_:)`.
  /// - Precondition: `record` is greater than the records that were read before.
  func shape(_ record: Int) -> ShapeReader.Outcome {
    while isSmall(record) {
      readAhead()
      if let batch, batch.records.contains(record) { return batch.outcomes[record - batch.records.lowerBound] }
      if let batch {
        batch.forget()
        spare.append(batch)
      }
      batch = work.next()
      if batch == nil { break }
    }
    return reader.read(record)
  }

  private func isSmall(_ record: Int) -> Bool { index.length(of: record) <= Self.largestRecord }

  private func readAhead() {
    while let reader = spare.last {
      while next < index.count, !isSmall(next) { next += 1 }
      let first = next
      var size = 0
      while next < index.count, isSmall(next), size < Self.batchSize {
        size += index.length(of: next) + Self.recordSize
        next += 1
      }
      guard first < next else { return }
      spare.removeLast()
      reader.records = first..<next
      work.add(reader)
    }
  }
}

/// A reader of the shapes of a .shp, with shapelib. The corresponding C type is `SHPHandle`. It has no part in the table,
/// so that each thread can have a reader of its own.
///
/// Heights and measures are not read. The conformance to `Sendable` is unchecked, because only one thread has the reader
/// at a time: the one that wants the shapes, then the one that reads them, then the first one again (see `OrderedWork`).
final class ShapeReader: @unchecked Sendable {
  struct Outcome {
    /// In degrees, and with measures if areas are asked for. It means nothing if the record is corrupt, or if a vertex
    /// has no longitude and latitude.
    var geometry = FeatureGeometry()
    /// What shapelib said about a corrupt record, which may be nothing; `nil` if it is not corrupt.
    var failure: String?
    /// The outcome of transforming the vertices; success if there is nothing to transform.
    var transformed = CoordinateTransformation.Outcome.success([])
  }

  private let handle: SHPHandle
  private let kind: GeometryKind
  private let closedLines: ClosedLines
  private var transformation: CoordinateTransformation?
  /// Consecutive records to read ahead, and what was read from them.
  var records = 0..<0
  private(set) var outcomes: [Outcome] = []

  /// - Parameter transformation: `nil` leaves the coordinates as they are in the file.
  init(
    path: String, index: ShapefileIndex, _ request: SourceRequest,
    through transformation: CoordinateTransformation? = nil
  ) throws(StageError) {
    shapelib_shim_forget()
    let bytes = index.encoded()
    guard let handle = shapelib_shim_open_shapes(path, bytes, bytes.count) else {
      throw .unreadable(
        request.source.path, "it cannot be read as a .shp: " + String(cString: shapelib_shim_message()),
        remedy: "get the file again")
    }
    self.handle = handle
    kind = request.geometry
    closedLines = request.closedLines
    self.transformation = transformation
    // shapelib uses one object for all records: its arrays are valid until the next record is read.
    SHPSetFastModeReadObject(handle, 1)
  }

  deinit { SHPClose(handle) }

  /// Reads `records`. A corrupt record is an outcome too.
  func readAll() { outcomes = records.map(read) }

  /// Lets go of what was read.
  func forget() { outcomes = [] }

  /// Reads a record (from 0).
  func read(_ record: Int) -> Outcome {
    var outcome = Outcome()
    guard fill(&outcome.geometry, from: record) else {
      outcome.failure = String(cString: shapelib_shim_message())
      return outcome
    }
    if outcome.geometry.polygons.isEmpty { return outcome }
    outcome.transformed = transformation?.apply(to: &outcome.geometry, kind: kind) ?? .success([])
    if transformation != nil, kind == .areas { outcome.geometry.measureRings() }
    return outcome
  }

  /// Fills an empty geometry from a record; false if that is corrupt.
  ///
  /// All rings of an area are one polygon, as they are written. A null shape gives an empty geometry. Any other shape
  /// than those that are asked for, such as a multipatch, gives its vertices and counts as one of another kind. Beside
  /// areas, closed parts of a line are areas if the request says so.
  private func fill(_ geometry: inout FeatureGeometry, from record: Int) -> Bool {
    shapelib_shim_forget()
    guard let object = SHPReadObject(handle, Int32(truncatingIfNeeded: record)) else { return false }
    defer { SHPDestroyObject(object) }
    let shape = object.pointee
    if shape.nSHPType == SHPT_NULL { return true }
    geometry.others = isAskedFor(shape.nSHPType) ? 0 : 1
    let vertices = Int(shape.nVertices)
    guard vertices > 0, let x = shape.padfX, let y = shape.padfY else { return true }
    // shapelib's arrays have nVertices coordinates and nParts starts.
    geometry.x.append(contentsOf: UnsafeBufferPointer(start: x, count: vertices))
    geometry.y.append(contentsOf: UnsafeBufferPointer(start: y, count: vertices))
    let isLine = kind == .areas && closedLines == .areas && Self.isLine(shape.nSHPType)
    if geometry.others > 0, !isLine { return true }
    let parts = UnsafeBufferPointer(start: shape.panPartStart, count: Int(shape.nParts)).map { Int($0) }
    let starts = kind == .points ? Array(0..<vertices) : parts.isEmpty ? [0] : parts
    if isLine { geometry.removeAll() }
    for (start, end) in zip(starts, starts.dropFirst() + [vertices]) {
      guard start >= 0, start <= end, end <= vertices else { return false }
      if isLine {
        let begin = geometry.x.count
        geometry.x.append(contentsOf: UnsafeBufferPointer(start: x + start, count: end - start))
        geometry.y.append(contentsOf: UnsafeBufferPointer(start: y + start, count: end - start))
        if !geometry.endArea(from: begin) { geometry.others = 1 }
        continue
      }
      geometry.rings.append(start..<end)
      if kind != .areas { geometry.appendPolygon(CollectionOfOne(geometry.rings.count - 1)) }
    }
    if kind == .areas, !isLine { geometry.appendPolygon(geometry.rings.indices) }
    return true
  }

  private static func isLine(_ type: Int32) -> Bool { [SHPT_ARC, SHPT_ARCZ, SHPT_ARCM].contains(type) }

  private func isAskedFor(_ type: Int32) -> Bool {
    switch type {
    case SHPT_POLYGON, SHPT_POLYGONZ, SHPT_POLYGONM: kind == .areas
    case let type where Self.isLine(type): kind == .lines
    case SHPT_POINT, SHPT_POINTZ, SHPT_POINTM, SHPT_MULTIPOINT, SHPT_MULTIPOINTZ, SHPT_MULTIPOINTM: kind == .points
    default: false
    }
  }
}
