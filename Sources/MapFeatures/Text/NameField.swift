/// Which field of a source has names, as far as fields' names tell.
package enum NameField {
  /// The field that looks like the one with names: called so, ending so, with such a word in it, or N03's municipality.
  package static func index(among fields: [String]) -> Int? {
    let lower = fields.map { $0.lowercased() }
    let others = ["navn", "namn", "nimi", "naam", "nome", "nombre", "nom", "名称"]
    return lower.firstIndex(of: "name") ?? lower.firstIndex { $0.hasSuffix("name") }
      ?? lower.firstIndex { $0.contains("name") } ?? lower.firstIndex { field in others.contains { field.hasSuffix($0) }
      }
      ?? lower.firstIndex(of: "n03_004")
  }
}
