import Foundation
import MapPackFeatures
import MapPackNames

extension MapProposal {
  /// The text of the pipeline file. Comments say why something is proposed, and what else could be written.
  ///
  /// Without a key it has no `merge.key`, so each feature is a region. The outputs go to the folder Output. A map of
  /// points gets no `simplify`. Lines end in LF.
  ///
  /// - Parameter lack: the municipalities that the table of names has and the sources lack.
  package func text(
    sources: [String], reading: ReadingOptions, names: String?, lack: NameTable.Lack? = nil
  ) -> String {
    var lines = [PipelineSchema.comment]
    // A schema that is named reads other editions too.
    let from = namesSchema ? schema?.title : title
    lines.append("# \(map)" + (from.map { ", from \($0): mappack schemas \(schema?.id ?? "")" } ?? ""))
    lines.append("# Make it: mappack run Pipelines/\(map).yml; every key: mappack help pipeline")
    for words in [schema?.restriction, schema?.advice].compactMap(\.self)
    where names == nil || !words.contains("names.table") { lines.append("# \(words)") }
    lines.append("map: \(YAMLText.plainOrQuoted(map))")
    if namesSchema || count == 0, let schema { lines.append("schema: \(schema.id)") }
    if hasHints, !otherSchemas.isEmpty {
      let others = otherSchemas.prefix(3).map { "\($0.id) (\($0.title))" }.joined(separator: ", ")
      lines.append("# Other schemas for these fields, \(namesSchema ? "in its place" : "by init --schema"): \(others)")
    }
    if geometry != .areas { lines.append("geometry: \(geometry.rawValue)") }
    lines.append("sources:")
    for path in sources { lines += sourceLines(path, reading) }
    lines += warnings.map { "# Look: \($0.onOneLine)" }
    lines += selectionLines
    lines += mergeLines
    lines += candidates.map { "# \($0.onOneLine)" }
    if let names {
      lines.append("names: { table: \(YAMLText.plainOrQuoted(names)) }")
    } else if hasHints {
      lines.append("# names: { table: Pipelines/names/TABLE.csv }   # columns code, name, kana: readable cases")
    }
    if let lack {
      lines.append("# Look: \(lack.words.onOneLine)")
      lines.append("# If they belong to the map, add a source that has them and expect \(lack.count).")
    }
    let within = bounds.map { ", bounds: \($0.text)" } ?? ""
    if count == 0 {
      lines.append("# The file has not been read: choose a tolerance, and expect: { count: N } after a run")
    }
    if count > 0 {
      lines.append("expect: { count: \(count)\(within) }   # the run fails if a region is lost, or lies elsewhere")
    }
    // What stands alone on a level of a building is a room, and no island to drop.
    let island = hasHints && schema?.layeredBy == nil && geometry == .areas ? "   # also: minimumIsland: 0.01 km2" : ""
    if geometry != .points {
      lines.append("simplify: { tolerance: \(Quantity.length(meters: tolerance).typed), levels: \(levels) }\(island)")
    }
    let outputs = ["pack: Output/\(map).mappack", "swift: Output/\(map).swift", "preview: Output/\(map).html"]
    if let groups, let path = sources.first {
      let table: KeyValuePairs = ["table": path, "layer": groups.layer, "key": groups.key, "name": groups.name]
      let names = table.map { "\($0): \(YAMLText.plainOrQuoted($1))" }.joined(separator: ", ")
      lines += ["output:"] + outputs.map { "  " + $0 }
      lines += ["  groups:", "    map: \(groups.map)", "    pack: Output/\(groups.map).mappack"]
      lines += ["    swift: Output/\(groups.map).swift", "    names: { \(names) }"]
    } else {
      lines.append("output: { \(outputs.joined(separator: ", ")) }")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func sourceLines(_ path: String, _ reading: ReadingOptions) -> [String] {
    var lines: [String] = []
    lines.append("  - path: \(YAMLText.plainOrQuoted(path))")
    let entry = file?.entry
    let credit = entry?.attribution.flatMap { file?.filled($0) } ?? schema?.attribution
    let keys: KeyValuePairs<String, String?> = [
      "layer": layer ?? reading.layer, "encoding": reading.encoding, "crs": reading.coordinateSystem,
      "descriptions": reading.readsDescriptionTables == true ? "tables" : nil,
      "closedLines": reading.closedLines?.rawValue, "url": file?.addresses.first, "sha256": file?.digest,
      "publisher": entry?.publisher ?? schema?.publisher, "license": entry?.license ?? schema?.license,
      "edition": file?.edition, "attribution": credit, "catalog": file?.id,
    ]
    for (key, value) in keys {
      if let value { lines.append("    \(key): \(YAMLText.plainOrQuoted(value))") }
    }
    if hasHints, file == nil {
      lines.append(
        "    # also: url sha256 edition catalog" + (schema?.publisher == nil ? " publisher license attribution" : ""))
    }
    return lines
  }

  private var selectionLines: [String] {
    var lines: [String] = []
    if !select.isEmpty {
      let terms = select.map {
        "\(YAMLText.plainOrQuoted($0.field)): \($0.value.map(YAMLText.quoted) ?? "null")"
      }
      lines.append("select: { \(terms.joined(separator: ", ")) }")
    } else {
      for (field, values) in partsByField.prefix(1) {
        let few = values.prefix(8).map(YAMLText.quoted).joined(separator: ", ") + (values.count > 8 ? ", …" : "")
        lines.append("# select: { \(YAMLText.plainOrQuoted(field)): [\(few)] }   # a part of them")
      }
    }
    if let shapeless, shapeless.drop != nil { lines.append("# \(shapeless.words)") }
    let conditions = (drop + [shapeless?.drop].compactMap(\.self)).map { field, values in
      let quoted = field == ImpliedField.record.rawValue ? values : values.map(YAMLText.quoted)
      let list = quoted.joined(separator: ", ")
      return "{ \(YAMLText.plainOrQuoted(field)): \(values.count == 1 ? list : "[\(list)]") }"
    }
    let all = conditions.joined(separator: ", ")
    if !conditions.isEmpty { lines.append("drop: \(conditions.count == 1 ? all : "[\(all)]")") }
    return lines
  }

  private var mergeLines: [String] {
    var lines: [String] = []
    if namesSchema { return lines }
    if let key {
      var merge = "key: \(YAMLText.plainOrQuoted(key))"
      if let name { merge += ", name: \(YAMLText.plainOrQuoted(name))" }
      if let group { merge += ", group: \(YAMLText.plainOrQuoted(group))" }
      if attributes.isEmpty, label.isEmpty, hasHints {
        lines.append("merge: { \(merge) }")
      } else {
        let list = { (fields: [String]) in fields.map(YAMLText.plainOrQuoted).joined(separator: ", ") }
        lines.append("merge:")
        lines += merge.split(separator: ", ").map { "  " + $0 }
        if !attributes.isEmpty { lines.append("  attributes: [\(list(attributes))]") }
        if !label.isEmpty { lines.append("  label: [\(list(label))]") }
      }
    } else if count > 0 {
      lines += [
        "# No field has a value of its own for each feature: each feature is a region, numbered, which",
        "# no later edition will keep. Name a key: merge: { key: FIELD, name: FIELD }",
      ]
      if let name { lines.append("merge: { name: \(YAMLText.plainOrQuoted(name)) }") }
    }
    return lines
  }

  private var title: String? {
    schema.map { schema in schema.title + (edition.map { " (\($0))" } ?? "") }
  }

  /// What is proposed, in one line.
  package var summary: String {
    let fields = [key.map { "key \($0)" } ?? "no key", name.map { "name \($0)" }].compactMap(\.self)
    return [
      title ?? "no schema that is known",
      passedOver.isEmpty
        ? nil : "not \(passedOver.joined(separator: ", ")), whose key would join regions with different names",
      namesSchema ? nil : fields.joined(separator: ", "),
      select.isEmpty
        ? nil : "where " + select.map { "\($0.field) is \($0.value ?? "empty")" }.joined(separator: " and "),
      Figures.counted(count, "region"),
      groups.map { "the groups \($0.map) of the layer \($0.layer) by \(group ?? $0.key)" },
      geometry == .points ? nil : "tolerance \(Quantity.length(meters: tolerance).words)",
    ].compactMap(\.self).joined(separator: ", ")
  }
}

extension MapProposal.Shapeless {
  package var words: String {
    count == 1
      ? "1 feature has no shape of its own and is dropped: \(label.onOneLine)"
      : "\(Figures.grouped(count)) features have no shape of their own and are dropped: \(label.onOneLine) …"
  }
}
