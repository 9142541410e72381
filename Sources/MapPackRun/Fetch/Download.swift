import Foundation
import MapPackFeatures
import MapPackFiles
import MapPackIngest
import MapPackProject

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The download of a file to a path beside its target, which is not touched. Memory does not grow with the file.
package final class Download: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  // Unchecked: the session calls its delegate on one queue, one call at a time. `run` reads the properties only after
  // the last of these calls has signaled `done`.
  private let file: OutputFile
  private let progress: ProgressHandler?
  private let done = DispatchSemaphore(value: 0)
  private var received = 0
  private var failure: String?
  private var diskError: StageError?

  private init(_ file: OutputFile, _ progress: ProgressHandler?) { (self.file, self.progress) = (file, progress) }

  /// Downloads a file, which has at least one byte. Returns when it is there and on the disk.
  ///
  /// - Parameters:
  ///   - address: only http and https are taken.
  ///   - file: takes the bytes, and is not written by anybody else.
  ///   - progress: is called on another thread.
  /// - Throws: `usage` for another address, `noInput` if no whole file came, `cannotWrite` if it cannot be kept.
  package static func run(
    _ address: String, called name: String, to file: OutputFile, progress: ProgressHandler?
  ) throws(StageError) {
    guard let url = URL(string: address), ["http", "https"].contains(url.scheme?.lowercased()), url.host != nil else {
      throw StageError(
        .usage, file: name, "`url` is “\(address)”, which is not the address of a file on the web",
        remedy: "write it with https://")
    }
    // What a killed download has left.
    try file.restart()
    let download = Download(file, progress)
    let session = URLSession(configuration: .ephemeral, delegate: download, delegateQueue: nil)
    defer { session.finishTasksAndInvalidate() }
    var request = URLRequest(url: url)
    // Of a file that is packed on its way, nobody says how long it is.
    request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
    let task = session.dataTask(with: request)
    task.resume()
    download.done.wait()
    if let error = download.diskError { throw error }
    if let words = download.failure(of: task.response as? HTTPURLResponse) {
      throw StageError(
        .noInput, file: name, "\(address) could not be downloaded: \(words)",
        remedy: "see whether the address is still right, and try again")
    }
    try file.flush()
  }

  /// Why no whole file has come; `nil` if it has.
  private func failure(of response: HTTPURLResponse?) -> String? {
    // A redirect that names no other address ends without a file too.
    if let response, response.statusCode != 200 { return "the server answers with status \(response.statusCode)" }
    if let failure { return failure }
    if received == 0 { return "the server answers with an empty file" }
    let promised = promised(by: response)
    return promised == nil || promised == received
      ? nil : "\(Figures.grouped(received)) of \(Figures.grouped(promised ?? 0)) bytes came"
  }

  /// The size of the file, if the server says it; not what it has if it is packed on its way.
  private func promised(by response: URLResponse?) -> Int? {
    guard let response = response as? HTTPURLResponse, response.expectedContentLength >= 0,
      ["identity", nil].contains(response.value(forHTTPHeaderField: "Content-Encoding")?.lowercased())
    else { return nil }
    return Int(response.expectedContentLength)
  }

  package func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    guard diskError == nil, (dataTask.response as? HTTPURLResponse)?.statusCode == 200 else { return }
    do throws(StageError) {
      try file.append(data)
    } catch {
      diskError = error
      return dataTask.cancel()
    }
    received += data.count
    let promised = promised(by: dataTask.response)
    progress?(ProgressEvent(activity: "downloading", done: received, total: promised, unit: "bytes"))
  }

  package func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    failure = error?.localizedDescription
    done.signal()
  }
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
    try checkRoles(of: location)
    var made: [String] = []
    var isKept = false
    defer { if !isKept { for folder in made.reversed() { rmdir(folder) } } }
    let target = try OutputTarget(location, called: entry.path, making: &made)
    let file = try OutputFile(target)
    defer { file.discard() }
    try Download.run(address, called: entry.path, to: file, progress: progress)
    let digest = try Digest.sha256(fileAt: target.temporary, called: entry.path)
    if let expected = entry.sha256, expected != digest {
      throw StageError(
        .unreadableData, file: entry.path,
        "the download's SHA-256 is \(digest), the pipeline file expects \(expected); it was not kept",
        remedy: "see whether the publisher has a new edition, and correct `sha256` in \(pipeline.path)")
    }
    do throws(StageError) {
      try ReceivedFile.check(target.temporary, called: entry.path)
    } catch {
      throw StageError(
        error.status, file: entry.path, "the download was not kept: \(error.message)", remedy: error.remedy)
    }
    try file.replaceTarget()
    isKept = true
    let bytes = (try? FileManager.default.attributesOfItem(atPath: location)[.size] as? Int) ?? 0
    let said = "\(entry.path): \(Figures.grouped(bytes)) bytes from \(address)"
    guard entry.sha256 == nil else { return said }
    return said + (try note(digest, address) ? ", sha256 noted" : ", add `sha256: \(digest)` to \(pipeline.path)")
  }

  /// Checks that the download would not overwrite an output, the pipeline file, its name lock or one of its tables.
  private func checkRoles(of location: String) throws(StageError) {
    var roles = FileRoles()
    try roles.read([pipeline.path] + pipeline.maps.map(\.lockPath))
    let own = pipeline.tableEntries.first { $0.path == entry.path }
    for table in pipeline.tables where table.name != own?.path { try roles.read(table.name, at: table.location) }
    let locks = pipeline.maps.map(\.lockName)
    for name in pipeline.outputNames where !locks.contains(name) {
      try roles.write(name, at: pipeline.location(ofOutput: name, in: nil))
    }
    try roles.write(entry.path, at: location)
  }

  /// Whether the source is here. If it is a file and the pipeline file has a digest, it must have that digest.
  private func isHere(_ location: String) throws(StageError) -> Bool {
    let isFile = FileReading.isFolder(location) == false
    if !isFile, try pipeline.files(of: entry).isEmpty { return false }
    guard let expected = entry.sha256, isFile else { return true }
    return try Digest.sha256(fileAt: location, called: entry.path) == expected
  }

  /// Leaves the pipeline file as it was and returns `false` if the new text would not say exactly that.
  private func note(_ digest: String, _ address: String) throws(StageError) -> Bool {
    let data = try FileReading.contents(of: pipeline.path, called: pipeline.path)
    guard let text = String(data: data, encoding: .utf8),
      let revision = try? PipelineRevision(text, file: pipeline.path),
      let noted = try? revision.adding(sha256: digest, ofAddress: address),
      let read = try? PipelineFile(text: noted, path: pipeline.path),
      read.fetchedEntries.count == pipeline.fetchedEntries.count,
      read.fetchedEntries.first(where: { $0.url == address && $0.path == entry.path })?.sha256 == digest
    else { return false }
    try OutputSet.write(.data(Data(noted.utf8)), to: pipeline.path)
    return true
  }
}
