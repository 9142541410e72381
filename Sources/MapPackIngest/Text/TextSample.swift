import MapPackFeatures

/// Texts beyond ASCII of a file whose marks are ASCII, such as XML, by which its encoding is judged.
struct TextSample {
  /// The first different texts between marks.
  private(set) var texts: [[UInt8]] = []
  /// Whether the whole file is UTF-8.
  private(set) var isUTF8 = true

  private static let mostTexts = 64
  private static let longestText = 256
  /// `<`, `>`, `&`, `;`, quotes and all below a space end a text.
  private static let marks: Set<UInt8> = Set("<>&;\"'".utf8).union(0..<0x20)

  /// - Throws: `unreadableData` if the file cannot be read.
  /// - Complexity: O(n) for n bytes.
  init(_ file: borrowing InputFile) throws(StageError) {
    let decoder = try TextDecoder(.utf8, file: file.shownPath)
    var position = 0
    var leftover: [UInt8] = []
    while position < file.size, isUTF8 || texts.count < Self.mostTexts {
      let piece = try file.bytes(at: position, count: 1 << 20)
      guard !piece.isEmpty else { break }
      position += piece.count
      // What is ASCII needs no look.
      guard !leftover.isEmpty || piece.contains(where: { $0 >= 0x80 }) else { continue }
      if texts.count < Self.mostTexts { add(piece) }
      guard isUTF8 else { continue }
      let bytes = leftover + piece
      var utf8: [UInt8] = []
      let (taken, isDecodable) = bytes.withUnsafeBytes { decoder.decode(piece: $0, into: &utf8) }
      leftover = Array(bytes[taken...])
      isUTF8 = isDecodable
    }
    isUTF8 = isUTF8 && leftover.isEmpty
  }

  private mutating func add(_ piece: [UInt8]) {
    for text in piece.split(whereSeparator: Self.marks.contains) where text.contains(where: { $0 >= 0x80 }) {
      guard texts.count < Self.mostTexts else { return }
      let text = Array(text.prefix(Self.longestText))
      if !texts.contains(text) { texts.append(text) }
    }
  }
}
