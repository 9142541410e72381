import MapPackFeatures

/// A field of a table and the values that some features have, by which `KeyChoice` judges it.
struct FieldColumn {
  let name: String
  /// The index of the field in the table.
  let index: Int
  /// What the field's name says.
  let words: FieldWords
  /// The distinct values, in the order in which they come first.
  let values: [String]
  /// Per feature: the index of its value, or -1 if it has none.
  let valueIndex: [Int]
  /// The number of features without a value.
  let missing: Int
  /// Whether all values are texts or whole numbers, as those of a code or a name are.
  let isText: Bool
  /// Whether a value is a number with a fraction, as those of an area are.
  let isMeasure: Bool
  /// Whether a value is a whole number.
  let hasNumber: Bool

  init(_ table: FeatureTable, _ index: Int, features: some Sequence<Int>) {
    name = table.fields[index]
    words = FieldWords(name)
    self.index = index
    var values: [String] = []
    var known: [String: Int] = [:]
    var valueIndex: [Int] = []
    var (isText, isMeasure, hasNumber) = (true, false, false)
    for feature in features {
      let value = table.values[index][feature]
      switch value {
      case .text, .null: break
      case .integer: hasNumber = true
      // Programs that know no integer with gaps write the code 1400 as 1400.0.
      case .real(let number) where number.rounded() == number && number.magnitude < 1e15: hasNumber = true
      case .real: (isMeasure, isText) = (true, false)
      case .boolean: isText = false
      }
      guard let text = value.displayText else {
        valueIndex.append(-1)
        continue
      }
      if let old = known[text] {
        valueIndex.append(old)
      } else {
        known[text] = values.count
        valueIndex.append(values.count)
        values.append(text)
      }
    }
    self.values = values
    self.valueIndex = valueIndex
    missing = valueIndex.count { $0 < 0 }
    (self.isText, self.isMeasure, self.hasNumber) = (isText, isMeasure, hasNumber)
  }

  func isNamed(_ other: String) -> Bool { name.lowercased() == other.lowercased() }

  /// Whether each feature has a value of its own.
  var isUnique: Bool { missing == 0 && values.count == valueIndex.count }

  /// Whether the values only number the features, in their order.
  var isRowNumber: Bool {
    guard isUnique, let first = values.first.flatMap({ Int($0) }), first == 0 || first == 1 else { return false }
    return values.enumerated().allSatisfy { $1 == String(first + $0) }
  }

  /// Whether no later edition will give a feature the same value: a random identifier, or one that a program counts.
  var isVolatile: Bool { words.isVolatile || !values.isEmpty && values.allSatisfy(Self.isRandom) }

  /// Whether a text is hexadecimal digits that nobody chose, as a UUID is.
  private static func isRandom(_ text: String) -> Bool {
    let digits = text.filter { !"{}-".contains($0) }
    return digits.count >= 16 && digits.contains { $0.isLetter } && digits.allSatisfy(\.isHexDigit)
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

  /// Whether the values look like names.
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

  /// The field as a comment of a pipeline file shows it: its number of values, and the first of them.
  var sample: String {
    let first = values.prefix(3).map { value in
      value.count > 24 ? value.prefix(24) + "…" : value
    }
    return "\(name) (\(Figures.counted(values.count, "value")): "
      + first.joined(separator: ", ") + (values.count > 3 ? ", …)" : ")")
  }
}
