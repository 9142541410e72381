import Foundation
import MapPackFeatures
import MapPackFiles
import MapPackProject

/// The fields of a source, as the page shows them.
enum PreviewFields {
  /// How many samples a field is shown with.
  private static let sampleCount = 5
  /// How many values a field may have for features to be selected by one of them.
  private static let choiceCount = 100

  /// Whether a text is a number, and no code: codes have zeros in front.
  private static func isNumber(_ text: String) -> Bool {
    Double(text) != nil && (!text.hasPrefix("0") || text.count == 1 || text.hasPrefix("0."))
  }

  /// Per field: its name, samples, how many values it has, how many features there are and how many have none; whether it is a
  /// number; whether it could be the key or the name, as `KeyChoice` sees it; and its values, if they are few.
  /// - Parameter all: the table with the features that are not selected too, whose values can be chosen.
  static func json(of table: FeatureTable, among all: FeatureTable) -> [JSON] {
    let own = Dictionary(FieldSummary.all(of: table).map { ($0.column.name, $0) }) { first, _ in first }
    return FieldSummary.all(of: all).map { whole in
      let field = own[whole.column.name] ?? whole
      let (column, values) = (field.column, whole.column.values)
      return [
        "field": .text(column.name),
        "samples": .list(column.values.prefix(sampleCount).map { .text(String($0.prefix(60))) }),
        "distinct": .integer(column.values.count), "empty": .integer(column.missing),
        "features": .integer(table.featureCount),
        "isNumber": .flag(column.type == .integer || column.type == .number || column.values.allSatisfy(isNumber)),
        "fitsAsKey": .flag(field.fitsAsKey), "fitsAsName": .flag(field.fitsAsName),
        "values": values.count > choiceCount
          ? .null : .list(values.sorted { $0.compare($1, options: .numeric) == .orderedAscending }.map(JSON.text)),
      ]
    }
  }
}
