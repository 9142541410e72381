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
}
