import MapPackEmit
import MapPackFeatures
import MapPackNames

/// The part of reading a pipeline file that reads `output`; `PipelineFile.init(text:path:)` asks for it. `PipelineKeys`
/// lists the same keys, for the JSON Schema.
extension PipelineFile.Output {
  /// Reads the mapping `output`.
  ///
  /// - Parameter attributes: the fields that the regions keep, of which `importance` has to be one.
  /// - Throws: `usage`, with the line, if a key is missing or unknown, if a value has the wrong type, or if a preview
  ///   is neither .svg nor .html.
  init(_ value: YAMLValue, attributes: [String]) throws(StageError) {
    let keys = try value.mapping(PipelineKeys.output.names)
    guard let pack = keys["pack"] else {
      throw value.error("`output.pack` is missing", remedy: "say where the pack goes: pack: Output/NAME.mappack")
    }
    guard let swift = keys["swift"] else {
      throw value.error("`output.swift` is missing", remedy: "say where the enum goes: swift: Output/NAME.swift")
    }
    self.pack = try pack.text()
    self.swift = try swift.text()
    if let access = keys["access"] { self.access = try access.choice(of: SwiftSource.Access.self) }
    report = try keys["report"]?.text()
    if let preview = keys["preview"] {
      let isMapping = (try? preview.pairs()) != nil
      let details = isMapping ? try preview.mapping(PipelineKeys.preview.names) : ["path": preview]
      guard let path = details["path"] else {
        throw preview.error(
          "`output.preview.path` is missing", remedy: "say where the picture goes: path: Output/NAME.svg")
      }
      self.preview = try Self.previewPath(path)
      picture = try PictureOptions(details, isPage: path.text().hasSuffix(".html"))
      if let field = picture.importance, !attributes.contains(field) {
        throw preview.error(
          "`output.preview.importance` is “\(field)”, which the regions do not keep",
          remedy: "keep it with `merge: { attributes: [\(field)] }`")
      }
    }
  }

  private static func previewPath(_ value: YAMLValue) throws(StageError) -> String {
    let path = try value.text()
    guard path.hasSuffix(".svg") || path.hasSuffix(".html") else {
      throw value.error(
        "`\(value.path)` is “\(path)”", remedy: "a preview is a picture or a page: end its name in .svg or .html")
    }
    return path
  }
}

/// How the preview is drawn. Keys that are not written have the defaults of `PictureOptions`.
extension PictureOptions {
  /// - Parameters:
  ///   - details: the values below `output.preview`.
  ///   - isPage: whether the preview is a page, which takes no insets.
  /// - Throws: `usage`, with the line, if a page has insets, or if an inset is neither codes nor bounds.
  fileprivate init(_ details: [String: YAMLValue], isPage: Bool) throws(StageError) {
    self.init()
    importance = try details["importance"]?.text()
    if let outline = details["outline"] { self.outline = try outline.choice(of: Outline.self) }
    guard let insets = details["insets"] else { return }
    guard !isPage else {
      throw insets.error(
        "a page has no insets: it can be moved", remedy: "take `insets` out, or end the preview's name in .svg")
    }
    for inset in try insets.list() {
      if (try? inset.pairs()) != nil {
        let keys = try inset.mapping(PipelineKeys.inset.names)
        guard let bounds = keys["bounds"] else {
          throw inset.error("`\(inset.path).bounds` is missing", remedy: "write west, south, east, north in degrees")
        }
        let box = try ExpectedBounds(bounds)
        self.insets.append(.bounds(west: box.west, south: box.south, east: box.east, north: box.north))
      } else {
        var codes: [String] = []
        for code in inset.listOrSingle() { codes.append(try code.text()) }
        self.insets.append(.codes(codes))
      }
    }
  }
}
