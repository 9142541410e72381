/// What to do about a finding or an error: words, and the settings that they name.
///
/// A setting is a value here. Whoever prints the remedy chooses whether it is a key or a flag, and no text from the data
/// can be taken for one. A remedy is written as a text: `"name the system, as in \(.coordinateSystem, "EPSG:6677")"`. It
/// has no full stop.
package struct Remedy: Hashable, Sendable {
  private enum Piece: Hashable, Sendable {
    case words(String)
    case setting(Setting, value: String?)
  }

  /// Whom the remedy is printed for.
  package enum Reader: Sendable {
    /// Who wrote a pipeline file: settings are keys.
    case pipelineFile
    /// Who runs a stage: settings are flags.
    case stage
    /// Who may do either.
    case documentation
  }

  private var pieces: [Piece] = []

  package init(_ words: String) { append(.words(words)) }

  /// The remedy in words.
  package func words(for reader: Reader) -> String {
    pieces.map { piece in
      switch (piece, reader) {
      case (.words(let words), _): words
      case (.setting(let setting, let value), .pipelineFile): setting.inFile(value)
      case (.setting(let setting, let value), .stage): setting.onCommandLine(value)
      case (.setting(let setting, let value), .documentation):
        setting.inFile(value) + (setting.flag == nil ? "" : ", `\(setting.onCommandLine(value))`")
      }
    }.joined()
  }

  /// The value that the remedy gives to a setting; `nil` if it gives none.
  package func value(of setting: Setting) -> String? {
    pieces.lazy.compactMap { if case .setting(setting, let value?) = $0 { value } else { nil } }.first
  }

  package static func + (a: Remedy, b: Remedy) -> Remedy {
    var sum = a
    for piece in b.pieces { sum.append(piece) }
    return sum
  }

  private mutating func append(_ piece: Piece) {
    if case .words(let more) = piece {
      if more.isEmpty { return }
      if case .words(let words) = pieces.last {
        pieces[pieces.count - 1] = .words(words + more)
        return
      }
    }
    pieces.append(piece)
  }
}

extension Remedy: ExpressibleByStringInterpolation {
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var remedy = Remedy("")

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) { remedy.append(.words(literal)) }

    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      remedy.append(.words(value.description))
    }

    package mutating func appendInterpolation(_ part: Remedy) { remedy = remedy + part }

    /// The setting without a value.
    package mutating func appendInterpolation(_ setting: Setting) { remedy.append(.setting(setting, value: nil)) }

    /// The setting with a value, as in an example to copy.
    package mutating func appendInterpolation(_ setting: Setting, _ value: String) {
      remedy.append(.setting(setting, value: value))
    }
  }

  package init(stringLiteral words: String) { self.init(words) }

  package init(stringInterpolation: StringInterpolation) { self = stringInterpolation.remedy }
}

extension [Remedy] {
  package func joined(separator: Remedy) -> Remedy {
    dropFirst().reduce(first ?? "") { $0 + separator + $1 }
  }
}

extension Remedy: Codable {
  private struct Part: Codable {
    var words: String?
    var setting: Setting?
    var value: String?
  }

  /// A text if it names no setting, else the list of its pieces.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let parts =
      if let words = try? container.decode(String.self) { [Part(words: words)] } else {
        try container.decode([Part].self)
      }
    pieces = parts.map { part in part.setting.map { .setting($0, value: part.value) } ?? .words(part.words ?? "") }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    let parts = pieces.map { piece in
      switch piece {
      case .words(let words): Part(words: words)
      case .setting(let setting, let value): Part(setting: setting, value: value)
      }
    }
    if parts.allSatisfy({ $0.setting == nil }) {
      try container.encode(words(for: .stage))
    } else {
      try container.encode(parts)
    }
  }
}
