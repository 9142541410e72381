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
    var best: (column: FieldColumn, codes: [(code: String, values: [String])])?
    for index in table.fields.indices {
      let column = FieldColumn(table, index, features: features)
      guard column.values.count > 1, !column.isMeasure, !column.isUnique, !column.words.isClass, !column.isVolatile
      else {
        continue
      }
      var apart: [(code: String, values: [String])] = []
      var touching = 0
      for (code, positions) in shared {
        var wholes: [Int: [Int]] = [:]
        for position in positions where column.valueIndex[position] >= 0 {
          wholes[column.valueIndex[position], default: []].append(features[position])
        }
        guard wholes.count > 1 else { continue }
        let sorted = wholes.sorted { $0.key < $1.key }
        if Self.areApart(sorted.map(\.value), in: table) {
          apart.append((code, sorted.map { column.values[$0.key] }))
        } else {
          touching += 1
        }
      }
      guard apart.count > touching else { continue }
      if let best, (best.codes.count, -best.column.values.count) >= (apart.count, -column.values.count) { continue }
      best = (column, apart)
    }
    guard let best else { return nil }
    field = best.column.name
    self.codes = best.codes
  }

  /// Whether no two of some groups of features touch: either their boxes do not meet, or they have no vertex in common.
  private static func areApart(_ groups: [[Int]], in table: FeatureTable) -> Bool {
    struct Position: Hashable {
      var longitude, latitude: Double
    }
    let boxes = groups.map { features in
      features.reduce(into: DegreeBox()) { $0.extend(to: $1, of: table) }
    }
    let meeting = groups.indices.filter { one in
      groups.indices.contains { $0 != one && boxes[$0].meets(boxes[one]) }
    }
    var owner: [Position: Int] = [:]
    for group in meeting {
      for feature in groups[group] {
        let rings = table.rings(ofAll: table.polygons(of: feature))
        for vertex in table.vertexStart[rings.lowerBound]..<table.vertexStart[rings.upperBound] {
          let position = Position(longitude: table.longitude[vertex], latitude: table.latitude[vertex])
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
