import Foundation
import MapPack
import MapPackCoverage
import MapPackFeatures
import MapPackGeometry
import MapPackNames

/// A map as the page draws it: what a pack holds, and what follows from it, so that the page works nothing out.
///
/// The properties are keys of JSON, which the scripts of the page read under the same names. The shapes are bytes
/// beside it. Lists of regions are in the order of their codes, and indices count in them. Coordinates are in cells of
/// the pack, from its origin on. What lies west of the map's western edge is moved once round the world.
package struct PageMap: Encodable {
  private let kind: String
  /// The width of a cell in map points.
  private let unit: Double
  /// The pack's origin, in cells from the world's north-western corner.
  private let origin: [Double]
  /// The width of the world in cells.
  private let world: Double
  /// West, north, width and height.
  private let bounds: [Double]
  private let mainBounds: [Double]
  private let levels: [PageLevel]

  private let codes: [String]
  private let names: [String]
  private let labels: PageLabels
  /// The cases of the enum; an empty text if the pack has none.
  private let cases: [String]
  private let groups: [String]
  /// The texts of the regions beside code and name.
  private let texts: [PageText]
  /// The field with the readings of names; `nil` if names need none.
  private let reading: String?
  private let numbers: [PageNumber]
  /// The areas, or the lengths of lines; 0 for points.
  private let sizes: [Double]
  private let sizeWords: [String]
  /// Four numbers for each region, as in `bounds`: few long lists are encoded faster than many short ones.
  private let boxes: [Double]
  private let mainBoxes: [Double]
  /// X and y of each region.
  private let labelPoints: [Double]
  private let neighbors: [[Int]]
  /// The regions in the order of their names.
  private let byName: [Int]
  /// The first is by size; the others are by fields of which most regions have a number.
  private let rankings: [PageRanking]
  /// The index of each region's color in a palette.
  private let colors: [Int]

  /// The shapes, as `PageShapes` writes them.
  package let shapes: Data

  private enum CodingKeys: CodingKey {
    case kind, unit, origin, world, bounds, mainBounds, levels
    case codes, names, labels, cases, groups, texts, reading, numbers, sizes, sizeWords, boxes, mainBoxes, labelPoints,
      neighbors
    case byName, rankings, colors
  }

  /// The field in which most regions have kana, or whose name says that it has readings; `kana` if no field is one and
  /// names have Chinese characters.
  private static func readingField(of regions: [Region], fields: [String]) -> String? {
    func count(_ field: String, where isMeant: (String) -> Bool) -> Int {
      regions.count { $0.attributes.contains { $0.field == field && isMeant($0.value) } }
    }
    let words = ["kana", "yomi", "reading", "pinyin", "romaji", "hangul"]
    let found = fields.first { field in
      let isNamed = words.contains { field.lowercased().contains($0) }
      return 2 * count(field) { isNamed ? !$0.isEmpty : Kana.hiragana($0) != nil } > regions.count
    }
    let isHan = { (scalar: Unicode.Scalar) in (0x4E00...0x9FFF).contains(scalar.value) }
    return found ?? (regions.contains { $0.name.unicodeScalars.contains(where: isHan) } ? "kana" : nil)
  }

  /// The most characters of a text.
  private static let textLength = 300

  /// - Parameters:
  ///   - coverage: what the pack was made of; if `nil`, it is read from the pack, which takes longer than all else.
  ///   - jobs: the number of threads.
  /// - Precondition: the pack is sound.
  /// - Complexity: O(n log n) for n vertices
  package init(_ pack: Pack, of coverage: Coverage? = nil, jobs: Int = 1) {
    let coverage = coverage ?? Coverage(pack)
    let regions = coverage.regions
    let cells = PageCells(pack)
    kind = coverage.kind.rawValue
    (unit, world, origin) = (pack.cell, cells.world, [Double(pack.originX), Double(pack.originY)])
    (bounds, mainBounds) = (cells.box(pack.bounds), cells.box(pack.mainBounds))
    levels = coverage.levels.enumerated().map { level, detail in
      PageLevel(
        tolerance: detail.tolerance,
        words: detail.tolerance > 0 ? Quantity.length(meters: detail.tolerance).words : "",
        zooms: PageLevel.zooms(of: level, among: coverage.levels.map(\.tolerance)),
        vertices: coverage.arcs.distinctVertexCount(level: level))
    }
    codes = regions.map(\.code)
    names = regions.map { $0.name.line(atMost: Self.textLength) }
    let scale = cells.world / Double(coverage.plane.world)
    labels = PageLabels(
      RegionNames(coverage, pack: pack, jobs: jobs), column: { cells.x($0 * scale) }, row: { cells.y($0 * scale) },
      scale: scale)
    cases = pack.caseNames.isEmpty ? regions.map { _ in "" } : pack.caseNames
    groups = pack.groups.isEmpty ? [] : regions.map { $0.group ?? "" }
    texts = pack.textKinds.map { field in
      PageText(
        field: field,
        texts: regions.map { region in
          region.attributes.first { $0.field == field }?.value.line(atMost: Self.textLength) ?? ""
        })
    }
    reading = Self.readingField(of: regions, fields: pack.textKinds)
    numbers = pack.numberNames.map { PageNumber($0, of: regions) }
    // As precise as a pack has them, so that the page of a pack is that of its coverage.
    sizes = regions.map { Double(Float($0.length ?? $0.area)) }
    sizeWords = sizes.map { size in
      switch coverage.kind {
      case .areas: Quantity.area(squareMeters: size).words
      case .lines: Quantity.length(meters: size).words
      case .points: ""
      }
    }
    boxes = pack.shapes.flatMap { cells.box($0.bounds) }
    mainBoxes = pack.shapes.flatMap { cells.box($0.mainBounds) }
    labelPoints = pack.shapes.flatMap { cells.point($0.labelPoint) }
    var beside = [[Int]](repeating: [], count: regions.count)
    for (a, b) in coverage.neighbors {
      beside[Int(a)].append(Int(b))
      beside[Int(b)].append(Int(a))
    }
    neighbors = beside.map { $0.sorted() }
    byName = regions.indices.sorted { (regions[$0].name, $0) < (regions[$1].name, $1) }
    rankings = PageRanking.all(of: coverage, fields: pack.textKinds)
    colors = RegionColors(neighbors: beside, count: ColorList.count).indices
    let grid = PackGrid(cellExponent: pack.cellExponent, originX: pack.originX, originY: pack.originY)
    shapes = Data(PageShapes(coverage, on: grid, west: Int(cells.west)).bytes)
  }
}

/// A level of detail.
struct PageLevel: Encodable {
  /// In meters; 0 if nothing was removed.
  var tolerance: Double
  /// The tolerance in words; empty if nothing was removed.
  var words: String
  /// The zooms of tiled maps for which it is fine enough; empty if nothing was removed.
  var zooms: String
  /// Each counted once.
  var vertices: Int

  /// A level is for zooms at which a pixel of tiles of 512 pixels, at the equator, is about as wide as its tolerance.
  static func zooms(of level: Int, among tolerances: [Double]) -> String {
    guard tolerances[level] > 0 else { return "" }
    // Of some packs of lines, the finest levels have removed nothing.
    let most = tolerances.map {
      $0 > 0 ? max(0, Int(log2(WebMercator.worldSize * WebMercator.metersPerMapPointAtEquator / 512 / $0))) : 0
    }
    // A level that is as coarse as the one before has no zoom of its own.
    if level > 0, most[level] == most[level - 1] { return "–" }
    let least = level + 1 < most.count ? min(most[level + 1] + 1, most[level]) : 0
    if level == 0 { return least == 0 ? "all" : "\(least) and nearer" }
    return least == most[level] ? "\(least)" : "\(least) to \(most[level])"
  }
}

/// A field and its text for each region; an empty text if a region has none.
struct PageText: Encodable {
  var field: String
  var texts: [String]
}

/// Where a pack's rectangles and points lie in cells from its origin.
private struct PageCells {
  let world: Double
  /// The western edge of the map.
  private(set) var west = 0.0
  private let cell: Double
  private let originX: Double
  private let originY: Double

  init(_ pack: Pack) {
    cell = pack.cell
    world = WebMercator.worldSize / cell
    (originX, originY) = (Double(pack.originX), Double(pack.originY))
    west = pack.bounds.minX / cell - originX
  }

  func point(_ point: MapPoint) -> [Double] { [x(point.x / cell), y(point.y / cell)] }

  func box(_ rect: MapRect) -> [Double] {
    point(MapPoint(x: rect.minX, y: rect.minY)) + [rect.width / cell, rect.height / cell]
  }

  /// The x of a column of cells, counted from the world's western edge.
  func x(_ column: Double) -> Double {
    let x = column - originX
    return x < west ? x + world : x
  }

  /// The y of a row of cells, counted from the world's northern edge.
  func y(_ row: Double) -> Double { row - originY }
}
