import Foundation
import MapPackFeatures
import MapPackGeometry

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Tells whether a map's outputs are what a run would give, without making the map.
///
/// They are if the provenance beside them matches: the tool, the pipeline file, the sources, the tables and the name
/// lock are the same, and the outputs have the digests that were written. A run gives the same bytes for the same
/// input, so nothing else can differ. One exception: maps from sources in other coordinate systems also depend on the
/// version of PROJ, which is not compared.
enum Freshness {
  /// The differences between the provenance and the files; empty if the map need not be made. A provenance that cannot
  /// be read counts as missing.
  ///
  /// The outputs are read for their digests. The sources are read too, but only if nothing else differs.
  ///
  /// - Parameter location: gives the path of an output by its name.
  static func differences(
    of pipeline: PipelineFile, seal: InputSeal, location: (String) -> String
  ) throws(StageError) -> [FileDifference] {
    let name = pipeline.provenanceName
    guard let old = Provenance(contentsOf: location(name)) else {
      return [FileDifference(file: name, reasons: [.missing])]
    }
    var outputs: [FileDifference] = []
    for output in pipeline.outputNames where output != name {
      let written = old.outputs.first { $0.path == output }?.sha256
      // Bytes that were written to a stream are gone.
      guard FileManager.default.fileExists(atPath: location(output)), !OutputStream.isStream(location(output)) else {
        outputs.append(FileDifference(file: output, reasons: [.missing]))
        continue
      }
      let found = try Digest.sha256(fileAt: location(output), called: output)
      // The lock is read as well as written. If the outputs go to another folder, the two are different files.
      if output == pipeline.lockName {
        let read = pipeline.lockPathToRead
        let isAsRead = location(output) == read || (try? Digest.sha256(fileAt: read, called: read)) == found
        if written != found || !isAsRead { outputs.append(FileDifference(file: output, reasons: [.lock])) }
      } else if let written, written != found {
        outputs.append(FileDifference(file: output, reasons: [.edited]))
      }
    }
    guard outputs.isEmpty else { return outputs }

    var now = old
    now.tool = ToolVersion.current
    now.algorithm = Provenance.currentAlgorithm
    now.pipeline = try pipeline.asInput(seal)
    var reasons = ChangeReason.reasons(old: old, new: now)
    if reasons.isEmpty {
      now.inputs = []
      for file in pipeline.inputFiles.dropFirst() { now.inputs.append(try seal.input(file)) }
      reasons = ChangeReason.reasons(old: old, new: now)
    }
    return reasons.isEmpty ? [] : [FileDifference(file: pipeline.fileName, reasons: reasons)]
  }
}

/// The state of the files that a run reads, from before it reads them. It makes sure that the digests in the provenance
/// are those of the bytes that were read.
///
/// A file counts as unchanged if its device, its number there, its size and both of its times are the same. The time of
/// the last change (`ctime`) cannot be set back. If a file was changed less than two seconds before, its times say too
/// little. Then its digest is also taken before the file is read, and has to be the same afterwards.
///
/// The order is: `note(_:at:)` for all files, `takeDigests(jobs:)`, the reading itself, `digest(_:at:)` for the
/// provenance, and `verify()` before the first output is replaced.
struct InputSeal {
  private struct State: Equatable {
    var device: UInt64
    var number: UInt64
    var size: Int64
    var modified: [Int]
    var changed: [Int]

    /// `nil` if there is no such file.
    init?(_ location: String) {
      var info = stat()
      guard stat(location, &info) == 0 else { return nil }
      device = UInt64(truncatingIfNeeded: info.st_dev)
      number = UInt64(truncatingIfNeeded: info.st_ino)
      size = Int64(info.st_size)
      #if canImport(Darwin)
        modified = [info.st_mtimespec.tv_sec, info.st_mtimespec.tv_nsec]
        changed = [info.st_ctimespec.tv_sec, info.st_ctimespec.tv_nsec]
      #else
        modified = [info.st_mtim.tv_sec, info.st_mtim.tv_nsec]
        changed = [info.st_ctim.tv_sec, info.st_ctim.tv_nsec]
      #endif
    }

    /// Whether the file may change again without a change of its times, because clocks of file systems are coarse: if
    /// it was changed in the last two seconds.
    var isFresh: Bool { changed[0] > time(nil) - 2 }
  }

  private struct File {
    var name: String
    var location: String
    var state: State?
    /// `nil` if it was not taken before the file was read.
    var digest: String?
  }

  private var files: [File] = []
  /// By path, taken while the files are read.
  private var digests: Deferred<[String: Result<String, StageError>]>?

  /// Notes a file that is going to be read. If it does not exist now, it must not exist at the end either.
  mutating func note(_ name: String, at location: String) throws(StageError) {
    guard !files.contains(where: { $0.location == location }) else { return }
    let state = State(location)
    var file = File(name: name, location: location, state: state)
    if state?.isFresh == true { file.digest = try Digest.sha256(fileAt: location, called: name) }
    files.append(file)
  }

  /// Takes the digests of the files noted so far on another thread, if `jobs` is greater than 1.
  ///
  /// A file whose digest was taken when it was noted is left out: its digest is taken again after it was read.
  mutating func takeDigests(jobs: Int) {
    let files = files.filter { $0.state != nil && $0.digest == nil }.map { ($0.name, $0.location) }
    guard jobs > 1 else { return }
    digests = Deferred(jobs: jobs) {
      var digests: [String: Result<String, StageError>] = [:]
      for (name, location) in files {
        digests[location] = Result { () throws(StageError) in try Digest.sha256(fileAt: location, called: name) }
      }
      return digests
    }
  }

  /// The SHA-256 of a file's bytes, the same bytes that were read since the file was noted.
  ///
  /// The digest of a file that was not noted is taken as the file is now, without a check.
  ///
  /// - Throws: `unreadableData` if the file was changed since it was noted; `noInput` if it cannot be read.
  func digest(_ name: String, at location: String) throws(StageError) -> String {
    let digest: String
    if let taken = digests?.value[location] {
      digest = try taken.get()
    } else {
      digest = try Digest.sha256(fileAt: location, called: name)
    }
    if let file = files.first(where: { $0.location == location }) {
      guard State(location) == file.state, file.digest ?? digest == digest else { throw Self.changed(name) }
    }
    return digest
  }

  /// The file with its SHA-256, as `digest(_:at:)` takes it.
  func input(_ file: SourceFiles.File) throws(StageError) -> InputFile {
    InputFile(path: file.name, sha256: try digest(file.name, at: file.location))
  }

  /// - Throws: `unreadableData` if a file was changed since it was noted.
  func verify() throws(StageError) {
    for file in files {
      guard State(file.location) == file.state else { throw Self.changed(file.name) }
      if let digest = file.digest, try Digest.sha256(fileAt: file.location, called: file.name) != digest {
        throw Self.changed(file.name)
      }
    }
  }

  private static func changed(_ name: String) -> StageError {
    StageError(
      .unreadableData, file: name, "the file was changed while the run was at work",
      remedy: "run again when nothing else writes it; nothing was written")
  }
}

/// Why an output is not what its map's pipeline gives, as far as the provenance beside it tells.
enum ChangeReason: Hashable, CustomStringConvertible {
  case missing
  case edited
  case unknownOrigin
  /// Another version of the tool wrote the provenance; `old` is `nil` if the provenance does not say which.
  case tool(old: String?, new: String)
  /// The algorithm version (`Provenance.currentAlgorithm`) has changed.
  case algorithm(old: Int, new: Int)
  case pipeline
  /// Inputs have changed, appeared or gone; these are their names.
  case inputs([String])
  case lock
  case unexplained

  var description: String {
    switch self {
    case .missing: "it is missing"
    case .edited: "it was edited or is damaged"
    case .unknownOrigin: "there is no provenance file that says what it was made from"
    case .tool(let old, let new): "it was made by mappack \(old ?? "of an earlier version"), and this is mappack \(new)"
    case .algorithm(let old, let new): "the algorithm version is \(new), it was made with version \(old)"
    case .pipeline: "the pipeline file has changed"
    case .inputs(let names): "the input has changed: \(names.joined(separator: ", "))"
    case .lock: "the name lock has changed"
    case .unexplained:
      "input, pipeline file and algorithm version are the same: the tool gives other bytes, report this"
    }
  }

  /// The tool, the algorithm, the pipeline file, the inputs, in this order.
  static func reasons(old: Provenance, new: Provenance) -> [ChangeReason] {
    var reasons: [ChangeReason] = []
    if old.tool != new.tool { reasons.append(.tool(old: old.tool, new: new.tool ?? "")) }
    if old.algorithm != new.algorithm { reasons.append(.algorithm(old: old.algorithm, new: new.algorithm)) }
    if old.pipeline != new.pipeline { reasons.append(.pipeline) }
    let inputs = changed(old.inputs, new.inputs)
    if !inputs.isEmpty { reasons.append(.inputs(inputs)) }
    return reasons
  }

  /// The paths whose digests differ, or that only one list has; those of `new` first.
  private static func changed(_ old: [InputFile], _ new: [InputFile]) -> [String] {
    new.filter { !old.contains($0) }.map(\.path)
      + old.filter { file in !new.contains { $0.path == file.path } }.map(\.path)
  }
}

struct FileDifference: Hashable {
  var file: String
  var reasons: [ChangeReason]

  /// The difference in one line: `Output/World.swift: it was edited or is damaged`.
  var words: String { "\(file): \(reasons.map(\.description).joined(separator: "; "))" }
}

/// A file that is going to be written and that does not exist yet. It counts when folders are listed, so that an output
/// that would be a source the next time can be refused.
struct FutureFile {
  private let parts: [String]

  /// `nil` if the file exists, or if no file can exist at the path.
  init?(_ location: String) {
    guard let path = (try? LinkedPath(location, called: location))?.path, access(path, F_OK) != 0,
      let parts = Self.parts(of: path)
    else { return nil }
    self.parts = parts
  }

  /// The entry that a folder will have when the file is written: the file itself, or a folder on the way to it, which
  /// may not exist yet. `nil` if the file does not lie below the folder.
  func member(of folder: String) -> String? {
    guard let above = Self.parts(of: folder), above.count < parts.count, parts.starts(with: above) else { return nil }
    return parts[above.count]
  }

  /// Whether a path is that of the file or of a folder above it.
  func isOnWay(from path: String) -> Bool { Self.parts(of: path).map(parts.starts) ?? false }

  /// Links are followed in the part of the path that exists; the other components stay as they are written.
  private static func parts(of path: String) -> [String]? {
    var path = path.isEmpty ? "." : path
    var missing: [String] = []
    while true {
      if let resolved = realpath(path, nil) {
        defer { free(resolved) }
        return String(cString: resolved).split(separator: "/").map(String.init) + missing
      }
      let (folder, file) = LinkedPath.parts(of: path)
      if file == ".." { return nil }
      if !file.isEmpty, file != "." { missing.insert(file, at: 0) }
      guard folder != path else { return nil }
      path = folder.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : folder
    }
  }
}
