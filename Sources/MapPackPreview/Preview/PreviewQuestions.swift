import Foundation
import MapPackFeatures
import MapPackProject
import Yams

/// What a request of the page sends, as JSON: an object of these keys.
protocol PreviewQuestion: Decodable {
  associatedtype CodingKeys: CodingKey, CaseIterable
}

/// The map as the page would have it.
package struct PreviewEdits: PreviewQuestion {
  /// Keys of the pipeline file, and all that each of them is to have; `null` for a key that is to be taken out.
  private var values: PreviewValue?
  /// Readings of names by codes, for the name table.
  private var readings: [String: String]?
  /// Names of regions by codes, for the name table.
  private var names: [String: String]?
  /// The name of the map, if there is no pipeline file yet.
  private(set) var map: String?
  /// Whether a length for repairs is to be proposed.
  private var proposes: Bool?
  /// How the map is drawn: keys of `output.preview` but `path` and `insets`; if there is none, that stays as it is.
  private(set) var look: PreviewValue?

  enum CodingKeys: CodingKey, CaseIterable { case values, readings, names, map, look, proposes }

  var newValues: Node.Mapping { values?.node.mapping ?? [:] }
  var nameEdits: NameTable.Edits { NameTable.Edits(names: names ?? [:], readings: readings ?? [:]) }
  var isProposal: Bool { proposes ?? false }

  /// No edit at all.
  init() {}
}

/// The files of a drop, how they are read, and what they are for; or a map that the empty page offers.
package struct PreviewOpening: PreviewQuestion {
  /// Without it, the page begins again with what it was started with.
  private var drop: String?
  private var files: [String]?
  private var layer: String?
  private var encoding: String?
  private var crs: String?
  /// What the files are to the map that is shown.
  private(set) var use: PreviewUse?
  /// The path of a pipeline file of the folder.
  private(set) var map: String?
  /// The name of an example, whose files are those of the drop.
  private(set) var example: String?

  enum CodingKeys: CodingKey, CaseIterable { case drop, files, layer, encoding, crs, use, map, example }

  /// The drop, and the names of its files.
  func dropped() throws(StageError) -> (drop: PreviewUploads.Drop, names: [String]) {
    let names = (files ?? []).filter(PreviewUploads.isName)
    guard let drop = PreviewUploads.Drop(drop ?? ""), !names.isEmpty, names.count == files?.count else {
      throw StageError(.usage, "no file was dropped")
    }
    return (drop, names)
  }

  /// Whether the page is to begin again.
  var isReset: Bool { drop == nil && map == nil }

  var reading: ReadingOptions {
    var reading = ReadingOptions()
    (reading.layer, reading.encoding, reading.coordinateSystem) = (layer, encoding, crs)
    return reading
  }
}

/// The form of the map that is taken away, and how its picture is drawn, as in a pipeline file.
package struct PreviewTaking: PreviewQuestion {
  private(set) var form: String
  private(set) var look: PreviewValue?
  /// Whether a picture has the colors for dark surroundings.
  private var dark: Bool?

  enum CodingKeys: CodingKey, CaseIterable { case form, look, dark }

  var isDark: Bool { dark ?? false }
}

extension PreviewQuestion {
  /// - Throws: `usage` if the request is no such object, or has a key that the page does not send.
  static func asked(by request: PreviewRequest) throws(StageError) -> Self {
    let text = String(decoding: request.body, as: UTF8.self)
    // JSON is YAML, whose reader keeps the order of keys.
    _ = try YAMLValue(document: text, file: "the request").mapping(CodingKeys.allCases.map(\.stringValue))
    do {
      return try YAMLDecoder().decode(Self.self, from: text)
    } catch {
      throw StageError(.usage, "the request cannot be read: \(error)")
    }
  }
}

/// A value of a pipeline file: a text, `null`, a list, or an object with its keys in their order.
struct PreviewValue: Decodable {
  let node: Node

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    // Truth values are written as they are. To the reader, they are text too.
    func quoted(_ text: String) -> Node {
      Node(text, .implicit, ["true", "false"].contains(text) ? .plain : .doubleQuoted)
    }
    if let object = try? decoder.container(keyedBy: Key.self) {
      node = .mapping(
        Node.Mapping(
          try object.allKeys.map { (quoted($0.stringValue), try object.decode(PreviewValue.self, forKey: $0).node) }))
    } else if var list = try? decoder.unkeyedContainer() {
      var nodes: [Node] = []
      while !list.isAtEnd { nodes.append(try list.decode(PreviewValue.self).node) }
      node = .sequence(Node.Sequence(nodes))
    } else {
      let value = try decoder.singleValueContainer()
      node = value.decodeNil() ? Node("null", .implicit, .plain) : quoted(try value.decode(String.self))
    }
  }
}
