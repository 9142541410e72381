import Foundation

/// The folder to which a pipeline file's paths are relative: the one that holds the file's `Pipelines` folder,
/// else the file's own.
package struct ProjectFolder: Hashable, Sendable {
  package let url: URL

  package init(ofPipeline path: String) {
    let folder = URL(fileURLWithPath: path).standardizedFileURL.deletingLastPathComponent()
    url = folder.lastPathComponent == "Pipelines" ? folder.deletingLastPathComponent() : folder
  }

  /// Where a path of the pipeline file leads on disk.
  package func location(of path: String) -> String {
    path.hasPrefix("/") ? path : url.appendingPathComponent(path).path
  }

  /// What the pipeline file calls a path of the command line: relative to the project where it lies within it.
  package func name(_ path: String) -> String {
    let folder = url.standardizedFileURL.path
    let full = URL(fileURLWithPath: path).standardizedFileURL.path
    return full.hasPrefix(folder + "/") ? String(full.dropFirst(folder.count + 1)) : full
  }
}
