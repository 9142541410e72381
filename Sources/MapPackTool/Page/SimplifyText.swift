import MapPackFeatures
import MapPackNames
import Yams

/// The text of a pipeline file. It changes the value of `simplify:` and nothing else: comments, the order of keys and
/// the spelling of values stay.
///
/// Positions count Unicode scalars, as the marks of Yams do.
struct SimplifyText {
  private let file: String
  private let text: [Unicode.Scalar]
  /// Where each line begins.
  private let lines: [Int]
  private let root: Node.Mapping

  init(_ text: String, file: String) throws(StageError) {
    self.file = file
    self.text = Array(text.unicodeScalars)
    root = try Self.mapping(text, file: file)
    var lines = [0]
    for (index, scalar) in self.text.enumerated() where scalar == "\n" { lines.append(index + 1) }
    self.lines = lines
  }

  /// The text with other settings. If it has no `simplify:`, one is added before `output:`, or at the end.
  ///
  /// - Parameter settings: all keys and values that `simplify:` is to have. Others are removed. Values that do not
  ///   change keep their spelling.
  /// - Throws: `usage` if the text is written in a way that has to be changed by hand.
  func replacing(with settings: Node.Mapping) throws(StageError) -> String {
    var edits: [Edit]
    if let old = root.first(where: { $0.key.string == "simplify" }) {
      guard case .mapping(let mapping) = old.value, let start = offset(old.value), start < text.count else {
        edits = [edit(valueOf: old, with: Self.flow(settings))]
        return try checked(applied(edits), settings)
      }
      edits = text[start] == "{" ? flowEdits(mapping, start, settings) : blockEdits(mapping, settings)
    } else {
      let output = root.first { $0.key.string == "output" }.flatMap { offset($0.key) } ?? text.count
      let lacksBreak = output > 0 && text[output - 1] != "\n"
      edits = [Edit(range: output..<output, text: (lacksBreak ? "\n" : "") + "simplify: \(Self.flow(settings))\n")]
    }
    edits.sort { $0.range.lowerBound < $1.range.lowerBound }
    return try checked(applied(edits), settings)
  }

  private struct Edit {
    var range: Range<Int>
    var text: String
  }

  private typealias Pair = (key: Node, value: Node)

  /// The edit of a mapping that is written as `{ key: value, … }`. Pairs that do not change keep their spelling.
  private func flowEdits(_ mapping: Node.Mapping, _ start: Int, _ settings: Node.Mapping) -> [Edit] {
    let (entries, added) = entries(of: mapping, settings)
    let pairs = entries.compactMap { entry in
      entry.isKept ? range(of: entry.old).map(string) : entry.new.map { "\($0.key): \(Self.flow($0.value))" }
    }
    let all = pairs + added.map { "\($0): \(Self.flow($1))" }
    return [Edit(range: start..<closing(of: start), text: all.isEmpty ? "{}" : "{ \(all.joined(separator: ", ")) }")]
  }

  /// The mapping has a key and its value on each line.
  private func blockEdits(_ mapping: Node.Mapping, _ settings: Node.Mapping) -> [Edit] {
    let (entries, added) = entries(of: mapping, settings)
    var edits = entries.compactMap { entry -> Edit? in
      guard !entry.isKept, let range = range(of: entry.old) else { return nil }
      return entry.new.map { Edit(range: range, text: "\($0.key): \(Self.flow($0.value))") }
        ?? Edit(range: lineStart(range.lowerBound)..<nextLine(range.upperBound), text: "")
    }
    if let last = mapping.reversed().first, let range = range(of: last), !added.isEmpty {
      let indent = String(repeating: " ", count: range.lowerBound - lineStart(range.lowerBound))
      let end = nextLine(range.upperBound)
      let lines = added.map { "\(indent)\($0): \(Self.flow($1))\n" }.joined()
      edits.append(Edit(range: end..<end, text: (text[end - 1] == "\n" ? "" : "\n") + lines))
    }
    return edits
  }

  /// What becomes of a pair.
  private struct Entry {
    var old: Pair
    /// `nil` if the pair is removed.
    var new: (key: String, value: Node)?
    var isKept = false
  }

  /// Only one of the keys that say how much is kept is used. So a new one is written in place of the old one.
  private func entries(
    of mapping: Node.Mapping, _ settings: Node.Mapping
  ) -> (entries: [Entry], added: [(String, Node)]) {
    let amounts = PipelineKeys.amounts.names
    let amount = settings.first {
      amounts.contains($0.key.string ?? "") && Self.value(of: $0.key.string ?? "", in: mapping) == nil
    }
    let entries = mapping.map { pair -> Entry in
      let key = pair.key.string ?? ""
      if let value = Self.value(of: key, in: settings) {
        return Entry(old: pair, new: (key, value), isKept: Self.isSame(value, pair.value))
      }
      return Entry(old: pair, new: amounts.contains(key) ? amount.map { ($0.key.string ?? "", $0.value) } : nil)
    }
    let placed = Set(entries.compactMap(\.new?.key))
    let added = settings.compactMap { key, value in
      key.string.flatMap { placed.contains($0) ? nil : ($0, value) }
    }
    return (entries, added)
  }

  // MARK: Positions in the text

  /// `nil` if the node is not in the text, because it is an empty value.
  private func offset(_ node: Node) -> Int? {
    guard let mark = node.mark, lines.indices.contains(mark.line - 1) else { return nil }
    return min(lines[mark.line - 1] + mark.column - 1, text.count)
  }

  private func lineStart(_ offset: Int) -> Int { lines.last { $0 <= offset } ?? 0 }
  private func nextLine(_ offset: Int) -> Int { lines.first { $0 > offset } ?? text.count }

  private func string(_ range: Range<Int>) -> String {
    var string = String.UnicodeScalarView()
    string.append(contentsOf: text[range])
    return String(string)
  }

  /// From a key's first letter to the end of its value.
  private func range(of pair: Pair) -> Range<Int>? {
    guard let start = offset(pair.key), let value = offset(pair.value), value >= start else { return nil }
    return start..<max(end(of: pair.value, from: value), value)
  }

  private func edit(valueOf pair: Pair, with text: String) -> Edit {
    // An empty value is not in the text. The new value is written after the colon.
    let end = offset(pair.key).map { $0 + (pair.key.string ?? "").unicodeScalars.count + 1 } ?? self.text.count
    return Edit(range: end..<end, text: " \(text)")
  }

  private func end(of node: Node, from start: Int) -> Int {
    guard start < text.count else { return start }
    if node.scalar == nil, text[start] != "{", text[start] != "[" { return endOfBlock(from: start) }
    if "{[\"'".unicodeScalars.contains(text[start]) { return closing(of: start) }
    var end = start
    while end < text.count, !",}]\n\r".unicodeScalars.contains(text[end]),
      !(text[end] == "#" && end > start && text[end - 1] == " ")
    { end += 1 }
    while end > start, text[end - 1] == " " { end -= 1 }
    return end
  }

  /// The position after the bracket or the quote that closes the one at `start`.
  private func closing(of start: Int) -> Int {
    var depth = 0
    var quote: Unicode.Scalar?
    var index = start
    while index < text.count {
      let scalar = text[index]
      if let open = quote {
        if open == "\"", scalar == "\\" { index += 1 } else if scalar == open { quote = nil }
      } else if scalar == "\"" || scalar == "'" {
        quote = scalar
      } else if scalar == "{" || scalar == "[" {
        depth += 1
      } else if scalar == "}" || scalar == "]" {
        depth -= 1
      }
      index += 1
      if depth == 0, quote == nil { break }
    }
    return min(index, text.count)
  }

  /// The end of the last line that is indented at least as far as `start`.
  private func endOfBlock(from start: Int) -> Int {
    let column = start - lineStart(start)
    var end = start
    var line = lineStart(start)
    while line < text.count {
      let next = nextLine(line)
      let content = text[line..<next].firstIndex { $0 != " " } ?? next
      if content < next, text[content] != "\n", text[content] != "#" {
        guard content - line >= column else { break }
        end = next
      }
      line = next
    }
    while end > start, "\n\r ".unicodeScalars.contains(text[end - 1]) { end -= 1 }
    return end
  }

  /// The edits are sorted by their ranges.
  private func applied(_ edits: [Edit]) -> String {
    var result = ""
    var position = 0
    for edit in edits {
      result += string(position..<max(position, edit.range.lowerBound)) + edit.text
      position = max(position, edit.range.upperBound)
    }
    return result + string(min(position, text.count)..<text.count)
  }

  /// Checks that a new text has the settings, and that all other keys have their old values.
  private func checked(_ new: String, _ settings: Node.Mapping) throws(StageError) -> String {
    let rest = root.filter { $0.key.string != "simplify" }
    guard let found = try? Self.mapping(new, file: file), found.count == rest.count + 1,
      rest.allSatisfy({ key, value in
        Self.value(of: key.string ?? "", in: found).map { Self.isSame($0, value) } ?? false
      }), let simplify = Self.value(of: "simplify", in: found), Self.isSame(simplify, .mapping(settings))
    else {
      throw StageError(
        .usage, file: file, "`simplify` is written in a way that cannot be changed here",
        remedy: "write it yourself: simplify: \(Self.flow(settings))")
    }
    return new
  }

  /// The settings that a request sends, in JSON, which is also YAML.
  static func settings(_ text: String) throws(StageError) -> Node.Mapping { try mapping(text, file: "the settings") }

  private static func mapping(_ text: String, file: String) throws(StageError) -> Node.Mapping {
    // The reader checks the limits, and its errors say more than those of Yams.
    _ = try YAMLValue(document: text, file: file)
    guard let mapping = try? Yams.compose(yaml: text, .basic)?.mapping else {
      throw StageError(.usage, file: file, "this is not a mapping", remedy: "write `map: NAME` first")
    }
    return mapping
  }

  /// The key may be in quotes.
  private static func value(of key: String, in mapping: Node.Mapping) -> Node? {
    mapping.first { $0.key.string == key }?.value
  }

  /// Whether two nodes have the same content. Quotes, line breaks and the order of keys do not matter.
  private static func isSame(_ a: Node, _ b: Node) -> Bool {
    switch (a, b) {
    case (.scalar(let a), .scalar(let b)): a.string == b.string
    case (.sequence(let a), .sequence(let b)): a.count == b.count && zip(a, b).allSatisfy { isSame($0, $1) }
    case (.mapping(let a), .mapping(let b)):
      a.count == b.count
        && a.allSatisfy { key, value in
          b.first { isSame($0.key, key) }.map { isSame($0.value, value) } ?? false
        }
    default: false
    }
  }

  // MARK: Values on one line

  /// The settings as YAML on one line: `{ tolerance: 30 m, levels: 4 }`.
  static func flow(_ settings: Node.Mapping) -> String { flow(.mapping(settings)) }

  private static func flow(_ node: Node) -> String {
    switch node {
    case .scalar(let scalar): return isNumber(scalar.string) ? scalar.string : YAMLText.plainOrQuoted(scalar.string)
    case .sequence(let nodes): return "[\(nodes.map(flow).joined(separator: ", "))]"
    case .mapping(let pairs):
      guard !pairs.isEmpty else { return "{}" }
      return "{ \(pairs.map { "\(flow($0.key)): \(flow($0.value))" }.joined(separator: ", ")) }"
    case .alias: return "null"
    }
  }

  /// Whether a text is a number, with or without a unit: 10 %, 500 m2, -12.5.
  private static func isNumber(_ text: String) -> Bool {
    text.wholeMatch(of: /-?[0-9]+(\.[0-9]+)?( ?(%|[A-Za-z]+[2²]?))?/) != nil
  }
}
