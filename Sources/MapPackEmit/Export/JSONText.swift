import MapPackCoverage
import MapPackFeatures
import MapPackGeometry

/// JSON as bytes.
struct JSONText: FormatText {
  var bytes: ContiguousArray<UInt8> = []

  mutating func appendInterpolation(_ string: String) { bytes.append(contentsOf: string.quotedJSON) }

  /// Null also for an empty text, by which a pack says that it has none.
  mutating func appendInterpolation(_ text: String?) {
    if let text, !text.isEmpty { appendInterpolation(text) } else { appendLiteral("null") }
  }

  mutating func appendInterpolation(_ number: DecimalNumber) {
    appendDecimal(number.scaled, digits: number.digits, to: &bytes)
  }

  /// Appends the shortest number that is read back as this one; null for infinity and NaN, which JSON does not have.
  mutating func appendInterpolation(_ real: Double) {
    guard real.isFinite else { return appendLiteral("null") }
    // An integer up to 2⁵³ needs neither point nor exponent.
    if let integer = Int64(exactly: real), integer.magnitude <= 1 << 53, real != 0 || real.sign == .plus {
      return appendInterpolation(DecimalNumber(integer))
    }
    appendLiteral(real.description)
  }

  mutating func appendInterpolation(_ value: AttributeValue) {
    switch value {
    case .null: appendLiteral("null")
    case .text(let text): appendInterpolation(text)
    case .integer(let integer): appendInterpolation(DecimalNumber(integer))
    case .real(let real): appendInterpolation(real)
    case .boolean(let boolean): appendLiteral(boolean ? "true" : "false")
    }
  }

  mutating func append(_ position: Position) {
    bytes.append(UInt8(ascii: "["))
    appendInterpolation(position.x)
    bytes.append(UInt8(ascii: ","))
    appendInterpolation(position.y)
    bytes.append(UInt8(ascii: "]"))
  }

  /// Appends an array.
  /// - Parameters:
  ///   - separator: a comma, then the white space that comes before each element and before the end.
  ///   - append: appends an element.
  mutating func append<Elements: Sequence>(
    list elements: Elements, separator: String = ",", _ append: (inout JSONText, Elements.Element) -> Void
  ) {
    let space = String(separator.dropFirst())
    appendLiteral("[")
    var isFirst = true
    for element in elements {
      appendLiteral(isFirst ? space : separator)
      append(&self, element)
      isFirst = false
    }
    appendLiteral(space + "]")
  }

  /// Appends the type and the contents of a geometry, whose object stays open: the type null, a single one, or a Multi
  /// one.
  /// - Parameters:
  ///   - contents: the name of the member with the contents.
  ///   - elements: the polygons, lines or points.
  ///   - append: appends the contents of an element.
  mutating func append<Elements: Collection>(
    _ kind: GeometryKind, _ contents: String, _ elements: Elements,
    _ append: (inout JSONText, Elements.Element) -> Void
  ) {
    let single =
      switch kind {
      case .areas: "Polygon"
      case .lines: "LineString"
      case .points: "Point"
      }
    guard let first = elements.first else {
      self += #"{"type":null"#
      return
    }
    self += #"{"type":\#(elements.count == 1 ? single : "Multi" + single),\#(contents):"#
    if elements.count == 1 { append(&self, first) } else { self.append(list: elements, append) }
  }
}

/// A decimal number, as it is written.
struct DecimalNumber {
  /// In units of the last digit.
  var scaled: Int64
  /// After the decimal point.
  var digits: Int

  init(scaled: Int64, digits: Int) { (self.scaled, self.digits) = (scaled, digits) }

  init(_ integer: some FixedWidthInteger) { self.init(scaled: Int64(integer), digits: 0) }
}

/// A position of an export: longitude and latitude, or x and y.
typealias Position = (x: DecimalNumber, y: DecimalNumber)
