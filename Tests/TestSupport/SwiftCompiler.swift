import Foundation

/// Compiles and runs small programs with the toolchain at hand, to see that generated Swift is Swift.
public enum SwiftCompiler {
  /// A command that did not succeed, with all it said.
  public struct Failure: Error, CustomStringConvertible {
    public let command: String
    public let output: String

    public var description: String { "\(command)\n\(output)" }
  }

  /// Compiles the program `main` with `sources`, which may import MapPack, and runs it.
  ///
  /// The module MapPack is here what an enum needs of it: the protocol and the reference. Warnings are errors.
  ///
  /// - Parameters:
  ///   - sources: further files by name, without `.swift`.
  /// - Returns: what the program printed.
  /// - Throws: `Failure` where the compiler or the program fails.
  public static func run(_ main: String, with sources: [(name: String, text: String)]) throws -> String {
    let manager = FileManager.default
    let folder = manager.temporaryDirectory.appendingPathComponent("mappack-\(UUID().uuidString)")
    try manager.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? manager.removeItem(at: folder) }

    let object = folder.appendingPathComponent("MapPack.o").path
    let rooms = root.appendingPathComponent("Sources/MapPack")
    try execute(
      "swiftc", "-swift-version", "6", "-parse-as-library", "-wmo", "-module-name", "MapPack", "-emit-module",
      "-emit-module-path", folder.appendingPathComponent("MapPack.swiftmodule").path, "-c", "-o", object,
      rooms.appendingPathComponent("MapRegion.swift").path, rooms.appendingPathComponent("PackReference.swift").path)

    var files: [String] = []
    for (name, text) in sources + [("main", main)] {
      let file = folder.appendingPathComponent("\(name).swift")
      try Data(text.utf8).write(to: file)
      files.append(file.path)
    }
    let program = folder.appendingPathComponent("program").path
    try execute(
      ["swiftc", "-swift-version", "6", "-warnings-as-errors", "-I", folder.path, "-o", program, object] + files)
    return try execute(program)
  }

  /// The folder with the package's manifest.
  public static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @discardableResult
  private static func execute(_ command: String...) throws -> String { try execute(command) }

  @discardableResult
  private static func execute(_ command: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(command: command.joined(separator: " "), output: output)
    }
    return output
  }
}
