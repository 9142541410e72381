import Foundation
import MapPackFeatures
import MapPackNames

/// The file in which a map's name lock is kept, beside its pipeline file.
///
/// This type reads it; `NameLock.yaml` writes it. A new key has to be added to both. It has to be optional, because locks
/// of earlier versions lack it.
///
/// `EmitStage` and `ValidateStage` read the lock at `PipelineFile.lockPathToRead`.
package enum NameLockFile {
  /// How its name ends: `world.lock` is the lock of `world.yml`.
  static let ending = ".lock"
  /// How its name ended in version 0.1.0. Such a file is read, and a run moves it.
  static let formerEnding = ".names.yml"

  /// Reads a lock; `nil` if there is no such file, because the map has not been made before.
  ///
  /// - Throws: `noInput` if the file cannot be read; `usage`, with the line if it is known, if the file is not what a
  ///   run writes: if it is not UTF-8, or if `parse(_:file:)` or `NameLock.check(file:)` refuses it.
  package static func read(_ path: String) throws(StageError) -> NameLock? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let data = try FileReading.contents(of: path, called: path)
    guard let text = String(data: data, encoding: .utf8) else {
      throw StageError(.usage, file: path, "the name lock is not UTF-8", remedy: NameLock.restoring)
    }
    if let line = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).firstIndex(where: {
      $0.isMergeMark
    }) {
      var error = StageError(
        .usage, file: path, "the name lock has the marks of a merge that is not settled",
        remedy: "`mappack run MAP --settle` settles it: published raw values stay, new ones that collide move up")
      error.line = line + 1
      throw error
    }
    let isEmpty = text.allSatisfy(\.isWhitespace)
    let lock: NameLock
    do {
      lock = isEmpty ? NameLock() : try parse(text, file: path)
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
  /// - Throws: `usage` if there is neither a lock that can be read nor a pack, or if raw values are missing.
  static func settled(
    _ path: String, published: NameLock?
  ) throws(StageError) -> (lock: NameLock?, findings: [Finding]) {
    var locks: [NameLock] = []
    var failure: StageError?
    if FileManager.default.fileExists(atPath: path) {
      let text = String(decoding: try FileReading.contents(of: path, called: path), as: UTF8.self)
      for side in sides(of: text) {
        do {
          locks.append(try parse(side, file: path))
        } catch {
          failure = failure ?? error
        }
      }
    }
    if published == nil {
      if let failure { throw failure }
      if locks.isEmpty { return (nil, []) }
    }
    var (lock, findings) = NameLock.settled(locks, published: published)
    try lock.check(file: path)
    guard !lock.regions.isEmpty else {
      throw StageError(.usage, file: path, "the name lock is empty", remedy: "restore it from version control")
    }
    if failure != nil || locks.allSatisfy(\.regions.isEmpty) {
      var finding = Finding(
        rule: .lockRenewed, severity: .note,
        message: "what cannot be read of the name lock was taken from the pack, which has "
          + Figures.counted(lock.regions.count, "case"))
      finding.file = path
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

  /// Reads the text of a lock, without the checks of `NameLock.check(file:)`. Regions stay in the order of the text.
  /// - Throws: `usage`, with the line, if a key is unknown or missing, or if a value has the wrong type or is out of
  ///   range.
  package static func parse(_ text: String, file: String) throws(StageError) -> NameLock {
    let keys = try YAMLValue(document: text, file: file).mapping(["cellExponent", "cellOrigin", "regions"])
    var lock = NameLock(
      cellExponent: try keys["cellExponent"]?.integer(in: -64...28),
      cellOrigin: try keys["cellOrigin"]?.choice(of: NameLock.CellOrigin.self))
    for value in try keys["regions"]?.list() ?? [] { lock.regions.append(try entry(value)) }
    return lock
  }

  private static func entry(_ value: YAMLValue) throws(StageError) -> NameLock.Entry {
    let keys = try value.mapping(["code", "case", "raw", "name", "status", "successors", "since", "former"])
    func required(_ key: String) throws(StageError) -> YAMLValue {
      guard let found = keys[key] else {
        throw value.error("`\(value.path).\(key)` is missing", remedy: NameLock.restoring)
      }
      return found
    }
    let rawValue = try required("raw").integer(in: 1...Int(UInt16.max))
    func texts(_ key: String) throws(StageError) -> [String] {
      var texts: [String] = []
      for value in try keys[key]?.list() ?? [] { texts.append(try value.text()) }
      return texts
    }
    return NameLock.Entry(
      code: try required("code").text(), caseName: try required("case").text(), rawValue: UInt16(rawValue),
      name: try required("name").textOrEmpty(),
      status: try required("status").choice(of: ["live", "retired"]) == "live" ? .live : .retired,
      successors: try texts("successors"), since: try keys["since"]?.text(), former: try texts("former"))
  }
}

extension Substring {
  /// Whether the line is one that git puts between the sides of a merge.
  fileprivate var isMergeMark: Bool {
    ["<<<<<<<", "|||||||", "=======", ">>>>>>>"].contains { self == $0 || hasPrefix($0 + " ") }
  }
}
