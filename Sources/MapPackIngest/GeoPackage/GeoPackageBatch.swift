import MapPackFeatures

/// Consecutive rows of a layer of a GeoPackage, and the shapes that were read from them.
///
/// The conformance to `Sendable` is unchecked, because only one thread has the batch at a time: the one that fills it,
/// then the one that reads the shapes, then the first one again (see `OrderedWork`).
final class GeoPackageBatch: @unchecked Sendable {
  struct Row {
    var identifier: Int64?
    /// The bytes of its geometry; `nil` if there is none.
    fileprivate var geometry: Range<Int>?
    /// Whether the geometry is a text or a number.
    fileprivate var isForeign: Bool
  }

  struct Shape {
    /// In degrees, and with measures if areas are asked for, if it was transformed. It means nothing after a failure.
    var geometry = FeatureGeometry()
    /// The number of its coordinate system; `nil` if there is no geometry.
    var system: Int?
    var failure: WellKnownBinary.Failure?
    /// The outcome of transforming the vertices; `nil` if they were not transformed.
    var transformed: CoordinateTransformation.Outcome?
  }

  /// About how many bytes of geometries a batch has, and how many rows at most: enough to be worth the work of a
  /// thread, and few compared with what is kept.
  static let size = 1 << 18
  static let rowLimit = 1024

  private let request: SourceRequest
  /// The transformation to longitude and latitude; `nil` if the vertices are left as they are.
  var transformation: CoordinateTransformation?
  private(set) var rows: [Row] = []
  /// The attributes of all rows, row by row; `nil` stands for a text that is not UTF-8.
  private var values: [AttributeValue?] = []
  private var bytes: ContiguousArray<UInt8> = []
  private var shapes: [Shape] = []
  /// Why the layer cannot be read behind the rows; `nil` if it can.
  var fault: StageError?

  init(_ request: SourceRequest) { self.request = request }

  /// How many bytes the geometries have.
  var size: Int { bytes.count }
  var isFull: Bool { bytes.count >= Self.size || rows.count >= Self.rowLimit }

  func removeAll() {
    rows.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
    shapes.removeAll(keepingCapacity: true)
  }

  /// Adds the row that a statement has reached.
  /// - Parameters:
  ///   - hasIdentifier: whether the second column is the id. The first is the geometry, and all others are attributes.
  ///   - booleans: per column, whether its numbers are truth values.
  /// - Returns: about how many bytes its values take.
  func append(_ statement: borrowing SQLiteStatement, hasIdentifier: Bool, booleans: [Bool]) -> Int {
    let begin = bytes.count
    let isBytes = statement.append(0, to: &bytes)
    var row = Row(geometry: isBytes == true ? begin..<bytes.count : nil, isForeign: isBytes == false)
    if hasIdentifier { row.identifier = statement.integer(1) }
    rows.append(row)
    var size = bytes.count - begin
    for column in (hasIdentifier ? 2 : 1)..<booleans.count {
      switch statement.value(column) {
      case .null: values.append(.null)
      case .integer(let number): values.append(booleans[column] ? .boolean(number != 0) : .integer(number))
      case .real(let number): values.append(number.isFinite ? .real(number) : .null)
      case .text(let text):
        size += text?.utf8.count ?? 0
        values.append(text.map { .text($0) })
      }
    }
    return size
  }

  /// The attributes of a row.
  func values(ofRow row: Int) -> ArraySlice<AttributeValue?> {
    let count = values.count / max(1, rows.count)
    return values[row * count..<(row + 1) * count]
  }

  /// Reads the shapes of all rows, independently of each other.
  func readShapes() { shapes = rows.indices.map(read) }

  /// The shape of a row, from `readShapes()` if it was called.
  func shape(ofRow row: Int) -> Shape { shapes.isEmpty ? read(row) : shapes[row] }

  private func read(_ row: Int) -> Shape {
    var shape = Shape()
    guard let range = rows[row].geometry else {
      if rows[row].isForeign {
        shape.failure = WellKnownBinary.Failure(
          message: "its geometry is a text or a number, and not one of a GeoPackage")
      }
      return shape
    }
    let bytes = bytes
    let span = bytes.span
    do throws(WellKnownBinary.Failure) {
      shape.system = try WellKnownBinary.read(range, of: span.bytes, request, into: &shape.geometry)
    } catch {
      shape.failure = error
      return shape
    }
    shape.transformed = transformation?.apply(to: &shape.geometry, kind: request.geometry)
    if request.geometry == .areas { shape.geometry.measureRings() }
    return shape
  }
}
