import ArgumentParser
import Foundation
import MapPack
import MapPackCoverage
import MapPackFeatures
import MapPackFiles
import MapPackIngest
import MapPackMerge
import MapPackNames
import MapPackProject
import MapPackRun

/// `mappack inspect`: what sources, a stage file or a pack hold.
struct Inspect: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show what sources, a stage file or a pack hold.",
    discussion: """
      Of a source, it shows each layer: features, coordinate system, and the
      fields, with how many values each has, how many features have none, whether
      it fits as a map's key or name, and the first values; then what `mappack
      init` would choose. Of a .features file, it shows the fields too. Of a
      .coverage file, it shows the regions. Of a pack, it shows the map, sections
      and regions; in JSON the regions have their cases, if the map's name lock
      lies beside the pack, or in the folder Pipelines beside the pack's folder.

      EXAMPLES
        mappack inspect RawData/counties.zip
        mappack inspect RawData/towns.gpkg --layer towns --json
        mappack inspect counties.features
        mappack inspect Output/World.mappack
        mappack inspect Output/World.mappack --json | jq '.regions[].code'
      """)

  @Argument(
    help: ArgumentHelp(
      "Files, folders or patterns to read; or one .mappack, .features or .coverage file.", valueName: "FILE"),
    completion: .file())
  var inputs: [String]

  @OptionGroup var source: SourceOptions

  @Flag(help: "Print all of it as JSON.")
  var json = false

  @OptionGroup var talk: QuietOption

  @OptionGroup var jobs: JobsOption

  func run() throws {
    switch inputs.count == 1 ? OwnFile(at: inputs[0]) : nil {
    case .features: try print(Inspection(try StageInput.featureTable(inputs)))
    case .coverage: try print(Inspection(try StageInput.coverage(inputs[0])))
    case .pack:
      let pack = try OpenPack.verified(inputs[0])
      try print(Inspection(pack, lock: NameLockFile.lock(of: pack, at: inputs[0])))
    case nil: try inspectSources()
    }
  }

  private func print(_ contents: Inspection) throws(StageError) {
    if json {
      Console.current.output(String(decoding: try SortedJSON.encoded(contents.json), as: UTF8.self))
    } else {
      for columns in contents.lines { Console.current.print(columns) }
    }
  }

  /// Shows each layer of each source. One that cannot be read is an error, and the others are shown all the same.
  private func inspectSources() throws {
    var layers: [Inspection] = []
    var status = ExitStatus.success
    func take(_ work: () throws(StageError) -> Void) {
      do throws(StageError) {
        try work()
      } catch {
        Console.current.note(error)
        if status == .success { status = error.status }
      }
    }
    for path in inputs {
      take { () throws(StageError) in
        for layer in try self.layers(of: path) {
          take { () throws(StageError) in layers.append(try inspection(of: path, layer: layer)) }
        }
      }
    }
    if !layers.isEmpty {
      try print(
        Inspection(
          json: ["layers": .list(layers.map(\.json))], lines: Array(layers.map(\.lines).joined(separator: [[]]))))
    }
    if status != .success { throw ExitCode(status.rawValue) }
  }

  /// The layers to show; `nil` stands for all that is read if no layer is named.
  private func layers(of path: String) throws(StageError) -> [String?] {
    if let layer = source.layer { return [layer] }
    if let layers = try IMDFArchive.layers(at: path, shownAs: path) { return layers.sortedByBytes }
    // What is no file is a folder or a pattern, all files of which are read together.
    guard FileReading.isFolder(path) == false else { return [nil] }
    let layers = try MapPackIngest.layers(of: SourceRequest(location: path, source: Source(path: path)))
    return layers.count > 1 ? layers.map(\.name) : [nil]
  }

  private func inspection(of path: String, layer: String?) throws(StageError) -> Inspection {
    var reading = source.reading
    reading.layer = layer
    let table = try talk.withProgress { progress throws(StageError) in
      try IngestStage.table(of: [path], reading: reading, map: nil, jobs: jobs.jobs, progress: progress)
    }
    talk.note(table.findings)
    let proposal = Result { () throws(StageError) in
      if let error = ProposalRefusal.unsound(table) { throw error }
      return try MapProposal.all(
        of: [(table, nil)], map: MapProposal.mapName(ofSource: path, layer: layer, fields: table.fields))
    }
    return Inspection(table, proposal: proposal)
  }
}

/// The kinds of files that the tool itself writes and that can be inspected.
private enum OwnFile: String {
  case features, coverage
  case pack = "mappack"

  /// By its ending, else by its first bytes; `nil` if it is another file, or none.
  init?(at path: String) {
    if let kind = OwnFile(rawValue: URL(fileURLWithPath: path).pathExtension.lowercased()) {
      self = kind
      return
    }
    let file = FileHandle(forReadingAtPath: path)
    guard let head = try? file?.read(upToCount: 4096) else { return nil }
    if head.starts(with: Data("MAPPACK".utf8)) {
      self = .pack
    } else {
      switch StageFile.kind(of: head) {
      case .features: self = .features
      case .coverage: self = .coverage
      case nil: return nil
      }
    }
  }
}
