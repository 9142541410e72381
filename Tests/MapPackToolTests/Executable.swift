import Foundation
import TestSupport

/// The executable `mappack` that was built with the tests.
enum Executable {
  static let url = SwiftCompiler.buildFolder.appendingPathComponent("mappack-command")

  /// Runs such a line to its end, and says what it wrote to the stream of messages.
  static func run(_ line: String, _ arguments: String...) throws -> (process: Process, messages: String) {
    let (process, messages) = try start(line, arguments)
    let text = String(decoding: messages.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process, text)
  }

  /// Starts a shell line in which `$0` is the executable and `$1` … are the arguments.
  static func start(_ line: String, _ arguments: [String]) throws -> (process: Process, messages: Pipe) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", line, url.path] + arguments
    let messages = Pipe()
    process.standardError = messages
    process.standardOutput = FileHandle.nullDevice
    // What is ignored here is ignored there: a shell that starts the tests in the background ignores SIGINT, and a profiler
    // SIGUSR2.
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2] { signal(number, SIG_DFL) }
    try process.run()
    return (process, messages)
  }
}
