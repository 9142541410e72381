import Foundation
import MapFeatures

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Runs pipelines one after the other: makes each map, then writes or checks its outputs.
struct Runner {
  /// A folder that takes all outputs instead of the places that the pipeline files name.
  var outputFolder: String?
  var isCheck = false
  var retire: [String] = []
  var jobs: Int
  var isQuiet = false
  /// Where the report of all maps goes.
  var reportPath: String?

  /// Runs all; a map that fails does not keep the others from being made. Returns the status of the first failure.
  ///
  /// Where an output would overwrite an input or another output, of whichever of the maps, none is made.
  func run(_ paths: [String]) -> ExitStatus {
    let console = Console.current
    let maps = paths.map(Opened.init)
    do {
      try checkRoles(maps)
    } catch {
      console.note(error.description)
      return error.status
    }
    var status = ExitStatus.success
    var report = RunReport(maps: [])
    for map in maps {
      let outcome: ExitStatus
      do {
        outcome = try run(map, console: console, report: &report)
      } catch {
        console.note(error.description)
        outcome = error.status
      }
      if status == .success { status = outcome }
    }
    if let reportPath {
      do {
        var outputs = OutputSet()
        outputs.add(try report.encoded(), to: reportPath, called: reportPath)
        try outputs.commit()
      } catch {
        console.note(error.description)
        if status == .success { status = error.status }
      }
    }
    return status
  }

  /// That no other process makes a map from a pipeline file, as long as the value lives.
  private final class Claim {
    private let file: OpenFile

    /// Throws `cannotCreate` where another process is at it.
    init(_ path: String, isShared: Bool) throws(StageError) {
      guard let file = OpenFile(path, O_RDONLY) else {
        throw StageError(.noInput, file: path, "there is no such file", remedy: "name a pipeline file")
      }
      guard file.claim(isShared: isShared) else {
        throw StageError(
          .cannotCreate, file: path, "another run is making this map", remedy: "wait until that run has ended")
      }
      self.file = file
    }
  }

  /// A pipeline file that has been read, or why it has not.
  private struct Opened {
    var path: String
    var pipeline: Result<PipelineFile, StageError>
    var seal = InputSeal()

    init(_ path: String) {
      self.path = path
      do {
        try seal.note(path, at: path)
        pipeline = .success(try PipelineFile(contentsOf: path))
      } catch {
        pipeline = .failure(error)
      }
    }
  }

  /// Throws `usage` where two maps have one name, or an output would overwrite an input or another output.
  private func checkRoles(_ maps: [Opened]) throws(StageError) {
    var roles = FileRoles()
    var pathByMap: [String: String] = [:]
    let pipelines = maps.compactMap { try? $0.pipeline.get() }
    for pipeline in pipelines {
      if let other = pathByMap.updateValue(pipeline.path, forKey: pipeline.map) {
        throw Self.isAnothers(pipeline, other: other)
      }
      try roles.read(pipeline, writesLock: true)
    }
    for pipeline in pipelines { try roles.writeOutputs(of: pipeline, in: outputFolder) }
    if let reportPath { try roles.write(reportPath, at: reportPath) }
  }

  private func run(_ map: Opened, console: Console, report: inout RunReport) throws(StageError) -> ExitStatus {
    let path = map.path
    let began = Date()
    let pipeline = try map.pipeline.get()
    if let source = try absentSource(of: pipeline) {
      if !isQuiet {
        console.print(
          "\(pipeline.map): skipped, \(source.path) is not here; get it from \(source.url ?? "its publisher")")
      }
      return .success
    }
    let places = pipeline.outputNames.map { ($0, pipeline.location(ofOutput: $0, in: outputFolder)) }
    // Released when this map is done. A run that writes elsewhere and a check keep nobody from reading.
    let claim = try Claim(path, isShared: isCheck || outputFolder != nil)
    defer { withExtendedLifetime(claim) {} }
    if isCheck {
      if let name = try OutputSet.interrupted(places) {
        console.print(
          "\(name): an interrupted run has replaced a part of the outputs; the next run finishes that or undoes it")
        return .findings
      }
    } else {
      try checkThatMapIsNotAnothers(pipeline)
      for line in try OutputSet.recover(places) { console.note("\(pipeline.map): " + line) }
    }
    var seal = map.seal
    for file in pipeline.inputFiles { try seal.note(file.name, at: file.location) }
    try seal.note(pipeline.lockName, at: pipeline.lockPath)
    seal.takeDigests(jobs: jobs)
    let line = ProgressLine(console: console, isQuiet: isQuiet)
    let result: MapRun.Result
    do {
      defer { line.erase() }
      result = try MapRun(pipeline: pipeline, seal: seal, retire: retire, jobs: jobs, progress: line.handler).run()
    } catch {
      var error = error
      // What is about the map as a whole is about what its pipeline file asks for.
      if error.file == nil { error.file = path }
      var failure = MapReport(map: pipeline.map)
      failure.error = error.description
      report.maps.append(failure)
      throw error
    }
    report.maps.append(result.report)
    if !isQuiet { FindingText.note(result.report.findings, prefix: "\(pipeline.map): ", console: console) }
    let location = { (name: String) in pipeline.location(ofOutput: name, in: outputFolder) }
    if isCheck {
      try seal.verify()
      let differences = OutputCheck.differences(of: result, for: pipeline, location: location)
      for difference in differences { console.print(difference.description) }
      guard differences.isEmpty else { return .findings }
    } else {
      var outputs = OutputSet()
      for (name, data) in result.outputs { outputs.add(data, to: location(name), called: name) }
      try outputs.commit(verify: seal.verify)
    }
    if !isQuiet {
      console.print(Self.line(pipeline.map, result.summary, seconds: Date().timeIntervalSince(began), isCheck: isCheck))
    }
    return .success
  }

  /// Two pipeline files with one map's name would overwrite each other's outputs, or give two enums of one name, and an
  /// app could not tell whose it has.
  ///
  /// Asked are the provenance that is there and, where the outputs go to their places, the pipeline files beside this one.
  private func checkThatMapIsNotAnothers(_ pipeline: PipelineFile) throws(StageError) {
    let name = pipeline.provenanceName
    if let old = Provenance(contentsOf: pipeline.location(ofOutput: name, in: outputFolder)),
      old.pipeline.path != pipeline.fileName
    {
      var error = Self.isAnothers(pipeline, other: old.pipeline.path)
      error.remedy = "give this map another name, or delete \(name) if the pipeline file was renamed"
      throw error
    }
    guard outputFolder == nil else { return }
    let folder = LinkedPath(plain: pipeline.path).folder
    for name in FolderListing(folder).names.sorted() where name != pipeline.fileName {
      guard name.hasSuffix(".yml") || name.hasSuffix(".yaml"), !name.hasSuffix(".names.yml") else { continue }
      // One that cannot be read says so when it is run.
      guard let other = try? PipelineFile(contentsOf: folder + "/" + name), other.map == pipeline.map,
        FileIdentity(other.path) != FileIdentity(pipeline.path)
      else { continue }
      throw Self.isAnothers(pipeline, other: name)
    }
  }

  private static func isAnothers(_ pipeline: PipelineFile, other: String) -> StageError {
    StageError(
      .usage, file: pipeline.path, "the map \(pipeline.map) is made by \(other) already",
      remedy: "give this map another name, or name each pipeline file once")
  }

  /// The first source that is absent and could be fetched, of a map that has never been made here.
  private func absentSource(of pipeline: PipelineFile) throws(StageError) -> PipelineFile.SourceEntry? {
    let pack = pipeline.location(ofOutput: pipeline.output.pack, in: nil)
    guard !FileManager.default.fileExists(atPath: pack) else { return nil }
    var absent: [PipelineFile.SourceEntry] = []
    for source in pipeline.sources where try IngestStage.files(of: source, in: pipeline).isEmpty {
      absent.append(source)
    }
    return absent.allSatisfy { $0.url != nil } ? absent.first : nil
  }

  /// The line at the end of a map.
  static func line(_ map: String, _ summary: MapRun.Summary, seconds: TimeInterval, isCheck: Bool) -> String {
    [
      "\(map): \(Figures.counted(summary.regions, "region"))",
      Figures.counted(summary.polygons, "polygon"),
      "\(Figures.grouped(summary.verticesIn)) → \(Figures.grouped(summary.verticesOut)) vertices",
      "\(Figures.grouped(summary.packBytes)) bytes",
      "\(Figures.decimal(seconds, places: 2)) s",
    ].joined(separator: ", ") + (isCheck ? ", no difference" : "")
  }
}
