import Foundation
import MapFeatures

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
  func run(_ paths: [String]) -> ExitStatus {
    let console = Console.current
    var status = ExitStatus.success
    var report = RunReport(maps: [])
    for path in paths {
      let outcome: ExitStatus
      do {
        outcome = try run(path, console: console, report: &report)
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

  private func run(_ path: String, console: Console, report: inout RunReport) throws(StageError) -> ExitStatus {
    let began = Date()
    let pipeline = try PipelineFile(contentsOf: path)
    if let source = absentSource(of: pipeline) {
      if !isQuiet {
        console.print(
          "\(pipeline.map): skipped, \(source.path) is not here; get it from \(source.url ?? "its publisher")")
      }
      return .success
    }
    if !isCheck { try checkThatMapIsNotAnothers(pipeline) }
    let line = ProgressLine(console: console, isQuiet: isQuiet)
    let result: MapRun.Result
    do {
      defer { line.erase() }
      result = try MapRun(pipeline: pipeline, retire: retire, jobs: jobs, progress: line.handler).run()
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
      let differences = OutputCheck.differences(of: result, for: pipeline, location: location)
      for difference in differences { console.print(difference.description) }
      guard differences.isEmpty else { return .findings }
    } else {
      var outputs = OutputSet()
      for (name, data) in result.outputs { outputs.add(data, to: location(name), called: name) }
      try outputs.commit()
    }
    if !isQuiet {
      console.print(Self.line(pipeline.map, result.summary, seconds: Date().timeIntervalSince(began), isCheck: isCheck))
    }
    return .success
  }

  /// Two pipeline files with one map's name would overwrite each other's outputs, and an app could not tell whose it has.
  private func checkThatMapIsNotAnothers(_ pipeline: PipelineFile) throws(StageError) {
    let name = pipeline.provenanceName
    guard let old = Provenance(contentsOf: pipeline.location(ofOutput: name, in: outputFolder)),
      old.pipeline.path != pipeline.fileName
    else { return }
    throw StageError(
      .usage, file: pipeline.path, "the map \(pipeline.map) is made by \(old.pipeline.path) already",
      remedy: "give this map another name, or delete \(name) if the pipeline file was renamed")
  }

  /// The first source that is absent and could be fetched, of a map that has never been made here.
  private func absentSource(of pipeline: PipelineFile) -> PipelineFile.SourceEntry? {
    let pack = pipeline.location(ofOutput: pipeline.output.pack, in: nil)
    guard !FileManager.default.fileExists(atPath: pack) else { return nil }
    let absent = pipeline.sources.filter { IngestStage.files(of: $0, in: pipeline).isEmpty }
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
