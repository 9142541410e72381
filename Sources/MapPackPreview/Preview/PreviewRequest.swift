import Foundation

/// A request that comes from the page.
package struct PreviewRequest: Sendable {
  /// The name of the tab that sends it; empty if the address has none.
  package var tab = ""
  /// The part of the address after the token and the tab.
  package var path: String
  /// The bytes that were sent; empty for a request that only reads.
  package var body: Data
}

/// The head of a request of HTTP/1.1: its first line and its header fields (RFC 9112, sections 3 and 5).
///
/// It takes what browsers send and no more, so that nobody can disagree about where a request ends: each line ends with
/// CR LF, no field goes on in a second line, none of the fields that this server reads comes twice, and a body has a
/// `Content-Length`.
struct RequestHead: Sendable {
  /// Why a request is refused: a status code of HTTP, and words for a person.
  struct Refusal: Error, Equatable {
    var status: Int
    var words: String
    /// Whether more of the request is to come.
    var isCutOff = false
  }

  /// The most bytes of a head, with the empty line at its end.
  static let limit = 16 << 10

  let method: String
  /// The path of the address, as it was sent, without a query.
  let path: String
  /// The parts of the path: the token, the tab, and the rest.
  let token: Substring
  let tab: Substring
  let rest: Substring
  /// How many bytes follow the head.
  let bodyLength: Int
  private let fields: [String: String]

  /// A header field by its name in lower case; nil if the request has none.
  subscript(name: String) -> String? { fields[name] }

  /// Where the head ends in what has been received: after its empty line. Nil if there is more to come.
  /// - Parameter searched: how many bytes were searched before.
  static func end(in bytes: [UInt8], searched: Int) -> Int? {
    let from = max(0, searched - 3)
    return bytes[from...].firstRange(of: [13, 10, 13, 10])?.upperBound
  }

  /// Reads a head.
  /// - Parameter bytes: all of it, with the empty line.
  /// - Throws: `Refusal`: 400 for what is no request of a browser, 413 for too long a body, 501 for a body in chunks.
  init(_ bytes: ArraySlice<UInt8>) throws(Refusal) {
    guard bytes.allSatisfy({ 32...126 ~= $0 || $0 == 9 || $0 == 13 || $0 == 10 || $0 >= 128 }) else {
      throw Refusal(status: 400, words: "a control character")
    }
    var lines = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n")
    // The empty line, and what is behind it.
    lines.removeLast(2)
    guard let first = lines.first, !lines.contains(where: { $0.utf8.contains(13) || $0.utf8.contains(10) }) else {
      throw Refusal(status: 400, words: "a line that does not end as lines do")
    }
    let words = first.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, ["HTTP/1.1", "HTTP/1.0"].contains(words[2]), words[1].hasPrefix("/") else {
      throw Refusal(status: 400, words: "not a request of a browser")
    }
    method = String(words[0])
    path = String(words[1].prefix { $0 != "?" && $0 != "#" })
    var fields: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":"), Self.isToken(line[..<colon]) else {
        throw Refusal(status: 400, words: "not a header field")
      }
      let name = line[..<colon].lowercased()
      let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      guard fields.updateValue(value, forKey: name) == nil || !Self.isReadOnce(name) else {
        throw Refusal(status: 400, words: "\(name) twice")
      }
    }
    self.fields = fields
    guard fields["transfer-encoding"] == nil else { throw Refusal(status: 501, words: "a body in chunks") }
    let length = fields["content-length"] ?? "0"
    guard !length.isEmpty, length.utf8.allSatisfy({ 48...57 ~= $0 }) else {
      throw Refusal(status: 400, words: "not a length")
    }
    // Whether the token is right is asked when the head has been read.
    let parts = path.dropFirst().split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    token = parts.count > 1 ? parts[0] : ""
    let hasTab = parts.count > 2 && Self.isTab(parts[1])
    tab = hasTab ? parts[1] : ""
    rest = path.dropFirst(1 + token.count + 1 + (hasTab ? tab.count + 1 : 0))
    let isUpload = method == "POST" && rest.hasPrefix(Self.upload)
    guard let length = Int(length), length <= (isUpload ? PreviewUploads.limit : PreviewServer.bodyLimit) else {
      throw Refusal(status: 413, words: "the request is too long", isCutOff: true)
    }
    bodyLength = length
  }

  /// Whether it sends a file.
  var isUpload: Bool { method == "POST" && rest.hasPrefix(Self.upload) }

  /// The path of a file that is sent, after the word that says so.
  var uploadPath: Substring { rest.dropFirst(Self.upload.count) }

  private static let upload = "upload/"

  /// The page of a tab gives itself a name: t and 16 hexadecimal digits.
  private static func isTab(_ text: Substring) -> Bool {
    text.utf8.count == 17 && text.first == "t" && text.dropFirst().allSatisfy { "0123456789abcdef".contains($0) }
  }

  /// A name of a field (RFC 9110, section 5.6.2).
  private static func isToken(_ text: Substring) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        48...57 ~= byte || 65...90 ~= byte || 97...122 ~= byte || "!#$%&'*+-.^_`|~".utf8.contains(byte)
      }
  }

  private static func isReadOnce(_ name: String) -> Bool {
    ["host", "origin", "sec-fetch-site", "content-length", "transfer-encoding"].contains(name)
  }
}
