import Foundation

/// The folder to which the paths in a pipeline file are relative.
///
/// If the file lies in a folder `Pipelines`, it is the folder above that one; else it is the file's own folder. Neither
/// file nor folder need exist. `PipelineFile.project` holds it.
package struct ProjectFolder: Hashable, Sendable {
  /// The folder's absolute path.
  package let url: URL

  package init(ofPipeline path: String) {
    let folder = URL(fileURLWithPath: path).standardizedFileURL.deletingLastPathComponent()
    url = folder.lastPathComponent == "Pipelines" ? folder.deletingLastPathComponent() : folder
  }

  /// The path on disk for a path in the pipeline file.
  package func location(of path: String) -> String {
    path.hasPrefix("/") ? path : url.appendingPathComponent(path).path
  }

  /// The path to write into the pipeline file for a path of the command line: relative if it lies in the project, else
  /// absolute.
  package func name(_ path: String) -> String {
    let folder = url.standardizedFileURL.path
    let full = URL(fileURLWithPath: path).standardizedFileURL.path
    return full.hasPrefix(folder + "/") ? String(full.dropFirst(folder.count + 1)) : full
  }
}
