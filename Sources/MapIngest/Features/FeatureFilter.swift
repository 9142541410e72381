import MapFeatures

/// Which features are meant, by their attributes: every term must hold, and a term holds where the field shows
/// one of its values.
package struct FeatureFilter: Sendable {
  /// A field and the values looked for, as `AttributeValue.displayText` shows them; `nil` means missing or empty.
  package var terms: [(field: String, values: [String?])]

  package init(terms: [(field: String, values: [String?])]) { self.terms = terms }

  /// Whether a feature with these attributes is meant.
  func matches(_ value: (_ field: String) -> AttributeValue) -> Bool {
    terms.allSatisfy { term in term.values.contains(value(term.field).displayText) }
  }

  /// Throws (usage) where a term's field is none of these.
  func checkFields(among known: [String], file: String?) throws(StageError) {
    for term in terms where !known.contains(term.field) {
      let guess = nearestWord(to: term.field, in: known).map { "did you mean \($0)? " } ?? ""
      let list = known.isEmpty ? "there are no fields" : "the fields are " + known.joined(separator: ", ")
      throw StageError(.usage, file: file, "there is no field “\(term.field)”", remedy: guess + list)
    }
  }
}
