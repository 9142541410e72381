import Foundation
import MapPackFeatures

/// The files that a command writes: all of them, or none.
///
/// - Every file is written beside its target and flushed to the disk before the first target is replaced. An error
///   until then leaves every old file as it was. It leaves nothing else behind, not even a new folder.
/// - Targets are replaced in the order in which they were added. If one cannot be replaced, those before it get their
///   old bytes back.
/// - Several files are replaced under a journal (`CommitJournal`). A signal that can be caught waits until all are
///   replaced. After any other end, the next commit of one of the files finishes or undoes what was begun.
/// - A target that holds the same bytes already is left untouched.
/// - A stream (`OutputStream`) is written after the other files are complete beside their targets. Its bytes stay
///   written if something fails after that.
///
/// No two files of a set may have one location.
package struct OutputSet {
  /// A file, and what is to be written to it.
  package struct File: Sendable {
    /// The file as the user named it, for messages and for the provenance.
    package var name: String
    /// The file's path.
    package var location: String
    package var contents: OutputContents
  }

  /// The files, in the order in which they are replaced.
  package private(set) var files: [File] = []

  package init() {}

  /// Adds a file with some data.
  package mutating func add(_ data: Data, to location: String, called name: String) {
    files.append(File(name: name, location: location, contents: .data(data)))
  }

  /// Writes a single file, which is called by its path.
  package static func write(_ contents: OutputContents, to path: String) throws(StageError) {
    var outputs = OutputSet()
    outputs.files = [File(name: path, location: path, contents: contents)]
    try outputs.commit()
  }

  /// Writes the files whose bytes have changed. Before that, it finishes or undoes interrupted commits of these files,
  /// and prints a line for each.
  ///
  /// - Parameter verify: a last check, when all is ready and nothing is replaced yet, even if no bytes have changed. An
  ///   error that it throws ends the commit.
  /// - Throws: `cannotCreate` or `cannotWrite` if a file cannot be replaced or written; what `verify` throws.
  package func commit(
    verify: () throws(StageError) -> Void = { () throws(StageError) in }, at step: (CommitStep) -> Void = { _ in }
  ) throws(StageError) {
    for line in try Self.recover(files.map { ($0.name, $0.location) }) { Console.current.note(line) }
    var made: [String] = []
    do {
      try commit(verify, step, making: &made)
    } catch {
      for folder in made.reversed() { rmdir(folder) }
      throw error
    }
  }

  private func commit(
    _ verify: () throws(StageError) -> Void, _ step: (CommitStep) -> Void, making made: inout [String]
  ) throws(StageError) {
    var first: OutputTarget?
    var pending: [OutputFile] = []
    var streams: [File] = []
    for file in files {
      if OutputStream.isStream(file.location) {
        streams.append(file)
        continue
      }
      let target = try OutputTarget(file.location, called: file.name, making: &made)
      first = first ?? target
      if Self.holds(file, target) { continue }
      let output = try OutputFile(target)
      try output.write(file.contents)
      pending.append(output)
    }
    for file in streams { try OutputStream.write(file.contents, to: file.location, called: file.name) }
    try verify()
    step(.written)
    guard let first, !pending.isEmpty else { return }
    if pending.count == 1 {
      try pending[0].replaceTarget()
      step(.replaced(1))
    } else {
      try TemporaryFiles.shared.withoutInterruption { () throws(StageError) in
        try Self.replace(pending, beside: first, step)
      }
    }
  }

  private static func replace(
    _ pending: [OutputFile], beside first: OutputTarget, _ step: (CommitStep) -> Void
  ) throws(StageError) {
    let journal = try CommitJournal.begin(beside: first, pending.map(\.target))
    for output in pending { output.leaveToJournal() }
    step(.journal)
    do {
      try journal.keepOld(at: step)
      try journal.finish(at: step)
    } catch {
      do {
        try journal.undo()
      } catch let second {
        var error = error
        error.message += "; nor can \(second.file ?? "another output") be brought back"
        error.remedy = [error.remedy, "the next run finishes this or undoes it"].compactMap(\.self).joined(
          separator: "; ")
        throw error
      }
      journal.clear()
      throw error
    }
    journal.clear(at: step)
  }

  private static func holds(_ file: File, _ target: OutputTarget) -> Bool {
    var info = stat()
    guard stat(target.path, &info) == 0, info.st_mode & S_IFMT == S_IFREG,
      Int(info.st_size) == file.contents.byteCount, let old = FileHandle(forReadingAtPath: target.path)
    else { return false }
    return file.contents.isNext(in: old)
  }
}

extension OutputSet {
  /// Finishes or undoes interrupted commits of some of these files, and removes what a killed run left beside them.
  /// Returns a line for each commit that says what was done.
  package static func recover(_ files: [(name: String, location: String)]) throws(StageError) -> [String] {
    let targets = try Self.targets(of: files)
    let own = Set(targets.map { CommitJournal.normal($0.path) })
    var lines: [String] = []
    for target in targets {
      let recovery = try TemporaryFiles.shared.withoutInterruption { () throws(StageError) -> String? in
        guard let journal = try CommitJournal.left(beside: target) else { return nil }
        return "\(target.name): an interrupted run was replacing \(Figures.counted(journal.count, "file"))"
          + (try journal.recover(own: own))
      }
      if let recovery { lines.append(recovery) }
    }
    for target in targets { target.removeLeftovers() }
    return lines
  }

  /// The name of the first of some files that an interrupted commit has left its journal beside. Nothing is changed.
  package static func interrupted(_ files: [(name: String, location: String)]) throws(StageError) -> String? {
    try targets(of: files).first { access($0.journal, F_OK) == 0 }?.name
  }

  /// The targets of the files whose folders exist, without streams.
  private static func targets(of files: [(name: String, location: String)]) throws(StageError) -> [OutputTarget] {
    var targets: [OutputTarget] = []
    for file in files where !OutputStream.isStream(file.location) {
      if let target = try OutputTarget(existing: file.location, called: file.name) { targets.append(target) }
    }
    return targets
  }
}

/// The bytes that are to be written to a file.
package enum OutputContents: Sendable {
  case data(Data)
  /// Bytes in pieces, which are never copied into one block.
  case stageFile(StageFileContents)

  package var byteCount: Int {
    switch self {
    case .data(let data): data.count
    case .stageFile(let file): file.byteCount
    }
  }

  func forEachPiece<Failure: Error>(_ body: (RawSpan) throws(Failure) -> Void) throws(Failure) {
    switch self {
    case .data(let data): try body(data.bytes)
    case .stageFile(let file): try file.forEachPiece(body)
    }
  }

  /// Whether an open file has these bytes next, from its position on. More bytes may follow. `false` also if the file
  /// cannot be read. After the first difference, nothing more is read.
  func isNext(in file: FileHandle) -> Bool {
    var isSame = true
    forEachPiece { piece in
      // Unsafe: the pointers stay within the closure.
      piece.withUnsafeBytes { bytes in
        var rest = bytes[...]
        while isSame, !rest.isEmpty {
          let read = (try? file.read(upToCount: min(rest.count, 1 << 20))) ?? Data()
          isSame = !read.isEmpty && read == Data(rest.prefix(read.count))
          rest = rest.dropFirst(read.count)
        }
      }
    }
    return isSame
  }
}

/// An output that is written into, not replaced: a device, a pipe, or a stream of the process itself.
package enum OutputStream {
  /// Whether a path means a stream; `false` if nothing is there. A stream of the process itself, such as `/dev/stdout`,
  /// is one even if it leads to a file, because a shell may be appending to that file.
  package static func isStream(_ location: String) -> Bool {
    if descriptor(of: location) != nil { return true }
    var info = stat()
    guard stat(location, &info) == 0 else { return false }
    return info.st_mode & S_IFMT != S_IFREG && info.st_mode & S_IFMT != S_IFDIR
  }

  package static func write(_ contents: OutputContents, to location: String, called name: String) throws(StageError) {
    guard let file = open(location) else { throw OutputTarget.cannotCreate(name, errno) }
    try contents.forEachPiece { piece throws(StageError) in
      let status = file.write(piece)
      if status != 0 { throw OutputFile.cannotWrite(name, status) }
    }
  }

  private static func open(_ location: String) -> OpenFile? {
    // If it were opened by its name, a stream that leads to a file would be overwritten from the file's beginning.
    if let descriptor = descriptor(of: location) { return OpenFile(sharing: descriptor) }
    return OpenFile(location, O_WRONLY)
  }

  private static func descriptor(of location: String) -> Int32? {
    switch location {
    case "/dev/stdout": return STDOUT_FILENO
    case "/dev/stderr": return STDERR_FILENO
    default:
      let folder = ["/dev/fd/", "/proc/self/fd/"].first { location.hasPrefix($0) }
      return folder.flatMap { Int32(location.dropFirst($0.count)) }
    }
  }
}
