import Foundation
import MapPackFeatures

/// Fetches a source of a map if it is not here. `mappack fetch` does so for each source.
struct SourceFetch {
  /// The pipeline file as it is on the disk now: its text is changed by line numbers.
  var pipeline: PipelineFile
  /// The entry of `pipeline.sources` to fetch.
  var entry: PipelineFile.SourceEntry
  var patience = Download.Patience()
  var progress: ProgressHandler?
  /// Is told, in words, when the download is tried again.
  var note: ((String) -> Void)?

  /// Downloads the source if it is absent, or if it is another file than the pipeline file says. A digest that the
  /// pipeline file does not have is written into it. If that cannot be done safely, the returned text says so.
  ///
  /// A source that is here and has no digest in the pipeline file is left alone, whatever it is.
  ///
  /// - Returns: what there is to say; `nil` for a source without a `url`.
  /// - Throws: `usage` if the source is absent and is a pattern or a folder, if the download would overwrite another
  ///   file of the map, or if `url` is no address on the web; `unreadableData` if the download has another digest;
  ///   `noInput` if it fails, or if a file that is here cannot be read; `cannotCreate` or `cannotWrite` if the source
  ///   cannot be written. In all these cases the file that was here stays. If only the pipeline file cannot be written,
  ///   the error is one of the last two, and the new source stays.
  func run() throws(StageError) -> String? {
    guard let address = entry.url else { return nil }
    let location = pipeline.project.location(of: entry.path)
    if try isHere(location) { return "\(entry.path) is here" }
    guard !entry.path.contains(where: { "*?[".contains($0) }), !entry.path.hasSuffix("/") else {
      throw StageError(
        .usage, file: pipeline.path, "the source \(entry.path) is not a single file, so `url` cannot be its address",
        remedy: "write the path of the file")
    }
    try checkRoles(of: location)
    var made: [String] = []
    var isKept = false
    defer { if !isKept { for folder in made.reversed() { rmdir(folder) } } }
    let target = try OutputTarget(location, called: entry.path, making: &made)
    target.removeLeftovers()
    TemporaryFiles.shared.add(target.temporary)
    defer { TemporaryFiles.shared.remove(target.temporary) }
    try Download(address: address, name: entry.path, patience: patience, progress: progress, note: note)
      .run(to: URL(fileURLWithPath: target.temporary))
    let digest = try Digest.sha256(fileAt: target.temporary, called: entry.path)
    if let expected = entry.sha256, expected != digest {
      throw StageError(
        .unreadableData, file: entry.path,
        "the download's SHA-256 is \(digest), the pipeline file expects \(expected); it was not kept",
        remedy: "see whether the publisher has a new edition, and correct `sha256` in \(pipeline.path)")
    }
    guard rename(target.temporary, target.path) == 0 else { throw OutputFile.cannotReplace(entry.path, errno) }
    isKept = true
    OpenFile.syncFolder(target.folder)
    let bytes = (try? FileManager.default.attributesOfItem(atPath: location)[.size] as? Int) ?? 0
    let said = "\(entry.path): \(Figures.grouped(bytes)) bytes from \(address)"
    guard entry.sha256 == nil else { return said }
    return said + (try note(digest, address) ? ", sha256 noted" : ", add `sha256: \(digest)` to \(pipeline.path)")
  }

  /// Checks that the download would not overwrite an output, the pipeline file, its name lock or one of its tables.
  /// - Throws: `usage` if it would.
  private func checkRoles(of location: String) throws(StageError) {
    var roles = FileRoles()
    let tables = [pipeline.names.table, pipeline.changes].compactMap(\.self)
    try roles.read([pipeline.path, pipeline.lockPathToRead])
    for table in tables { try roles.read(table, at: pipeline.project.location(of: table)) }
    for name in pipeline.outputNames where name != pipeline.lockName {
      try roles.write(name, at: pipeline.location(ofOutput: name, in: nil))
    }
    try roles.write(entry.path, at: location)
  }

  /// Whether the source is here. If it is a file and the pipeline file has a digest, it must have that digest.
  private func isHere(_ location: String) throws(StageError) -> Bool {
    guard try !IngestStage.files(of: entry, in: pipeline).isEmpty else { return false }
    var isFolder: ObjCBool = false
    guard let expected = entry.sha256, FileManager.default.fileExists(atPath: location, isDirectory: &isFolder),
      !isFolder.boolValue
    else { return true }
    return try Digest.sha256(fileAt: location, called: entry.path) == expected
  }

  /// Writes the digest into the pipeline file. Leaves the file as it was and returns `false` if the new text would not
  /// say exactly that.
  /// - Throws: `noInput` if the pipeline file cannot be read; `cannotCreate` or `cannotWrite` if it cannot be written.
  private func note(_ digest: String, _ address: String) throws(StageError) -> Bool {
    let data = try FileReading.contents(of: pipeline.path, called: pipeline.path)
    guard let line = entry.urlLine, let text = String(data: data, encoding: .utf8),
      let noted = PipelineText.adding(sha256: digest, behind: address, line: line, to: text),
      let read = try? PipelineFile(text: noted, path: pipeline.path), read.sources.count == pipeline.sources.count,
      read.sources.first(where: { $0.url == address && $0.path == entry.path })?.sha256 == digest
    else { return false }
    var outputs = OutputSet()
    outputs.add(Data(noted.utf8), to: pipeline.path, called: pipeline.path)
    try outputs.commit()
    return true
  }
}
