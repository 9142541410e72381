import MapPackFeatures
import MapPackFiles

/// All keys of pipeline files, by topic, as `mappack help pipeline` prints them: a topic is a key of the document.
package enum PipelineHelp {
  private static let width = 80

  /// - Parameters:
  ///   - topic: a key of the document; without one, all are there, below what holds of them.
  ///   - isStyled: whether keys are bold.
  /// - Throws: `usage` if there is no such key.
  package static func text(of topic: String?, isStyled: Bool) throws(StageError) -> String {
    let all = keys(in: .object(PipelineKeys.document.schema))
    // merge.key is below merge, and so is key, among others.
    let word = topic?.split(separator: ".").first.map(String.init)
    func isMeant(_ key: (key: String, value: JSON)) -> Bool {
      guard let word, !all.contains(where: { $0.key == word }) else { return word == nil || key.key == word }
      return keys(in: key.value).contains { $0.key == word }
    }
    if let topic, !all.contains(where: isMeant) {
      throw StageError(
        .usage, "there is no key “\(topic)”",
        remedy: "\(didYouMean(topic, in: all.map(\.key)))`mappack help pipeline` lists all")
    }
    let fields = ImpliedField.allCases.map(\.rawValue).joined(separator: ", ")
    let head = """
      A pipeline file is YAML. It has `map`, `sources` and, below `output`, a pack or
      another file; all other keys may be left out. Beside the fields of a source,
      there are \(fields). `select` and `drop` compare a
      value as it stands; there is no <, > or *. PipelineFile.md has the defaults.


      """
    return (topic == nil ? head : "")
      + all.filter(isMeant).map { name, schema in
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
    return words.compactMap(\.string).map { $0.contains(where: \.isLetter) ? $0 : "“\($0)”" }
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
