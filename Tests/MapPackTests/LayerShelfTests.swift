import Foundation
import MapPack
import TestSupport
import Testing

@testable import MapPackUI

/// Which layers a view makes of a large map, and which of them it draws.
@Suite struct LayerShelfTests {
  /// 1,600 regions of 320,000 vertices, more than are decoded between two pictures.
  private static let nation = Result {
    PlaneRegions(try pack(quilt(columns: 40, rows: 40, verticesPerArc: 100, levels: 16, seed: 5)))
  }

  private static func part(_ share: Double, of regions: PlaneRegions) -> MapRect {
    let bounds = regions.pack.bounds
    return MapRect(
      minX: bounds.width * 0.4, minY: bounds.height * 0.4, width: share * bounds.width, height: share * bounds.height)
  }

  @Test func `the first layer of a town has the town alone, and the next one as much again round it`() throws {
    let regions = try Self.nation.get()
    var shelf = LayerShelf(regions)
    let town = Self.part(0.02, of: regions)
    #expect(shelf.layer(level: 0, showing: town) == nil)
    let first = shelf.firstOrder(level: 0, showing: town)
    #expect(first.window == town)
    shelf.keep(first.made())
    let drawn = try #require(shelf.layer(level: 0, showing: town))
    let whole = MapLayer(regions, level: 0)
    #expect(drawn.pointCount < whole.pointCount / 100)
    // All that is seen is there, and as in the layer of the whole map.
    for borders in [\MapLayer.borders, \.coast, \.groupBorders] {
      #expect(lines(drawn[keyPath: borders], in: town) == lines(whole[keyPath: borders], in: town))
    }
    for area in drawn.visible(in: town) {
      #expect(
        lines(drawn.shapes, drawn.paths(of: area), in: town) == lines(whole.shapes, whole.paths(of: area), in: town))
    }
    let next = try #require(shelf.order(level: 0, showing: town))
    #expect(next.window == town.grown(by: 0.5))
    shelf.keep(next.made())
    #expect(shelf.order(level: 0, showing: town) == nil)
    // A movement by a quarter of the screen needs nothing new, and a farther one does.
    var moved = town
    moved.minX += 0.2 * town.width
    #expect(shelf.order(level: 0, showing: moved) == nil)
    moved.minX += 0.2 * town.width
    #expect(shelf.order(level: 0, showing: moved) != nil)
  }

  private func lines(_ paths: PlanePaths, _ range: Range<Int>? = nil, in rect: MapRect) -> Set<[Double]> {
    var lines = DrawnLines()
    paths.draw(range, in: rect, to: &lines)
    return Set(lines.lines.map { $0.x + $0.y })
  }

  @Test func `a frame draws the level nearest to its own of those that have all it shows`() throws {
    let regions = try Self.nation.get()
    var shelf = LayerShelf(regions)
    let all = MapRect(minX: 0, minY: 0, width: regions.pack.bounds.width, height: regions.pack.bounds.height)
    let town = Self.part(0.02, of: regions)
    shelf.keep(MapLayer(regions, level: 7))
    shelf.keep(MapLayer(regions, level: 4))
    shelf.keep(MapLayer(regions, level: 0, in: town.grown(by: 0.5)))
    #expect(shelf.layer(level: 0, showing: town)?.level == 0)
    #expect(shelf.layer(level: 0, showing: all)?.level == 4)
    #expect(shelf.layer(level: 6, showing: all)?.level == 7)
    #expect(shelf.layer(level: 5, showing: town)?.level == 4)
    // Of two that are as near, the coarser one.
    #expect(shelf.layer(level: 2, showing: town)?.level == 4)
  }

  @Test func `a layer of the whole map serves whatever the screen shows`() throws {
    let regions = try Self.nation.get()
    var shelf = LayerShelf(regions)
    shelf.keep(MapLayer(regions, level: 15))
    #expect(shelf.order(level: 15, showing: MapRect.everywhere.grown(by: 3)) == nil)
  }

  /// What is cut to a layer that stands in for another would be cut again for that one.
  @Test func `a layer fits a frame if it has its level and all that it shows`() throws {
    let regions = try Self.nation.get()
    let town = Self.part(0.02, of: regions)
    let layer = MapLayer(regions, level: 3, in: town)
    #expect(layer.fits(level: 3, showing: town))
    #expect(!layer.fits(level: 2, showing: town) && !layer.fits(level: 3, showing: town.grown(by: 0.1)))
    let whole = MapLayer(regions, level: 15)
    #expect(whole.fits(level: 15, showing: MapRect.everywhere.grown(by: 3)) && !whole.fits(level: 14, showing: town))
    // The first layer of a view fits at once, and so does the larger one that takes its place.
    var shelf = LayerShelf(regions)
    shelf.keep(shelf.firstOrder(level: 0, showing: town).made())
    #expect(shelf.layer(level: 0, showing: town)?.fits(level: 0, showing: town) == true)
    shelf.keep(try #require(shelf.order(level: 0, showing: town)).made())
    #expect(shelf.layer(level: 0, showing: town)?.fits(level: 0, showing: town) == true)
    // Another level stands in until its own is made.
    #expect(shelf.layer(level: 1, showing: town)?.fits(level: 1, showing: town) == false)
  }

  @Test func `a view keeps the layers of the last windows alone`() throws {
    let regions = try Self.nation.get()
    var shelf = LayerShelf(regions)
    for step in 0..<10 {
      shelf.keep(MapLayer(regions, level: 0, in: Self.part(0.01 * Double(step + 1), of: regions)))
    }
    #expect(shelf.layers.count == 3)
    // What nothing has all of is drawn as far as it was made last.
    #expect(shelf.layer(level: 0, showing: .everywhere) === shelf.layers.last)
  }

  @Test func `levels of which the whole map is decoded in a moment are made whole`() throws {
    let regions = try Self.nation.get()
    let shelf = LayerShelf(regions)
    let town = Self.part(0.02, of: regions)
    let levels = 0..<regions.pack.levelCount
    let finest = try #require(levels.first { regions.pack.decodedVertexCount(level: $0) <= LayerShelf.quick })
    #expect(finest > 0)
    for level in 0..<regions.pack.levelCount {
      let isQuick = regions.pack.decodedVertexCount(level: level) <= LayerShelf.quick
      #expect((shelf.order(level: level, showing: town)?.window == nil) == isQuick)
      #expect(isQuick == (level >= finest))
    }
  }
}
