import MapPackFeatures
import MapPackIngest

/// The choice of the key and the name of a source whose publisher is not known, from the names of its fields and from
/// their values.
///
/// A key tells regions apart, and the next edition of the source should have it. A name is what people call a region.
struct KeyChoice {
  /// `nil` if no field will do.
  private(set) var key: String?
  /// `nil` if no field will do.
  private(set) var name: String?
  /// Of several fields that are equally good, the first of the table is taken.
  ///
  /// A field with a value of its own for each feature comes first: a usual key of a publisher, one that is called a code and
  /// has a name of the same stem beside it, another that is called a code, one with values that look like codes, and the
  /// ids of the file unless a program counted. Next comes a code that several features share, if it decides their name:
  /// they are parts of a region. Then come names of their own, two codes together, digits of their own, the folder or
  /// another whole together with the name (`Namesakes`), ids that some features lack, and the names as they are. What
  /// a program numbers anew each time comes last.
  ///
  /// - Parameter ids: those of the file; `nil` if the features have none, or if a field has their name.
  init(_ columns: [FieldColumn], ids: FieldColumn?, table: FeatureTable, features: [Int]) {
    let full = columns.filter { column in
      column.missing == 0 && (column.values.count > 1 || features.count == 1) && !column.isMeasure
        && !column.words.isClass
    }
    let stable = full.filter { !$0.isVolatile }
    let names = Self.names(columns, key: nil)
    let finest = names.first
    let codes = stable.filter { $0.words.role == .code }
    let ids = ids.flatMap { Self.areOfPublisher($0, columns) ? $0 : nil }
    let single = codes.filter { $0.isUnique && !$0.isRowNumber }
    let unique =
      Publisher.usualKeys.lazy.compactMap { usual in full.first { $0.isNamed(usual) && $0.isUnique } }.first
      ?? single.first { $0.words.isCalledCode && Self.isNamed($0, columns) }
      ?? single.first { $0.words.isCalledCode } ?? single.first
      ?? stable.first { $0.isUnique && $0.areCodes && $0.words.role != .name && !$0.isRowNumber }
      ?? ids.flatMap { $0.isUnique ? $0 : nil } ?? codes.first { $0.isUnique }
    if let unique {
      key = unique.name
      name = (Self.names(columns, key: unique).first ?? (unique.areNames ? unique : nil))?.name
      return
    }
    name = finest?.name
    if let finest {
      let parts = codes.filter { $0.isText && $0.values.count >= finest.values.count && $0.decides(finest) }
      if let part = Self.finest(parts) {
        key = part.name
        name = Self.names(columns, key: part).first?.name
        return
      }
    }
    key =
      Self.pair(codes.filter(\.areCodes)) ?? finest.flatMap { $0.isUnique ? $0.name : nil } ?? Self.pair(codes)
      ?? stable.first { $0.isUnique && $0.areDigits && !$0.isRowNumber }?.name
    guard key == nil else { return }
    if let finest, finest.missing == 0, let whole = Self.whole(of: finest, columns, table, features) {
      key = "{\(whole)} {\(finest.name)}"
      // North, zone 1: what a folder is called is part of what people call the region.
      if whole == KMLFields.folder { name = key }
      return
    }
    if let ids {
      key = ids.name
      return
    }
    // Parts of an area or a line may share a name. Each point stands for itself.
    if let finest, table.kind != .points, finest.missing == 0, finest.values.count > 1 || features.count == 1 {
      key = finest.name
      return
    }
    key =
      (Self.finest(codes.filter(\.isText)) ?? stable.first { $0.isUnique && $0.isText && !$0.isRowNumber }
      ?? full.first { $0.isUnique })?.name
  }

  /// Whether half of the features have an id at least, and no program gave them.
  private static func areOfPublisher(_ ids: FieldColumn, _ columns: [FieldColumn]) -> Bool {
    ids.values.count > 1 && 2 * ids.missing <= ids.valueIndex.count && !ids.isVolatile
      && !ImpliedField.areCounted(ids.values)
      && !columns.contains { ($0.isVolatile || $0.isRowNumber) && $0.values == ids.values }
  }

  /// Whether a field with names has the stem of a code: COUNTY_NAM beside COUNTY_COD.
  private static func isNamed(_ code: FieldColumn, _ columns: [FieldColumn]) -> Bool {
    !code.words.stem.isEmpty
      && columns.contains { $0.words.role == .name && $0.words.stem == code.words.stem && $0.isUnique }
  }

  private static func finest(_ columns: [FieldColumn]) -> FieldColumn? {
    columns.max { $0.values.count < $1.values.count }
  }

  /// Two codes that tell features apart together, as those of a state and of a county in it do: the first such pair.
  private static func pair(_ codes: [FieldColumn]) -> String? {
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

  /// The field of the wholes in which a name stands once each: the folder of a KML file, or what tells namesakes apart.
  private static func whole(
    of name: FieldColumn, _ columns: [FieldColumn], _ table: FeatureTable, _ features: [Int]
  ) -> String? {
    if let folder = columns.first(where: { $0.name == KMLFields.folder }), !name.decides(folder) { return folder.name }
    let codes = name.valueIndex.map { $0 < 0 ? nil : name.values[$0] }
    return Namesakes(table, features: features, codes: codes)?.field
  }

  /// The fields that could name regions, the best first.
  ///
  /// A field is called a name, or its values look like names, even if it is called an id. What a program counted
  /// (`kml_1`) comes last. It must have at least half as many values as the one of
  /// these with the most: else it names larger units. The one with the key's stem comes first (TOWNNAME for TOWNID),
  /// then those called a name, those in the language of the country, `name` itself, and those with more values.
  static func names(_ columns: [FieldColumn], key: FieldColumn?) -> [FieldColumn] {
    let candidates = columns.filter { column in
      column.isText && !column.hasNumber && !column.values.isEmpty && column.name != key?.name
        && !column.isVolatile && !column.areStructures
        && (column.words.role == .name
          || !column.words.isClass && column.areNames
            && (column.words.role == .other || column.values.contains { $0.contains(where: \.isLowercase) }))
        && 2 * column.missing <= column.valueIndex.count && key?.decides(column) != false
    }
    guard let most = candidates.map(\.values.count).max() else { return [] }
    func rank(_ column: FieldColumn) -> [Int] {
      let words = column.words
      let hasStem = key.map { $0.words.role == .code && words.role == .name && $0.words.stem == words.stem } ?? false
      return [
        column.areCounted ? 1 : 0, hasStem ? 0 : 1, words.role == .name ? 0 : 1, words.tongue.rawValue,
        column.isNamed("name") ? 0 : 1, column.missing, -column.values.count,
      ]
    }
    return candidates.filter { 2 * $0.values.count >= most }.map { ($0, rank($0)) }
      .enumerated().sorted { a, b in
        a.element.1 == b.element.1 ? a.offset < b.offset : a.element.1.lexicographicallyPrecedes(b.element.1)
      }.map(\.element.0)
  }

  /// The fields that could be the key, and those that could be the name: their indices in the table.
  static func fitting(_ columns: [FieldColumn]) -> (keys: [Int], names: [Int]) {
    let several = columns.filter { $0.values.count > 1 && !$0.isMeasure }
    let names = several.filter { $0.words.role == .name || $0.words.role == .other && $0.areNames }.map(\.index)
    let keys = several.filter { column in
      column.missing == 0 && !column.words.isClass
        && (column.words.role == .code || column.isUnique || column.areCodes) && !names.contains(column.index)
    }
    return (keys.map(\.index), names)
  }

  static func candidates(_ columns: [FieldColumn]) -> [String] {
    let (keys, names) = fitting(columns)
    let samples = Dictionary(uniqueKeysWithValues: columns.map { ($0.index, $0.sample) })
    return keys.compactMap { samples[$0].map { "could be the key: \($0)" } }
      + names.compactMap { samples[$0].map { "could be the name: \($0)" } }
  }
}
