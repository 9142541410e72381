#if canImport(Darwin)
  import Darwin
  import MachO.dyld
#else
  import Glibc
#endif

/// A file that a release has beside its command: `share/mappack/proj.db`, if the command is `bin/mappack`. There no other
/// version of PROJ takes the database for its own.
package enum ReleasedFile {
  /// The one of the program that runs; `nil` if it has none.
  /// - Parameter folder: the folder in `share`.
  package static func path(_ name: String, in folder: String = "mappack") -> String? {
    executable.flatMap { self.path(name, in: folder, besideExecutable: $0) }
  }

  /// The one of a program, which may be named by a link; `nil` if it has none.
  static func path(_ name: String, in folder: String = "mappack", besideExecutable executable: String) -> String? {
    guard let parts = resolved(executable)?.split(separator: "/"), parts.count >= 2 else { return nil }
    return resolved("/" + (parts.dropLast(2) + ["share", folder[...], name[...]]).joined(separator: "/"))
  }

  private static var executable: String? {
    #if canImport(Darwin)
      var size = UInt32(0)
      _ = _NSGetExecutablePath(nil, &size)
      return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(size)) { path in
        guard let start = path.baseAddress, _NSGetExecutablePath(start, &size) == 0 else { return nil }
        return String(cString: start)
      }
    #else
      // In a container without /proc, the name by which the program was called.
      return resolved("/proc/self/exe") ?? CommandLine.arguments.first
    #endif
  }

  /// A path without links and `..`; `nil` if there is no such file.
  private static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
