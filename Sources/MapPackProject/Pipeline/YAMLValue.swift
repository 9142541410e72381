import MapPackFeatures
import Yams

/// A value of a YAML document that knows its line, so that every error names the line.
///
/// Scalars are taken as they are written: `01100` and `NO` stay text. Only a plain empty value, `~` and `null` mean
/// that a value is missing. A function that reads the value throws `usage`, with the line, if it is of another kind.
package struct YAMLValue {
  /// As the user wrote it, for messages.
  package let file: String
  /// The path of the value in the document, as messages have it: `sources[0].path`; empty for the document itself.
  package let path: String
  private let node: Node

  /// The line at which the value begins, from 1; `nil` if the parser does not know it.
  package var line: Int? { node.mark?.line }

  package func error(_ message: String, remedy: Remedy? = nil) -> StageError {
    StageError(.usage, at: Location(file: file, line: line), message, remedy: remedy)
  }

  /// `path`, as a message quotes it.
  private var subject: String { path.isEmpty ? "the document" : "`\(path)`" }

  private var kind: String {
    switch node {
    case .scalar: isMissing ? "nothing" : "text"
    case .mapping: "a mapping"
    case .sequence: "a list"
    case .alias: "an alias"
    }
  }

  /// Whether the value is empty, `~` or `null`, without quotes.
  var isMissing: Bool {
    guard let scalar = node.scalar else { return false }
    return scalar.style == .plain && ["", "~", "null", "Null", "NULL"].contains(scalar.string)
  }

  package func text() throws(StageError) -> String {
    guard let scalar = node.scalar, !isMissing else {
      throw error(
        "\(subject) is \(kind), expected text",
        remedy: node.mapping != nil ? "text that begins with { needs quotes: \"{FIELD}\"" : nil)
    }
    return scalar.string
  }

  /// The text of a scalar that may be empty, with quotes or without.
  func textOrEmpty() throws(StageError) -> String {
    if let scalar = node.scalar, scalar.string.isEmpty { return "" }
    return try text()
  }

  package func integer(in range: ClosedRange<Int>) throws(StageError) -> Int {
    try quantity("a whole number from \(range.lowerBound) to \(range.upperBound)") { text in
      Int(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// The text, which must be one of `names`.
  @discardableResult
  package func choice(of names: [String]) throws(StageError) -> String {
    let written = try text()
    guard names.contains(written) else {
      let nearest = nearestWord(to: written, in: names)
      throw error(
        "\(subject) is “\(written)”, expected \(names.joined(separator: " or "))",
        remedy: nearest.map { "did you mean \($0)?" as Remedy })
    }
    return written
  }

  package func choice<Value: RawRepresentable & CaseIterable>(
    of type: Value.Type
  ) throws(StageError) -> Value where Value.RawValue == String {
    try choice(of: Value.allCases.map(\.rawValue))
    return try quantity("one of these", Value.init(rawValue:))
  }

  /// - Parameters:
  ///   - expected: what the text should be, in words.
  ///   - read: `nil` if the text is no such quantity.
  package func quantity<Value>(_ expected: String, _ read: (String) -> Value?) throws(StageError) -> Value {
    let written = try text()
    guard let value = read(written) else { throw error("\(subject) is “\(written)”, expected \(expected)") }
    return value
  }

  /// What the text stands for. An error gets the line of the value.
  package func made<Value>(_ make: (String) throws(StageError) -> Value) throws(StageError) -> Value {
    let written = try text()
    do {
      return try make(written)
    } catch {
      throw self.error(error.message, remedy: error.remedy)
    }
  }

  private var elements: [YAMLValue]? {
    node.sequence?.enumerated().map { YAMLValue(file: file, path: "\(path)[\($0.offset)]", node: $0.element) }
  }

  var isList: Bool { node.sequence != nil }

  /// The values of a list, or the value itself if it is no list.
  func listOrSingle() -> [YAMLValue] { elements ?? [self] }

  package func list() throws(StageError) -> [YAMLValue] {
    guard let elements else { throw error("\(subject) is \(kind), expected a list") }
    return elements
  }

  /// The pairs of a mapping with any keys, in the order in which they are written.
  package func pairs() throws(StageError) -> [(key: String, value: YAMLValue)] {
    try entries().map { ($0.name, $0.value) }
  }

  /// - Parameter remedy: what to do if the value is no mapping.
  private func entries(
    remedy: Remedy? = nil
  ) throws(StageError) -> [(key: YAMLValue, name: String, value: YAMLValue)] {
    guard let mapping = node.mapping else { throw error("\(subject) is \(kind), expected a mapping", remedy: remedy) }
    return try mapping.map { pair throws(StageError) in
      let key = YAMLValue(file: file, path: path, node: pair.key)
      guard let name = pair.key.scalar?.string else {
        throw key.error("a key of \(subject) is \(key.kind), expected text")
      }
      return (key, name, YAMLValue(file: file, path: path.isEmpty ? name : "\(path).\(name)", node: pair.value))
    }
  }

  /// The values of a mapping by key, which must be one of `keys`.
  package func mapping(_ keys: [String]) throws(StageError) -> [String: YAMLValue] {
    var values: [String: YAMLValue] = [:]
    for (key, name, value) in try entries(remedy: "the keys are \(keys.joined(separator: ", "))") {
      guard keys.contains(name) else {
        let nearest = nearestWord(to: name, in: keys)
        throw key.error(
          "unknown key `\(name)` in \(subject)",
          remedy: "\(nearest.map { "did you mean `\($0)`? The" } ?? "the") keys are \(keys.joined(separator: ", "))")
      }
      values[name] = value
    }
    return values
  }

  private static func error(of error: YamlError, file: String) -> StageError {
    var line: Int?
    let problem: String
    switch error {
    case .scanner(let context, let text, let mark, _), .parser(let context, let text, let mark, _),
      .composer(let context, let text, let mark, _):
      line = mark.line
      problem = (context.map { "\($0.text) " } ?? "") + text
    case .duplicatedKeysInMapping(let keys, let context):
      line = context.mark.line
      problem = "the key `\(keys.joined(separator: "`, `"))` stands twice, here for the first time"
    default:
      problem = String(describing: error)
    }
    var result = StageError(
      .usage, file: file, "this is not YAML that can be read: \(problem)",
      remedy: "check indentation, brackets and quotes; text with { or : in it needs quotes")
    result.line = line
    return result
  }
}

extension YAMLValue {
  /// - Throws: `usage` if the text is not YAML, is empty, has a key twice in a mapping or exceeds `YAMLBounds`.
  package init(document text: String, file: String) throws(StageError) {
    if let excess = YAMLBounds.excess(in: text) {
      throw StageError(.usage, file: file, "the YAML is too intricate: \(excess)", remedy: "write the values out")
    }
    let root: Node?
    do {
      // `.basic` has no rules for types of scalars: they are taken as they are written.
      root = try Yams.compose(yaml: text, .basic)
    } catch let error as YamlError {
      throw Self.error(of: error, file: file)
    } catch {
      throw StageError(.usage, file: file, "this is not YAML: \(error)")
    }
    guard let root else { throw StageError(.usage, file: file, "the file is empty", remedy: "write `map: NAME` first") }
    self.init(file: file, path: "", node: root)
  }
}

/// Limits on what makes YAML cost more time or memory than the length of a text suggests.
///
/// With aliases of aliases, a few hundred bytes can stand for more values than memory can hold. A key in a key in a key
/// is looked at once for each of them.
///
/// The characters that begin such a thing are counted wherever they stand, also in comments and quoted texts. No
/// pipeline file and no name lock comes near the limits.
enum YAMLBounds {
  /// The limit of the number of aliases, `*name`, times the number of anchors, `&name`. Within it, values are at most a
  /// few hundred times as large as the text.
  static let sharingLimit = 48
  /// How deep brackets may be nested, and how often a `?` may announce a key.
  static let depthLimit = 64

  /// What exceeds a limit, in words; `nil` if nothing does.
  static func excess(in text: String) -> String? {
    var (anchors, aliases, keys, depth) = (0, 0, 0, 0)
    // The beginning of the text counts as the beginning of a line.
    var previous = UInt8(ascii: "\n")
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth = max(0, depth - 1)
      case UInt8(ascii: "&") where begins(after: previous): anchors += 1
      case UInt8(ascii: "*") where begins(after: previous): aliases += 1
      case UInt8(ascii: "?") where begins(after: previous): keys += 1
      default: break
      }
      if depth > depthLimit { return "brackets are open \(depthLimit + 1) deep" }
      previous = byte
    }
    if keys > depthLimit { return "more than \(depthLimit) keys are announced by `?`" }
    return anchors * aliases > sharingLimit ? "\(aliases) aliases of \(anchors) anchors are too many" : nil
  }

  /// Whether a value may begin behind a byte. Behind other bytes a value goes on.
  private static func begins(after byte: UInt8) -> Bool {
    // Spaces and line ends. Bytes beyond ASCII may be the last ones of a byte order mark or of a line end of Unicode.
    byte <= 0x20 || byte >= 0x80 || "[{,:?-".utf8.contains(byte)
  }
}
