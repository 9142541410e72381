import Foundation
import MapPack
import MapPackCoverage
import MapPackFeatures
import MapPackFiles
import MapPackMerge

/// What a value of a pipeline file looks like, for the JSON Schema of pipeline files, and how it is read.
struct PipelineForm<Value> {
  /// The members of the value's schema.
  let schema: [String: JSON]
  let read: (YAMLValue) throws(StageError) -> Value

  init(_ schema: [String: JSON], _ read: @escaping (YAMLValue) throws(StageError) -> Value) {
    self.schema = schema
    self.read = read
  }

  /// The value of another form, made into this one's or refused.
  init<Other>(_ form: PipelineForm<Other>, _ read: @escaping (Other, YAMLValue) throws(StageError) -> Value) {
    self.init(form.schema) { value throws(StageError) in try read(try form.read(value), value) }
  }

  /// The form, without the values that have a fault. The message of the error has the value's path before the fault.
  func refusing(_ fault: @escaping (Value) -> (words: String, remedy: Remedy?)?) -> Self {
    Self(self) { value, written throws(StageError) in
      if let fault = fault(value) { throw written.error("`\(written.path)` \(fault.words)", remedy: fault.remedy) }
      return value
    }
  }
}

extension PipelineForm where Value == String {
  /// Text as it is written. To YAML, 01100 is a number and NO is a truth value. To the reader, both are text.
  static var text: Self {
    Self(["type": ["string", "number", "boolean"]]) { value throws(StageError) in try value.text() }
  }

  /// Text that matches a regular expression, which JavaScript has to understand too. Reading does not check it.
  static func pattern(_ expression: String) -> Self {
    Self(["type": ["string"], "pattern": .text(expression)]) { value throws(StageError) in try value.text() }
  }

  /// A color as CSS writes it in hexadecimal digits.
  static var color: Self {
    pattern("^#[0-9A-Fa-f]{6}$").refusing { color in
      color.utf8.count == 7 && color.first == "#" && color.utf8.dropFirst().allSatisfy(Self.isHexadecimal)
        ? nil : ("is no color", "write # and six hexadecimal digits, in quotation marks: \"#a6cbe3\"")
    }
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    Unicode.Scalar(byte).properties.isASCIIHexDigit
  }

  static func word(of words: [String]) -> Self {
    Self(["enum": .list(words.map(JSON.text))]) { value throws(StageError) in try value.choice(of: words) }
  }
}

extension PipelineForm {
  static func choice() -> Self where Value: RawRepresentable<String> & CaseIterable & Sendable {
    Self(PipelineForm<String>.word(of: Value.allCases.map(\.rawValue)).schema) { value throws(StageError) in
      try value.choice(of: Value.self)
    }
  }

  static func integer(_ range: ClosedRange<Int>) -> Self where Value == Int {
    Self([
      "type": ["integer"], "minimum": .number(Double(range.lowerBound)), "maximum": .number(Double(range.upperBound)),
    ]) { value throws(StageError) in try value.integer(in: range) }
  }

  /// A list of elements of one kind. Reading does not check how many there are.
  static func list<Element>(_ element: PipelineForm<Element>, count: ClosedRange<Int> = 0...Int.max) -> Self
  where Value == [Element] {
    var schema: [String: JSON] = ["type": ["array"], "items": .object(element.schema)]
    if count.lowerBound > 0 { schema["minItems"] = .number(Double(count.lowerBound)) }
    if count.upperBound < Int.max { schema["maxItems"] = .number(Double(count.upperBound)) }
    return Self(schema) { value throws(StageError) in
      try value.list().map(element.read)
    }
  }

  /// A mapping with any keys, in the order in which they are written.
  static func entries<Element>(_ element: PipelineForm<Element>) -> Self
  where Value == [(key: String, value: Element)] {
    Self(["type": ["object"], "additionalProperties": .object(element.schema)]) { value throws(StageError) in
      try value.pairs().map { pair throws(StageError) in (pair.key, try element.read(pair.value)) }
    }
  }

  /// A mapping whose keys go into a new value.
  static func mapping(_ keys: PipelineKeys<Value>, into empty: @autoclosure @escaping () -> Value) -> Self {
    Self(keys.schema) { value throws(StageError) in
      var owner = empty()
      try keys.read(value, into: &owner)
      return owner
    }
  }

  /// A value of one of two kinds.
  static func either(_ forms: [[String: JSON]], _ read: @escaping (YAMLValue) throws(StageError) -> Value) -> Self {
    Self(["anyOf": .list(forms.map(JSON.object))], read)
  }
}

// MARK: - Quantities

extension PipelineForm {
  /// A number and one of some units, which are those of `Quantity`.
  private static func quantity(
    _ units: String, _ expected: String, _ read: @escaping (String) -> Value?
  ) -> Self {
    Self(PipelineForm<String>.pattern("^\\s*([0-9]+\\.?[0-9]*|\\.[0-9]+)\\s*(\(units))\\s*$").schema) {
      value throws(StageError) in try value.quantity(expected, read)
    }
  }
}

extension PipelineForm<Double> {
  /// - Parameter example: what is proposed for a text that is no such quantity.
  static func length(_ example: String, isAboveZero: Bool = false) -> Self {
    quantity("mm|cm|m|km", "a length \(isAboveZero ? "above zero, " : "")such as \(example)") {
      Quantity.length($0).flatMap { !isAboveZero || $0 > 0 ? $0 : nil }
    }
  }

  static var area: Self {
    quantity("cm2|m2|ha|km2|cm²|m²|km²|cm\\^2|m\\^2|km\\^2", "an area such as 0.01 km2", Quantity.area)
  }

  static var share: Self {
    either([quantity("%", "", Quantity.share).schema, number(0...1).schema]) { value throws(StageError) in
      try value.quantity("a share such as 10 %", Quantity.share)
    }
  }

  static var degrees: Self { number(-180...180) }

  /// Any finite number.
  static var number: Self {
    Self(["type": ["number"]]) { value throws(StageError) in
      try value.quantity("a number such as 100") { Double($0).flatMap { $0.isFinite ? $0 : nil } }
    }
  }

  private static func number(_ range: ClosedRange<Double>) -> Self {
    Self(["type": ["number"], "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound)]) {
      value throws(StageError) in try value.quantity("degrees such as 129.37") { Double($0) }
    }
  }
}

extension PipelineForm<MergeOptions.GapLimit> {
  static var gapLimit: Self {
    either([PipelineForm<Double>.area.schema, PipelineForm<Double>.length("").schema]) { value throws(StageError) in
      try value.quantity("an area such as 500 m2, or a length such as 5 m", MergeOptions.GapLimit.init)
    }
  }
}

extension PipelineForm<Bool> {
  static var truth: Self {
    Self(["type": ["boolean"]]) { value throws(StageError) in try value.choice(of: ["true", "false"]) == "true" }
  }
}

extension PipelineForm<Int> {
  static var bytes: Self {
    either([quantity("B|KB|kB|MB", "", Quantity.bytes).schema, integer(1...Int(Int32.max)).schema]) {
      value throws(StageError) in try value.quantity("a number of bytes such as 64 KB", Quantity.bytes)
    }
  }
}

extension PipelineForm<Bounds> {
  /// West, south, east and north in degrees. If west is greater than east, they cross ±180°.
  static var bounds: Self {
    let four = PipelineForm<[Double]>.list(.degrees, count: 4...4).refusing { degrees in
      degrees.count == 4 && degrees[1] < degrees[3] && zip(degrees, [180, 90, 180, 90]).allSatisfy { abs($0) <= $1 }
        ? nil : ("are not bounds", "write west, south, east and north in degrees: [122, 20, 154, 46]")
    }
    return Self(four) { degrees, _ in
      Bounds(west: degrees[0], south: degrees[1], east: degrees[2], north: degrees[3])
    }
  }
}

// MARK: - Keys

/// A key of a mapping, and where its value goes.
package struct PipelineKey<Owner> {
  package let name: String
  /// The sentence that an editor shows.
  package let summary: String
  /// What to do if a key is missing that has to be there; `nil` if it may be missing.
  var missing: Remedy?
  fileprivate let schema: [String: JSON]
  fileprivate let read: (YAMLValue, inout Owner) throws(StageError) -> Void

  /// - Parameter set: takes the value, or refuses it. Keys before this one in the table have been read.
  init<Value>(
    _ name: String, _ form: PipelineForm<Value>, _ summary: String,
    set: @escaping (inout Owner, Value, YAMLValue) throws(StageError) -> Void
  ) {
    (self.name, self.summary, schema) = (name, summary, form.schema)
    read = { value, owner throws(StageError) in try set(&owner, try form.read(value), value) }
  }

  init<Value>(_ name: String, _ form: PipelineForm<Value>, _ summary: String, in path: WritableKeyPath<Owner, Value>) {
    self.init(name, form, summary) { owner, value, _ in owner[keyPath: path] = value }
  }

  init<Value>(_ name: String, _ form: PipelineForm<Value>, _ summary: String, in path: WritableKeyPath<Owner, Value?>) {
    self.init(name, form, summary) { owner, value, _ in owner[keyPath: path] = value }
  }

  /// A mapping whose keys go into a part of the owner.
  init<Part>(_ name: String, _ keys: PipelineKeys<Part>, _ summary: String, in path: WritableKeyPath<Owner, Part>) {
    self.init(name, PipelineForm(keys.schema) { $0 }, summary) { owner, value, _ throws(StageError) in
      try keys.read(value, into: &owner[keyPath: path])
    }
  }

  /// The same key of an owner of which this key's owner is a part.
  func within<Whole>(_ part: WritableKeyPath<Whole, Owner>) -> PipelineKey<Whole> {
    var key = PipelineKey<Whole>(name, PipelineForm(schema) { $0 }, summary) { whole, value, _ throws(StageError) in
      try read(value, &whole[keyPath: part])
    }
    key.missing = missing
    return key
  }

  func required(_ missing: Remedy) -> Self {
    var key = self
    key.missing = missing
    return key
  }
}

/// The keys of a mapping in a pipeline file, in the order in which they are read.
package struct PipelineKeys<Owner> {
  package let keys: [PipelineKey<Owner>]
  /// The names of keys of which at most one may be written.
  private let exclusive: [String]

  package init(_ keys: [PipelineKey<Owner>], exclusive: [String] = []) {
    (self.keys, self.exclusive) = (keys, exclusive)
  }

  package var names: [String] { keys.map(\.name) }

  package func read(_ value: YAMLValue, into owner: inout Owner) throws(StageError) {
    try read(try value.mapping(names), of: value, into: &owner)
  }

  /// - Parameter values: those of the mapping `value`, by their keys.
  package func read(_ values: [String: YAMLValue], of value: YAMLValue, into owner: inout Owner) throws(StageError) {
    for key in keys where values[key.name] == nil {
      guard let remedy = key.missing else { continue }
      throw value.error(
        value.path.isEmpty ? "the key `\(key.name)` is missing" : "`\(value.path).\(key.name)` is missing",
        remedy: remedy)
    }
    let written = exclusive.filter { values[$0] != nil }
    if written.count > 1, let second = values[written[1]] {
      let subject = value.path.isEmpty ? "simplify" : value.path
      throw second.error("`\(subject)` has both `\(written[0])` and `\(written[1])`", remedy: "keep one of them")
    }
    for key in keys { if let found = values[key.name] { try key.read(found, &owner) } }
  }

  package var schema: [String: JSON] {
    let properties = keys.map { key in
      (key: key.name, value: JSON.object(key.schema.merging(["description": .text(key.summary)]) { $1 }))
    }
    let required = keys.filter { $0.missing != nil }.map { JSON.text($0.name) }
    var schema: [String: JSON] = [
      "type": ["object"], "properties": .members(properties), "additionalProperties": false,
    ]
    if !required.isEmpty { schema["required"] = .list(required) }
    return schema
  }
}

/// The JSON Schema of pipeline files, with which editors complete keys and underline what is wrong.
///
/// It cannot say all that has to hold, such as that `keep` and `zoom` exclude each other.
///
/// Source: JSON Schema, draft 7, which the YAML servers of editors know.
package enum PipelineSchema {
  /// The schema lies beside the pipeline files, whose first lines name it.
  package static let fileName = "mappack.schema.json"

  /// The first line of a pipeline file, which tells an editor that the schema is beside it.
  static let comment = "# yaml-language-server: $schema=\(fileName)"

  /// The schema as JSON, with a line break at its end.
  package static func encoded() throws(StageError) -> Data {
    var root = PipelineKeys.document.schema
    root["$schema"] = "http://json-schema.org/draft-07/schema#"
    root["title"] = "MapPack pipeline file"
    return try SortedJSON.encoded(JSON.object(root))
  }
}
