import MapPackCoverage
import MapPackFeatures
import MapPackMerge

/// Sets of features that have the same codes though their lands lie apart: wards 1 to 4 of two cities.
package struct RepeatedCodes {
  /// What tells the sets apart, if they are files; `nil` if they stand in one.
  package let field: ImpliedField?
  /// The codes that several sets have.
  package let codes: [String]
  /// Features of the first of these codes, one of each set.
  let example: [Int]

  /// `nil` if codes that are repeated mean parts of one region: if most of their lands meet, if hardly a code is repeated,
  /// or, where the sets lie near each other, if one of them has further codes.
  ///
  /// - Parameters:
  ///   - features: those that count, with a shape.
  ///   - codes: that of each of these features.
  /// - Complexity: O(n + s² × r) for n vertices, s sets (of at most `mostSets`), and r codes of a set that are repeated
  package init?(_ table: FeatureTable, features: [Int], codes: [String?]) {
    let isFiles = Set(features.map { table.source[$0] }).count > 1
    var sets: [[String: [Int]]] = [[:]]
    var last: Int32?
    for (feature, code) in zip(features, codes) {
      // In one file, a set ends where a code comes again.
      let isNew =
        isFiles
        ? last.map { $0 != table.source[feature] } ?? false : code.map { sets[sets.count - 1][$0] != nil } ?? false
      if isNew { sets.append([:]) }
      last = table.source[feature]
      if let code { sets[sets.count - 1][code, default: []].append(feature) }
    }
    sets.removeAll(where: \.isEmpty)
    guard (2...Self.mostSets).contains(sets.count), sets.allSatisfy({ $0.count > (isFiles ? 1 : 2) }) else {
      return nil
    }
    // Codes are usually those of one file alone.
    var uses: [String: Int] = [:]
    for code in sets.flatMap(\.keys) { uses[code, default: 0] += 1 }
    guard uses.values.contains(where: { $0 > 1 }) else { return nil }
    let boxes = sets.map { set in
      set.filter { uses[$0.key, default: 0] > 1 }.mapValues { Self.box(of: $0, in: table) }
    }
    let wholes = sets.map { Self.box(of: $0.values.flatMap(\.self), in: table) }
    var repeated: Set<String> = []
    for one in sets.indices {
      for other in sets.indices.dropFirst(one + 1) {
        let shared = boxes[one].keys.filter { boxes[other][$0] != nil }
        let apart = shared.filter { code in
          guard let box = boxes[one][code], let next = boxes[other][code] else { return false }
          return !box.meets(next)
        }
        let least = min(sets[one].count, sets[other].count)
        let isNear = wholes[one].isNear(wholes[other]) || wholes[other].isNear(wholes[one])
        let isMost =
          isNear
          ? isFiles && 4 * apart.count >= 3 * max(sets[one].count, sets[other].count) : 2 * apart.count >= least
        if !shared.isEmpty, isMost, 2 * apart.count > shared.count { repeated.formUnion(apart) }
      }
    }
    guard let first = repeated.sortedByBytes.first else { return nil }
    self.codes = repeated.sortedByBytes
    example = sets.compactMap { $0[first]?.first }
    let sources = Set(features.map { table.source[$0] }).sorted().map { table.sources[Int($0)] }
    field =
      !isFiles
      ? nil
      : [ImpliedField.file, .layer, .folder].first { field in
        let texts = sources.compactMap { field.text(of: $0, identifier: nil) }
        return Set(texts).count == sources.count
      }
  }

  /// More sets than a map has files are parts of regions, each a set.
  private static let mostSets = 100

  private static func box(of features: [Int], in table: FeatureTable) -> Bounds {
    features.reduce(into: Bounds()) { $0.extend(to: $1, of: table) }
  }
}
