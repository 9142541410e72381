import Foundation

/// The executable `mappack` that was built beside the tests.
enum Executable {
  /// Where it lies; `nil` if only the tests were built.
  static let url: URL? = {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? Bundle.main
    let folder =
      bundle.bundlePath.hasSuffix(".xctest") ? bundle.bundleURL.deletingLastPathComponent() : bundle.bundleURL
    let file = folder.appendingPathComponent("mappack")
    return FileManager.default.isExecutableFile(atPath: file.path) ? file : nil
  }()

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
    process.arguments = ["-c", line, url?.path ?? "mappack"] + arguments
    let messages = Pipe()
    process.standardError = messages
    process.standardOutput = FileHandle.nullDevice
    // What is ignored here is ignored there: a shell that starts the tests in the background ignores SIGINT.
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] { signal(number, SIG_DFL) }
    try process.run()
    return (process, messages)
  }
}
