import MapPackFeatures

/// Consecutive features of a GeoJSON file, and what was parsed from them.
///
/// The conformance to `Sendable` is unchecked, because only one thread has the batch at a time: the one that fills it,
/// then the one that parses it, then the first one again (see `OrderedWork`).
///
/// Call `addFeature(from:)` or `addText(from:)` for each piece, then `parse()`, then `numberFields(_:)`; take the
/// pieces, and call `removeAll()` before the batch is filled again.
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
    fileprivate var attributes = 0..<0
  }

  /// About how many bytes a batch has, unless a feature has more: enough to be worth the work of a thread, and few
  /// compared with what is kept.
  static let size = 1 << 18

  private let kind: GeometryKind
  private var parser: GeoJSONParser
  /// The transformation of vertices to longitude and latitude; `nil` if parsing leaves them as they are.
  var transformation: CoordinateTransformation?
  private(set) var pieces: [Piece] = []
  private var attributes: [(field: Int, value: AttributeValue)] = []
  /// Per field of the parser: its index among the fields of the file.
  private var fields: [Int] = []

  init(_ kind: GeometryKind) throws(StageError) {
    self.kind = kind
    parser = try GeoJSONParser(kind)
  }

  var size: Int { parser.count }

  func removeAll() {
    parser.removeAll()
    pieces.removeAll(keepingCapacity: true)
    attributes.removeAll(keepingCapacity: true)
  }

  // MARK: Filling

  /// Adds the next feature of the current text, and returns whether there was one.
  /// If it throws, the pieces that were added before can be parsed, but no more can be added.
  func addFeature(from splitter: inout GeoJSONSplitter) throws(StageError) -> Bool {
    let first = parser.count
    guard let start = try splitter.nextFeature(into: &parser) else { return false }
    guard end(splitter, first: first, start: start, isText: false) else { throw splitter.tooLarge(start) }
    return true
  }

  /// Adds the current text, which has no features, and returns whether there was enough memory.
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

  /// Parses all pieces, independently of each other.
  func parse() {
    for index in pieces.indices {
      let (bytes, isText, first) = (pieces[index].bytes, pieces[index].isText, attributes.count)
      do throws(GeoJSONParser.Failure) {
        pieces[index].feature = try parser.readFeature(
          bytes, isText: isText, geometry: &pieces[index].geometry, attributes: &attributes)
        pieces[index].transformed = transformation?.apply(to: &pieces[index].geometry, kind: kind)
        if kind == .areas { pieces[index].geometry.measureRings() }
      } catch {
        pieces[index].failure = error
        pieces[index].feature = parser.readAttributes(bytes, attributes: &attributes)
      }
      pieces[index].attributes = first..<attributes.count
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
    attributes[piece.attributes].lazy.map { [fields] in (fields[$0.field], $0.value) }
  }
}

/// What has to be known about a GeoJSON file before its features are kept, although it comes after them or depends on
/// all of them.
///
/// A survey goes through the file on its own. It does not report faults: it ends at the first one with what it has.
enum GeoJSONSurvey {
  /// How many bytes at the end of a file are searched for a "crs".
  private static let tail = 65_536

  /// The "crs" of the first text, if one seems to be in the last 64 KiB of the file; `nil` otherwise, and at a fault.
  static func lateSystem(ofFile path: String) -> String? {
    do throws(StageError) {
      let file = try InputFile(path: path, shownAs: path)
      let end = try file.bytes(at: max(0, file.size - tail), count: tail)
      let name = Array(#""crs""#.utf8)
      guard end.indices.contains(where: { end[$0...].starts(with: name) }) else { return nil }
      var splitter = GeoJSONSplitter(file)
      var parser = try GeoJSONParser()
      guard try splitter.nextText() else { return nil }
      while try splitter.nextFeature(into: &parser) != nil { parser.removeAll() }
      return (try? outline(splitter.outline))?.coordinateSystem
    } catch {
      return nil
    }
  }

  /// Reads a document in which each feature is `{}`.
  static func outline(_ bytes: some Collection<UInt8>) throws(GeoJSONParser.Failure) -> GeoJSONParser.Outline {
    guard var parser = try? GeoJSONParser(), Array(bytes).withUnsafeBytes({ parser.append($0) }) else {
      throw GeoJSONParser.Failure(isJSON: true, message: "there is not enough memory for it")
    }
    return try parser.readOutline()
  }

  /// The box of all vertices of a kind of geometry, in the unit of the file, up to the first fault. It is empty if
  /// there is none.
  static func box(ofFile path: String, _ kind: GeometryKind) -> CoordinateBox {
    var box = CoordinateBox()
    var geometry = FeatureGeometry()
    var attributes: [(field: Int, value: AttributeValue)] = []
    do {
      var splitter = GeoJSONSplitter(try InputFile(path: path, shownAs: path))
      var parser = try GeoJSONParser(kind)
      func add(isText: Bool) throws(GeoJSONParser.Failure) {
        attributes.removeAll(keepingCapacity: true)
        _ = try parser.readFeature(isText: isText, geometry: &geometry, attributes: &attributes)
        parser.removeAll()
        box.formUnion(geometry)
      }
      while try splitter.nextText() {
        while try splitter.nextFeature(into: &parser) != nil { try add(isText: false) }
        if splitter.hasFeatures { continue }
        guard splitter.outline.withUnsafeBytes({ parser.append($0) }) else { return box }
        try add(isText: true)
      }
    } catch {
      return box
    }
    return box
  }
}
