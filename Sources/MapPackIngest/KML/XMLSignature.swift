/// Recognizes an XML document by the name of its root element, whatever the prefix. `SourceKind` and `ForeignFormat` ask.
enum XMLSignature {
  /// Whether the first bytes of a file are an XML document with a root element of this local name.
  static func matches(_ head: [UInt8], root: String) -> Bool { self.root(of: head) == root }

  /// The local name of the root element of an XML document, or of the document type if that comes first and is `html`;
  /// `nil` if the first bytes of a file are none. Skips an XML declaration, comments, processing instructions and a
  /// document type without declarations. `nil` if the root element does not start within the bytes.
  /// - Complexity: O(n) for n bytes.
  static func root(of head: [UInt8]) -> String? {
    // The byte order mark and the zeros of UTF-16 are left out, because names and markup are ASCII.
    var rest = head.drop { $0 >= 0x80 || $0 == 0 }.filter { $0 != 0 }[...]
    while true {
      rest = rest.drop { $0 <= 0x20 }
      guard rest.popFirst() == UInt8(ascii: "<") else { return nil }
      if rest.starts(with: "!--".utf8) {
        guard let end = rest.firstRange(of: Array("-->".utf8)) else { return nil }
        rest = rest[end.upperBound...]
      } else if rest.first == UInt8(ascii: "?") || rest.first == UInt8(ascii: "!") {
        if String(decoding: rest.prefix(13), as: UTF8.self).lowercased() == "!doctype html" { return "html" }
        guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return nil }
        rest = rest[(end + 1)...]
      } else {
        let name = rest.prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
        return name.split(separator: UInt8(ascii: ":")).last.map { String(decoding: $0, as: UTF8.self) }
      }
    }
  }
}
