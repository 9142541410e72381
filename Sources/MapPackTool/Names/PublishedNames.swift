import Foundation
import MapPack
import MapPackFeatures
import MapPackNames

/// What a run does to the names that a map has.
enum NameChange: Sendable {
  /// Names are as the lock has them.
  case none
  /// Cases that no longer follow from the names are renamed (`--rename`). A lock that was never committed is made anew.
  case rename
  /// The lock is made of what it has and of the published names (`--settle`).
  case settle
}

/// The name lock of a map, compared with the names that it has published, as far as the outputs of its last run and
/// version control tell. `EmitStage` reads the lock by it.
struct PublishedNames {
  private let pipeline: PipelineFile
  private var file: String { pipeline.lockPathToRead }

  init(_ pipeline: PipelineFile) { self.pipeline = pipeline }

  /// The names to go on with.
  struct Names {
    /// The lock; `nil` if all names are chosen anew.
    var lock: NameLock?
    /// The published names with which new ones must agree, if the lock is gone.
    var published: NameLock?
    /// Notes on what was done to the lock.
    var findings: [Finding] = []
  }

  /// Reads the lock.
  ///
  /// - Throws: `noInput` if it cannot be read; `usage` if it is not what a run writes, or if it is at odds with the
  ///   published names.
  func names(_ change: NameChange) throws(StageError) -> Names {
    switch change {
    case .settle:
      let settled = try NameLockFile.settled(file, published: inPack)
      return Names(lock: settled.lock, findings: settled.findings)
    case .rename where isNeverCommitted:
      var finding = Finding(
        rule: .lockRenewed, severity: .note,
        message: "the map was never committed: all cases and raw values are chosen anew, without aliases")
      finding.file = file
      return Names(findings: FileManager.default.fileExists(atPath: file) ? [finding] : [])
    case .none, .rename:
      guard let lock = try NameLockFile.read(file) else { return Names(published: inPack) }
      return Names(lock: try checked(lock))
    }
  }

  private func checked(_ lock: NameLock) throws(StageError) -> NameLock {
    let isOfLastRun = isLockOfLastRun
    if isOfLastRun == true { return lock }
    if let inPack { return try lock.checked(against: inPack, pack: pipeline.output.pack, file: file) }
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
  private var inPack: NameLock? {
    guard let pack = try? OpenPack.verified(pack), pack.mapName == pipeline.map, let cases = try? pack.cases() else {
      return nil
    }
    return NameLock(cases, of: pack)
  }

  /// Whether the lock is byte for byte the one that the last run wrote; `nil` if no provenance tells.
  private var isLockOfLastRun: Bool? {
    let provenance = Provenance(contentsOf: pipeline.location(ofOutput: pipeline.provenanceName, in: nil))
    guard let written = provenance?.outputs.first(where: { $0.path == pipeline.lockName }) else { return nil }
    return (try? Digest.sha256(fileAt: pipeline.lockPath, called: pipeline.lockPath)) == written.sha256
  }

  /// Whether git says that neither the lock nor an output was ever committed. Without git, outside of a repository, and
  /// if git is told to ignore the lock, they count as published.
  var isNeverCommitted: Bool {
    let state = Self.git(["status", "--porcelain", "--untracked-files=all"], pipeline.lockPath)
    // Not known to git, or added and not committed yet. A lock that is gone may have been committed.
    let isNew = state.map { $0.hasPrefix("??") || $0.hasPrefix("A") } ?? false
    let isGone = !FileManager.default.fileExists(atPath: file)
    guard isNew || isGone && isCommitted(pipeline.lockPath) == false else { return false }
    let outputs = [pipeline.output.pack, pipeline.output.swift].map(pipeline.project.location)
    // During a merge, git says of a committed lock that it was added too.
    return ([pipeline.lockPath] + outputs).allSatisfy { isCommitted($0) != true }
  }

  /// Whether the last commit has a file; `nil` if there is none, or no repository.
  private func isCommitted(_ path: String) -> Bool? {
    Self.git(["ls-tree", "--name-only", "HEAD"], path).map { !$0.isEmpty }
  }

  /// What git prints about a file; `nil` if it fails.
  private static func git(_ arguments: [String], _ path: String) -> String? {
    let target = LinkedPath(plain: path)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    // A monitor is a program of the repository's, which is not to be started.
    process.arguments =
      ["git", "--no-optional-locks", "--literal-pathspecs", "-c", "core.fsmonitor=false", "-C", target.folder]
      + arguments
      + ["--", target.file]
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
