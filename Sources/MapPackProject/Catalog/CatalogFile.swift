import Foundation
import MapPackFeatures

/// A file of a publisher: an entry of the catalog whose form is filled in, and an edition.
package struct CatalogFile: Sendable {
  package var entry: Catalog.Entry
  /// The id with all its parts, as pipeline files name it: `n03:17`, `census:county/500k`.
  package var id: String
  /// The parts of the id by their names.
  fileprivate var parts: [String: String] = [:]
  /// `nil` if only the publisher knows it.
  package var edition: String?
  /// The SHA-256 of what came; `nil` if nothing did yet.
  package var digest: String?

  /// A text of the entry with everything that is known filled in.
  package func filled(_ text: String) -> String {
    var values = parts
    (values["edition"], values["year"]) = (edition, edition.map { String($0.prefix(4)) })
    values["yy"] = values["year"].map { String($0.suffix(2)) }
    return values.reduce(text) { $0.replacing("{\($1.key)}", with: $1.value) }
  }

  package var addresses: [String] { (entry.addresses ?? []).map(filled) }

  /// The layer to read; `nil` for the only one.
  package var layer: String? {
    let before = entry.layerBefore?.filter { edition ?? "" < $0.key }.min { $0.key < $1.key }
    return (before?.value ?? entry.layer).map(filled)
  }

  /// What the file is called in a project. It tells the edition, if the file has one.
  package var fileName: String {
    let name = addresses.first.flatMap { URL(string: $0)?.lastPathComponent } ?? ""
    return edition.map { name.contains($0.prefix(4)) } ?? true ? name : "\(edition ?? "")-\(name)"
  }

  /// Fields, and the values of the features to read, in the order of the fields.
  var select: [(field: String, value: String?)] {
    (entry.select ?? [:]).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Whether only the publisher can say which edition the file is.
  package var isUnsure: Bool { entry.newer == .modified ? edition != nil : entry.newer == .index && edition == nil }

  /// The same file in another edition, which may be named by its year.
  package func edition(_ asked: String) throws(StageError) -> CatalogFile {
    var file = self
    let day = entry.newer == .year ? String(entry.edition?.dropFirst(4) ?? "") : ""
    let year = asked.hasSuffix(day) ? String(asked.dropLast(day.count)) : asked
    guard entry.newer != .year || year.utf8.count == 4 && year.utf8.allSatisfy({ 48...57 ~= $0 }) else {
      throw StageError(
        .usage, "“\(asked)” is no edition of \(id)", remedy: "write its year: \(id)@\(entry.edition?.prefix(4) ?? "")")
    }
    file.edition = entry.newer == .year ? year + day : asked
    guard let first = entry.first, asked < first else { return file }
    throw StageError(
      .usage, "the catalog has \(id) from the edition \(first) on, and not \(asked)",
      remedy: "download the older file by hand, and name it to `mappack init`")
  }
}

extension Catalog {
  /// The file that an id stands for: `n03:17`, `census:county/500k`, `n03:17@2024`.
  ///
  /// - Parameter scale: that of an id without one.
  /// - Returns: `nil` if no id of the catalog begins so.
  /// - Throws: `usage` if the id lacks a part, has a wrong one or begins almost as others do, or if the file is not offered.
  package func file(_ id: String, scale: String? = nil) throws(StageError) -> CatalogFile? {
    let typed = id.split(separator: "@", maxSplits: 1).map(String.init)
    guard let text = typed.first else { return nil }
    let candidates = entries.filter { $0.head == text.idPieces[0].lowercased() }
    guard let first = candidates.first else {
      let hint = didYouMean(text.idPieces[0], in: entries.map(\.head))
      guard text.contains(":"), !hint.isEmpty else { return nil }
      throw StageError(
        .usage, "there is no file “\(id)”, and no id of the catalog begins so",
        remedy: "\(hint)`mappack search` lists the ids")
    }
    if let reason = first.refused {
      throw StageError(
        .usage, "\(first.title): this is not offered, because \(reason)", remedy: Remedy(first.instead ?? ""))
    }
    var fault: (words: String, remedy: String)?
    for entry in candidates {
      let missing = text.contains("/") ? nil : scale ?? entry.scale
      let words = text.idPieces + (entry.id.contains("/") ? [missing].compactMap(\.self) : [])
      guard entry.pieces.count == words.count else { continue }
      var file = CatalogFile(entry: entry, id: entry.id, edition: entry.edition)
      var fits = true
      for (piece, word) in zip(entry.pieces, words) {
        let part = String(piece.dropFirst().dropLast())
        let codes = entry.codes?[part].map { $0.keys.sorted() } ?? [piece]
        if let code = codes.first(where: { $0.lowercased() == word.lowercased() }) {
          file.parts[part] = code
          file.id = file.id.replacing(piece, with: code)
        } else {
          if codes != [piece] { fault = fault ?? (": there is no \(part) \(word)", didYouMean(word, in: codes)) }
          fits = false
        }
      }
      guard fits else { continue }
      if let scale, missing != scale || !entry.id.contains("/") {
        throw StageError(
          .usage, "\(file.id) \(missing == nil ? "says its scale already" : "has no scales"), and --scale is \(scale)",
          remedy: "leave out --scale")
      }
      return try typed.dropFirst().first.map(file.edition) ?? file
    }
    let ids = candidates.map { $0.form() }.joined(separator: ", ")
    throw StageError(
      .usage, "“\(id)” is no id of the catalog\(fault?.words ?? "")",
      remedy: "\(fault?.remedy ?? "")its ids are \(ids); `mappack search \(first.head)` lists them")
  }

  /// An entry of which some parts of the id are known, and what the id stands for.
  package typealias Hit = (entry: Entry, parts: [String: String], words: String)

  /// The files that have all of some words, in any language of the table.
  ///
  /// Below what is found of a country stands what others have of that country.
  package func search(_ words: [String]) -> [Hit] {
    let wanted = words.flatMap { Self.folded($0).split(separator: " ").map { " " + $0 } }
    let countries = entries.lazy.compactMap { $0.codes?["country"] }.first ?? [:]
    var hits: [Hit] = []
    var found: Set<String> = []
    func add(_ entry: Entry, _ parts: [String: String] = [:], _ names: [String] = []) {
      let what = names.map { String($0.prefix { $0 != ";" }) } + [entry.title]
      hits.append((entry, parts, what.joined(separator: ": ") + (entry.terms.map { " (\($0))" } ?? "")))
      if let country = parts["country"] ?? entry.country { found.insert(country) }
    }
    for entry in entries {
      let about = Self.folded(
        "\(entry.id) \(entry.title) \(entry.country.map { "\($0) \(countries[$0] ?? "")" } ?? "")")
      let rest = wanted.filter { !about.contains($0) }
      if rest.isEmpty { add(entry) }
      // Who names the publisher sees all codes.
      let isAll = rest.isEmpty && wanted.contains(" " + entry.head)
      var choices: [(parts: [String: String], names: [String], open: [String])] = [([:], [], rest)]
      for (part, codes) in entry.sortedCodes {
        for (code, names) in codes {
          let text = Self.folded("\(code) \(names)")
          for choice in choices
          where choice.parts[part] == nil && choice.open.contains(where: text.contains) || isAll && choice.parts.isEmpty
          {
            var chosen = choice
            chosen.parts[part] = code
            chosen.names.append(names)
            chosen.open.removeAll(where: text.contains)
            choices.append(chosen)
          }
        }
      }
      for choice in choices.dropFirst() where choice.open.isEmpty { add(entry, choice.parts, choice.names) }
    }
    let shown = Set(hits.map { $0.entry.form($0.parts) })
    for country in found.sorted() {
      for entry in entries where entry.codes?["country"]?[country] != nil {
        if !shown.contains(entry.form(["country": country])) {
          add(entry, ["country": country], [countries[country] ?? country])
        }
      }
    }
    return hits
  }

  /// `did you mean Ishikawa? `, if a word is almost one of the table; else empty.
  package func hint(for words: [String]) -> String {
    var known: Set<String> = []
    for entry in entries {
      let texts = [entry.title, entry.head] + (entry.codes ?? [:]).values.flatMap(\.values)
      for text in texts { known.formUnion(text.split { !$0.isLetter }.map(String.init).filter { $0.count > 3 }) }
    }
    return words.lazy.map { didYouMean($0, in: known.sorted()) }.first { !$0.isEmpty } ?? ""
  }

  /// Words in small letters without accents, of one width, each with a space before it.
  private static func folded(_ text: String) -> String {
    let plain = text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    return plain.split { !$0.isLetter && !$0.isNumber }.map { " " + $0 }.joined()
  }
}
