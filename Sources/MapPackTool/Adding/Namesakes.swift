import MapPackFeatures
import MapPackMerge

/// Codes that several lands share though they are parts of different wholes: the counties called Washington.
struct Namesakes {
  /// The field that tells them apart.
  let field: String
  /// Each such code, with the values of the field, in the order of the table.
  let codes: [(code: String, values: [String])]

  /// Finds the field that tells most of them apart; of several the one with the fewest values.
  ///
  /// Lands are apart if they do not touch. A field that also differs between parts of a region that touch is no whole
  /// to which regions belong, and one that differs between all features tells nothing.
  ///
  /// - Parameter features: the features that count, with a shape.
  init?(_ table: FeatureTable, features: [Int], codes: [String?]) {
    var positions: [String: [Int]] = [:]
    for (position, code) in codes.enumerated() {
      if let code { positions[code, default: []].append(position) }
    }
    let shared = positions.filter { $0.value.count > 1 }.sorted { $0.value[0] < $1.value[0] }
    guard !shared.isEmpty else { return nil }
    let columns = table.fields.indices.map { FieldColumn(table, $0, features: features) }
      .filter { $0.values.count > 1 && !$0.isMeasure && !$0.isUnique && !$0.words.isClass && !$0.isVolatile }
    let found = columns.compactMap { column -> (column: FieldColumn, codes: [(code: String, values: [String])])? in
      var touching = 0
      let apart = shared.compactMap { code, positions -> (code: String, values: [String])? in
        let wholes = Dictionary(grouping: positions) { column.valueIndex[$0] }.filter { $0.key >= 0 }
          .sorted { $0.key < $1.key }
        guard wholes.count > 1 else { return nil }
        guard Self.areApart(wholes.map { $0.value.map { features[$0] } }, in: table) else {
          touching += 1
          return nil
        }
        return (code, wholes.map { column.values[$0.key] })
      }
      return apart.count > touching ? (column, apart) : nil
    }
    let best = found.max {
      ($0.codes.count, -$0.column.values.count) < ($1.codes.count, -$1.column.values.count)
    }
    guard let best else { return nil }
    field = best.column.name
    self.codes = best.codes
  }

  /// Whether no two of some groups of features touch: either their boxes do not meet, or they have no vertex in common.
  private static func areApart(_ groups: [[Int]], in table: FeatureTable) -> Bool {
    let boxes = groups.map { features in
      features.reduce(into: DegreeBox()) { $0.extend(to: $1, of: table) }
    }
    let meeting = groups.indices.filter { one in
      groups.indices.contains { $0 != one && boxes[$0].meets(boxes[one]) }
    }
    var owner: [SIMD2<Double>: Int] = [:]
    for group in meeting {
      for feature in groups[group] {
        let rings = table.rings(ofAll: table.polygons(of: feature))
        for vertex in table.vertexStart[rings.lowerBound]..<table.vertexStart[rings.upperBound] {
          let position = SIMD2(table.longitude[vertex], table.latitude[vertex])
          if let other = owner[position], other != group { return false }
          owner[position] = group
        }
      }
    }
    return true
  }
}

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
      var boxes: [String: [DegreeBox]] = [:]
      for (feature, value) in zip(features, column.valueIndex) {
        boxes[column.values[value], default: []].append(DegreeBox(of: feature, in: table))
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
