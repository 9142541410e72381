import MapPackFeatures

/// Codes that several lands share though they are parts of different wholes: the counties called Washington of several
/// states. By such a code they become one region.
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
  /// - Parameters:
  ///   - features: the features that count, with a shape.
  ///   - codes: the code of each of them.
  /// - Returns: `nil` if there are none.
  /// - Complexity: O(fields × features + vertices of features that share a code)
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
      features.reduce(into: FeatureBox()) { $0.extend($1, of: table) }
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
