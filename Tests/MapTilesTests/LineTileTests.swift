import Foundation
import MapEmission
import MapFeatures
import MapGeometry
import MapPack
import MapSimplification
import MapTopology
import TestSupport
import Testing

@testable import MapTiles

private func pack(_ table: FeatureTable, amount: SimplifyOptions.Amount, levels: Int = 1) throws -> Pack {
  var options = SimplifyOptions()
  options.amount = amount
  options.levels = levels
  let merged = try merge(
    table, options: MergeOptions(key: Template("CODE"), group: Template("CODE"), jobs: 1), progress: nil)
  let coverage = try simplify(merged, options: options, progress: nil)
  return try Pack(
    data: packData(
      PackContents(
        map: "Test", identity: 1, coverage: coverage, rawValues: coverage.regions.indices.map { UInt16($0) })))
}

private func lines(seed: UInt64) throws -> Pack {
  try pack(RandomLines(seed: seed).table, amount: .tolerance(meters: 30), levels: 4)
}

private func pyramid(_ pack: Pack, jobs: Int = 2) throws -> TilePyramid {
  let coverage = Coverage(pack)
  guard case .mercator(let grid) = coverage.plane else { throw StageError(.usage, "the pack has another plane") }
  return TilePyramid(pack, coverage, on: grid, jobs: jobs)
}

/// The level that tiles of a zoom show.
private func level(of pack: Pack, zoom: Int) -> Int {
  let middle = pack.bounds.minY + pack.bounds.height / 2
  let pixel = WebMercator.worldSize / Double(512 << zoom)
  return pack.level(
    metersPerPixel: pixel * WebMercator.metersPerMapPointAtEquator * WebMercator.cosineOfLatitude(y: middle))
}

/// A point in the units of a zoom.
private struct Spot {
  var x: Double
  var y: Double

  /// How far it is from a line.
  func distance(to line: [Spot]) -> Double {
    zip(line, line.dropFirst()).map { a, b in
      let (dx, dy) = (b.x - a.x, b.y - a.y)
      let length = dx * dx + dy * dy
      let share = length > 0 ? min(max(((x - a.x) * dx + (y - a.y) * dy) / length, 0), 1) : 0
      return hypot(a.x + share * dx - x, a.y + share * dy - y)
    }
    .min() ?? .infinity
  }
}

extension RegionShape {
  /// The region's lines in the units of a zoom.
  fileprivate func lines(zoom: Int, level: Int) -> [[Spot]] {
    let unit = Double(1 << (16 - zoom))
    let buffer = lines(level: level)
    return (0..<buffer.lineCount).map { line in
      let spots = buffer.points(ofLine: line).map { Spot(x: $0.x / unit, y: $0.y / unit) }
      return buffer.isClosed[line] ? spots + spots.prefix(1) : spots
    }
  }
}

@Suite struct LineTileTests {
  @Test(arguments: 0..<4 as Range<UInt64>, [7, 9, 11])
  func `a tile has each region's line as far as it runs there, and nothing else`(seed: UInt64, zoom: Int) throws {
    let pack = try lines(seed: seed)
    let level = level(of: pack, zoom: zoom)
    let tiles = try pyramid(pack).tiles(zoom: zoom)
    var drawn: [[Int]: [String: [[Spot]]]] = [:]
    for tile in tiles {
      let read = try ReadTile(tile.bytes)
      #expect(Set(read.layers.keys).isSubset(of: ["lines", "labels"]))
      for feature in read.layers["lines"] ?? [] {
        let shape = try #require(pack.shape(code: feature.fields["code"] ?? ""))
        #expect(feature.id == UInt64(shape.rawValue) + 1 && feature.fields["group"] == shape.code)
        #expect(feature.parts.allSatisfy { $0.count > 1 })
        #expect(feature.parts.joined().allSatisfy { (-64...4160).contains($0.x) && (-64...4160).contains($0.y) })
        let spots = feature.parts.map { part in
          part.map { Spot(x: Double($0.x + Int(tile.x) * 4096), y: Double($0.y + Int(tile.y) * 4096)) }
        }
        drawn[[Int(tile.x), Int(tile.y)], default: [:]][shape.code] = spots
        // Rounding moves a vertex by less than a unit.
        let whole = shape.lines(zoom: zoom, level: level)
        for spot in spots.joined() { #expect(whole.map(spot.distance).min() ?? .infinity < 1) }
      }
    }
    for shape in pack.shapes {
      for line in shape.lines(zoom: zoom, level: level) {
        for (a, b) in zip(line, line.dropFirst()) {
          for step in 0..<8 {
            let share = Double(step) / 8
            let spot = Spot(x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y))
            let tile = drawn[[Int(spot.x / 4096), Int(spot.y / 4096)]]
            // A line that is shorter than a unit at this zoom is not drawn.
            let near = tile?[shape.code]?.map(spot.distance).min() ?? .infinity
            #expect(near < 1.5 || hypot(a.x - b.x, a.y - b.y) < 2, "\(shape.code) at \(spot)")
          }
        }
      }
    }
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `tiles beside each other have the same lines where they overlap`(seed: UInt64) throws {
    let pyramid = try pyramid(lines(seed: seed))
    var pairs = 0
    for zoom in [9, 11] {
      var read: [[Int]: ReadTile] = [:]
      for tile in try pyramid.tiles(zoom: zoom) { read[[Int(tile.x), Int(tile.y)]] = try ReadTile(tile.bytes) }
      for (position, tile) in read {
        for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
          let other = read[[position[0] + dx, position[1] + dy]]
          let x = dx == 1 ? 4032...4160 : -64...4160
          let y = dy == 0 ? -64...4160 : dy == 1 ? 4032...4160 : -64...64
          let here = edges(of: tile, x, y, movedBy: (0, 0))
          #expect(here == (other.map { edges(of: $0, x, y, movedBy: (4096 * dx, 4096 * dy)) } ?? []))
          pairs += here.isEmpty ? 0 : 1
        }
      }
    }
    #expect(pairs > 10)
  }

  /// The edges within a box, each with its region and the smaller end first.
  private func edges(
    of tile: ReadTile, _ x: ClosedRange<Int>, _ y: ClosedRange<Int>, movedBy offset: (x: Int, y: Int)
  ) -> Set<[Int]> {
    var edges: Set<[Int]> = []
    for feature in tile.layers["lines"] ?? [] {
      for line in feature.parts {
        let moved = line.map { ReadTile.Point(x: $0.x + offset.x, y: $0.y + offset.y) }
        for (a, b) in zip(moved, moved.dropFirst())
        where x.contains(a.x) && x.contains(b.x) && y.contains(a.y) && y.contains(b.y) {
          edges.insert([Int(feature.id), min(a, b).x, min(a, b).y, max(a, b).x, max(a, b).y])
        }
      }
    }
    return edges
  }

  @Test func `a line through many tiles without a vertex is in each of them, and in none beside it`() throws {
    var lines = RandomLines(seed: 0, ways: 0)
    lines.features = [
      RandomLines.Feature(
        code: "a", lines: [[RandomLines.Position(x: -170, y: -60), RandomLines.Position(x: 170, y: 60)]])
    ]
    let pack = try pack(lines.table, amount: .none)
    let spots = try #require(pack.shapes.first).lines(zoom: 6, level: 0)[0]
    let found = Set(try pyramid(pack).tiles(zoom: 6).map { [Int($0.x), Int($0.y)] })
    var expected: Set<[Int]> = []
    for step in 0...100_000 {
      let share = Double(step) / 100_000
      let x = spots[0].x + share * (spots[1].x - spots[0].x)
      let y = spots[0].y + share * (spots[1].y - spots[0].y)
      expected.insert([Int(x / 4096), Int(y / 4096)])
    }
    #expect(found.isSuperset(of: expected))
    // Beside them are those alone into whose buffer it runs.
    #expect(found.count < expected.count * 5 / 4)
  }

  @Test(arguments: [UInt64(1), 2])
  func `each name stands once, with how long its lines are, the longest first`(seed: UInt64) throws {
    let pack = try lines(seed: seed)
    var lengths: [String: [UInt64]] = [:]
    for tile in try pyramid(pack).tiles(zoom: 9) {
      let labels = try ReadTile(tile.bytes).layers["labels"] ?? []
      let here = try labels.map { try #require($0.fields["length"].flatMap(UInt64.init)) }
      #expect(here == here.sorted(by: >))
      for (label, length) in zip(labels, here) { lengths[label.fields["code"] ?? "", default: []].append(length) }
    }
    #expect(lengths.count == pack.regionCount)
    for shape in pack.shapes { #expect(lengths[shape.code] == [UInt64((shape.length ?? 0).rounded())]) }
  }

  @Test func `neither the number of threads nor the direction and order of features makes a difference`() throws {
    let bytes = try pyramid(lines(seed: 3), jobs: 1).tiles(zoom: 10)
    #expect(!bytes.isEmpty)
    #expect(try pyramid(lines(seed: 3), jobs: 4).tiles(zoom: 10) == bytes)
    let shuffled = try pack(
      RandomLines(seed: 3).shuffled(seed: 9).table, amount: .tolerance(meters: 30), levels: 4)
    #expect(try pyramid(shuffled).tiles(zoom: 10) == bytes)
  }

  @Test(arguments: 0..<4 as Range<UInt64>, [8, 12])
  func `a point is in each tile in whose box it lies, and in no other`(seed: UInt64, zoom: Int) throws {
    let pack = try pack(RandomPoints(seed: seed).table, amount: .none)
    let unit = Double(1 << (16 - zoom))
    var expected: Set<[Int]> = []
    for shape in pack.shapes {
      for point in shape.points() {
        let (x, y) = (Int((point.x / unit + 0.5).rounded(.down)), Int((point.y / unit + 0.5).rounded(.down)))
        for tileX in (x - 64) / 4096 - 1...(x + 64) / 4096 {
          for tileY in (y - 64) / 4096 - 1...(y + 64) / 4096 {
            let (left, top) = (x - tileX * 4096, y - tileY * 4096)
            guard (-64...4160).contains(left), (-64...4160).contains(top) else { continue }
            expected.insert([tileX, tileY, Int(shape.rawValue) + 1, left, top])
          }
        }
      }
    }
    var found: [[Int]] = []
    var labels = 0
    for tile in try pyramid(pack).tiles(zoom: zoom) {
      let read = try ReadTile(tile.bytes)
      #expect(Set(read.layers.keys).isSubset(of: ["points", "labels"]))
      labels += (read.layers["labels"] ?? []).count
      for feature in read.layers["points"] ?? [] {
        let shape = try #require(pack.shape(code: feature.fields["code"] ?? ""))
        #expect(feature.id == UInt64(shape.rawValue) + 1)
        for part in feature.parts {
          found.append([Int(tile.x), Int(tile.y), Int(feature.id), part[0].x, part[0].y])
          #expect(part.count == 1)
        }
      }
    }
    #expect(found.count == expected.count && Set(found) == expected)
    #expect(labels == pack.regionCount)
  }
}
