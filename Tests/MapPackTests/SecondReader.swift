import Foundation
import TestSupport

/// The reader of packs in Python that was written from the format's description alone.
enum SecondReader {
  /// Where there is no Python 3, tests that need it are skipped, unless nothing may be; `Pipelines/test` installs it.
  static let isThere =
    ProcessInfo.processInfo.environment["MAPPACK_STRICT"] != nil
    || (try? run(["-c", "import sys; sys.exit(sys.version_info < (3, 9))"]).status) == 0

  struct Answer {
    var status: Int32
    var output: String
    var messages: String
  }

  /// What it says of these packs, one behind the other.
  static func read(_ packs: [URL]) throws -> Answer {
    let script = SwiftCompiler.root.appendingPathComponent("Tests/MapPackTests/SecondReader/read_pack.py")
    return try run(["-B", script.path] + packs.map(\.path))
  }

  private static func run(_ arguments: [String]) throws -> Answer {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("mappack-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // Files, which take any amount while nobody reads.
    let files = try ["output", "messages"].map { name in
      let file = folder.appendingPathComponent(name)
      try Data().write(to: file)
      return file
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3"] + arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: files[0])
    process.standardError = try FileHandle(forWritingTo: files[1])
    try process.run()
    process.waitUntilExit()
    return Answer(
      status: process.terminationStatus, output: try String(contentsOf: files[0], encoding: .utf8),
      messages: try String(contentsOf: files[1], encoding: .utf8))
  }
}
