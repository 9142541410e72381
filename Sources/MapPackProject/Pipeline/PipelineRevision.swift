import MapPackFeatures
import MapPackFiles
import Yams

/// The text of a pipeline file, of which some values are replaced, by whole lines. Lines whose values do not change stay as
/// they are, and so do comments.
///
/// Where each key has lines of its own, a value is replaced on those of the innermost key that holds all of the change.
/// A value that stands on several lines with comments between them is left as it is, with an error that says what to
/// write.
package struct PipelineRevision {
  private let file: String
  private let lineEnd: String
  private let hasOtherLineEnds: Bool
  private let lines: [String]
  private let root: Node.Mapping

  package init(_ text: String, file: String) throws(StageError) {
    self.file = file
    root = try Self.mapping(text, file: file)
    let lineEnd = text.first(where: \.isNewline) ?? "\n"
    hasOtherLineEnds = text.contains { $0.isNewline && $0 != lineEnd }
    self.lineEnd = String(lineEnd)
    lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
  }

  /// The value of a key of the document.
  package subscript(key: String) -> Node? { root.value(of: key) }

  /// The text with other values. A key that the text does not have is added before `output:`, or at the end.
  ///
  /// - Parameter values: keys of the document, and all that each of them is to have; `null` for a key that is to be
  ///   taken out. Other keys stay.
  /// - Throws: `usage` if the text is written in a way that has to be changed by hand.
  package func replacing(_ values: Node.Mapping) throws(StageError) -> String {
    var wanted = root.filter { values.value(of: $0.key.string ?? "").map { !$0.isNull } ?? true }
    let added = values.filter { !$0.value.isNull && root.value(of: $0.key.string ?? "") == nil }
    wanted.insert(contentsOf: added, at: wanted.firstIndex { $0.key.string == "output" } ?? wanted.count)
    let expected = Node.Mapping(wanted.map { ($0.key, values.value(of: $0.key.string ?? "") ?? $0.value) })
    // The empty line behind the last line end is none of the values.
    let end = lines.last == "" ? lines.count - 1 : lines.count
    // With line ends of several kinds, those that stay would change.
    guard !hasOtherLineEnds, let body = block(root, to: expected, lines: 0..<end, column: 0) else {
      throw byHand(values)
    }
    let text = (body + lines[end...]).joined(separator: lineEnd)
    guard let new = try? Self.mapping(text, file: file), Node.mapping(new).canonical == Node.mapping(expected).canonical
    else { throw byHand(values) }
    return text
  }

  /// The text with other values in each mapping that has a value of a key. New keys stand behind that key.
  /// - Throws: as `replacing`.
  package func setting(
    _ values: [String: String], where key: String, is value: String
  ) throws(StageError) -> String {
    do throws(StageError) {
      return try replacing(Node.Mapping(root.map { ($0.key, $0.value.setting(values, where: key, is: value)) }))
    } catch {
      let own = values.sorted { $0.key < $1.key }.map { "\($0.key): \(YAMLText.plainOrQuoted($0.value))" }
      throw StageError(
        .usage, file: file, error.message,
        remedy: Remedy("write beside `\(key): \(value)` yourself: \(own.joined(separator: ", "))"))
    }
  }

  private func byHand(_ values: Node.Mapping) -> StageError {
    StageError(
      .usage, file: file, "it is written in a way that cannot be changed here",
      remedy: Remedy("write it yourself: " + values.map(Self.line).joined(separator: "; ")))
  }

  // MARK: Lines

  /// The lines of a mapping of which each key begins a line, with other values.
  ///
  /// - Parameters:
  ///   - lines: what lies behind the last value up to there belongs to it, but comments and empty lines at the end.
  ///   - column: how far the keys are indented.
  /// - Returns: `nil` if the lines cannot be changed so.
  private func block(_ old: Node.Mapping, to new: Node.Mapping, lines range: Range<Int>, column: Int) -> [String]? {
    let pairs = Array(old)
    let starts = pairs.compactMap { $0.key.mark.map { $0.line - 1 } }
    guard starts.count == pairs.count, let first = starts.first, first >= range.lowerBound,
      zip(starts, starts.dropFirst()).allSatisfy({ $0 < $1 }),
      pairs.allSatisfy({ $0.key.mark?.column == column + 1 })
    else { return nil }
    var result = Array(lines[range.lowerBound..<first])
    var rest = Array(new)
    for (index, pair) in pairs.enumerated() {
      let next = index + 1 < starts.count ? starts[index + 1] : range.upperBound
      let end = lines[..<next].lastIndex { !$0.isCommentOrEmpty }.map { max($0, starts[index]) + 1 } ?? next
      // A new key comes before the old one that it precedes.
      while let added = rest.first, old.value(of: added.key.string ?? "") == nil {
        guard rest.contains(where: { $0.key.string == pair.key.string }) else { break }
        result.append(String(repeating: " ", count: column) + Self.line(added))
        rest.removeFirst()
      }
      let value = new.value(of: pair.key.string ?? "")
      rest.removeAll { $0.key.string == pair.key.string }
      if let value {
        guard let changed = changed(pair, to: value, lines: starts[index]..<end) else { return nil }
        result += changed
      } else if lines[starts[index]].prefix(column).contains("-") {
        return nil
      }
      result += lines[end..<next]
    }
    // Comments at the end stay behind what is added.
    let tail = result.lastIndex { !$0.isCommentOrEmpty }.map { $0 + 1 } ?? result.count
    result.insert(contentsOf: rest.map { String(repeating: " ", count: column) + Self.line($0) }, at: tail)
    return result
  }

  /// The lines of a key with another value.
  private func changed(_ pair: (key: Node, value: Node), to value: Node, lines range: Range<Int>) -> [String]? {
    guard pair.value.canonical != value.canonical else { return Array(lines[range]) }
    let inner = range.dropFirst()
    switch (pair.value, value) {
    case (.mapping(let old), .mapping(let new)) where !inner.isEmpty && !new.isEmpty:
      if let column = old.first?.key.mark?.column,
        let lines = block(old, to: new, lines: inner, column: column - 1)
      {
        return [self.lines[range.lowerBound]] + lines
      }
    case (.sequence(let old), .sequence(let new)) where !inner.isEmpty && old.count == new.count:
      if let items = items(old, to: new, lines: inner) { return [lines[range.lowerBound]] + items }
    default: break
    }
    let line = lines[range.lowerBound]
    guard !lines[range.dropFirst()].contains(where: { $0.contains("#") }),
      let column = pair.key.mark?.column
    else { return nil }
    let comment = range.count == 1 ? self.comment(of: line, pair) : ""
    guard range.count == 1 || !line.contains("#") else { return nil }
    return ["\(line.prefix(column - 1))\(Self.line((pair.key, value)))\(comment)"]
  }

  /// The lines of a list of mappings, each beginning with a hyphen.
  private func items(_ old: Node.Sequence, to new: Node.Sequence, lines range: Range<Int>) -> [String]? {
    let starts = old.compactMap { $0.mapping?.first?.key.mark.map { $0.line - 1 } }
    guard starts.count == old.count, let first = starts.first, first >= range.lowerBound,
      zip(starts, starts.dropFirst()).allSatisfy({ $0 < $1 })
    else { return nil }
    var result = Array(lines[range.lowerBound..<first])
    for (index, (item, other)) in zip(old, new).enumerated() {
      let next = index + 1 < starts.count ? starts[index + 1] : range.upperBound
      // A mapping in braces on a line of its own: - { path: a, catalog: n03:17 }
      if let hyphen = lines[starts[index]].firstIndex(of: "-"), !lines[starts[index]].contains("#"),
        lines[starts[index]][hyphen...].dropFirst().trimmingPrefix(while: { $0 == " " }).hasPrefix("{"),
        lines[starts[index]..<next].dropFirst().allSatisfy(\.isCommentOrEmpty)
      {
        result += ["\(lines[starts[index]][...hyphen]) \(other.flow)"] + lines[starts[index]..<next].dropFirst()
        continue
      }
      guard let old = item.mapping, let new = other.mapping, let column = old.first?.key.mark?.column,
        lines[starts[index]].prefix(column - 1).allSatisfy({ $0 == " " || $0 == "-" }),
        let lines = block(
          old, to: new, lines: starts[index]..<next, column: column - 1)
      else { return nil }
      result += lines
    }
    return result
  }

  /// The comment at the end of a line with a key and its whole value, with the spaces before it.
  private func comment(of line: String, _ pair: (key: Node, value: Node)) -> Substring {
    let column = (pair.key.mark?.column ?? 1) - 1
    for index in line.indices where line[index] == "#" {
      let text = line[..<index]
      guard text.last == " ", let read = try? Self.mapping(String(text.dropFirst(column)), file: file),
        read.first?.value.canonical == pair.value.canonical
      else { continue }
      return line[(text.lastIndex { $0 != " " }.map(text.index(after:)) ?? index)...]
    }
    return ""
  }

  private static func line(_ pair: (key: Node, value: Node)) -> String {
    "\(YAMLText.plainOrQuoted(pair.key.string ?? "")): \(pair.value.flow)"
  }

  // MARK: Values

  /// What the text says on one line, whatever the order of keys and the spelling of values.
  /// - Parameter keys: keys of the document, and keys in their values (`names.overrides`), that are left out.
  package func canonical(without keys: Set<String>) -> String {
    let kept = root.filter { !keys.contains($0.key.string ?? "") }.map { key, value -> (Node, Node) in
      guard let inner = value.mapping else { return (key, value) }
      let rest = inner.filter { !keys.contains("\(key.string ?? "").\($0.key.string ?? "")") }
      return (key, .mapping(Node.Mapping(rest)))
    }
    return Node.mapping(Node.Mapping(kept)).canonical
  }

  /// The values of some keys in JSON, with every text as it is written.
  package func json(of keys: [String]) -> String {
    Node.mapping(Node.Mapping(root.filter { keys.contains($0.key.string ?? "") })).json.line
  }

  private static func mapping(_ text: String, file: String) throws(StageError) -> Node.Mapping {
    // The reader checks the limits, and its errors say more than those of Yams.
    _ = try YAMLValue(document: text, file: file)
    guard let mapping = try? Yams.compose(yaml: text, .basic)?.mapping else {
      throw StageError(.usage, file: file, "this is not a mapping", remedy: "write `map: NAME` first")
    }
    return mapping
  }
}

extension String {
  fileprivate var isCommentOrEmpty: Bool { trimmingWhitespace.first.map { $0 == "#" } ?? true }
}

extension Node.Mapping {
  fileprivate func value(of key: String) -> Node? { first { $0.key.string == key }?.value }
}

extension Node {
  fileprivate var isNull: Bool {
    scalar.map { $0.style == .plain && ["", "~", "null"].contains($0.string) } ?? false
  }

  fileprivate var json: JSON {
    switch self {
    case .scalar where isNull, .alias: .null
    case .scalar(let scalar): .text(scalar.string)
    case .sequence(let nodes): .list(nodes.map(\.json))
    case .mapping(let pairs): .members(pairs.map { ($0.key.string ?? "", $0.value.json) })
    }
  }

  /// The value as YAML on one line: `{ tolerance: 30 m, levels: 4 }`.
  package var flow: String { flow(isSorted: false) }

  /// The same for the same content: quotes, line breaks and the order of keys do not matter.
  fileprivate var canonical: String { flow(isSorted: true) }

  private func flow(isSorted: Bool) -> String {
    switch self {
    case .scalar where isNull, .alias: return "null"
    case .scalar(let scalar) where scalar.style == .plain && !isSorted && ["true", "false"].contains(scalar.string):
      return scalar.string
    case .scalar(let scalar):
      return Self.isNumber(scalar.string) ? scalar.string : YAMLText.plainOrQuoted(scalar.string)
    case .sequence(let nodes): return "[\(nodes.map { $0.flow(isSorted: isSorted) }.joined(separator: ", "))]"
    case .mapping(let pairs):
      // Codes are in quotes, as people write them in pipeline files.
      let texts = pairs.map { "\(YAMLText.plainOrQuoted($0.key.string ?? "")): \($0.value.flow(isSorted: isSorted))" }
      return texts.isEmpty ? "{}" : "{ \((isSorted ? texts.sorted() : texts).joined(separator: ", ")) }"
    }
  }

  fileprivate func setting(_ values: [String: String], where key: String, is value: String) -> Node {
    switch self {
    case .scalar, .alias: return self
    case .sequence(let nodes):
      return .sequence(Node.Sequence(nodes.map { $0.setting(values, where: key, is: value) }))
    case .mapping(let mapping):
      var pairs = mapping.map { ($0.key, $0.value.setting(values, where: key, is: value)) }
      guard let found = pairs.firstIndex(where: { $0.0.string == key && $0.1.string == value }) else {
        return .mapping(Node.Mapping(pairs))
      }
      for (name, text) in values.sorted(by: { $0.key < $1.key }) {
        if let old = pairs.firstIndex(where: { $0.0.string == name }) {
          pairs[old].1 = Node(text)
        } else {
          pairs.insert((Node(name), Node(text)), at: found + 1)
        }
      }
      return .mapping(Node.Mapping(pairs))
    }
  }

  /// Whether a text is a number, with or without a unit: 10 %, 500 m2, -12.5.
  private static func isNumber(_ text: String) -> Bool {
    // A pattern takes long to make, and few texts begin as a number does.
    guard let first = text.utf8.first, first == UInt8(ascii: "-") || 48...57 ~= first else { return false }
    return text.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?( ?(%|[A-Za-z]+[2²]?))?/) != nil
  }
}
