import Foundation
import MapPackFeatures
import MapPackGeometry

/// The state of the files that a run reads, from before it reads them. It makes sure that the digests in the provenance
/// are those of the bytes that were read.
///
/// A file counts as unchanged if its device, its number there, its size and both of its times are the same. The time of
/// the last change (`ctime`) cannot be set back. If a file was changed less than two seconds before, its times say too
/// little. Then its digest is also taken before the file is read, and has to be the same afterwards.
///
/// The order is: `note(_:at:)` for all files, `takeDigests(jobs:)`, the reading itself, `digest(_:at:)` for the
/// provenance, and `verify()` before the first output is replaced. `MapTask` keeps to it. `mappack ingest` and
/// `mappack merge` take the digests in stage files from a seal, and do not call `verify()`.
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
    /// The digest, if it was taken before the file was read.
    var digest: String?
  }

  private var files: [File] = []
  /// The digests by path, taken while the files are read.
  private var digests: Deferred<[String: Result<String, StageError>]>?

  /// Notes a file that is going to be read. If it does not exist now, it must not exist at the end either.
  ///
  /// - Throws: `noInput` if the file cannot be read.
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
  /// - Complexity: O(n) for n bytes, unless the digest was taken by `takeDigests(jobs:)`.
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

  /// Makes sure that all files are as they were when they were noted.
  ///
  /// - Throws: `unreadableData` if one was changed since; `noInput` if one that is read again cannot be read.
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
