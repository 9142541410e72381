/// Text with fields in it: `{N03_004}{N03_005}`. A text without braces is the name of a field. So a text without a
/// field cannot be written, nor can a brace. `BoundTemplate` gives the texts of features. The
/// key, the name and the group of regions are templates of the pipeline file.
package struct Template: Hashable, Sendable {
  /// A piece of a template.
  package enum Piece: Hashable, Sendable {
    /// Text that stands as it is.
    case literal(String)
    /// The name of a field.
    case field(String)
  }

  /// The pieces in order.
  package let pieces: [Piece]
  /// The template as it was written.
  package let source: String

  /// Reads a template.
  ///
  /// - Throws: `.usage` if braces do not match, or if a field's name or the whole template is empty.
  package init(_ source: String) throws(StageError) {
    self.source = source
    guard !source.isEmpty else {
      throw StageError(.usage, "the template is empty", remedy: "write a field's name, or text with {FIELD} in it")
    }
    // Reads scalars and not characters, because a combining mark behind a brace would be one character with it.
    guard source.unicodeScalars.contains(where: { $0 == "{" || $0 == "}" }) else {
      pieces = [.field(source)]
      return
    }
    var pieces: [Piece] = []
    var literal = ""
    var field: String?
    for character in source.unicodeScalars {
      switch (character, field) {
      case ("{", nil):
        if !literal.isEmpty { pieces.append(.literal(literal)) }
        literal = ""
        field = ""
      case ("}", let name?) where !name.isEmpty:
        pieces.append(.field(name))
        field = nil
      case ("{", _), ("}", _):
        throw StageError(
          .usage, "the braces of the template “\(source)” do not match", remedy: "write fields as {FIELD}")
      case (_, var name?):
        name.unicodeScalars.append(character)
        field = name
      case (_, nil):
        literal.unicodeScalars.append(character)
      }
    }
    guard field == nil else {
      throw StageError(
        .usage, "the template “\(source)” has an open brace", remedy: "write fields as {FIELD}")
    }
    if !literal.isEmpty { pieces.append(.literal(literal)) }
    self.pieces = pieces
  }

  /// The names of the fields that the template uses, in order.
  package var fields: [String] {
    pieces.compactMap { if case .field(let name) = $0 { name } else { nil } }
  }
}
