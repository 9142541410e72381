import Foundation
import PackagePlugin

/// `swift package maps …`: runs the installed command mappack in the package's folder.
@main
struct Maps: CommandPlugin {
  /// The commands that are useful in a package; the other commands of mappack are for the shell.
  private static let verbs = ["run", "check", "init", "validate", "diff", "fetch"]

  func performCommand(context: PluginContext, arguments: [String]) throws {
    guard let verb = arguments.first, Self.verbs.contains(verb) else {
      throw Failure(
        "Say what to do: swift package maps \(Self.verbs.joined(separator: "|")). Each is the command of mappack; "
          + "`check` is `run --check`.")
    }
    guard let tool = Self.tool else {
      throw Failure(
        "The command mappack is not installed. Install it from a clone of MapPack: Pipelines/install. It is looked for on "
          + "PATH, in /usr/local/bin, /opt/homebrew/bin and ~/.local/bin.")
    }
    let process = Process()
    process.executableURL = tool
    process.arguments = (verb == "check" ? ["run", "--check"] : [verb]) + arguments.dropFirst()
    process.currentDirectoryURL = context.package.directoryURL
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure("mappack \(verb) ended with status \(process.terminationStatus).")
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
private struct Failure: Error, CustomStringConvertible {
  var description: String
  init(_ description: String) { self.description = description }
}
