import Foundation
import TestSupport
import Testing

@testable import MapPackPreview

/// What the server of the page takes for a request. The tests of the page send such requests to it.
@Suite struct RequestHeadTests {
  private func head(_ lines: String...) throws(RequestHead.Refusal) -> RequestHead {
    try RequestHead(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)[...])
  }

  @Test func `a request of a browser is read: method, path without a query, fields by any letter case, length`() throws
  {
    let head = try head("POST /t/make?x=1 HTTP/1.1", "HOST: 127.0.0.1:80", "content-Length:  12 ", "X: a:b", "X: c")
    #expect(head.method == "POST" && head.path == "/t/make" && head.bodyLength == 12)
    #expect(head["host"] == "127.0.0.1:80" && head["x"] == "c" && head["origin"] == nil)
    #expect(try self.head("GET / HTTP/1.0").bodyLength == 0)
  }

  @Test(arguments: [
    ("GET / HTTP/1.1\nHost: a", 400), ("GET / HTTP/1.1\rHost: a", 400), ("GET  / HTTP/1.1", 400),
    ("GET / HTTP/1.1 ", 400),
    ("GET x HTTP/1.1", 400), ("", 400), ("GET / HTTP/1.1\r\nHost", 400), ("GET / HTTP/1.1\r\n x: y", 400),
    ("GET / HTTP/1.1\r\nÄ: y", 400), ("GET / HTTP/1.1\r\nA: \u{7}", 400),
    ("GET / HTTP/1.1\r\nContent-Length:", 400), ("GET / HTTP/1.1\r\nContent-Length: -1", 400),
    ("GET / HTTP/1.1\r\nContent-Length: 65537", 413),
    ("GET / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: x", 501),
  ])
  func `what could be read in two ways is refused`(text: String, status: Int) {
    let refusal = #expect(throws: RequestHead.Refusal.self) { try head(text) }
    #expect(refusal?.status == status)
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `the end of a head is found in whatever pieces it comes, and once searched bytes are not searched again`(
    seed: UInt64
  ) {
    var random = SplitMix64(seed: seed)
    let end: [UInt8] = [13, 10, 13, 10]
    var bytes: [UInt8] = (0..<200).map { _ in [13, 10, 65, 58].randomElement(using: &random) ?? 65 }
    bytes += end + [66]
    let expected = bytes.firstRange(of: end)?.upperBound
    var received: [UInt8] = []
    var searched = 0
    var found: Int?
    while found == nil, received.count < bytes.count {
      let count = min(bytes.count, received.count + Int.random(in: 1...9, using: &random))
      received += bytes[received.count..<count]
      found = RequestHead.end(in: received, searched: searched)
      searched = received.count
    }
    #expect(found == expected)
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `any bytes are a request or are refused`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var bytes = Array("POST /t/make HTTP/1.1\r\nHost: a\r\nContent-Length: 12\r\nOrigin: b\r\n\r\n".utf8)
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
      default: bytes.remove(at: place)
      }
    }
    // The server hands over no more than what ends with an empty line.
    bytes += [13, 10, 13, 10]
    let end = RequestHead.end(in: bytes, searched: 0) ?? bytes.count
    do {
      let head = try RequestHead(bytes[..<end])
      #expect(head.path.hasPrefix("/") && 0...PreviewServer.bodyLimit ~= head.bodyLength)
    } catch {
      #expect([400, 413, 501].contains(error.status))
    }
  }
}
