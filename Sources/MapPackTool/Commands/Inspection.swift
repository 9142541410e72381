import ArgumentParser
import Foundation
import MapPack
import MapPackCoverage
import MapPackFeatures
import MapPackFiles
import MapPackIngest
import MapPackMerge
import MapPackNames

/// What a file holds, for programs and for people. Regions and fields are in the order of the file.
struct Inspection {
  var json: JSON
  /// The columns of each line.
  var lines: [[String]]

  init(json: JSON, lines: [[String]]) { (self.json, self.lines) = (json, lines) }

  /// Tolerances are in meters on the ground, per level; none before the simplification. Areas and lengths are those
  /// that are published, before simplification, in m² and m.
  init(_ coverage: Coverage) {
    var tolerances: [Double] = []
    if case .mercator = coverage.plane { tolerances = coverage.levels.map(\.tolerance) }
    let levels = tolerances.isEmpty ? "not simplified" : Figures.counted(tolerances.count, "level")
    let map = coverage.map.map { "\($0): " } ?? ""
    lines = [["\(map)\(Figures.counted(coverage.regions.count, "region")), \(levels)"]] + Self.levels(tolerances)
    lines += coverage.regions.numberNames.map { name in Self.number(name, coverage.regions.map { $0.number(name) }) }
    var regions: [JSON] = []
    for (index, region) in coverage.regions.enumerated() {
      let parts = coverage.polygons(of: index).count
      regions.append([
        "code": .text(region.code), "name": .text(region.name), "polygons": .integer(parts),
        "area": .number(region.area), "length": JSON(region.length),
        "numbers": Self.numbers(region.numbers.map { ($0.name, $0.value) }),
      ])
      let size = coverage.kind.size(parts: parts, area: region.area, length: region.length)
      lines.append([region.code, region.name, size])
    }
    json = [
      "map": JSON(coverage.map), "geometry": Self.geometry(coverage.kind), "sources": Self.sources(coverage.sources),
      "tolerances": .list(tolerances.map(JSON.number)), "regions": .list(regions),
    ]
  }

  /// How many regions have a number, its least value and its largest.
  private static func number(_ name: String, _ values: [Double?]) -> [String] {
    let found = values.compactMap(\.self)
    let range = [found.min(), found.max()].compactMap { $0.flatMap { AttributeValue.real($0).displayText } }
    return ["number \(name): \(Figures.counted(found.count, "region")), \(range.joined(separator: " … "))"]
  }

  /// Regions without numbers have no such member.
  private static func numbers(_ numbers: [(String, Double)]) -> JSON {
    numbers.isEmpty
      ? .null : .object(Dictionary(numbers.map { ($0, .number($1)) }, uniquingKeysWith: { first, _ in first }))
  }

  /// Areas have no such member.
  static func geometry(_ kind: GeometryKind) -> JSON { kind == .areas ? .null : .text(kind.rawValue) }

  static func sources(_ sources: [Source]) -> JSON {
    .list(
      sources.map { source in
        [
          "path": .text(source.path), "layer": JSON(source.layer), "encoding": JSON(source.encoding),
          "coordinateSystem": JSON(source.coordinateSystem), "publisher": JSON(source.publisher),
          "license": JSON(source.license), "edition": JSON(source.edition), "attribution": JSON(source.attribution),
        ]
      })
  }

  private static func levels(_ tolerances: [Double]) -> [[String]] {
    tolerances.enumerated().map { ["level \($0): tolerance \(Quantity.length(meters: $1).words)"] }
  }
}

// The members of its JSON are published, so they keep their British spelling.
extension Inspection {
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
    let (count, levels) = (Figures.counted(pack.shapes.count, "region"), Figures.counted(pack.levelCount, "level"))
    lines = [
      ["\(pack.mapName): \(count), \(levels)"], ["identity \(identity), content \(digest)"],
      ["cells of \(Figures.decimal(width, places: 3)) m at the equator"],
    ]
    lines += Self.levels(tolerances)
    var credits: [String] = []
    for source in pack.sources {
      let credit = [source.publisher, source.edition, source.license].filter { !$0.isEmpty }.joined(separator: ", ")
      if !credit.isEmpty, !credits.contains(credit) { credits.append(credit) }
    }
    lines += credits.map { ["from \($0)"] }
    lines += pack.numberNames.map { name in Self.number(name, pack.shapes.map { $0.number(name) }) }
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
    json = [
      "map": .text(pack.mapName), "geometry": Self.geometry(kind),
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
      "numbers": numbers(shape.pack.numberNames.compactMap { name in shape.number(name).map { (name, $0) } }),
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
