/// What a feature has beside the fields of its source: where it was read from, and its id there. In templates, filters
/// and lists of fields each is a field of this name, unless a source has a field of that name.
package enum ImpliedField: String, CaseIterable, Sendable {
  /// The name of the file without its folders and its ending; of a file in an archive, that of this file.
  case file
  /// The name of the layer that was chosen in a file with several; else that of the file.
  case layer
  /// The name of the folder in which the file lies. In an archive it is a folder there, or that of the archive if the file
  /// lies in none.
  case folder
  /// The id that the file gives the feature: `id` of GeoJSON, TopoJSON and KML, the primary key of a GeoPackage. -99,
  /// which stands for a missing code, is none.
  case id
  /// The number of the feature in its source, from 1, by which messages name it.
  case record

  /// Its text for a feature of a source; `nil` if there is none, such as the folder of a name alone.
  package func text(of source: Source, identifier: String?, record: Int = 0) -> String? {
    var parts = source.path.split(separator: "/").map(String.init)
    let file = Self.withoutEnding(parts.popLast() ?? "")
    switch self {
    case .file: return file
    case .layer: return source.layer ?? file
    case .folder:
      while let last = parts.last, last == "." || Self.isArchive(last) { parts.removeLast() }
      return parts.last
    case .id: return identifier?.asCode.flatMap { $0 == "-99" ? nil : $0 }
    case .record: return String(record)
    }
  }

  /// Whether a program gave the ids of features, so that no later edition keeps them: it counted, as in 0, 1, 2 or
  /// ID_00000, ID_00001, also with gaps where features were left out, or made them up, as GeoServer does.
  package static func areCounted(_ ids: [String]) -> Bool {
    guard !ids.contains(where: { $0.contains("fid-") }) else { return true }
    let digits = ids.map { String($0.reversed().prefix(while: \.isNumber).reversed()) }
    let stems = Set(zip(ids, digits).map { $0.dropLast($1.count) })
    let numbers = digits.compactMap { Int($0) }
    guard ids.count > 1, stems.count == 1, numbers.count == ids.count else { return false }
    let steps = zip(numbers, numbers.dropFirst()).map { $1.subtractingReportingOverflow($0).partialValue }
    if steps.allSatisfy({ $0 == 1 }) { return true }
    // Codes are sorted too, but have zeros before them or are far apart.
    return ids.count >= 10 && !digits.contains { $0.first == "0" && $0.count > 1 } && steps.allSatisfy { $0 > 0 }
      && numbers[numbers.count - 1] / 4 < ids.count
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
  /// The table with a column for each implied field among some names, if it has no field of that name. A table for which
  /// nobody asks for one stays as it is, and so does a table without ids if ids are asked for.
  package consuming func addingImpliedFields(among names: [String]) -> FeatureTable {
    var table = self
    for field in ImpliedField.allCases where names.contains(field.rawValue) {
      guard !table.fields.contains(where: { $0.trimmingWhitespace == field.rawValue }) else { continue }
      func value(_ source: Source, _ identifier: String?) -> AttributeValue {
        field.text(of: source, identifier: identifier).map(AttributeValue.text) ?? .null
      }
      if field == .id {
        guard table.identifier.contains(where: { $0 != nil }) else { continue }
        table.values.append(zip(table.source, table.identifier).map { value(table.sources[Int($0)], $1) })
      } else if field == .record {
        table.values.append(table.record.map { .text(String($0)) })
      } else {
        // All features of a source share the text.
        let values = table.sources.map { value($0, nil) }
        table.values.append(table.source.map { values[Int($0)] })
      }
      table.fields.append(field.rawValue)
    }
    return table
  }
}
