import MapPackFeatures

/// What is known of a field of a source before a map is made of it.
package struct FieldSummary {
  package let column: FieldColumn
  /// Whether `KeyChoice` sees that it could be the key.
  package let fitsAsKey: Bool
  /// Whether `KeyChoice` sees that it could be the name.
  package let fitsAsName: Bool

  /// Of all fields of a table, over all of its features.
  package static func all(of table: FeatureTable) -> [FieldSummary] {
    let columns = table.fields.indices.map { FieldColumn(table, $0, features: 0..<table.featureCount) }
    let (keys, names) = KeyChoice.fitting(columns)
    return columns.map {
      FieldSummary(column: $0, fitsAsKey: keys.contains($0.index), fitsAsName: names.contains($0.index))
    }
  }
}
