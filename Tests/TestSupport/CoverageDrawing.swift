import MapPackCoverage
import MapPackFeatures
import MapPackGeometry
import MapPackMerge

/// A coverage drawn by hand: arcs by their vertices, regions by lists of arc references.
package struct CoverageDrawing {
  package private(set) var coverage: Coverage

  package init(cellExponent: Int = 3, originX: Int64 = 1_000_000, originY: Int64 = 2_000_000, levels: Int = 1) {
    coverage = Coverage(
      plane: .mercator(PackGrid(cellExponent: cellExponent, originX: originX, originY: originY)))
    coverage.levels = (0..<levels).map { Level(tolerance: $0 == 0 ? 0 : 10 * Double(1 << $0)) }
  }

  /// Adds an arc and returns its index.
  ///
  /// - Parameters:
  ///   - points: its vertices.
  ///   - levels: the coarsest level at which each vertex is present; `nil` for the coarsest of all.
  ///   - left: the index of the region on its left.
  ///   - right: the index of the region on its right.
  @discardableResult
  package mutating func arc(
    _ points: [(Int32, Int32)], levels: [UInt8]? = nil, left: Int32 = ArcTable.none, right: Int32 = ArcTable.none,
    closed: Bool = false, seam: Bool = false
  ) -> Int {
    let top = UInt8(coverage.levels.count - 1)
    for (index, point) in points.enumerated() {
      coverage.arcs.points.append(GridPoint(x: point.0, y: point.1))
      coverage.arcs.vertexLevel.append(levels?[index] ?? top)
    }
    coverage.arcs.start.append(coverage.arcs.vertexCount)
    coverage.arcs.left.append(left)
    coverage.arcs.right.append(right)
    coverage.arcs.isClosed.append(closed)
    coverage.arcs.isSeam.append(seam)
    return coverage.arcs.count - 1
  }

  /// Adds a region with its polygons. A polygon is a list of rings, and a ring is a list of arcs; `~arc` is the arc in
  /// the other direction.
  package mutating func region(
    _ code: String, _ name: String, area: Double = 1000, polygons: [[[Int]]], levels: [UInt8]? = nil
  ) {
    var region = Region(code: code, name: name)
    region.area = area
    coverage.regions.append(region)
    for (index, polygon) in polygons.enumerated() {
      for ring in polygon {
        for reference in ring {
          coverage.references.append(ArcReference(arc: reference < 0 ? ~reference : reference, reversed: reference < 0))
        }
        coverage.referenceStart.append(coverage.references.count)
      }
      coverage.ringStart.append(coverage.referenceStart.count - 1)
      coverage.polygonLevel.append(levels?[index] ?? UInt8(coverage.levels.count - 1))
      coverage.polygonArea.append(area / Double(polygons.count))
    }
    coverage.polygonStart.append(coverage.ringStart.count - 1)
  }

  /// Changes the coverage directly.
  package mutating func set(_ change: (inout Coverage) -> Void) { change(&coverage) }
}

/// Two squares with a common border, a region in a lake of one, and an island off the other, at two levels.
///
///     (0, 100) ---- (100, 100) ---- (200, 100)
///        |    +---+     |              |          e
///        | A  | C |     a       B      c         / \      y is drawn upwards
///        |    +---+     |              |        +---+
///      (0, 0) ----- (100, 0) ------ (200, 0)
///
/// The border has a bend at (110, 50), and B's eastern coast has one at (190, 50). The bends and the island are present
/// at level 0 only.
package func letters() -> Coverage {
  var drawing = CoverageDrawing(levels: 2)
  let border = drawing.arc([(100, 0), (110, 50), (100, 100)], levels: [1, 0, 1], left: 0, right: 1)
  let west = drawing.arc([(100, 0), (0, 0), (0, 100), (100, 100)], right: 0)
  let east = drawing.arc([(100, 0), (200, 0), (190, 50), (200, 100), (100, 100)], levels: [1, 1, 0, 1, 1], left: 1)
  let lake = drawing.arc([(30, 30), (30, 60), (60, 60), (60, 30)], left: 0, right: 2, closed: true)
  let island = drawing.arc([(250, 20), (260, 50), (280, 20)], levels: [0, 0, 0], right: 1, closed: true)
  drawing.region("01", "甲 & <A>", area: 9100, polygons: [[[border, ~west], [lake]]])
  drawing.region("02", "乙", area: 10450, polygons: [[[east, ~border]], [[~island]]], levels: [1, 0])
  drawing.region("03", "丙", area: 900, polygons: [[[~lake]]])
  drawing.set { coverage in
    coverage.map = "Letters"
    coverage.sources = [Source(path: "letters.shp")]
    coverage.sources[0].publisher = "国土"
    coverage.sources[0].edition = "2024-01-01"
  }
  return drawing.coverage
}

/// A region on both sides of the 180th meridian, where it is cut, and a region on one side only. Cells are 64 map
/// points wide.
///
/// The first region's square is 1,000 cells wide to the west of the cut and 500 to the east.
package func antimeridian() -> Coverage {
  let world: Int32 = 1 << 22
  var drawing = CoverageDrawing(cellExponent: 6, originX: 0, originY: 0)
  let coastEast = drawing.arc([(0, 5000), (500, 5000), (500, 6000), (0, 6000)], left: 0)
  let seamEast = drawing.arc([(0, 5000), (0, 6000)], right: 0, seam: true)
  let seamWest = drawing.arc([(world, 5000), (world, 6000)], left: 0, seam: true)
  let coastWest = drawing.arc([(world, 5000), (world - 1000, 5000), (world - 1000, 6000), (world, 6000)], right: 0)
  let other = drawing.arc([(1000, 5000), (1000, 5500), (1500, 5000)], right: 1, closed: true)
  drawing.region("FJI", "Fiji", polygons: [[[seamWest, ~coastWest]], [[coastEast, ~seamEast]]])
  drawing.region("OTH", "Other", polygons: [[[~other]]])
  return drawing.coverage
}
