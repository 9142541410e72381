import FlyingSocks
import Foundation
import MapPackFeatures

/// The answer to a request of the page.
package struct PreviewResponse: Sendable {
  /// The media type of an answer.
  package enum Content: String, Sendable {
    case html = "text/html; charset=utf-8"
    case json = "application/json"
    case bytes = "application/octet-stream"
  }

  /// The status code of HTTP.
  package var status: Int
  package var content: Content
  package var body: Data

  package init(status: Int = 200, _ content: Content, _ body: Data) {
    self.status = status
    self.content = content
    self.body = body
  }
}

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
  private let uploads: PreviewUploads?
  private let presence: @Sendable (_ isThere: Bool) -> Void
  private let respond: @Sendable (PreviewRequest) async -> PreviewResponse

  /// Makes a token of 128 random bits.
  /// - Parameters:
  ///   - uploads: what keeps the files that are dropped on the page; if `nil`, they are refused.
  ///   - presence: called when a page comes, and when it is gone.
  ///   - respond: may be called for several requests at once.
  init(
    uploads: PreviewUploads? = nil,
    presence: @escaping @Sendable (_ isThere: Bool) -> Void = { _ in },
    respond: @escaping @Sendable (PreviewRequest) async -> PreviewResponse
  ) {
    self.uploads = uploads
    self.presence = presence
    token = String((0..<32).compactMap { _ in "0123456789abcdef".randomElement() })
    self.respond = respond
  }

  /// Serves until the task is canceled.
  ///
  /// - Parameters:
  ///   - port: 0 for any that is free.
  ///   - isListening: called with the page's address when the server listens.
  /// - Throws: an error of the system if the port is not available; `CancellationError`.
  package func run(port: UInt16, isListening: @escaping @Sendable (String) -> Void) async throws {
    let socket = try Socket(domain: AF_INET)
    defer { try? socket.close() }
    try socket.setValue(true, for: .localAddressReuse)
    #if canImport(Darwin)
      try socket.setValue(true, for: BoolSocketOption(name: SO_NOSIGPIPE))
    #endif
    try socket.bind(to: sockaddr_in.inet(ip4: "127.0.0.1", port: port))
    try socket.listen()
    guard case .ip4(_, let port) = try socket.sockname() else { throw SocketError.unsupportedAddress }
    let pool = SocketPool.make()
    try await pool.prepare()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await pool.run() }
      let listening = try AsyncSocket(socket: socket, pool: pool)
      group.addTask { try await serve(listening, port: port) }
      isListening("http://127.0.0.1:\(port)/\(token)/")
      // The group ends with the first of its tasks.
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  /// Answers connections as they come.
  private func serve(_ listening: AsyncSocket, port: UInt16) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      var count = 0
      while true {
        if count == Self.connectionLimit {
          try await group.next()
          count -= 1
        }
        do {
          let connection = try await listening.accept()
          count += 1
          group.addTask { await answer(connection, port: port) }
        } catch is CancellationError {
          throw CancellationError()
        } catch {
          // The process has no descriptor left, or whoever connected is gone. It passes.
          try await Task.sleep(for: .milliseconds(50))
        }
      }
    }
  }

  private func answer(_ connection: AsyncSocket, port: UInt16) async {
    defer { try? connection.socket.close() }
    do {
      let (head, rest) = try await within(Self.patience) { try await self.head(from: connection, port: port) }
      let request = try await self.request(head, rest, from: connection)
      guard request.path != "stay" else { return await stay(connection) }
      try await send(await respond(request), to: connection)
    } catch let refusal as RequestHead.Refusal {
      let words = Data(JSON.members([("error", .text(refusal.words))]).line.utf8)
      let response = PreviewResponse(status: refusal.status, .json, words)
      guard (try? await send(response, to: connection)) != nil, refusal.isCutOff else { return }
      // If a connection is closed while bytes arrive, the answer may not arrive. So wait a little for their end.
      _ = try? await within(.seconds(1)) {
        for _ in 0..<256 { _ = try await connection.read(atMost: 4096) }
      }
    } catch {}
  }

  /// Begins an answer, and waits until the page is gone.
  private func stay(_ connection: AsyncSocket) async {
    presence(true)
    defer { presence(false) }
    do {
      try await connection.write(Data(Self.head(status: 200, .bytes, length: nil).utf8))
      // Nothing comes until the connection ends, which is an error.
      while true { _ = try await connection.read(atMost: 1) }
    } catch {}
  }

  private func send(_ response: PreviewResponse, to connection: AsyncSocket) async throws {
    try await within(Self.patience) { try await connection.write(Self.bytes(of: response)) }
  }

  /// Reads the head of a request, and with it the beginning of its body.
  /// - Throws: `RequestHead.Refusal` if it is not one of the page; an error of the system if the connection ends.
  private func head(from connection: AsyncSocket, port: UInt16) async throws -> (RequestHead, rest: [UInt8]) {
    var bytes: [UInt8] = []
    var searched = 0
    var end: Int?
    while end == nil {
      guard bytes.count < RequestHead.limit else {
        throw RequestHead.Refusal(status: 431, words: "the head of the request is too long", isCutOff: true)
      }
      bytes += try await connection.read(atMost: RequestHead.limit - bytes.count)
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
    _ head: RequestHead, _ rest: [UInt8], from connection: AsyncSocket
  ) async throws -> PreviewRequest {
    let path = head.path.dropFirst(token.count + 2)
    guard head.isUpload else {
      let body = try await within(Self.patience) {
        var body = Data(rest)
        while body.count < head.bodyLength {
          body += try await connection.read(atMost: head.bodyLength - body.count)
        }
        return body
      }
      return PreviewRequest(path: String(path), body: body)
    }
    guard let uploads, let name = PreviewUploads.name(in: path.dropFirst(RequestHead.upload.count)) else {
      throw RequestHead.Refusal(status: 400, words: "not a name that a file can have", isCutOff: true)
    }
    do {
      let upload = try uploads.begin()
      try upload.write(rest[...])
      var missing = head.bodyLength - rest.count
      while missing > 0 {
        let most = min(missing, Self.bodyLimit)
        let piece = try await within(Self.patience) { try await connection.read(atMost: most) }
        try upload.write(piece[...])
        missing -= piece.count
      }
      try uploads.finish(upload, called: name)
    } catch let error as StageError {
      throw RequestHead.Refusal(status: 507, words: error.message, isCutOff: true)
    }
    return PreviewRequest(path: "upload", body: Data(name.utf8))
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
    guard head.path.hasPrefix("/\(token)/") else { return .init(status: 404, words: "nothing is here") }
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

/// Waits for some work, but not for ever.
/// - Throws: `RequestHead.Refusal` with the status 408 if it takes longer; else what the work throws.
private func within<Value: Sendable>(
  _ time: Duration, _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  try await withThrowingTaskGroup(of: Value.self) { group in
    group.addTask(operation: work)
    group.addTask {
      try await Task.sleep(for: time)
      throw RequestHead.Refusal(status: 408, words: "the request takes too long")
    }
    defer { group.cancelAll() }
    guard let value = try await group.next() else { throw CancellationError() }
    return value
  }
}
