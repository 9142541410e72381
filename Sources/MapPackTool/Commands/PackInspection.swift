import MapPack
import MapPackFeatures
import MapPackNames

/// What a pack holds, as `inspect` shows it.
///
/// The members are those of the JSON of `inspect --json`. They are published, so they keep their British spelling.
/// Regions are in the order of the pack.
struct PackInspection: Encodable {
  var map: String
  /// `nil` for areas, so that JSON has no such member.
  private var geometry: GeometryKind?
  /// The identity, which the enum has too, in hexadecimal.
  var identity: String
  /// The pack's own digest of its contents, in hexadecimal.
  var contentDigest: String
  /// The number of levels.
  var levels: Int
  /// In meters on the ground, per level.
  var tolerances: [Double]
  var grid: Grid
  /// West, south, east, north in degrees; the east may be beyond 180 if the map crosses that meridian. `nil` without
  /// regions.
  var bounds: [Double]?
  /// The bytes of each section, by its tag.
  var sections: [String: Int]
  var sources: [Source]
  var regions: [Region]

  struct Grid: Encodable {
    /// The width of a cell in map points.
    var cell: Double
    /// The width of a cell at the equator, in meters.
    var metres: Double
  }

  struct Source: Encodable {
    var publisher: String
    var license: String
    var edition: String
    var attribution: String
  }

  struct Region: Encodable {
    var code: String
    var name: String
    /// The region's case in the enum, from the map's name lock; `nil` without the lock.
    var `case`: String?
    var rawValue: UInt16
    /// The number of polygons, lines or points.
    var polygons: Int
    /// The vertices of all rings or lines at level 0.
    var vertices: Int
    /// As those of the pack; `nil` if the region has no shape.
    var bounds: [Double]?
    /// The bounds of what makes up most of the region to the eye; see `RegionShape.mainBounds`.
    var mainBounds: [Double]?
    /// The published area in m²; 0 for lines and points.
    var area: Double
    /// The published length in m; `nil` for an area.
    var length: Double?
    /// Longitude and latitude of the name, in degrees.
    var label: [Double]?
    var group: String?
    /// The pack's further texts of the region, by their kind; kinds without a text are left out.
    var texts: [String: String]
    /// The codes of the regions with which this one shares a border.
    var neighbours: [String]
  }

  /// - Parameter lock: the name lock of the pack's map. It gives the names of cases, which a pack does not have.
  /// - Complexity: O(size of the pack)
  init(_ pack: Pack, lock: NameLock?) {
    map = pack.mapName
    geometry = pack.kind == .areas ? nil : GeometryKind(pack.kind)
    identity = Self.hexadecimal(pack.identity, digits: 16)
    contentDigest = pack.contentDigest.map { Self.hexadecimal(UInt64($0), digits: 2) }.joined()
    levels = pack.levelCount
    tolerances = (0..<pack.levelCount).map { pack.tolerance(level: $0) }
    grid = Grid(cell: pack.cell, metres: pack.cell * WebMercator.metersPerMapPointAtEquator)
    sections = Dictionary(pack.sectionLengths.map { ($0.tag, $0.bytes) }, uniquingKeysWith: +)
    sources = pack.sources.map {
      Source(publisher: $0.publisher, license: $0.license, edition: $0.edition, attribution: $0.attribution)
    }
    regions = []
    var rings = RingBuffer()
    let kinds = pack.textKinds
    let caseByCode = Dictionary(
      (lock?.live ?? []).map { ($0.code, $0.caseName) }, uniquingKeysWith: { first, _ in first })
    for shape in pack.shapes {
      rings.removeAll()
      shape.appendRings(to: &rings)
      let vertices = pack.kind == .areas ? rings.points.count : shape.lines().points.count
      let label = shape.labelPoint
      let texts = kinds.compactMap { kind in shape.text(kind).map { (kind, $0) } }
      regions.append(
        Region(
          code: shape.code, name: shape.name, case: caseByCode[shape.code], rawValue: shape.rawValue,
          polygons: shape.polygonCount,
          vertices: vertices, bounds: shape.isEmpty ? nil : Self.degrees(shape.bounds),
          mainBounds: shape.isEmpty ? nil : Self.degrees(shape.mainBounds), area: shape.area,
          length: shape.length,
          label: shape.isEmpty ? nil : [WebMercator.longitude(x: label.x), WebMercator.latitude(y: label.y)],
          group: shape.group, texts: Dictionary(texts, uniquingKeysWith: { first, _ in first }),
          neighbours: shape.neighbors.map(\.code)))
    }
    bounds = regions.isEmpty ? nil : Self.degrees(pack.bounds)
  }

  /// The lines for a reader, each by its columns.
  var lines: [[String]] {
    var lines = [
      ["\(map): \(Figures.counted(regions.count, "region")), \(Figures.counted(levels, "level"))"],
      ["identity \(identity), content \(contentDigest)"],
      ["cells of \(Figures.decimal(grid.metres, places: 3)) m at the equator"],
    ]
    for (level, tolerance) in tolerances.enumerated() {
      lines.append(["level \(level): tolerance \(Figures.decimal(tolerance, places: 2)) m"])
    }
    for source in sources {
      lines.append([
        "from " + [source.publisher, source.edition, source.license].filter { !$0.isEmpty }.joined(separator: ", ")
      ])
    }
    for (section, bytes) in sections.sorted(by: { $0.key < $1.key }) {
      lines.append(["section \(section): \(Figures.grouped(bytes)) bytes"])
    }
    for region in regions {
      lines.append([
        region.code, region.name,
        (geometry ?? .areas).size(
          parts: region.polygons, vertices: region.vertices, area: region.area, length: region.length),
      ])
    }
    return lines
  }

  /// West, south, east and north in degrees, of a box in map points.
  private static func degrees(_ rect: MapRect) -> [Double] {
    [
      WebMercator.longitude(x: rect.minX), WebMercator.latitude(y: rect.maxY), WebMercator.longitude(x: rect.maxX),
      WebMercator.latitude(y: rect.minY),
    ]
  }

  private static func hexadecimal(_ value: UInt64, digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
