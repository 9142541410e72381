import Foundation
import MapPackCoverage
import MapPackFeatures
import MapPackIngest
import MapPackMerge

/// The endings of the names of maps, one for each level of a building, over all levels in several tables.
///
/// All endings are ASCII letters and digits, and no two are alike if capitals are ignored. A level has the name that
/// the first table with this level gives it.
struct BuildingLevels {
  /// Per level, the lowest first: the value of the field that tells levels apart, and the ending of a map's name.
  let suffixes: [(value: String, suffix: String)]

  init(_ tables: [FeatureTable]) {
    var nameByValue: [String: String?] = [:]
    for table in tables {
      for level in SourceSchema.matching(table.fields)?.levels(of: table) ?? [] where nameByValue[level.value] == nil {
        nameByValue.updateValue(level.name, forKey: level.value)
      }
    }
    let levels = nameByValue.map { (value: $0.key, name: $0.value) }.sorted { SourceSchema.isBelow($0.value, $1.value) }
    let names = levels.compactMap(\.name).filter { $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } }
    let numbers = levels.map { level in
      "Level" + level.value.replacing("-", with: "Minus").filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
    // The names of the levels if each has one of ASCII letters and digits and they differ; else their numbers if these
    // differ; else their positions. Capitals do not make a difference, because file systems may ignore them.
    let chosen =
      [names, numbers].first { Set($0.map { $0.lowercased() }).count == levels.count }
      ?? levels.indices.map { "Level\($0 + 1)" }
    suffixes = zip(levels, chosen).map { ($0.value, $1) }
  }
}
