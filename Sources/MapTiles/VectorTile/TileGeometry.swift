import MapGeometry

/// The geometry of a feature as a vector tile writes it: commands, each with how often it comes, and their parameters.
///
/// Source: Mapbox Vector Tile Specification 2.1, section 4.3.
struct TileGeometry {
  private(set) var numbers: [UInt32] = []
  /// Where the cursor is, in the tile's own units.
  private var x: Int32 = 0
  private var y: Int32 = 0
  /// The tile's north-western corner in units of its zoom.
  private let west: Int32
  private let north: Int32

  private enum Command: UInt32 {
    case moveTo = 1
    case lineTo = 2
    case closePath = 7
  }

  init(tileX: Int32, tileY: Int32) {
    (west, north) = (tileX * TileGrid.extent, tileY * TileGrid.extent)
  }

  /// Adds a point.
  mutating func append(_ point: GridPoint) { append(points: CollectionOfOne(point)) }

  /// Adds points; a feature that has several has them in one command.
  mutating func append(points: some Collection<GridPoint>) {
    append(.moveTo, count: points.count)
    for point in points { move(to: point) }
  }

  /// Adds a line of two points or more.
  mutating func append(line: some BidirectionalCollection<GridPoint>) {
    guard let first = line.first else { return }
    append(first)
    append(.lineTo, count: line.count - 1)
    for point in line.dropFirst() { move(to: point) }
  }

  /// Adds a ring of a polygon whose land lies on the left with y drawn upwards: an outer ring then has a positive area with
  /// y drawn downwards, by the surveyor's formula, as section 4.3.4.4 wants it, and a hole a negative one.
  mutating func append(ring: some BidirectionalCollection<GridPoint>) {
    append(line: ring)
    append(.closePath, count: 1)
  }

  private mutating func append(_ command: Command, count: Int) {
    numbers.append(command.rawValue | UInt32(truncatingIfNeeded: count) << 3)
  }

  private mutating func move(to point: GridPoint) {
    let (newX, newY) = (point.x - west, point.y - north)
    for step in [newX - x, newY - y] { numbers.append(UInt32(bitPattern: (step << 1) ^ (step >> 31))) }
    (x, y) = (newX, newY)
  }
}
