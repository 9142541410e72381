import Foundation
import MapPackFeatures

/// Serves one page to browsers on this machine.
///
/// It listens on the loopback address only. A request has to contain the token, which is known only to those who were
/// given the address. It must come from the page itself: a request with another `Host` (another name for this address),
/// another `Origin`, or a `Sec-Fetch-Site` of other pages is refused with the status 403, one without the token with
/// 404, one that is neither GET nor POST with 405. No part of a request is used as the path of a file.
///
/// A connection has one request, and is closed after its answer. So what follows a refused request is never taken for
/// another one. How long a head, a body and the time for both may be, and how many connections there are, is limited before
/// anything is read in them. One request is not answered: `stay` is held open as long as the page is there.
package struct PreviewServer: Sendable {
  /// The most bytes that a request may send. Longer ones are refused with the status 413.
  package static let bodyLimit = 64 << 10
  /// How many connections are answered at once; others wait.
  static let connectionLimit = 64
  /// How long a request may take to arrive. It is refused with the status 408 then.
  static let patience = Duration.seconds(10)

  private let token: String
  private let uploads: @Sendable (_ tab: String) -> PreviewUploads?
  private let presence: @Sendable (_ tab: String, _ isThere: Bool) -> Void
  private let respond: @Sendable (PreviewRequest) async -> PreviewResponse

  /// Makes a token of 128 random bits.
  /// - Parameters:
  ///   - uploads: what keeps the files that are dropped on the page of a tab; if `nil`, they are refused.
  ///   - presence: called when the page of a tab comes, and when it is gone.
  ///   - respond: may be called for several requests at once.
  package init(
    uploads: @escaping @Sendable (_ tab: String) -> PreviewUploads? = { _ in nil },
    presence: @escaping @Sendable (_ tab: String, _ isThere: Bool) -> Void = { _, _ in },
    respond: @escaping @Sendable (PreviewRequest) async -> PreviewResponse
  ) {
    self.uploads = uploads
    self.presence = presence
    token = String((0..<32).compactMap { _ in "0123456789abcdef".randomElement() })
    self.respond = respond
  }

  /// Serves as long as the process lasts. A connection has a thread of its own.
  ///
  /// - Parameters:
  ///   - port: 0 for any that is free.
  ///   - isListening: called with the page's address when the server listens.
  /// - Throws: an error of the system if the port is not available.
  package func run(port: UInt16, isListening: (String) -> Void) throws {
    let listening = try LoopbackSocket(listeningAt: port)
    let port = listening.port
    isListening("http://127.0.0.1:\(port)/\(token)/")
    let places = DispatchSemaphore(value: Self.connectionLimit)
    while true {
      places.wait()
      guard let descriptor = listening.connection() else {
        places.signal()
        Thread.sleep(forTimeInterval: 0.05)
        continue
      }
      Thread.detachNewThread {
        answer(LoopbackSocket(descriptor), port: port)
        places.signal()
      }
    }
  }

  private func answer(_ connection: consuming LoopbackSocket, port: UInt16) {
    do {
      let (head, rest) = try head(from: connection, port: port)
      let request = try self.request(head, rest, from: connection)
      guard request.path != "stay" else { return try stay(connection, request.tab) }
      try connection.write(Self.bytes(of: response(to: request)), until: .now + Self.patience)
    } catch let refusal as RequestHead.Refusal {
      refuse(refusal, on: connection)
    } catch is LoopbackSocket.TooLate {
      refuse(RequestHead.Refusal(status: 408, words: "the request takes too long"), on: connection)
    } catch {}
  }

  /// Waits on this thread, which is none of those that run tasks, for the answer.
  private func response(to request: PreviewRequest) -> PreviewResponse {
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var response = PreviewResponse(status: 500, .json, Data())
    // Unsafe: it is written before the signal, and read after it.
    Task {
      response = await respond(request)
      done.signal()
    }
    done.wait()
    return response
  }

  private func refuse(_ refusal: RequestHead.Refusal, on connection: borrowing LoopbackSocket) {
    let response = PreviewResponse.refused(refusal.status, refusal.words)
    do {
      try connection.write(Self.bytes(of: response), until: .now + Self.patience)
      guard refusal.isCutOff else { return }
      // If a connection is closed while bytes arrive, the answer may not arrive. So wait a little for their end.
      let deadline = ContinuousClock.now + .seconds(1)
      for _ in 0..<256 { _ = try connection.read(atMost: 4096, until: deadline) }
    } catch {}
  }

  /// Begins an answer, and waits until the page is gone.
  private func stay(_ connection: borrowing LoopbackSocket, _ tab: String) throws {
    presence(tab, true)
    defer { presence(tab, false) }
    try connection.write(Data(Self.head(status: 200, .bytes, length: nil).utf8), until: .now + Self.patience)
    // Nothing comes until the connection ends, which is an error.
    while true { _ = try connection.read(atMost: 1, until: nil) }
  }

  /// Reads the head of a request, and with it the beginning of its body.
  /// - Throws: `RequestHead.Refusal` if it is not one of the page; an error of the system if the connection ends.
  private func head(
    from connection: borrowing LoopbackSocket, port: UInt16
  ) throws -> (RequestHead, rest: [UInt8]) {
    let deadline = ContinuousClock.now + Self.patience
    var bytes: [UInt8] = []
    var searched = 0
    var end: Int?
    while end == nil {
      guard bytes.count < RequestHead.limit else {
        throw RequestHead.Refusal(status: 431, words: "the head of the request is too long", isCutOff: true)
      }
      bytes += try connection.read(atMost: RequestHead.limit - bytes.count, until: deadline)
      end = RequestHead.end(in: bytes, searched: searched)
      searched = bytes.count
    }
    let head = try RequestHead(bytes[..<(end ?? 0)])
    if var refusal = refusal(of: head, port: port) {
      refusal.isCutOff = bytes.count - (end ?? 0) < head.bodyLength
      throw refusal
    }
    return (head, Array(bytes[(end ?? 0)...].prefix(head.bodyLength)))
  }

  /// Reads the rest of a request. Each piece of a file that is dropped on the page may take as long as another request.
  private func request(
    _ head: RequestHead, _ rest: [UInt8], from connection: borrowing LoopbackSocket
  ) throws -> PreviewRequest {
    let tab = String(head.tab)
    guard head.isUpload else {
      let deadline = ContinuousClock.now + Self.patience
      var body = Data(rest)
      while body.count < head.bodyLength {
        body += try connection.read(atMost: head.bodyLength - body.count, until: deadline)
      }
      return PreviewRequest(tab: tab, path: String(head.rest), body: body)
    }
    guard let uploads = uploads(tab), let (drop, name) = PreviewUploads.file(in: head.uploadPath) else {
      throw RequestHead.Refusal(status: 400, words: "not a name that a file can have", isCutOff: true)
    }
    do {
      let upload = try uploads.begin(in: drop)
      try upload.write(rest[...])
      var missing = head.bodyLength - rest.count
      while missing > 0 {
        let piece = try connection.read(atMost: min(missing, Self.bodyLimit), until: .now + Self.patience)
        try upload.write(piece[...])
        missing -= piece.count
      }
      try uploads.finish(upload, called: name, in: drop)
    } catch let error as StageError {
      throw RequestHead.Refusal(status: 507, words: error.message, isCutOff: true)
    }
    return PreviewRequest(tab: tab, path: "upload", body: Data(name.utf8))
  }

  /// Nil for a request of the page.
  private func refusal(of head: RequestHead, port: UInt16) -> RequestHead.Refusal? {
    let hosts = ["127.0.0.1:\(port)", "localhost:\(port)"]
    guard let host = head["host"], hosts.contains(host) else { return .init(status: 403, words: "another host") }
    if let origin = head["origin"], origin != "http://\(host)" {
      return .init(status: 403, words: "another origin")
    }
    if let site = head["sec-fetch-site"], !["same-origin", "none"].contains(site) {
      return .init(status: 403, words: "another site")
    }
    guard head.token == token else { return .init(status: 404, words: "nothing is here") }
    guard ["GET", "POST"].contains(head.method) else { return .init(status: 405, words: "neither GET nor POST") }
    return nil
  }

  /// An answer as it is sent.
  private static func bytes(of response: PreviewResponse) -> Data {
    Data(head(status: response.status, response.content, length: response.body.count).utf8) + response.body
  }

  /// - Parameter length: of the body in bytes; nil if it ends with the connection.
  private static func head(status: Int, _ content: PreviewResponse.Content, length: Int?) -> String {
    let fields = [
      "HTTP/1.1 \(status) ", "Content-Type: \(content.rawValue)", length.map { "Content-Length: \($0)" },
      "Connection: close", "Cache-Control: no-store", "Referrer-Policy: no-referrer",
      "X-Content-Type-Options: nosniff", "X-Frame-Options: DENY", "Cross-Origin-Resource-Policy: same-origin", "", "",
    ]
    return fields.compactMap(\.self).joined(separator: "\r\n")
  }
}
