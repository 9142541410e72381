import Foundation
import MapPackFeatures

/// JSON with sorted keys, no escaped slashes and a newline at the end. So the same value gives the same bytes.
///
/// Files and answers of the tool are written by it. Reports whose members have an order, one finding a line, are written
/// by `JSON`, and maps as GeoJSON and TopoJSON by `JSONText` of MapPackEmit, from front to back. Both quote texts by
/// `quotedJSON`.
package enum SortedJSON {
  /// - Parameter isForReaders: whether each value gets a line of its own.
  /// - Throws: `unreadableData` if a number is not finite.
  package static func encoded(_ value: some Encodable, isForReaders: Bool = true) throws(StageError) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if isForReaders { encoder.outputFormatting.insert(.prettyPrinted) }
    do {
      var data = try encoder.encode(value)
      data.append(UInt8(ascii: "\n"))
      return data
    } catch {
      throw StageError(.unreadableData, "the result cannot be written as JSON: \(error.localizedDescription)")
    }
  }
}

/// A value of JSON (RFC 8259), whose objects keep their members in the order given. As an `Encodable` it has them in the
/// order of the encoder, without those that are `null`.
package indirect enum JSON: Encodable, Sendable {
  case null
  case flag(Bool)
  /// `null` for infinity and NaN, which JSON does not have.
  case number(Double)
  case integer(Int)
  case text(String)
  case list([JSON])
  case members([(key: String, value: JSON)])

  package static func object(_ members: [String: JSON]) -> JSON { .members(members.map { ($0, $1) }) }

  package init(_ value: Double?) { self = value.map(JSON.number) ?? .null }
  package init(_ value: Int?) { self = value.map(JSON.integer) ?? .null }
  package init(_ value: String?) { self = value.map(JSON.text) ?? .null }

  /// The value without the members of its objects that are `null`.
  package var known: JSON {
    switch self {
    case .list(let values): .list(values.map(\.known))
    case .members(let members): .members(members.filter { !$0.value.isNull }.map { ($0, $1.known) })
    default: self
    }
  }

  package var isNull: Bool { if case .null = self { true } else { false } }

  private struct Member: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  package func encode(to encoder: any Encoder) throws {
    if case .members(let members) = self {
      var container = encoder.container(keyedBy: Member.self)
      for (key, value) in members where !value.isNull { try container.encode(value, forKey: Member(stringValue: key)) }
      return
    }
    var container = encoder.singleValueContainer()
    switch self {
    case .null, .members: try container.encodeNil()
    case .flag(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .list(let values): try container.encode(values)
    }
  }

  /// The value on one line, with a space behind each comma and colon. A number is the shortest text that reads back as
  /// the same number.
  package var line: String {
    switch self {
    case .null: "null"
    case .flag(let value): value ? "true" : "false"
    case .number(let value): value.isFinite ? "\(value)" : "null"
    case .integer(let value): "\(value)"
    case .text(let value): String(decoding: value.quotedJSON, as: UTF8.self)
    case .list(let values): "[" + values.map(\.line).joined(separator: ", ") + "]"
    case .members(let members):
      "{" + members.map { "\(JSON.text($0.key).line): \($0.value.line)" }.joined(separator: ", ") + "}"
    }
  }

  /// A list with one element a line, indented by `indentation` spaces, and its closing bracket by two less.
  package static func lines(_ elements: [JSON], indentation: Int) -> String {
    guard !elements.isEmpty else { return "[]" }
    let space = String(repeating: " ", count: indentation)
    return "[\n" + elements.map { space + $0.line }.joined(separator: ",\n") + "\n" + space.dropLast(2) + "]"
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self = .text(value) }
  package init(booleanLiteral value: Bool) { self = .flag(value) }
  package init(arrayLiteral elements: JSON...) { self = .list(elements) }
  package init(dictionaryLiteral members: (String, JSON)...) { self = .members(members.map { ($0, $1) }) }
}
