import MapPackFeatures
import MapPackIngest

package struct FieldColumn {
  package let name: String
  package let index: Int
  package let words: FieldWords
  /// The distinct values, in the order in which they come first.
  package let values: [String]
  /// Per feature: the index of its value, or -1 if it has none.
  let valueIndex: [Int]
  package let missing: Int
  package let type: ValueType
  /// As those of a code or a name are.
  let isText: Bool
  /// As those of an area are.
  let isMeasure: Bool
  let hasNumber: Bool

  /// What the values of a field are; `mixed` if they are of several types.
  package enum ValueType: String {
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

  package init(_ table: Features<some Sendable>, _ index: Int, features: some Sequence<Int>) {
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

  package var isUnique: Bool { missing == 0 && values.count == valueIndex.count }

  /// Whether the values only number the features, in their order.
  var isRowNumber: Bool {
    guard isUnique, let first = values.first.flatMap({ Int($0) }), first == 0 || first == 1 else { return false }
    return values.enumerated().allSatisfy { $1 == String(first + $0) }
  }

  /// Whether no later edition will give a feature the same value: a random identifier, or one that a program counts.
  package var isVolatile: Bool {
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

  package var areNames: Bool { isText && !hasNumber && NameField.areNames(values) }

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
