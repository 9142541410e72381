import MapPackCoverage
import MapPackFeatures
import MapPackMerge

/// Codes that several lands share though they are parts of different wholes: the counties called Washington.
package struct Namesakes {
  /// The field that tells them apart.
  package let field: String
  /// Each such code, with the values of the field, in the order of the table.
  package let codes: [(code: String, values: [String])]

  /// Finds the field that tells most of them apart; of several the one with the fewest values.
  ///
  /// Lands are apart if they do not touch. A field that also differs between parts of a region that touch is no whole
  /// to which regions belong, and one that differs between all features tells nothing.
  ///
  /// - Parameter features: the features that count, with a shape.
  package init?(_ table: FeatureTable, features: [Int], codes: [String?]) {
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
      features.reduce(into: Bounds()) { $0.extend(to: $1, of: table) }
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
