import Foundation
import MapPack
import MapPackFeatures
import MapPackFiles
import MapPackNames

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
  private let map: MapOutput
  private var file: String { map.lockPath }

  package init(_ map: MapOutput) { self.map = map }

  package struct Names {
    /// The lock; `nil` if all names are chosen anew.
    package var lock: NameLock?
    /// The names in the pack of the last run, with which new ones must agree, if the lock is gone.
    package var published: NameLock?
    /// Notes on what was done to the lock.
    package var findings: [Finding] = []
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
      return try lock.checked(against: inPack, pack: map.pack, file: file)
    }
    guard isOfLastRun == nil || (try? OpenPack.verified(map.packPath)) != nil else {
      throw StageError(
        .usage, file: file,
        "the name lock is not the one that the last run wrote, and there is no pack \(map.pack) that opens, to "
          + "compare it with",
        remedy: "restore both from version control")
    }
    return lock
  }

  /// The names in the pack; `nil` if there is no pack of this map that opens, or if it does not have them.
  private var inPack: NameLock? { inPack(renamedFrom: nil) }

  /// - Parameter lock: if the pack has most of its codes, the map may have been renamed since, and its name does not count.
  private func inPack(renamedFrom lock: NameLock?) -> NameLock? {
    guard let pack = try? OpenPack.verified(map.packPath), let cases = try? pack.cases() else { return nil }
    let names = NameLock(cases, of: pack)
    let codes = Set(lock?.regions.map(\.code) ?? [])
    let isRenamed = 2 * names.regions.count { codes.contains($0.code) } > names.regions.count
    return pack.mapName == map.map || isRenamed ? names : nil
  }

  /// Whether the lock is byte for byte the one that the last run wrote; `nil` if no provenance tells.
  private var isLockOfLastRun: Bool? {
    guard let written = Provenance(of: map.pipeline)?.outputs.first(where: { $0.path == map.lockName }) else {
      return nil
    }
    return (try? Digest.sha256(fileAt: file, called: file)) == written.sha256
  }

  /// How to name the map anew, if no app has it: if git says that it was never committed, or if there is no repository,
  /// and its user has to know. `nil` if it may have been published.
  package var wayToStartAnew: String? {
    if isNeverCommitted {
      return "as the map was never committed, `mappack run \(ShellText.word(map.pipeline.path)) --rename` names it anew"
    }
    guard GitHistory.ignores(file) == nil else { return nil }
    return "if no app has the map yet, remove \(file) and \(map.pack), and run again"
  }

  /// Whether git says that neither the lock nor an output was ever committed. In doubt they count as published: without
  /// git, outside of a repository, if git is told to ignore the lock, or if the lock itself has a past.
  package var isNeverCommitted: Bool {
    guard GitHistory.ignores(file) == false else { return false }
    let lock = try? NameLockFile.read(file)
    if FileManager.default.fileExists(atPath: file) {
      if lock?.regions.contains(where: { $0.status == .retired || !$0.former.isEmpty }) == true { return false }
    } else if inPack != nil {
      return false
    }
    let files = [file] + [map.pack, map.swift].map(map.pipeline.project.location)
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
