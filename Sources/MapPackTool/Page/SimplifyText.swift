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
    var changed = text
    for edit in edits(for: settings).reversed() { changed.replaceSubrange(edit.range, with: edit.text.unicodeScalars) }
    return try checked(Self.string(changed[...]), settings)
  }

  private typealias Edit = (range: Range<Int>, text: String)
  private typealias Pair = (key: Node, value: Node)

  /// In the order of their ranges.
  private func edits(for settings: Node.Mapping) -> [Edit] {
    guard let old = root.first(where: { $0.key.string == "simplify" }) else {
      let output = root.first { $0.key.string == "output" }.flatMap { offset($0.key) } ?? text.count
      let lineBreak = output > 0 && text[output - 1] != "\n" ? "\n" : ""
      return [(output..<output, "\(lineBreak)simplify: \(Self.flow(settings))\n")]
    }
    guard case .mapping(let mapping) = old.value, let start = offset(old.value), start < text.count else {
      // An empty value is not in the text. The new value is written after the colon.
      let end = offset(old.key).map { $0 + (old.key.string ?? "").unicodeScalars.count + 1 } ?? text.count
      return [(end..<end, " \(Self.flow(settings))")]
    }
    let (pairs, added) = texts(of: mapping, settings)
    if text[start] == "{" {
      let all = pairs.compactMap(\.text) + added
      return [(start..<(end(of: old.value) ?? start), all.isEmpty ? "{}" : "{ \(all.joined(separator: ", ")) }")]
    }
    // The mapping has a key and its value on each line.
    var edits = pairs.map { range, text -> Edit in
      text.map { (range, $0) } ?? (lineStart(range.lowerBound)..<nextLine(range.upperBound), "")
    }
    if let last = pairs.last?.range, !added.isEmpty {
      let indent = String(repeating: " ", count: last.lowerBound - lineStart(last.lowerBound))
      let end = nextLine(last.upperBound)
      let lines = added.map { "\(indent)\($0)\n" }.joined()
      edits.append((end..<end, (text[end - 1] == "\n" ? "" : "\n") + lines))
    }
    return edits
  }

  /// What becomes of each pair of a mapping (`nil` if it is removed), and the pairs that are new.
  private func texts(
    of mapping: Node.Mapping, _ settings: Node.Mapping
  ) -> (pairs: [(range: Range<Int>, text: String?)], added: [String]) {
    let amounts = PipelineKeys.amounts.names
    let known = mapping.compactMap(\.key.string)
    var new = settings.map { (key: $0.key.string ?? "", value: $0.value) }
    let pairs = mapping.compactMap { pair -> (range: Range<Int>, text: String?)? in
      guard let range = range(of: pair), let key = pair.key.string else { return nil }
      // Only one of the keys that say how much is kept is used. So a new one is written in place of the old one.
      let place =
        new.firstIndex { $0.key == key }
        ?? (amounts.contains(key) ? new.firstIndex { amounts.contains($0.key) && !known.contains($0.key) } : nil)
      guard let setting = place.map({ new.remove(at: $0) }) else { return (range, nil) }
      let isKept = setting.key == key && Self.isSame(setting.value, pair.value)
      return (range, isKept ? Self.string(text[range]) : Self.text(setting))
    }
    return (pairs, new.map(Self.text))
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

  /// Checks that a new text has the settings, and that all other keys have their old values.
  private func checked(_ new: String, _ settings: Node.Mapping) throws(StageError) -> String {
    let rest = root.filter { $0.key.string != "simplify" }
    let expected = Node.mapping(Node.Mapping(rest + [(Node("simplify"), .mapping(settings))]))
    guard let found = try? Self.mapping(new, file: file), Self.isSame(.mapping(found), expected) else {
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

  /// Whether two nodes have the same content. Quotes, line breaks and the order of keys do not matter.
  private static func isSame(_ a: Node, _ b: Node) -> Bool {
    flow(a, isSorted: true) == flow(b, isSorted: true)
  }

  // MARK: Values on one line

  /// The settings as YAML on one line: `{ tolerance: 30 m, levels: 4 }`.
  static func flow(_ settings: Node.Mapping) -> String { flow(.mapping(settings)) }

  private static func flow(_ node: Node, isSorted: Bool = false) -> String {
    switch node {
    case .scalar(let scalar): return isNumber(scalar.string) ? scalar.string : YAMLText.plainOrQuoted(scalar.string)
    case .sequence(let nodes): return "[\(nodes.map { flow($0, isSorted: isSorted) }.joined(separator: ", "))]"
    case .mapping(let pairs):
      let texts = pairs.map { "\(flow($0.key)): \(flow($0.value, isSorted: isSorted))" }
      return texts.isEmpty ? "{}" : "{ \((isSorted ? texts.sorted() : texts).joined(separator: ", ")) }"
    case .alias: return "null"
    }
  }

  private static func text(_ setting: (key: String, value: Node)) -> String {
    "\(setting.key): \(flow(setting.value))"
  }

  /// Whether a text is a number, with or without a unit: 10 %, 500 m2, -12.5.
  private static func isNumber(_ text: String) -> Bool {
    text.wholeMatch(of: /-?[0-9]+(\.[0-9]+)?( ?(%|[A-Za-z]+[2²]?))?/) != nil
  }
}
