import Foundation
import MapPackFeatures
import MapPackFiles
import MapPackIngest
import MapPackNames

/// The files that are dropped on the page. They lie in the folder RawData of a project for temporary files, which goes
/// when this value does.
package final class PreviewUploads: Sendable {
  /// The most bytes of one file. Longer ones are refused with the status 413.
  package static let limit = 4 << 30
  /// The most files.
  private static let countLimit = 10_000

  private let scratch: ScratchFolder
  /// The folder of the project.
  package var project: String { scratch.path }
  /// The folder with the files.
  package var folder: String { project + "/RawData" }

  package init() throws(StageError) {
    scratch = try ScratchFolder(in: FileManager.default.temporaryDirectory.path)
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    } catch {
      throw StageError(.cannotCreate, "no folder for temporary files can be made: \(error.localizedDescription)")
    }
  }

  /// The name of a file in the path of a request, `upload/NAME`, percent-encoded. It is a name and never a path; `nil`
  /// if it is not one that all file systems take.
  package static func name(in path: Substring) -> String? {
    guard let name = String(path).removingPercentEncoding, !name.isEmpty, name.utf8.count <= 200,
      name.first != ".", !name.unicodeScalars.contains(where: { "/\\:*?\"<>|".unicodeScalars.contains($0) }),
      !name.unicodeScalars.contains(where: InvisibleScalar.contains)
    else { return nil }
    return name
  }

  /// Where a file of a name lies once it has been received.
  package func location(of name: String) -> String { "\(folder)/\(name)" }

  /// Removes all files but some.
  package func keep(only names: [String]) throws(StageError) {
    for name in FolderListing(folder).names where !names.contains(name) { unlink(location(of: name)) }
  }

  /// Opens a new file for what is received. It gets its name by `finish`.
  func begin() throws(StageError) -> PreviewUpload {
    let count = (try? FileManager.default.contentsOfDirectory(atPath: folder).count) ?? 0
    guard count < Self.countLimit else { throw StageError(.usage, "these are too many files") }
    let path = "\(project)/\(UUID().uuidString)"
    guard let file = OpenFile(path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600) else {
      throw StageError(.cannotCreate, "a dropped file cannot be kept: \(String(cString: strerror(errno)))")
    }
    return PreviewUpload(path: path, file: file)
  }

  /// Gives a file that was received its name, in the place of an earlier one of the same name.
  func finish(_ upload: borrowing PreviewUpload, called name: String) throws(StageError) {
    guard rename(upload.path, location(of: name)) == 0 else {
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
