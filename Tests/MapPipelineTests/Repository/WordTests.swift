import Foundation
import TestSupport
import Testing

/// The words of the sources, held to Glossary.md and Style.md.
@Suite struct WordTests {
  private struct Line: CustomStringConvertible {
    var file: String
    var number: Int
    var text: String
    var description: String { "\(file):\(number): \(text)" }
  }

  private static func files(in folders: [String]) -> [URL] {
    folders.flatMap { folder in
      let url = SwiftCompiler.root.appendingPathComponent(folder)
      // A folder of tests can have a hidden folder of its build, with the sources of other packages.
      let files = FileManager.default.enumerator(
        at: url, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)?.compactMap { $0 as? URL }
      return (files ?? []).filter { $0.pathExtension == "swift" && !$0.lastPathComponent.hasSuffix(".pb.swift") }
    }.sorted { $0.path < $1.path }
  }

  private static let sources: [URL] = files(in: ["Sources", "Plugins"])

  /// The comments of all sources and tests, line by line.
  private static let comments = Result {
    try files(in: ["Sources", "Plugins", "Tests"]).flatMap { file in
      try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
        .enumerated().compactMap { index, line -> Line? in
          guard let comment = line.firstMatch(of: #/(?:^|\s)//+ ?(.*)$/#)?.1 else { return nil }
          return Line(file: file.lastPathComponent, number: index + 1, text: String(comment))
        }
    }
  }

  private static func comments(
    with words: some RegexComponent, besides allowed: some RegexComponent
  ) throws -> [Line] {
    let all = try comments.get()
    try #require(all.count > 10_000)
    return all.filter { $0.text.replacing(allowed, with: "").contains(words) }
  }

  @Test func `no comment calls an index, a position or a location a place`() throws {
    let found = try Self.comments(
      with: #/\b[Pp]laces?\b/#,
      besides:
        #/\b(in place|in (its|their|the) places?|takes? the place|takes the other's place|decimal places|in the last place|places? labels)\b|`[^`]*`|--places/#
    )
    #expect(found.isEmpty, "\(found.map(\.description).joined(separator: "\n"))")
  }

  @Test func `no type and no member is called a place`() throws {
    var found: [String] = []
    for file in Self.sources {
      let tokens = SwiftTokens.tokens(of: try String(contentsOf: file, encoding: .utf8))
      for (word, next) in zip(tokens, tokens.dropFirst())
      where ["struct", "class", "enum", "case", "var", "let", "typealias"].contains(word.text) && next.kind == .word {
        let isPlace = next.text.contains(#/^places?$|[a-z]Places?$|^Places?($|[A-Z])/#)
        let isKnown = [
          // Options, and members of JSON.
          "Validate.swift", "MapDifference+JSON.swift", "PreviewReports.swift",
          // These are decimal places.
          "Figures.swift",
        ].contains(file.lastPathComponent)
        if isPlace && !isKnown { found.append("\(file.lastPathComponent):\(next.line): \(next.text)") }
      }
    }
    #expect(found.isEmpty, "\(found.joined(separator: "\n"))")
  }

  @Test func `what a function throws is an item of its documentation`() throws {
    let found = try Self.comments(with: #/^Throws\b/#, besides: #/^$/#)
    #expect(found.isEmpty, "\(found.map(\.description).joined(separator: "\n"))")
  }

  @Test func `comments are in American English, in the field's terms`() throws {
    let found = try Self.comments(
      with:
        #/\b([Nn]eighbours?|[a-z]*metres?|[Cc]entres?|[Cc]olours?|[Ll]icences?|[Bb]ehaviours?|[Rr]ecognis\w*|[Nn]ormalis\w*|endless face|half-arcs?|gentle rounds?)\b/#,
      besides: #/`[^`]*`/#)
    #expect(found.isEmpty, "\(found.map(\.description).joined(separator: "\n"))")
  }

  @Test func `no message calls an index, a position or a location a place`() throws {
    var found: [String] = []
    for file in Self.sources {
      for token in SwiftTokens.tokens(of: try String(contentsOf: file, encoding: .utf8))
      where token.kind == .literal && token.text.contains(" ") {
        let words = token.text.replacing(#/in place of|in its place|--places/#, with: "")
        if words.contains(#/\b[Pp]laces?\b/#) {
          found.append("\(file.lastPathComponent):\(token.line): \(token.text)")
        }
      }
    }
    #expect(found.isEmpty, "\(found.joined(separator: "\n"))")
  }

  @Test func `names and messages are in American English`() throws {
    var found: [String] = []
    // Its members are members of JSON.
    for file in Self.sources where file.lastPathComponent != "PackInspection.swift" {
      for token in SwiftTokens.tokens(of: try String(contentsOf: file, encoding: .utf8)) where token.kind != .mark {
        if token.text.contains(#/[Nn]eighbour|[Mm]etre|\b[Cc]entre|[Cc]olour|[Cc]ancelled|[Bb]ehaviour/#) {
          found.append("\(file.lastPathComponent):\(token.line): \(token.text)")
        }
      }
    }
    #expect(found.isEmpty, "\(found.joined(separator: "\n"))")
  }
}
