import Foundation
import MapPack
import MapPackCoverage
import MapPackFeatures
import MapPackIngest
import MapPackMerge
import MapPackProject

/// The first run of maps whose pipeline files `mappack init` has written. If it fails, everything is as it was before.
package struct FirstRun {
  private let pipelines: [String]
  /// The files that are written beside the pipeline files, with their old contents.
  private let others: [(path: String, old: Data?)]
  private let newFolders: [String]

  /// - Parameters:
  ///   - others: the paths of other files that are written with the pipeline files.
  ///   - folders: the folders that may have to be made, an outer one before those in it.
  package init(pipelines: [String], others: [String], folders: [String]) {
    self.pipelines = pipelines
    self.others = others.map { ($0, try? Data(contentsOf: URL(fileURLWithPath: $0))) }
    newFolders = folders.filter { !FileManager.default.fileExists(atPath: $0) }
  }

  /// Runs the pipeline files, which are there now. An interruption takes them back too.
  package func run(_ settings: MapTask.Settings) -> ExitStatus {
    let outputs = pipelines.compactMap { try? PipelineFile(contentsOf: $0) }.flatMap { pipeline in
      pipeline.outputNames.map { pipeline.location(ofOutput: $0, in: nil) }
    }
    let newOutputs = outputs.filter { !FileManager.default.fileExists(atPath: $0) }
    for path in pipelines { TemporaryFiles.shared.add(path) }
    let status = Runner(settings: settings).run(pipelines)
    guard status != .success else {
      for path in pipelines { TemporaryFiles.shared.forget(path) }
      return status
    }
    for path in newOutputs + pipelines { TemporaryFiles.shared.remove(path) }
    for (path, old) in others {
      let url = URL(fileURLWithPath: path)
      if let old { try? old.write(to: url, options: .atomic) } else { try? FileManager.default.removeItem(at: url) }
    }
    // Only those that are empty go.
    for folder in newFolders.reversed() { rmdir(folder) }
    return status
  }
}
