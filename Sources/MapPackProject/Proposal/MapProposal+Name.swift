import Foundation
import MapPackFeatures

extension MapProposal {
  /// Words of file names that say how or for whom a file was made, and nothing of what is in it.
  private static let fileWords: Set<String> = [
    "ne", "cb", "tl", "admin", "adm", "gml", "shp", "json", "geojson", "topojson", "kml", "export", "data", "dataset",
    "small", "simple", "simplified", "lowres", "low", "res", "full", "final", "new", "copy",
  ]

  /// A name for the map of a source, as the name of a Swift type: what a known schema has features of, Countries; else the
  /// words of the layer or the file, BordersThatMiss; else Map.
  package static func mapName(ofSource path: String, layer: String? = nil, fields: [String] = []) -> String {
    let schema = SourceSchema.matching(fields)
    let stem = layer ?? URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    for words in [
      schema?.noun(of: fields).map { [Substring($0)] }, words(of: stem, isPlain: true), words(of: stem, isPlain: false),
    ] {
      if let name = mapName(words ?? []) { return name }
    }
    return "Map"
  }

  /// A name for the map of a file of the catalog, by the words of the first part of its id that has some and is no scale:
  /// Ishikawa, Norway, Counties; `nil` if none has.
  package static func mapName(ofFile file: CatalogFile) -> String? {
    for (piece, code) in zip(file.entry.pieces, file.id.idPieces) where piece != "{scale}" {
      guard let text = file.entry.codes?[String(piece.dropFirst().dropLast())]?[code] else { continue }
      let words = words(of: String(text.prefix { !",;".contains($0) }), isPlain: false)
      // Of 石川県 Ishikawa, the one that is easy to type.
      let latin = words.filter { $0.contains { $0.isASCII && $0.isLetter } }
      if let name = mapName(latin.isEmpty ? words : latin) { return name }
    }
    return nil
  }

  /// Words as the name of a map; `nil` if they cannot be one.
  private static func mapName(_ words: [Substring]) -> String? {
    let name = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return !name.isEmpty && PipelineFile.remedy(forMapName: name) == nil ? name : nil
  }

  /// The words of a name; without those that only tell a scale, a date or a format if it is to be plain.
  private static func words(of stem: String, isPlain: Bool) -> [Substring] {
    let words = stem.split { !$0.isLetter && !$0.isNumber }
    guard isPlain else { return words }
    return words.filter { word in
      !fileWords.contains(word.lowercased()) && !(word.first?.isNumber ?? true && word.count(where: \.isLetter) < 2)
    }
  }

  /// The same without the comments that say what else could be chosen, for who chooses on a page.
  package var withoutHints: MapProposal {
    var plain = self
    (plain.candidates, plain.partsByField, plain.hasHints) = ([], [], false)
    return plain
  }
}

extension SourceSchema {
  /// What files with some fields have features of, in the plural: countries, municipalities; `nil` if that is not known.
  fileprivate func noun(of fields: [String]) -> String? {
    let title = edition(of: fields)?.title ?? ""
    if title.hasSuffix("s"), title.allSatisfy({ $0.isLetter && $0.isLowercase }) { return title }
    return mergesFeatures && geometry == nil ? "municipalities" : nil
  }
}
