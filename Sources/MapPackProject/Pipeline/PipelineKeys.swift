import MapPack
import MapPackCoverage
import MapPackEmit
import MapPackFeatures
import MapPackFiles
import MapPackIngest
import MapPackMerge
import MapPackSimplify

extension PipelineKeys<PipelineFile> {
  package static var document: Self {
    Self([
      .init("map", .mapName, "The map's name: the enum's, and the pack's.", in: \.map)
        .required("begin with `map: NAME`, the name of the enum"),
      .init("plane", .word(of: ["mercator"]), "The plane on which the map is drawn.") { _, _, _ in },
      .init("geometry", .choice(), "What the regions are; other shapes in the sources are left out.", in: \.geometry),
      .init(
        "schema", .schema,
        "The publisher whose fields the sources have; it fills in key, name and credits that are not written.",
        in: \.schema),
      .init(
        "sources",
        .list(.mapping(.source(), into: PipelineFile.SourceEntry(path: "")), count: 1...Int.max)
          .refusing { $0.isEmpty ? ("is empty", Self.sourcesRemedy) : nil },
        "Where the shapes come from.", in: \.sources
      ).required(sourcesRemedy),
      .init(
        "select", .filter,
        "The features to read, by their values; null for no value. Of a list, one condition suffices.", in: \.select),
      .init("drop", .filter, "The selected features to leave out, by their values or as record: 88.", in: \.drop),
      .init(
        "clip", .mapping(.mask(path: "to"), into: PipelineFile.Mask(.clip)),
        "Areas of another source: only land that lies in them stays."
      ) { file, mask, _ in file.masks.append(mask) },
      .init(
        "erase", .mapping(.mask(path: "with"), into: PipelineFile.Mask(.erase)),
        "Areas of another source: land that lies in them is taken away."
      ) { file, mask, _ in file.masks.append(mask) },
      .init("merge", .merge, "Which features make one region, and what it is called.", in: \.merge),
      .init("join", .mapping(.join, into: PipelineFile.Join()), "Numbers and texts of regions, from a table.") {
        file, join, value throws(StageError) in
        guard !join.columns.isEmpty || !join.attributes.isEmpty else {
          throw value.error(
            "`\(value.path)` names no column",
            remedy: "say which columns: `columns: [{ field: 人口, name: population }]` or `attributes: [NAME_JA]`")
        }
        if let twice = join.columns.first(where: { column in file.merge.numbers.contains { $0.name == column.name } }) {
          throw value.error(
            "`\(value.path)` has the number \(twice.name), and so has `merge.numbers`",
            remedy: "give one of them another name: { field: \(twice.field), name: … }")
        }
        if let twice = join.attributes.first(where: file.merge.attributes.contains) {
          throw value.error(
            "`\(value.path)` has the attribute \(twice), and so has `merge.attributes`", remedy: "remove one of them")
        }
        let attributes = file.merge.attributes + join.attributes
        guard attributes.count <= PackFormat.attributeLimit else {
          throw value.error(
            "`\(value.path)` and `merge` have \(attributes.count) attributes, more than a pack can hold",
            remedy: "name at most \(PackFormat.attributeLimit)")
        }
        file.join = join
      },
      .init("names", .regionNames, "Names and cases.", in: \.names),
      .init("changes", .text, "A CSV that says what became of regions: date, kind, from, to, map.", in: \.changes),
      .init("expect", .expectation, "What the map must have; else the run fails.", in: \.expect),
      .init("clean", .clean, "What becomes of borders that do not fit.", in: \.merge),
      .init("simplify", .simplify, "How much is removed, and the levels of detail.", in: \.simplify),
      .init(
        "output", PipelineForm(PipelineKeys<PipelineFile.Output>.output(attributes: [], numbers: []).schema) { $0 },
        "Where results go."
      ) { file, value, _ throws(StageError) in
        let attributes = file.merge.attributes + (file.join?.attributes ?? [])
        let numbers = (file.merge.numbers + (file.join?.columns ?? [])).map(\.name)
        try PipelineKeys<PipelineFile.Output>.output(attributes: attributes, numbers: numbers)
          .read(value, into: &file.output)
        if let groups = file.output.groups, groups.map == file.map {
          throw value.error(
            "`\(value.path).groups` has the name of the map itself, \(file.map)",
            remedy: "give the map of groups a name of its own: `map: Prefecture`")
        }
      }.required("say where results go: `output: { pack: Output/NAME.mappack, swift: Output/NAME.swift }`"),
    ])
  }

  private static var sourcesRemedy: Remedy { "list at least one: `sources:` and below it `  - path: RawData/…`" }
}

extension PipelineForm<String> {
  /// The name of a Swift type and part of file names.
  fileprivate static var mapName: Self {
    pattern("^[A-Za-z_\\u0080-\\uffff][A-Za-z0-9_\\u0080-\\uffff]*$").refusing { name in
      PipelineFile.remedy(forMapName: name).map { ("is “\(name)”, which cannot be the name of a Swift type", $0) }
    }
  }

  fileprivate static var digest: Self {
    let digest = pattern("^[0-9A-Fa-f]{64}$").refusing { text in
      text.utf8.count == 64 && text.allSatisfy(\.isHexDigit)
        ? nil : ("is “\(text)”, expected 64 hexadecimal digits", nil)
    }
    return Self(digest) { text, _ in text.lowercased() }
  }

  fileprivate static var previewPath: Self {
    pattern("\\.(svg|html)$").refusing { path in
      path.hasSuffix(".svg") || path.hasSuffix(".html")
        ? nil : ("is “\(path)”", "a preview is a picture or a page: end its name in .svg or .html")
    }
  }
}

extension PipelineForm<SourceSchema> {
  fileprivate static var schema: Self {
    Self(PipelineForm<String>.word(of: SourceSchema.known.map(\.id)).schema) { value throws(StageError) in
      try value.made { id throws(StageError) in try SourceSchema.named(id) }
    }
  }
}

extension PipelineForm<Template> {
  fileprivate static var template: Self {
    Self(PipelineForm<String>.text.schema) { value throws(StageError) in
      try value.made { text throws(StageError) in try Template(text) }
    }
  }
}

extension PipelineForm<FeatureFilter> {
  /// A feature must have one of the values of each field, in one of several lists of fields. `null` stands for a missing
  /// value.
  fileprivate static var filter: Self {
    let value: [JSON] = [.object(PipelineForm<String>.text.schema), ["type": ["null"]]]
    let values = PipelineForm<[String?]>(
      ["anyOf": .list(value + [["type": ["array"], "items": ["anyOf": .list(value)]]])]
    ) { wanted throws(StageError) in
      try wanted.listOrSingle().map { value throws(StageError) in value.isMissing ? nil : try value.text() }
    }
    let all = Self(.entries(values)) { terms, _ in FeatureFilter(terms: terms.map { ($0.key, $0.value) }) }
    return .either([all.schema, PipelineForm<[FeatureFilter]>.list(all, count: 1...Int.max).schema]) {
      value throws(StageError) in
      FeatureFilter(anyOf: try value.listOrSingle().map(all.read).flatMap(\.anyOf))
    }.refusing { $0.anyOf.isEmpty ? ("is an empty list", "write a condition, as in { record: 88 }") : nil }
  }
}

// MARK: - Sources and regions

extension PipelineKeys<PipelineFile.Mask> {
  /// - Parameter path: the name of the key for the path.
  package static func mask(path: String) -> Self {
    Self(
      PipelineKeys<PipelineFile.SourceEntry>.source(path: path).keys.map { $0.within(\.entry) } + [
        .init("select", .filter, "The areas to use, by their values; null for no value.", in: \.select),
        .init("drop", .filter, "The selected areas to leave out, by their values.", in: \.drop),
      ])
  }
}

extension PipelineKeys<PipelineFile.SourceEntry> {
  /// - Parameter path: the name of the key for the path.
  package static func source(path: String = "path") -> Self {
    Self([
      .init(path, .text, "A file, a folder or a pattern, from the folder above Pipelines.") {
        source, path, value in
        (source.request.source.path, source.line) = (path, value.line)
      }.required("say which file: `\(path): RawData/…`"),
      .init("layer", .text, "The layer to read, if there are several; * for all of them.", in: \.request.layer),
      .init("url", .text, "Where `mappack fetch` gets the file.") { source, url, value in
        source.url = url
      },
      .init("sha256", .digest, "What the file's SHA-256 must be.", in: \.sha256),
      .init(
        "catalog", .text, "The id of the file in the catalog, for `mappack fetch --newer`: n03:17.", in: \.catalog),
      .init("encoding", .text, "The encoding of attribute text, such as CP932.", in: \.request.encoding),
      .init(
        "crs", .text, "The coordinate system, if the source does not say: EPSG:6668.", in: \.request.coordinateSystem),
      .init(
        "descriptions", .word(of: ["text", "tables"]),
        "Whether rows of HTML tables in the descriptions of KML are fields."
      ) { source, word, _ in source.request.readsDescriptionTables = word == "tables" },
      .init(
        "closedLines", .choice(), "What lines are that end where they start, on a map of areas.",
        in: \.request.closedLines),
      .init("publisher", .text, "The publisher, for the app to show.", in: \.request.source.publisher),
      .init("license", .text, "The license, for the app to show.", in: \.request.source.license),
      .init("edition", .text, "The edition, for the app to show.", in: \.request.source.edition),
      .init("attribution", .text, "The words that the publisher asks for.", in: \.request.source.attribution),
    ])
  }
}

extension PipelineKeys<MergeOptions> {
  package static var merge: Self {
    Self([
      .init("key", .template, "The field, or text with {FIELD} in it, that is a region's code.", in: \.key),
      .init("name", .template, "The field, or text with {FIELD} in it, that is a region's name.", in: \.name),
      .init("keyless", .choice(), "What becomes of features without a value for the key.", in: \.keyless),
      .init("attributes", .attributes, "Fields that the pack keeps as texts.", in: \.attributes),
      .init(
        "numbers", .numbers(canSum: true), "Fields that the pack keeps as numbers, alone or with their names.",
        in: \.numbers),
      .init(
        "label",
        .list(.text, count: 2...2).refusing {
          $0.count == 2 ? nil : ("takes two fields", "name those with longitude and latitude: [LABEL_X, LABEL_Y]")
        }, "The fields with the longitude and latitude at which a region's name stands.", in: \.label),
      .init("group", .template, "The field, or text with {FIELD} in it, that is a region's group.", in: \.group),
      .init(
        "main", .entries(.bounds),
        "Codes, and the bounds in degrees within which the polygons lie that show most of the region."
      ) { options, boxes, _ in
        for (code, box) in boxes { options.main[code] = box }
      },
    ])
  }

  package static var clean: Self {
    Self([
      .init("mode", .choice(), "Whether what does not fit is mended, or is an error.", in: \.clean),
      .init(
        "snap", .length("20 cm", isAboveZero: true), "Join borders that miss each other by no more than this: 20 cm."
      ) { options, length, value throws(StageError) in
        guard options.clean != .none else {
          throw value.error(
            "`clean.snap` joins lines, and `clean.mode` allows no repair", remedy: "leave out one of the two")
        }
        options.snap = length
      },
      .init(
        "fillGaps", .gapLimit,
        "Give gaps of less than this area, or narrower than this length, to a neighbor: 500 m2.", in: \.fillGaps),
      .init(
        "places", .list(.place),
        "What becomes of the land at single places: { at: [5.93, 60.71], gap: fill }."
      ) { options, places, value throws(StageError) in
        guard options.clean != .none || places.allSatisfy({ $0.verdict == .lake }) else {
          throw value.error(
            "`clean.places` gives land away, and `clean.mode` allows no repair", remedy: "leave out one of the two")
        }
        options.places = places
      },
    ])
  }
}

extension PipelineForm<PlaceDecision> {
  /// A place, and what becomes of the gap or the land claimed twice that it lies in.
  fileprivate static var place: Self {
    typealias Decision = (at: Degrees?, verdict: PlaceDecision.Verdict?)
    let keys = PipelineKeys<Decision>(
      [
        .init("at", .location, "A place in the land: longitude, latitude.", in: \.at)
          .required("say where: `at: [5.93, 60.71]`"),
        .init("gap", .word(of: ["fill", "lake"]), "Fill the gap, or leave it: it is a lake, or foreign land.") {
          decision, word, _ in decision.verdict = word == "fill" ? .fill : .lake
        },
        .init("overlap", .text, "The code of the region that gets the land, one of those that claim it.") {
          decision, code, _ in decision.verdict = .give(to: code)
        },
      ], exclusive: ["gap", "overlap"])
    return Self(keys.schema) { value throws(StageError) in
      var decision: Decision = (nil, nil)
      try keys.read(value, into: &decision)
      guard let place = decision.at, let verdict = decision.verdict else {
        throw value.error(
          "`\(value.path)` does not say what becomes of the land",
          remedy: "write `gap: fill`, `gap: lake` or `overlap: CODE`")
      }
      return PlaceDecision(at: place, verdict, location: Location(file: value.file, line: value.line))
    }
  }
}

extension PipelineForm<Degrees> {
  /// Longitude, then latitude.
  fileprivate static var location: Self {
    let two = PipelineForm<[Double]>.list(.degrees, count: 2...2).refusing { degrees in
      degrees.count == 2 && abs(degrees[0]) <= 180 && abs(degrees[1]) <= 90
        ? nil : ("is not a location", "write longitude, then latitude, as in [129.37, 34.20]")
    }
    return Self(two) { degrees, _ in Degrees(longitude: degrees[0], latitude: degrees[1]) }
  }
}

extension PipelineForm<[String]> {
  /// Fields that the pack keeps as texts.
  fileprivate static var attributes: Self {
    list(.text, count: 0...PackFormat.attributeLimit).refusing { fields in
      fields.count <= PackFormat.attributeLimit
        ? nil
        : ("names \(fields.count) fields, more than a pack can hold", "name at most \(PackFormat.attributeLimit)")
    }
  }
}

extension PipelineForm<[NumberField]> {
  /// Fields, each alone or with the name that its number gets.
  /// - Parameter canSum: whether several values of one region can be added up.
  fileprivate static func numbers(canSum: Bool) -> Self {
    typealias Number = (field: String, name: String?, isSum: Bool)
    let sum = PipelineKey<Number>("sum", .truth, "Whether the values of a region's features are added up.", in: \.isSum)
    let keys = PipelineKeys<Number>(
      [
        .init("field", .text, "The field, or the column of the table.", in: \.field)
          .required("say which field: { field: POP, name: population }"),
        .init("name", .text, "What the pack calls the number; else as the field.", in: \.name),
      ] + (canSum ? [sum] : []))
    let number = PipelineForm<NumberField>.either([PipelineForm<String>.text.schema, keys.schema]) {
      value throws(StageError) in
      guard (try? value.pairs()) != nil else { return NumberField(field: try value.text()) }
      var number: Number = ("", nil, false)
      try keys.read(value, into: &number)
      return NumberField(field: number.field, name: number.name, isSum: number.isSum)
    }
    return list(number, count: 0...PackFormat.numberCounts.upperBound).refusing { numbers in
      let names = numbers.map(\.name)
      if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) {
        return ("has the number \(twice) twice", "give one of them another name: { field: …, name: … }")
      }
      return names.contains("") ? ("has a number without a name", "write one: { field: …, name: population }") : nil
    }
  }
}

extension PipelineKeys<PipelineFile.Join> {
  package static var join: Self {
    Self([
      .init("table", .text, "A CSV or .xlsx with headings, or a file with layers, such as a GeoPackage.", in: \.table)
        .required("say which file: `table: RawData/population.csv`"),
      .init("layer", .text, "The layer of the table's file, or the sheet.", in: \.layer),
      .init("key", .text, "The column with the codes of regions.", in: \.key)
        .required("say which column has the codes: `key: code`"),
      .init("encoding", .text, "The encoding of the table, such as Shift_JIS.", in: \.encoding),
      .init("thousands", .word(of: [",", ".", " "]), "What separates the thousands of numbers.") { join, word, _ in
        join.thousands = word.first
      },
      .init(
        "columns", .numbers(canSum: false), "Columns that the pack keeps as numbers, alone or with their names.",
        in: \.columns),
      .init("attributes", .attributes, "Columns that the pack keeps as texts.", in: \.attributes),
    ])
  }
}

extension PipelineKeys<PipelineFile.Names> {
  static var regionNames: Self {
    Self([
      .init(
        "table", .text,
        "A CSV, .xlsx or file with layers: columns code, and name, kana, romaji, reading, english or case.",
        in: \.table),
      ofTable("layer", .text, "The layer of the table's file, or the sheet.", in: \.layer),
      ofTable("key", .text, "The column with the codes, if it is called otherwise.", in: \.key),
      ofTable("name", .text, "The column with the names, if it is called otherwise.", in: \.name),
      ofTable("encoding", .text, "The encoding of a CSV, such as Shift_JIS.", in: \.encoding),
      ofTable("url", .text, "Where `mappack fetch` gets the table.", in: \.url),
      ofTable("sha256", .digest, "What the table's SHA-256 must be.", in: \.sha256),
      .init(
        "codes",
        .entries(
          PipelineForm(PipelineForm<String>.text.schema) { value throws(StageError) in
            (text: try value.textOrEmpty().trimmingWhitespace, value: value)
          }), "Old codes, and the codes to use instead."
      ) { names, codes, _ throws(StageError) in
        for (code, new) in codes {
          guard !new.text.isEmpty else {
            throw new.value.error(
              "the new code of \(code) is empty", remedy: "write the code, or leave such features out with `drop`")
          }
          names.codes[code] = new.text
        }
      },
      .init("overrides", .entries(.text), "Codes, and the cases that they get.") { names, overrides, _ in
        for (code, name) in overrides { names.overrides[code] = name }
      },
      .init(
        "english", .truth, "Whether the pack has English names, from the table."
      ) { names, isAsked, value throws(StageError) in
        names.english = isAsked
        guard names.table != nil || !names.english else {
          throw value.error(
            "`names.english` takes English names from a name table, and there is none", remedy: "add `names.table`")
        }
      },
    ])
  }
}

extension PipelineKeys<PipelineFile.Names> {
  /// A key that says something of the table, which has to be named.
  private static func ofTable(
    _ name: String, _ form: PipelineForm<String>, _ summary: String,
    in path: WritableKeyPath<PipelineFile.Names, String?>
  ) -> PipelineKey<PipelineFile.Names> {
    .init(name, form, summary) { names, text, value throws(StageError) in
      guard names.table != nil else {
        throw value.error(
          "`\(value.path)` is that of a name table, and there is none", remedy: "add `table: RawData/…`")
      }
      names[keyPath: path] = text
    }
  }

  /// A group's code is the text of `merge.group`, which can be any: so none has to be replaced.
  static var groupNames: Self { Self(regionNames.keys.filter { $0.name != "codes" }) }
}

extension PipelineKeys<PipelineFile.Expectation> {
  static var expectation: Self {
    Self([
      .init("codes", .list(.text), "These codes, and no others.", in: \.codes),
      .init("count", .integer(0...Int(UInt16.max)), "The number of regions.", in: \.count),
      .init("bounds", .bounds, "Everything lies within: west, south, east, north, in degrees.", in: \.bounds),
    ])
  }
}

// MARK: - Simplification

extension PipelineKeys<PipelineFile.Simplify> {
  /// The keys that say how much is removed, of which at most one may be written.
  static var amounts: Self {
    Self([
      .init("tolerance", .length("30 m"), "Remove what is smaller than this on the ground: 100 m.") {
        simplify, meters, _ in simplify.options.amount = .tolerance(meters: meters)
      },
      .init(
        "keep", .share, "Keep this share of the vertices that may go: 10 %. Nodes and three vertices of each ring stay."
      ) {
        simplify, share, _ in simplify.options.amount = .keep(share: share)
      },
      .init(
        "zoom", .integer(SimplifyOptions.Amount.zooms),
        "Remove what is smaller than half a pixel of a tiled map at this zoom, at most 24."
      ) { simplify, zoom, _ in simplify.options.amount = .zoom(zoom) },
      .init("size", .bytes, "Keep as much as a pack of this size holds: 64 KB.", in: \.packSize),
    ])
  }

  /// Which values go together is checked later, by `SimplifyOptions.check(for:)`.
  package static var simplify: Self {
    let amounts = Self.amounts
    return Self(
      amounts.keys + [
        .init("method", .choice(), "The method that ranks vertices.", in: \.options.method),
        .init(
          "grid", .length("1 m", isAboveZero: true), "The cell to which coordinates are rounded, at the equator: 1 m."
        ) { simplify, cell, _ in simplify.options.cellExponent = GridChoice.exponent(nearestTo: cell) },
        .init(
          "levels", .integer(1...SimplifyOptions.maximumLevels),
          "Levels of detail, each with twice the tolerance of the one before.", in: \.options.levels),
        .init(
          "minimumIsland", .area, "Drop islands smaller than this, never the largest polygon of a region: 0.01 km2.",
          in: \.options.minimumIsland),
        .init(
          "maximumParts", .integer(1...Int(Int32.max)), "How many polygons a region keeps, the largest ones.",
          in: \.options.maximumParts),
        .init(
          "keepIslands", .list(.keptIsland),
          "The codes of regions, and locations such as [129.37, 34.20], whose islands stay."
        ) { simplify, islands, _ in
          simplify.options.keptIslands.codes = islands.flatMap(\.codes)
          simplify.options.keptIslands.locations = islands.flatMap(\.locations)
        },
        .init(
          "regions", .entries(.mapping(.region, into: 0)), "Codes of regions with a tolerance of their own."
        ) { simplify, regions, _ in
          for (code, tolerance) in regions { simplify.options.regionTolerances[code] = tolerance }
        },
      ], exclusive: amounts.names)
  }
}

extension PipelineKeys<Double> {
  package static var region: Self {
    Self([
      .init("tolerance", .length("10 m"), "The region's tolerance: 10 m.", in: \.self)
        .required("write `{ tolerance: 10 m }`")
    ])
  }
}

extension PipelineForm<SimplifyOptions.KeptIslands> {
  /// A code, or longitude and latitude.
  fileprivate static var keptIsland: Self {
    let location = PipelineForm<Degrees>.location
    return .either([location.schema, PipelineForm<String>.text.schema]) { island throws(StageError) in
      var kept = SimplifyOptions.KeptIslands()
      guard island.isList else {
        kept.codes = [try island.text()]
        return kept
      }
      kept.locations = [try location.read(island)]
      return kept
    }
  }
}

// MARK: - Outputs

extension PipelineKeys<PipelineFile.Output> {
  /// - Parameters:
  ///   - attributes: the fields that the regions keep, of which `importance` has to be one.
  ///   - numbers: the numbers that the regions keep, which can color them.
  package static func output(attributes: [String], numbers: [String]) -> Self {
    let preview = Self.preview(attributes: attributes, numbers: numbers)
    return Self([
      .init("pack", .text, "The pack: Output/NAME.mappack.", in: \.pack)
        .required("say where the pack goes: pack: Output/NAME.mappack"),
      .init("swift", .text, "The enum: Output/NAME.swift.", in: \.swift)
        .required("say where the enum goes: swift: Output/NAME.swift"),
      .init("access", .choice(), "Who sees the enum.", in: \.access),
      .init("appIntents", .truth, "Whether Shortcuts and Siri can ask for a region.", in: \.hasAppIntents),
      .init(
        "preview", PipelineForm<YAMLValue>.either([PipelineForm<String>.previewPath.schema, preview.schema]) { $0 },
        "A picture, .svg, or a page with it, .html; alone, or with how it is drawn."
      ) { output, value, _ throws(StageError) in
        if (try? value.pairs()) == nil {
          output.preview = try PipelineForm.previewPath.read(value)
        } else {
          try preview.read(value, into: &output)
        }
        guard output.picture.insets.isEmpty || output.preview?.hasSuffix(".html") != true else {
          throw value.error(
            "a page has no insets: it can be moved", remedy: "take `insets` out, or end the preview's name in .svg")
        }
      },
      .init("report", .text, "A report in JSON: where every feature went.", in: \.report),
      .init(
        "groups", .mapping(.groups, into: PipelineFile.Groups()),
        "The groups as a map of their own, with the same borders."
      ) { output, groups, _ in output.groups = groups },
    ])
  }

  private static func preview(attributes: [String], numbers: [String]) -> Self {
    let path = PipelineKey<PipelineFile.Output>(
      "path", .previewPath, "A picture, .svg, or a page with it, .html.", in: \.preview)
    let look = PipelineKeys<PictureOptions>.look(attributes: attributes, numbers: numbers)
    return Self(
      [path.required("say where the picture goes: path: Output/NAME.svg")] + look.keys.map { $0.within(\.picture) })
  }
}

extension PipelineKeys<PipelineFile.Groups> {
  package static var groups: Self {
    Self([
      .init("map", .mapName, "The name of the map of groups: its enum's, and its pack's.", in: \.map)
        .required("name the map of groups: `map: Prefecture`"),
      .init("pack", .text, "Its pack: Output/NAME.mappack.", in: \.pack)
        .required("say where its pack goes: `pack: Output/NAME.mappack`"),
      .init("swift", .text, "Its enum: Output/NAME.swift.", in: \.swift)
        .required("say where its enum goes: `swift: Output/NAME.swift`"),
      .init(
        "numbers", .list(.text), "Numbers of regions, of which a group has the sum.", in: \.numbers),
      .init("names", .groupNames, "Names and cases of the groups.", in: \.names),
    ])
  }
}
