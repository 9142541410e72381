import MapFeatures

/// Pieces of JSON text with their members in the order in which they are given (RFC 8259).
enum JSONMember {
  static func object(_ members: [(key: String, value: String)]) -> String {
    "{" + members.map { "\(string($0.key)): \($0.value)" }.joined(separator: ", ") + "}"
  }

  /// An object without the members that have no value.
  static func object(known members: [(key: String, value: String?)]) -> String {
    object(members.compactMap { member in member.value.map { (member.key, $0) } })
  }

  /// An array with an element a line, `indentation` spaces deep; its closing bracket two less.
  static func lines(_ elements: [String], indentation: Int) -> String {
    guard !elements.isEmpty else { return "[]" }
    let space = String(repeating: " ", count: indentation)
    return "[\n" + elements.map { space + $0 }.joined(separator: ",\n") + "\n" + space.dropLast(2) + "]"
  }

  static func number(_ value: Int?) -> String { value.map(String.init) ?? "null" }

  /// The shortest text that reads back as the same number; `null` for what JSON cannot say.
  static func number(_ value: Double) -> String { value.isFinite ? "\(value)" : "null" }

  static func string(_ value: String?) -> String {
    value.map { String(decoding: $0.quotedJSON, as: UTF8.self) } ?? "null"
  }

  /// `[longitude, latitude]`; `nil` where the place is not known.
  static func position(_ finding: Finding) -> String? {
    guard let longitude = finding.longitude, let latitude = finding.latitude else { return nil }
    return "[\(number(longitude)), \(number(latitude))]"
  }
}
