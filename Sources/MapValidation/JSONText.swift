/// Pieces of JSON text with their members in the order in which they are given (RFC 8259).
enum JSONText {
  static func object(_ members: [(key: String, value: String)]) -> String {
    "{" + members.map { "\(string($0.key)): \($0.value)" }.joined(separator: ", ") + "}"
  }

  static func number(_ value: Int?) -> String { value.map(String.init) ?? "null" }

  /// The shortest text that reads back as the same number; `null` for what JSON cannot say.
  static func number(_ value: Double) -> String { value.isFinite ? "\(value)" : "null" }

  static func string(_ value: String?) -> String {
    guard let value else { return "null" }
    var text = "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
