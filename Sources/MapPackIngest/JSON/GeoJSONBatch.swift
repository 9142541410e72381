import MapPackFeatures

/// Consecutive features of a GeoJSON file, and what was parsed from them.
///
/// The conformance to `Sendable` is unchecked, because only one thread has the batch at a time: the one that fills it,
/// then the one that parses it, then the first one again (see `OrderedWork`).
///
/// Call `fill(from:)`, then `parse()`, then `numberFields(_:)`; take the pieces, and call `removeAll()` before the batch
/// is filled again.
final class GeoJSONBatch: @unchecked Sendable {
  /// A feature of a collection, or a text without features.
  struct Piece {
    /// Whether it is a whole text, which has no features.
    var isText: Bool
    /// Whether it is the first text of the file, or in it.
    var isFirstText: Bool
    /// Its number in the file, from 1.
    var record: Int
    /// The position in the file at which it starts.
    var start: Int
    /// The position in the file up to which it was cut out.
    var end: Int
    fileprivate var bytes: Range<Int>

    /// What was parsed; after a failure, the attributes, if they can be read.
    fileprivate(set) var feature: GeoJSONParser.Feature?
    fileprivate(set) var failure: GeoJSONParser.Failure?
    /// The outcome of transforming its vertices; `nil` if they were not transformed.
    fileprivate(set) var transformed: CoordinateTransformation.Outcome?
    /// Of no use after a failure.
    fileprivate(set) var geometry = FeatureGeometry()
    fileprivate var attributes: [(field: Int, value: AttributeValue)] = []
  }

  /// About how many bytes a batch has, unless a feature has more: enough to be worth the work of a thread, and few
  /// compared with what is kept.
  static let size = 1 << 18

  private let kind: GeometryKind
  private var parser: GeoJSONParser
  /// The transformation of vertices to longitude and latitude; `nil` if parsing leaves them as they are.
  var transformation: CoordinateTransformation?
  private(set) var pieces: [Piece] = []
  private(set) var stop = Stop.full
  /// Why the file cannot be read behind the pieces; `nil` if it can.
  private(set) var fault: StageError?
  /// Per field of the parser: its index among the fields of the file.
  private var fields: [Int] = []

  init(_ kind: GeometryKind, closedLines: ClosedLines = .lines) throws(StageError) {
    self.kind = kind
    parser = try GeoJSONParser(kind, closedLines: closedLines)
  }

  var size: Int { parser.count }

  func removeAll() {
    parser.removeAll()
    pieces.removeAll(keepingCapacity: true)
  }

  // MARK: Filling

  /// Why a batch is not filled further.
  enum Stop {
    case full, endOfCollection, endOfFile
  }

  /// Adds features of a file. The features before a fault can be parsed.
  func fill(from splitter: inout GeoJSONSplitter) {
    do throws(StageError) {
      stop = try add(from: &splitter)
    } catch {
      (stop, fault) = (.endOfFile, error)
    }
  }

  private func add(from splitter: inout GeoJSONSplitter) throws(StageError) -> Stop {
    while true {
      if !splitter.isInText, try !splitter.nextText() { return .endOfFile }
      var first = parser.count
      while let start = try splitter.nextFeature(into: &parser) {
        guard end(splitter, first: first, start: start, isText: false) else { throw splitter.tooLarge(start) }
        if parser.count >= Self.size { return .full }
        first = parser.count
      }
      if splitter.hasFeatures { return .endOfCollection }
      guard splitter.outline.withUnsafeBytes({ parser.append($0) }),
        end(splitter, first: first, start: splitter.textStart, isText: true)
      else { throw .unreadable(splitter.shownPath, "there is not enough memory for it") }
      if parser.count >= Self.size { return .full }
    }
  }

  private func end(_ splitter: borrowing GeoJSONSplitter, first: Int, start: Int, isText: Bool) -> Bool {
    pieces.append(
      Piece(
        isText: isText, isFirstText: splitter.textCount == 1, record: splitter.record, start: start,
        end: splitter.position, bytes: first..<parser.count))
    return parser.appendGap()
  }

  // MARK: Parsing

  /// Parses all pieces, independently of each other.
  func parse() {
    for index in pieces.indices {
      var piece = pieces[index]
      (piece.feature, piece.failure) = parser.readFeature(
        piece.bytes, isText: piece.isText, geometry: &piece.geometry, attributes: &piece.attributes)
      if piece.failure == nil {
        piece.transformed = transformation?.apply(to: &piece.geometry, kind: kind)
        if kind == .areas { piece.geometry.measureRings() }
      }
      pieces[index] = piece
    }
  }

  // MARK: Taking

  /// Numbers the fields that the parser met since the last call; `number` returns the index of a field of the file by
  /// its name.
  func numberFields(_ number: (_ name: String) -> Int) {
    for name in parser.fieldNames(from: fields.count) { fields.append(number(name)) }
  }

  /// The attributes of a piece, in their order, with the indices of the fields of the file.
  /// - Precondition: `numberFields(_:)` has been called after parsing.
  func attributes(of piece: Piece) -> some Sequence<(field: Int, value: AttributeValue)> {
    piece.attributes.lazy.map { [fields] in (fields[$0.field], $0.value) }
  }
}

/// What has to be known about a GeoJSON file before its features are kept, although it comes after them or depends on
/// all of them.
///
/// A survey goes through the file on its own. It does not report faults: it ends at the first one with what it has.
enum GeoJSONSurvey {
  /// Reads a document in which each feature is `{}`.
  static func outline(_ bytes: some Collection<UInt8>) throws(GeoJSONParser.Failure) -> GeoJSONParser.Outline {
    guard var parser = try? GeoJSONParser(), Array(bytes).withUnsafeBytes({ parser.append($0) }) else {
      throw GeoJSONParser.Failure(isJSON: true, message: "there is not enough memory for it")
    }
    return try parser.readOutline()
  }

  /// The box of all vertices of a kind of geometry, in the unit of the file, up to the first fault. It is empty if
  /// there is none.
  static func box(
    ofFile path: String, _ kind: GeometryKind, closedLines: ClosedLines
  ) -> CoordinateBox {
    var box = CoordinateBox()
    try? forEachPiece(ofFile: path, shownAs: path, kind, closedLines: closedLines) { (piece, _) throws(StageError) in
      if let failure = piece.failure { throw .unreadable(path, failure.message) }
      box.formUnion(piece.geometry)
    }
    return box
  }

  /// The line, from 1, at which each record of a file begins, up to the first fault.
  static func lines(ofFile path: String) -> [Int?] {
    var lines: [Int?] = []
    var faults = JSONFaults(path: path, shownAs: path)
    try? forEachPiece(ofFile: path, shownAs: path, .areas, parses: false) { (piece, _) throws(StageError) in
      lines.append(faults.line(at: piece.start))
    }
    return lines
  }

  /// Parses a file piece by piece, and calls `body` with each, up to what it throws or to where the file is cut off.
  /// - Parameter parses: whether the pieces are parsed, not only cut out.
  static func forEachPiece(
    ofFile path: String, shownAs shownPath: String, _ kind: GeometryKind, closedLines: ClosedLines = .lines,
    parses: Bool = true, _ body: (GeoJSONBatch.Piece, GeoJSONBatch) throws(StageError) -> Void
  ) throws(StageError) {
    var splitter = GeoJSONSplitter(try InputFile(path: path, shownAs: shownPath))
    let batch = try GeoJSONBatch(kind, closedLines: closedLines)
    repeat {
      batch.removeAll()
      batch.fill(from: &splitter)
      if parses { batch.parse() }
      for piece in batch.pieces { try body(piece, batch) }
      if let fault = batch.fault { throw fault }
    } while batch.stop != .endOfFile
  }
}
