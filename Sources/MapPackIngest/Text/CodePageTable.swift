/// The characters of a code page whose table the package has itself, so that its text is the same on every system.
///
/// Nearly all sources that are not in UTF-8 are in CP932 or CP1252. In CP1255 and CP1258, accents follow their letters, and
/// the libraries of some systems compose both while they decode.
struct CodePageTable: Sendable {
  /// Per byte: its character, `lead`, or 0.
  private var singles = ContiguousArray<UInt16>(0..<0x80) + ContiguousArray(repeating: 0, count: 0x80)
  /// Per first and second byte, from those of `lead` on: the character, or 0.
  private var doubles: ContiguousArray<UInt16> = []
  /// Stands for the first byte of a character of two. It is no character (Unicode 15.0, section 23.7).
  private static let lead: UInt16 = 0xFFFE
  private static let firstLead = 0x81
  private static let trailCount = 188

  /// Whether accents that follow their letters have to be composed.
  let composes: Bool

  /// The table of an encoding; `nil` if the system has to decode it.
  static func table(of encoding: TextEncoding) -> CodePageTable? { tables[encoding] }

  private static let tables: [TextEncoding: CodePageTable] = [
    .cp932: CodePageTable(doubles: doubles932), .cp1252: CodePageTable(upperHalf: upperHalf1252),
    TextEncoding(name: "CP1255"): CodePageTable(upperHalf: upperHalf1255, composes: true),
    TextEncoding(name: "CP1258"): CodePageTable(upperHalf: upperHalf1258, composes: true),
  ]

  private init(upperHalf: [UInt16], composes: Bool = false) {
    singles.replaceSubrange(0x80..., with: upperHalf)
    self.composes = composes
  }

  /// - Parameter rows: the characters of two bytes, beside those of one byte and those for private use, which follow each
  ///   other.
  private init(doubles rows: String) {
    composes = false
    // Katakana of half the width.
    for byte in 0xA1...0xDF { singles[byte] = UInt16(0xFF61 + byte - 0xA1) }
    for byte in [0x81...0x9F, 0xE0...0xFC].joined() { singles[byte] = Self.lead }
    doubles = ContiguousArray(repeating: 0, count: (0xFD - Self.firstLead) * Self.trailCount)
    for row in rows.split(separator: "\n") {
      guard let byte = Int(row.prefix(2), radix: 16) else { continue }
      for (trail, scalar) in row.unicodeScalars.dropFirst(3).enumerated() where scalar != "?" {
        doubles[(byte - Self.firstLead) * Self.trailCount + trail] = UInt16(truncatingIfNeeded: scalar.value)
      }
    }
    let privateUse = (0xF0 - Self.firstLead) * Self.trailCount..<(0xFA - Self.firstLead) * Self.trailCount
    for index in privateUse { doubles[index] = UInt16(0xE000 + index - privateUse.lowerBound) }
  }

  /// Appends the characters of bytes to `utf8`, as UTF-8.
  /// - Returns: how many bytes were decoded, and whether the bytes that are left may be the start of a character.
  func decode(_ bytes: UnsafeRawBufferPointer, into utf8: inout [UInt8]) -> (taken: Int, isDecodable: Bool) {
    var taken = 0
    while taken < bytes.count {
      var value = singles[Int(bytes[taken])]
      var length = 1
      if value == Self.lead {
        guard taken + 1 < bytes.count else { return (taken, true) }
        guard let trail = Self.trail(bytes[taken + 1]) else { return (taken, false) }
        value = doubles[(Int(bytes[taken]) - Self.firstLead) * Self.trailCount + trail]
        length = 2
      }
      if value < 0x80 {
        guard value > 0 || bytes[taken] == 0 else { return (taken, false) }
        utf8.append(UInt8(truncatingIfNeeded: value))
      } else if let character = Unicode.Scalar(value).flatMap(UTF8.encode) {
        utf8.append(contentsOf: character)
      }
      taken += length
    }
    return (taken, true)
  }

  /// The number of a second byte among those that there are.
  private static func trail(_ byte: UInt8) -> Int? {
    switch byte {
    case 0x40...0x7E: Int(byte) - 0x40
    case 0x80...0xFC: Int(byte) - 0x41
    default: nil
    }
  }
}
