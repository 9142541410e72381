import MapPackCoverage
import MapPackFeatures
import MapPackMerge

/// A field whose values are levels of units that lie above each other: countries, their regions and the districts of
/// these in one file. A map has one of them.
struct NestedLevels {
  let field: String
  /// The levels and how many features each has, in the order of their numbers.
  let levels: [(value: String, count: Int)]
  /// The level with the most features; of several the last.
  let chosen: String

  /// Finds such a field: one with two to eight whole numbers, or words that end in one (ADM2), of which each but the
  /// coarsest has nine of ten features within a feature of a coarser level.
  /// - Complexity: O(features × fields + vertices), with a factor of up to a thousand if a field has such values
  init?(_ columns: [FieldColumn], _ table: FeatureTable, features: [Int]) {
    guard table.kind == .areas else { return nil }
    for column in columns where column.missing == 0 && (2...8).contains(column.values.count) {
      guard 2 * column.values.count <= features.count + 1, column.values.allSatisfy({ Self.number(of: $0) != nil })
      else { continue }
      let sorted = column.values.sorted { (Self.number(of: $0) ?? 0, $0) < (Self.number(of: $1) ?? 0, $1) }
      var boxes: [String: [Bounds]] = [:]
      for (feature, value) in zip(features, column.valueIndex) {
        boxes[column.values[value], default: []].append(Bounds(of: feature, in: table))
      }
      let isNested = sorted.indices.dropFirst().allSatisfy { level in
        let finer = boxes[sorted[level]] ?? []
        let coarser = sorted[..<level].flatMap { boxes[$0] ?? [] }
        guard coarser.count <= finer.count else { return false }
        // A thousand of them tell as much as all.
        let sample = stride(from: 0, to: finer.count, by: 1 + finer.count / 1_000).map { finer[$0] }
        let within = sample.count { box in coarser.contains { $0.contains(box) } }
        return 10 * within >= 9 * sample.count
      }
      guard isNested else { continue }
      let counted = sorted.map { (value: $0, count: boxes[$0]?.count ?? 0) }
      field = column.name
      levels = counted
      chosen = counted.reduce(counted[0]) { $1.count >= $0.count ? $1 : $0 }.value
      return
    }
    return nil
  }

  private static func number(of text: String) -> Int? {
    let digits = text.drop { $0.isLetter && $0.isASCII }
    return digits.count <= 2 && text.count <= 6 ? Int(digits) : nil
  }

  var words: String {
    let list = levels.map { "\($0.value) (\(Figures.grouped($0.count)))" }.joined(separator: ", ")
    return "the features lie above each other on \(levels.count) levels of \(field): \(list); those of \(chosen) are "
      + "selected, and `select` takes others"
  }
}
