import MapPackFeatures

/// A condition on the attributes of features: `select` or `drop` of a pipeline file. All terms of one of its lists must
/// hold. A term holds if the field shows one of its values. A list without terms matches every feature; a term without
/// values holds for none.
package struct FeatureFilter: Sendable {
  /// A field and the values that match, as `AttributeValue.displayText` shows them; `nil` matches a field that is
  /// missing or empty.
  package typealias Term = (field: String, values: [String?])

  /// Lists of terms, of which one suffices.
  package var anyOf: [[Term]]

  /// The conditions that no feature has met yet: of a term that stands alone, each of its values by itself.
  private(set) var unmet: [[Term]]

  package init(anyOf: [[Term]]) {
    self.anyOf = anyOf
    unmet = anyOf.flatMap { terms in
      terms.count == 1 ? terms[0].values.map { [(terms[0].field, [$0])] } : [terms]
    }
  }

  /// Creates a filter that matches the features for which all terms hold.
  package init(terms: [Term]) { self.init(anyOf: [terms]) }

  /// - Parameter value: returns the value of a field of the feature; null if the source does not have the field.
  mutating func matches(_ value: (_ field: String) -> AttributeValue) -> Bool {
    func meets(_ terms: [Term]) -> Bool {
      terms.allSatisfy { term in term.values.contains(value(term.field).displayText) }
    }
    let matches = anyOf.contains(where: meets)
    if matches, !unmet.isEmpty { unmet.removeAll(where: meets) }
    return matches
  }

  /// Checks that each term names a known field, or an implied one (`ImpliedField`).
  /// - Throws: `usage` with the nearest name in the remedy if one does not.
  func checkFields(among known: [String], file: String?) throws(StageError) {
    for term in anyOf.joined() where !known.contains(term.field) && ImpliedField(rawValue: term.field) == nil {
      let hint = didYouMean(term.field, in: known + ImpliedField.allCases.map(\.rawValue))
      let list = known.isEmpty ? "there are no fields" : "\(hint)the fields are \(known.joined(separator: ", "))"
      throw StageError(missingField: term.field, file: file, remedy: Remedy(list))
    }
  }
}
