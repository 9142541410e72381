import Foundation
import MapFeatures

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A place in the commit of an `OutputSet`, at which a test looks at the disk: what a kill there would leave.
package enum CommitStep: Hashable, Sendable {
  /// All new bytes are on the disk beside their targets.
  case written
  /// The journal is on the disk.
  case journal
  /// The old bytes of so many files have a second name.
  case kept(Int)
  /// So many targets have their new bytes.
  case replaced(Int)
  /// So many of the files that held old bytes are gone.
  case cleared(Int)
  /// The journal is gone.
  case done
}

/// What is to become of several files that are replaced together, on the disk beside the first of them as long as they
/// are.
///
/// The order is: all new bytes on the disk beside their targets; the journal on the disk; the old bytes under a second
/// name; the targets replaced one by one; the second names gone; the journal gone. So at every moment the targets can
/// be brought to hold all their old bytes, or all their new ones. Which they hold is told by digests, not by how far the
/// process says it came.
///
/// Paths in it are relative to its folder, so that a project that was moved or copied in between is mended too.
final class CommitJournal {
  struct Entry: Codable, Equatable {
    /// The target, relative to the journal's folder.
    var path: String
    /// The SHA-256 of the old bytes; absent where there was no file.
    var old: String?
    /// The SHA-256 of the new bytes.
    var new: String
  }

  private struct Text: Codable {
    var version = 1
    var files: [Entry]
  }

  /// What a target holds.
  private enum Holding { case old, new, other }

  private let path: String
  private let folder: String
  private let entries: [Entry]
  let targets: [OutputTarget]
  /// Claimed as long as this value lives.
  private let file: OpenFile

  private init(beside first: OutputTarget, file: consuming OpenFile, entries: [Entry], targets: [OutputTarget]) {
    path = first.journal
    folder = first.folder
    self.file = file
    self.entries = entries
    self.targets = targets
  }

  // MARK: - Writing

  /// Writes the journal of files whose new bytes are on the disk beside them, in the order in which they are to be
  /// replaced.
  ///
  /// - Throws: `cannotCreate` or `cannotWrite`; then there is no journal.
  static func begin(beside first: OutputTarget, _ targets: [OutputTarget]) throws(StageError) -> CommitJournal {
    var entries: [Entry] = []
    for target in targets {
      guard let new = digest(target.temporary) else { throw OutputFile.cannotWrite(target.name, EIO) }
      entries.append(
        Entry(path: relative(target.path, to: first.folder), old: digest(target.path), new: new))
    }
    let text = try SortedJSON.encoded(Text(files: entries))
    let unfinished = first.journal + "-new"
    guard let file = OpenFile(unfinished, O_WRONLY | O_CREAT | O_NOFOLLOW, mode: 0o666) else {
      throw OutputTarget.cannotCreate(first.name, errno)
    }
    guard file.claim(), file.isAt(unfinished) else { throw OutputFile.isBusy(first.name) }
    var status = ftruncate(file.descriptor, 0) == 0 ? file.write(text.bytes) : errno
    if status == 0, fsync(file.descriptor) != 0 { status = errno }
    if status == 0, rename(unfinished, first.journal) != 0 { status = errno }
    guard status == 0 else {
      unlink(unfinished)
      throw OutputFile.cannotWrite(first.name, status)
    }
    OpenFile.syncFolder(first.folder)
    return CommitJournal(beside: first, file: file, entries: entries, targets: targets)
  }

  /// The journal that an interrupted run has left beside a target; `nil` where there is none.
  ///
  /// - Throws: `cannotCreate` where the run is still at work, or the journal cannot be read.
  static func left(beside first: OutputTarget) throws(StageError) -> CommitJournal? {
    // What was not renamed yet says nothing.
    if let unfinished = OpenFile(first.journal + "-new", O_WRONLY), unfinished.claim() {
      unlink(first.journal + "-new")
    }
    guard let file = OpenFile(first.journal, O_RDWR) else { return nil }
    guard file.claim() else { throw OutputFile.isBusy(first.name) }
    // The run that had it has ended in between.
    guard file.isAt(first.journal) else { return nil }
    guard let data = FileManager.default.contents(atPath: first.journal),
      let text = try? JSONDecoder().decode(Text.self, from: data), text.version == 1
    else {
      throw StageError(
        .cannotCreate, file: first.name, "an interrupted run left \(first.journal), which cannot be read",
        remedy: "restore the outputs from version control, and delete that file")
    }
    let targets = text.files.map {
      OutputTarget(resolved: first.folder + "/" + $0.path, called: LinkedPath.parts(of: $0.path).file)
    }
    return CommitJournal(beside: first, file: file, entries: text.files, targets: targets)
  }

  // MARK: - Doing

  /// Gives the old bytes of every target a second name, so that they can come back.
  func keepOld(at step: (CommitStep) -> Void) throws(StageError) {
    for (index, target) in targets.enumerated() {
      unlink(target.backup)
      if entries[index].old != nil, link(target.path, target.backup) != 0 {
        // A file system without second names, or a file that is mounted by itself.
        try Self.copy(target)
      }
      step(.kept(index + 1))
    }
    syncFolders()
  }

  /// Replaces all targets that do not hold their new bytes yet.
  ///
  /// - Throws: `cannotCreate` where one cannot be replaced; those before it are.
  func finish(at step: (CommitStep) -> Void = { _ in }) throws(StageError) {
    for (index, target) in targets.enumerated() {
      let isDone = access(target.temporary, F_OK) != 0 && holding(entries[index], target) == .new
      guard isDone || rename(target.temporary, target.path) == 0 else {
        throw OutputFile.cannotReplace(target.name, errno)
      }
      step(.replaced(index + 1))
    }
    syncFolders()
  }

  /// Brings the old bytes back, the last target first: the lock, which is the first, may know more than the others,
  /// never less.
  ///
  /// - Throws: `cannotCreate` where one cannot be brought back.
  func undo() throws(StageError) {
    for (entry, target) in zip(entries, targets).reversed() where holding(entry, target) == .new {
      let status = entry.old == nil ? unlink(target.path) : rename(target.backup, target.path)
      guard status == 0 else { throw OutputFile.cannotReplace(target.name, errno) }
    }
    syncFolders()
  }

  /// Removes all that stands beside the targets, and the journal last.
  func clear(at step: (CommitStep) -> Void = { _ in }) {
    for (index, target) in targets.enumerated() {
      unlink(target.temporary)
      unlink(target.backup)
      step(.cleared(index + 1))
    }
    syncFolders()
    unlink(path)
    OpenFile.syncFolder(folder)
    step(.done)
  }

  // MARK: - Recovering

  /// What was done about a journal that was left.
  enum Recovery { case finished, undone, left }

  /// Finishes what an interrupted run had begun where one file or more has been replaced and the rest is whole beside its
  /// target; undoes it otherwise. Where neither can be, because files were changed since, or because a target is none of
  /// `own`, the files stay as they are.
  ///
  /// - Throws: `cannotCreate` where the files cannot be replaced, or neither the old nor the new bytes are whole.
  func recover(own: Set<String>) throws(StageError) -> Recovery {
    let holdings = zip(entries, targets).map { holding($0, $1) }
    // A journal may come from anywhere: it moves nothing but the outputs of this run.
    guard targets.allSatisfy({ own.contains(Self.normal($0.path)) }), !holdings.contains(.other) else {
      for target in targets where own.contains(Self.normal(target.path)) {
        unlink(target.temporary)
        unlink(target.backup)
      }
      unlink(path)
      return .left
    }
    let states = zip(zip(entries, targets), holdings)
    let canFinish = states.allSatisfy { $1 == .new || Self.digest($0.1.temporary) == $0.0.new }
    let canUndo = states.allSatisfy { $1 == .old || $0.0.old == nil || Self.digest($0.1.backup) == $0.0.old }
    if holdings.contains(.new), canFinish {
      do {
        try finish()
        clear()
        return .finished
      } catch {
        guard canUndo else { throw error }
      }
    } else if !canUndo {
      throw StageError(
        .cannotCreate, file: targets.first?.name,
        "an interrupted run replaced a part of the outputs, and the rest is damaged",
        remedy: "restore the outputs from version control, and delete \(path)")
    }
    try undo()
    clear()
    return .undone
  }

  private func holding(_ entry: Entry, _ target: OutputTarget) -> Holding {
    let digest = Self.digest(target.path)
    return digest == entry.new ? .new : digest == entry.old ? .old : .other
  }

  private func syncFolders() {
    for folder in Set(targets.map(\.folder)).sorted() { OpenFile.syncFolder(folder) }
  }

  private static func copy(_ target: OutputTarget) throws(StageError) {
    do {
      try FileManager.default.copyItem(atPath: target.path, toPath: target.backup)
    } catch {
      unlink(target.backup)
      throw StageError(
        .cannotCreate, file: target.name, "its old bytes cannot be kept beside it: \(error.localizedDescription)",
        remedy: "check the folder's permissions and the room on the disk")
    }
    if let copy = OpenFile(target.backup, O_RDONLY) { fsync(copy.descriptor) }
  }

  /// The digest of a file; `nil` where there is none that can be read.
  private static func digest(_ path: String) -> String? {
    guard access(path, F_OK) == 0 else { return nil }
    return try? Digest.sha256(fileAt: path, called: path)
  }

  /// A path in the form that two spellings of it share; there are no links in it.
  static func normal(_ path: String) -> String { URL(fileURLWithPath: path).standardizedFileURL.path }

  /// A path without links as it is written from a folder without links.
  static func relative(_ path: String, to folder: String) -> String {
    let here = folder.split(separator: "/")
    let there = path.split(separator: "/")
    let common = zip(here, there).prefix { $0 == $1 }.count
    return ([Substring](repeating: "..", count: here.count - common) + there[common...]).joined(separator: "/")
  }
}
