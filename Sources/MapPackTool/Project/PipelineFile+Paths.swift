import Foundation

/// The files of a map: those that its pipeline file does not name, and its outputs. `MapTask` writes what
/// `MapRun` makes to these paths, and `Freshness` compares what is there.
extension PipelineFile {
  /// The pipeline file's own name, without its folder.
  package var fileName: String { URL(fileURLWithPath: path).lastPathComponent }

  /// The map's name lock, beside the pipeline file: `Pipelines/world.yml` has `Pipelines/world.lock`.
  package var lockPath: String { stem + NameLockFile.ending }

  /// The name lock that a run reads: `lockPath`, or the file of version 0.1.0 if only that exists.
  package var lockPathToRead: String {
    let former = stem + NameLockFile.formerEnding
    let files = FileManager.default
    return !files.fileExists(atPath: lockPath) && files.fileExists(atPath: former) ? former : lockPath
  }

  /// The path without the ending .yml or .yaml; another ending stays.
  private var stem: String {
    let ending = [".yml", ".yaml"].first { path.hasSuffix($0) } ?? ""
    return String(path.dropLast(ending.count))
  }

  /// The name of the lock in the provenance, without its folder.
  package var lockName: String { URL(fileURLWithPath: lockPath).lastPathComponent }

  /// The name of the provenance, beside the pack: `Output/World.provenance.json`. Like the pack's path, it is relative
  /// to the project or absolute.
  package var provenanceName: String {
    guard let slash = output.pack.lastIndex(of: "/") else { return "\(map).provenance.json" }
    return output.pack[...slash] + "\(map).provenance.json"
  }

  /// The names of all outputs, the lock first, in the order in which `MapRun` makes them. A further output has to be
  /// added to both.
  var outputNames: [String] {
    [lockName, output.pack, output.swift] + [output.preview, output.report].compactMap(\.self) + [provenanceName]
  }

  /// The path of an output: in the project, or in `folder` if there is one. There it keeps its own name only, without
  /// the folders in `name`. `FileRoles` refuses two outputs that get one path.
  /// - Parameter name: one of `outputNames`.
  func location(ofOutput name: String, in folder: String?) -> String {
    if let folder {
      return URL(fileURLWithPath: folder).appendingPathComponent(URL(fileURLWithPath: name).lastPathComponent).path
    }
    return name == lockName ? lockPath : project.location(of: name)
  }
}
