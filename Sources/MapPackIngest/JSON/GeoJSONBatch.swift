import MapPackFeatures

/// Consecutive features of a GeoJSON file, and what was parsed from them. `GeoJSONReader` is the reader below.
///
/// The conformance to `Sendable` is unchecked, because only one thread has the batch at a time: the reader that fills
/// it, then the thread that parses it, then the reader again (see `OrderedWork`).
///
/// The reader calls `addFeature(from:)` or `addText(from:)` for each piece; a thread calls `parse()`; the reader calls
/// `numberFields(_:)`, takes the outcomes, and calls `removeAll()` before it fills the batch again.
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
    /// Its bytes in the parser.
    fileprivate var bytes: Range<Int>
  }

  /// The outcome of parsing a piece.
  struct Outcome {
    var feature: Result<GeoJSONParser.Feature, GeoJSONParser.Failure>
    /// After a failure: the feature without its geometry, if its attributes can be read.
    var withoutGeometry: GeoJSONParser.Feature?
    /// The outcome of transforming its vertices; `nil` if they were not transformed.
    var transformed: CoordinateTransformation.Outcome?
    /// The index of its geometry in the batch.
    fileprivate var geometry: Int
    /// Its attributes in the batch.
    fileprivate var attributes: Range<Int>
  }

  /// About how many bytes a batch has, unless a feature has more: enough to be worth the work of a thread, and few
  /// compared with what is kept.
  static let size = 1 << 18

  private let kind: GeometryKind
  private var parser: GeoJSONParser
  /// The transformation of vertices to longitude and latitude; `nil` if parsing leaves them as they are.
  private var transformation: CoordinateTransformation?
  private(set) var pieces: [Piece] = []
  /// Per piece, in the same order: its outcome; empty before `parse()`.
  private(set) var outcomes: [Outcome] = []
  private var geometries = FeatureGeometries()
  private var attributes: [(field: Int, value: AttributeValue)] = []
  /// The geometry of the feature that is being parsed.
  private var geometry = FeatureGeometry()
  /// Per field of the parser: its index among the fields of the file.
  private var fields: [Int] = []

  init(_ kind: GeometryKind) throws(StageError) {
    self.kind = kind
    parser = try GeoJSONParser(kind)
  }

  /// The number of bytes added.
  var size: Int { parser.count }

  /// Removes all pieces and outcomes.
  func removeAll() {
    parser.removeAll()
    pieces.removeAll(keepingCapacity: true)
    outcomes.removeAll(keepingCapacity: true)
    geometries.removeAll()
    attributes.removeAll(keepingCapacity: true)
  }

  // MARK: Filling

  /// Adds the next feature of the current text.
  /// - Returns: whether there was one.
  /// - Throws: what the splitter throws. The pieces that were added before can be parsed then, but no more can be
  ///   added.
  func addFeature(from splitter: inout GeoJSONSplitter) throws(StageError) -> Bool {
    let first = parser.count
    guard let start = try splitter.nextFeature(into: &parser) else { return false }
    guard end(splitter, first: first, start: start, isText: false) else { throw splitter.tooLarge(start) }
    return true
  }

  /// Adds the current text, which has no features.
  /// - Returns: whether there was enough memory.
  func addText(from splitter: borrowing GeoJSONSplitter) -> Bool {
    let first = parser.count
    return splitter.outline.withUnsafeBytes { parser.append($0) }
      && end(splitter, first: first, start: splitter.textStart, isText: true)
  }

  private func end(_ splitter: borrowing GeoJSONSplitter, first: Int, start: Int, isText: Bool) -> Bool {
    pieces.append(
      Piece(
        isText: isText, isFirstText: splitter.textCount == 1, record: splitter.record, start: start,
        end: splitter.position, bytes: first..<parser.count))
    return parser.appendGap()
  }

  // MARK: Parsing

  /// Whether parsing transforms the vertices.
  var transforms: Bool { transformation != nil }

  /// Sets the transformation of vertices; `nil` leaves them as they are.
  func setTransformation(_ transformation: consuming CoordinateTransformation?) { self.transformation = transformation }

  /// Parses all pieces, independently of each other. A fault is an outcome of its piece only.
  /// - Complexity: O(n) for n bytes.
  func parse() {
    for piece in pieces {
      let firstAttribute = attributes.count
      let feature: Result<GeoJSONParser.Feature, GeoJSONParser.Failure>
      var withoutGeometry: GeoJSONParser.Feature?
      var transformed: CoordinateTransformation.Outcome?
      do throws(GeoJSONParser.Failure) {
        feature = .success(
          try parser.readFeature(piece.bytes, isText: piece.isText, geometry: &geometry, attributes: &attributes))
        transformed = transformation?.apply(to: &geometry, kind: kind)
        if kind == .areas { geometry.measureRings() }
        geometries.append(geometry)
      } catch {
        feature = .failure(error)
        withoutGeometry = parser.readAttributes(piece.bytes, attributes: &attributes)
      }
      outcomes.append(
        Outcome(
          feature: feature, withoutGeometry: withoutGeometry, transformed: transformed, geometry: geometries.count - 1,
          attributes: firstAttribute..<attributes.count))
    }
  }

  // MARK: Taking

  /// Numbers the fields that the parser met since the last call.
  /// - Parameter number: returns the index of a field of the file by its name.
  func numberFields(_ number: (_ name: String) -> Int) {
    for name in parser.fieldNames(from: fields.count) { fields.append(number(name)) }
  }

  /// The attributes of an outcome, in their order, with the indices of the fields of the file.
  ///
  /// - Precondition: `numberFields(_:)` has been called after parsing.
  func attributes(of outcome: Outcome) -> some Sequence<(field: Int, value: AttributeValue)> {
    attributes[outcome.attributes].lazy.map { [fields] in (fields[$0.field], $0.value) }
  }

  /// Fills `geometry` with that of an outcome.
  ///
  /// - Precondition: the outcome is not a failure.
  func copyGeometry(of outcome: Outcome, to geometry: inout FeatureGeometry) {
    geometries.copy(outcome.geometry, to: &geometry)
  }
}
