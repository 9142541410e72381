import FlyingFox
import FlyingSocks
import Foundation

/// A request that comes from the page.
package struct PreviewRequest: Sendable {
  /// The part of the address after the token.
  package var path: String
  /// The bytes that were sent; empty for a request that only reads.
  package var body: Data
}

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
package struct PreviewServer: Sendable {
  /// The most bytes that a request may send. Longer ones are refused with the status 413.
  package static let bodyLimit = 64 << 10

  private let token: String
  private let respond: @Sendable (PreviewRequest) async -> PreviewResponse

  /// Makes a token of 128 random bits. `respond` may be called for several requests at once.
  package init(respond: @escaping @Sendable (PreviewRequest) async -> PreviewResponse) {
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
    let server = HTTPServer(
      address: try sockaddr_in.inet(ip4: "127.0.0.1", port: port), timeout: 600, logger: .disabled)
    await server.appendRoute("*") { request in
      guard case .ip4(_, let port) = await server.listeningAddress else { return HTTPResponse(statusCode: .notFound) }
      return await answer(request, port: port)
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await server.run() }
      group.addTask {
        try await server.waitUntilListening()
        if case .ip4(_, let port) = await server.listeningAddress { isListening("http://127.0.0.1:\(port)/\(token)/") }
        // Wait until the task is canceled: the group ends with the first of its tasks.
        try await Task.sleep(for: .seconds(1 << 30))
      }
      try await group.next()
      group.cancelAll()
    }
  }

  private func answer(_ request: HTTPRequest, port: UInt16) async -> HTTPResponse {
    guard let refusal = refusal(of: request, port: port) else {
      let path = String(request.target.path().dropFirst(token.count + 2))
      switch await body(of: request) {
      case nil: return refused(413, "the request is too long")
      case let body?: return Self.answer(await respond(PreviewRequest(path: path, body: body)))
      }
    }
    return refusal
  }

  /// `nil` for a request of the page.
  private func refusal(of request: HTTPRequest, port: UInt16) -> HTTPResponse? {
    let hosts = ["127.0.0.1:\(port)", "localhost:\(port)"]
    guard let host = request.headers[.host], hosts.contains(host) else { return refused(403, "another host") }
    if let origin = request.headers[HTTPHeader("Origin")], origin != "http://\(host)" {
      return refused(403, "another origin")
    }
    if let site = request.headers[HTTPHeader("Sec-Fetch-Site")], !["same-origin", "none"].contains(site) {
      return refused(403, "another site")
    }
    guard request.target.path().hasPrefix("/\(token)/") else { return refused(404, "nothing is here") }
    guard [HTTPMethod.GET, .POST].contains(request.method) else { return refused(405, "neither GET nor POST") }
    return nil
  }

  private func refused(_ status: Int, _ words: String) -> HTTPResponse {
    Self.answer(PreviewResponse(status: status, .json, Data("{\"error\": \"\(words)\"}".utf8)))
  }

  /// `nil` if they are too many or cannot be read.
  private func body(of request: HTTPRequest) async -> Data? {
    if let length = request.headers[.contentLength], Int(length).map({ $0 > Self.bodyLimit }) ?? true { return nil }
    var body = Data()
    do {
      for try await chunk in request.bodySequence {
        body.append(chunk)
        if body.count > Self.bodyLimit { return nil }
      }
    } catch {
      return nil
    }
    return body
  }

  private static func answer(_ response: PreviewResponse) -> HTTPResponse {
    var headers: HTTPHeaders = [.contentType: response.content.rawValue]
    headers[HTTPHeader("Cache-Control")] = "no-store"
    headers[HTTPHeader("Referrer-Policy")] = "no-referrer"
    headers[HTTPHeader("X-Content-Type-Options")] = "nosniff"
    headers[HTTPHeader("X-Frame-Options")] = "DENY"
    headers[HTTPHeader("Cross-Origin-Resource-Policy")] = "same-origin"
    return HTTPResponse(
      statusCode: HTTPStatusCode(response.status, phrase: ""), headers: headers, body: response.body)
  }
}
