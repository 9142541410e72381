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

/// A made-up map as the pipeline makes it: islands, nests, lakes.
private func madeUpPack(seed: UInt64, amount: SimplifyOptions.Amount = .tolerance(meters: 500)) throws -> Pack {
  var shape = RandomCoverage.Options()
  shape.nests = 0.5
  var options = SimplifyOptions()
  options.amount = amount
  options.levels = amount == .none ? 1 : 3
  let merged = try merge(
    RandomCoverage(seed: seed, options: shape).table,
    options: MergeOptions(key: Template("CODE"), name: Template("NAME"), jobs: 1), progress: nil)
  let coverage = try simplify(merged, options: options, progress: nil)
  return try Pack(
    data: packData(
      PackContents(
        map: "Test", identity: 1, coverage: coverage, rawValues: coverage.regions.indices.map { UInt16($0) })))
}

private func pyramid(_ pack: Pack, jobs: Int = 2) throws -> TilePyramid {
  let coverage = Coverage(pack)
  guard case .mercator(let grid) = coverage.plane else { throw StageError(.usage, "the pack has another plane") }
  return TilePyramid(pack, coverage, on: grid, jobs: jobs)
}

private func shippedPack(_ name: String) throws -> Pack {
  try Pack(contentsOf: SwiftCompiler.root.appendingPathComponent("Output/\(name).mappack"))
}

@Suite struct TilePyramidTests {
  @Test func `a text whose key has a fixed meaning gets a number, and the archive lists the keys of the tiles`() throws
  {
    var coverage = try merge(
      RandomCoverage(seed: 3).table,
      options: MergeOptions(key: Template("CODE"), name: Template("NAME"), group: Template("NAME"), jobs: 1),
      progress: nil)
    for region in coverage.regions.indices {
      coverage.regions[region].attributes = ["group", "area", "group_2"].map { .init(field: $0, value: "its \($0)") }
    }
    let pack = try Pack(
      data: packData(
        PackContents(
          map: "Test", identity: 1, coverage: try simplify(coverage, options: SimplifyOptions(), progress: nil),
          rawValues: coverage.regions.indices.map { UInt16($0) })))
    let pyramid = try pyramid(pack)
    let layers = Dictionary(uniqueKeysWithValues: pyramid.layers.map { ($0.name, $0.fields.map(\.key)) })
    #expect(layers["regions"] == ["code", "name", "group", "group_3", "area_2", "group_2"])
    #expect(layers["labels"] == ["code", "name", "group", "group_3", "area_2", "group_2", "area"])
    for tile in try pyramid.tiles(zoom: 4) {
      for (layer, features) in try ReadTile(tile.bytes).layers {
        for feature in features { #expect(Set(feature.fields.keys) == Set(layers[layer] ?? [])) }
        for feature in features where layer != "borders" {
          #expect(feature.fields["group"] == feature.fields["name"] && feature.fields["group_3"] == "its group")
          #expect(feature.fields["area_2"] == "its area" && feature.fields["group_2"] == "its group_2")
        }
      }
    }
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func `regions are valid polygons in a tile's units and do not overlap, at each zoom`(seed: UInt64) throws {
    let pyramid = try pyramid(madeUpPack(seed: seed))
    for zoom in [0, 4, 7, 9] {
      let tiles = try pyramid.tiles(zoom: zoom)
      #expect(!tiles.isEmpty)
      for tile in tiles {
        let regions = try ReadTile(tile.bytes).layers["regions"] ?? []
        let checked = regions.map { region in
          BruteForceChecker.Region(
            code: region.fields["code"] ?? "",
            polygons: region.polygons.map { $0.map { ring in (ring + ring.prefix(1)).map { ($0.x, $0.y) } } })
        }
        #expect(BruteForceChecker.violations(of: checked) == [])
        #expect(
          regions.flatMap(\.parts).joined().allSatisfy { (-64...4160).contains($0.x) && (-64...4160).contains($0.y) })
        #expect(Set(regions.map(\.id)).count == regions.count && !regions.map(\.id).contains(0))
      }
    }
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func `tiles beside each other have the same edges where they overlap`(seed: UInt64) throws {
    let pyramid = try pyramid(madeUpPack(seed: seed))
    var pairs = 0
    for zoom in [7, 9] {
      var read: [[Int]: ReadTile] = [:]
      for tile in try pyramid.tiles(zoom: zoom) { read[[Int(tile.x), Int(tile.y)]] = try ReadTile(tile.bytes) }
      for (position, tile) in read {
        for (dx, dy) in [(1, 0), (0, 1)] {
          guard let other = read[[position[0] + dx, position[1] + dy]] else { continue }
          // In the units of the first tile; what runs along the overlap's own sides belongs to the cut.
          let x = dx == 1 ? 4032...4160 : -64...4160
          let y = dy == 1 ? 4032...4160 : -64...4160
          let here = edges(of: tile, x, y, movedBy: (0, 0))
          #expect(here == edges(of: other, x, y, movedBy: (4096 * dx, 4096 * dy)))
          pairs += here.isEmpty ? 0 : 1
        }
      }
    }
    #expect(pairs > 0)
  }

  /// The edges of regions within a box, each with its region and the smaller end first.
  private func edges(
    of tile: ReadTile, _ x: ClosedRange<Int>, _ y: ClosedRange<Int>, movedBy offset: (x: Int, y: Int)
  ) -> Set<[Int]> {
    var edges: Set<[Int]> = []
    for region in tile.layers["regions"] ?? [] {
      for ring in region.parts {
        let moved = ring.map { ReadTile.Point(x: $0.x + offset.x, y: $0.y + offset.y) }
        for (a, b) in zip(moved, moved.dropFirst() + moved.prefix(1)) {
          guard x.contains(a.x) && x.contains(b.x) && y.contains(a.y) && y.contains(b.y) else { continue }
          let isOnSide =
            a.x == b.x && [x.lowerBound, x.upperBound].contains(a.x)
            || a.y == b.y && [y.lowerBound, y.upperBound].contains(a.y)
          if !isOnSide { edges.insert([Int(region.id), min(a, b).x, min(a, b).y, max(a, b).x, max(a, b).y]) }
        }
      }
    }
    return edges
  }

  @Test func `each region has its name once, in the tile in which its label point lies`() throws {
    let pack = try shippedPack("NewEnglandCounties")
    for zoom in [0, 5, 8] {
      var labels: [String: [[Int]]] = [:]
      for tile in try pyramid(pack).tiles(zoom: zoom) {
        for label in try ReadTile(tile.bytes).layers["labels"] ?? [] {
          let point = try #require(label.parts.first?.first)
          #expect((0..<4096).contains(point.x) && (0..<4096).contains(point.y))
          labels[label.fields["code"] ?? "", default: []].append([
            Int(tile.x) * 4096 + point.x, Int(tile.y) * 4096 + point.y,
          ])
        }
      }
      #expect(labels.count == pack.regionCount)
      let unit = Double(1 << (16 - zoom))
      for shape in pack.shapes {
        #expect(labels[shape.code] == [[Int(shape.labelPoint.x / unit), Int(shape.labelPoint.y / unit)]])
      }
    }
  }

  @Test func `regions have the pack's texts, and the tile covers what the pack has there`() throws {
    let pack = try shippedPack("NewEngland")
    let tiles = try pyramid(pack).tiles(zoom: 4)
    var area: [String: Double] = [:]
    for tile in tiles {
      for region in try ReadTile(tile.bytes).layers["regions"] ?? [] {
        let shape = try #require(pack.shape(code: region.fields["code"] ?? ""))
        #expect(region.fields["name"] == shape.name && region.id == UInt64(shape.rawValue) + 1)
        area[shape.code, default: 0] += region.parts.reduce(0) { $0 + Double(region.doubledArea($1)) }
      }
    }
    // Tiles overlap by their buffers, so the sum is a little more than the region, and never less.
    let massachusetts = try #require(area["25"])
    let maine = try #require(area["23"])
    #expect(massachusetts > 0 && maine > 3 * massachusetts)
  }

  @Test func `no line is drawn along the 180th meridian, nor along the end of the world`() throws {
    let pack = try shippedPack("World")
    for tile in try pyramid(pack).tiles(zoom: 1) {
      let read = try ReadTile(tile.bytes)
      let lines = (read.layers["borders"] ?? []).flatMap(\.parts)
      #expect(!lines.isEmpty)
      let edge = tile.x == 0 ? 0 : 4096
      for line in lines {
        #expect(!zip(line, line.dropFirst()).contains { $0.x == edge && $1.x == edge })
        #expect(!zip(line, line.dropFirst()).contains { abs($0.x - 2048) > 2112 && $0.x == $1.x })
      }
      #expect(Set((read.layers["borders"] ?? []).compactMap { $0.fields["kind"] }).isSubset(of: ["border", "coast"]))
    }
  }

  @Test func `a zoom at which there would be too many tiles is refused before anything is made`() throws {
    let error = #expect(throws: StageError.self) { try pyramid(shippedPack("World")).tiles(zoom: 10) }
    #expect(error?.message.contains("at zoom 10 the map would have 1,0") == true)
    #expect(error?.status == .usage)
  }

  @Test func `the number of threads makes no difference`() throws {
    let pack = try shippedPack("SamplePrefecture")
    #expect(try pyramid(pack, jobs: 1).tiles(zoom: 11) == pyramid(pack, jobs: 4).tiles(zoom: 11))
  }

  @Test func `the finest level is shown at the highest zoom that is proposed`() throws {
    for name in ["World", "SamplePrefecture", "NewEngland"] {
      let pack = try shippedPack(name)
      let zoom = try pyramid(pack).highestZoom
      let tolerance = pack.tolerance(level: 0)
      let cosine = WebMercator.cosineOfLatitude(y: pack.bounds.minY + pack.bounds.height / 2)
      func pixel(_ zoom: Int) -> Double {
        WebMercator.worldSize / Double(512 << zoom) * WebMercator.metersPerMapPointAtEquator * cosine
      }
      #expect(pixel(zoom) <= tolerance && pixel(zoom - 1) > tolerance)
    }
  }

  @Test func `tiles up to zoom 14 are proposed for a map that was not simplified`() throws {
    let pack = try madeUpPack(seed: 1, amount: .none)
    #expect(pack.tolerance(level: 0) == 0)
    #expect(try pyramid(pack).highestZoom == 14)
  }
}
