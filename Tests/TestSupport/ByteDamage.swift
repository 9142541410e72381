import Foundation

/// Damage to any bytes. The same random numbers give the same damage on every machine.
package struct ByteDamage {
  /// Words of the format, which damage may put anywhere.
  private let words: [[UInt8]]

  package init(words: [[UInt8]] = []) { self.words = words }

  /// The bytes after one to four changes: bits are flipped, bytes replaced by those that parsers trip over, pieces cut
  /// out, doubled or copied elsewhere, words put in, the end cut off.
  ///
  /// - Parameter limit: the most bytes that the result may have.
  package func mutated(_ bytes: [UInt8], limit: Int, _ random: inout SplitMix64) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      guard !bytes.isEmpty else { return Array(repeatElement(UInt8.random(in: 0...255, using: &random), count: 1)) }
      let start = Int.random(in: bytes.indices, using: &random)
      let end = min(bytes.count, start + Int.random(in: 1...8, using: &random))
      switch Int.random(in: 0..<10, using: &random) {
      case 0, 1: bytes[start] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 2: bytes[start] = Self.hurtful.randomElement(using: &random) ?? 0
      case 3: bytes[start] = UInt8.random(in: 0...255, using: &random)
      case 4: bytes.removeSubrange(start..<end)
      case 5: bytes.insert(contentsOf: bytes[start..<end], at: start)
      case 6: bytes.insert(contentsOf: bytes[start..<end], at: Int.random(in: 0...bytes.count, using: &random))
      case 7: for index in start..<end { bytes[index] = 0xFF }
      case 8: if Int.random(in: 0..<4, using: &random) == 0 { bytes.removeLast(bytes.count - start) }
      default:
        guard let word = words.randomElement(using: &random) else { continue }
        let isPutIn = Bool.random(using: &random)
        bytes.replaceSubrange(start..<(isPutIn ? start : min(bytes.count, start + word.count)), with: word)
      }
    }
    return Array(bytes.prefix(limit))
  }

  private static let hurtful = [0, 1, 0x7F, 0x80, 0xFE, 0xFF] + Array(#""\{}[]<>&,:-+.eE0 "#.utf8) + [0x0A]
}

extension ByteDamage {
  /// Takes the words of a dictionary for libFuzzer. Each line has a word in double quotes, with `\xHH` for a byte.
  package init(dictionary text: String) {
    var words: [[UInt8]] = []
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      guard let first = line.firstIndex(of: "\""), let last = line.lastIndex(of: "\""), first < last else { continue }
      var word: [UInt8] = []
      var rest = Array(line[line.index(after: first)..<last].utf8)[...]
      while let byte = rest.popFirst() {
        guard byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() else {
          word.append(byte)
          continue
        }
        guard escaped == UInt8(ascii: "x") else {
          word.append(escaped)
          continue
        }
        word.append(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) ?? 0)
        rest = rest.dropFirst(2)
      }
      words.append(word)
    }
    self.init(words: words)
  }
}
