import Foundation
import MapPackFeatures

/// JSON as bytes, written from front to back, by the exports as GeoJSON and TopoJSON.
struct JSONText {
  private(set) var bytes: ContiguousArray<UInt8> = []

  /// Appends text that is JSON already.
  mutating func append(_ json: StaticString) {
    json.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// Appends a string in quotes; see `String.quotedJSON`.
  mutating func append(string: String) { bytes.append(contentsOf: string.quotedJSON) }

  /// - Precondition: the number fits 64 bits.
  mutating func append(integer: some BinaryInteger) { append(decimal: Int64(integer), digits: 0) }

  /// Appends a decimal number, given in units of its last digit, without zeros at the end of the fraction.
  mutating func append(decimal: Int64, digits: Int) { appendDecimal(decimal, digits: digits, to: &bytes) }

  /// Appends the shortest number that is read back as this one; null for infinity and NaN, which JSON does not have.
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
