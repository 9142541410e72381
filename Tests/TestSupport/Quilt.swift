import MapPackCoverage
import MapPackGeometry
import MapPackMerge

/// Regions in rows and columns, with borders that wander between their corners. Corners are present at all levels,
/// other vertices from level 0 up to a random one.
///
/// A border leaves the straight line between its corners by less than a third of the way to the nearer corner, so
/// borders meet in corners only.
package func quilt(
  columns: Int, rows: Int, verticesPerArc: Int, levels: Int = 1, seed: UInt64, cellExponent: Int = 3
) -> Coverage {
  var random = SplitMix64(seed: seed)
  var drawing = CoverageDrawing(cellExponent: cellExponent, originX: 12345, originY: 67890, levels: levels)
  let side: Int32 = 4096
  precondition(verticesPerArc >= 2 && verticesPerArc <= 1024)

  func border(from a: (Int32, Int32), along horizontal: Bool) -> ([(Int32, Int32)], [UInt8]) {
    var points: [(Int32, Int32)] = []
    var vertexLevels: [UInt8] = []
    for position in 0..<verticesPerArc {
      let along = Int32(position) * side / Int32(verticesPerArc - 1)
      let reach = min(along, side - along) / 3
      let across = Int32.random(in: -reach...reach, using: &random)
      points.append(horizontal ? (a.0 + along, a.1 + across) : (a.0 + across, a.1 + along))
      let isEnd = position == 0 || position == verticesPerArc - 1
      vertexLevels.append(isEnd ? UInt8(levels - 1) : UInt8.random(in: 0..<UInt8(levels), using: &random))
    }
    return (points, vertexLevels)
  }
  func region(_ column: Int, _ row: Int) -> Int32 {
    (0..<columns).contains(column) && (0..<rows).contains(row) ? Int32(row * columns + column) : ArcTable.none
  }
  // The outer corners are half a side away from the edge of the plane, so that the outer borders stay in it.
  func corner(_ column: Int, _ row: Int) -> (Int32, Int32) { (Int32(column) * side + 2048, Int32(row) * side + 2048) }

  var across: [[Int]] = []
  for row in 0...rows {
    across.append(
      (0..<columns).map { column in
        let (points, vertexLevels) = border(from: corner(column, row), along: true)
        return drawing.arc(points, levels: vertexLevels, left: region(column, row), right: region(column, row - 1))
      })
  }
  var down: [[Int]] = []
  for row in 0..<rows {
    down.append(
      (0...columns).map { column in
        let (points, vertexLevels) = border(from: corner(column, row), along: false)
        return drawing.arc(points, levels: vertexLevels, left: region(column - 1, row), right: region(column, row))
      })
  }
  for row in 0..<rows {
    for column in 0..<columns {
      let number = String(1000 + row * columns + column)
      drawing.region(
        number, "Patch " + number,
        polygons: [[[across[row][column], down[row][column + 1], ~across[row + 1][column], ~down[row][column]]]])
    }
  }
  return drawing.coverage
}
