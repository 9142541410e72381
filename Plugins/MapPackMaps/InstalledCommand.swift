import Foundation
import PackagePlugin

/// The command mappack that is installed on this machine. Both command plugins run it, and a plugin cannot have a library:
/// so this file is in both folders, in one of them as a link.
enum InstalledCommand {
  /// Runs the command in the package's folder.
  static func run(_ arguments: [String], in context: PluginContext) throws {
    guard let tool else {
      throw Failure(
        "The command mappack is not installed. Install it from a clone of MapPack: Pipelines/install. It is looked for on "
          + "PATH, in /usr/local/bin, /opt/homebrew/bin and ~/.local/bin.")
    }
    let process = Process()
    process.executableURL = tool
    process.arguments = arguments
    process.currentDirectoryURL = context.package.directoryURL
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure("mappack \(arguments.first ?? "") ended with status \(process.terminationStatus).")
    }
  }

  private static var tool: URL? {
    let environment = ProcessInfo.processInfo.environment
    let home = environment["HOME"].map { [$0 + "/.local/bin"] } ?? []
    let folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
    return (folders + ["/usr/local/bin", "/opt/homebrew/bin"] + home)
      .map { URL(fileURLWithPath: $0).appendingPathComponent("mappack") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }
}

/// An error that SwiftPM prints.
struct Failure: Error, CustomStringConvertible {
  var description: String
  init(_ description: String) { self.description = description }
}
