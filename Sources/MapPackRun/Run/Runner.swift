import Foundation
import MapPackFeatures
import MapPackFiles
import MapPackGeometry
import MapPackProject

/// Runs pipelines: makes each map, or checks its outputs. Small maps are made at the same time.
package struct Runner {
  package var settings: MapTask.Settings
  /// The path of the report of all maps, if there is to be one. It is also written if maps fail.
  package var reportPath: String?

  package init(settings: MapTask.Settings, reportPath: String? = nil) {
    (self.settings, self.reportPath) = (settings, reportPath)
  }

  /// In bytes of sources. A larger map has all threads and the memory for itself.
  static let smallMap = 32 << 20

  /// If a map fails, the others are made nevertheless. If an output of one map would overwrite an input or an output of
  /// any map, no map is made. The number of threads makes no difference to what is printed.
  ///
  /// - Returns: the status of the first failure, in the order of the paths; `success` if there is none.
  package func run(_ paths: [String]) -> ExitStatus {
    let console = Console.current
    let tasks = paths.map(MapTask.init)
    do {
      try checkRoles(tasks)
    } catch {
      console.note(error)
      return error.status
    }
    if settings.mode == .make || settings.mode == .force {
      for folder in Set(paths.map { LinkedPath.folder(of: $0) }).sorted() {
        for line in PipelineFolder(folder).sweep() { console.note(line) }
      }
    }
    var status = ExitStatus.success
    var report = RunReport(maps: [])
    func take(_ outcome: (status: ExitStatus, report: MapReport?)) {
      if status == .success { status = outcome.status }
      if let map = outcome.report { report.maps.append(map) }
    }
    var next = tasks[...]
    while let first = next.first {
      let small = next.prefix { $0.sourceBytes <= Self.smallMap }
      if small.count > 1, settings.jobs > 1, !settings.isVerbose {
        runBesideEachOther(Array(small), console: console, take)
        next = next.dropFirst(small.count)
      } else {
        take(first.run(settings, console: console))
        next = next.dropFirst()
      }
    }
    if let reportPath {
      do {
        try OutputSet.write(.data(try SortedJSON.encoded(report)), to: reportPath)
      } catch {
        console.note(error)
        if status == .success { status = error.status }
      }
    }
    return status
  }

  /// A task that runs on another thread, and its outcome.
  ///
  /// Unchecked: the outcome is written on that thread, and read only after the task is done.
  private final class Work: @unchecked Sendable {
    let task: MapTask
    let held = HeldConsole()
    var outcome: (status: ExitStatus, report: MapReport?) = (.success, nil)

    init(_ task: MapTask) { self.task = task }
  }

  private func runBesideEachOther(
    _ tasks: [MapTask], console: Console, _ take: ((status: ExitStatus, report: MapReport?)) -> Void
  ) {
    let threads = min(settings.jobs, tasks.count)
    var settings = settings
    settings.jobs /= threads
    settings.showsProgress = false
    var works = OrderedWork<Work>(jobs: threads) { [settings] work in
      let console = work.held.console
      work.outcome = Console.$current.withValue(console) { work.task.run(settings, console: console) }
    }
    for task in tasks { works.add(Work(task)) }
    let line = ProgressLine(console: console, isQuiet: settings.isQuiet)
    var done = 0
    while let work = works.next() {
      line.erase()
      work.held.print(to: console)
      take(work.outcome)
      done += 1
      line.handler?(ProgressEvent(activity: "making maps", done: done, total: tasks.count, unit: "maps"))
    }
    line.erase()
  }

  /// Checks that no two maps have one name, and that no output would overwrite an input or another output. A pipeline
  /// file that cannot be read takes no part; its own task reports it.
  private func checkRoles(_ tasks: [MapTask]) throws(StageError) {
    var roles = FileRoles()
    var pathByMap: [String: String] = [:]
    let pipelines = tasks.compactMap { try? $0.pipeline.get() }
    for pipeline in pipelines {
      for map in pipeline.maps.map(\.map) {
        if let other = pathByMap.updateValue(pipeline.path, forKey: map) {
          throw MapTask.isAnothers(map, of: pipeline, other: other)
        }
      }
      try roles.read(pipeline, writesLock: true)
    }
    if let merged = settings.merged { try roles.read([merged]) }
    for pipeline in pipelines {
      for name in pipeline.outputNames {
        try roles.write(name, at: pipeline.location(ofOutput: name, in: settings.outputFolder), for: pipeline.map)
      }
    }
    if let reportPath { try roles.write(reportPath, at: reportPath) }
  }
}

extension MapTask {
  /// Of all files that the map is made from; 0 if the pipeline file cannot be read.
  fileprivate var sourceBytes: Int {
    guard let pipeline = try? pipeline.get() else { return 0 }
    return pipeline.inputFiles.reduce(0) { sum, file in
      let attributes = try? FileManager.default.attributesOfItem(atPath: file.location)
      return sum + (attributes?[.size] as? Int ?? 0)
    }
  }
}
