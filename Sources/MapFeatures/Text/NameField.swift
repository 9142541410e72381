/// Guesses which field of a source holds names, for `mappack validate` and `mappack init`.
package enum NameField {
  /// The index of the field that most likely holds names; `nil` if no field looks like it. Capitals do not matter.
  ///
  /// It is the first of these that exists: a field called `name`, one that ends with this word, one that contains it,
  /// one that ends with the word for it in another language, and `N03_004` of Japan's N03 data.
  package static func index(among fields: [String]) -> Int? {
    let lower = fields.map { $0.lowercased() }
    let others = ["navn", "namn", "nimi", "naam", "nome", "nombre", "nom", "名称"]
    return lower.firstIndex(of: "name") ?? lower.firstIndex { $0.hasSuffix("name") }
      ?? lower.firstIndex { $0.contains("name") } ?? lower.firstIndex { field in others.contains { field.hasSuffix($0) }
      }
      ?? lower.firstIndex(of: "n03_004")
  }
}
