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

  /// The number that a value is; `nil` if it stands for none: if it is missing, empty, not finite, a dash or an ellipsis.
  ///
  /// Text is a number if it has ASCII digits, with a sign, a point or an exponent at most.
  /// - Parameter location: where the value is.
  /// - Throws: `unreadableData` if the value is anything else.
  package func number(_ value: AttributeValue, at location: Location) throws(StageError) -> Double? {
    guard let text = value.displayText, !Self.noValue.contains(text) else { return nil }
    // Letters other than the exponent's would name infinity, NaN or a hexadecimal number.
    guard text.utf8.allSatisfy(Self.characters.contains), let number = Double(text), number.isFinite else {
      throw StageError(
        .unreadableData, at: location, "“\(text)” is no number, and \(field) is read as numbers",
        remedy: "write digits, without separators, as in 12345.6; leave it empty if there is no value")
    }
    return number
  }

  private static let noValue = ["-", "－", "…"]
  private static let characters = Set("0123456789+-.eE".utf8)
}
