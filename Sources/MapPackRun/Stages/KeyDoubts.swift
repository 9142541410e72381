import Foundation
import MapPackCoverage
import MapPackEmit
import MapPackFeatures
import MapPackMerge
import MapPackProject

/// Warnings about a key or a name that work and were hardly meant, with what to write instead.
struct KeyDoubts {
  private let table: FeatureRecords
  /// The features with a code and a shape.
  private let features: [Int]
  /// The code of each of them.
  private let codes: [String]
  private var columns: [FieldColumn] { table.fields.indices.map { FieldColumn(table, $0, features: features) } }

  init(_ table: FeatureTable, key: Template) throws(StageError) {
    let bound = try BoundTemplate(key, in: table)
    let found = (0..<table.featureCount).map { feature in
      table.polygons(of: feature).isEmpty ? nil : bound.code(of: feature, in: table)
    }
    features = found.indices.filter { found[$0] != nil }
    codes = found.compactMap(\.self)
    self.table = table.records
  }

  /// A warning if names are the key and join lands of several wholes: the counties called Washington of several states,
  /// or if the same codes stand in several files: the wards of two cities.
  ///
  /// Single codes of an office are left alone, because it may give one to islands in several seas.
  /// - Parameter table: the same table, with its coordinates.
  func namesakes(key: Template, in table: FeatureTable) -> Finding? {
    guard NameField.areNames(codes.canonicallyDistinct),
      let found = Namesakes(table, features: features, codes: codes), let first = found.codes.first
    else { return repeatedCodes(key: key, in: table) }
    let others = found.codes.count == 1 ? "" : ", and so do \(Figures.counted(found.codes.count - 1, "other region"))"
    let columns = columns
    let choice = KeyChoice(columns, ids: nil, table: table, features: features).key
    let unique = columns.first { $0.name == choice && $0.isUnique && !$0.isVolatile }
    return Finding(
      .namesakes, at: Location(code: first.code),
      "\(first.code) joins features that lie apart and differ in \(found.field) ("
        + first.values.joined(separator: ", ") + ")\(others): is the key \(key.source) different for each region?",
      remedy: (unique.map { "use the key \($0.name), or " } ?? "use the key ")
        + "\"{\(found.field)} \(key.inBraces)\", if they "
        + "are several regions",
      count: found.codes.count)
  }

  private func repeatedCodes(key: Template, in table: FeatureTable) -> Finding? {
    guard table.sources.count > 1, let found = RepeatedCodes(table, features: features, codes: codes),
      let field = found.field
    else { return nil }
    return Finding(
      .namesakes, at: Location(code: found.codes.first),
      "\(Figures.counted(found.codes.count, "code")) stand in several files, for lands that lie apart, and each joins "
        + "them: \(found.codes.listed(atMost: 3))",
      remedy: "use the key \"{\(field.rawValue)} \(key.inBraces)\", if they are several regions",
      count: found.codes.count)
  }

  /// A warning if most regions share their name with others, so that their cases are numbered, and a field names them.
  func repeatedNames(_ regions: [Region], key: Template, name: Template) -> Finding? {
    let names = regions.map(\.name).canonicallyDistinct
    guard regions.count > 3, 2 * names.count <= regions.count else { return nil }
    let columns = columns
    let code = key.pieces.count == 1 ? columns.first { key.fields.contains($0.name) } : nil
    let own = code.flatMap { $0.areNames ? $0 : nil }
    let better = (own ?? KeyChoice.names(columns, key: code).first)
      .flatMap { !name.fields.contains($0.name) && $0.values.count >= 2 * names.count ? $0 : nil }
    guard better != nil || 10 * names.count <= regions.count else { return nil }
    return Finding(
      .repeatedNames,
      "the name \(name.source) is the same for many: \(Figures.counted(regions.count, "region")) have "
        + "\(Figures.counted(names.count, "name")), such as \(names[0]), so their cases end in codes",
      remedy: better.map { "use the name \($0.name), which has \(Figures.counted($0.values.count, "value"))" }
        ?? "use another field as the name, or name the regions in a table: `names.table`")
  }
}
