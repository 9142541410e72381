import Foundation
import MapPackFiles

/// The files that were ever committed in a repository, on any branch, as far as references and reflogs lead.
struct GitHistory {
  /// The repository's folder.
  let root: String
  /// Paths relative to `root`, of files and folders.
  let paths: Set<String>

  init(root: String, paths: Set<String>) {
    self.root = root
    self.paths = paths
  }

  /// `nil` if git cannot tell: without git, or if the history is cut off.
  init?(root: String) {
    guard Self.git(["rev-parse", "--is-shallow-repository"], in: root) == "false\n",
      let list = Self.git(["rev-list", "--all", "--reflog", "--objects"], in: root)
    else { return nil }
    let paths = list.split(separator: "\n").compactMap { line in
      line.firstIndex(of: " ").map { String(line[line.index(after: $0)...]) }
    }
    self.init(root: root, paths: Set(paths))
  }

  /// The repository that a folder lies in; `nil` if it lies in none.
  static func root(of folder: String) -> String? {
    git(["rev-parse", "--show-toplevel"], in: folder).map { String($0.dropLast()) }
  }

  /// Whether git is told to ignore a file that is there; `nil` without a repository.
  static func ignores(_ path: String) -> Bool? {
    let file = LinkedPath.parts(of: path).file
    return git(
      ["ls-files", "--others", "--ignored", "--exclude-standard", "--", file], in: LinkedPath.folder(of: path)
    ).map { !$0.isEmpty }
  }

  /// Whether a map may have been published: if a file of one of its names was ever committed, in whatever folder, or if
  /// the lock or pack of some map was, and is gone, because the map may have had another name then.
  ///
  /// - Parameters:
  ///   - names: the names of the map's lock and outputs, without folders, in lower case.
  ///   - exists: whether there is a file at a path now.
  func mayHavePublished(_ names: Set<String>, exists: (String) -> Bool) -> Bool {
    paths.contains { path in
      names.contains(LinkedPath.parts(of: path).file.lowercased()) || isOfMap(path) && !exists(root + "/" + path)
    }
  }

  /// Whether a path is that of a map's name lock or pack. Other programs have locks too, without a pipeline file beside.
  private func isOfMap(_ path: String) -> Bool {
    if path.hasSuffix(".mappack") { return true }
    guard path.hasSuffix(NameLockFile.ending) else { return false }
    let stem = String(path.dropLast(NameLockFile.ending.count))
    return paths.contains(stem + ".yml") || paths.contains(stem + ".yaml")
  }

  /// What git prints; `nil` if it fails.
  private static func git(_ arguments: [String], in folder: String) -> String? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    // A monitor is a program of the repository's, which is not to be started.
    process.arguments =
      ["git", "--no-optional-locks", "--literal-pathspecs", "-c", "core.fsmonitor=false", "-C", folder] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(["GIT_NO_LAZY_FETCH": "1"]) { $1 }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? String(decoding: data, as: UTF8.self) : nil
  }
}
