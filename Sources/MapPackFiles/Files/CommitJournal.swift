import Foundation
import MapPackFeatures

/// A step in the commit of an `OutputSet`, after which a kill may come.
package enum CommitStep: Hashable, Sendable {
  /// All new bytes are on the disk beside their targets.
  case written
  /// The journal is on the disk.
  case journal
  /// The old bytes of this many files have a second name.
  case kept(Int)
  /// This many targets have their new bytes.
  case replaced(Int)
  /// This many of the files that held old bytes are gone.
  case cleared(Int)
  /// The journal is gone.
  case done
}

/// The plan for several files that are replaced together. It lies on the disk, beside the first of them, until all are
/// replaced.
///
/// The order of a commit is:
///
/// 1. All new bytes are written to the disk, beside their targets.
/// 2. The journal is written to the disk.
/// 3. The old bytes get a second name (a hard link).
/// 4. The targets are replaced, one by one.
/// 5. The second names are removed.
/// 6. The journal is removed.
///
/// So at every moment the targets can be brought to hold all their old bytes, or all their new ones. Digests tell which
/// bytes a target holds; no record of progress is needed.
///
/// Paths in the journal are relative to its folder. So it can still be followed after the project was moved or copied.
package final class CommitJournal {
  private struct Entry: Codable {
    /// The target, relative to the journal's folder.
    var path: String
    /// The SHA-256 of the old bytes; `nil` if there was no file.
    var old: String?
    /// The SHA-256 of the new bytes.
    var new: String
  }

  /// The journal's file, in JSON. The names of properties here and in `Entry` are its keys.
  private struct Text: Codable {
    /// Any other number is refused.
    var version = 1
    var files: [Entry]
  }

  private typealias File = (entry: Entry, target: OutputTarget)

  private let first: OutputTarget
  /// The journal's file, claimed for as long as this value lives.
  private let file: OpenFile
  private let files: [File]

  private init(beside first: OutputTarget, _ file: consuming OpenFile, _ files: [File]) {
    self.first = first
    self.file = file
    self.files = files
  }

  package var count: Int { files.count }

  // MARK: - Writing

  /// Writes the journal for targets whose new bytes are on the disk beside them. After an error there is no journal.
  ///
  /// - Parameter targets: in the order in which they are to be replaced; the journal lies beside the first.
  package static func begin(
    beside first: OutputTarget, _ targets: [OutputTarget]
  ) throws(StageError) -> CommitJournal {
    let files = try targets.map { target throws(StageError) -> File in
      guard let new = digest(target.temporary) else { throw OutputFile.cannotWrite(target.name, EIO) }
      return (Entry(path: relative(target.path, to: first.folder), old: digest(target.path), new: new), target)
    }
    let text = try SortedJSON.encoded(Text(files: files.map(\.entry)))
    let unfinished = first.journal + "-new"
    guard let file = OpenFile(unfinished, O_WRONLY | O_CREAT | O_NOFOLLOW, mode: 0o666) else {
      throw OutputTarget.cannotCreate(first.name, errno)
    }
    guard file.claim(), file.isAt(unfinished) else { throw OutputFile.isBusy(first.name) }
    var status = ftruncate(file.descriptor, 0) == 0 ? file.write(text.bytes) : errno
    if status == 0 { status = file.flush() }
    if status == 0, rename(unfinished, first.journal) != 0 { status = errno }
    guard status == 0 else {
      unlink(unfinished)
      throw OutputFile.cannotWrite(first.name, status)
    }
    OpenFile.flushFolder(first.folder)
    return CommitJournal(beside: first, file, files)
  }

  /// The targets that a journal names, relative to its folder; `nil` if it cannot be read.
  package static func targets(inJournal path: String) -> [String]? {
    guard let data = FileManager.default.contents(atPath: path),
      let text = try? JSONDecoder().decode(Text.self, from: data), text.version == 1
    else { return nil }
    return text.files.map(\.path)
  }

  /// The journal that an interrupted run has left beside a target.
  ///
  /// - Throws: `cannotCreate` if the run is still at work, or if the journal cannot be read or has another version.
  package static func left(beside first: OutputTarget) throws(StageError) -> CommitJournal? {
    // A journal that does not have its final name yet was never in force.
    if let unfinished = OpenFile(first.journal + "-new", O_WRONLY), unfinished.claim() {
      unlink(first.journal + "-new")
    }
    guard let file = OpenFile(first.journal, O_RDWR) else { return nil }
    guard file.claim() else { throw OutputFile.isBusy(first.name) }
    // If that run ended in between, it has removed the journal.
    guard file.isAt(first.journal) else { return nil }
    guard let data = FileManager.default.contents(atPath: first.journal),
      let text = try? JSONDecoder().decode(Text.self, from: data), text.version == 1
    else {
      throw StageError(
        .cannotCreate, file: first.name, "an interrupted run left \(first.journal), which cannot be read",
        remedy: "restore the outputs from version control, and delete that file")
    }
    let files = text.files.map { entry in
      let name = LinkedPath.parts(of: entry.path).file
      return (entry, OutputTarget(resolved: first.folder + "/" + entry.path, called: name))
    }
    return CommitJournal(beside: first, file, files)
  }

  // MARK: - Replacing and undoing

  /// Gives the old bytes of every target a second name, so that they can be brought back.
  func keepOld(at step: (CommitStep) -> Void) throws(StageError) {
    for (index, (entry, target)) in files.enumerated() {
      unlink(target.backup)
      if entry.old != nil, link(target.path, target.backup) != 0 {
        // The file system has no hard links, or the file is mounted by itself.
        try Self.copy(target)
      }
      step(.kept(index + 1))
    }
    flushFolders()
  }

  /// Replaces all targets that do not hold their new bytes yet. If one cannot be replaced, those before it have been.
  package func finish(at step: (CommitStep) -> Void = { _ in }) throws(StageError) {
    for (index, (entry, target)) in files.enumerated() {
      let isDone = access(target.temporary, F_OK) != 0 && Self.digest(target.path) == entry.new
      guard isDone || rename(target.temporary, target.path) == 0 else {
        throw OutputFile.cannotReplace(target.name, errno)
      }
      step(.replaced(index + 1))
    }
    flushFolders()
  }

  /// Brings the old bytes back, the last target first. The name lock is the first target, so it is the last one that
  /// gets its old bytes. At every moment it knows at least the cases that the other outputs know.
  func undo() throws(StageError) {
    for (entry, target) in files.reversed() where Self.digest(target.path) == entry.new {
      let status = entry.old == nil ? unlink(target.path) : rename(target.backup, target.path)
      guard status == 0 else { throw OutputFile.cannotReplace(target.name, errno) }
    }
    flushFolders()
  }

  /// Removes all files beside the targets, the journal last. A file that cannot be removed is left.
  package func clear(at step: (CommitStep) -> Void = { _ in }) {
    for (index, file) in files.enumerated() {
      unlink(file.target.temporary)
      unlink(file.target.backup)
      step(.cleared(index + 1))
    }
    flushFolders()
    unlink(first.journal)
    OpenFile.flushFolder(first.folder)
    step(.done)
  }

  // MARK: - Recovering

  /// Finishes or undoes what an interrupted run has begun.
  ///
  /// Finishes if at least one target has its new bytes, and the new bytes of the others are whole beside them. Undoes
  /// otherwise. If a target was changed since, or if it is not one of `own`, the targets stay as they are and the
  /// journal is removed.
  ///
  /// - Parameter own: the paths of this run's outputs, in the form of `normal(_:)`.
  /// - Returns: what was done, to be added to the words on what was interrupted.
  /// - Throws: `cannotCreate` if the files cannot be replaced, or if neither the old nor the new bytes are whole.
  package func recover(own: Set<String>) throws(StageError) -> String {
    // A journal may come from anywhere, so it may only move the outputs of this run.
    let isOwn = files.map { own.contains(Self.normal($0.target.path)) }
    let areUnchanged = files.allSatisfy { [$0.entry.old, $0.entry.new].contains(Self.digest($0.target.path)) }
    guard areUnchanged, !isOwn.contains(false) else {
      for (file, isOwn) in zip(files, isOwn) where isOwn {
        unlink(file.target.temporary)
        unlink(file.target.backup)
      }
      unlink(first.journal)
      return ", which were changed since: they are left as they are"
    }
    let canFinish = files.allSatisfy { entry, target in
      [target.path, target.temporary].contains { Self.digest($0) == entry.new }
    }
    let canUndo = files.allSatisfy { entry, target in
      entry.old == nil || [target.path, target.backup].contains { Self.digest($0) == entry.old }
    }
    if canFinish, files.contains(where: { Self.digest($0.target.path) == $0.entry.new }) {
      do {
        try finish()
        clear()
        return ": finished"
      } catch {
        guard canUndo else { throw error }
      }
    } else if !canUndo {
      throw StageError(
        .cannotCreate, file: files.first?.target.name,
        "an interrupted run replaced a part of the outputs, and the rest is damaged",
        remedy: "restore the outputs from version control, and delete \(first.journal)")
    }
    try undo()
    clear()
    return ": undone"
  }

  private func flushFolders() {
    for folder in Set(files.map(\.target.folder)).sorted() { OpenFile.flushFolder(folder) }
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
    OpenFile(target.backup, O_RDONLY)?.flush()
  }

  /// `nil` if there is no file, or if it cannot be read.
  private static func digest(_ path: String) -> String? {
    guard access(path, F_OK) == 0 else { return nil }
    return try? Digest.sha256(fileAt: path, called: path)
  }

  /// The form that all spellings of a path without links share.
  static func normal(_ path: String) -> String { URL(fileURLWithPath: path).standardizedFileURL.path }

  /// The relative path from a folder to a file. Both are absolute and contain no links.
  static func relative(_ path: String, to folder: String) -> String {
    let here = folder.split(separator: "/")
    let there = path.split(separator: "/")
    let common = zip(here, there).prefix { $0 == $1 }.count
    return ([Substring](repeating: "..", count: here.count - common) + there[common...]).joined(separator: "/")
  }
}
