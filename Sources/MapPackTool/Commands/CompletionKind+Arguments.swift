import ArgumentParser
import Foundation
import MapPackFeatures

/// What a shell completes for the arguments of the commands, which name it as `completion:`. Pipeline files are looked
/// for in the current folder. If a file cannot be read, nothing is completed.
extension CompletionKind {
  /// The maps of the folder Pipelines, by the names of their files.
  static let maps = CompletionKind.custom { _, _, prefix in
    // A word with a slash is a path, and no map has such a name.
    let names = PipelineFolder(ofProject: ".").names
    return prefix.contains("/") ? [] : names.filter { $0.hasPrefix(prefix) }
  }

  /// The codes of the live regions in the name lock of the map that the command line names.
  static let codes = CompletionKind.custom { words, _, prefix in
    let folder = PipelineFolder(ofProject: ".")
    guard let map = words.first(where: folder.names.contains), let path = try? folder.paths([map]).first,
      let pipeline = try? PipelineFile(contentsOf: path), let lock = try? NameLockFile.read(pipeline.lockPathToRead)
    else { return [] }
    return lock.live.map(\.code).filter { $0.hasPrefix(prefix) }
  }

  static let rules = CompletionKind.list(Rule.allCases.map(\.rawValue))
  static let schemas = CompletionKind.list(SourceSchema.known.map(\.id))

  static let pipelineFile = CompletionKind.file(extensions: ["yml", "yaml"])
  static let pack = CompletionKind.file(extensions: ["mappack"])
  static let coverage = CompletionKind.file(extensions: ["coverage"])
  static let table = CompletionKind.file(extensions: ["csv"])
}
