import Foundation
import MapPack
import MapPackEmit
import MapPackFeatures
import MapPackIngest
import MapPackMerge
import MapPackNames
import MapPackSimplify

// Defaults stand at the properties of `PipelineFile`, `MergeOptions` and `SimplifyOptions`.
extension PipelineFile {
  /// Reads a map's YAML file, as a command names it. What it does not say is filled in from its schema.
  ///
  /// Whether the files and fields that it names exist is not checked here.
  ///
  /// - Throws: `noInput` if the file cannot be read; `usage`, with the line and a remedy, if a key or value is wrong.
  package init(contentsOf path: String) throws(StageError) {
    let data = try FileReading.contents(
      of: path, called: path, remedy: "name a pipeline file, such as Pipelines/world.yml")
    guard let text = String(data: data, encoding: .utf8) else {
      throw StageError(.usage, file: path, "the file is not UTF-8", remedy: "save it as UTF-8")
    }
    try self.init(text: text, path: path)
  }

  /// - Parameter path: the file's path, for messages, and for the folder to which the paths in the text are relative.
  /// - Throws: `usage`, as `init(contentsOf:)`.
  package init(text: String, path: String) throws(StageError) {
    let document = try YAMLValue(document: text, file: path)
    let keys = try document.mapping(PipelineKeys.document.names)
    for required in ["map", "sources", "output"] where keys[required] == nil {
      throw document.error("the key `\(required)` is missing", remedy: Self.hints[required])
    }
    self.path = path
    project = ProjectFolder(ofPipeline: path)
    map = try Self.mapName(keys["map"] ?? document)
    if let plane = keys["plane"] { try plane.choice(of: ["mercator"]) }

    if let text = try keys["geometry"]?.choice(of: GeometryKind.allCases.map(\.rawValue)) {
      geometry = GeometryKind(rawValue: text) ?? .areas
    }
    schema = try keys["schema"].map(Self.schema)
    sources = []
    for value in try (keys["sources"] ?? document).list() { sources.append(try SourceEntry(value)) }
    guard !sources.isEmpty else {
      throw (keys["sources"] ?? document).error("`sources` is empty", remedy: Self.hints["sources"])
    }
    select = try keys["select"].map(Self.filter)
    drop = try keys["drop"].map(Self.filter)
    merge = try Self.mergeOptions(merge: keys["merge"], clean: keys["clean"])
    names = try keys["names"].map(Names.init) ?? Names()
    changes = try keys["changes"]?.text()
    expect = try keys["expect"].map(Expectation.init) ?? Expectation()
    simplify = try keys["simplify"].map(Simplify.init) ?? Simplify()
    output = try Output(keys["output"] ?? document, attributes: merge.attributes)
    if let schema {
      if keys["geometry"] == nil, let kind = schema.geometry { geometry = kind }
      try use(schema)
    }
  }

  private static func schema(_ value: YAMLValue) throws(StageError) -> SourceSchema {
    let id = try value.text()
    do {
      return try SourceSchema.named(id)
    } catch {
      throw value.error(error.message, remedy: error.remedy)
    }
  }

  private mutating func use(_ schema: SourceSchema) throws(StageError) {
    if merge.key == nil, schema.hasKey { merge.key = try Template(SourceSchema.codeField) }
    if merge.name == nil { merge.name = try Template(SourceSchema.nameField) }
    // What a building's rooms are is asked for by the file that `init` writes.
    if merge.group == nil, schema.layeredBy == nil, let group = schema.group { merge.group = try Template(group) }
    expect.bounds = expect.bounds ?? schema.bounds
    for index in sources.indices {
      sources[index].publisher = sources[index].publisher ?? schema.publisher
      sources[index].license = sources[index].license ?? schema.license
      sources[index].attribution = sources[index].attribution ?? schema.attribution
    }
  }

  private static let hints = [
    "map": "begin with `map: NAME`, the name of the enum",
    "sources": "list at least one: `sources:` and below it `  - path: RawData/…`",
    "output": "say where results go: `output: { pack: Output/NAME.mappack, swift: Output/NAME.swift }`",
  ]

  /// The name of a Swift type and part of file names.
  private static func mapName(_ value: YAMLValue) throws(StageError) -> String {
    let name = try value.text()
    if let remedy = remedy(forMapName: name) {
      throw value.error("`map` is “\(name)”, which cannot be the name of a Swift type", remedy: remedy)
    }
    return name
  }

  /// Why a name cannot be a map's, and what to do; `nil` if it can be. It is a name for an enum, and a letter or an
  /// underscore, then letters, digits and underscores.
  package static func remedy(forMapName name: String) -> String? {
    if let remedy = EnumName.remedy(for: name) { return remedy }
    let isPlain = name.first?.isNumber == false && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    return isPlain ? nil : "use a letter, then letters, digits and underscores: NewEngland"
  }

  /// A feature must have one of the values of each field. `null` stands for a missing value.
  private static func filter(_ value: YAMLValue) throws(StageError) -> FeatureFilter {
    var terms: [(field: String, values: [String?])] = []
    for (field, wanted) in try value.pairs() {
      var values: [String?] = []
      for value in wanted.listOrSingle() { values.append(value.isMissing ? nil : try value.text()) }
      terms.append((field, values))
    }
    return FeatureFilter(terms: terms)
  }
}

extension YAMLValue {
  fileprivate func template() throws(StageError) -> Template {
    do {
      return try Template(try text())
    } catch {
      guard error.line == nil else { throw error }
      throw self.error(error.message, remedy: error.remedy)
    }
  }
}

extension PipelineFile.SourceEntry {
  fileprivate init(_ value: YAMLValue) throws(StageError) {
    let keys = try value.mapping(PipelineKeys.source.names)
    guard let path = keys["path"] else {
      throw value.error("`\(value.path).path` is missing", remedy: "say which file: `- path: RawData/…`")
    }
    self.init(path: try path.text())
    line = path.line
    layer = try keys["layer"]?.text()
    url = try keys["url"]?.text()
    urlLine = keys["url"]?.line
    encoding = try keys["encoding"]?.text()
    coordinateSystem = try keys["crs"]?.text()
    readsDescriptionTables = try keys["descriptions"]?.choice(of: ["text", "tables"]) == "tables"
    publisher = try keys["publisher"]?.text()
    license = try (keys["license"] ?? keys["licence"])?.text()
    if let former = keys["licence"], keys["license"] != nil {
      throw former.error("`\(former.path)` says the same as `license`", remedy: "keep `license`")
    }
    edition = try keys["edition"]?.text()
    attribution = try keys["attribution"]?.text()
    if let digest = keys["sha256"] {
      let written = try digest.text().lowercased()
      guard written.utf8.count == 64, written.allSatisfy(\.isHexDigit) else {
        throw digest.error("`\(digest.path)` is “\(written)”, expected 64 hexadecimal digits")
      }
      sha256 = written
    }
  }
}

extension PipelineFile {
  private static func mergeOptions(merge: YAMLValue?, clean: YAMLValue?) throws(StageError) -> MergeOptions {
    var options = MergeOptions()
    if let merge {
      let keys = try merge.mapping(PipelineKeys.merge.names)
      options.key = try keys["key"]?.template()
      options.name = try keys["name"]?.template()
      options.group = try keys["group"]?.template()
      if let label = keys["label"] {
        options.label = try label.list().map { field throws(StageError) in try field.text() }
        guard options.label.count == 2 else {
          throw label.error(
            "`merge.label` takes two fields", remedy: "name those with longitude and latitude: [LABEL_X, LABEL_Y]")
        }
      }
      if let keyless = keys["keyless"] { options.keyless = try keyless.choice(of: MergeOptions.Keyless.self) }
      if let attributes = keys["attributes"] {
        options.attributes = try attributes.list().map { field throws(StageError) in try field.text() }
        guard options.attributes.count <= PackFormat.attributeLimit else {
          throw attributes.error(
            "`merge.attributes` names \(options.attributes.count) fields, more than a pack can hold",
            remedy: "name at most \(PackFormat.attributeLimit)")
        }
      }
    }
    if let clean {
      let keys = try clean.mapping(PipelineKeys.clean.names)
      if let mode = keys["mode"] { options.clean = try mode.choice(of: MergeOptions.Clean.self) }
      options.snap = try keys["snap"]?.quantity("a length above zero, such as 20 cm") {
        Quantity.length($0).flatMap { $0 > 0 ? $0 : nil }
      }
      if let snap = keys["snap"], options.clean == .none {
        throw snap.error(
          "`clean.snap` joins lines, and `clean.mode` allows no repair", remedy: "leave out one of the two")
      }
      options.fillGaps = try keys["fillGaps"]?.quantity("an area such as 500 m2, or a length such as 5 m") {
        Quantity.gapLimit($0)
      }
    }
    return options
  }
}

extension PipelineFile.Names {
  fileprivate init(_ value: YAMLValue) throws(StageError) {
    let keys = try value.mapping(PipelineKeys.regionNames.names)
    table = try keys["table"]?.text()
    tableLine = keys["table"]?.line
    if let english = keys["english"] {
      self.english = try english.choice(of: ["true", "false"]) == "true"
      guard table != nil || !self.english else {
        throw english.error(
          "`names.english` takes English names from a name table, and there is none", remedy: "add `names.table`")
      }
    }
    for (code, other) in try keys["codes"]?.pairs() ?? [] {
      let new = try other.textOrEmpty().trimmingWhitespace
      guard !new.isEmpty else {
        throw other.error(
          "the new code of \(code) is empty", remedy: "write the code, or leave such features out with `drop`")
      }
      codes[code] = new
    }
    for (code, name) in try keys["overrides"]?.pairs() ?? [] { overrides[code] = try name.text() }
  }
}

extension PipelineFile.Expectation {
  fileprivate init(_ value: YAMLValue) throws(StageError) {
    let keys = try value.mapping(PipelineKeys.expectation.names)
    if let list = keys["codes"] {
      var codes: [String] = []
      for code in try list.list() { codes.append(try code.text()) }
      self.codes = codes
    }
    count = try keys["count"]?.integer(in: 0...Int(UInt16.max))
    bounds = try keys["bounds"].map(ExpectedBounds.init)
  }
}

extension ExpectedBounds {
  /// Reads a list of west, south, east and north in degrees. If west is greater than east, they cross ±180°.
  init(_ value: YAMLValue) throws(StageError) {
    var degrees: [Double] = []
    for number in try value.list() { degrees.append(try number.quantity("degrees such as 129.37") { Double($0) }) }
    guard degrees.count == 4, degrees[1] < degrees[3], abs(degrees[0]) <= 180, abs(degrees[2]) <= 180,
      abs(degrees[1]) <= 90, abs(degrees[3]) <= 90
    else {
      throw value.error(
        "`\(value.path)` are not bounds", remedy: "write west, south, east and north in degrees: [122, 20, 154, 46]")
    }
    self.init(west: degrees[0], south: degrees[1], east: degrees[2], north: degrees[3])
  }
}

extension PipelineFile.Output {
  /// - Parameter attributes: the fields that the regions keep, of which `importance` has to be one.
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

extension PictureOptions {
  /// Keys that are not written have the defaults.
  /// - Parameter details: the values below `output.preview`. A page takes no insets.
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

extension PipelineFile.Simplify {
  /// Reads the mapping `simplify`. Keys that are not written have the defaults of `SimplifyOptions`. Which values go
  /// together is checked later, by `SimplifyOptions.check(for:)`. At most one of `tolerance`, `keep`, `zoom` and `size`
  /// may be written.
  init(_ value: YAMLValue) throws(StageError) {
    let keys = try value.mapping(PipelineKeys.simplify.names)
    let written = PipelineKeys.amounts.names.filter { keys[$0] != nil }
    if written.count > 1, let second = keys[written[1]] {
      throw second.error("`simplify` has both `\(written[0])` and `\(written[1])`", remedy: "keep one of them")
    }
    if let tolerance = keys["tolerance"] {
      options.amount = .tolerance(meters: try tolerance.quantity("a length such as 30 m", Quantity.length))
    }
    if let keep = keys["keep"] {
      options.amount = .keep(share: try keep.quantity("a share such as 10 %", Quantity.share))
    }
    if let zoom = keys["zoom"] { options.amount = .zoom(try zoom.integer(in: SimplifyOptions.Amount.zooms)) }
    packSize = try keys["size"]?.quantity("a number of bytes such as 64 KB", Quantity.bytes)
    if let method = keys["method"] { options.method = try method.choice(of: SimplifyOptions.Method.self) }
    let cell = try keys["grid"]?.quantity("a length above zero, such as 1 m") {
      Quantity.length($0).flatMap { $0 > 0 ? $0 : nil }
    }
    options.cellExponent = cell.map(Quantity.cellExponent(nearestTo:))
    options.levels = try keys["levels"]?.integer(in: 1...SimplifyOptions.maximumLevels) ?? 1
    options.minimumIsland = try keys["minimumIsland"]?.quantity("an area such as 0.01 km2", Quantity.area)
    options.maximumParts = try keys["maximumParts"]?.integer(in: 1...Int(Int32.max))
    for island in try keys["keepIslands"]?.list() ?? [] { try keep(island) }
    for (code, region) in try keys["regions"]?.pairs() ?? [] {
      guard let tolerance = try region.mapping(PipelineKeys.region.names)["tolerance"] else {
        throw region.error("`\(region.path).tolerance` is missing", remedy: "write `\(code): { tolerance: 10 m }`")
      }
      options.regionTolerances[code] = try tolerance.quantity("a length such as 10 m", Quantity.length)
    }
  }

  /// A code, or longitude and latitude.
  private mutating func keep(_ island: YAMLValue) throws(StageError) {
    guard island.isList else {
      options.keptIslands.codes.append(try island.text())
      return
    }
    var degrees: [Double] = []
    for number in try island.list() { degrees.append(try number.quantity("degrees such as 129.37") { Double($0) }) }
    guard degrees.count == 2, abs(degrees[0]) <= 180, abs(degrees[1]) <= 90 else {
      throw island.error(
        "`\(island.path)` is not a location",
        remedy: "write longitude, then latitude, as in [129.37, 34.20], or a code")
    }
    options.keptIslands.locations.append(SimplifyOptions.Location(longitude: degrees[0], latitude: degrees[1]))
  }
}
