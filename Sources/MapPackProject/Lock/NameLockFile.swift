import Foundation
import MapPack
import MapPackFeatures
import MapPackFiles
import MapPackNames

/// The file in which a map's name lock is kept, beside its pipeline file.
package enum NameLockFile {
  /// How its name ends: `world.lock` is the lock of `world.yml`.
  package static let ending = ".lock"

  /// Reads a lock; `nil` if there is no such file, because the map has not been made before.
  ///
  /// - Throws: `noInput` if the file cannot be read; `usage`, with the line if known, if no run writes such a file.
  package static func read(_ path: String) throws(StageError) -> NameLock? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let data = try FileReading.contents(of: path, called: path)
    guard let text = String(data: data, encoding: .utf8) else {
      throw StageError(.usage, file: path, "the name lock is not UTF-8", remedy: NameLock.restoring)
    }
    if let line = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).firstIndex(where: {
      $0.isMergeMark
    }) {
      throw StageError(
        .usage, at: Location(file: path, line: line + 1), "the name lock has the marks of a merge that is not settled",
        remedy: "`mappack run MAP --settle` settles it: published raw values stay, new ones that collide move up")
    }
    let isEmpty = text.allSatisfy(\.isWhitespace)
    let lock: NameLock
    do {
      lock = isEmpty ? NameLock() : try NameLock(text: text, file: path)
    } catch {
      // Nobody writes a lock by hand, so how its keys are spelled is no help.
      var error = error
      error.message = "the name lock is damaged: \(error.message)"
      error.remedy = NameLock.restoring
      throw error
    }
    // No run writes a lock without a region.
    guard !lock.regions.isEmpty else {
      throw StageError(.usage, file: path, "the name lock is empty", remedy: NameLock.restoring)
    }
    try lock.check(file: path)
    return lock
  }

  /// Reads a lock whatever its state, and settles it: one with the marks of a merge, one in which two regions share a
  /// raw value, one that is at odds with the published names, is damaged or gone.
  ///
  /// - Parameter published: the names in the pack of the last run, if there is one.
  /// - Returns: the lock, and a note on what was done, if anything was.
  package static func settled(
    _ path: String, published: NameLock?
  ) throws(StageError) -> (lock: NameLock?, findings: [Finding]) {
    var locks: [NameLock] = []
    var failure: StageError?
    if FileManager.default.fileExists(atPath: path) {
      let text = String(decoding: try FileReading.contents(of: path, called: path), as: UTF8.self)
      for side in sides(of: text) {
        do {
          locks.append(try NameLock(text: side, file: path))
        } catch {
          failure = failure ?? error
        }
      }
    }
    if published == nil {
      if var failure {
        failure.remedy = NameLock.restoringMissing
        throw failure
      }
      if locks.isEmpty { return (nil, []) }
    }
    var (lock, findings) = NameLock.settled(locks, published: published)
    try lock.check(file: path, isSettled: true)
    guard !lock.regions.isEmpty else {
      throw StageError(.usage, file: path, "the name lock is empty", remedy: NameLock.restoringMissing)
    }
    if failure != nil || locks.allSatisfy(\.regions.isEmpty) {
      let finding = Finding(
        .lockRenewed, at: Location(file: path),
        "what cannot be read of the name lock was taken from the pack, which has "
          + Figures.counted(lock.regions.count, "case"))
      findings.insert(finding, at: 0)
    }
    return (lock, findings)
  }

  /// The texts that branches had before a merge that left marks, ours first; the text itself if there are none.
  private static func sides(of text: String) -> [String] {
    var ours: [Substring] = []
    var theirs: [Substring] = []
    var isOurs = true
    var isTheirs = true
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      guard line.isMergeMark else {
        if isOurs { ours.append(line) }
        if isTheirs { theirs.append(line) }
        continue
      }
      switch line.first {
      case "<": (isOurs, isTheirs) = (true, false)
      // What both branches come from.
      case "|": (isOurs, isTheirs) = (false, false)
      case "=": (isOurs, isTheirs) = (false, true)
      default: (isOurs, isTheirs) = (true, true)
      }
    }
    let texts = [ours, theirs].map { $0.joined(separator: "\n") }
    return texts[0] == texts[1] ? [text] : texts
  }
}

extension NameLockFile {
  /// The name lock of a pack's map: the first one with the pack's identity that can be read. It is looked for in the
  /// pack's folder, then in the folders `Pipelines` in it and beside it; in each, in the order of the names.
  package static func lock(of pack: Pack, at path: String) -> NameLock? {
    let folder = URL(fileURLWithPath: path).standardizedFileURL.deletingLastPathComponent()
    let folders = [folder, folder.deletingLastPathComponent()].map { $0.appendingPathComponent("Pipelines") }
    let files = ([folder] + folders).lazy.flatMap { folder in
      ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
        .filter { $0.hasSuffix(ending) }.map { folder.appendingPathComponent($0).path }
    }
    // A lock that cannot be read is passed over.
    return files.compactMap { try? read($0) }.first { $0.identity(map: pack.mapName) == pack.identity }
  }
}

extension Substring {
  fileprivate var isMergeMark: Bool {
    ["<<<<<<<", "|||||||", "=======", ">>>>>>>"].contains { self == $0 || hasPrefix($0 + " ") }
  }
}
