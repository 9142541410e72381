import MapPackCoverage
import MapPackGeometry

/// The arcs and rings of a map as bytes for the page, which the class `DrawnMap` in map.js reads.
///
/// All numbers are unsigned and have seven bits a byte, the lowest first; the last byte of a number is below 128. A number
/// that may be negative is doubled; if it is negative, its complement is doubled and one is added.
///
/// - The number of arcs. Of each arc: the number of its vertices, times 8, plus its `PageLine` times 2, plus 1 if it is closed.
///   Of each vertex: x and y, less those of the vertex before in the list of all, and, if the map has several levels, the
///   coarsest level at which the vertex is present.
/// - Of each region: the number of its polygons, lines or points. Of each of them: the coarsest level at which it is
///   present, and the number of its rings. Of each ring: the number of its arcs. Of each arc: its index less that of the
///   arc before in the list of all, times 2, plus 1 if the ring runs against it.
struct PageShapes {
  private(set) var bytes: [UInt8] = []
  private var last = (x: 0, y: 0)
  private var lastArc = 0

  /// What an arc is drawn as.
  private enum PageLine: Int {
    /// It lies on the cut at ±180°.
    case nothing
    case border, coast
  }

  /// - Parameters:
  ///   - grid: the coverage's plane.
  ///   - west: the western edge of the map in cells. What lies west of it is moved round the world.
  init(_ coverage: Coverage, on grid: PackGrid, west: Int) {
    let (arcs, world) = (coverage.arcs, Int(coverage.plane.world))
    let borders = coverage.kind == .areas ? coverage.cutBorders : []
    let hasLevels = coverage.levels.count > 1
    bytes.reserveCapacity(4 * arcs.vertexCount)
    append(arcs.count + borders.count)
    for arc in 0..<arcs.count {
      let vertices = arcs.vertices(of: arc)
      let isBorder = arcs.left[arc] != ArcTable.none && arcs.right[arc] != ArcTable.none
      let line: PageLine = arcs.isSeam[arc] ? .nothing : isBorder ? .border : .coast
      append(vertices.count * 8 + line.rawValue * 2 + (arcs.isClosed[arc] ? 1 : 0))
      // No arc lies on both sides of the edge.
      let shift = vertices.first.map { Int(arcs.point($0).x) < west } ?? false ? world : 0
      for vertex in vertices {
        let point = arcs.point(vertex)
        append(x: Int(point.x) + shift, y: Int(point.y))
        if hasLevels { append(Int(arcs.vertexLevel[vertex])) }
      }
    }
    for border in borders {
      append(2 * 8 + PageLine.border.rawValue * 2)
      for y in [border.from, border.to] {
        append(x: world - Int(grid.originX), y: Int(y))
        if hasLevels { append(coverage.levels.count - 1) }
      }
    }
    for region in coverage.regions.indices {
      let polygons = coverage.polygons(of: region)
      append(polygons.count)
      for polygon in polygons {
        append(Int(coverage.polygonLevel[polygon]))
        let rings = coverage.rings(of: polygon)
        append(rings.count)
        for ring in rings { append(coverage.references(of: ring)) }
      }
    }
  }

  private mutating func append(_ references: ArraySlice<ArcReference>) {
    append(references.count)
    for reference in references {
      append(2 * Self.unsigned(reference.arc - lastArc) + (reference.isReversed ? 1 : 0))
      lastArc = reference.arc
    }
  }

  private mutating func append(x: Int, y: Int) {
    append(Self.unsigned(x - last.x))
    append(Self.unsigned(y - last.y))
    last = (x, y)
  }

  private static func unsigned(_ number: Int) -> Int { number < 0 ? 2 * ~number + 1 : 2 * number }

  private mutating func append(_ number: Int) {
    var rest = number
    while rest >= 128 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 128)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }
}
