import Foundation

/// As much of the C library of Apple's systems and of their frameworks as the rooms use, for systems that do not have
/// them. The files lie in the folder DarwinStandIns, whose README.md says what they leave out.
enum DarwinStandIns {
  private static let folder = SwiftCompiler.root.appendingPathComponent("Tests/TestSupport/DarwinStandIns")

  /// The modules in Swift, in the order in which they import each other.
  static let modules = ["Glibc", "Darwin", "CryptoKit"].map { name in
    let file = folder.appendingPathComponent("\(name).swift")
    return SwiftCompiler.Module(name: name, sources: [(name, (try? String(contentsOf: file, encoding: .utf8)) ?? "")])
  }

  /// The headers of the C library. All declarations are in Darwin.h, so each of these is that file.
  private static let headers = [
    "Availability", "TargetConditionals", "assert", "ctype", "dirent", "errno", "fcntl", "inttypes", "limits", "locale",
    "mach/clock_types", "mach/message", "mach/port", "math", "os/availability", "pthread", "signal", "stdint", "stdio",
    "stdlib", "string", "sys/mman", "sys/param", "sys/stat", "sys/time", "sys/types", "time", "unistd", "wchar",
  ]

  /// The headers of other libraries, which are the same on every system.
  private static let libraries = [
    "proj.h", "shapefil.h", "sqlite3.h", "zconf.h", "zip.h", "zipconf.h", "zlib.h",
  ]

  /// The folders of the package's C modules.
  private static let ownModules = ["", "PROJ", "SQLite", "System", "Zip"].map { "CMapPack\($0)" }

  /// Writes all headers, and the map of the C modules.
  static func writeHeaders(to copy: URL) throws {
    let files = FileManager.default
    try files.createDirectory(at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
    try files.copyItem(at: folder, to: copy)
    for name in headers {
      let file = copy.appendingPathComponent("\(name).h")
      try files.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data("#include <Darwin.h>\n".utf8).write(to: file)
    }
    for name in ownModules {
      try files.createSymbolicLink(
        at: copy.appendingPathComponent(name),
        withDestinationURL: SwiftCompiler.root.appendingPathComponent("Sources/\(name)"))
    }
    // Debian's systems have some in a folder that is named after the machine.
    let folders = ["/usr/include"] + ["x86_64", "aarch64"].map { "/usr/include/\($0)-linux-gnu" }
    for name in libraries {
      guard let file = folders.map({ "\($0)/\(name)" }).first(where: files.fileExists) else { continue }
      try files.createSymbolicLink(atPath: copy.appendingPathComponent(name).path, withDestinationPath: file)
    }
  }
}
