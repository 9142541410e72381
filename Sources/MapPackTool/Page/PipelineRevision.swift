import MapPackFeatures
import MapPackNames
import Yams

/// The text of a pipeline file, of which some values are replaced and nothing else: comments, the order of keys and the
/// spelling of values that do not change stay.
///
/// Positions count Unicode scalars, as the marks of Yams do.
struct PipelineRevision {
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

  /// The value of a key of the document.
  subscript(key: String) -> Node? { root.first { $0.key.string == key }?.value }

  /// The text with other values. A key that the text does not have is added before `output:`, or at the end.
  ///
  /// - Parameter values: keys of the document, and all that each of them is to have; `null` for a key that is to be
  ///   taken out. Other keys stay.
  /// - Throws: `usage` if the text is written in a way that has to be changed by hand.
  func replacing(_ values: Node.Mapping) throws(StageError) -> String {
    var edits: [Edit] = []
    var added = ""
    for (key, value) in values {
      let pair = root.first { $0.key.string == key.string }
      switch (pair, Self.isNull(value)) {
      case (nil, true): continue
      case (nil, false): added += "\(Self.text((key: key.string ?? "", value: value)))\n"
      case (let pair?, true):
        guard let start = offset(pair.key) else { continue }
        edits.append((lineStart(start)..<nextLine(end(of: pair.value) ?? start), ""))
      case (let pair?, false): edits += self.edits(of: pair, for: value)
      }
    }
    if !added.isEmpty {
      let output = root.first { $0.key.string == "output" }.flatMap { offset($0.key) } ?? text.count
      edits.append((output..<output, (output > 0 && text[output - 1] != "\n" ? "\n" : "") + added))
    }
    var changed = text
    // Of two additions at one position, the first is to come first.
    let order = edits.indices.sorted { (edits[$0].range.lowerBound, $0) > (edits[$1].range.lowerBound, $1) }
    for edit in order.map({ edits[$0] }) {
      changed.replaceSubrange(edit.range, with: edit.text.unicodeScalars)
    }
    return try checked(Self.string(changed[...]), values)
  }

  private typealias Edit = (range: Range<Int>, text: String)
  private typealias Pair = (key: Node, value: Node)

  /// The edits that give a pair another value, in the order of their ranges.
  private func edits(of pair: Pair, for value: Node) -> [Edit] {
    guard !Self.isSame(pair.value, value) else { return [] }
    guard let start = offset(pair.value), start < text.count, let valueEnd = end(of: pair.value), valueEnd > start
    else {
      // An empty value is not in the text. The new value is written after the colon.
      let end = offset(pair.key).map { $0 + (pair.key.string ?? "").unicodeScalars.count + 1 } ?? text.count
      return [(end..<end, " \(Self.flow(value))")]
    }
    switch (pair.value, value) {
    case (.mapping(let old), .mapping(let new)) where !new.isEmpty || text[start] == "{":
      return edits(of: old, at: start, to: valueEnd, for: new)
    case (.sequence(let old), .sequence(let new)) where text[start] == "-" && old.count == new.count:
      return zip(old, new).flatMap { edits(of: (pair.key, $0), for: $1) }
    default:
      // A value on lines of its own moves up behind its key.
      let before = lineStart(start) > (offset(pair.key) ?? start) ? endOfKey(pair.key) : start
      return [(before..<valueEnd, (before < start ? " " : "") + Self.flow(value))]
    }
  }

  /// Behind the colon.
  private func endOfKey(_ key: Node) -> Int {
    let start = offset(key) ?? text.count
    return (text[start...].firstIndex(of: ":") ?? text.count - 1) + 1
  }

  private func edits(of mapping: Node.Mapping, at start: Int, to end: Int, for settings: Node.Mapping) -> [Edit] {
    let (pairs, added) = changes(of: mapping, settings)
    if text[start] == "{" {
      let all = pairs.compactMap { pair in pair.new.map { pair.isKept ? Self.string(text[pair.range]) : Self.text($0) }
      }
      let texts = all + added.map(Self.text)
      return [(start..<end, texts.isEmpty ? "{}" : "{ \(texts.joined(separator: ", ")) }")]
    }
    // The mapping has a key and its value on each line.
    var edits = pairs.flatMap { pair -> [Edit] in
      guard let new = pair.new else {
        return [(lineStart(pair.range.lowerBound)..<nextLine(pair.range.upperBound), "")]
      }
      return new.key == pair.old.key.string
        ? self.edits(of: pair.old, for: new.value) : [(pair.range, Self.text(new))]
    }
    if let first = pairs.first?.range, let last = pairs.last?.range, !added.isEmpty {
      let indent = String(repeating: " ", count: first.lowerBound - lineStart(first.lowerBound))
      let end = nextLine(last.upperBound)
      let lines = added.map { "\(indent)\(Self.text($0))\n" }.joined()
      edits.append((end..<end, (text[end - 1] == "\n" ? "" : "\n") + lines))
    }
    return edits
  }

  private typealias Setting = (key: String, value: Node)

  /// What becomes of each pair of a mapping (`new` is `nil` if it is removed), and the pairs that are added.
  private func changes(
    of mapping: Node.Mapping, _ settings: Node.Mapping
  ) -> (pairs: [(old: Pair, range: Range<Int>, new: Setting?, isKept: Bool)], added: [Setting]) {
    let amounts = PipelineKeys.amounts.names
    let known = mapping.compactMap(\.key.string)
    var new = settings.map { (key: $0.key.string ?? "", value: $0.value) }
    let pairs = mapping.compactMap { pair -> (old: Pair, range: Range<Int>, new: Setting?, isKept: Bool)? in
      guard let range = range(of: pair), let key = pair.key.string else { return nil }
      // Only one of the keys that say how much is kept is used. So a new one is written in place of the old one.
      let place =
        new.firstIndex { $0.key == key }
        ?? (amounts.contains(key) ? new.firstIndex { amounts.contains($0.key) && !known.contains($0.key) } : nil)
      let setting = place.map { new.remove(at: $0) }
      let isKept = setting.map { $0.key == key && Self.isSame($0.value, pair.value) } ?? false
      return (pair, range, setting, isKept)
    }
    return (pairs, new)
  }

  // MARK: Positions in the text

  /// `nil` if the node is not in the text, because it is an empty value.
  private func offset(_ node: Node) -> Int? {
    guard let mark = node.mark, lines.indices.contains(mark.line - 1) else { return nil }
    return min(lines[mark.line - 1] + mark.column - 1, text.count)
  }

  private func lineStart(_ offset: Int) -> Int { lines.last { $0 <= offset } ?? 0 }
  private func nextLine(_ offset: Int) -> Int { lines.first { $0 > offset } ?? text.count }

  private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }

  /// From a key's first letter to the end of its value.
  private func range(of pair: Pair) -> Range<Int>? {
    guard let start = offset(pair.key), let end = end(of: pair.value), end > start else { return nil }
    return start..<end
  }

  private func end(of node: Node) -> Int? {
    guard let start = offset(node), start < text.count else { return nil }
    guard node.scalar != nil else {
      let last = node.mapping?.values.reversed().first ?? node.sequence?.reversed().first
      let end = last.flatMap { self.end(of: $0) }
      guard "{[".unicodeScalars.contains(text[start]) else { return end }
      return text[(end ?? start)...].firstIndex(of: text[start] == "{" ? "}" : "]").map { $0 + 1 }
    }
    if let quoted = Self.string(text[start...]).prefixMatch(of: /"(?:\\.|[^"\\])*"|(?:'[^']*')+/) {
      return start + quoted.output.unicodeScalars.count
    }
    var end = start
    while end < text.count, !",}]\n\r".unicodeScalars.contains(text[end]),
      !(text[end] == "#" && end > start && text[end - 1] == " ")
    { end += 1 }
    while end > start, text[end - 1] == " " { end -= 1 }
    return end
  }

  /// Checks that a new text has the values, and that all other keys have their old ones.
  private func checked(_ new: String, _ values: Node.Mapping) throws(StageError) -> String {
    let rest = root.filter { pair in !values.contains { $0.key.string == pair.key.string } }
    let expected = Node.mapping(Node.Mapping(rest + values.filter { !Self.isNull($0.value) }))
    guard let found = try? Self.mapping(new, file: file), Self.isSame(.mapping(found), expected) else {
      throw StageError(
        .usage, file: file, "it is written in a way that cannot be changed here",
        remedy: Remedy(
          "write it yourself: "
            + values.map { Self.text((key: $0.key.string ?? "", value: $0.value)) }.joined(separator: "; ")))
    }
    return new
  }

  /// The values that a request sends, in JSON, which is also YAML.
  static func values(_ text: String) throws(StageError) -> Node.Mapping { try mapping(text, file: "the settings") }

  private static func isNull(_ node: Node) -> Bool {
    node.scalar.map { $0.style == .plain && ["", "~", "null"].contains($0.string) } ?? false
  }

  /// What the text says on one line, whatever the order of keys and the spelling of values.
  /// - Parameter keys: keys of the document, and keys in their values (`names.overrides`), that are left out.
  func canonical(without keys: Set<String>) -> String {
    let kept = root.filter { !keys.contains($0.key.string ?? "") }.map { key, value -> (Node, Node) in
      guard let inner = value.mapping else { return (key, value) }
      let rest = inner.filter { !keys.contains("\(key.string ?? "").\($0.key.string ?? "")") }
      return (key, .mapping(Node.Mapping(rest)))
    }
    return Self.flow(.mapping(Node.Mapping(kept)), isSorted: true)
  }

  /// The values of some keys in JSON, with every text as it is written.
  func json(of keys: [String]) -> String {
    Self.json(.mapping(Node.Mapping(root.filter { keys.contains($0.key.string ?? "") }))).line
  }

  private static func json(_ node: Node) -> JSON {
    switch node {
    case .scalar where isNull(node), .alias: .null
    case .scalar(let scalar): .text(scalar.string)
    case .sequence(let nodes): .list(nodes.map(json))
    case .mapping(let pairs): .members(pairs.map { ($0.key.string ?? "", json($0.value)) })
    }
  }

  private static func mapping(_ text: String, file: String) throws(StageError) -> Node.Mapping {
    // The reader checks the limits, and its errors say more than those of Yams.
    _ = try YAMLValue(document: text, file: file)
    guard let mapping = try? Yams.compose(yaml: text, .basic)?.mapping else {
      throw StageError(.usage, file: file, "this is not a mapping", remedy: "write `map: NAME` first")
    }
    return mapping
  }

  /// Whether two nodes have the same content. Quotes, line breaks and the order of keys do not matter.
  private static func isSame(_ a: Node, _ b: Node) -> Bool {
    flow(a, isSorted: true) == flow(b, isSorted: true)
  }

  // MARK: Values on one line

  /// The settings as YAML on one line: `{ tolerance: 30 m, levels: 4 }`.
  static func flow(_ settings: Node.Mapping) -> String { flow(.mapping(settings)) }

  private static func flow(_ node: Node, isSorted: Bool = false) -> String {
    switch node {
    case .scalar where isNull(node): return "null"
    case .scalar(let scalar): return isNumber(scalar.string) ? scalar.string : YAMLText.plainOrQuoted(scalar.string)
    case .sequence(let nodes): return "[\(nodes.map { flow($0, isSorted: isSorted) }.joined(separator: ", "))]"
    case .mapping(let pairs):
      let texts = pairs.map { "\(key($0.key)): \(flow($0.value, isSorted: isSorted))" }
      return texts.isEmpty ? "{}" : "{ \((isSorted ? texts.sorted() : texts).joined(separator: ", ")) }"
    case .alias: return "null"
    }
  }

  /// Codes are in quotes, as people write them in pipeline files.
  private static func key(_ key: Node) -> String { YAMLText.plainOrQuoted(key.string ?? "") }

  private static func text(_ setting: Setting) -> String {
    "\(YAMLText.plainOrQuoted(setting.key)): \(flow(setting.value))"
  }

  /// Whether a text is a number, with or without a unit: 10 %, 500 m2, -12.5.
  private static func isNumber(_ text: String) -> Bool {
    text.wholeMatch(of: /-?[0-9]+(\.[0-9]+)?( ?(%|[A-Za-z]+[2²]?))?/) != nil
  }
}
