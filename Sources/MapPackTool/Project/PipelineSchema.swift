import Foundation
import MapPackFeatures

/// The JSON Schema of pipeline files, with which editors complete keys and underline what is wrong.
///
/// It cannot say all that has to hold, such as that `keep` and `zoom` exclude each other.
///
/// Source: JSON Schema, draft 7, which the YAML servers of editors know.
enum PipelineSchema {
  /// The schema lies beside the pipeline files, whose first lines name it.
  static let fileName = "mappack.schema.json"

  /// The first line of a pipeline file, which tells an editor that the schema is beside it.
  static let comment = "# yaml-language-server: $schema=\(fileName)"

  /// The schema as JSON, with a line break at its end.
  static func encoded() throws(StageError) -> Data {
    var root = PipelineKeys.Kind.mapping(.document).schema
    root.draft = "http://json-schema.org/draft-07/schema#"
    root.title = "MapPack pipeline file"
    return try SortedJSON.encoded(root)
  }

  struct Node: Encodable {
    var draft: String?
    var title: String?
    var summary: String?
    var type: [String]?
    var words: [String]?
    var pattern: String?
    var minimum: Double?
    var maximum: Double?
    var minItems: Int?
    var maxItems: Int?
    /// The schema of a list's elements: one or none. It is an array, because a struct cannot contain itself.
    var items: [Node] = []
    var properties: [String: Node]?
    var others: Others?
    var required: [String]?
    var anyOf: [Node]?
    var isFormer: Bool?

    /// The values that a mapping may have under keys that are not listed.
    indirect enum Others: Encodable {
      case none
      case node(Node)

      func encode(to encoder: any Encoder) throws {
        switch self {
        case .none:
          var container = encoder.singleValueContainer()
          try container.encode(false)
        case .node(let node): try node.encode(to: encoder)
        }
      }
    }

    enum CodingKeys: String, CodingKey {
      case draft = "$schema"
      case summary = "description"
      case words = "enum"
      case others = "additionalProperties"
      case isFormer = "deprecated"
      case title, type, pattern, minimum, maximum, minItems, maxItems, items, properties, required, anyOf
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encodeIfPresent(draft, forKey: .draft)
      try container.encodeIfPresent(title, forKey: .title)
      try container.encodeIfPresent(summary, forKey: .summary)
      try container.encodeIfPresent(type, forKey: .type)
      try container.encodeIfPresent(words, forKey: .words)
      try container.encodeIfPresent(pattern, forKey: .pattern)
      try container.encodeIfPresent(minimum, forKey: .minimum)
      try container.encodeIfPresent(maximum, forKey: .maximum)
      try container.encodeIfPresent(minItems, forKey: .minItems)
      try container.encodeIfPresent(maxItems, forKey: .maxItems)
      try container.encodeIfPresent(items.first, forKey: .items)
      try container.encodeIfPresent(properties, forKey: .properties)
      try container.encodeIfPresent(others, forKey: .others)
      try container.encodeIfPresent(required, forKey: .required)
      try container.encodeIfPresent(anyOf, forKey: .anyOf)
      try container.encodeIfPresent(isFormer, forKey: .isFormer)
    }
  }
}

extension PipelineKeys.Kind {
  fileprivate var schema: PipelineSchema.Node {
    var node = PipelineSchema.Node()
    switch self {
    // To YAML, 01100 is a number and NO is a truth value. To the reader, both are text.
    case .text: node.type = ["string", "number", "boolean"]
    case .form(let pattern):
      node.type = ["string"]
      node.pattern = pattern
    case .choice(["true", "false"]): node.type = ["boolean"]
    case .choice(let words): node.words = words
    case .integer(let range):
      node.type = ["integer"]
      (node.minimum, node.maximum) = (Double(range.lowerBound), Double(range.upperBound))
    case .number(let range):
      node.type = ["number"]
      (node.minimum, node.maximum) = (range.lowerBound, range.upperBound)
    case .list(let element, let count):
      node.type = ["array"]
      node.items = [element.schema]
      if count.lowerBound > 0 { node.minItems = count.lowerBound }
      if count.upperBound < Int.max { node.maxItems = count.upperBound }
    case .mapping(let mapping):
      node.type = ["object"]
      node.properties = [:]
      for key in mapping.keys {
        var member = key.takes.schema
        member.summary = key.summary
        if key.isFormer { member.isFormer = true }
        node.properties?[key.name] = member
      }
      node.others = PipelineSchema.Node.Others.none
      let required = mapping.keys.filter(\.isRequired).map(\.name)
      if !required.isEmpty { node.required = required }
    case .entries(let value):
      node.type = ["object"]
      node.others = .node(value.schema)
    case .missing: node.type = ["null"]
    case .either(let kinds): node.anyOf = kinds.map(\.schema)
    }
    return node
  }
}
