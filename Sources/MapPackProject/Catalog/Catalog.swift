import CMapPack
import Foundation
import MapPackFeatures
import MapPackFiles
import MapPackIngest
import Yams

/// The table of files that publishers have on the web: which id stands for which file, and where it lies.
///
/// It is data: a newer table replaces it without a newer program.
package struct Catalog: Decodable, Sendable {
  package var entries: [Entry]

  /// The files that ids of one form stand for. Its keys are those at the head of catalog.yml.
  package struct Entry: Decodable, Sendable {
    package var id, title: String
    package var country, scale, edition, first, index, found, foundLicense, format, layer, crs, schema, key,
      name: String?
    package var publisher, license, attribution, note, refused, instead: String?
    package var codes: [String: [String: String]]?
    package var addresses: [String]?
    package var newer: Newer?
    package var select: [String: String?]?
    package var layerBefore: [String: String]?
    package var seen: [Place]?
  }

  package struct Place: Decodable, Sendable { package var `in`, year: String }

  /// How a newer edition is found, with one request.
  package enum Newer: String, CaseIterable, Decodable, Sendable { case year, modified, index }

  /// The table in a file; else the one beside the command, `share/mappack/catalog.yml`; else that of the program.
  package static func read(_ path: String?) throws(StageError) -> Catalog {
    if let path = path ?? ReleasedFile.path("catalog.yml") {
      let data = try FileReading.contents(of: path, called: path)
      return try Catalog(String(decoding: data, as: UTF8.self), file: path)
    }
    var size = 0
    // Unsafe: the program holds the text as long as it runs.
    let text = UnsafeBufferPointer(start: catalog_text(&size), count: size)
    return try Catalog(String(decoding: text, as: UTF8.self), file: "catalog.yml")
  }

  /// - Throws: `usage` if it is no such table.
  package init(_ text: String, file: String) throws(StageError) {
    // Checks the limits, and says the line of what is wrong.
    let document = try YAMLValue(document: text, file: file).mapping(["lists", "entries"])
    let written = try document["entries"]?.list() ?? []
    let known = Mirror(reflecting: Entry(id: "", title: "")).children.compactMap(\.label)
    for entry in written {
      let values = try entry.mapping(known)
      for key in ["id", "title"] where values[key] == nil { throw entry.error("`\(key)` is missing") }
      _ = try values["newer"]?.choice(of: Newer.self)
    }
    do {
      self = try YAMLDecoder().decode(Catalog.self, from: text)
    } catch {
      throw StageError(.usage, file: file, "this is no catalog: \(error)", remedy: "get a newer one, or leave it out")
    }
  }
}

extension Catalog.Entry {
  /// The word before the first part: n03.
  package var head: String { String(id.prefix { $0 != ":" && $0 != "/" }) }

  /// The parts of its ids: the words between colons and slashes.
  var pieces: [String] { id.idPieces }

  /// The form of its ids for people, with some parts filled in: `n03:PREFECTURE`, `census:county/SCALE`.
  package func form(_ parts: [String: String] = [:]) -> String {
    id.replacing(/\{([^}]*)\}/) { parts[String($0.1)] ?? $0.1.uppercased() }
  }

  /// The codes that each part can be, with their words, in the order of their bytes.
  package var sortedCodes: [(part: String, codes: [(key: String, value: String)])] {
    (codes ?? [:]).sorted { $0.key < $1.key }.map { ($0.key, $0.value.sorted { $0.key < $1.key }) }
  }

  /// The schema of its fields, if it is known.
  package var knownSchema: SourceSchema? { SourceSchema.known.first { $0.id == schema } }

  /// The license, or why it is not offered.
  package var terms: String? {
    refused.map { "not offered, because \($0)" } ?? license ?? knownSchema?.license
  }
}

extension String {
  /// The words between colons and slashes.
  var idPieces: [String] {
    split(omittingEmptySubsequences: false, whereSeparator: { ":/".contains($0) }).map(String.init)
  }
}
