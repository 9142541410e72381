import Foundation
import MapFeatures

/// The files that a command writes: all of them, or none.
///
/// - Every file is written beside its target and seen to the disk before the first target is replaced; what goes
///   wrong until then leaves every old file as it was, and nothing else behind.
/// - Targets are replaced in the order in which they were added.
/// - A target that holds the very bytes already is not touched.
package struct OutputSet {
  package struct File: Sendable {
    /// The file as the user named it, for messages and for the provenance.
    package var name: String
    /// Where it lies.
    package var location: String
    package var contents: OutputContents
  }

  package private(set) var files: [File] = []

  package init() {}

  package mutating func add(_ data: Data, to location: String, called name: String) {
    files.append(File(name: name, location: location, contents: .data(data)))
  }

  package mutating func add(_ stageFile: StageFileContents, to location: String, called name: String) {
    files.append(File(name: name, location: location, contents: .stageFile(stageFile)))
  }

  /// Writes what has changed. Throws `cannotCreate` where a file or its folder cannot be made, `cannotWrite`
  /// where the disk is full or fails.
  package func commit() throws(StageError) {
    var pending: [Pending] = []
    for file in files where !Self.holds(file) {
      try Self.makeFolder(of: file)
      let output = try Pending(file)
      try output.write()
      pending.append(output)
    }
    for output in pending { try output.replaceTarget() }
  }

  private static func holds(_ file: File) -> Bool {
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: file.location),
      attributes[.type] as? FileAttributeType == .typeRegular, attributes[.size] as? Int == file.contents.byteCount,
      let old = FileHandle(forReadingAtPath: file.location)
    else { return false }
    return file.contents.isNext(in: old)
  }

  private static func makeFolder(of file: File) throws(StageError) {
    let folder = URL(fileURLWithPath: file.location).deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw StageError(
        .cannotCreate, file: file.name, "its folder \(folder.lastPathComponent) cannot be made",
        remedy: "check the permissions of the folder above it")
    }
  }

  /// Holds an `OutputFile`, which cannot be an element of an array itself.
  private final class Pending {
    private var file: OutputFile
    private let contents: OutputContents

    init(_ file: File) throws(StageError) {
      self.file = try OutputFile(replacing: file.location, called: file.name)
      contents = file.contents
    }

    func write() throws(StageError) { try file.write(contents) }
    func replaceTarget() throws(StageError) { try file.replaceTarget() }
  }
}
