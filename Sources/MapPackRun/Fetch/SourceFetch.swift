import Foundation
import MapPackFeatures
import MapPackFiles
import MapPackIngest
import MapPackProject

/// A file that has come from a server into its place.
package struct Download {
  package var address: String
  package var digest: String
  package var bytes: Int
  /// The day on which it was changed, as the server says it: 2026-01-31.
  package var day: String?

  /// Downloads a file from the first address that has it whole. Until then, a file in its place stays.
  ///
  /// A web page and a compressed file that was cut off are refused (`ReceivedFile`).
  /// - Parameters:
  ///   - addresses: where the file lies, the best first.
  ///   - name: what messages call it.
  ///   - expected: what its SHA-256 must be, and the pipeline file that says so.
  /// - Throws: `usage` for an address that is none, `noInput` if no whole file came, `unreadableData` if it is another
  ///   file, `cannotWrite` if it cannot be kept. Of several addresses, the error of the first.
  package static func run(
    _ addresses: [String], called name: String, to location: String,
    expecting expected: (String, pipeline: String)? = nil,
    progress: ProgressHandler?
  ) throws(StageError) -> Download {
    var made: [String] = []
    var isKept = false
    defer { if !isKept { for folder in made.reversed() { rmdir(folder) } } }
    let file = try OutputFile(try OutputTarget(location, called: name, making: &made))
    defer { file.discard() }
    var first: StageError?
    for address in addresses {
      do throws(StageError) {
        let download = try receive(address, file, expecting: expected, progress)
        try file.replaceTarget()
        isKept = true
        return download
      } catch {
        guard [.noInput, .unreadableData].contains(error.status) else { throw error }
        first = first ?? error
      }
    }
    throw first ?? StageError(.noInput, file: name, "no address is known")
  }

  private static func receive(
    _ address: String, _ file: OutputFile, expecting expected: (String, pipeline: String)?, _ progress: ProgressHandler?
  ) throws(StageError) -> Download {
    let name = file.target.name
    // What a killed download, or another address, has left.
    try file.restart()
    let answer = try Transfer.run(address, called: name, progress: progress) { data throws(StageError) in
      try file.append(data)
    }
    if let fault = answer.fault {
      throw StageError(
        .noInput, file: name, "\(address) could not be downloaded: \(fault)",
        remedy: "see whether the address is still right, and try again")
    }
    try file.flush()
    let digest = try Digest.sha256(fileAt: file.target.temporary, called: name)
    if let expected, expected.0 != digest {
      throw StageError(
        .unreadableData, file: name,
        "the download's SHA-256 is \(digest), the pipeline file expects \(expected.0); it was not kept",
        remedy: "see whether the publisher has a new edition, and correct `sha256` in \(expected.pipeline)")
    }
    do throws(StageError) {
      try ReceivedFile.check(file.target.temporary, called: name)
    } catch {
      throw StageError(
        error.status, file: name, "the download was not kept: \(error.message)", remedy: error.remedy)
    }
    return Download(address: address, digest: digest, bytes: answer.bytes, day: answer.day)
  }

  /// What came, in words.
  package func words(_ path: String) -> String { "\(path): \(Figures.grouped(bytes)) bytes from \(address)" }
}

/// Fetches a source of a map, or its name table, if it is not here.
package struct SourceFetch {
  /// As it is on the disk now.
  package var pipeline: PipelineFile
  package var entry: PipelineFile.SourceEntry
  package var progress: ProgressHandler?

  package init(pipeline: PipelineFile, entry: PipelineFile.SourceEntry, progress: ProgressHandler? = nil) {
    (self.pipeline, self.entry, self.progress) = (pipeline, entry, progress)
  }

  /// Downloads the source if it is absent, or if it is another file than the pipeline file says. A digest that the
  /// pipeline file lacks is written into it. If that cannot be done safely, the returned text says so.
  ///
  /// A web page and a compressed file that was cut off are refused (`ReceivedFile`). A source that is here and has no
  /// digest in the pipeline file is left alone, whatever it is. After an error, the
  /// file that was here stays. But if only the pipeline file cannot be written, the new source stays.
  ///
  /// - Returns: what there is to say; `nil` for a source without a `url`.
  package func run() throws(StageError) -> String? {
    guard let address = entry.url else { return nil }
    let location = pipeline.project.location(of: entry.path)
    if try isHere(location) { return "\(entry.path) is here" }
    guard !entry.path.contains(where: { "*?[".contains($0) }), !entry.path.hasSuffix("/") else {
      throw StageError(
        .usage, file: pipeline.path, "the source \(entry.path) is not a single file, so `url` cannot be its address",
        remedy: "write the path of the file")
    }
    let received = try Download.run(
      [address], called: entry.path, to: try checkedLocation(), expecting: entry.sha256.map { ($0, pipeline.path) },
      progress: progress)
    let said = received.words(entry.path)
    guard entry.sha256 == nil else { return said }
    return said
      + (try note(received, address)
        ? ", sha256 noted" : ", add `sha256: \(received.digest)` to \(pipeline.path)")
  }

  /// Where the source lies, where a download overwrites no output, nor the pipeline file, its name lock or one of its tables.
  func checkedLocation() throws(StageError) -> String {
    let location = pipeline.project.location(of: entry.path)
    var roles = FileRoles()
    try roles.read([pipeline.path] + pipeline.maps.map(\.lockPath))
    let own = pipeline.tableEntries.first { $0.path == entry.path }
    for table in pipeline.tables where table.name != own?.path { try roles.read(table.name, at: table.location) }
    let locks = pipeline.maps.map(\.lockName)
    for name in pipeline.outputNames where !locks.contains(name) {
      try roles.write(name, at: pipeline.location(ofOutput: name, in: nil))
    }
    try roles.write(entry.path, at: location)
    return location
  }

  /// Whether the source is here. If it is a file and the pipeline file has a digest, it must have that digest.
  private func isHere(_ location: String) throws(StageError) -> Bool {
    let isFile = FileReading.isFolder(location) == false
    if !isFile, try pipeline.files(of: entry).isEmpty { return false }
    guard let expected = entry.sha256, isFile else { return true }
    return try Digest.sha256(fileAt: location, called: entry.path) == expected
  }

  /// Leaves the pipeline file as it was and returns `false` if the new text would not say exactly that.
  private func note(_ received: Download, _ address: String) throws(StageError) -> Bool {
    var values = ["sha256": received.digest]
    // A file of the catalog that was not here yet when the pipeline file was written.
    if entry.catalog != nil, entry.request.source.edition == nil { values["edition"] = received.day }
    let text = String(decoding: try FileReading.contents(of: pipeline.path, called: pipeline.path), as: UTF8.self)
    guard let revision = try? PipelineRevision(text, file: pipeline.path),
      let noted = try? revision.setting(values, where: "url", is: address),
      let read = try? PipelineFile(text: noted, path: pipeline.path),
      read.fetchedEntries.count == pipeline.fetchedEntries.count,
      read.fetchedEntries.first(where: { $0.url == address && $0.path == entry.path })?.sha256 == received.digest
    else { return false }
    try OutputSet.write(.data(Data(noted.utf8)), to: pipeline.path)
    return true
  }
}
