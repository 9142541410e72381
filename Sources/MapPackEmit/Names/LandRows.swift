import MapPackCoverage
import MapPackGeometry

/// Which polygon lies where along the rows of a map of areas, at its finest level. Columns and rows are those of
/// `Plane`, so shapes are as they are drawn.
struct LandRows: Sendable {
  /// A segment of an arc that is not along a row.
  private struct Edge {
    /// The vertices at its ends.
    var a: Int32
    var b: Int32
    /// The polygon on its eastern side.
    var east: Int32
  }

  /// Per vertex.
  private var columns: ContiguousArray<Int64> = []
  private var rows: ContiguousArray<Double> = []
  /// Band b has the edges `edges[bandStart[b]..<bandStart[b + 1]]`.
  private var bandStart: ContiguousArray<Int> = [0]
  private var edges: ContiguousArray<Edge> = []
  private var firstRow = 0.0
  private var bandHeight = 1.0

  private static let verticesPerBand = 64
  private static let mostBands = 8_192

  /// - Complexity: O(vertices)
  init(_ coverage: Coverage) {
    let (arcs, plane) = (coverage.arcs, coverage.plane)
    columns = ContiguousArray(arcs.points.map { plane.column(x: $0.x) })
    rows = ContiguousArray(arcs.points.map { plane.row(y: Double($0.y)) })
    guard let least = rows.min(), let most = rows.max() else { return }
    let count = min(max(arcs.vertexCount / Self.verticesPerBand, 1), Self.mostBands)
    firstRow = least
    bandHeight = max((most - least) / Double(count), 1e-6)
    let sides = coverage.polygonSides()
    var all: ContiguousArray<Edge> = []
    for arc in 0..<arcs.count {
      let vertices = arcs.vertices(of: arc)
      for a in vertices {
        let b = a + 1 < vertices.upperBound ? a + 1 : vertices.lowerBound
        guard b > a || arcs.isClosed[arc], rows[a] != rows[b] else { continue }
        // Sides are named with y drawn upwards, whichever way the plane's y grows.
        let east = arcs.point(b).y > arcs.point(a).y ? sides.right[arc] : sides.left[arc]
        all.append(Edge(a: Int32(truncatingIfNeeded: a), b: Int32(truncatingIfNeeded: b), east: east))
      }
    }
    var uses = ContiguousArray(repeating: 0, count: count)
    for edge in all {
      for band in bands(of: edge, count) { uses[band] += 1 }
    }
    for use in uses { bandStart.append(bandStart[bandStart.count - 1] + use) }
    edges = ContiguousArray(repeating: Edge(a: 0, b: 0, east: ArcTable.none), count: bandStart[count])
    var next = bandStart
    for edge in all {
      for band in bands(of: edge, count) {
        edges[next[band]] = edge
        next[band] += 1
      }
    }
  }

  private func band(_ row: Double) -> Int { Int(((row - firstRow) / bandHeight).rounded(.down)) }

  private func bands(of edge: Edge, _ count: Int) -> Range<Int> {
    let (a, b) = (rows[Int(edge.a)], rows[Int(edge.b)])
    let (low, high) = (band(min(a, b)), band(max(a, b)))
    return min(max(low, 0), count - 1)..<min(max(high, 0), count - 1) + 1
  }

  /// Calls a function for each stretch of a polygon in a part of a row, with the column where it begins and that where
  /// it ends.
  func forEachStretch(
    inRow row: Double, from west: Double, to east: Double,
    _ body: (_ polygon: Int, _ from: Double, _ to: Double) -> Void
  ) {
    let band = band(row)
    guard band >= 0, band + 1 < bandStart.count else { return }
    let (columns, rows) = (columns, rows)
    // What lies at the western end follows from the last crossing before it.
    var first = (x: -Double.infinity, polygon: ArcTable.none)
    var crossings: [(x: Double, polygon: Int32)] = []
    for edge in edges[bandStart[band]..<bandStart[band + 1]] {
      let (a, b) = (Int(edge.a), Int(edge.b))
      let (from, to) = (rows[a], rows[b])
      guard (from <= row) != (to <= row) else { continue }
      let x = Double(columns[a]) + (row - from) / (to - from) * Double(columns[b] - columns[a])
      guard x < east else { continue }
      if x >= west { crossings.append((x, edge.east)) } else if x > first.x { first = (x, edge.east) }
    }
    crossings.sort { $0.x < $1.x }
    crossings.append((east, ArcTable.none))
    var (start, polygon) = (west, first.polygon)
    for crossing in crossings {
      if polygon != ArcTable.none, crossing.x > start { body(Int(polygon), start, crossing.x) }
      (start, polygon) = crossing
    }
  }
}
