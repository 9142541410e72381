import MapPackFeatures
import MapPackIngest

/// What the rules for the key look at: the fields of a source, by what they are good for, in the order of the table.
struct KeyEvidence {
  let columns: [FieldColumn]
  let table: FeatureTable
  let features: [Int]
  /// Those with a value for each feature that are neither measures nor classes.
  let full: [FieldColumn]
  /// Those of them that the next edition has.
  let stable: [FieldColumn]
  /// Those of them whose names say that they hold codes.
  let codes: [FieldColumn]
  /// Those of them with a value of its own for each feature, and no count of them.
  let single: [FieldColumn]
  /// The ids of the file; `nil` if half of the features have none, or if a program gave them.
  let ids: FieldColumn?
  /// The best name, whatever the key.
  let finest: FieldColumn?

  init(_ columns: [FieldColumn], ids: FieldColumn?, table: FeatureTable, features: [Int]) {
    (self.columns, self.table, self.features) = (columns, table, features)
    full = columns.filter { column in
      column.missing == 0 && (column.values.count > 1 || features.count == 1) && !column.isMeasure
        && !column.words.isClass
    }
    stable = full.filter { !$0.isVolatile }
    codes = stable.filter { $0.words.role == .code }
    single = codes.filter { $0.isUnique && !$0.isRowNumber }
    self.ids = ids.flatMap { Self.areOfPublisher($0, columns) ? $0 : nil }
    finest = KeyChoice.names(columns, key: nil).first
  }

  /// The best name, if every feature has one.
  var completeName: FieldColumn? { finest.flatMap { $0.missing == 0 ? $0 : nil } }

  func names(beside key: FieldColumn) -> [FieldColumn] { KeyChoice.names(columns, key: key) }

  /// A field with a value of its own for each feature as the key, with the name that goes best with it, or itself if it
  /// holds names.
  func choice(of key: FieldColumn?) -> KeyChoice? {
    key.map { KeyChoice(key: $0.name, name: (names(beside: $0).first ?? ($0.areNames ? $0 : nil))?.name) }
  }

  /// A field or a template as the key, with the best name.
  func choice(ofTemplate key: String?) -> KeyChoice? { key.map { KeyChoice(key: $0, name: finest?.name) } }

  /// Whether half of the features have an id at least, and no program gave them.
  private static func areOfPublisher(_ ids: FieldColumn, _ columns: [FieldColumn]) -> Bool {
    ids.values.count > 1 && 2 * ids.missing <= ids.valueIndex.count && !ids.isVolatile
      && !ImpliedField.areCounted(ids.values)
      && !columns.contains { ($0.isVolatile || $0.isRowNumber) && $0.values == ids.values }
  }

  /// Whether a field with names has the stem of a code: COUNTY_NAM beside COUNTY_COD.
  func isNamed(_ code: FieldColumn) -> Bool {
    !code.words.stem.isEmpty
      && columns.contains { $0.words.role == .name && $0.words.stem == code.words.stem && $0.isUnique }
  }

  static func finest(_ columns: [FieldColumn]) -> FieldColumn? {
    columns.max { $0.values.count < $1.values.count }
  }

  /// Two codes that tell features apart together, as those of a state and of a county in it do: the first such pair.
  static func pair(_ codes: [FieldColumn]) -> String? {
    for (position, one) in codes.enumerated() {
      for two in codes[(position + 1)...] {
        let (whole, part) = one.values.count <= two.values.count ? (one, two) : (two, one)
        let pairs = Set(zip(whole.valueIndex, part.valueIndex).map { SIMD2($0, $1) })
        guard pairs.count == whole.valueIndex.count else { continue }
        // Codes of one length can be told apart without a blank.
        return part.areCodes ? "{\(whole.name)}{\(part.name)}" : "{\(whole.name)} {\(part.name)}"
      }
    }
    return nil
  }

  /// The folder of a KML file and the name, if a name stands in several folders.
  var folderAndName: String? {
    guard let name = completeName, let folder = columns.first(where: { $0.name == KMLFields.folder }),
      !name.decides(folder)
    else { return nil }
    return "{\(folder.name)} {\(name.name)}"
  }

  /// What tells namesakes apart, and the name.
  var wholeAndName: String? {
    guard let name = completeName else { return nil }
    let codes = name.valueIndex.map { $0 < 0 ? nil : name.values[$0] }
    return Namesakes(table, features: features, codes: codes).map { "{\($0.field)} {\(name.name)}" }
  }
}
