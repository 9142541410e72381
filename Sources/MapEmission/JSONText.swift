import Foundation

/// JSON as bytes, written from front to back.
struct JSONText {
  private(set) var bytes: ContiguousArray<UInt8> = []

  /// Appends text that is JSON already.
  mutating func append(_ json: StaticString) {
    json.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// Appends a string in quotes. Control characters, quotes and backslashes are escaped, all else stands as it is.
  mutating func append(string: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case UInt8(ascii: "\n"): append("\\n")
      case UInt8(ascii: "\r"): append("\\r")
      case UInt8(ascii: "\t"): append("\\t")
      case 0..<0x20:
        append("\\u00")
        bytes.append(Self.hexadecimal(byte >> 4))
        bytes.append(Self.hexadecimal(byte & 15))
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func hexadecimal(_ digit: UInt8) -> UInt8 {
    digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
  }

  mutating func append(integer: some BinaryInteger) { append(decimal: Int64(integer), digits: 0) }

  /// Appends a number given in units of its last digit, without zeros at the end of the fraction.
  mutating func append(decimal: Int64, digits: Int) { appendDecimal(decimal, digits: digits, to: &bytes) }

  /// Appends the shortest number that is read back as this one; null where JSON has no number for it.
  mutating func append(real: Double) {
    guard real.isFinite else { return append("null") }
    // An integer up to 2⁵³ needs neither point nor exponent.
    if let integer = Int64(exactly: real), integer.magnitude <= 1 << 53, real != 0 || real.sign == .plus {
      return append(integer: integer)
    }
    bytes.append(contentsOf: real.description.utf8)
  }

  var data: Data { Data(bytes) }
}
