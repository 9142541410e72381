import MapPackFiles

/// All keys of pipeline files, by topic, as `mappack help pipeline` prints them: a topic is a key of the document.
package enum PipelineHelp {
  private static let width = 80

  /// - Parameter isStyled: whether keys are bold.
  package static func text(isStyled: Bool) -> String {
    keys(in: .object(PipelineKeys.document.schema)).map { name, schema in
      lines(name, schema, margin: "", isStyled: isStyled).joined(separator: "\n") + "\n"
    }.joined(separator: "\n")
  }

  /// A key with its sentence, and below it the keys in its value.
  private static func lines(_ name: String, _ schema: JSON, margin: String, isStyled: Bool) -> [String] {
    let inner = keys(in: schema)
    let choices = inner.isEmpty ? choices(in: schema) : []
    let words =
      (schema["description"]?.string ?? "") + (choices.isEmpty ? "" : " One of: \(choices.joined(separator: ", ")).")
    var lines = [margin + (isStyled ? "\u{1B}[1m\(name)\u{1B}[0m" : name)]
    var rest = words.split(separator: " ")[...]
    while !rest.isEmpty {
      var line = margin + "   "
      repeat { line += " " + rest.removeFirst() } while rest.first.map { line.count + $0.count < width } ?? false
      lines.append(line)
    }
    return lines + inner.flatMap { Self.lines($0.key, $0.value, margin: margin + "  ", isStyled: isStyled) }
  }

  /// The keys of a mapping, or of the mappings in a list, or under any keys.
  private static func keys(in schema: JSON) -> [(key: String, value: JSON)] {
    guard case .members(let keys)? = schema["properties"] else {
      return parts(of: schema).lazy.map(keys).first { !$0.isEmpty } ?? []
    }
    return keys
  }

  private static func choices(in schema: JSON) -> [String] {
    guard case .list(let words)? = schema["enum"] else { return parts(of: schema).flatMap(choices) }
    return words.compactMap(\.string)
  }

  /// What a value may be, or what is in it.
  private static func parts(of schema: JSON) -> [JSON] {
    let inner = [schema["items"], schema["additionalProperties"]].compactMap(\.self)
    guard case .list(let kinds)? = schema["anyOf"] else { return inner }
    return inner + kinds
  }
}

extension JSON {
  fileprivate subscript(key: String) -> JSON? {
    guard case .members(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  fileprivate var string: String? { if case .text(let text) = self { text } else { nil } }
}
