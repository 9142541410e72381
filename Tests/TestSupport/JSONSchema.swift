import Foundation

/// Checks JSON against a JSON Schema. It knows the part of draft 7 that SARIF's schema uses.
///
/// An unknown keyword is an error, so that a schema is never checked in part. `format` is not checked.
public struct JSONSchema {
  private let root: JSONValue

  public init(_ root: JSONValue) { self.root = root }

  /// The faults of a document, each with its path in the document; empty if there are none.
  ///
  /// - Throws: an error if the schema has an unknown keyword or is broken.
  public func faults(in document: JSONValue) throws -> [String] { try faults(document, root, "$") }

  private struct UnknownKeyword: Error { var keyword: String }
  private struct BrokenSchema: Error { var keyword: String }

  private static let annotations: Set = [
    "$schema", "$id", "title", "description", "default", "definitions", "format",
  ]

  private func faults(_ value: JSONValue, _ schema: JSONValue, _ path: String) throws -> [String] {
    guard case .object(let keywords) = schema else { throw BrokenSchema(keyword: path) }
    if let reference = keywords["$ref"]?.string {
      return try faults(value, definition(reference), path)
    }
    var faults: [String] = []
    for (keyword, argument) in keywords.sorted(by: { $0.key < $1.key }) where !Self.annotations.contains(keyword) {
      faults += try self.faults(value, keyword, argument, beside: keywords, path)
    }
    return faults
  }

  private func definition(_ reference: String) throws -> JSONValue {
    guard reference.hasPrefix("#") else { throw BrokenSchema(keyword: reference) }
    return try reference.dropFirst().split(separator: "/").reduce(root) { schema, step in
      guard let next = schema[String(step)] else { throw BrokenSchema(keyword: reference) }
      return next
    }
  }

  private func faults(
    _ value: JSONValue, _ keyword: String, _ argument: JSONValue, beside keywords: [String: JSONValue], _ path: String
  ) throws -> [String] {
    func fault(_ isFault: Bool) -> [String] { isFault ? ["\(path): \(keyword)"] : [] }
    func compared(_ isFault: (Double, Double) -> Bool, _ size: Double?) throws -> [String] {
      guard let limit = argument.number else { throw BrokenSchema(keyword: keyword) }
      return fault(size.map { isFault($0, limit) } ?? false)
    }
    switch keyword {
    case "type":
      let types = (argument.elements ?? [argument]).compactMap(\.string)
      return fault(!types.contains { Self.is(value, $0) })
    case "enum":
      return fault(argument.elements?.contains(value) != true)
    case "pattern":
      guard let text = value.string, let pattern = argument.string else { return [] }
      return fault(try Regex(pattern).firstMatch(in: text) == nil)
    case "minimum": return try compared(<, value.number)
    case "maximum": return try compared(>, value.number)
    case "minItems": return try compared(<, value.elements.map { Double($0.count) })
    case "maxItems": return try compared(>, value.elements.map { Double($0.count) })
    case "uniqueItems":
      guard let elements = value.elements else { return [] }
      return fault(argument == .bool(true) && Set(elements).count != elements.count)
    case "items":
      return try (value.elements ?? []).enumerated().flatMap { try faults($1, argument, "\(path)[\($0)]") }
    case "required":
      guard case .object(let members) = value else { return [] }
      return fault(!(argument.elements ?? []).compactMap(\.string).allSatisfy { members[$0] != nil })
    case "properties":
      guard case .object(let members) = value else { return [] }
      return try members.sorted { $0.key < $1.key }.flatMap { name, member in
        try argument[name].map { try faults(member, $0, "\(path).\(name)") } ?? []
      }
    case "additionalProperties":
      guard case .object(let members) = value else { return [] }
      return try members.sorted { $0.key < $1.key }.flatMap { name, member in
        if keywords["properties"]?[name] != nil || argument == .bool(true) { return [String]() }
        return argument == .bool(false)
          ? ["\(path).\(name): \(keyword)"] : try faults(member, argument, "\(path).\(name)")
      }
    case "anyOf", "oneOf":
      let fitting = try (argument.elements ?? []).count { try faults(value, $0, path).isEmpty }
      return fault(keyword == "anyOf" ? fitting == 0 : fitting != 1)
    default:
      throw UnknownKeyword(keyword: keyword)
    }
  }

  private static func `is`(_ value: JSONValue, _ type: String) -> Bool {
    switch (type, value) {
    case ("null", .null), ("boolean", .bool), ("number", .number), ("string", .string), ("array", .array),
      ("object", .object):
      true
    case ("integer", .number(let number)): number == number.rounded()
    default: false
    }
  }
}
