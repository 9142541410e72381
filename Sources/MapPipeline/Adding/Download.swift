import Foundation
import MapFeatures

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A file that is being downloaded, piece by piece, to a place beside its target.
///
/// The target is not touched: `SourceFetch` puts the file there once all that the server promised has come.
final class Download: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  // Unchecked: the session calls its delegate on one queue, one call at a time, and `run` reads what they have left only
  // after the last of them has signalled.
  private let progress: ProgressHandler?
  private let done = DispatchSemaphore(value: 0)
  private let handle: FileHandle
  private var received = 0
  private var promised: Int?
  private var failure: String?

  private init(_ handle: FileHandle, progress: ProgressHandler?) {
    self.handle = handle
    self.progress = progress
  }

  /// Downloads a file to `partial`, which is new or replaced. Memory does not grow with the file.
  ///
  /// Throws `noInput` where the server does not answer, has no such file, or breaks off, and `cannotWrite` where the disk
  /// does not take it; then there is nothing at `partial`.
  static func run(from address: String, to partial: URL, called name: String, progress: ProgressHandler?)
    throws(StageError)
  {
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
    let download = Download(handle, progress: progress)
    let session = URLSession(configuration: .ephemeral, delegate: download, delegateQueue: nil)
    session.dataTask(with: url).resume()
    download.done.wait()
    session.finishTasksAndInvalidate()
    try? handle.close()
    if download.failure == nil, let promised = download.promised, promised != download.received {
      download.failure = "\(Figures.grouped(download.received)) of \(Figures.grouped(promised)) bytes came"
    }
    if let failure = download.failure {
      try? FileManager.default.removeItem(at: partial)
      throw StageError(
        .noInput, file: name, "\(address) could not be downloaded: \(failure)",
        remedy: "see whether the address is still right, and try again")
    }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    if let status = (response as? HTTPURLResponse)?.statusCode, status != 200 {
      failure = "the server answers with status \(status)"
      completionHandler(.cancel)
      return
    }
    // Less than 0 where the server does not say, and of what is unpacked on its way.
    let isPacked = (response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Content-Encoding") != nil
    if response.expectedContentLength >= 0, !isPacked { promised = Int(response.expectedContentLength) }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    do {
      try handle.write(contentsOf: data)
    } catch {
      failure = error.localizedDescription
      dataTask.cancel()
      return
    }
    received += data.count
    progress?(ProgressEvent(activity: "downloading", done: received, total: promised, unit: "bytes"))
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    if let error, failure == nil { failure = error.localizedDescription }
    done.signal()
  }
}
