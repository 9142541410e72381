import Foundation
import MapPackFeatures
import MapPackFiles
import MapPackIngest
import MapPackMerge
import MapPackProject

/// Reads source files into one feature table, and adds what the pipeline file says of them.
package struct IngestStage {
  package var map: String?
  /// One for each file, in the order in which their features stand in the table.
  private(set) var requests: [SourceRequest] = []
  package var select: FeatureFilter?
  package var drop: FeatureFilter?
  /// `nil` to add no fields.
  package var schema: SourceSchema?
  /// In degrees; `nil` to check none.
  package var bounds: Bounds?
  /// What the areas are for, if they are a mask.
  private var use: LandMask.Use?
  /// Whether it reads a part of the files only.
  private var isPart = false

  /// Takes the files of a pipeline's sources, in order. Those that have a SHA-256 in the pipeline file are read, to
  /// compare it.
  ///
  /// - Throws: `noInput` if a source is absent; `unreadableData` if a SHA-256 differs, or if a name is not UTF-8;
  ///   `usage` if one SHA-256 is given for several files.
  package init(_ pipeline: PipelineFile) throws(StageError) {
    map = pipeline.map
    select = pipeline.select
    drop = pipeline.drop
    schema = pipeline.schema
    bounds = pipeline.expect.bounds
    for entry in pipeline.sources { try add(entry, of: "sources", in: pipeline) }
    for index in requests.indices { requests[index].geometry = pipeline.geometry }
  }

  /// Takes the files of one of a pipeline's masks. It throws what the initializer for the sources throws.
  package init(_ mask: PipelineFile.Mask, in pipeline: PipelineFile) throws(StageError) {
    (select, drop, use) = (mask.select, mask.drop, mask.use)
    try add(mask.entry, of: mask.use.rawValue, in: pipeline)
  }

  private mutating func add(
    _ entry: PipelineFile.SourceEntry, of key: String, in pipeline: PipelineFile
  ) throws(StageError) {
    let files = try pipeline.files(of: entry)
    guard !files.isEmpty else {
      var error = Self.nothing(at: pipeline.project.location(of: entry.path), layer: entry.request.layer)
      error.file = entry.path
      error.message += " (\(key), \(pipeline.path):\(entry.line ?? 1))"
      error.remedy = entry.url.map { "get it from \($0)" } ?? "put it there, or correct the path"
      throw error
    }
    if let expected = entry.sha256 { try Self.verify(files, are: expected, entry, in: pipeline) }
    add(files, as: entry.request)
  }

  package init(
    arguments: [String], reading: ReadingOptions = ReadingOptions(), map: String?, select: FeatureFilter?,
    drop: FeatureFilter?
  ) throws(StageError) {
    self.map = map
    self.select = select
    self.drop = drop
    for path in arguments {
      let files = try SourceFiles.files(at: path, layer: reading.layer) { $0 }
      guard !files.isEmpty else { throw Self.nothing(at: path, layer: reading.layer) }
      add(files, as: SourceRequest(location: path, source: Source(path: path)))
    }
    read(by: reading)
  }

  private mutating func add(_ files: [SourceFiles.File], as request: SourceRequest) {
    var request = request
    for file in files {
      (request.location, request.source.path) = (file.location, file.name)
      requests.append(request)
    }
  }

  package mutating func read(by reading: ReadingOptions) {
    for index in requests.indices {
      let request = requests[index]
      requests[index].layer = reading.layer ?? request.layer
      requests[index].encoding = reading.encoding ?? request.encoding
      requests[index].coordinateSystem = reading.coordinateSystem ?? request.coordinateSystem
      requests[index].readsDescriptionTables = reading.readsDescriptionTables ?? request.readsDescriptionTables
      requests[index].closedLines = reading.closedLines ?? request.closedLines
      requests[index].geometry = reading.geometry ?? request.geometry
    }
  }

  /// Per request, its file with the file's parts.
  package var files: [[SourceFiles.File]] {
    requests.map { SourceFiles.parts(of: SourceFiles.File(name: $0.source.path, location: $0.location)) }
  }

  /// The error (`noInput`) says whether the path, the layer or any readable file is missing. For a file geodatabase, it
  /// is `unreadableData`.
  package static func nothing(at path: String, layer: String? = nil) -> StageError {
    guard FileManager.default.fileExists(atPath: path) else {
      return StageError(
        .noInput, file: path, "there is no such file", remedy: "name a file that can be read, or a folder of them")
    }
    if let error = ForeignFormat.geodatabase(at: path) { return error }
    return StageError(
      .noInput, file: path, "the folder has no \(layer.map { "layer “\($0)”" } ?? "file that can be read")",
      remedy: Remedy(SourceFormat.advice))
  }

  private static func verify(
    _ files: [SourceFiles.File], are expected: String, _ entry: PipelineFile.SourceEntry, in pipeline: PipelineFile
  ) throws(StageError) {
    guard let file = files.first, files.count == 1 else {
      throw StageError(
        .usage, at: Location(file: pipeline.path, line: entry.line), "`sha256` is given for \(files.count) files",
        remedy: "name one file for each `sha256`")
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
  /// - Throws: `findings` if a feature lies outside the expected bounds; `usage` if a layer or field does not exist.
  package func run(faults: Faults = .fail, jobs: Int, progress: ProgressHandler?) throws(StageError) -> FeatureTable {
    try runWithShapes(faults: faults, jobs: jobs, progress: progress).table
  }

  /// Does the same, and gives the shapes in the sources, as `ingestWithShapes` does.
  package func runWithShapes(
    faults: Faults = .fail, jobs: Int, progress: ProgressHandler?
  ) throws(StageError) -> (table: FeatureTable, shapes: SourceShapes?) {
    var (table, shapes) = try ingestWithShapes(
      requests, select: select, drop: drop, faults: faults, jobs: jobs, progress: progress)
    table.map = map
    // What no feature of a part meets, one of another part may.
    if isPart { table.findings.removeAll { $0.rule == .conditionWithoutEffect } }
    for index in table.findings.indices where table.findings[index].rule == .conditionWithoutEffect {
      if let use { table.findings[index].message += ", below `\(use.rawValue)`" }
    }
    table.findings += Self.licenseFindings(of: table)
    let outside = bounds?.findings(of: table) ?? []
    if faults == .fail, let first = outside.first { throw StageError(first) }
    table.findings += outside
    return (try schema?.adding(to: table) ?? table, shapes)
  }

  /// Warnings about sources that an app may not ship. They are recognized by their publisher or license, and a single
  /// source also by its fields.
  private static func licenseFindings(of table: FeatureTable) -> [Finding] {
    let schema = table.sources.count == 1 ? SourceSchema.matching(table.fields) : nil
    var said: Set<String> = []
    return table.sources.compactMap { source in
      // Layers of one file are sources, too.
      guard said.insert(source.path).inserted else { return nil }
      let named = SourceSchema.known.first { schema in
        guard schema.restriction != nil, let publisher = schema.publisher else { return false }
        return [source.publisher, source.license].contains { $0?.uppercased().contains(publisher.uppercased()) == true }
      }
      guard let restricted = named ?? schema, let restriction = restricted.restriction else { return nil }
      return Finding(
        .noRedistribution, at: Location(file: source.path), restriction,
        remedy: "use another source, or ask \(restricted.publisher ?? "its publisher") for a license")
    }
  }
}

extension IngestStage {
  /// Reads the files that are named on a command line. If `reading` does not say which kind of geometry, it is the
  /// first one that they have: areas, else lines, else points. One in which all pieces are faulty counts too. Files
  /// without any are read as the first kind that their format can have. Faults become findings.
  package static func table(
    of paths: [String], reading: ReadingOptions, map: String?, schema: SourceSchema? = nil, jobs: Int,
    progress: ProgressHandler?
  ) throws(StageError) -> FeatureTable {
    func read(_ kind: GeometryKind) throws(StageError) -> FeatureTable {
      var reading = reading
      reading.geometry = kind
      var stage = try IngestStage(arguments: paths, reading: reading, map: map, select: nil, drop: nil)
      stage.schema = schema
      return try stage.run(faults: .report, jobs: jobs, progress: progress)
    }
    if let kind = reading.geometry { return try read(kind) }
    var empty: FeatureTable?
    var refusal: StageError?
    for kind in GeometryKind.allCases {
      do throws(StageError) {
        let table = try read(kind)
        if table.polygonCount > 0 || table.findings.contains(where: { $0.severity == .error }) { return table }
        empty = empty ?? table
      } catch {
        // GPX has no areas, and refuses to be read for them. Other refusals come again for each kind.
        guard error.status == .usage else { throw error }
        refusal = refusal ?? error
      }
    }
    guard let empty else { throw refusal ?? Self.nothing(at: paths.first ?? "") }
    return empty
  }
}

/// One of several parts of a map's source files, `3/56`, each of which can be read by a job of its own.
package struct IngestPart: Hashable, Sendable {
  /// From 1 to `count`.
  package var number: Int
  package var count: Int

  /// Reads `3/56`: the third of 56. `nil` for any other form, and for a number that is not from 1 to the count.
  package init?(argument: String) {
    let numbers = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let number = numbers[0], let count = numbers[1], 1 <= number, number <= count else {
      return nil
    }
    self.number = number
    self.count = count
  }
}

extension IngestStage {
  /// Keeps only the files of one part.
  ///
  /// All parts, in order, give all files in order. Each part has at least one file. The first parts have one file more
  /// than the others if the files cannot be divided evenly; the sizes of files do not matter.
  package mutating func take(_ part: IngestPart, pipeline: String) throws(StageError) {
    guard part.count <= requests.count else {
      throw StageError(
        .usage, file: pipeline,
        "its sources are \(Figures.counted(requests.count, "file")), too few for \(Figures.grouped(part.count)) parts",
        remedy: "ask for as many parts as `mappack run --list` names, or for fewer")
    }
    let (share, rest) = requests.count.quotientAndRemainder(dividingBy: part.count)
    let first = (part.number - 1) * share + min(part.number - 1, rest)
    isPart = part.count > 1
    requests = Array(requests[first..<first + share + (part.number <= rest ? 1 : 0)])
  }
}
