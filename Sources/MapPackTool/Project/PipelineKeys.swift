import MapPack
import MapPackEmit
import MapPackFeatures
import MapPackMerge
import MapPackNames
import MapPackSimplify

/// The keys of a mapping in a pipeline file, for the reader and for the JSON Schema of pipeline files. What the values
/// mean stands in the initializers of `PipelineFile` and its parts.
struct PipelineKeys: Sendable {
  struct Key: Sendable {
    var name: String
    var takes: Kind
    /// The sentence that an editor shows.
    var summary: String
    var isRequired = false
    /// Whether it is a former spelling, which is read but should not be written any more.
    var isFormer = false
  }

  indirect enum Kind: Sendable {
    /// Text as it is written, even if it is a number or a truth value to YAML.
    case text
    /// Text that matches a regular expression, which JavaScript has to understand too.
    case form(String)
    /// One of several words.
    case choice([String])
    case integer(ClosedRange<Int>)
    case number(ClosedRange<Double>)
    /// A list of elements of one kind, and how many there may be.
    case list(Kind, ClosedRange<Int>)
    case mapping(PipelineKeys)
    /// A mapping with any keys.
    case entries(Kind)
    /// An empty value, `~` or `null`.
    case missing
    /// A value of one of several kinds.
    case either([Kind])

    /// A length, which may be zero. The units of this and of what follows are those of `Quantity`.
    static let length = quantity("mm|cm|m|km")
    static let area = quantity("cm2|m2|ha|km2|cm²|m²|km²|cm\\^2|m\\^2|km\\^2")
    static let areaOrLength = either([area, length])
    static let share = either([quantity("%"), number(0...1)])
    static let bytes = either([quantity("B|KB|kB|MB"), integer(1...Int(Int32.max))])
    /// Longitude and latitude in degrees.
    static let location = list(number(-180...180), 2...2)

    private static func quantity(_ units: String) -> Kind {
      form("^\\s*([0-9]+\\.?[0-9]*|\\.[0-9]+)\\s*(\(units))\\s*$")
    }

    static func choice<Value: RawRepresentable & CaseIterable>(of type: Value.Type) -> Kind
    where Value.RawValue == String {
      choice(type.allCases.map(\.rawValue))
    }
  }

  var keys: [Key]

  var names: [String] { keys.map(\.name) }
}

// MARK: - The mappings

extension PipelineKeys {
  static let document = PipelineKeys(keys: [
    Key(
      name: "map", takes: .form("^[A-Za-z_\\u0080-\\uffff][A-Za-z0-9_\\u0080-\\uffff]*$"),
      summary: "The map's name: the enum's, and the pack's.", isRequired: true),
    Key(name: "plane", takes: .choice(["mercator"]), summary: "The plane on which the map is drawn."),
    Key(
      name: "geometry", takes: .choice(of: GeometryKind.self),
      summary: "What the regions are; other shapes in the sources are left out."),
    Key(
      name: "schema", takes: .choice(SourceSchema.known.map(\.id)),
      summary: "The publisher whose fields the sources have; it fills in key, name and credits that are not written."),
    Key(
      name: "sources", takes: .list(.mapping(source), 1...Int.max), summary: "Where the shapes come from.",
      isRequired: true),
    Key(name: "select", takes: filter, summary: "The features to read, by their values; null for no value."),
    Key(name: "drop", takes: filter, summary: "The selected features to leave out, by their values."),
    Key(name: "merge", takes: .mapping(merge), summary: "Which features make one region, and what it is called."),
    Key(name: "names", takes: .mapping(regionNames), summary: "Names and cases."),
    Key(name: "changes", takes: .text, summary: "A CSV that says what became of regions: date, kind, from, to."),
    Key(name: "expect", takes: .mapping(expectation), summary: "What the map must have; else the run fails."),
    Key(name: "clean", takes: .mapping(clean), summary: "What becomes of borders that do not fit."),
    Key(name: "simplify", takes: .mapping(simplify), summary: "How much is removed, and the levels of detail."),
    Key(name: "output", takes: .mapping(output), summary: "Where results go.", isRequired: true),
  ])

  static let source = PipelineKeys(keys: [
    Key(
      name: "path", takes: .text, summary: "A file, a folder or a pattern, from the folder above Pipelines.",
      isRequired: true),
    Key(name: "layer", takes: .text, summary: "The layer to read, if there are several."),
    Key(name: "url", takes: .text, summary: "Where `mappack fetch` gets the file."),
    Key(name: "sha256", takes: .form("^[0-9A-Fa-f]{64}$"), summary: "What the file's SHA-256 must be."),
    Key(name: "encoding", takes: .text, summary: "The encoding of attribute text, such as CP932."),
    Key(name: "crs", takes: .text, summary: "The coordinate system, if the source does not say: EPSG:6668."),
    Key(
      name: "descriptions", takes: .choice(["text", "tables"]),
      summary: "Whether rows of HTML tables in the descriptions of KML are fields."),
    Key(name: "publisher", takes: .text, summary: "The publisher, for the app to show."),
    Key(name: "license", takes: .text, summary: "The license, for the app to show."),
    Key(name: "licence", takes: .text, summary: "The same as license.", isFormer: true),
    Key(name: "edition", takes: .text, summary: "The edition, for the app to show."),
    Key(name: "attribution", takes: .text, summary: "The words that the publisher asks for."),
  ])

  static let merge = PipelineKeys(keys: [
    Key(name: "key", takes: .text, summary: "The field, or text with {FIELD} in it, that is a region's code."),
    Key(name: "name", takes: .text, summary: "The field, or text with {FIELD} in it, that is a region's name."),
    Key(
      name: "keyless", takes: .choice(of: MergeOptions.Keyless.self),
      summary: "What becomes of features without a value for the key."),
    Key(
      name: "attributes", takes: .list(.text, 0...PackFormat.attributeLimit),
      summary: "Fields that the pack keeps as texts."),
    Key(
      name: "label", takes: .list(.text, 2...2),
      summary: "The fields with the longitude and latitude at which a region's name stands."),
    Key(name: "group", takes: .text, summary: "The field, or text with {FIELD} in it, that is a region's group."),
  ])

  static let clean = PipelineKeys(keys: [
    Key(
      name: "mode", takes: .choice(of: MergeOptions.Clean.self),
      summary: "Whether what does not fit is mended, or is an error."),
    Key(name: "snap", takes: .length, summary: "Join borders that miss each other by no more than this: 20 cm."),
    Key(
      name: "fillGaps", takes: .areaOrLength,
      summary: "Give gaps of less than this area, or narrower than this length, to a neighbor: 500 m2."),
  ])

  static let regionNames = PipelineKeys(keys: [
    Key(name: "table", takes: .text, summary: "A CSV with the columns code, and name, kana, romaji or english."),
    Key(name: "codes", takes: .entries(.text), summary: "Old codes, and the codes to use instead."),
    Key(name: "overrides", takes: .entries(.text), summary: "Codes, and the cases that they get."),
    Key(
      name: "english", takes: .choice(["true", "false"]),
      summary: "Whether the pack has English names, from the table."),
  ])

  static let expectation = PipelineKeys(keys: [
    Key(name: "codes", takes: .list(.text, 0...Int.max), summary: "These codes, and no others."),
    Key(name: "count", takes: .integer(0...Int(UInt16.max)), summary: "The number of regions."),
    Key(
      name: "bounds", takes: .list(.number(-180...180), 4...4),
      summary: "Everything lies within: west, south, east, north, in degrees."),
  ])

  /// The keys that say how much is removed, of which at most one may be written.
  static let amounts = PipelineKeys(keys: [
    Key(name: "tolerance", takes: .length, summary: "Remove what is smaller than this on the ground: 100 m."),
    Key(name: "keep", takes: .share, summary: "Keep this share of the vertices that may go: 10 %."),
    Key(
      name: "zoom", takes: .integer(SimplifyOptions.Amount.zooms),
      summary: "Remove half a pixel of a tiled map at this zoom."),
    Key(name: "size", takes: .bytes, summary: "Keep as much as a pack of this size holds: 64 KB."),
  ])

  static let simplify = PipelineKeys(
    keys: amounts.keys + [
      Key(
        name: "method", takes: .choice(of: SimplifyOptions.Method.self), summary: "The method that ranks vertices."
      ),
      Key(name: "grid", takes: .length, summary: "The cell to which coordinates are rounded, at the equator: 1 m."),
      Key(
        name: "levels", takes: .integer(1...SimplifyOptions.maximumLevels),
        summary: "Levels of detail, each with twice the tolerance of the one before."),
      Key(name: "minimumIsland", takes: .area, summary: "Drop smaller islands: 0.01 km2."),
      Key(
        name: "maximumParts", takes: .integer(1...Int(Int32.max)),
        summary: "How many polygons a region keeps, the largest ones."),
      Key(
        name: "keepIslands", takes: .list(.either([.location, .text]), 0...Int.max),
        summary: "The codes of regions, and locations such as [129.37, 34.20], whose islands stay."),
      Key(
        name: "regions", takes: .entries(.mapping(region)), summary: "Codes of regions with a tolerance of their own."),
    ])

  static let region = PipelineKeys(keys: [
    Key(name: "tolerance", takes: .length, summary: "The region's tolerance: 10 m.", isRequired: true)
  ])

  static let output = PipelineKeys(keys: [
    Key(name: "pack", takes: .text, summary: "The pack: Output/NAME.mappack.", isRequired: true),
    Key(name: "swift", takes: .text, summary: "The enum: Output/NAME.swift.", isRequired: true),
    Key(name: "access", takes: .choice(of: SwiftSource.Access.self), summary: "Who sees the enum."),
    Key(
      name: "preview", takes: .either([previewPath, .mapping(preview)]),
      summary: "A picture, .svg, or a page with it, .html; alone, or with how it is drawn."),
    Key(name: "report", takes: .text, summary: "A report in JSON: where every feature went."),
  ])

  private static let previewPath = Kind.form("\\.(svg|html)$")

  static let preview = PipelineKeys(keys: [
    Key(name: "path", takes: previewPath, summary: "A picture, .svg, or a page with it, .html.", isRequired: true),
    Key(
      name: "importance", takes: .text,
      summary:
        "The field of merge.attributes whose number gives the size of a region's name; without it, its area does."),
    Key(
      name: "outline", takes: .choice(of: PictureOptions.Outline.self),
      summary: "What the outer line is: a coast, or a border with land that the map does not have."),
    Key(
      name: "insets", takes: .list(.either([.text, .list(.text, 1...Int.max), .mapping(inset)]), 0...Int.max),
      summary: "Parts that are drawn in boxes below the rest: a code, several, or bounds."),
  ])

  static let inset = PipelineKeys(keys: [
    Key(
      name: "bounds", takes: .list(.number(-180...180), 4...4),
      summary: "The polygons that lie within: west, south, east, north, in degrees.", isRequired: true)
  ])

  private static let filter = Kind.entries(
    .either([.text, .missing, .list(.either([.text, .missing]), 0...Int.max)]))
}
