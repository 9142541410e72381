import Foundation
import MapPackFeatures
import MapPackIngest

/// Reads source files into one feature table.
///
/// The `ingest` of the module MapPackIngest reads. This type finds the files, and adds what the pipeline file says of them.
/// `MapRun` uses it, and so do the commands and stages that read sources.
struct IngestStage {
  /// One file to read, and the entry of `sources` that it belongs to.
  struct Input {
    var file: SourceFiles.File
    var entry: PipelineFile.SourceEntry
  }

  /// How files are read, as flags say it (`SourceOptions`). A value that is not `nil` wins over what the entry says.
  struct Reading {
    var layer: String?
    var encoding: String?
    var coordinateSystem: String?
    var readsDescriptionTables: Bool?
    var geometry: GeometryKind?
  }

  var map: String?
  /// The kind of geometry that is read of the files.
  var geometry = GeometryKind.areas
  /// The files, in the order in which their features stand in the table.
  var inputs: [Input]
  var select: FeatureFilter?
  var drop: FeatureFilter?
  /// The schema that gives each feature its code and name; `nil` to add no fields.
  var schema: SourceSchema?
  /// The bounds in degrees that every vertex has to lie in; `nil` to check none.
  var bounds: ExpectedBounds?

  /// Takes the files of a pipeline's sources, in order.
  ///
  /// Reads the files that have a SHA-256 in the pipeline file, to compare it.
  ///
  /// - Throws: `noInput` if a source is absent, or if a file with a SHA-256 cannot be read; `unreadableData` if a
  ///   file's SHA-256 is not the one in the pipeline file, or if a file's name is not UTF-8; `usage` if one SHA-256 is
  ///   given for several files.
  init(_ pipeline: PipelineFile) throws(StageError) {
    map = pipeline.map
    geometry = pipeline.geometry
    select = pipeline.select
    drop = pipeline.drop
    schema = pipeline.schema
    bounds = pipeline.expect.bounds
    inputs = []
    for entry in pipeline.sources {
      let files = try Self.files(of: entry, in: pipeline)
      guard !files.isEmpty else {
        var error = Self.nothing(at: pipeline.project.location(of: entry.path), layer: entry.layer)
        error.file = entry.path
        error.message += " (sources, \(pipeline.path):\(entry.line ?? 1))"
        error.remedy = entry.url.map { "get it from \($0)" } ?? "put it there, or correct the path"
        throw error
      }
      if let expected = entry.sha256 { try Self.verify(files, are: expected, entry, in: pipeline) }
      inputs += files.map { Input(file: $0, entry: entry) }
    }
  }

  /// Takes the files that are named on a command line.
  ///
  /// - Throws: `noInput` if one is absent, or if a folder has no file or layer that can be read; `unreadableData` if a
  ///   file's name is not UTF-8.
  init(
    arguments: [String], reading: Reading = Reading(), map: String?, select: FeatureFilter?, drop: FeatureFilter?
  ) throws(StageError) {
    self.map = map
    self.select = select
    self.drop = drop
    inputs = []
    for path in arguments {
      let files = try SourceFiles.files(at: path, layer: reading.layer) { $0 }
      guard !files.isEmpty else { throw Self.nothing(at: path, layer: reading.layer) }
      inputs += files.map { Input(file: $0, entry: PipelineFile.SourceEntry(path: path)) }
    }
    read(by: reading)
  }

  /// Sets how all files are read. This wins over what their entries say.
  mutating func read(by reading: Reading) {
    geometry = reading.geometry ?? geometry
    for index in inputs.indices {
      if let layer = reading.layer { inputs[index].entry.layer = layer }
      if let encoding = reading.encoding { inputs[index].entry.encoding = encoding }
      if let system = reading.coordinateSystem { inputs[index].entry.coordinateSystem = system }
      if let tables = reading.readsDescriptionTables { inputs[index].entry.readsDescriptionTables = tables }
    }
  }

  /// The error for a path with no file to read (`noInput`): it says whether the path, the layer or any readable file is
  /// missing.
  static func nothing(at path: String, layer: String? = nil) -> StageError {
    guard FileManager.default.fileExists(atPath: path) else {
      return StageError(
        .noInput, file: path, "there is no such file", remedy: "name a file that can be read, or a folder of them")
    }
    if let layer {
      return StageError(
        .noInput, file: path, "the folder has no layer “\(layer)”", remedy: SourceKind.formats)
    }
    return StageError(
      .noInput, file: path, "the folder has no file that can be read", remedy: SourceKind.formats)
  }

  /// The files that an entry of `sources` stands for; empty if the source is absent.
  ///
  /// - Parameter output: a file that is counted in as if it existed.
  /// - Throws: `unreadableData` if a file's name is not UTF-8.
  static func files(
    of entry: PipelineFile.SourceEntry, in pipeline: PipelineFile, with output: FutureFile? = nil
  ) throws(StageError) -> [SourceFiles.File] {
    try SourceFiles.files(at: entry.path, layer: entry.layer, with: output, locatedBy: pipeline.project.location)
  }

  /// Checks the SHA-256 of the only file of an entry.
  private static func verify(
    _ files: [SourceFiles.File], are expected: String, _ entry: PipelineFile.SourceEntry, in pipeline: PipelineFile
  ) throws(StageError) {
    guard let file = files.first, files.count == 1 else {
      var error = StageError(
        .usage, file: pipeline.path, "`sha256` is given for \(files.count) files",
        remedy: "name one file for each `sha256`")
      error.line = entry.line
      throw error
    }
    let found = try Digest.sha256(fileAt: file.location, called: file.name)
    guard found == expected else {
      throw StageError(
        .unreadableData, file: file.name,
        "its SHA-256 is \(found), the pipeline file expects \(expected)",
        remedy: "get the file again, or correct `sha256` in \(pipeline.path)")
    }
  }

  /// Reads all files. Coordinates are in degrees. The digests of the files (`FeatureTable.inputs`) stay empty.
  ///
  /// - Parameter faults: whether a feature that cannot be read, or that lies outside the expected bounds, ends the
  ///   reading or becomes a finding. A file that cannot be read ends it in any case.
  /// - Throws: `noInput` if a file is absent; `usage` if a layer, an encoding, a coordinate system or a field of a
  ///   filter does not exist, if the fields are not those of the schema, or if features lie on several levels of a
  ///   building; `unreadableData` if a file is malformed, or if a feature has a fault and `faults` is `.fail`;
  ///   `findings` if a feature lies outside the expected bounds and `faults` is `.fail`; `cannotCreate` or
  ///   `cannotWrite` if an archive cannot be unpacked; `unavailable` if PROJ's database or an encoding is missing on
  ///   this system.
  func run(faults: Faults = .fail, jobs: Int, progress: ProgressHandler?) throws(StageError) -> FeatureTable {
    var requests: [SourceRequest] = []
    for input in inputs {
      var source = Source(path: input.file.name)
      source.publisher = input.entry.publisher
      source.license = input.entry.license
      source.edition = input.entry.edition
      source.attribution = input.entry.attribution
      var request = SourceRequest(
        location: input.file.location, source: source, layer: input.entry.layer, encoding: input.entry.encoding,
        coordinateSystem: input.entry.coordinateSystem)
      request.geometry = geometry
      request.readsDescriptionTables = input.entry.readsDescriptionTables
      requests.append(request)
    }
    var table = try ingest(requests, select: select, drop: drop, faults: faults, jobs: jobs, progress: progress)
    table.map = map
    table.findings += Self.licenseFindings(of: table)
    let outside = bounds?.findings(of: table) ?? []
    if faults == .fail, let first = outside.first { throw StageError(first) }
    table.findings += outside
    return try schema?.adding(to: table) ?? table
  }

  /// Warnings about sources that an app may not ship. They are recognized by their publisher or license, and a single
  /// source also by its fields.
  private static func licenseFindings(of table: FeatureTable) -> [Finding] {
    let schema = table.sources.count == 1 ? SourceSchema.matching(table.fields) : nil
    return table.sources.compactMap { source in
      let named = SourceSchema.known.first { schema in
        guard schema.restriction != nil, let publisher = schema.publisher else { return false }
        return [source.publisher, source.license].contains { $0?.uppercased().contains(publisher.uppercased()) == true }
      }
      guard let restricted = named ?? schema, let restriction = restricted.restriction else { return nil }
      var finding = Finding(rule: .noRedistribution, severity: .warning, message: restriction)
      finding.file = source.path
      finding.remedy = "use another source, or ask \(restricted.publisher ?? "its publisher") for a license"
      return finding
    }
  }
}

extension StageError {
  /// The error for a finding that ends the reading.
  fileprivate init(_ finding: Finding) {
    self.init(.findings, file: finding.file, finding.message, remedy: finding.remedy)
    record = finding.record
    longitude = finding.longitude
    latitude = finding.latitude
  }
}
