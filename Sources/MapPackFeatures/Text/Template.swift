/// Text with fields in it: `{N03_004}{N03_005}`. A text without braces is the name of a field. So a text without a
/// field cannot be written, nor can a brace.
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

  /// Its text with braces round the field, as it can stand in a longer template.
  package var inBraces: String {
    if pieces.count == 1, case .field(let name) = pieces[0] { "{\(name)}" } else { source }
  }

  /// The names of the fields that the template uses, in order.
  package var fields: [String] {
    pieces.compactMap { if case .field(let name) = $0 { name } else { nil } }
  }
}

/// A template with its fields looked up in a table, so that no name is looked up per feature. It fits tables with the
/// same fields only.
package struct BoundTemplate: Sendable {
  private enum Piece: Sendable {
    case literal(String)
    case field(Int)
  }

  private let pieces: [Piece]

  /// Looks up the fields of a template.
  /// - Throws: `usage` with the fields that there are if the table lacks a field.
  package init(_ template: Template, in table: FeatureTable) throws(StageError) {
    var pieces: [Piece] = []
    for piece in template.pieces {
      switch piece {
      case .literal(let text):
        pieces.append(.literal(text))
      case .field(let name):
        pieces.append(.field(try table.index(ofField: name)))
      }
    }
    self.pieces = pieces
  }

  /// The text for a feature, without white space at its ends; `nil` if all fields are without a value. A single field
  /// without a value gives nothing, and the other pieces stay.
  package func text(of feature: Int, in table: FeatureTable) -> String? {
    var text = ""
    var hasValue = false
    for piece in pieces {
      switch piece {
      case .literal(let literal):
        text += literal
      case .field(let field):
        if let value = table.values[field][feature].displayText {
          text += value
          hasValue = true
        }
      }
    }
    return hasValue ? text.trimmingWhitespace : nil
  }

  /// The text for a feature as a region's code, which is in Unicode normalization form C.
  package func code(of feature: Int, in table: FeatureTable) -> String? {
    text(of: feature, in: table)?.asCode
  }
}

extension FeatureTable {
  /// A field is also found by its name without the blanks and byte order marks at its ends, because a pipeline file
  /// cannot hold these.
  /// - Throws: `usage` with the fields that there are if there is no field of this name.
  package func index(ofField name: String) throws(StageError) -> Int {
    if let index = fields.firstIndex(of: name) { return index }
    if let index = fields.firstIndex(where: { $0.trimmingWhitespace == name }) { return index }
    throw StageError(
      missingField: name, file: sources.count == 1 ? sources[0].path : nil,
      remedy: fields.isEmpty
        ? "the source has no attributes"
        : "\(didYouMean(name, in: fields))the fields are \(fields.joined(separator: ", "))")
  }
}
