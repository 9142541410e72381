import Foundation
import MapPackFeatures
import MapPackFiles
import MapPackProject

/// A pipeline file whose map is to be made or checked.
package struct MapTask: Sendable {
  package enum Mode: Sendable {
    /// Makes the map if its outputs are not what a run would give.
    case make
    case force
    /// Says what `make` would do, and writes nothing.
    case dryRun
    /// Makes the map and compares it with the committed outputs; writes nothing.
    case check
  }

  package var pipeline: Result<PipelineFile, StageError>
  private var seal = InputSeal()

  /// Reads a pipeline file. An error is kept in `pipeline`.
  package init(_ path: String) {
    do {
      try seal.note(path, at: path)
      pipeline = .success(try PipelineFile(contentsOf: path))
    } catch {
      pipeline = .failure(error)
    }
  }

  package struct Settings: Sendable {
    package var mode = Mode.make
    /// A folder that takes all outputs instead of the paths that the pipeline files name.
    package var outputFolder: String?
    package var retire: [String] = []
    package var names = NameChange.none
    /// The path of a merged coverage to go on with, instead of the sources.
    package var merged: String?
    package var jobs: Int
    package var isQuiet = false
    package var isVerbose = false
    var showsProgress = true

    package init(
      mode: Mode = .make, outputFolder: String? = nil, retire: [String] = [], names: NameChange = .none,
      merged: String? = nil, jobs: Int, isQuiet: Bool = false, isVerbose: Bool = false, showsProgress: Bool = true
    ) {
      (
        self.mode, self.outputFolder, self.retire, self.names, self.merged, self.jobs, self.isQuiet, self.isVerbose,
        self.showsProgress
      ) = (mode, outputFolder, retire, names, merged, jobs, isQuiet, isVerbose, showsProgress)
    }
  }

  /// Does the task and prints the outcome. A map that was never made here is skipped if a source is absent and all
  /// absent ones have an address.
  ///
  /// - Returns: the status that the command ends with if nothing else fails, and the map's report if the map was made
  ///   or failed. The status is that of the error; `findings` if a check finds a difference, or if a check or a dry run
  ///   finds an interrupted run; else `success`.
  package func run(_ settings: Settings, console: Console) -> (status: ExitStatus, report: MapReport?) {
    var report: MapReport?
    do {
      let work = MapWork(pipeline: try pipeline.get(), settings: settings, console: console)
      return (try work.run(seal, &report), report)
    } catch {
      console.note(error, for: .pipelineFile)
      return (error.status, report)
    }
  }

  /// - Parameter map: the name that both files make a map of.
  static func isAnothers(_ map: String, of pipeline: PipelineFile, other: String) -> StageError {
    StageError(
      .usage, file: pipeline.path, "the map \(map) is already made by \(other)",
      remedy: "give this map another name, or name each pipeline file once")
  }
}

/// The making or the check of one map, whose pipeline file can be read.
private struct MapWork {
  var pipeline: PipelineFile
  var settings: MapTask.Settings
  var console: Console

  private func location(_ output: String) -> String { pipeline.location(ofOutput: output, in: settings.outputFolder) }

  private func say(_ words: String) { if !settings.isQuiet { console.print("\(pipeline.map): \(words)") } }

  func run(_ early: InputSeal, _ report: inout MapReport?) throws(StageError) -> ExitStatus {
    let began = Date()
    if let reason = try pipeline.reasonToSkip() {
      say(reason)
      return .success
    }
    // The claim is released when this map is done. Checks, and runs that write elsewhere, share it.
    let isReader = settings.mode == .check || settings.mode == .dryRun || settings.outputFolder != nil
    let claim = try PipelineClaim(pipeline.path, isShared: isReader)
    defer { withExtendedLifetime(claim) {} }
    if let status = try settle() { return status }

    var seal = early
    let isMerged = settings.merged != nil && settings.mode != .dryRun
    for file in isMerged ? pipeline.tables : pipeline.inputFiles { try seal.note(file.name, at: file.location) }
    for lock in pipeline.maps.map(\.lockPath) { try seal.note(lock, at: lock) }
    seal.takeDigests(jobs: settings.jobs)
    if settings.mode == .dryRun
      || settings.mode == .make && settings.retire.isEmpty && settings.names == .none && !isMerged
    {
      let differences = try Freshness.differences(of: pipeline, seal: seal, in: settings.outputFolder)
      if differences.isEmpty {
        say("up to date")
        return .success
      }
      if settings.mode == .dryRun {
        for difference in differences {
          console.print("\(pipeline.map): would be made: \(difference.file): \(difference.why)")
        }
        return .success
      }
    }

    let result = try made(seal, &report)
    if !settings.isQuiet {
      FindingText.note(
        result.report.findings, for: .pipelineFile, prefix: "\(pipeline.map): ", isVerbose: settings.isVerbose,
        console: console)
    }
    let old: String?
    if settings.mode == .check {
      try seal.verify()
      guard isWritten(result) else { return .findings }
      old = "no difference"
    } else {
      old = settings.mode == .force ? comparison(of: result) : nil
      try write(result, seal)
    }
    let seconds = Figures.decimal(Date().timeIntervalSince(began), places: 2)
    say(([result.figures, "\(seconds) s"] + [old].compactMap(\.self)).joined(separator: ", "))
    return .success
  }

  /// What a map that is made in any case has in common with the outputs that are there, in words.
  private func comparison(of result: MapRun.Result) -> String? {
    guard FileManager.default.fileExists(atPath: location(pipeline.output.pack)) else { return nil }
    let differences = OutputCheck.differences(of: result, for: pipeline, in: settings.outputFolder)
    return differences.isEmpty ? "no difference" : "changed: " + differences.map(\.file).listed(atMost: 3)
  }

  /// Whether the outputs are what a run gave. Prints how they differ.
  private func isWritten(_ result: MapRun.Result) -> Bool {
    let differences = OutputCheck.differences(of: result, for: pipeline, in: settings.outputFolder)
    for difference in differences {
      // The lock and the provenance lie beside the pipeline file.
      let folder = pipeline.path.split(separator: "/").dropLast().last.map { $0 + "/" } ?? ""
      let file = (difference.file.contains("/") ? "" : folder) + difference.file
      console.print("\(file): differs from what the pipeline gives: \(difference.why)")
    }
    if !differences.isEmpty {
      let command = "mappack run \(ShellText.word(pipeline.path))"
      console.note("\(pipeline.map): `\(command)` makes it anew; look at what changes, and commit it")
    }
    return differences.isEmpty
  }

  /// Writes the outputs, if no file that was read has changed in the meantime.
  private func write(_ result: MapRun.Result, _ seal: InputSeal) throws(StageError) {
    var outputs = OutputSet()
    for (name, data) in result.outputs { outputs.add(data, to: location(name), called: name) }
    try outputs.commit(verify: seal.verify)
  }

  /// Recovers from an interrupted run, and makes sure that no other pipeline file makes this map. A check and a dry run
  /// only report an interrupted run.
  ///
  /// - Returns: the status to end with, if the task ends here.
  private func settle() throws(StageError) -> ExitStatus? {
    let outputs = pipeline.outputNames.map { ($0, location($0)) }
    switch settings.mode {
    case .check, .dryRun:
      guard let name = try OutputSet.interrupted(outputs) else { return nil }
      console.print(
        "\(name): an interrupted run has replaced a part of the outputs; the next run finishes that or undoes it")
      return .findings
    case .make, .force:
      try checkThatMapIsNotAnothers()
      for line in try OutputSet.recover(outputs) { console.note("\(pipeline.map): " + line) }
      return nil
    }
  }

  private func made(_ seal: InputSeal, _ report: inout MapReport?) throws(StageError) -> MapRun.Result {
    let line = ProgressLine(console: console, isQuiet: settings.isQuiet || !settings.showsProgress)
    defer { line.erase() }
    let run = MapRun(
      pipeline: pipeline, seal: seal, settings: settings, progress: line.handler)
    do {
      var meter = StageMeter(isOn: settings.isVerbose, prefix: "\(pipeline.map): ", console: console)
      let result = try run.run { stage in
        line.erase()
        meter?.mark(stage)
      }
      report = result.report
      return result
    } catch {
      var error = error
      // An error about the map as a whole is about its pipeline file.
      if error.file == nil { error.file = pipeline.path }
      report = MapReport(map: pipeline.map, error: error.text(for: .pipelineFile))
      throw error
    }
  }

  /// Makes sure that no other pipeline file makes a map of the same name. Two such files would overwrite each other's
  /// outputs, or give two enums of one name, and an app could not tell which one it has. The check reads the provenance
  /// of the last run. For maps that are not in there, and if the outputs go to the paths in the pipeline file, it reads
  /// the pipeline files beside this one.
  private func checkThatMapIsNotAnothers() throws(StageError) {
    let name = pipeline.provenanceName
    let old = Provenance(of: pipeline, in: settings.outputFolder)
    if let old, old.pipeline.path != pipeline.fileName {
      var error = MapTask.isAnothers(pipeline.map, of: pipeline, other: old.pipeline.path)
      error.remedy = "give this map another name, or delete \(name) if the pipeline file was renamed"
      throw error
    }
    let made = old?.outputs.map(\.path) ?? []
    let new = pipeline.maps.filter { !made.contains($0.pack) }.map(\.map)
    guard settings.outputFolder == nil, !new.isEmpty else { return }
    for other in PipelineFolder(ofPipeline: pipeline.path).files where other != pipeline.fileName {
      // A file that cannot be read is reported when it is run.
      guard let file = try? PipelineFile(contentsOf: LinkedPath.folder(of: pipeline.path) + "/" + other),
        let map = file.maps.map(\.map).first(where: new.contains),
        FileIdentity(file.path) != FileIdentity(pipeline.path)
      else { continue }
      throw MapTask.isAnothers(map, of: pipeline, other: other)
    }
  }
}

extension PipelineFile {
  /// Why the map is skipped: a source is absent, the map has never been made here, and all its absent sources have an
  /// address. `nil` if it is not.
  package func reasonToSkip() throws(StageError) -> String? {
    guard !FileManager.default.fileExists(atPath: location(ofOutput: output.pack, in: nil)) else { return nil }
    var absent: [SourceEntry] = []
    for source in entries where try files(of: source).isEmpty { absent.append(source) }
    guard let first = absent.first, absent.allSatisfy({ $0.url != nil }) else { return nil }
    return "skipped, \(first.path) is not here; get it from \(first.url ?? "its publisher")"
  }
}
