import Foundation
import MapPackFeatures
import MapPackFiles
import MapPackGeometry
import MapPackProject

/// The state of the files that a run reads, from before it reads them. It makes sure that the digests in the provenance
/// are those of the bytes that were read.
///
/// A file counts as unchanged if its device, its number there, its size and both of its times are the same. The time of
/// the last change (`ctime`) cannot be set back. If a file was changed less than two seconds before, its times say too
/// little. Then its digest is also taken before the file is read, and has to be the same afterwards.
///
/// The order is: `note(_:at:)` for all files, `takeDigests(jobs:)`, the reading itself, `digest(_:at:)` for the
/// provenance, and `verify()` before the first output is replaced.
package struct InputSeal {
  private struct State: Equatable {
    /// The device, the number there, the size, and the seconds and nanoseconds of the times.
    private let values: [Int]
    /// Whether the file may change again without a change of its times, because clocks of file systems are coarse: if
    /// it was changed in the last two seconds.
    var isFresh: Bool { changed > time(nil) - 2 }
    private let changed: Int

    /// `nil` if there is no such file.
    init?(_ location: String) {
      var info = stat()
      guard stat(location, &info) == 0 else { return nil }
      #if canImport(Darwin)
        let times = [info.st_mtimespec, info.st_ctimespec]
      #else
        let times = [info.st_mtim, info.st_ctim]
      #endif
      changed = times[1].tv_sec
      values =
        [Int(truncatingIfNeeded: info.st_dev), Int(truncatingIfNeeded: info.st_ino), Int(info.st_size)]
        + times.flatMap { [$0.tv_sec, $0.tv_nsec] }
    }
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

  package init() {}

  /// Notes a file that is going to be read. If it does not exist now, it must not exist at the end either.
  package mutating func note(_ name: String, at location: String) throws(StageError) {
    guard !files.contains(where: { $0.location == location }) else { return }
    let state = State(location)
    var file = File(name: name, location: location, state: state)
    if state?.isFresh == true { file.digest = try Digest.sha256(fileAt: location, called: name) }
    files.append(file)
  }

  /// Takes the digests of the files noted so far on another thread, if `jobs` is greater than 1.
  ///
  /// A file whose digest was taken when it was noted is left out here. It is compared with a second digest at the end.
  package mutating func takeDigests(jobs: Int) {
    let files = files.filter { $0.state != nil && $0.digest == nil }.map { ($0.name, $0.location) }
    guard jobs > 1 else { return }
    digests = Deferred(jobs: jobs) {
      let digests = files.map { name, location in
        (location, Result { () throws(StageError) in try Digest.sha256(fileAt: location, called: name) })
      }
      return Dictionary(uniqueKeysWithValues: digests)
    }
  }

  /// The SHA-256 of a file's bytes, the same bytes that were read since the file was noted.
  ///
  /// The digest of a file that was not noted is taken as the file is now, without a check.
  ///
  /// - Throws: `unreadableData` if the file was changed since it was noted; `noInput` if it cannot be read.
  package func digest(_ name: String, at location: String) throws(StageError) -> String {
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
  package func input(_ file: SourceFiles.File) throws(StageError) -> InputFile {
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
