import Foundation
import MapPackFeatures

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request to a server, whose answer is taken piece by piece. Memory does not grow with it.
package final class Transfer: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  // Unchecked: the session calls its delegate on one queue, one call at a time. `run` reads the properties only after
  // the last of these calls has signaled `done`.
  private let limit: Int
  private let take: (Data) throws(StageError) -> Void
  private let progress: ProgressHandler?
  private let done = DispatchSemaphore(value: 0)
  private var received = 0
  private var failure: String?
  private var error: StageError?

  private init(_ limit: Int, _ progress: ProgressHandler?, _ take: @escaping (Data) throws(StageError) -> Void) {
    (self.limit, self.progress, self.take) = (limit, progress, take)
  }

  /// What a server has answered.
  package struct Answer {
    /// `nil` if it did not answer.
    package var status: Int?
    package var bytes: Int
    /// The day on which the file was changed, as the server says it: 2026-01-31.
    package var day: String?
    /// Why no whole file has come; `nil` if it has. It has at least one byte, unless only its head was asked for.
    package var fault: String?
  }

  /// - Parameters:
  ///   - address: only http and https are taken.
  ///   - method: `HEAD` asks whether the file is there.
  ///   - limit: in bytes, after which the answer is cut off.
  ///   - progress: is called on another thread.
  ///   - take: is called for each piece of a file, on another thread.
  /// - Throws: `usage` for another address, and what `take` throws.
  package static func run(
    _ address: String, called name: String, method: String = "GET", limit: Int = 4 << 30,
    progress: ProgressHandler? = nil, take: @escaping (Data) throws(StageError) -> Void
  ) throws(StageError) -> Answer {
    guard let url = URL(string: address), ["http", "https"].contains(url.scheme?.lowercased()), url.host != nil else {
      throw StageError(
        .usage, file: name, "`url` is “\(address)”, which is not the address of a file on the web",
        remedy: "write it with https://")
    }
    let transfer = Transfer(limit, progress, take)
    let settings = URLSessionConfiguration.ephemeral
    // In seconds: without a byte, and in all.
    (settings.timeoutIntervalForRequest, settings.timeoutIntervalForResource) = (60, 6 * 3600)
    let session = URLSession(configuration: settings, delegate: transfer, delegateQueue: nil)
    defer { session.finishTasksAndInvalidate() }
    var request = URLRequest(url: url)
    request.httpMethod = method
    request.setValue("mappack", forHTTPHeaderField: "User-Agent")
    // Of a file that is packed on its way, nobody says how long it is.
    request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
    let task = session.dataTask(with: request)
    task.resume()
    transfer.done.wait()
    if let error = transfer.error { throw error }
    let response = task.response as? HTTPURLResponse
    return Answer(
      status: response?.statusCode, bytes: transfer.received,
      day: response?.value(forHTTPHeaderField: "Last-Modified").flatMap(day),
      fault: transfer.fault(of: response, isHead: method == "HEAD"))
  }

  private func fault(of response: HTTPURLResponse?, isHead: Bool) -> String? {
    // A redirect that names no other address ends without a file too.
    if let response, response.statusCode != 200 {
      return "the server answers with status \(response.statusCode) and \(Figures.counted(received, "byte"))"
    }
    if let failure { return failure }
    if received == 0 { return isHead ? nil : "the server answers with an empty file" }
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

  /// The day of a date as HTTP has it. Source: RFC 9110, section 5.6.7 (IMF-fixdate).
  private static func day(_ date: String) -> String? {
    let words = date.split(separator: " ")
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    guard words.count > 3, let month = months.firstIndex(of: String(words[2])) else { return nil }
    return "\(words[3])-\(month < 9 ? "0" : "")\(month + 1)-\(words[1])"
  }

  package func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    guard error == nil, failure == nil else { return }
    received += data.count
    guard (dataTask.response as? HTTPURLResponse)?.statusCode == 200 else { return }
    guard received <= limit else {
      failure = "more than \(Figures.grouped(limit)) bytes came"
      return dataTask.cancel()
    }
    do throws(StageError) {
      try take(data)
    } catch {
      self.error = error
      return dataTask.cancel()
    }
    progress?(
      ProgressEvent(
        activity: "downloading", done: received, total: promised(by: dataTask.response), unit: "bytes"))
  }

  package func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    failure = failure ?? error?.localizedDescription
    done.signal()
  }
}
