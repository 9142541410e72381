import Foundation
import MapPackCoverage
import MapPackEmit
import MapPackFeatures
import MapPackMerge
import TestSupport

/// The maps of golden packs, which the writer writes; each is named as its file in the folder Golden.
enum GoldenSample: String, CaseIterable {
  /// Several levels, a closed arc, an arc that is joined to the next, an island that is not on all levels.
  case letters
  case empty
  /// A region on both sides of the 180th meridian.
  case antimeridian
  /// A region all round the southern end of the world.
  case polar
  /// Arcs that return to their node: two islands that touch, a hole that touches its shell.
  case loops
  /// Arcs of several pieces, three levels.
  case restarts
  case sixteenLevels = "sixteen-levels"
  case coarse
  case fine
  /// Groups, further texts, two sources, spellings to compose, equal names, raw values with gaps.
  case texts
  /// Differences that the Rice code of their arc does not hold.
  case leaps
  /// Lines at three levels: one of several pieces, a loop, one on both sides of the 180th meridian, a spur that is not at
  /// all levels.
  case lines
  /// Points: several of one region, also on both sides of the 180th meridian, two regions at one location.
  case points
  /// Whole numbers of 32 bits, Doubles, and no values.
  case numbers
  /// The arcs once more at coarse levels, which a reader may skip.
  case overview

  /// How many vertices the pack has at most without an overview.
  var overviewLimit: Int { self == .overview ? 0 : PackWriter.overviewLimit }

  var contents: PackContents {
    let coverage = coverage
    let rawValues: [UInt16] =
      switch self {
      case .texts: [7, 2, 300]
      case .lines: [4, 9, 1, 2]
      case .points: [3, 1, 200, 7]
      case .numbers: [4, 1, 2]
      default: (0..<coverage.regions.count).map { UInt16($0 + 1) }
      }
    return PackContents(
      map: coverage.map ?? rawValue, identity: 0x1234, coverage: coverage, rawValues: rawValues)
  }

  private var coverage: Coverage {
    switch self {
    case .letters: TestSupport.letters()
    case .empty: CoverageDrawing().coverage
    case .antimeridian: TestSupport.antimeridian()
    case .polar: polarCap()
    case .loops: loopsAtNodes()
    case .restarts: quilt(columns: 2, rows: 1, verticesPerArc: 150, levels: 3, seed: 2)
    case .sixteenLevels: quilt(columns: 2, rows: 1, verticesPerArc: 60, levels: 16, seed: 3)
    case .coarse: quilt(columns: 2, rows: 2, verticesPerArc: 5, seed: 4, cellExponent: 10)
    case .fine: quilt(columns: 2, rows: 2, verticesPerArc: 5, seed: 5, cellExponent: -20)
    case .texts: lettersWithTexts()
    case .leaps: giant()
    case .lines: railways()
    case .points: stations()
    case .numbers: lettersWithNumbers()
    case .overview: quilt(columns: 2, rows: 2, verticesPerArc: 150, levels: 16, seed: 6)
    }
  }
}

/// A land round the south pole and an island before it: its coast runs round the world, the rest of its outline is a
/// seam.
private func polarCap() -> Coverage {
  let world: Int32 = 1 << 22
  var drawing = CoverageDrawing(cellExponent: 6, originX: 0, originY: 0)
  let coast = drawing.arc(
    [(0, world - 900), (1_000_000, world - 400), (3_000_000, world - 1300), (world, world - 900)],
    left: 0)
  let seam = drawing.arc(
    [(world, world - 900), (world, world), (0, world), (0, world - 900)], left: 0, seam: true)
  let island = drawing.arc([(100, world - 5000), (300, world - 4800), (100, world - 4600)], left: 0, closed: true)
  drawing.region("ATA", "Antarctica", polygons: [[[coast, seam]], [[island]]])
  drawing.set { $0.map = "Polar" }
  return drawing.coverage
}

/// A square with a hole that touches its northern side in the middle, the hole filled by a second region; a third of two
/// islands that touch in a corner; a fourth with an island too far away for its main bounds.
private func loopsAtNodes() -> Coverage {
  var drawing = CoverageDrawing(levels: 2)
  let shell = drawing.arc(
    [(50, 100), (100, 100), (100, 200), (90, 199), (0, 200), (0, 100), (50, 100)], levels: [1, 1, 1, 0, 1, 1, 1],
    left: 0)
  let hole = drawing.arc(
    [(50, 100), (40, 160), (55, 161), (60, 160), (50, 100)], levels: [1, 1, 0, 1, 1], left: 0, right: 1)
  let western = drawing.arc([(200, 100), (160, 120), (160, 80), (200, 100)], left: 2)
  let eastern = drawing.arc([(200, 100), (240, 80), (240, 120), (200, 100)], left: 2)
  drawing.region("1", "Shell", polygons: [[[shell], [hole]]])
  drawing.region("2", "Filling", polygons: [[[~hole]]])
  drawing.region("3", "Wings", polygons: [[[western]], [[eastern]]])
  let near = drawing.arc([(300, 100), (400, 100), (300, 200)], left: 3, closed: true)
  let far = drawing.arc([(2000, 900), (2002, 900), (2000, 902)], left: 3, closed: true)
  drawing.region("4", "Scattered", polygons: [[[near]], [[far]]], levels: [1, 0])
  drawing.set { coverage in
    coverage.map = "Loops"
    let areas = coverage.polygonArea.count
    (coverage.polygonArea[areas - 2], coverage.polygonArea[areas - 1]) = (100, 1)
  }
  return drawing.coverage
}

/// The letters with all that a region can be said of in words.
private func lettersWithTexts() -> Coverage {
  var coverage = letters()
  coverage.map = "Texts"
  // Composed, `e` and the accent are U+00E9, behind `f`; as they are written here they are before it.
  coverage.regions[0].code = "f"
  coverage.regions[1].code = "e\u{301}"
  coverage.regions[2].code = "00201"
  coverage.regions[0].name = "葛󠄀城市"
  coverage.regions[1].name = "か\u{3099}"
  coverage.regions[2].name = "か\u{3099}"
  coverage.regions[0].group = "奈良県"
  coverage.regions[2].group = "Île \"de\" \\ France"
  coverage.regions[0].attributes = [
    .init(field: "kana", value: "かつらぎし"), .init(field: "English", value: "Katsuragi\n\u{1}"),
  ]
  coverage.regions[2].attributes = [.init(field: "English", value: "🏝 Isle")]
  coverage.sources = [Source(path: "a.shp"), Source(path: "b.kml")]
  coverage.sources[0].publisher = "国土交通省"
  coverage.sources[0].license = "CC BY 4.0"
  coverage.sources[0].edition = "2024-01-01"
  coverage.sources[0].attribution = "「国土数値情報」"
  coverage.sources[1].publisher = "Office"
  return coverage
}

/// The letters with numbers: the largest and the smallest of 32 bits, one beyond them, a fraction, and missing ones.
private func lettersWithNumbers() -> Coverage {
  var coverage = letters()
  coverage.map = "Numbers"
  coverage.regions[0].numbers = [
    .init(name: "人口", value: 2_147_483_647), .init(name: "share", value: 0.1), .init(name: "change", value: -3),
  ]
  coverage.regions[1].numbers = [
    .init(name: "人口", value: -2_147_483_647), .init(name: "spare", value: -2_147_483_648),
  ]
  coverage.regions[2].numbers = [.init(name: "share", value: -1e-300), .init(name: "change", value: 0)]
  return coverage
}

/// A region from one end of the plane of stored coordinates to the other, with a finely drawn coast in the north.
private func giant() -> Coverage {
  var drawing = CoverageDrawing(cellExponent: -4)
  let far: Int32 = 1 << 30
  let coast = (0..<100 as Range<Int32>).map { ($0, $0 % 2) }
  let outline = drawing.arc(coast + [(far, far), (0, 3)], left: 0, closed: true)
  drawing.region("1", "Giant", polygons: [[[outline]]])
  drawing.set { $0.map = "Leaps" }
  return drawing.coverage
}

/// A long line that another one crosses and a third branches off; a loop that passes through a vertex twice; a line cut at
/// the 180th meridian, with a spur at the finest level alone.
private func railways() -> Coverage {
  let world: Int32 = 1 << 22
  var drawing = CoverageDrawing(cellExponent: 6, originX: 0, originY: 0, levels: 3)
  drawing.set { $0.kind = .lines }
  var random = SplitMix64(seed: 12)
  let bends = (0...150 as ClosedRange<Int32>).map {
    (3000 + 40 * $0, 7000 + Int32.random(in: -90...90, using: &random))
  }
  let long = drawing.arc(
    bends, levels: bends.indices.map { $0 == 0 || $0 == 150 || $0 % 10 == 0 ? 2 : $0 % 3 == 0 ? 1 : 0 }, left: 0)
  let (x, y) = bends[90]
  let branch = drawing.arc([(x, y), (x + 30, y + 400), (x + 35, y + 900)], levels: [2, 1, 2], left: 0)
  let loop = drawing.arc(
    [(4000, 6500), (4300, 7300), (4600, 7300), (4300, 6900), (4100, 6900), (4300, 7300), (4700, 6500), (4000, 6500)],
    levels: [2, 1, 0, 1, 0, 1, 2, 2], left: 1)
  let west = drawing.arc([(world - 900, 5000), (world - 300, 5100), (world, 5050)], levels: [2, 0, 2], left: 2)
  let east = drawing.arc([(0, 5050), (400, 5000), (700, 5200)], levels: [2, 1, 2], left: 2)
  let spur = drawing.arc([(world - 300, 5100), (world - 290, 5160)], levels: [0, 0], left: 2)
  let ferry = drawing.arc([bends[0], (2000, 9000)], left: 3)
  drawing.region("JR-1", "中央線", area: 0, polygons: [[[long]], [[branch]]])
  drawing.region("JR-2", "Loop \"2\"", area: 0, polygons: [[[loop]]])
  drawing.region("P", "Pacific", area: 0, polygons: [[[west]], [[east]], [[spur]]], levels: [2, 2, 0])
  drawing.region("F", "Ferry", area: 0, polygons: [[[ferry]]])
  drawing.set { coverage in
    coverage.map = "Railways"
    coverage.sources = [Source(path: "railways.gpx")]
    coverage.sources[0].attribution = "「国土数値情報」"
    coverage.polygonArea = [65_432.5, 12_345, 9_000.25, 9_100, 8_000, 700, 15_000]
    for (region, length) in [77_777.5, 9_000.25, 17_800, 15_000].enumerated() {
      coverage.regions[region].length = length
    }
    coverage.regions[0].group = "東日本"
    coverage.regions[1].group = "東日本"
    coverage.regions[0].attributes = [.init(field: "operator", value: "JR 東日本"), .init(field: "gauge", value: "1067")]
    coverage.regions[3].attributes = [.init(field: "operator", value: "—")]
  }
  return drawing.coverage
}

/// Stations: one on both sides of the 180th meridian, one where another one is, and one of seventy entrances.
private func stations() -> Coverage {
  let world: Int32 = 1 << 30
  var drawing = CoverageDrawing(cellExponent: -2, originX: 0, originY: 0)
  drawing.set { $0.kind = .points }
  func station(_ code: String, _ name: String, _ points: [(Int32, Int32)]) {
    let region = Int32(drawing.coverage.regions.count)
    drawing.region(
      code, name, area: 0, polygons: points.map { [[drawing.arc([$0], left: region, closed: true)]] })
  }
  var random = SplitMix64(seed: 13)
  let entrances = (0..<70 as Range<Int32>).map {
    (1_000_000 + 37 * $0, 400_000_000 + Int32.random(in: -900...900, using: &random))
  }
  station("A", "Both sides", [(30, 500_000_100), (world - 40, 500_000_000), (world, 500_000_050)])
  station("B", "One", [(2_000_000, 400_000_000)])
  station("C", "同じ所", [(30, 500_000_100)])
  station("D", "Entrances", entrances)
  drawing.set { coverage in
    coverage.map = "Stations"
    coverage.sources = [Source(path: "stations.geojson")]
    coverage.sources[0].publisher = "Office"
    coverage.regions[0].group = "Ocean"
    coverage.regions[1].group = "Land"
    coverage.regions[1].attributes = [.init(field: "English", value: "One \"1\""), .init(field: "kana", value: "いち")]
    coverage.regions[2].attributes = [.init(field: "kana", value: "おなじところ")]
  }
  return drawing.coverage
}
