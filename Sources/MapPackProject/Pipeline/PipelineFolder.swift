import Foundation
import MapPackFeatures
import MapPackFiles

/// A folder of pipeline files, such as `Pipelines`. It is read at each call; if it is absent, it has no files.
package struct PipelineFolder {
  package let folder: String

  package init(ofProject project: String) { folder = (project == "." ? "" : project + "/") + "Pipelines" }

  package init(ofPipeline path: String) { folder = LinkedPath.folder(of: path) }

  package init(_ folder: String) { self.folder = folder }

  /// In the order of their bytes.
  package var files: [String] { FolderListing(folder).names.filter(Self.isPipeline).sorted() }

  /// The names of the pipeline files without their endings, by which the commands know the maps.
  package var names: [String] { files.map { String($0[..<($0.lastIndex(of: ".") ?? $0.endIndex)]) } }

  /// Checks that there is no pipeline file of a map yet. Capitals make no difference: file systems may ignore them, and
  /// then two maps would write the same outputs.
  package func checkHasNone(of map: String) throws(StageError) {
    let taken = files.first { file in
      if file.lowercased() == "\(map).yml".lowercased() { return true }
      guard file.hasSuffix(".yml"), let pipeline = try? PipelineFile(contentsOf: "\(folder)/\(file)") else {
        return false
      }
      return pipeline.map.lowercased() == map.lowercased()
    }
    guard let taken else { return }
    throw StageError(
      .cannotCreate, file: "\(folder)/\(taken)", "this map already has a pipeline file",
      remedy: "run it, or give the new map another name")
  }

  /// Whether a file's name is that of a pipeline file.
  static func isPipeline(_ name: String) -> Bool { name.hasSuffix(".yml") || name.hasSuffix(".yaml") }

  /// The paths of the pipeline files that arguments name, in the order of the arguments.
  ///
  /// An argument is a path if there is such a file, if it has a slash, or if it ends like a pipeline file. Then it need
  /// not exist. If a map has a file of both endings, .yml is taken.
  ///
  /// - Parameter arguments: paths, or names of maps in this folder; empty for all maps in the folder, in the order of
  ///   `files`.
  package func paths(_ arguments: [String]) throws(StageError) -> [String] {
    let all = files
    guard !arguments.isEmpty else {
      // A map that is left out in silence would be taken for one that is up to date.
      if let other = FolderListing(folder).others.first(where: { Self.isPipeline($0.shown) }) {
        throw StageError(
          .unreadableData, file: folder, "the name of the pipeline file \(other.shown) is not UTF-8",
          remedy: "rename it, or name the maps that are meant")
      }
      guard !all.isEmpty else {
        throw StageError(
          .usage, "there is no pipeline file in \(folder)",
          remedy: "go to the folder that holds Pipelines, name a pipeline file, or make one: mappack init MAP SOURCE")
      }
      return all.map { folder + "/" + $0 }
    }
    var paths: [String] = []
    for argument in arguments {
      if FileManager.default.fileExists(atPath: argument) || argument.contains("/") || Self.isPipeline(argument) {
        paths.append(argument)
      } else if let file = ["yml", "yaml"].map({ "\(argument).\($0)" }).first(where: all.contains) {
        paths.append(folder + "/" + file)
      } else {
        let maps = names
        throw StageError(
          .usage, "there is no map “\(argument)” in \(folder)",
          remedy: maps.isEmpty
            ? "name a pipeline file"
            : "\(didYouMean(argument, in: maps))the maps are \(maps.joined(separator: ", "))")
      }
    }
    return paths
  }
}

/// The folder to which the paths in a pipeline file are relative.
///
/// If the file lies in a folder `Pipelines`, it is the folder above that one; else it is the file's own folder. Neither
/// file nor folder need exist.
package struct ProjectFolder: Hashable, Sendable {
  /// The folder's absolute path.
  package let url: URL

  package init(ofPipeline path: String) {
    let folder = URL(fileURLWithPath: path).standardizedFileURL.deletingLastPathComponent()
    url = folder.lastPathComponent == "Pipelines" ? folder.deletingLastPathComponent() : folder
  }

  /// The path on disk of a path in the pipeline file.
  package func location(of path: String) -> String {
    path.hasPrefix("/") ? path : url.appendingPathComponent(path).path
  }

  /// The path to write into the pipeline file: relative if it lies in the project, else absolute.
  package func name(_ path: String) -> String {
    let folder = url.standardizedFileURL.path
    let full = URL(fileURLWithPath: path).standardizedFileURL.path
    return full.hasPrefix(folder + "/") ? String(full.dropFirst(folder.count + 1)) : full
  }
}
