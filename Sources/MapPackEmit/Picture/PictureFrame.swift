import MapPack
import MapPackCoverage
import MapPackFeatures
import MapPackGeometry

/// The frame of a map in a picture, which turns columns and rows of the globe into points of the picture.
///
/// Lengths are hundredths of the picture's unit. North is up, and the plane is Web Mercator. The longer side of the map
/// is 1,000 units, with a margin on each side. A narrow map stands in the middle of a picture that is wide enough for
/// text. A map on both sides of the 180th meridian is in one piece.
struct PictureFrame {
  private static let side = 100_000.0
  private static let margin = 1_000.0
  private static let narrowest = 30_000.0

  let width: Int64
  let height: Int64
  /// The width of a column, in hundredths.
  let scale: Double
  private let west: Int64
  private let north: Double
  private let world: Int64
  private let left: Double
  private let top: Double

  /// - Parameter room: what is free beside the map.
  init(_ extent: PictureExtent, room: PictureRoom = PictureRoom()) {
    (west, north, world) = (extent.west, extent.north, extent.world)
    scale = Self.side / max(extent.columns, extent.rows)
    let inner = max(extent.columns * scale, Self.narrowest)
    left = Self.margin + (inner - extent.columns * scale) / 2 + Double(room.left)
    top = Self.margin + Double(room.top)
    width = Int64((inner + 2 * Self.margin).rounded()) + room.left + room.right
    height = max(Int64((extent.rows * scale + 2 * Self.margin).rounded()), room.leastHeight) + room.top
  }

  /// The frame of a map in the middle of a box, with a margin round the map.
  init(_ extent: PictureExtent, in box: PictureBox, margin: Double) {
    (west, north, world) = (extent.west, extent.north, extent.world)
    let (inner, down) = (Double(box.width) - 2 * margin, Double(box.height) - 2 * margin)
    scale = max(1e-9, min(inner / extent.columns, down / extent.rows))
    left = Double(box.left) + margin + (inner - extent.columns * scale) / 2
    top = Double(box.top) + margin + (down - extent.rows * scale) / 2
    (width, height) = (box.width, box.height)
  }

  func point(_ point: GridPoint, of plane: Plane) -> PicturePoint {
    self.point(column: Double(plane.column(x: point.x)), row: plane.row(y: Double(point.y)))
  }

  /// A column west of the extent is taken once round the world.
  func point(column: Double, row: Double) -> PicturePoint {
    var column = column - Double(west)
    if column < 0 { column += Double(world) }
    return PicturePoint(
      x: Int32((column * scale + left).rounded()), y: Int32(((row - north) * scale + top).rounded()))
  }
}

/// What is kept free beside the main part of a map, in hundredths of the picture's unit.
struct PictureRoom {
  var left: Int64 = 0
  var right: Int64 = 0
  var top: Int64 = 0
  /// The least height of the main part with its margins.
  var leastHeight: Int64 = 0
}

/// A point of a picture, in hundredths of its unit. y grows downward.
struct PicturePoint: Hashable {
  var x: Int32
  var y: Int32

  /// Whether two points look like one: they are less than five hundredths of a unit apart along each axis.
  func isNear(_ other: PicturePoint) -> Bool { max(abs(x - other.x), abs(y - other.y)) < 5 }
}

/// The part of the globe that a picture shows, in columns from 180° W and rows from the northern end of the square.
struct PictureExtent {
  let west: Int64
  let north: Double
  /// Above zero.
  let columns: Double
  /// Above zero.
  let rows: Double
  /// The number of columns, and of rows, in the square.
  let world: Int64

  /// - Parameters:
  ///   - intervals: the columns that parts of the map cover; empty if the map is empty.
  ///   - rows: from the northernmost to the southernmost.
  ///   - world: the number of columns, and of rows, in the square.
  init(intervals: [ClosedRange<Int64>], rows: ClosedRange<Double>, world: Int64) {
    let span = GlobeSpan(intervals.isEmpty ? [0...1] : intervals, world: world)
    west = span.minX
    north = rows.lowerBound
    columns = Double(max(1, span.width))
    self.rows = max(1, rows.upperBound - rows.lowerBound)
    self.world = world
  }

  /// - Complexity: O(n log n) for n arcs, and O(vertices).
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
  var world: Int64 {
    switch self {
    case .lonlat(let grid): Int64(1) << Int64(grid.exponent)
    case .mercator(let grid): Int64((WebMercator.worldSize / grid.cell).rounded())
    }
  }

  private var originColumn: Int64 {
    switch self {
    case .lonlat(let grid): grid.originX + world / 2
    case .mercator(let grid): grid.originX
    }
  }

  /// The column of an x, in cells from 180° W.
  func column(x: Int32) -> Int64 { originColumn + Int64(x) }
  func column(x: Double) -> Double { Double(originColumn) + x }

  /// The row of a y on Web Mercator, in cells from the northern end of its square. Rows are as high as columns are
  /// wide.
  func row(y: Double) -> Double {
    switch self {
    case .lonlat(let grid):
      WebMercator.y(latitude: (Double(grid.originY) + y) * grid.unit) / WebMercator.worldSize * Double(world)
    case .mercator(let grid): Double(grid.originY) + y
    }
  }
}

/// The layout of the parts of a map in its picture: the main part in the middle, insets in a row below it. An inset of
/// bounds takes the polygons whose whole shells lie within them, edges included. Lengths are hundredths of the
/// picture's unit.
struct PictureLayout {
  struct Part {
    var frame: PictureFrame
    /// The box that is drawn round an inset; `nil` for the main part.
    var box: PictureBox?
  }

  /// The main part, then the insets.
  private(set) var parts: [Part] = []
  /// Per polygon: its index in `parts`.
  let partOfPolygon: ContiguousArray<Int>
  private(set) var width: Int64
  private(set) var height: Int64
  /// The box of the main part with what is free beside it, but not above.
  let mainBox: PictureBox

  /// The distance between insets. The margin round the map in each is half of it.
  private static let gap: Int64 = 1_000
  /// The largest height of an inset, as a share of the picture's width.
  private static let highest = 0.22

  /// A polygon of several insets is in the first of them.
  /// - Parameter room: what is free beside the main part.
  /// - Throws: `usage` if an inset names a code that no region has or a box without polygons, or if nothing is left for
  ///   the main part.
  /// - Complexity: O(n log n) for n vertices, times the number of insets.
  init(_ coverage: Coverage, insets: [PictureOptions.Inset], room: PictureRoom) throws(StageError) {
    var partOfPolygon = ContiguousArray(repeating: 0, count: coverage.polygonCount)
    for (index, inset) in insets.enumerated() {
      for polygon in try coverage.polygons(of: inset) where partOfPolygon[polygon] == 0 {
        partOfPolygon[polygon] = index + 1
      }
    }
    guard insets.isEmpty || partOfPolygon.contains(0) else {
      throw StageError(
        .usage, file: coverage.map, "the insets take the whole map", remedy: "leave its main part out of the insets")
    }
    let extents = (0...insets.count).map { part in
      PictureExtent(coverage, arcs: coverage.presentArcs(level: 0) { partOfPolygon[$0] == part })
    }
    self.partOfPolygon = partOfPolygon
    let main = PictureFrame(extents[0], room: room)
    (width, height) = (main.width, main.height)
    mainBox = PictureBox(left: 0, top: room.top, width: main.width, height: main.height - room.top)
    parts = [Part(frame: main)]
    append(Array(extents.dropFirst()))
  }

  /// Appends insets of equal height, as high as the width of the row allows.
  private mutating func append(_ extents: [PictureExtent]) {
    guard !extents.isEmpty else { return }
    // A box is never very narrow. A narrow part stands in the middle of its box.
    let shapes = extents.map { min(max($0.columns / $0.rows, 0.5), 3) }
    let room = Double(width - Self.gap * Int64(extents.count + 1))
    let side = max(1, min(Double(width) * Self.highest, room / shapes.reduce(0, +)))
    var left = Self.gap
    for (extent, shape) in zip(extents, shapes) {
      let box = PictureBox(
        left: left, top: height, width: Int64((side * shape).rounded()), height: Int64(side.rounded()))
      parts.append(Part(frame: PictureFrame(extent, in: box, margin: Double(Self.gap) / 2), box: box))
      left += box.width + Self.gap
    }
    height += Int64(side.rounded()) + Self.gap
  }
}

/// In hundredths of the picture's unit.
struct PictureBox {
  var left: Int64
  var top: Int64
  var width: Int64
  var height: Int64
}

extension Coverage {
  fileprivate func polygons(of inset: PictureOptions.Inset) throws(StageError) -> [Int] {
    switch inset {
    case .codes(let codes):
      var found: [Int] = []
      for code in codes {
        guard let region = regions.firstIndex(where: { $0.code == code }) else {
          throw StageError(
            .usage, file: map, "an inset names the code \(code), which no region has",
            remedy: "take it out of `insets`, or correct it")
        }
        found += polygons(of: region)
      }
      return found
    case .bounds(let box):
      let found = (0..<polygonCount).filter { isPolygon($0, within: box) }
      guard !found.isEmpty else {
        throw StageError(
          .usage, file: map,
          "no polygon lies entirely in the inset \(box.west), \(box.south), \(box.east), \(box.north)",
          remedy: "write west, south, east, north in degrees")
      }
      return found
    }
  }
}
