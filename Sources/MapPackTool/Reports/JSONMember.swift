import MapPackFeatures

/// Writers of JSON text (RFC 8259) that keep members in the order given. The reports in JSON, GeoJSON and SARIF are
/// written with them.
enum JSONMember {
  /// An object. The values are JSON text already.
  static func object(_ members: [(key: String, value: String)]) -> String {
    "{" + members.map { "\(string($0.key)): \($0.value)" }.joined(separator: ", ") + "}"
  }

  /// An object of those members that have a value.
  static func object(known members: [(key: String, value: String?)]) -> String {
    object(members.compactMap { member in member.value.map { (member.key, $0) } })
  }

  /// An array with one element a line, indented by `indentation` spaces, and its closing bracket by two less.
  static func lines(_ elements: [String], indentation: Int) -> String {
    guard !elements.isEmpty else { return "[]" }
    let space = String(repeating: " ", count: indentation)
    return "[\n" + elements.map { space + $0 }.joined(separator: ",\n") + "\n" + space.dropLast(2) + "]"
  }

  static func number(_ value: Int?) -> String { value.map(String.init) ?? "null" }

  /// The shortest text that reads back as the same number; `null` for infinity and NaN, which JSON does not have.
  static func number(_ value: Double) -> String { value.isFinite ? "\(value)" : "null" }

  static func string(_ value: String?) -> String {
    value.map { String(decoding: $0.quotedJSON, as: UTF8.self) } ?? "null"
  }

  /// `[longitude, latitude]` in degrees; `nil` if the finding has no location.
  static func coordinates(_ finding: Finding) -> String? {
    guard let longitude = finding.longitude, let latitude = finding.latitude else { return nil }
    return "[\(number(longitude)), \(number(latitude))]"
  }
}
