import ArgumentParser
import Foundation
import MapPack
import MapPackFeatures
import MapPackMerge
import MapPackNames

/// `mappack inspect`: what a pack or a stage file holds. A file with an unknown ending is taken for a pack.
package struct Inspect: ParsableCommand {
  package static let configuration = CommandConfiguration(
    abstract: "Show what a pack or a stage file holds.",
    discussion: """
      Of a .features file, it shows the fields, with how many values each has and
      the first of them, which helps to find a map's key. Of a .coverage file, it
      shows the regions. Of a pack, it shows the map, sections and regions; in
      JSON the regions have their cases, if the map's name lock lies beside the
      pack, or in the folder Pipelines beside the pack's folder.

      EXAMPLES
        mappack inspect counties.features
        mappack inspect Output/World.mappack
        mappack inspect Output/World.mappack --json | jq '.regions[].code'
      """,
    version: ToolVersion.current)

  @Argument(
    help: ArgumentHelp("A .mappack, .features or .coverage file.", valueName: "FILE"),
    completion: .file(extensions: ["mappack", "features", "coverage"]))
  var input: String

  @Flag(help: "Print all of it as JSON.")
  var json = false

  package init() {}

  package func run() throws {
    switch URL(fileURLWithPath: input).pathExtension.lowercased() {
    case "features":
      let contents = TableInspection(try StageInput.featureTable([input]))
      try show(contents, lines: contents.lines)
    case "coverage":
      let contents = CoverageInspection(try StageInput.coverage(input))
      try show(contents, lines: contents.lines)
    default:
      let pack = try OpenPack.verified(input)
      let contents = PackInspection(pack, lock: NameLockFile.lock(of: pack, at: input))
      try show(contents, lines: contents.lines)
    }
  }

  private func show(_ contents: some Encodable, lines: [[String]]) throws {
    if json {
      Console.current.output(String(decoding: try SortedJSON.encoded(contents), as: UTF8.self))
    } else {
      for columns in lines { Console.current.print(columns) }
    }
  }
}

/// What a coverage holds. The members are those of the JSON of `inspect --json`. Regions are in the coverage's order.
struct CoverageInspection: Encodable {
  var map: String?
  /// `nil` for areas, so that JSON has no such member.
  private var geometry: GeometryKind?
  var sources: [Source]
  /// In meters on the ground, per level; empty before the simplification.
  var tolerances: [Double]
  var regions: [Region]

  struct Region: Encodable {
    var code: String
    var name: String
    /// Polygons, lines or points.
    var polygons: Int
    /// The published area in m², before simplification.
    var area: Double
    /// The published length in m, before simplification; `nil` for an area.
    var length: Double?
  }

  init(_ coverage: Coverage) {
    map = coverage.map
    geometry = coverage.kind == .areas ? nil : coverage.kind
    sources = coverage.sources
    if case .mercator = coverage.plane { tolerances = coverage.levels.map(\.tolerance) } else { tolerances = [] }
    regions = coverage.regions.enumerated().map { index, region in
      Region(
        code: region.code, name: region.name,
        polygons: coverage.polygons(of: index).count, area: region.area,
        length: region.length)
    }
  }

  var lines: [[String]] {
    var lines = [
      [
        (map.map { "\($0): " } ?? "") + Figures.counted(regions.count, "region")
          + (tolerances.isEmpty ? ", not simplified" : ", \(Figures.counted(tolerances.count, "level"))")
      ]
    ]
    for (level, tolerance) in tolerances.enumerated() {
      lines.append(["level \(level): tolerance \(Figures.decimal(tolerance, places: 2)) m"])
    }
    for region in regions {
      lines.append([
        region.code, region.name,
        (geometry ?? .areas).size(parts: region.polygons, area: region.area, length: region.length),
      ])
    }
    return lines
  }
}

/// What a feature table holds. The members are those of the JSON of `inspect --json`. Fields are in the table's order.
struct TableInspection: Encodable {
  private var geometry: GeometryKind?
  var sources: [Source]
  var features: Int
  var polygons: Int
  var vertices: Int
  var fields: [Field]

  struct Field: Encodable {
    var name: String
    /// Different ones; missing ones do not count.
    var values: Int
    var missing: Int
    var examples: [String]
  }

  private static let exampleCount = 4

  init(_ table: FeatureTable) {
    geometry = table.kind == .areas ? nil : table.kind
    sources = table.sources
    features = table.featureCount
    polygons = table.polygonCount
    vertices = table.vertexCount
    fields = table.fields.indices.map { column in
      var field = Field(name: table.fields[column], values: 0, missing: 0, examples: [])
      var seen: Set<String> = []
      for value in table.values[column] {
        guard let text = value.displayText else {
          field.missing += 1
          continue
        }
        guard seen.insert(text).inserted else { continue }
        if field.examples.count < Self.exampleCount { field.examples.append(text) }
      }
      field.values = seen.count
      return field
    }
  }

  var lines: [[String]] {
    var lines = [
      [
        "\(Figures.counted(features, "feature")), \(Figures.counted(polygons, (geometry ?? .areas).part)), "
          + "\(Figures.grouped(vertices)) vertices"
      ]
    ]
    for source in sources {
      let said = [source.encoding, source.coordinateSystem].compactMap(\.self)
      lines.append(["from \(source.path)" + (said.isEmpty ? "" : ": " + said.joined(separator: ", "))])
    }
    for field in fields {
      // Such a field can be a key that makes each feature a region.
      let isUnique = field.values == features && features > 1
      let values =
        Figures.counted(field.values, "value") + (isUnique ? ", one a feature" : "")
        + (field.missing == 0 ? "" : ", missing in \(Figures.grouped(field.missing))")
      let examples = field.examples.joined(separator: ", ") + (field.values > field.examples.count ? ", …" : "")
      lines.append([field.name, values] + (field.examples.isEmpty ? [] : [examples]))
    }
    return lines
  }
}

/// What a pack holds. The members are those of the JSON of `inspect --json`. They are published, so they keep their
/// British spelling. Regions are in the order of the pack.
struct PackInspection: Encodable {
  private let json: JSON
  let lines: [[String]]

  func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }

  /// - Parameter lock: it gives the names of cases, which a pack does not have.
  init(_ pack: Pack, lock: NameLock?) {
    let kind = GeometryKind(pack.kind)
    let identity = hexadecimal(pack.identity, digits: 16)
    let digest = pack.contentDigest.map { hexadecimal(UInt64($0), digits: 2) }.joined()
    // The width of a cell at the equator, in meters.
    let width = pack.cell * WebMercator.metersPerMapPointAtEquator
    let tolerances = (0..<pack.levelCount).map { pack.tolerance(level: $0) }
    let sections = Dictionary(pack.sectionLengths.map { ($0.tag, $0.bytes) }, uniquingKeysWith: +)
    let caseByCode = Dictionary(
      (lock?.live ?? []).map { ($0.code, $0.caseName) }, uniquingKeysWith: { first, _ in first })
    var lines = [
      [
        "\(pack.mapName): \(Figures.counted(pack.shapes.count, "region")), \(Figures.counted(pack.levelCount, "level"))"
      ],
      ["identity \(identity), content \(digest)"],
      ["cells of \(Figures.decimal(width, places: 3)) m at the equator"],
    ]
    for (level, tolerance) in tolerances.enumerated() {
      lines.append(["level \(level): tolerance \(Figures.decimal(tolerance, places: 2)) m"])
    }
    for source in pack.sources {
      lines.append([
        "from " + [source.publisher, source.edition, source.license].filter { !$0.isEmpty }.joined(separator: ", ")
      ])
    }
    for (section, bytes) in sections.sorted(by: { $0.key < $1.key }) {
      lines.append(["section \(section): \(Figures.grouped(bytes)) bytes"])
    }
    var regions: [JSON] = []
    for shape in pack.shapes {
      let vertices = Self.vertices(of: shape, kind)
      regions.append(Self.region(shape, kinds: pack.textKinds, vertices: vertices, case: caseByCode[shape.code]))
      lines.append([
        shape.code, shape.name,
        kind.size(parts: shape.polygonCount, vertices: vertices, area: shape.area, length: shape.length),
      ])
    }
    self.lines = lines
    json = [
      "map": .text(pack.mapName), "geometry": kind == .areas ? .null : .text(kind.rawValue),
      "identity": .text(identity), "contentDigest": .text(digest), "levels": .integer(pack.levelCount),
      "tolerances": .list(tolerances.map(JSON.number)),
      "grid": ["cell": .number(pack.cell), "metres": .number(width)],
      "bounds": regions.isEmpty ? .null : Self.degrees(pack.bounds),
      "sections": .object(sections.mapValues(JSON.integer)),
      "sources": .list(
        pack.sources.map { source in
          [
            "publisher": .text(source.publisher), "license": .text(source.license), "edition": .text(source.edition),
            "attribution": .text(source.attribution),
          ]
        }), "regions": .list(regions),
    ]
  }

  /// The vertices of all rings or lines at level 0.
  private static func vertices(of shape: RegionShape, _ kind: GeometryKind) -> Int {
    guard kind == .areas else { return shape.lines().points.count }
    var rings = RingBuffer()
    shape.appendRings(to: &rings)
    return rings.points.count
  }

  private static func region(_ shape: RegionShape, kinds: [String], vertices: Int, case caseName: String?) -> JSON {
    let label = shape.labelPoint
    let texts = kinds.compactMap { kind in shape.text(kind).map { (kind, JSON.text($0)) } }
    return [
      "code": .text(shape.code), "name": .text(shape.name), "case": JSON(caseName),
      "rawValue": .integer(Int(shape.rawValue)), "polygons": .integer(shape.polygonCount),
      "vertices": .integer(vertices),
      "bounds": shape.isEmpty ? .null : degrees(shape.bounds),
      "mainBounds": shape.isEmpty ? .null : degrees(shape.mainBounds), "area": .number(shape.area),
      "length": JSON(shape.length),
      "label": shape.isEmpty
        ? .null : [.number(WebMercator.longitude(x: label.x)), .number(WebMercator.latitude(y: label.y))],
      "group": JSON(shape.group), "texts": .object(Dictionary(texts, uniquingKeysWith: { first, _ in first })),
      "neighbours": .list(shape.neighbors.map { .text($0.code) }),
    ]
  }

  /// West, south, east, north of a box in map points; the east may be beyond 180 if the map crosses that meridian.
  private static func degrees(_ rect: MapRect) -> JSON {
    [
      .number(WebMercator.longitude(x: rect.minX)), .number(WebMercator.latitude(y: rect.maxY)),
      .number(WebMercator.longitude(x: rect.maxX)), .number(WebMercator.latitude(y: rect.minY)),
    ]
  }
}
