import Foundation
import MapPack
import MapPackEmit
import MapPackFeatures
import MapPackFiles
import MapPackNames

/// The file in which a map's name lock is kept, beside its pipeline file. A new key has to be optional, because locks
/// of earlier versions lack it.
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
  package static func settled(
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

  /// Reads the text of a lock, unchecked. Regions stay in the order of the text.
  /// - Throws: `usage`, with the line, if a key is unknown or missing, or if a value is wrong.
  package static func parse(_ text: String, file: String) throws(StageError) -> NameLock {
    let keys = try YAMLValue(document: text, file: file).mapping(["cellExponent", "cellOrigin", "regions"])
    var lock = NameLock(
      cellExponent: try keys["cellExponent"]?.integer(in: -64...28),
      cellOrigin: try keys["cellOrigin"]?.choice(of: NameLock.CellOrigin.self))
    lock.regions = try (keys["regions"]?.list() ?? []).map(entry)
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
      try (keys[key]?.list() ?? []).map { value throws(StageError) in try value.text() }
    }
    return NameLock.Entry(
      code: try required("code").text(), caseName: try required("case").text(), rawValue: UInt16(rawValue),
      name: try required("name").textOrEmpty(),
      status: try required("status").choice(of: ["live", "retired"]) == "live" ? .live : .retired,
      successors: try texts("successors"), since: try keys["since"]?.text(), former: try texts("former"))
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

package enum NameChange: Sendable {
  /// Names are as the lock has them.
  case none
  /// Cases that no longer follow from the names are renamed (`--rename`). A lock that was never committed is made anew.
  case rename
  /// The lock is made of what it has and of the published names (`--settle`).
  case settle
}

/// The name lock of a map, and the names that it has published, as far as the last run and version control tell.
package struct PublishedNames {
  private let pipeline: PipelineFile
  private var file: String { pipeline.lockPath }

  package init(_ pipeline: PipelineFile) { self.pipeline = pipeline }

  package struct Names {
    /// The lock; `nil` if all names are chosen anew.
    package var lock: NameLock?
    /// The names in the pack of the last run, with which new ones must agree, if the lock is gone.
    package var published: NameLock?
    /// Notes on what was done to the lock.
    package var findings: [Finding] = []

    package init(lock: NameLock? = nil, published: NameLock? = nil, findings: [Finding] = []) {
      (self.lock, self.published, self.findings) = (lock, published, findings)
    }
  }

  /// - Throws: `usage` if the lock is not what a run writes, or if it is at odds with the published names.
  package func names(_ change: NameChange) throws(StageError) -> Names {
    switch change {
    case .settle:
      let settled = try NameLockFile.settled(file, published: inPack)
      return Names(lock: settled.lock, findings: settled.findings)
    case .rename where isNeverCommitted:
      let finding = Finding(
        .lockRenewed, at: Location(file: file),
        "the map was never committed: all cases and raw values are chosen anew, without aliases")
      return Names(findings: FileManager.default.fileExists(atPath: file) ? [finding] : [])
    case .none, .rename:
      guard let lock = try NameLockFile.read(file) else { return Names(published: inPack) }
      return Names(lock: try checked(lock))
    }
  }

  private func checked(_ lock: NameLock) throws(StageError) -> NameLock {
    let isOfLastRun = isLockOfLastRun
    if isOfLastRun == true { return lock }
    if let inPack = inPack(renamedFrom: lock) {
      return try lock.checked(against: inPack, pack: pipeline.output.pack, file: file)
    }
    guard isOfLastRun == nil || (try? OpenPack.verified(pack)) != nil else {
      throw StageError(
        .usage, file: file,
        "the name lock is not the one that the last run wrote, and there is no pack \(pipeline.output.pack) that opens, to "
          + "compare it with",
        remedy: "restore both from version control")
    }
    return lock
  }

  private var pack: String { pipeline.project.location(of: pipeline.output.pack) }

  /// The names in the pack; `nil` if there is no pack of this map that opens, or if it does not have them.
  private var inPack: NameLock? { inPack(renamedFrom: nil) }

  /// - Parameter lock: if the pack has most of its codes, the map may have been renamed since, and its name does not count.
  private func inPack(renamedFrom lock: NameLock?) -> NameLock? {
    guard let pack = try? OpenPack.verified(pack), let cases = try? pack.cases() else { return nil }
    let names = NameLock(cases, of: pack)
    let codes = Set(lock?.regions.map(\.code) ?? [])
    let isRenamed = 2 * names.regions.count { codes.contains($0.code) } > names.regions.count
    return pack.mapName == pipeline.map || isRenamed ? names : nil
  }

  /// Whether the lock is byte for byte the one that the last run wrote; `nil` if no provenance tells.
  private var isLockOfLastRun: Bool? {
    guard let written = Provenance(of: pipeline)?.outputs.first(where: { $0.path == pipeline.lockName }) else {
      return nil
    }
    return (try? Digest.sha256(fileAt: pipeline.lockPath, called: pipeline.lockPath)) == written.sha256
  }

  /// Whether git says that neither the lock nor an output was ever committed. In doubt they count as published: without
  /// git, outside of a repository, if git is told to ignore the lock, or if the lock itself has a past.
  package var isNeverCommitted: Bool {
    guard GitHistory.ignores(pipeline.lockPath) == false else { return false }
    let lock = try? NameLockFile.read(file)
    if FileManager.default.fileExists(atPath: file) {
      if lock?.regions.contains(where: { $0.status == .retired || !$0.former.isEmpty }) == true { return false }
    } else if inPack != nil {
      return false
    }
    let outputs = [pipeline.output.pack, pipeline.output.swift].map(pipeline.project.location)
    let files = [file] + outputs
    let names = Set(files.map { LinkedPath.parts(of: $0).file.lowercased() })
    var histories: [String: GitHistory] = [:]
    for path in files {
      guard let folder = ResolvedPath(LinkedPath.folder(of: path))?.existing, let root = GitHistory.root(of: folder)
      else { return false }
      guard let history = histories[root] ?? GitHistory(root: root) else { return false }
      histories[root] = history
    }
    return !histories.values.contains { $0.mayHavePublished(names) { FileManager.default.fileExists(atPath: $0) } }
  }
}
