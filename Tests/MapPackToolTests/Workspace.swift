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

extension Workspace {
  /// Writes the pipeline file of a map in `Output`, with these lines between its sources and outputs; says where it lies.
  @discardableResult
  func writePipeline(
    _ lines: String..., of source: String = "source.geojson", map: String = "Trial", outputs: String = ""
  ) throws -> String {
    let output = "output: { pack: Output/\(map).mappack, swift: Output/\(map).swift\(outputs) }"
    let all = ["map: \(map)", "sources: [{ path: \(source) }]"] + lines + [output]
    return try write(all.joined(separator: "\n") + "\n", to: "Pipelines/\(map.lowercased()).yml")
  }

  /// Runs ingest, merge and simplify, each on what the one before wrote, and emit if it has arguments; says where the
  /// last coverage lies.
  @discardableResult
  func stages(
    pipeline: String? = nil, ingest: [String] = [], merge: [String] = [], simplify: [String] = [],
    emit: [String]? = nil, emits status: Int32 = 0, at location: SourceLocation = #_sourceLocation
  ) -> String {
    let (features, merged, last) = (path("a.features"), path("b.coverage"), path("c.coverage"))
    let flags = pipeline.map { ["--pipeline", $0] } ?? []
    let first = [
      ["ingest", "-o", features] + ingest, ["merge", features, "-o", merged] + merge,
      ["simplify", merged, "-o", last] + simplify,
    ]
    for stage in first { CommandOutput.of(RootCommand.self, stage + flags, exits: 0, at: location) }
    if let emit { CommandOutput.of(RootCommand.self, ["emit", last] + emit + flags, exits: status, at: location) }
    return last
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
