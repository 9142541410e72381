import Foundation
import MapPackFeatures
import MapPackIngest

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The download of a file to a path beside its target.
///
/// The target is not touched. If a connection breaks or a server is busy, the download is tried again after a pause,
/// from the first byte.
struct Download {
  /// Below 1 there is still one.
  var attempts = 5
  /// The time after which a server that says nothing has failed, in seconds.
  var timeout = 30.0
  var progress: ProgressHandler?
  /// Is told, in words, when the download is tried again.
  var note: ((String) -> Void)?

  /// The pause after the first attempt, in seconds. Each further pause is twice as long.
  private static let firstPause = 1.0
  /// The longest pause in seconds, even if a server asks for more.
  private static let longestPause = 60.0

  /// Downloads a file, which has at least one byte. Memory does not grow with the file.
  ///
  /// The call returns when the file is there and on the disk. Meanwhile `progress` is called on another thread. A
  /// `Retry-After` in seconds lengthens the pause, up to a minute; one with a date is ignored.
  ///
  /// Source: RFC 9110, section 10.2.3 (Retry-After).
  ///
  /// - Parameters:
  ///   - address: only http and https are taken.
  ///   - file: takes the bytes, and is not written by anybody else.
  /// - Throws: `usage` for another address, `noInput` if no whole file came, `cannotWrite` if it cannot be kept.
  func run(_ address: String, called name: String, to file: OutputFile) throws(StageError) {
    guard let url = URL(string: address), ["http", "https"].contains(url.scheme?.lowercased()), url.host != nil else {
      throw StageError(
        .usage, file: name, "`url` is “\(address)”, which is not the address of a file on the web",
        remedy: "write it with https://")
    }
    let receiver = Receiver(file, progress: progress)
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = timeout
    let session = URLSession(configuration: configuration, delegate: receiver, delegateQueue: nil)
    defer { session.finishTasksAndInvalidate() }
    var pause = Self.firstPause
    for attempt in 1...max(1, attempts) {
      receiver.ask(for: url, in: session)
      if let error = receiver.diskError { throw error }
      guard let failure = receiver.failure else { return try file.flush() }
      guard failure.isPassing, attempt < attempts else {
        throw StageError(
          .noInput, file: name, "\(address) could not be downloaded: \(failure.words)",
          remedy: "see whether the address is still right, and try again")
      }
      let wait = min(max(pause, failure.askedPause ?? 0), Self.longestPause)
      note?("\(failure.words); it is tried again in \(Figures.decimal(wait, places: 0)) s")
      Thread.sleep(forTimeInterval: wait)
      pause *= 2
    }
  }
}

private final class Receiver: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  // Unchecked: the session calls its delegate on one queue, one call at a time. `ask` reads the properties only after
  // the last of these calls has signaled `done`.
  private let progress: ProgressHandler?
  private let done = DispatchSemaphore(value: 0)
  private let file: OutputFile
  private var received = 0
  private var promised: Int?
  /// Whether the server has said that the file follows.
  private var isAccepted = false
  private(set) var failure: Failure?
  private(set) var diskError: StageError?

  struct Failure {
    var words: String
    /// Whether another attempt may succeed.
    var isPassing = false
    /// In seconds.
    var askedPause: Double?
  }

  init(_ file: OutputFile, progress: ProgressHandler?) {
    self.file = file
    self.progress = progress
  }

  /// Asks for the file, and waits until it has come or failed.
  func ask(for url: URL, in session: URLSession) {
    (failure, isAccepted, received, promised) = (nil, false, 0, nil)
    var request = URLRequest(url: url)
    // Of a file that is packed on its way, nobody says how long it is.
    request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
    let task = session.dataTask(with: request)
    task.resume()
    done.wait()
    guard failure == nil, diskError == nil else { return }
    if !isAccepted {
      // A redirect that names no other address ends without an answer to look at.
      let status = (task.response as? HTTPURLResponse)?.statusCode
      failure = Failure(
        words: "the server answers with \(status.map { "status \($0)" } ?? "no status") and without the file")
    } else if let promised, promised != received {
      failure = Failure(
        words: "\(Figures.grouped(received)) of \(Figures.grouped(promised)) bytes came", isPassing: true)
    } else if received == 0 {
      failure = Failure(words: "the server answers with an empty file", isPassing: true)
    }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    guard let response = response as? HTTPURLResponse else {
      completionHandler(.cancel)
      return
    }
    guard response.statusCode == 200 else {
      failure = Failure(
        words: "the server answers with status \(response.statusCode)",
        isPassing: [408, 425, 429, 500, 502, 503, 504].contains(response.statusCode),
        askedPause: response.value(forHTTPHeaderField: "Retry-After").flatMap(Double.init))
      completionHandler(.cancel)
      return
    }
    begin(response)
    completionHandler(failure == nil && diskError == nil ? .allow : .cancel)
  }

  private func begin(_ response: HTTPURLResponse) {
    isAccepted = true
    received = 0
    store { () throws(StageError) in try file.restart() }
    // The length is negative if the server does not say it. It is not that of the file if that is unpacked on its way.
    let coding = response.value(forHTTPHeaderField: "Content-Encoding")?.lowercased()
    let isPacked = coding != nil && coding != "identity"
    let hasLength = response.expectedContentLength >= 0
    promised = hasLength && !isPacked ? Int(response.expectedContentLength) : nil
    if isPacked, !hasLength,
      response.value(forHTTPHeaderField: "Transfer-Encoding")?.lowercased().contains("chunked") != true
    {
      failure = Failure(words: "the server packs the file and does not say where it ends", isPassing: true)
    }
  }

  private func store(_ work: () throws(StageError) -> Void) {
    do {
      try work()
    } catch {
      diskError = error
    }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    guard isAccepted, failure == nil, diskError == nil else { return dataTask.cancel() }
    store { () throws(StageError) in try file.append(data) }
    guard diskError == nil else { return dataTask.cancel() }
    received += data.count
    progress?(ProgressEvent(activity: "downloading", done: received, total: promised, unit: "bytes"))
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    if let error, failure == nil { failure = Failure(words: error.localizedDescription, isPassing: true) }
    done.signal()
  }
}

/// Fetches a source of a map, or its name table, if it is not here.
struct SourceFetch {
  /// As it is on the disk now: its text is changed by line numbers.
  var pipeline: PipelineFile
  var entry: PipelineFile.SourceEntry
  var download: Download

  /// Downloads the source if it is absent, or if it is another file than the pipeline file says. A digest that the
  /// pipeline file lacks is written into it. If that cannot be done safely, the returned text says so.
  ///
  /// A web page and a compressed file that was cut off are refused (`ReceivedFile`). A source that is here and has no
  /// digest in the pipeline file is left alone, whatever it is. After an error, the
  /// file that was here stays. But if only the pipeline file cannot be written, the new source stays.
  ///
  /// - Returns: what there is to say; `nil` for a source without a `url`.
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
    // What a killed download left is written over, or removed. To remove it first would take a rival's file away.
    let file = try OutputFile(target)
    defer { file.discard() }
    try download.run(address, called: entry.path, to: file)
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
    if !isFile, try IngestStage.files(of: entry, in: pipeline).isEmpty { return false }
    guard let expected = entry.sha256, isFile else { return true }
    return try Digest.sha256(fileAt: location, called: entry.path) == expected
  }

  /// Leaves the pipeline file as it was and returns `false` if the new text would not say exactly that.
  private func note(_ digest: String, _ address: String) throws(StageError) -> Bool {
    let data = try FileReading.contents(of: pipeline.path, called: pipeline.path)
    guard let line = entry.urlLine, let text = String(data: data, encoding: .utf8),
      let noted = PipelineText.adding(sha256: digest, behind: address, line: line, to: text),
      let read = try? PipelineFile(text: noted, path: pipeline.path),
      read.fetchedEntries.count == pipeline.fetchedEntries.count,
      read.fetchedEntries.first(where: { $0.url == address && $0.path == entry.path })?.sha256 == digest
    else { return false }
    try OutputSet.write(.data(Data(noted.utf8)), to: pipeline.path)
    return true
  }
}
