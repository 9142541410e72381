import Foundation
import MapPackFeatures
import MapPackTool
import Testing

/// A folder of its own for one test, gone with the value.
final class Workspace {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("MapPackToolTests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Where a file of the folder lies.
  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  /// Writes a file and says where it lies.
  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    let file = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return file.path
  }

  func data(_ name: String) throws -> Data { try Data(contentsOf: url.appendingPathComponent(name)) }

  func text(_ name: String) throws -> String { String(decoding: try data(name), as: UTF8.self) }

  /// The names of all files below the folder, sorted, hidden ones too.
  func files() -> [String] {
    (FileManager.default.enumerator(atPath: url.path)?.allObjects as? [String] ?? [])
      .filter { name in
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path(name), isDirectory: &isFolder) && !isFolder.boolValue
      }
      .sorted()
  }

  /// All files' bytes by name.
  func snapshot() throws -> [String: Data] {
    try Dictionary(uniqueKeysWithValues: files().map { ($0, try data($0)) })
  }
}

/// What `init` makes of one file: the map Trial of a project of its own.
struct Trial {
  let workspace: Workspace
  let run: CommandOutput
  /// The text of the pipeline file; empty if there is none.
  let pipeline: String

  init(
    _ text: String, as name: String = "source.geojson", _ flags: String..., exits status: Int32 = 0,
    at location: SourceLocation = #_sourceLocation
  ) throws {
    workspace = try Workspace()
    let source = try workspace.write(text, to: name)
    let arguments = ["init", "Trial", source, "--project", workspace.url.path] + flags
    run = CommandOutput.of(RootCommand.self, arguments, exits: status, at: location)
    pipeline = (try? workspace.text("Pipelines/Trial.yml")) ?? ""
  }
}
