import Foundation
import MapPackFeatures
import MapPackFiles
import MapPackIngest
import MapPackNames

/// The files that are dropped on the page. Each drop has a project for temporary files, in whose folder RawData they lie, so
/// that an earlier map can be opened again. All go when this value does.
package final class PreviewUploads: Sendable {
  /// The most bytes of one file. Longer ones are refused with the status 413.
  package static let limit = 4 << 30
  /// The most files of a drop.
  private static let countLimit = 10_000

  private let scratch: ScratchFolder
  /// A file in the folder, which is claimed as long as this value lives.
  private let claim: OpenFile

  /// What a killed process has left goes first.
  package init() throws(StageError) {
    let parent = FileManager.default.temporaryDirectory.path
    Self.removeAbandoned(in: parent)
    scratch = try ScratchFolder(in: parent)
    // It gets the name by which others look for it once it is claimed.
    let path = Self.claimPath(in: scratch.path)
    guard let file = OpenFile(path + ".new", O_RDWR | O_CREAT, mode: 0o600) else {
      throw StageError(.cannotCreate, "no folder for dropped files can be made: \(String(cString: strerror(errno)))")
    }
    _ = file.claim()
    rename(path + ".new", path)
    claim = file
  }

  private static func claimPath(in folder: String) -> String { folder + "/dropped-files" }

  /// Removes folders for dropped files whose process has ended without removing them: nobody claims them.
  private static func removeAbandoned(in parent: String) {
    for name in FolderListing(parent).names where name.hasPrefix("mappack-") {
      let folder = "\(parent)/\(name)"
      guard let file = OpenFile(claimPath(in: folder), O_RDWR), file.claim() else { continue }
      try? FileManager.default.removeItem(atPath: folder)
    }
  }

  /// The project of a drop.
  package func project(of drop: Drop) -> String { "\(scratch.path)/\(drop.number)" }

  /// The folder with the files of a drop.
  package func folder(of drop: Drop) -> String { project(of: drop) + "/RawData" }

  /// A drop, by the number that the page gives it.
  package struct Drop: Hashable, Sendable {
    package let number: UInt64

    /// - Returns: `nil` if the text is no number.
    package init?(_ text: some StringProtocol) {
      guard let number = UInt64(text), text.allSatisfy(\.isASCII) else { return nil }
      self.number = number
    }
  }

  /// The drop and the name of the file in the path of a request, `DROP/NAME`.
  static func file(in path: Substring) -> (drop: Drop, name: String)? {
    let parts = path.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let drop = Drop(parts[0]), let name = name(in: parts[1]) else { return nil }
    return (drop, name)
  }

  /// The name of a file in the path of a request, percent-encoded. It is a name and never a path; `nil` if it is not one that
  /// all file systems take.
  package static func name(in path: Substring) -> String? {
    String(path).removingPercentEncoding.flatMap { isName($0) ? $0 : nil }
  }

  /// Whether a text is a name that all file systems take.
  static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 200 && name.first != "."
      && !name.unicodeScalars.contains { "/\\:*?\"<>|".unicodeScalars.contains($0) || InvisibleScalar.contains($0) }
  }

  /// Where a file of a name lies once it has been received.
  package func location(of name: String, in drop: Drop) -> String { "\(folder(of: drop))/\(name)" }

  /// Opens a new file for what is received. It gets its name by `finish`.
  func begin(in drop: Drop) throws(StageError) -> PreviewUpload {
    let folder = folder(of: drop)
    let count = (try? FileManager.default.contentsOfDirectory(atPath: folder).count) ?? 0
    guard count < Self.countLimit else { throw StageError(.usage, "these are too many files") }
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw StageError(.cannotCreate, "a dropped file cannot be kept: \(error.localizedDescription)")
    }
    let path = "\(scratch.path)/\(UUID().uuidString)"
    guard let file = OpenFile(path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600) else {
      throw StageError(.cannotCreate, "a dropped file cannot be kept: \(String(cString: strerror(errno)))")
    }
    return PreviewUpload(path: path, file: file)
  }

  /// Gives a file that was received its name, in the place of an earlier one of the same name.
  func finish(_ upload: borrowing PreviewUpload, called name: String, in drop: Drop) throws(StageError) {
    guard rename(upload.path, location(of: name, in: drop)) == 0 else {
      throw StageError(.cannotCreate, "a dropped file cannot be kept: \(String(cString: strerror(errno)))")
    }
  }
}

/// A file that is being received. If it gets no name, it goes with this value.
struct PreviewUpload: ~Copyable {
  fileprivate let path: String
  fileprivate let file: OpenFile

  borrowing func write(_ bytes: ArraySlice<UInt8>) throws(StageError) {
    let status = file.write(bytes.span.bytes)
    guard status == 0 else {
      throw StageError(.cannotWrite, "a dropped file cannot be kept: \(String(cString: strerror(status)))")
    }
  }

  deinit { unlink(path) }
}
