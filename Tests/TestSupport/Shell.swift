import Foundation

/// Runs other programs: the scripts of the repository, and the compiler.
public enum Shell {
  /// Runs a command. Returns its status and all that it printed.
  /// - Parameter command: the path of a program, and its arguments.
  public static func execute(
    _ command: [String], in folder: URL? = nil, environment: [String: String]? = nil
  ) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = Array(command.dropFirst())
    process.currentDirectoryURL = folder
    if let environment { process.environment = environment }
    process.standardInput = FileHandle.nullDevice
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, output)
  }
}
