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
  /// The fields in which offices of statistics give the usual codes of municipalities and counties: Italy, Germany,
  /// France, Spain, Finland, the European Union, the United States. Files may have codes of other offices beside them.
  private static let usualKeys = [
    "com_istat_code", "pro_com_t", "pro_com", "ags", "code_insee", "insee_com", "insee", "ine_code", "natcode",
    "lau_id", "nuts_id", "geoid", "fips",
  ]

  /// Of several fields that are equally good, the first of the table is taken.
  ///
  /// A field with a value of its own for each feature comes first: one of `usualKeys`, one that is called a code and
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
      Self.usualKeys.lazy.compactMap { usual in full.first { $0.isNamed(usual) && $0.isUnique } }.first
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

struct FieldColumn {
  let name: String
  let index: Int
  let words: FieldWords
  /// The distinct values, in the order in which they come first.
  let values: [String]
  /// Per feature: the index of its value, or -1 if it has none.
  let valueIndex: [Int]
  let missing: Int
  let type: ValueType
  /// As those of a code or a name are.
  let isText: Bool
  /// As those of an area are.
  let isMeasure: Bool
  let hasNumber: Bool

  /// What the values of a field are; `mixed` if they are of several types.
  enum ValueType: String {
    case text, integer, number, boolean, mixed, empty

    init(of values: [AttributeValue]) {
      var types: Set<ValueType> = []
      for value in values where value.displayText != nil {
        switch value {
        case .text: types.insert(.text)
        case .boolean: types.insert(.boolean)
        case .integer, .real: types.insert(FieldColumn.isWhole(value) ? .integer : .number)
        case .null: break
        }
      }
      if types == [.integer, .number] { types = [.number] }
      self = types.count > 1 ? .mixed : types.first ?? .empty
    }
  }

  init(_ table: FeatureTable, _ index: Int, features: some Sequence<Int>) {
    name = table.fields[index]
    words = FieldWords(name)
    self.index = index
    let column = features.map { table.values[index][$0] }
    var values: [String] = []
    var known: [String: Int] = [:]
    valueIndex = column.map { value in
      guard let text = value.displayText else { return -1 }
      if let old = known[text] { return old }
      known[text] = values.count
      values.append(text)
      return values.count - 1
    }
    self.values = values
    missing = valueIndex.count { $0 < 0 }
    type = ValueType(of: column)
    hasNumber = column.contains(where: Self.isWhole)
    isMeasure = column.contains { if case .real = $0 { !Self.isWhole($0) } else { false } }
    isText = !isMeasure && !column.contains { if case .boolean = $0 { true } else { false } }
  }

  private static func isWhole(_ value: AttributeValue) -> Bool {
    switch value {
    case .integer: true
    // Programs that know no integer with gaps write the code 1400 as 1400.0.
    case .real(let number): number.rounded() == number && number.magnitude < 1e15
    case .text, .null, .boolean: false
    }
  }

  func isNamed(_ other: String) -> Bool { name.lowercased() == other.lowercased() }

  var isUnique: Bool { missing == 0 && values.count == valueIndex.count }

  /// Whether the values only number the features, in their order.
  var isRowNumber: Bool {
    guard isUnique, let first = values.first.flatMap({ Int($0) }), first == 0 || first == 1 else { return false }
    return values.enumerated().allSatisfy { $1 == String(first + $0) }
  }

  /// Whether no later edition will give a feature the same value: a random identifier, or one that a program counts.
  var isVolatile: Bool {
    words.isVolatile || !values.isEmpty && (values.allSatisfy(Self.isRandom) || values.allSatisfy(Self.isTime))
  }

  /// Whether a text is a date with a time of day, as in 2024-01-01T12:00:00Z.
  private static func isTime(_ text: String) -> Bool {
    text.prefixMatch(of: #/\d{4}[-\/]\d\d[-\/]\d\d[T ]\d\d:\d\d/#) != nil
  }

  /// Whether a text is hexadecimal digits that nobody chose, as a UUID is.
  private static func isRandom(_ text: String) -> Bool {
    let digits = text.filter { !"{}-".contains($0) }
    return digits.count >= 16 && digits.contains { $0.isLetter } && digits.allSatisfy(\.isHexDigit)
  }

  /// Whether the values are a small word and a number that counts, as programs name things: kml_1, kml_2.
  var areCounted: Bool {
    values.first?.first?.isLowercase == true && values.allSatisfy { $0.last?.isNumber == true }
      && ImpliedField.areCounted(values)
  }

  /// Whether the values are texts of capitals, digits and signs, all of one length, as codes are: 01001, US-CA, DE111.
  /// A few digits alone may be a measure.
  var areCodes: Bool {
    guard isText, !hasNumber, let length = values.first?.count, length <= 16 else { return false }
    guard length > 5 || values.contains(where: { $0.first == "0" || $0.contains { $0.isLetter } }) else { return false }
    return values.allSatisfy { value in
      value.count == length
        && value.allSatisfy { $0.isASCII && ($0.isUppercase || $0.isNumber || $0 == "-" || $0 == ".") }
    }
  }

  /// Whether the values are digits and signs, such as 31.71: codes, if nothing else tells features apart.
  var areDigits: Bool {
    isText && !hasNumber
      && values.allSatisfy { value in
        value.contains { $0.isNumber } && value.allSatisfy { $0.isNumber || $0 == "." || $0 == "-" }
      }
  }

  /// Whether the values are objects of JSON in text, or lists of such. A list of a text still names something.
  var areStructures: Bool { !values.isEmpty && values.allSatisfy { $0.hasPrefix("{") || $0.hasPrefix("[{") } }

  var areNames: Bool { isText && !hasNumber && NameField.areNames(values) }

  /// Whether features that have one value here have one value there, too.
  func decides(_ other: FieldColumn) -> Bool {
    var found: [Int: Int] = [:]
    for (own, value) in zip(valueIndex, other.valueIndex) where own >= 0 && value >= 0 {
      if let old = found[own], old != value { return false }
      found[own] = value
    }
    return true
  }

  var sample: String {
    let first = values.prefix(3).map { value in
      value.count > 24 ? value.prefix(24) + "…" : value
    }
    return "\(name) (\(Figures.counted(values.count, "value")): "
      + first.joined(separator: ", ") + (values.count > 3 ? ", …)" : ")")
  }
}
