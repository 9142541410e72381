/// Guesses which field of a source holds names by the fields alone, for findings of a source whose pipeline is not
/// known. `KeyChoice` in MapPackTool looks at the values too.
package enum NameField {
  /// The index of the field that most likely holds names; `nil` if no field looks like it. Capitals do not matter.
  ///
  /// It is the first of these that exists: a field called `name`, one whose words say a name, by its language, and
  /// `N03_004` of Japan's N03 data.
  package static func index(among fields: [String]) -> Int? {
    let lower = fields.map { $0.lowercased() }
    let words = fields.map { FieldWords($0) }
    let best = fields.indices.filter { words[$0].role == .name }.min { words[$0].tongue < words[$1].tongue }
    return lower.firstIndex(of: "name") ?? best ?? lower.firstIndex(of: "n03_004")
  }

  /// Whether values look like names and not like codes: most have letters and begin with a capital or with a letter of a
  /// script without capitals; few are short, have digits or are written in capitals with signs.
  package static func areNames(_ values: some Collection<String>) -> Bool {
    guard !values.isEmpty else { return false }
    let count = values.count { value in
      guard let first = value.first, first.isLetter, !first.isLowercase else { return false }
      let isCapitals = !value.contains { $0.isLowercase } && value.allSatisfy(\.isASCII)
      guard !value.contains(where: { $0 == "/" || $0 == ":" || $0 == "_" || $0 == "@" }) else { return false }
      // BY, US-CA and E06000001 are codes; QUEBEC may be a name.
      return !isCapitals || value.count > 3 && !value.contains { $0.isNumber || $0 == "." || $0 == "-" }
    }
    return 2 * count > values.count
  }
}
