import MapPack
import MapPackCoverage
import MapPackGeometry

/// The numbers of an export.
package enum ExportCoordinates: String, Hashable, Sendable, CaseIterable {
  /// Longitude and latitude in degrees, with the digits that lead back to the grid point.
  case lonlat
  /// The coordinates of the map's lattice in cells from its origin. y grows to the south on the plane of Web Mercator,
  /// to the north in longitude and latitude.
  case grid
}

/// A coverage's plane with the numbers in which an export has its points.
struct ExportPlane {
  let plane: Plane
  let coordinates: ExportCoordinates
  /// `nil` if segments need no further points.
  let clip: ClipEdges?
  /// Whether rings are written backward, because latitudes grow to the north and the lattice's y to the south.
  let turnsRings: Bool
  private let degrees: DecimalDegrees

  init(_ coverage: Coverage, _ coordinates: ExportCoordinates) {
    plane = coverage.plane
    self.coordinates = coordinates
    degrees = DecimalDegrees(plane)
    clip = coordinates == .lonlat && coverage.kind == .areas ? ClipEdges(plane) : nil
    turnsRings = if coordinates == .lonlat, case .mercator = plane { true } else { false }
  }

  func position(of point: GridPoint) -> Position {
    switch coordinates {
    case .lonlat: (degrees.longitude(x: point.x), degrees.latitude(y: point.y))
    case .grid: (DecimalNumber(point.x), DecimalNumber(point.y))
    }
  }
}

/// The `bbox` of an export: the smallest rectangle round what is written, not rounded by quantization (RFC 7946,
/// section 5; TopoJSON 1.0, section 3).
///
/// In longitude and latitude its west is greater than its east, if the rectangle is narrower across ±180°.
struct ExportBounds {
  private var columns: [ClosedRange<Int64>] = []
  private var box = GridBox()

  /// Widens the rectangle to hold a line: a ring, or an arc with both of its ends.
  mutating func formUnion(_ line: some Sequence<GridPoint>) {
    var box = GridBox()
    for point in line { box.extend(to: point) }
    guard !box.isEmpty else { return }
    columns.append(Int64(box.minX)...Int64(box.maxX))
    self.box.extend(to: box)
  }

  mutating func formUnion(_ rings: GridRings) {
    for ring in 0..<rings.ringCount { formUnion(rings.line(ofRing: ring)) }
  }

  /// Appends `,"bbox":[west,south,east,north]` in degrees, or `[smallest x, smallest y, largest x, largest y]` on the
  /// grid; nothing if the rectangle is empty.
  func append(on plane: ExportPlane, to json: inout JSONText) {
    guard !box.isEmpty else { return }
    var first = GridPoint(x: box.minX, y: plane.turnsRings ? box.maxY : box.minY)
    var last = GridPoint(x: box.maxX, y: plane.turnsRings ? box.minY : box.maxY)
    if plane.coordinates == .lonlat {
      let world = plane.plane.world
      let span = GlobeSpan(columns, world: world)
      let east = span.minX + span.width
      first.x = Int32(truncatingIfNeeded: span.minX)
      // A span that goes past the eastern edge ends at the end of an interval in the west.
      last.x = Int32(truncatingIfNeeded: east > Int64(box.maxX) ? east - world : east)
    }
    let (southWest, northEast) = (plane.position(of: first), plane.position(of: last))
    json += #","bbox":[\#(southWest.x),\#(southWest.y),\#(northEast.x),\#(northEast.y)]"#
  }
}

/// The additional points of segments along the northern and southern end of the plane, for areas in degrees.
///
/// A segment from 180° W to 180° E is a straight line of the plane. But a reader of degrees goes the short way, along
/// the cut at ±180°, or follows a great circle. So such a segment gets a point at each 32nd of the way round the world.
/// These points belong to the lattice and lie on the segment.
struct ClipEdges {
  private let seams: SeamLines
  private let originX: Int64
  /// In cells.
  private let step: Int64

  /// `nil` for a plane in longitude and latitude, which ends at the poles, and for a world less than 32 cells wide.
  init?(_ plane: Plane) {
    guard case .mercator(let grid) = plane else { return nil }
    seams = SeamLines(grid)
    originX = grid.originX
    step = seams.world / 32
    guard step > 0 else { return nil }
  }

  private func forEachPoint(from a: GridPoint, to b: GridPoint, _ body: (GridPoint) -> Void) {
    guard a.y == b.y, a.x != b.x, seams.contains(a, b) else { return }
    let (first, last) = (originX + Int64(a.x), originX + Int64(b.x))
    let ahead: Int64 = first < last ? 1 : -1
    // Begin at the next multiple of the step. Division rounds down, because x on the globe is not negative.
    var x = ahead > 0 ? (first / step + 1) * step : (first - 1) / step * step
    while (last - x) * ahead > 0 {
      body(GridPoint(x: Int32(truncatingIfNeeded: x - originX), y: a.y))
      x += ahead * step
    }
  }

  /// - Parameter isClosed: whether the segment from the last point to the first belongs to the line.
  func filled(_ line: [GridPoint], isClosed: Bool) -> [GridPoint] {
    var points: [GridPoint] = []
    points.reserveCapacity(line.count)
    for (index, point) in line.enumerated() {
      points.append(point)
      let isLast = index + 1 == line.count
      if isLast && !isClosed { break }
      forEachPoint(from: point, to: line[isLast ? 0 : index + 1]) { points.append($0) }
    }
    return points
  }
}

extension GridRings {
  func point(_ vertex: Int) -> GridPoint { GridPoint(x: x[vertex], y: y[vertex]) }

  func line(ofRing ring: Int) -> [GridPoint] { (ringStart[ring]..<ringStart[ring + 1]).map(point) }

  func filled(by clip: ClipEdges?) -> GridRings {
    guard let clip else { return self }
    var filled = GridRings()
    for polygon in 0..<polygonCount {
      for ring in polygonStart[polygon]..<polygonStart[polygon + 1] {
        for point in clip.filled(line(ofRing: ring), isClosed: true) { filled.append(x: point.x, y: point.y) }
        filled.endRing()
      }
      filled.endPolygon()
    }
    return filled
  }
}

extension Coverage {
  /// The rings of those polygons of a region that are present at a level, with the vertices that are present there, in
  /// cells. The shell of a polygon comes first. Rings do not repeat their first vertex. Lines and points are polygons
  /// of one ring each.
  func gridRings(of region: Int, level: Int) -> GridRings {
    var rings = GridRings()
    for polygon in polygons(of: region) where Int(polygonLevel[polygon]) >= level {
      for ring in self.rings(of: polygon) {
        forEachVertex(ofRing: ring, level: level) { rings.append(x: $0.x, y: $0.y) }
        rings.endRing()
      }
      rings.endPolygon()
    }
    return rings
  }
}
