import MapGeometry

/// The geometry of a feature, encoded as in a vector tile: commands with their repeat counts, and their parameters.
/// `TileLayer` takes it.
///
/// Points are given in the units of the tile's zoom (`TileGrid`), counted from the world's north-western corner. They
/// may lie outside the tile, in its buffer.
///
/// Source: Mapbox Vector Tile Specification 2.1, section 4.3.
struct TileGeometry {
  /// The encoded commands and parameters.
  private(set) var numbers: [UInt32] = []
  /// The position of the cursor, in units from the tile's north-western corner.
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

  /// Adds points. All points of a feature have to be added by one call, because they have to be one command.
  mutating func append(points: some Collection<GridPoint>) {
    append(.moveTo, count: points.count)
    for point in points { move(to: point) }
  }

  /// Adds a line of at least two points.
  mutating func append(line: some BidirectionalCollection<GridPoint>) {
    guard let first = line.first else { return }
    append(first)
    append(.lineTo, count: line.count - 1)
    for point in line.dropFirst() { move(to: point) }
  }

  /// Adds a ring of a polygon.
  ///
  /// It has three points or more, and its first one is not repeated at the end.
  ///
  /// The ring has its land on the left if y is drawn upwards. So by the surveyor's formula, with y to the south, a
  /// shell has a positive area and a hole a negative one, as section 4.3.4.4 requires.
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
