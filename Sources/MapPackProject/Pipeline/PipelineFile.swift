import Foundation
import MapPackCoverage
import MapPackEmit
import MapPackFeatures
import MapPackFiles
import MapPackIngest
import MapPackMerge
import MapPackNames
import MapPackSimplify

/// What a map's YAML file says: where its data comes from, what is done to it, and where the results go.
///
/// Every property holds what is written, checked for its type. No file that it names has been opened yet. Keys that are
/// not written have what the schema says, else the defaults here, in `MergeOptions` and in `SimplifyOptions`.
package struct PipelineFile: Sendable {
  /// As the user named it, for messages.
  package var path: String
  /// The folder to which the paths in the file are relative.
  package var project: ProjectFolder
  /// The name of the map, which the enum and the pack have too.
  package var map = ""
  /// Whether the regions are the areas, the lines or the points of the sources.
  package var geometry = GeometryKind.areas
  /// The schema of the sources, from which comes what is not written.
  package var schema: SourceSchema?
  /// Where the shapes come from; at least one entry.
  package var sources: [SourceEntry] = []
  /// Which features are read; `nil` for all.
  package var select: FeatureFilter?
  /// Which of the selected features are left out; `nil` for none.
  package var drop: FeatureFilter?
  /// The areas that decide which land stays.
  package var masks: [Mask] = []
  /// What `merge` and `clean` say. The run sets the number of threads.
  package var merge = MergeOptions()
  package var names = Names()
  /// The table that regions have numbers from; `nil` for none.
  package var join: Join?
  /// The path of a CSV that says what happened to regions: see `ChangeTable`.
  package var changes: String?
  package var expect = Expectation()
  package var simplify = Simplify()
  package var output = Output()

  /// One entry of `sources`.
  package struct SourceEntry: Sendable {
    /// How each of its files is read, and who published them. The path is that of the entry.
    package var request: SourceRequest
    /// The line of `path`, from 1.
    package var line: Int?
    /// The address to fetch the file from.
    package var url: String?
    /// What the file's SHA-256 must be, in lower-case hexadecimal.
    package var sha256: String?
    /// The file's id in the catalog, by which newer editions are found.
    package var catalog: String?

    package init(path: String) { request = SourceRequest(location: path, source: Source(path: path)) }

    /// A file, a folder or a pattern (`*`, `?`, `[a-z]`), as written.
    package var path: String { request.source.path }
  }

  /// What `clip` or `erase` says.
  package struct Mask: Sendable {
    package var use: LandMask.Use
    package var entry = SourceEntry(path: "")
    /// Which areas are used; `nil` for all.
    package var select: FeatureFilter?
    /// Which of the selected areas are left out; `nil` for none.
    package var drop: FeatureFilter?

    package init(_ use: LandMask.Use) { self.use = use }
  }

  /// What regions and cases are called.
  package struct Names: Sendable {
    /// The path of a table with names of regions by code, and how they are read: see `NameTable`.
    package var table: String?
    /// The layer of the table's file, or the sheet.
    package var layer: String?
    /// The column with the codes, and that with the names; `nil` if headings tell.
    package var key: String?
    package var name: String?
    /// Where `fetch` gets the table; `nil` if it does not.
    package var url: String?
    /// The label of the table's encoding; `nil` if its bytes tell.
    package var encoding: String?
    /// What the table's SHA-256 must be.
    package var sha256: String?
    /// Whether the pack has the regions' English names.
    package var english = false
    /// New codes, by the codes that the data has.
    package var codes: [String: String] = [:]
    /// Case names by code.
    package var overrides: [String: String] = [:]
  }

  /// A table with numbers and texts of regions by code: see `JoinTable`.
  package struct Join: Sendable {
    /// The path of a CSV, a workbook or a file with layers.
    package var table = ""
    /// The layer of that file, or the sheet.
    package var layer: String?
    /// The column with the codes of regions.
    package var key = ""
    /// The label of the table's encoding; `nil` if its bytes tell.
    package var encoding: String?
    /// What separates the thousands of numbers; `nil` for nothing.
    package var thousands: Character?
    /// The columns with numbers.
    package var columns: [NumberField] = []
    /// The columns with texts.
    package var attributes: [String] = []
  }

  /// What the map must have; else the run fails. A property that is `nil` demands nothing.
  package struct Expectation: Sendable {
    /// The codes of all regions.
    package var codes: [String]?
    /// The number of regions.
    package var count: Int?
    package var bounds: Bounds?
  }

  /// How much is removed, and the levels of detail.
  package struct Simplify: Sendable {
    /// What is written. The run sets the number of threads. A cell that is not written can come from the name lock.
    package var options = SimplifyOptions()
    /// The size of the pack in bytes: as much is kept as it holds, whatever `options.amount` says.
    package var packSize: Int?

    package init() {}
  }

  /// Where results are written. Paths are relative to the project, or absolute.
  package struct Output: Sendable {
    package var pack = ""
    package var swift = ""
    /// Who sees the enum.
    package var access: SwiftSource.Access = .public
    /// Whether the enum can be a parameter of App Intents.
    package var hasAppIntents = false
    /// A picture of the finished map, .svg, or a page with it, .html.
    package var preview: String?
    /// How the preview is drawn.
    package var picture = PictureOptions()
    /// A report of the run, in JSON.
    package var report: String?
    /// The map of the groups; `nil` if they are no map of their own.
    package var groups: Groups?

    package init() {}
  }

  /// What `output.groups` says: the regions' groups as a map of their own.
  package struct Groups: Sendable {
    /// The name of the map of groups, which its enum and its pack have too.
    package var map = ""
    package var pack = ""
    package var swift = ""
    /// The numbers that a group has as the sum of those of its regions.
    package var numbers: [String] = []
    package var names = Names()
  }
}

extension PipelineFile {
  /// All files that are read for their shapes: the sources, then those of the masks.
  package var entries: [SourceEntry] { sources + masks.map(\.entry) }

  /// The name tables that `fetch` gets, as if they were sources.
  package var tableEntries: [SourceEntry] {
    [names, output.groups?.names].compactMap { names in
      guard let names, let table = names.table, let url = names.url else { return nil }
      var entry = SourceEntry(path: table)
      (entry.url, entry.sha256) = (url, names.sha256)
      return entry
    }
  }

  /// All files that `fetch` gets if they have a `url`.
  package var fetchedEntries: [SourceEntry] { entries + tableEntries }

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
    self.path = path
    project = ProjectFolder(ofPipeline: path)
    let document = try YAMLValue(document: text, file: path)
    let keys = PipelineKeys.document
    let values = try document.mapping(keys.names)
    try keys.read(values, of: document, into: &self)
    guard let schema else { return }
    if values["geometry"] == nil, let kind = schema.geometry { geometry = kind }
    try use(schema)
  }

  private mutating func use(_ schema: SourceSchema) throws(StageError) {
    guard !schema.mergesWards || merge.key == nil else {
      throw StageError(
        .usage, file: path, "`merge.key` says what a region is, so the schema \(schema.id) merges no ward",
        remedy: "take `merge.key` out, and `merge.name` too")
    }
    if merge.key == nil, schema.hasKey { merge.key = try Template(SourceSchema.codeField) }
    if merge.name == nil { merge.name = try Template(SourceSchema.nameField) }
    // What a building's rooms are is asked for by the file that `init` writes.
    if merge.group == nil, schema.layeredBy == nil, let group = schema.group { merge.group = try Template(group) }
    expect.bounds = expect.bounds ?? schema.bounds
    for index in sources.indices {
      let source = sources[index].request.source
      sources[index].request.source.publisher = source.publisher ?? schema.publisher
      sources[index].request.source.license = source.license ?? schema.license
      sources[index].request.source.attribution = source.attribution ?? schema.attribution
    }
  }

  /// Why a name cannot be a map's, and what to do; `nil` if it can be. It is a name for an enum, and a letter or an
  /// underscore, then letters, digits and underscores.
  package static func remedy(forMapName name: String) -> Remedy? {
    if let remedy = EnumName.remedy(for: name) { return remedy }
    let isPlain = name.first?.isNumber == false && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    return isPlain ? nil : "use a letter, then letters, digits and underscores: NewEngland"
  }
}

extension PipelineFile.Simplify {
  /// Reads the mapping `simplify`. At most one of the keys of `PipelineKeys.amounts` may be written.
  package init(_ value: YAMLValue) throws(StageError) {
    try PipelineKeys.simplify.read(value, into: &self)
  }
}

extension PipelineFile {
  /// The pipeline file's own name, without its folder.
  package var fileName: String { URL(fileURLWithPath: path).lastPathComponent }

  /// The name of the provenance of all maps, without its folder. It lies beside the name lock, `Pipelines/World.provenance.json`, so
  /// that no package that has the pack as a resource has a file that it does not know.
  package var provenanceName: String { "\(map).provenance.json" }

  /// The maps that a run makes: this one, and that of its groups if they are a map of their own.
  package var maps: [MapOutput] { [MapOutput(of: self)] + [MapOutput(groupsOf: self)].compactMap(\.self) }

  /// Whether regions and groups have one name table.
  package var sharesNames: Bool {
    output.groups.map { $0.names.table == names.table && $0.names.layer == names.layer } ?? false
  }

  /// The names of all outputs, in the order in which they replace the old ones: the locks first.
  package var outputNames: [String] {
    maps.map(\.lockName) + maps.flatMap { [$0.pack, $0.swift] }
      + [output.preview, output.report].compactMap(\.self) + [provenanceName]
  }

  /// The path of an output: in the project, or in `folder` if there is one. There it keeps its own name only, without
  /// the folders in `name`, so two outputs may get one path.
  package func location(ofOutput name: String, in folder: String?) -> String {
    if let folder {
      return URL(fileURLWithPath: folder).appendingPathComponent(URL(fileURLWithPath: name).lastPathComponent).path
    }
    if name == provenanceName { return LinkedPath.folder(of: path) + "/" + name }
    return maps.first { $0.lockName == name }?.lockPath ?? project.location(of: name)
  }
}
