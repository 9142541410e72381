import MapGeometry
import MapPack
import MapTopology

/// Where places of the globe lie in a picture, in hundredths of its unit.
///
/// North is up, the plane is Web Mercator, the longer side of the map is 1,000 units, with a margin on each side; a
/// narrow map stands in the middle of a picture that has room for text. A map on both sides of the 180th meridian is
/// in one piece.
struct PictureFrame {
  private static let side = 100_000.0
  private static let margin = 1_000.0
  private static let narrowest = 30_000.0

  let width: Int64
  let height: Int64
  /// Hundredths per column.
  let scale: Double
  private let west: Int64
  private let north: Double
  private let world: Int64
  /// Where the map's north-western corner lies.
  private let left: Double
  private let top: Double

  /// A picture of its own.
  init(_ extent: PictureExtent) {
    (west, north, world) = (extent.west, extent.north, extent.world)
    scale = Self.side / max(extent.columns, extent.rows)
    let inner = max(extent.columns * scale, Self.narrowest)
    left = Self.margin + (inner - extent.columns * scale) / 2
    top = Self.margin
    width = Int64((inner + 2 * Self.margin).rounded())
    height = Int64((extent.rows * scale + 2 * Self.margin).rounded())
  }

  /// In the middle of a box, with a margin round the map.
  init(_ extent: PictureExtent, in box: PictureBox, margin: Double) {
    (west, north, world) = (extent.west, extent.north, extent.world)
    let (inner, down) = (Double(box.width) - 2 * margin, Double(box.height) - 2 * margin)
    scale = max(1e-9, min(inner / extent.columns, down / extent.rows))
    left = Double(box.left) + margin + (inner - extent.columns * scale) / 2
    top = Double(box.top) + margin + (down - extent.rows * scale) / 2
    (width, height) = (box.width, box.height)
  }

  func place(column: Double, row: Double) -> PicturePoint {
    var column = column - Double(west)
    if column < 0 { column += Double(world) }
    return PicturePoint(
      x: Int32((column * scale + left).rounded()), y: Int32(((row - north) * scale + top).rounded()))
  }
}

/// A place in a picture, in hundredths of its unit.
struct PicturePoint: Hashable {
  var x: Int32
  var y: Int32

  /// Whether nobody could tell two places apart: five hundredths of a unit.
  func isNear(_ other: PicturePoint) -> Bool { max(abs(x - other.x), abs(y - other.y)) < 5 }
}

/// How much of the globe a picture shows: columns from 180° W, and rows from the northern end of Web Mercator's square.
struct PictureExtent {
  let west: Int64
  let north: Double
  /// How wide and how high it is; above zero.
  let columns: Double
  let rows: Double
  /// How many columns, and how many rows, the square has.
  let world: Int64

  /// - Parameters:
  ///   - intervals: the columns that parts of the map cover; none if it is empty.
  ///   - rows: from the northernmost to the southernmost.
  ///   - world: how many columns, and how many rows, the square has.
  init(intervals: [ClosedRange<Int64>], rows: ClosedRange<Double>, world: Int64) {
    let span = GlobeSpan(intervals.isEmpty ? [0...1] : intervals, world: world)
    west = span.minX
    north = rows.lowerBound
    columns = Double(max(1, span.width))
    self.rows = max(1, rows.upperBound - rows.lowerBound)
    self.world = world
  }

  /// - Parameter isShown: per arc whether it is a part of what is shown.
  init(_ coverage: Coverage, arcs isShown: ContiguousArray<Bool>) {
    let arcs = coverage.arcs
    var intervals: [ClosedRange<Int64>] = []
    var box = GridBox()
    for arc in 0..<arcs.count where isShown[arc] {
      var arcBox = GridBox()
      for vertex in arcs.vertices(of: arc) { arcBox.extend(to: arcs.point(vertex)) }
      intervals.append(coverage.plane.column(x: arcBox.minX)...coverage.plane.column(x: arcBox.maxX))
      box.extend(to: arcBox)
    }
    let ends = box.isEmpty ? [0] : [box.minY, box.maxY].map { coverage.plane.row(y: Double($0)) }
    self.init(intervals: intervals, rows: (ends.min() ?? 0)...(ends.max() ?? 0), world: coverage.plane.world)
  }
}

extension Plane {
  /// How many cells go round the world.
  var world: Int64 {
    switch self {
    case .lonlat(let grid): Int64(1) << Int64(grid.exponent)
    case .mercator(let grid): Int64((WebMercator.worldSize / grid.cell).rounded())
    }
  }

  /// The column of x 0: cells from 180° W.
  private var originColumn: Int64 {
    switch self {
    case .lonlat(let grid): grid.originX + world / 2
    case .mercator(let grid): grid.originX
    }
  }

  /// The column of an x: cells from 180° W.
  func column(x: Int32) -> Int64 { originColumn + Int64(x) }
  func column(x: Double) -> Double { Double(originColumn) + x }

  /// The row of a y on Web Mercator: from the northern end of its square, in units as wide as a cell.
  func row(y: Double) -> Double {
    switch self {
    case .lonlat(let grid):
      WebMercator.y(latitude: (Double(grid.originY) + y) * grid.unit) / WebMercator.worldSize * Double(world)
    case .mercator(let grid): Double(grid.originY) + y
    }
  }
}
