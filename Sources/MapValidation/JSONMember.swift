import MapFeatures

/// Pieces of JSON text with their members in the order in which they are given (RFC 8259).
enum JSONMember {
  static func object(_ members: [(key: String, value: String)]) -> String {
    "{" + members.map { "\(string($0.key)): \($0.value)" }.joined(separator: ", ") + "}"
  }

  static func number(_ value: Int?) -> String { value.map(String.init) ?? "null" }

  /// The shortest text that reads back as the same number; `null` for what JSON cannot say.
  static func number(_ value: Double) -> String { value.isFinite ? "\(value)" : "null" }

  static func string(_ value: String?) -> String {
    value.map { String(decoding: $0.quotedJSON, as: UTF8.self) } ?? "null"
  }
}
