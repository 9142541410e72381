import Foundation
import MapPack
import MapPackCoverage
import MapPackEmit
import MapPackFeatures
import MapPackGeometry
import MapPackMerge
import MapPackSimplify
import TestSupport
import Testing

private func merged(_ lines: RandomLines) throws -> Coverage {
  try merge(lines.table, options: MergeOptions(key: Template("CODE")))
}

private func simplified(
  _ coverage: Coverage, _ amount: SimplifyOptions.Amount, levels: Int = 1,
  method: SimplifyOptions.Method = .visvalingam
) throws -> Coverage {
  var options = SimplifyOptions()
  options.amount = amount
  options.levels = levels
  options.method = method
  return try simplify(coverage, options: options)
}

private func packed(_ coverage: Coverage) throws -> Pack {
  let pack = try Pack(
    data: packData(
      PackContents(
        map: "Lines", identity: 7, coverage: coverage, rawValues: coverage.regions.indices.map { UInt16($0) })))
  try pack.verify()
  return pack
}

/// A line of a table of one feature for each code.
private func table(_ features: [(code: String, lines: [[(Double, Double)]])]) -> FeatureTable {
  FeatureTable(
    .lines, fields: ["CODE": features.map { .text($0.code) }], polygons: features.map { $0.lines.map { [$0] } })
}

extension Coverage {
  /// The lines of a region at a level.
  fileprivate func lines(of region: Int, level: Int = 0) -> [[GridPoint]] {
    (polygonStart[region]..<polygonStart[region + 1]).map { line in
      arcs.vertices(of: line).filter { Int(arcs.vertexLevel[$0]) >= level }.map(arcs.point)
    }
  }

  /// How often segments meet elsewhere than in ends of both, by trying all pairs; neighbors in a line do not count.
  fileprivate func meetings(level: Int = 0) -> Int {
    var segments: [(a: GridPoint, b: GridPoint, line: Int, position: Int)] = []
    var number = 0
    for region in regions.indices {
      for line in lines(of: region, level: level) {
        for (position, (a, b)) in zip(line, line.dropFirst()).enumerated() { segments.append((a, b, number, position)) }
        number += 1
      }
    }
    var count = 0
    for (index, one) in segments.enumerated() {
      for other in segments[(index + 1)...] where one.line != other.line || other.position - one.position > 1 {
        if relation(one.a, one.b, other.a, other.b) != .clean { count += 1 }
      }
    }
    return count
  }
}

@Suite struct LineRoadTests {
  @Test func `sections that meet end to end are one line, and branches stay parts`() throws {
    // Three sections in a row, the middle one backwards; a branch; and a line far away.
    let coverage = try merge(
      table([
        ("a", [[(0, 0), (1, 0)]]), ("a", [[(2, 0), (1.5, 0.5), (1, 0)]]), ("a", [[(2, 0), (3, 0)]]),
        ("a", [[(3, 0), (4, 1)]]), ("a", [[(3, 0), (4, -1)]]), ("b", [[(7, 7), (8, 8)]]),
      ]), options: MergeOptions(key: Template("CODE")))
    let counts = coverage.regions.indices.map { coverage.lines(of: $0).map(\.count) }
    #expect(counts == [[5, 2, 2], [2]])
    #expect(coverage.ledger.accounts.map(\.polygons) == [5, 1])
    #expect(coverage.ledger.fault(regions: ["a", "b"]) == nil)
  }

  @Test func `a line runs as its sections do, and a loop begins at its smallest joint`() throws {
    let coverage = try merge(
      table([
        ("east", [[(5, 0), (6, 0)]]), ("east", [[(6, 0), (7, 0)]]),
        ("loop", [[(1, 1), (2, 1), (2, 2)]]), ("loop", [[(2, 2), (1, 2), (1, 1)]]),
        ("west", [[(7, 5), (6, 5)]]), ("west", [[(6, 5), (5, 5)]]),
      ]), options: MergeOptions(key: Template("CODE")))
    let lines = coverage.regions.indices.flatMap { coverage.lines(of: $0) }
    #expect(lines.count == 3)
    #expect(lines[0].first.map { $0.x } ?? 0 < lines[0].last.map { $0.x } ?? 0)
    #expect(lines[1].first == lines[1].last && lines[1].count == 5)
    #expect(lines[1].first == lines[1].min())
    #expect(lines[2].first.map { $0.x } ?? 0 > lines[2].last.map { $0.x } ?? 0)
  }

  @Test func `a line that stands twice in a region is one line, and the ledger says so`() throws {
    let coverage = try merge(
      table([("a", [[(0, 0), (1, 0)]]), ("a", [[(1, 0), (0, 0)]]), ("b", [[(0, 0), (1, 0)]])]),
      options: MergeOptions(key: Template("CODE")))
    #expect(coverage.polygonCount == 2)
    #expect(coverage.ledger.polygons.dropped == [.duplicateFeature: 1])
    #expect(coverage.ledger.entries[1].outcome == .dropped(rule: .duplicateFeature))
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `the order of features makes no difference`(seed: UInt64) throws {
    let lines = RandomLines(seed: seed)
    let (one, other) = (try merged(lines), try merged(lines.shuffled(seed: seed + 100)))
    #expect(one.arcs.points == other.arcs.points && one.arcs.start == other.arcs.start)
    #expect(one.polygonStart == other.polygonStart && one.regions == other.regions)
  }

  @Test(arguments: 0..<6 as Range<UInt64>, [10.0, 100, 500, 3000])
  func `simplified lines meet no more often than in full detail, at each level`(seed: UInt64, tolerance: Double) throws
  {
    let merged = try merged(RandomLines(seed: seed))
    for method in SimplifyOptions.Method.allCases {
      var full = SimplifyOptions()
      full.amount = .none
      let coverage = try simplified(merged, .tolerance(meters: tolerance), levels: 3, method: method)
      guard case .mercator(let grid) = coverage.plane else { return }
      full.cellExponent = grid.cellExponent
      let most = try simplify(merged, options: full).meetings()
      for level in 0..<3 { #expect(coverage.meetings(level: level) <= most) }
      #expect(!coverage.findings.contains { $0.rule == .crossingsUnchecked })
    }
  }

  @Test(arguments: 0..<6 as Range<UInt64>, [20.0, 200, 1000])
  func `no vertex that is gone lies farther from its line than twice the tolerance, at each level`(
    seed: UInt64, tolerance: Double
  ) throws {
    let merged = try merged(RandomLines(seed: seed))
    for method in SimplifyOptions.Method.allCases {
      let coverage = try simplified(merged, .tolerance(meters: tolerance), levels: 3, method: method)
      guard case .mercator(let grid) = coverage.plane else { return }
      var full = SimplifyOptions()
      full.amount = .none
      full.cellExponent = grid.cellExponent
      let whole = try simplify(merged, options: full)
      // In the middle of the map; its north is a third of a percent smaller.
      let cell =
        grid.cell * WebMercator.metersPerMapPointAtEquator
        * WebMercator.cosineOfLatitude(y: WebMercator.y(latitude: 35.15))
      for level in 0..<3 {
        let limit = 2 * tolerance * Double(1 << level) * 1.01 / cell
        for region in coverage.regions.indices {
          let kept = coverage.lines(of: region, level: level)
          for (line, vertices) in zip(kept, whole.lines(of: region)) {
            var next = 0
            for vertex in vertices {
              if next + 1 < line.count, vertex == line[next] { next += 1 }
              let (a, b) = (line[max(0, next - 1)], line[next])
              #expect(distance(vertex, a, b) <= limit)
            }
          }
        }
      }
    }
  }

  private func distance(_ point: GridPoint, _ a: GridPoint, _ b: GridPoint) -> Double {
    let (dx, dy) = (Double(b.x - a.x), Double(b.y - a.y))
    let (x, y) = (Double(point.x - a.x), Double(point.y - a.y))
    let share = dx == 0 && dy == 0 ? 0 : min(max((x * dx + y * dy) / (dx * dx + dy * dy), 0), 1)
    return hypot(x - share * dx, y - share * dy)
  }

  @Test(arguments: SimplifyOptions.Method.allCases)
  func `a route out and back on the same way keeps its farthest point`(method: SimplifyOptions.Method) throws {
    var random = SplitMix64(seed: 4)
    let way = (0...400).map { step in
      (
        135 + 0.0002 * Double(step) + Double.random(in: -2e-5...2e-5, using: &random),
        35 + 0.01 * (Double(step) / 60).squareRoot() + Double.random(in: -2e-5...2e-5, using: &random)
      )
    }
    let merged = try merge(
      table([("a", [way + way.reversed().map { ($0.0 + 1e-5, $0.1 - 1e-5) }])]),
      options: MergeOptions(key: Template("CODE")))
    for tolerance in [10.0, 50, 200] {
      let coverage = try simplified(merged, .tolerance(meters: tolerance), method: method)
      guard case .mercator(let grid) = coverage.plane else { return }
      let east = coverage.lines(of: 0)[0].map { WebMercator.longitude(x: grid.x($0.x)) }.max() ?? 0
      #expect((135.08 - east) * 91_000 <= 2 * tolerance + 5)
    }
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func `levels nest, and ends and junctions stay`(seed: UInt64) throws {
    let merged = try merged(RandomLines(seed: seed))
    let coverage = try simplified(merged, .tolerance(meters: 200), levels: 3)
    let finest = try simplified(merged, .none).arcs.vertexCount
    #expect(coverage.arcs.vertexCount < finest * 2 / 3)
    for region in coverage.regions.indices {
      let levels = (0..<3).map { coverage.lines(of: region, level: $0) }
      for (fine, coarse) in zip(levels, levels.dropFirst()) {
        for (line, kept) in zip(fine, coarse) {
          #expect(line.first == kept.first && line.last == kept.last && Set(kept).isSubset(of: Set(line)))
        }
      }
    }
    // The second region on a way leaves it and comes to it where it did.
    let shared = try #require(coverage.regions.firstIndex { $0.code == "shared" })
    let ends = coverage.lines(of: shared, level: 2).flatMap { [$0.first, $0.last] }
    let others = coverage.regions.indices.filter { $0 != shared }.flatMap { coverage.lines(of: $0, level: 2).joined() }
    for end in ends { #expect(end.map(others.contains) == true) }
  }

  @Test(arguments: 0..<6 as Range<UInt64>, SimplifyOptions.Method.allCases)
  func `lines that run together are simplified alike`(seed: UInt64, method: SimplifyOptions.Method) throws {
    let coverage = try simplified(
      try merged(RandomLines(seed: seed)), .tolerance(meters: 300), levels: 2, method: method)
    let shared = try #require(coverage.regions.firstIndex { $0.code == "shared" })
    for level in 0..<2 {
      var others: Set<GridPoint> = []
      for region in coverage.regions.indices where region != shared {
        others.formUnion(coverage.lines(of: region, level: level).joined())
      }
      for line in coverage.lines(of: shared, level: level) { #expect(others.isSuperset(of: line)) }
    }
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `a share of the vertices is kept, and a pack of a size can be asked for`(seed: UInt64) throws {
    let merged = try merged(RandomLines(seed: seed))
    let whole = try simplified(merged, .keep(share: 1)).arcs.vertexCount
    let tenth = try simplified(merged, .keep(share: 0.1)).arcs.vertexCount
    #expect(tenth < whole / 3)
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func `a pack gives the lines back, and the coverage that it was made of`(seed: UInt64) throws {
    let coverage = try simplified(try merged(RandomLines(seed: seed)), .tolerance(meters: 100), levels: 3)
    let pack = try packed(coverage)
    #expect(pack.kind == .lines)
    guard case .mercator(let grid) = coverage.plane else { return }
    for (region, shape) in pack.shapes.enumerated() {
      for level in 0..<3 {
        let lines = shape.lines(level: level)
        let expected = coverage.lines(of: region, level: level)
        #expect(lines.lineCount == expected.count)
        for line in 0..<lines.lineCount {
          var points = Array(lines.points(ofLine: line))
          if lines.isClosed[line] { points.append(points[0]) }
          #expect(points == expected[line].map { MapPoint(x: grid.x($0.x), y: grid.y($0.y)) })
        }
      }
      let length = coverage.regions[region].length ?? 0
      #expect(abs((shape.length ?? 0) - length) <= length * 1e-6)
      #expect(shape.nearestPoint(to: shape.labelPoint)?.mapPoints ?? 1e9 < shape.bounds.width / 100)
      var rings = RingBuffer()
      shape.appendRings(to: &rings)
      #expect(rings.ringCount == 0)
    }
    let again = Coverage(pack)
    #expect(again.arcs.points == coverage.arcs.points && again.arcs.vertexLevel == coverage.arcs.vertexLevel)
    #expect(again.references == coverage.references && again.polygonStart == coverage.polygonStart)
    #expect(again.polygonLevel == coverage.polygonLevel)
    #expect(
      try packData(
        PackContents(
          map: "Lines", identity: 7, coverage: coverage, rawValues: coverage.regions.indices.map { UInt16($0) }))
        == packData(
          PackContents(
            map: "Lines", identity: 7, coverage: coverage, rawValues: coverage.regions.indices.map { UInt16($0) }),
          jobs: 3))
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `the nearest line is the one that trying all of them finds, and no point lies in a line`(seed: UInt64) throws {
    let pack = try packed(try simplified(try merged(RandomLines(seed: seed)), .tolerance(meters: 100)))
    var random = SplitMix64(seed: seed)
    for _ in 0..<100 {
      let point = MapPoint(
        x: pack.bounds.minX + Double.random(in: -0.1...1.1, using: &random) * pack.bounds.width,
        y: pack.bounds.minY + Double.random(in: -0.1...1.1, using: &random) * pack.bounds.height)
      let found = try #require(pack.shape(nearest: point, withinMapPoints: .infinity))
      let candidates = pack.shapes.compactMap { shape in shape.nearestPoint(to: point).map { (shape, $0) } }
      let nearest = try #require(candidates.min { ($0.1.mapPoints, $0.0.rawValue) < ($1.1.mapPoints, $1.0.rawValue) })
      #expect(abs(found.mapPoints - nearest.1.mapPoints) < 1e-6)
      #expect(pack.shape(at: point) == nil)
      #expect((0...1).contains(nearest.1.fraction))
    }
  }

  @Test func `the nearest point of lines all round the world is found the shorter way round`() throws {
    // The bounds run from 60° E over the 180th meridian to 60° W; the point lies west of them and nearer to their end.
    let coverage = try merge(
      table([("a", [[(60, 60), (70, 60)], [(178, 0), (179, 0)], [(-70, 0), (-60, 0)]])]),
      options: MergeOptions(key: Template("CODE")))
    let pack = try packed(simplified(coverage, .none))
    let shape = try #require(pack.shapes.first)
    let point = MapPoint(longitude: 5, latitude: 0)
    let nearest = try #require(shape.nearestPoint(to: point))
    #expect(abs(nearest.mapPoints - WebMercator.worldSize * 65 / 360) < 1)
    #expect(abs(try #require(pack.shape(nearest: point, withinMapPoints: .infinity)).mapPoints - nearest.mapPoints) < 1)
  }

  @Test func `the fraction is that of the length on the ground`() throws {
    // To the north, where a degree is as long everywhere, but for the ellipsoid.
    let coverage = try merge(table([("a", [[(10, 0), (10, 60)]])]), options: MergeOptions(key: Template("CODE")))
    let shape = try #require(try packed(simplified(coverage, .none)).shapes.first)
    let nearest = try #require(shape.nearestPoint(to: MapPoint(longitude: 12, latitude: 0)))
    #expect(nearest.fraction == 0 && nearest.line == 0)
    #expect(abs(nearest.point.longitude - 10) < 1e-6)
    // GeographicLib: from the equator to 60° N along a meridian.
    #expect(abs((shape.length ?? 0) - 6_654_072.819) < 1)
  }

  @Test func `a line across the 180th meridian is one region on both sides`() throws {
    let coverage = try merge(
      table([("a", [[(179, 0), (180, 1)], [(-180, 1), (-179, 2)]])]), options: MergeOptions(key: Template("CODE")))
    let pack = try packed(simplified(coverage, .none))
    #expect(pack.bounds.width < WebMercator.worldSize / 100)
    #expect(pack.shapes.first?.lines().lineCount == 2)
  }

  @Test func `what lies beyond the plane is cut off, and a region wholly beyond it is refused`() throws {
    let coverage = try merge(
      table([("a", [[(0, 80), (0, 89), (10, 89), (10, 80)]])]), options: MergeOptions(key: Template("CODE")))
    let cut = try simplified(coverage, .none)
    #expect(cut.lines(of: 0).map(\.count) == [2, 2])
    #expect(cut.findings.contains { $0.rule == .clipped })
    let beyond = try merge(table([("a", [[(0, 87), (0, 89)]])]), options: MergeOptions(key: Template("CODE")))
    #expect(throws: StageError.self) { try simplified(beyond, .none) }
  }

  @Test func `a stage file of lines comes back as it was`() throws {
    let table = RandomLines(seed: 3).table
    let read = try FeatureTable(encoded: table.encoded(), file: "lines.features")
    #expect(read.kind == .lines && read.encoded() == table.encoded())
    let coverage = try merged(RandomLines(seed: 3))
    let again = try Coverage(encoded: coverage.encoded(), file: "lines.coverage")
    #expect(again.kind == .lines && again.encoded() == coverage.encoded())
  }

  @Test func `what is for areas only is refused for lines`() throws {
    var options = try MergeOptions(key: Template("CODE"))
    options.snap = 1
    let refusal = #expect(throws: StageError.self) { try merge(RandomLines(seed: 1).table, options: options) }
    // The keys that a pipeline file has.
    for key in ["`clean.snap`", "`clean.fillGaps`", "`clean.mode`"] {
      #expect(refusal?.message.contains(key) == true, "\(key)")
    }
    var simplify = SimplifyOptions()
    simplify.minimumIsland = 1
    let coverage = try merged(RandomLines(seed: 1))
    #expect(throws: StageError.self) { try MapPackSimplify.simplify(coverage, options: simplify) }
  }
}
