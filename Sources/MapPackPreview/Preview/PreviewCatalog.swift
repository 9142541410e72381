import Foundation
import MapPackFeatures
import MapPackProject
import MapPackRun

/// What the page asks of the catalog: files with some words, or a file for a drop.
package struct PreviewCatalog: PreviewQuestion {
  private(set) var words: String?
  fileprivate var drop: String?
  /// The id of the file.
  fileprivate var published: String?

  enum CodingKeys: CodingKey, CaseIterable { case words, drop, published }
}

/// A file of a publisher, as the page offers it.
struct PreviewHit: Encodable {
  struct Code: Encodable { var code, words: String }
  /// Of a part that an id may lack, `chosen` is the code that it has then.
  struct Part: Encodable { var part: String, codes: [Code], chosen: String? }

  /// Parts that are to be chosen are in capitals.
  var id, words: String
  /// What the user has to know before it is downloaded.
  var terms: String
  /// What is to be chosen.
  var parts: [Part]
  var isOffered: Bool

  init(_ hit: Catalog.Hit) {
    (id, words, isOffered) = (hit.entry.form(hit.parts), hit.words, hit.entry.refused == nil)
    let host = hit.entry.addresses?.first.flatMap { URL(string: $0)?.host }
    let notes = [
      host.map { "It comes from \($0)" }, hit.entry.knownSchema?.restriction, hit.entry.note, hit.entry.instead,
    ]
    terms = notes.compactMap(\.self).joined(separator: ". ") + "."
    parts = hit.entry.sortedCodes.filter { hit.parts[$0.part] == nil }.map { part, codes in
      let listed = codes.sorted { (Self.size($0.key), $0.key) < (Self.size($1.key), $1.key) }
        .map { Code(code: $0.key, words: String($0.value.split(separator: ";").first ?? "")) }
      return Part(part: part.uppercased(), codes: listed, chosen: part == "scale" ? hit.entry.scale : nil)
    }
  }

  /// What the number at the head of a code means, by which scales are sorted: 500k, 5m, 20m; 0 without one.
  private static func size(_ code: String) -> Double {
    (Double(code.prefix(while: \.isNumber)) ?? 0) * (code.hasSuffix("k") ? 1 : 1000)
  }
}

extension PreviewWork {
  /// The first files of publishers that have all of some words.
  func published(with asked: PreviewCatalog) throws(StageError) -> [PreviewHit] {
    let words = (asked.words ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
    return try Catalog.read(nil).search(words).prefix(20).map(PreviewHit.init)
  }

  /// Downloads a file as if it were dropped.
  /// - Returns: the names of the files of the drop.
  mutating func get(_ asked: PreviewCatalog) throws(StageError) -> [String] {
    guard let uploads, let drop = PreviewUploads.Drop(asked.drop ?? ""),
      var file = try Catalog.read(nil).file(asked.published ?? "")
    else { throw StageError(.usage, "no file of the catalog was asked for") }
    file = try file.confirmed(isAsked: false)
    let name = file.fileName
    _ = try file.fetch(to: uploads.folder(of: drop) + "/" + name, called: name, progress: nil)
    published[drop] = file
    return [name]
  }
}
