/// A value of an expression in a workflow.
enum WorkflowValue: Equatable {
  case null
  case boolean(Bool)
  case text(String)
  case object([String: WorkflowValue])

  /// Whether a condition holds that has this value.
  var isTrue: Bool {
    switch self {
    case .null: false
    case .boolean(let value): value
    case .text(let text): !text.isEmpty
    case .object: true
    }
  }

  /// The value as it stands in a text.
  var text: String {
    switch self {
    case .null: ""
    case .boolean(let value): "\(value)"
    case .text(let text): text
    case .object: "Object"
    }
  }

  var members: [String: WorkflowValue] {
    if case .object(let members) = self { members } else { [:] }
  }
}

/// An expression of GitHub's workflows, such as `!cancelled() && steps.build.outcome == 'success'`.
///
/// It knows the part of the language that this repository uses, and is stricter than GitHub: a name that nobody has
/// defined is an error here, where GitHub takes it as empty. Source: GitHub's page “Evaluate expressions in workflows and
/// actions”.
struct WorkflowExpression {
  struct Fault: Error, CustomStringConvertible {
    var description: String
  }

  /// What an expression can ask for.
  struct Scope {
    /// `github`, `steps` and the others.
    var contexts: [String: WorkflowValue]
    /// `success`, `hashFiles` and the others, which get their arguments.
    var functions: [String: ([String]) throws -> WorkflowValue]
  }

  private enum Token: Equatable {
    case word(String)
    case literal(String)
    case mark(String)
  }

  private let source: String
  private let tokens: [Token]

  init(_ source: String) throws {
    self.source = source
    var tokens: [Token] = []
    var rest = Substring(source)
    while let first = rest.first {
      if first.isWhitespace {
        rest.removeFirst()
      } else if first == "'" {
        guard let end = rest.dropFirst().firstIndex(of: "'") else { throw Fault(description: "no ' ends: \(source)") }
        tokens.append(.literal(String(rest[rest.index(after: rest.startIndex)..<end])))
        rest = rest[rest.index(after: end)...]
      } else if first.isLetter || first == "_" {
        let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
        tokens.append(.word(String(word)))
        rest = rest.dropFirst(word.count)
      } else if let mark = ["&&", "||", "==", "!=", "!", "(", ")", ".", ","].first(where: { rest.hasPrefix($0) }) {
        tokens.append(.mark(mark))
        rest = rest.dropFirst(mark.count)
      } else {
        throw Fault(description: "what is \(first) in: \(source)")
      }
    }
    self.tokens = tokens
  }

  /// Whether it asks how the steps before went. If not, a condition holds only after success.
  var asksForStatus: Bool {
    tokens.indices.dropLast().contains { index in
      ["success", "failure", "always", "cancelled"].contains { tokens[index] == .word($0) }
        && tokens[index + 1] == .mark("(")
    }
  }

  func value(in scope: Scope) throws -> WorkflowValue {
    var reader = Reader(source: source, tokens: tokens[...], scope: scope)
    let value = try reader.or()
    guard reader.tokens.isEmpty else { throw Fault(description: "too much stands in: \(source)") }
    return value
  }

  /// A text with the value of each `${{ … }}` in its place.
  static func substituted(_ text: String, in scope: Scope) throws -> String {
    var result = ""
    var rest = Substring(text)
    while let start = rest.firstRange(of: "${{") {
      guard let end = rest[start.upperBound...].firstRange(of: "}}") else {
        throw Fault(description: "no }} ends: \(text)")
      }
      result += rest[..<start.lowerBound]
      result += try WorkflowExpression(String(rest[start.upperBound..<end.lowerBound])).value(in: scope).text
      rest = rest[end.upperBound...]
    }
    return result + rest
  }

  private struct Reader {
    let source: String
    var tokens: ArraySlice<Token>
    let scope: Scope

    mutating func take(_ mark: String) -> Bool {
      guard tokens.first == .mark(mark) else { return false }
      tokens.removeFirst()
      return true
    }

    mutating func or() throws -> WorkflowValue {
      var value = try and()
      while take("||") {
        let other = try and()
        if !value.isTrue { value = other }
      }
      return value
    }

    mutating func and() throws -> WorkflowValue {
      var value = try comparison()
      while take("&&") {
        let other = try comparison()
        if value.isTrue { value = other }
      }
      return value
    }

    mutating func comparison() throws -> WorkflowValue {
      let value = try unary()
      if take("==") { return .boolean(try value.text == unary().text) }
      if take("!=") { return .boolean(try value.text != unary().text) }
      return value
    }

    mutating func unary() throws -> WorkflowValue {
      if take("!") { return .boolean(try !unary().isTrue) }
      if take("(") {
        let value = try or()
        guard take(")") else { throw Fault(description: "no ) ends: \(source)") }
        return value
      }
      switch tokens.popFirst() {
      case .literal(let text): return .text(text)
      case .word("true"): return .boolean(true)
      case .word("false"): return .boolean(false)
      case .word(let name) where take("("):
        var arguments: [String] = []
        while !take(")") {
          if !arguments.isEmpty, !take(",") { throw Fault(description: "no , between arguments: \(source)") }
          arguments.append(try or().text)
        }
        guard let function = scope.functions[name] else { throw Fault(description: "no function \(name): \(source)") }
        return try function(arguments)
      case .word(let name):
        guard let context = scope.contexts[name] else { throw Fault(description: "no context \(name): \(source)") }
        return try member(of: context, path: [name])
      default:
        throw Fault(description: "nothing to take a value from: \(source)")
      }
    }

    /// What the names lead to that stand behind points.
    private mutating func member(of context: WorkflowValue, path: [String]) throws -> WorkflowValue {
      guard take(".") else { return context }
      guard case .word(let name)? = tokens.popFirst() else {
        throw Fault(description: "no name after a point: \(source)")
      }
      // An event has what it has, and a step that was skipped has no outputs.
      let isOpen =
        path.starts(with: ["github", "event"]) || path.count == 3 && path[0] == "steps" && path[2] == "outputs"
      guard isOpen || context.members[name] != nil else {
        throw Fault(description: "\(path.joined(separator: ".")) has no \(name): \(source)")
      }
      return try member(of: context.members[name] ?? .null, path: path + [name])
    }
  }
}
