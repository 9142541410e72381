import MapPackFeatures

/// What has to be known about a GeoJSON file before its features are kept, although it comes after them or depends on
/// all of them. `GeoJSONReader` asks for it when it looks for the coordinate system and the transformation.
///
/// A survey goes through the file on its own. It does not report faults: it ends at a fault with what it has, and the
/// reader meets the same fault later and names its location.
enum GeoJSONSurvey {
  /// How many bytes at the end of a file are searched for a "crs".
  private static let tail = 65_536

  /// The outline of the first text, if a "crs" seems to be in the last 64 KiB of the file; `nil` otherwise, and at a
  /// fault.
  /// - Complexity: O(n) for n bytes of the text.
  static func outlineWithLateSystem(ofFile path: String) -> GeoJSONParser.Outline? {
    do throws(StageError) {
      let file = try InputFile(path: path, shownAs: path)
      let end = try file.bytes(at: max(0, file.size - tail), count: tail)
      let name = Array(#""crs""#.utf8)
      guard end.indices.contains(where: { end[$0...].starts(with: name) }) else { return nil }
      var splitter = GeoJSONSplitter(file)
      var parser = try GeoJSONParser()
      guard try splitter.nextText() else { return nil }
      while try splitter.nextFeature(into: &parser) != nil { parser.removeAll() }
      return try? outline(splitter.outline)
    } catch {
      return nil
    }
  }

  /// Reads a document in which each feature is `{}`.
  /// - Throws: if it is malformed, or if there is not enough memory.
  static func outline(_ bytes: some Collection<UInt8>) throws(GeoJSONParser.Failure) -> GeoJSONParser.Outline {
    guard var parser = try? GeoJSONParser(), Array(bytes).withUnsafeBytes({ parser.append($0) }) else {
      throw GeoJSONParser.Failure(isJSON: true, message: "there is not enough memory for it")
    }
    return try parser.readOutline()
  }

  /// The box of all vertices of a kind of geometry, in the unit of the file, up to the first fault. It is empty if
  /// there is none.
  /// - Complexity: O(n) for n bytes of the file.
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
