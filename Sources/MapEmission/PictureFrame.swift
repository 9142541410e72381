import MapGeometry
import MapPack
import MapTopology

/// Where the cells of a coverage lie in a picture, in hundredths of its unit: north up, the longer side 1,000 units
/// and a margin on each side.
struct PictureFrame {
  private static let side: Double = 100_000
  private static let margin: Int64 = 500

  let width: Int64
  let height: Int64
  private let west: Int64
  private let north: Int64
  /// In cells, where the map's plane goes round the world.
  private let world: Int64
  private let originX: Int64
  private let northIsUp: Bool
  private let scale: Double

  init(_ coverage: Coverage) {
    switch coverage.plane {
    case .lonlat(let grid):
      originX = grid.originX
      world = Int64(1) << Int64(grid.exponent)
      northIsUp = true
    case .mercator(let grid):
      originX = grid.originX
      world = Int64((WebMercator.worldSize / grid.cell).rounded())
      northIsUp = false
    }
    let arcs = coverage.arcs
    var intervals: [ClosedRange<Int64>] = []
    var minY = Int64.max
    var maxY = Int64.min
    for arc in 0..<arcs.count {
      var box = GridBox()
      for vertex in arcs.vertices(of: arc) { box.extend(to: arcs.point(vertex)) }
      intervals.append(originX + Int64(box.minX)...originX + Int64(box.maxX))
      minY = min(minY, Int64(box.minY))
      maxY = max(maxY, Int64(box.maxY))
    }
    // A map without regions is an empty picture.
    if intervals.isEmpty { (intervals, minY, maxY) = ([originX...originX + 1], 0, 1) }
    let frame = RegionFrame(intervals, world: world)
    west = frame.minX
    let columns = max(1, frame.width)
    let rows = max(1, maxY - minY)
    scale = Self.side / Double(max(columns, rows))
    north = northIsUp ? maxY : minY
    width = Int64((Double(columns) * scale).rounded()) + 2 * Self.margin
    height = Int64((Double(rows) * scale).rounded()) + 2 * Self.margin
  }

  func place(_ x: Int32, _ y: Int32) -> (x: Int64, y: Int64) {
    var column = originX + Int64(x) - west
    if column < 0 { column += world }
    let row = northIsUp ? north - Int64(y) : Int64(y) - north
    return (
      Int64((Double(column) * scale).rounded()) + Self.margin, Int64((Double(row) * scale).rounded()) + Self.margin
    )
  }
}
