import MapPackFeatures

/// A condition on the attributes of features: `select` or `drop` of a pipeline file. Every term must hold. A term holds
/// if the field shows one of its values. A filter without terms matches every feature; a term without values holds for
/// none.
package struct FeatureFilter: Sendable {
  /// A field and the values that match, as `AttributeValue.displayText` shows them; `nil` matches a field that is
  /// missing or empty.
  package var terms: [(field: String, values: [String?])]

  /// Creates a filter that matches the features for which all terms hold.
  package init(terms: [(field: String, values: [String?])]) { self.terms = terms }

  /// - Parameter value: returns the value of a field of the feature; null if the source does not have the field.
  func matches(_ value: (_ field: String) -> AttributeValue) -> Bool {
    terms.allSatisfy { term in term.values.contains(value(term.field).displayText) }
  }

  /// Checks that each term names a known field, or an implied one (`ImpliedField`).
  /// - Throws: `usage` with the nearest name in the remedy if one does not.
  func checkFields(among known: [String], file: String?) throws(StageError) {
    for term in terms where !known.contains(term.field) && ImpliedField(rawValue: term.field) == nil {
      let list =
        known.isEmpty
        ? "there are no fields" : "\(didYouMean(term.field, in: known))the fields are \(known.joined(separator: ", "))"
      throw StageError(missingField: term.field, file: file, remedy: Remedy(list))
    }
  }
}
