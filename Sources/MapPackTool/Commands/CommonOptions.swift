import ArgumentParser
import Foundation
import MapPackCoverage
import MapPackFeatures
import MapPackFiles
import MapPackIngest
import MapPackMerge
import MapPackProject
import MapPackRun
import MapPackSimplify

/// Refuses a command line unless something holds.
func require(_ holds: Bool, _ otherwise: @autoclosure () -> String) throws {
  if !holds { throw ValidationError(otherwise()) }
}

/// Whether a command says what it does, beside its results.
struct QuietOption: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Print nothing but results.")
  var quiet = false

  /// Does work under a progress line, which is erased at the end. Without a line, the handler is `nil`.
  func withProgress<Value>(_ work: (ProgressHandler?) throws(StageError) -> Value) throws(StageError) -> Value {
    let line = ProgressLine(console: Console.current, isQuiet: quiet)
    defer { line.erase() }
    return try work(line.handler)
  }

  func print(_ line: String) { if !quiet { Console.current.print(line) } }

  func note(_ line: String) { if !quiet { Console.current.note(line) } }

  /// - Parameter before: findings that an earlier stage has noted.
  func note(_ findings: [Finding], after before: [Finding] = [], isVerbose: Bool = false) {
    let known = Set(before)
    let new = findings.filter { !known.contains($0) }
    if !quiet { FindingText.note(new, isVerbose: isVerbose, console: Console.current) }
  }
}

/// The options of the commands of stages. Flags have to win over the pipeline file.
struct CommonOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Read this stage's part of a pipeline file; flags win over it.", valueName: "FILE.yml"),
    completion: .pipelineFile)
  var pipeline: String?

  @Flag(help: "Print what the work costs (seconds, processor time and memory), and notes of usual runs.")
  var verbose = false

  var meter: StageMeter? { StageMeter(isOn: verbose) }

  /// Reads the pipeline file, at each call anew; `nil` if the options name none.
  func pipelineFile() throws(StageError) -> PipelineFile? {
    guard let pipeline else { return nil }
    return try PipelineFile(contentsOf: pipeline)
  }
}

/// How many threads a command may use; without the option, as many as there are active processors.
struct JobsOption: ParsableArguments {
  @Option(name: .shortAndLong, help: ArgumentHelp("Threads to use; the result does not depend on it.", valueName: "N"))
  var jobs: Int = ProcessInfo.processInfo.activeProcessorCount

  func validate() throws {
    try require(jobs >= 1, "--jobs must be 1 or more.")
  }
}

/// Where the one file goes that a command writes. A folder that is missing is made.
struct OutputOption: ParsableArguments {
  @Option(name: .shortAndLong, help: ArgumentHelp("The file to write.", valueName: "FILE"), completion: .file())
  var output: String

  /// In small letters, without the dot.
  var ending: String { URL(fileURLWithPath: output).pathExtension.lowercased() }

  func write(_ contents: OutputContents) throws(StageError) { try OutputSet.write(contents, to: output) }
}

/// Which features are read: `--select` and `--drop`, like the keys of the same names in a pipeline file.
struct FilterOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Read only features with this value; repeat it for other fields (and) or values (or). FIELD= stands for a missing value.",
      valueName: "FIELD=VALUE"))
  var select: [String] = []

  @Option(
    help: ArgumentHelp("Leave out features with this value, after --select.", valueName: "FIELD=VALUE"))
  var drop: [String] = []

  func validate() throws {
    for term in select + drop where !(term.firstIndex(of: "=").map { $0 > term.startIndex } ?? false) {
      throw ValidationError("“\(term)” is not FIELD=VALUE.")
    }
  }

  var filters: (select: FeatureFilter?, drop: FeatureFilter?) { (Self.filter(select), Self.filter(drop)) }

  /// The filter that texts such as FIELD=VALUE describe; an empty value stands for a missing one. A feature must have
  /// one of the values of each field. The first `=` ends the field's name.
  private static func filter(_ texts: [String]) -> FeatureFilter? {
    guard !texts.isEmpty else { return nil }
    var terms: [(field: String, values: [String?])] = []
    for text in texts {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2 else { continue }
      let value = parts[1].isEmpty ? nil : parts[1]
      if let index = terms.firstIndex(where: { $0.field == parts[0] }) {
        terms[index].values.append(value)
      } else {
        terms.append((parts[0], [value]))
      }
    }
    return FeatureFilter(terms: terms)
  }
}

/// The options for how sources of a command line are read, if the sources do not say it themselves.
struct SourceOptions: ParsableArguments {
  @Option(
    name: .customLong("layer"),
    help: ArgumentHelp("The layer to read, if a source has several; * for all of them.", valueName: "NAME"))
  var layers: [String] = []

  var layer: String? { layers.first }

  @Option(help: ArgumentHelp("The encoding of attribute text: UTF-8, CP932, …", valueName: "NAME"))
  var encoding: String?

  @Option(
    name: .customLong("crs"),
    help: ArgumentHelp("The coordinate system, if the source does not say it.", valueName: "EPSG:n"))
  var coordinateSystem: String?

  @Flag(help: "Take the rows of HTML tables in the descriptions of KML as fields.")
  var descriptionTables = false

  @Option(help: ArgumentHelp("What closed lines are among areas: lines or areas. (default: lines)", valueName: "KIND"))
  var closedLines: ClosedLines?

  @Option(help: ArgumentHelp("What to read: areas, lines or points. (default: areas)", valueName: "KIND"))
  var geometry: GeometryKind?

  func validate() throws {
    try require(layers.count < 2, "--layer names one layer, or '*' for all of them.")
  }

  /// What the options say holds for every source.
  var reading: ReadingOptions {
    var reading = ReadingOptions()
    (reading.layer, reading.encoding, reading.coordinateSystem) = (layer, encoding, coordinateSystem)
    reading.readsDescriptionTables = descriptionTables ? true : nil
    (reading.closedLines, reading.geometry) = (closedLines, geometry)
    return reading
  }
}

extension GeometryKind: ExpressibleByArgument {}
extension IngestPart: ExpressibleByArgument {}
extension ClosedLines: ExpressibleByArgument {}

// A flag that says the same as a key of pipeline files has the key's words, and its value has no space in it.
extension ArgumentHelp {
  static func merge(_ key: String, _ value: String) -> Self {
    words(of: key, in: PipelineKeys<MergeOptions>.merge, value)
  }
  static func clean(_ key: String, _ value: String) -> Self {
    words(of: key, in: PipelineKeys<MergeOptions>.clean, value)
  }
  static func simplify(_ key: String, _ value: String) -> Self {
    words(of: key, in: PipelineKeys<PipelineFile.Simplify>.simplify, value)
  }

  private static func words<Owner>(of key: String, in keys: PipelineKeys<Owner>, _ value: String) -> Self {
    let summary = keys.keys.first { $0.name == key }?.summary ?? ""
    let words = summary.replacing(/([0-9]) (?=(?:%|[km]?m2?|cm|KB)(?![a-zA-Z]))/) { $0.1 }
    return ArgumentHelp("\(words)", valueName: value)
  }
}

/// What a shell completes for arguments. If a file cannot be read, nothing is completed.
extension CompletionKind {
  static let maps = CompletionKind.custom { _, _, prefix in
    // A word with a slash is a path, and no map has such a name.
    let names = PipelineFolder(ofProject: ".").names
    return prefix.contains("/") ? [] : names.filter { $0.hasPrefix(prefix) }
  }

  /// The codes of the live regions in the name lock of the map that the command line names.
  static let codes = CompletionKind.custom { words, _, prefix in
    let folder = PipelineFolder(ofProject: ".")
    guard let map = words.first(where: folder.names.contains), let path = try? folder.paths([map]).first,
      let pipeline = try? PipelineFile(contentsOf: path)
    else { return [] }
    let locks = pipeline.maps.compactMap { try? NameLockFile.read($0.lockPath) }
    return locks.flatMap { $0.live.map(\.code) }.filter { $0.hasPrefix(prefix) }
  }

  static let rules = CompletionKind.list(Rule.allCases.map(\.rawValue))
  static let schemas = CompletionKind.list(SourceSchema.known.map(\.id))

  static let pipelineFile = CompletionKind.file(extensions: ["yml", "yaml"])
  static let pack = CompletionKind.file(extensions: ["mappack"])
  static let coverage = CompletionKind.file(extensions: ["coverage"])
  static let table = CompletionKind.file(extensions: ["csv", "xlsx"])
}
