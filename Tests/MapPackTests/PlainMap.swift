import MapPack
import MapPackCoverage
import MapPackFeatures
import MapPackGeometry
import MapPackMerge
import MapPackSimplify
import TestSupport
import Testing

/// A coverage and its pack, with the coverage's rings as plain lists: what a pack answers is judged by these alone.
struct PlainMap {
  let coverage: Coverage
  let pack: Pack
  let grid: PackGrid
  /// By level, region, polygon and ring.
  let rings: [[[[[GridPoint]]]]]

  init(_ coverage: Coverage) throws {
    guard case .mercator(let grid) = coverage.plane else { throw PackError.notAPack }
    self.coverage = coverage
    self.grid = grid
    pack = try MapPackTests.pack(coverage)
    try pack.verify()
    rings = coverage.levels.indices.map { level in
      coverage.regions.indices.map { coverage.rings(of: $0, level: level) }
    }
  }

  var regions: Range<Int> { coverage.regions.indices }

  /// Cells round the world.
  var world: Int64 { Int64(WebMercator.worldSize / grid.cell) }

  /// The shape of a region: the packs of these tests have the raw values from 1 on.
  func shape(_ region: Int) -> RegionShape { RegionShape(of: pack, region + 1) }

  func isSeam(_ segment: PlainSegment) -> Bool {
    let (a, b) = (segment.a, segment.b)
    let edges = [0, WebMercator.worldSize]
    return (a.x == b.x && edges.contains(grid.x(a.x))) || (a.y == b.y && edges.contains(grid.y(a.y)))
  }

  /// The segments of all rings at a level that are no seams, and the regions whose rings have them.
  func borders(level: Int) -> [PlainSegment: Set<Int>] {
    var borders: [PlainSegment: Set<Int>] = [:]
    for region in regions {
      for ring in rings[level][region].joined() {
        for segment in PlainSegment.all(of: ring) where !isSeam(segment) {
          borders[segment, default: []].insert(region)
        }
      }
    }
    return borders
  }

  /// The pairs of regions that have a stretch of the cut in common, one at each end of the plane: all pairs of segments
  /// are compared.
  var meetingsAtCut: [(Int, Int)] {
    func segments(_ region: Int, at x: Double) -> [PlainSegment] {
      rings[0][region].joined().flatMap { PlainSegment.all(of: $0) }
        .filter { $0.a.x == $0.b.x && grid.x($0.a.x) == x }
    }
    var pairs: [(Int, Int)] = []
    for a in regions {
      for b in regions where a != b {
        let meets = segments(a, at: 0).contains { west in
          segments(b, at: WebMercator.worldSize).contains { east in
            min(max(west.a.y, west.b.y), max(east.a.y, east.b.y))
              > max(min(west.a.y, west.b.y), min(east.a.y, east.b.y))
          }
        }
        if meets { pairs.append((a, b)) }
      }
    }
    return pairs
  }
}

extension RegionShape {
  /// The shape with a raw value that the pack has.
  init(of pack: Pack, _ rawValue: Int) {
    guard let shape = pack[rawValue: UInt16(rawValue)] else { preconditionFailure("no region \(rawValue)") }
    self = shape
  }
}

/// A segment without a direction.
struct PlainSegment: Hashable, Comparable {
  let a, b: GridPoint

  init(_ p: GridPoint, _ q: GridPoint) { (a, b) = p < q ? (p, q) : (q, p) }

  static func < (one: PlainSegment, other: PlainSegment) -> Bool { (one.a, one.b) < (other.a, other.b) }

  static func all(of ring: [GridPoint]) -> [PlainSegment] {
    zip(ring, ring.dropFirst() + ring.prefix(1)).map { PlainSegment($0, $1) }
  }
}

/// The samples, maps as the pipeline makes them, and regions about the 180th meridian.
enum PlainSample: CustomTestStringConvertible {
  case drawn(Sample)
  case random(UInt64)
  case dateline

  static let all = Sample.allCases.map { PlainSample.drawn($0) } + (0..<4).map { .random($0) } + [.dateline]

  var testDescription: String { "\(self)" }

  func map() throws -> PlainMap {
    switch self {
    case .drawn(let sample): return try PlainMap(sample.coverage)
    case .dateline: return try PlainMap(datelineMap())
    case .random(let seed): return try PlainMap(madeUpCoverage(seed: seed, levels: 2))
    }
  }
}

/// A map as the pipeline makes it, with islands, nests, closed arcs and arcs that return to their node.
func madeUpCoverage(seed: UInt64, levels: Int, hasAllIslands: Bool = false) throws -> Coverage {
  let table = RandomCoverage(seed: seed) { $0.nests = 0.5 }.table
  var options = SimplifyOptions()
  options.amount = .tolerance(meters: 500)
  options.levels = levels
  options.minimumIsland = hasAllIslands ? nil : 1_000_000
  let merged = try merge(table, options: MergeOptions(key: Template("CODE"), name: Template("NAME"), jobs: 1))
  return try simplify(merged, options: options)
}

/// Zones along the cut: P in the west of it, from 100 to 300, meets Q (50 to 200) and R (200 to 250), and
/// S (300 to 400) in a corner alone. From 600 to 700 it has both sides itself. U is far away.
func datelineZones() -> Coverage {
  let world: Int32 = 1 << 22
  var drawing = CoverageDrawing(cellExponent: 6, originX: 0, originY: 0)
  func zone(isEastern: Bool, _ north: Int32, _ south: Int32, of region: Int32) -> [[Int]] {
    let (cut, far) = isEastern ? (0, 1000) : (world, world - 1000)
    let coast = drawing.arc(
      [(cut, north), (far, north), (far, south), (cut, south)], left: isEastern ? region : -1,
      right: isEastern ? -1 : region)
    // A vertex on the way, which the other side has not.
    let seam = drawing.arc(
      [(cut, north), (cut, north + 7), (cut, south)], left: isEastern ? -1 : region, right: isEastern ? region : -1,
      seam: true)
    return [isEastern ? [coast, ~seam] : [seam, ~coast]]
  }
  drawing.region(
    "P", "P",
    polygons: [
      zone(isEastern: false, 100, 300, of: 0), zone(isEastern: false, 600, 700, of: 0),
      zone(isEastern: true, 600, 700, of: 0),
    ])
  drawing.region("Q", "Q", polygons: [zone(isEastern: true, 50, 200, of: 1)])
  drawing.region("R", "R", polygons: [zone(isEastern: true, 200, 250, of: 2)])
  drawing.region("S", "S", polygons: [zone(isEastern: true, 300, 400, of: 3)])
  let far = drawing.arc([(9000, 0), (9000, 100), (9100, 0)], right: 4, closed: true)
  drawing.region("U", "U", polygons: [[[~far]]])
  return drawing.coverage
}

/// Regions about the cut, on a lattice of 64 map points whose origin is not the world's; y grows downwards.
///
///     2000   +--------+|+----+          A: in the west of the cut one piece, in the east of it two: one part
///            |   A    ||| A  |
///     2150   |        ||+----+
///     2200   |        ||+--------+
///     2300   +--------+||   A    |
///     2400   +--------+|+--------+      A: a piece that meets the one across the cut in a point: another part
///     2500   +---A----+|
///     2600       +----+|+----+          B and C
///     2700       +-B--+|+-C--+
///
/// A has an island 360 cells west of the cut.
func datelineMap() -> Coverage {
  let world: Int32 = 1 << 22
  var drawing = CoverageDrawing(cellExponent: 6, originX: -5, originY: 77)
  let (east, west) = (world + 5, Int32(5))

  /// A rectangle with one side on the cut, as arcs of its coast and its seam.
  func atCut(isWestern: Bool, reach: Int32, _ north: Int32, _ south: Int32, _ region: Int32) -> [[Int]] {
    let (cut, far) = isWestern ? (west, west + reach) : (east, east - reach)
    let coast = drawing.arc(
      [(cut, north), (far, north), (far, south), (cut, south)], left: isWestern ? region : ArcTable.none,
      right: isWestern ? ArcTable.none : region)
    let seam = drawing.arc(
      [(cut, north), (cut, south)], left: isWestern ? ArcTable.none : region,
      right: isWestern ? region : ArcTable.none, seam: true)
    return [isWestern ? [coast, ~seam] : [seam, ~coast]]
  }
  let a = [
    atCut(isWestern: false, reach: 200, 2000, 2300, 0), atCut(isWestern: true, reach: 100, 2000, 2150, 0),
    atCut(isWestern: true, reach: 200, 2200, 2400, 0), atCut(isWestern: false, reach: 200, 2400, 2500, 0),
    [[~drawing.arc([(east - 400, 2500), (east - 390, 2540), (east - 360, 2500)], right: 0, closed: true)]],
  ]
  let b = [atCut(isWestern: false, reach: 100, 2600, 2700, 1)]
  let c = [atCut(isWestern: true, reach: 100, 2600, 2700, 2)]
  drawing.region("A", "A", polygons: a)
  drawing.region("B", "B", polygons: b)
  drawing.region("C", "C", polygons: c)
  return drawing.coverage
}
