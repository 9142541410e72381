import Foundation

/// A message with which the tools can fail, found in their source text.
public struct ErrorMessage: Hashable, Sendable {
  /// The fixed words, with `…` for what is filled in.
  public var words: String
  /// The remedy, if the source has it in fixed words; else empty.
  public var remedy: String
  /// The case of `ExitStatus`, if the source names it beside the message; else empty.
  public var status: String
  /// The path of the source file, from the folder of sources.
  public var path: String
}

/// Finds the messages of errors in source text.
public enum ErrorMessages {
  /// The messages of all errors that are made in a folder of sources.
  ///
  /// These are
  /// - in each call of `StageError`, `ValidationError` or a function that returns a `StageError` and takes a message:
  ///   the literals of the first argument without a label that has words in it;
  /// - the texts that are assigned to a variable called `message` or `what`;
  /// - the descriptions of `PackError`;
  /// - the texts of the C shims.
  public static func all(in sources: URL) throws -> [ErrorMessage] {
    var messages: [ErrorMessage] = []
    for path in try FileManager.default.subpathsOfDirectory(atPath: sources.path).sorted() {
      let text = try? String(contentsOf: sources.appendingPathComponent(path), encoding: .utf8)
      guard let text, ["swift", "c", "cpp", "h"].contains(where: { path.hasSuffix("." + $0) }) else { continue }
      messages += Self.messages(of: text, path: path)
    }
    return messages
  }

  /// A text with white space as single spaces, and several `…` in a row as one.
  public static func normalized(_ text: String) -> String {
    var words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    while words.contains("……") { words.replace("……", with: "…") }
    return words
  }

  private static func messages(of text: String, path: String) -> [ErrorMessage] {
    let tokens = SwiftTokens.tokens(of: text)
    func message(_ words: String, status: String = "", remedy: String = "") -> ErrorMessage {
      ErrorMessage(words: normalized(words), remedy: normalized(remedy), status: status, path: path)
    }
    if !path.hasSuffix(".swift") || path.hasSuffix("PackError.swift") {
      return tokens.filter { $0.kind == .literal && isSentence($0.text) }.map { message($0.text) }
    }
    let makers = makers(in: tokens)
    var found: [ErrorMessage] = []
    for index in tokens.indices where tokens[index].kind == .word {
      let next = index + 1 < tokens.count ? tokens[index + 1].text : ""
      if makers.contains(tokens[index].text), next == "(",
        index == 0 || !["func", "#"].contains(tokens[index - 1].text)
      {
        let arguments = arguments(from: index + 2, in: tokens)
        let status = arguments.first { $0.label.isEmpty && $0.tokens.first?.text == "." }?.tokens.last?.text
        let remedy = arguments.first { $0.label == "remedy" }.map { texts(of: $0.tokens) }?.joined(separator: " / ")
        let spoken = arguments.lazy.filter(\.label.isEmpty).map { texts(of: $0.tokens) }.first { !$0.isEmpty }
        found += (spoken ?? []).map {
          message($0, status: status ?? usualStatus[tokens[index].text] ?? "", remedy: remedy ?? "")
        }
      } else if ["message", "what"].contains(tokens[index].text), let start = assignment(at: index, in: tokens) {
        found += texts(of: statement(from: start, in: tokens)).map { message($0) }
      }
    }
    return found
  }

  private static let usualStatus = ["ValidationError": "usage", "featureError": "unreadableData"]

  /// The names of a file's functions that make errors from messages, and of the types of errors.
  private static func makers(in tokens: [SwiftToken]) -> Set<String> {
    // Two types and two functions of other files.
    var makers: Set = ["StageError", "ValidationError", "featureError", "error"]
    for index in tokens.indices.dropLast(3) where tokens[index].text == "func" && tokens[index + 2].text == "(" {
      let parameters = arguments(from: index + 3, in: tokens)
      let names = parameters.flatMap { $0.tokens.prefix(2).map(\.text) + [$0.label] }
      let end = index + 3 + parameters.reduce(0) { $0 + $1.length } + 1
      guard tokens[min(end, tokens.count)...].prefix(3).map(\.text) == ["-", ">", "StageError"] else { continue }
      if names.contains("message") || names.contains("what") { makers.insert(tokens[index + 1].text) }
    }
    return makers
  }

  private struct Argument {
    var label = ""
    var tokens: [SwiftToken] = []
    /// The number of tokens, with the label and the comma.
    var length = 0
  }

  /// The arguments of a call.
  ///
  /// - Parameter start: the index of the token after the opening bracket.
  private static func arguments(from start: Int, in tokens: [SwiftToken]) -> [Argument] {
    var arguments: [Argument] = []
    var argument = Argument()
    var depth = 0
    var index = start
    while index < tokens.count {
      let token = tokens[index]
      if token.kind == .mark, ["(", "[", "{"].contains(token.text) { depth += 1 }
      if token.kind == .mark, [")", "]", "}"].contains(token.text) { depth -= 1 }
      if depth < 0 { break }
      argument.length += 1
      if depth == 0, token.kind == .mark, token.text == "," {
        arguments.append(argument)
        argument = Argument()
      } else if depth == 0, argument.tokens.count == 1, argument.label.isEmpty, argument.tokens[0].kind == .word,
        token.text == ":", token.kind == .mark
      {
        argument.label = argument.tokens[0].text
        argument.tokens = []
      } else {
        argument.tokens.append(token)
      }
      index += 1
    }
    if argument.length > 0 { arguments.append(argument) }
    return arguments
  }

  /// The index of the first token of the value that is assigned to the variable at an index; `nil` if none is.
  private static func assignment(at index: Int, in tokens: [SwiftToken]) -> Int? {
    var next = index + 1
    if next + 1 < tokens.count, tokens[next].text == ":", tokens[next + 1].text == "String" { next += 2 }
    guard next + 1 < tokens.count, tokens[next].text == "=", tokens[next + 1].text != "=" else { return nil }
    return next + 1
  }

  /// The tokens of a statement. It ends before a line that begins outside all brackets and without an operator.
  private static func statement(from start: Int, in tokens: [SwiftToken]) -> [SwiftToken] {
    var depth = 0
    var end = start
    while end < tokens.count {
      let token = tokens[end]
      let isNewLine = end > start && token.line > tokens[end - 1].line
      if depth == 0, isNewLine, end > start, !["?", ":", "+", "."].contains(token.text), tokens[end - 1].text != "=" {
        break
      }
      if token.kind == .mark, ["(", "[", "{"].contains(token.text) { depth += 1 }
      if token.kind == .mark, [")", "]", "}"].contains(token.text) { depth -= 1 }
      if depth < 0 { break }
      end += 1
    }
    return Array(tokens[start..<end])
  }

  /// The texts that an expression can give. An expression that chooses gives each of its literals; any other gives one
  /// text, its literals joined by `…` for what is between them.
  private static func texts(of tokens: [SwiftToken]) -> [String] {
    let isChoice = tokens.contains { $0.kind == .mark && ["?", "{"].contains($0.text) }
    guard !isChoice else { return tokens.filter { $0.kind == .literal && isSentence($0.text) }.map(\.text) }
    var text = ""
    for token in tokens where token.text != "+" || token.kind == .literal {
      if token.kind == .literal { text += token.text } else if !text.hasSuffix("…") { text += "…" }
    }
    return isSentence(text) ? [text] : []
  }

  /// Whether a text has at least two words of two letters or more.
  private static func isSentence(_ text: String) -> Bool {
    text.split(separator: " ").count { $0.count { $0.isLetter } > 1 } >= 2
  }
}
