import Foundation
import MapFeatures

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A file that is being downloaded to a place beside its target.
///
/// The target is not touched: `SourceFetch` puts the file there once all that the server promised has come. A connection
/// that breaks, and a server that is busy, are tried again after a pause; what has come is kept if the server can go on
/// from there with the same file.
struct Download {
  /// How much trouble is borne.
  struct Patience: Sendable {
    /// How often the server is asked, at most.
    var attempts = 5
    /// The seconds after which a server that says nothing has failed.
    var timeout = 30.0

    /// The pause after the first attempt, in seconds. Each further one is twice as long.
    static let firstPause = 1.0
    /// The longest pause that a server may ask for.
    static let longestPause = 60.0
  }

  var address: String
  /// The source, as messages name it.
  var name: String
  var patience = Patience()
  var progress: ProgressHandler?
  /// Is told, in words, when something is tried again.
  var note: ((String) -> Void)?

  /// Downloads the file to `partial`, which is new or replaced. Memory does not grow with the file.
  ///
  /// Source: RFC 9110, sections 10.2.3 (Retry-After), 13.1.5 (If-Range) and 14 (ranges).
  ///
  /// - Throws: `usage` if the address is none, `noInput` if the server does not answer, has no such file, or breaks off each
  ///   time, and `cannotWrite` if the disk does not take it; then there is nothing at `partial`.
  func run(to partial: URL) throws(StageError) {
    guard let url = URL(string: address), ["http", "https"].contains(url.scheme?.lowercased()), url.host != nil else {
      throw StageError(
        .usage, file: name, "`url` is “\(address)”, which is no address of a file on the web",
        remedy: "write it with https://")
    }
    guard FileManager.default.createFile(atPath: partial.path, contents: nil),
      let handle = try? FileHandle(forWritingTo: partial)
    else {
      throw StageError(
        .cannotCreate, file: name, "cannot be created", remedy: "check that its folder exists and may be written to")
    }
    let receiver = Receiver(handle, progress: progress)
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = patience.timeout
    let session = URLSession(configuration: configuration, delegate: receiver, delegateQueue: nil)
    defer {
      session.finishTasksAndInvalidate()
      try? handle.close()
    }
    var pause = Patience.firstPause
    for attempt in 1...max(1, patience.attempts) {
      receiver.ask(for: url, in: session)
      guard let failure = receiver.failure else { return }
      guard failure.isPassing, attempt < patience.attempts else {
        try? FileManager.default.removeItem(at: partial)
        throw StageError(
          failure.isOfDisk ? .cannotWrite : .noInput, file: name,
          "\(address) could not be downloaded: \(failure.words)",
          remedy: failure.isOfDisk
            ? "make room on the disk and fetch again" : "see whether the address is still right, and try again")
      }
      let wait = min(max(pause, failure.askedPause ?? 0), Patience.longestPause)
      note?("\(failure.words); it is tried again in \(Figures.decimal(wait, places: 0)) s")
      Thread.sleep(forTimeInterval: wait)
      pause *= 2
    }
  }
}

/// What has come of a file so far.
private final class Receiver: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  // Unchecked: the session calls its delegate on one queue, one call at a time, and `ask` reads what they have left only
  // after the last of them has signalled.
  private let progress: ProgressHandler?
  private let done = DispatchSemaphore(value: 0)
  private let handle: FileHandle
  private var received = 0
  private var promised: Int?
  /// By what the server tells whether a file is still the same: a strong ETag says so byte for byte.
  private var validator: String?
  private(set) var failure: Failure?

  struct Failure {
    var words: String
    /// Whether it can be another time the next time.
    var isPassing = false
    var isOfDisk = false
    /// For how many seconds the server asks to be left alone.
    var askedPause: Double?
  }

  init(_ handle: FileHandle, progress: ProgressHandler?) {
    self.handle = handle
    self.progress = progress
  }

  /// Asks for the file, or for what is lacking of it; waits until it is there or has failed.
  func ask(for url: URL, in session: URLSession) {
    failure = nil
    var request = URLRequest(url: url)
    if received > 0, let validator {
      request.setValue("bytes=\(received)-", forHTTPHeaderField: "Range")
      request.setValue(validator, forHTTPHeaderField: "If-Range")
    }
    session.dataTask(with: request).resume()
    done.wait()
    if failure == nil, let promised, promised != received {
      failure = Failure(
        words: "\(Figures.grouped(received)) of \(Figures.grouped(promised)) bytes came", isPassing: true)
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
    let goesOn = response.statusCode == 206 && begins(response, at: received)
    guard response.statusCode == 200 || goesOn else {
      let isPassing = [408, 425, 429, 500, 502, 503, 504].contains(response.statusCode)
      // A part that is not the one asked for, or that there is no more: all is asked for the next time.
      let isPart = [206, 416].contains(response.statusCode)
      if isPart { validator = nil }
      failure = Failure(
        words: "the server answers with status \(response.statusCode)", isPassing: isPassing || isPart,
        askedPause: response.value(forHTTPHeaderField: "Retry-After").flatMap(Double.init))
      completionHandler(.cancel)
      return
    }
    if !goesOn { begin(response) }
    completionHandler(failure == nil ? .allow : .cancel)
  }

  /// Begins the file anew.
  private func begin(_ response: HTTPURLResponse) {
    do {
      try handle.truncate(atOffset: 0)
    } catch {
      failure = Failure(words: error.localizedDescription, isOfDisk: true)
    }
    received = 0
    // Less than 0 if the server does not say, and of what is unpacked on its way.
    let isPacked = response.value(forHTTPHeaderField: "Content-Encoding") != nil
    promised = response.expectedContentLength >= 0 && !isPacked ? Int(response.expectedContentLength) : nil
    validator = isPacked ? nil : response.value(forHTTPHeaderField: "ETag").flatMap { $0.hasPrefix("W/") ? nil : $0 }
  }

  /// Whether a part of a file begins at an offset.
  private func begins(_ response: HTTPURLResponse, at offset: Int) -> Bool {
    response.value(forHTTPHeaderField: "Content-Range")?.hasPrefix("bytes \(offset)-") == true
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    do {
      try handle.write(contentsOf: data)
    } catch {
      failure = Failure(words: error.localizedDescription, isOfDisk: true)
      dataTask.cancel()
      return
    }
    received += data.count
    progress?(ProgressEvent(activity: "downloading", done: received, total: promised, unit: "bytes"))
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    if let error, failure == nil { failure = Failure(words: error.localizedDescription, isPassing: true) }
    done.signal()
  }
}
