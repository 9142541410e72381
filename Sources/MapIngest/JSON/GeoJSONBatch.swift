import MapFeatures

/// Features of a GeoJSON file that follow each other, and what their parsing gave.
///
/// Unchecked, because one thread has it at a time: the reader that fills it, the thread that parses it, and the reader
/// again (`OrderedWork`).
final class GeoJSONBatch: @unchecked Sendable {
  /// A feature of a collection, or a text without one.
  struct Piece {
    var isText: Bool
    var isFirstText: Bool
    var record: Int
    /// Where in the file it starts, and how much of the file was cut with it.
    var start: Int
    var end: Int
    /// Its bytes in the parser.
    fileprivate var bytes: Range<Int>
  }

  /// What parsing a piece gave.
  struct Outcome {
    var feature: Result<GeoJSONParser.Feature, GeoJSONParser.Failure>
    /// Of bringing its polygons to longitude and latitude; `nil` where that was not done.
    var way: CoordinateTransformation.Outcome?
    /// Its geometry and its attributes among those of the batch.
    fileprivate var geometry: Int
    fileprivate var attributes: Range<Int>
  }

  /// About as many bytes are in a batch, unless a feature has more: enough for a thread to be worth its while, and few
  /// beside what is kept.
  static let size = 1 << 18

  private var parser: GeoJSONParser
  /// The way of its polygons to longitude and latitude, where they are to go it when they are parsed.
  private var way: CoordinateTransformation?
  private(set) var pieces: [Piece] = []
  private(set) var outcomes: [Outcome] = []
  private var geometries = FeatureGeometries()
  private var attributes: [(field: Int, value: AttributeValue)] = []
  /// The geometry of the feature at hand.
  private var geometry = FeatureGeometry()
  /// By the parser's number of a field: its number among those of the file.
  private var fields: [Int] = []

  init(_ kind: GeometryKind) throws(StageError) { parser = try GeoJSONParser(kind) }

  /// How many bytes were added.
  var size: Int { parser.count }

  /// Forgets what was added and read.
  func removeAll() {
    parser.removeAll()
    pieces.removeAll(keepingCapacity: true)
    outcomes.removeAll(keepingCapacity: true)
    geometries.removeAll()
    attributes.removeAll(keepingCapacity: true)
  }

  // MARK: Filling

  /// Adds the next feature of the text at hand. The answer is whether there was one.
  ///
  /// Throws what the splitter throws. What was added before can be parsed, and nothing be added to it.
  func addFeature(from splitter: inout GeoJSONSplitter) throws(StageError) -> Bool {
    let first = parser.count
    guard let start = try splitter.nextFeature(into: &parser) else { return false }
    guard end(splitter, first: first, start: start, isText: false) else { throw splitter.tooLarge(start) }
    return true
  }

  /// Adds the text at hand, which has no features. The answer is whether there was memory for it.
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

  /// Whether polygons are brought to longitude and latitude when they are parsed.
  var hasWay: Bool { way != nil }

  func setWay(_ way: consuming CoordinateTransformation?) { self.way = way }

  /// Parses all pieces, each for itself.
  func parse() {
    for piece in pieces {
      let firstAttribute = attributes.count
      let feature: Result<GeoJSONParser.Feature, GeoJSONParser.Failure>
      var outcome: CoordinateTransformation.Outcome?
      do throws(GeoJSONParser.Failure) {
        feature = .success(
          try parser.readFeature(piece.bytes, isText: piece.isText, geometry: &geometry, attributes: &attributes))
        outcome = way?.apply(to: &geometry)
        geometries.append(geometry)
      } catch {
        feature = .failure(error)
      }
      outcomes.append(
        Outcome(
          feature: feature, way: outcome, geometry: geometries.count - 1, attributes: firstAttribute..<attributes.count)
      )
    }
  }

  // MARK: Taking

  /// Asks for the file's number of each field that was met first.
  func numberFields(_ number: (_ name: String) -> Int) {
    for name in parser.fieldNames(from: fields.count) { fields.append(number(name)) }
  }

  /// The attributes that an outcome has, by the file's numbers of their fields.
  ///
  /// - Precondition: the fields are numbered.
  func attributes(of outcome: Outcome) -> some Sequence<(field: Int, value: AttributeValue)> {
    attributes[outcome.attributes].lazy.map { [fields] in (fields[$0.field], $0.value) }
  }

  /// Fills `geometry` with that of an outcome that is no failure.
  func copyGeometry(of outcome: Outcome, to geometry: inout FeatureGeometry) {
    geometries.copy(outcome.geometry, to: &geometry)
  }
}
