import Foundation
import MapFeatures
import MapGeometry

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The files that a run reads, as they were before it read them: the digests that the provenance has are of the bytes
/// that were read.
///
/// A file counts as the same where its device, number, size and both of its times are what they were: the time of
/// the last change (`ctime`) cannot be set back. The times of a file that was changed less than two seconds before say
/// too little; then its digest is taken before it is read as well, and has to be the same after.
struct InputSeal {
  private struct State: Equatable {
    var device: UInt64
    var number: UInt64
    var size: Int64
    var modified: [Int]
    var changed: [Int]

    /// `nil` where there is no such file.
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

    /// Whether the times may stay the same though the file changes again: clocks of file systems are coarse.
    var isFresh: Bool { changed[0] > time(nil) - 2 }
  }

  private struct File {
    var name: String
    var location: String
    var state: State?
    /// The digest, where it was taken before the file was read.
    var digest: String?
  }

  private var files: [File] = []
  /// The digests by location, taken while the files are read.
  private var digests: Deferred<[String: Result<String, StageError>]>?

  /// Notes a file that is going to be read. One that does not exist must not exist at the end either.
  mutating func note(_ name: String, at location: String) throws(StageError) {
    guard !files.contains(where: { $0.location == location }) else { return }
    let state = State(location)
    var file = File(name: name, location: location, state: state)
    if state?.isFresh == true { file.digest = try Digest.sha256(fileAt: location, called: name) }
    files.append(file)
  }

  /// Takes the digests of the files noted so far on another thread, where there is one for it.
  ///
  /// A file whose digest says nothing before it has been read is left for later.
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

  /// The SHA-256 of a file's bytes that were read since it was noted.
  ///
  /// - Throws: `unreadableData` where the file was changed since.
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

  /// Makes sure that all files are what they were when they were noted.
  ///
  /// - Throws: `unreadableData` where one was changed since.
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
