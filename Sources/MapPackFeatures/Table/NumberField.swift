/// A number that regions have, such as their population: where it stands, and what the pack calls it.
package struct NumberField: Hashable, Sendable {
  /// The field of the source, or the column of the table.
  package var field: String
  package var name: String
  /// Whether the values of a region's features are added up; else the region takes one of them.
  package var isSum: Bool

  /// - Parameter name: `nil` for the field's own name.
  package init(field: String, name: String? = nil, isSum: Bool = false) {
    self.field = field
    self.name = name ?? field
    self.isSum = isSum
  }

  /// The number that a value is; `nil` if it stands for none: if it is missing, empty, not finite, or a sign of
  /// `noValue`.
  ///
  /// Text is a number if it has ASCII digits, with a sign, a point or an exponent at most.
  /// - Parameters:
  ///   - location: where the value is.
  ///   - thousands: what separates its thousands, as `plain` says; `nil` for nothing.
  ///   - remedy: what to do if the value is no number.
  /// - Throws: `unreadableData` if the value is anything else.
  package func number(
    _ value: AttributeValue, at location: Location, thousands: Character? = nil,
    remedy: Remedy = "write digits, without separators, as in 12345.6; leave it empty if there is no value"
  ) throws(StageError) -> Double? {
    guard let text = value.displayText, !Self.noValue.contains(text) else { return nil }
    let plain = thousands.map { Self.plain(text, without: $0) } ?? text
    // Letters other than the exponent's would name infinity, NaN or a hexadecimal number.
    guard let plain, plain.utf8.allSatisfy(Self.characters.contains), let number = Double(plain), number.isFinite else {
      throw StageError(
        .unreadableData, at: location, "“\(text)” is no number, and \(field) is read as numbers", remedy: remedy)
    }
    return number
  }

  /// A number without separators of thousands, each of which has three digits behind it; `nil` if the text is none. If
  /// they are no commas, a comma stands for the point.
  package static func plain(_ text: String, without separator: Character) -> String? {
    let point = text.lastIndex { ".,".contains($0) && $0 != separator } ?? text.endIndex
    let groups = text[..<point].split(omittingEmptySubsequences: false) {
      $0 == separator || separator == " " && $0.isWhitespace
    }
    let isGrouped = (Int(groups[0])?.magnitude ?? 1000) < 1000 && groups.dropFirst().allSatisfy { $0.utf8.count == 3 }
    let plain = groups.joined() + text[point...].replacing(",", with: ".")
    return (groups.count == 1 || isGrouped) && Double(plain) != nil ? plain : nil
  }

  /// The signs that offices write for a number that they do not have.
  package static let noValue: Set<String> = ["-", "－", "–", "—", ".", "..", "...", "…", ":"]
  private static let characters = Set("0123456789+-.eE".utf8)
}
