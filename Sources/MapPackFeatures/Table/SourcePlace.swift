/// What every feature has beside the fields of its source: where it was read from. In templates, filters and lists of
/// fields each is a field of this name, unless a source has a field of that name.
package enum SourcePlace: String, CaseIterable, Sendable {
  /// The name of the file without its folders and its ending; of a file in an archive, that of this file.
  case file
  /// The name of the layer that was chosen in a file with several; else that of the file.
  case layer
  /// The name of the folder in which the file lies. In an archive it is a folder there, or that of the archive if the file
  /// lies in none.
  case folder

  /// The place of the features of a source; `nil` if there is none, such as the folder of a name alone.
  package func text(of source: Source) -> String? {
    var parts = source.path.split(separator: "/").map(String.init)
    let file = Self.withoutEnding(parts.popLast() ?? "")
    switch self {
    case .file: return file
    case .layer: return source.layer ?? file
    case .folder:
      while let last = parts.last, last == "." || Self.isArchive(last) { parts.removeLast() }
      return parts.last
    }
  }

  private static func withoutEnding(_ name: String) -> String {
    var parts = name.split(separator: ".", omittingEmptySubsequences: false)
    if parts.count > 2, parts.last?.lowercased() == "gz" { parts.removeLast() }
    return parts.count > 1 && parts[0] != "" ? parts.dropLast().joined(separator: ".") : name
  }

  /// A path through an archive has its name in place of a folder.
  private static func isArchive(_ name: String) -> Bool {
    ["zip", "kmz"].contains { name.lowercased().hasSuffix("." + $0) }
  }
}

extension FeatureTable {
  /// The table with a column for each place among some names of fields, if it has no field of that name. A table for which
  /// nobody asks for a place stays as it is.
  package consuming func addingPlaces(among names: [String]) -> FeatureTable {
    var table = self
    for place in SourcePlace.allCases where names.contains(place.rawValue) {
      guard !table.fields.contains(where: { $0.trimmingWhitespace == place.rawValue }) else { continue }
      // All features of a source share the text.
      let texts = table.sources.map { source in place.text(of: source).map(AttributeValue.text) ?? .null }
      table.fields.append(place.rawValue)
      table.values.append(table.source.map { texts[Int($0)] })
    }
    return table
  }
}
