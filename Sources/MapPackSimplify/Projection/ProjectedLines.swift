import MapPack
import MapPackCoverage
import MapPackGeometry

/// The arcs of a coverage of areas in the drawing plane, clipped to it. They keep their direction, but y grows to the
/// south there: what was on the left of an arc is on its right.
///
/// What lies beyond ±85.05° is moved onto the edge of the plane, as Sutherland and Hodgman clip a polygon by a
/// half-plane: a line gets a vertex where it leaves the plane, and its vertices beyond are moved along their meridians
/// onto the edge. Lines that then lie upon each other cancel out in the arrangement, so what is left of a polygon is its
/// part within the plane.
///
/// Source: I. Sutherland and G. Hodgman, "Reentrant polygon clipping", Communications of the ACM 17 (1974).
struct ProjectedLines: Sendable {
  /// What is known of an arc before it is rounded.
  struct Line: BitwiseCopyable, Sendable {
    /// Whether the arc was projected.
    var isKept = false
    /// Whether a part of it lies within the plane, and whether a part lies beyond.
    var isWithin = false
    var isBeyond = false
    /// Its box on the noding grid, and the box of what is left of it in the plane, in map points.
    var cells = GridBox()
    var box = PlaneBox()
  }

  /// Per arc of the coverage.
  private let lines: ContiguousArray<Line>
  /// The box of all lines; `nil` if there are none.
  let extent: PlaneBox?
  private let arcs: ArcTable
  private let grid: NodingGrid

  private static let verticesPerPart = 1 << 16
  /// A longer line is noded in parts, so that a meeting draws anew what is near it, and not a whole coast.
  private static let longest = 256

  init(_ arcs: ArcTable, grid: NodingGrid, isKept: ContiguousArray<Bool>, jobs: Int) {
    self.arcs = arcs
    self.grid = grid
    let groups = (0..<arcs.count).chunks(of: Self.verticesPerPart) { arcs.vertices(of: $0).count }
    lines = ContiguousArray(groups, jobs: jobs) { isKept[$0] ? Line($0, of: arcs, grid) : Line() }
    let kept = lines.lazy.filter(\.isKept)
    extent = kept.isEmpty ? nil : kept.reduce(into: PlaneBox()) { $0.extend(to: $1.box) }
  }

  /// The line of an arc; `nil` if the arc was not projected.
  subscript(arc: Int) -> Line? { lines[arc].isKept ? lines[arc] : nil }

  /// The lines on a pack grid that separate something, with the polygons on their two sides as claims. The y of the grid
  /// grows to the south, so what is on the left of an arc is on the right here.
  /// - Parameter sides: per arc, the polygons on its two sides.
  func rounded(
    to target: PackGrid, _ sides: (left: ContiguousArray<Int32>, right: ContiguousArray<Int32>), jobs: Int
  ) -> ClaimedPaths {
    let within = lines.lazy.filter { $0.isKept && !$0.isBeyond }.reduce(into: GridBox()) { $0.extend(to: $1.cells) }
    let projection = GridProjection(from: grid, to: target, rows: within.isEmpty ? 0...0 : within.minY...within.maxY)
    let groups = (0..<arcs.count).chunks(of: Self.verticesPerPart) {
      lines[$0].isKept ? arcs.vertices(of: $0).count : 0
    }
    let parts = concurrentMap(groups.count, jobs: jobs) { group in
      var claimed = ClaimedPaths()
      claimed.paths.reserveCapacity(arcs.start[groups[group].upperBound] - arcs.start[groups[group].lowerBound])
      for arc in groups[group] where lines[arc].isKept {
        func append(_ points: some Sequence<GridPoint>) {
          claimed.append(
            rounded: points, isClosed: arcs.isClosed[arc], left: sides.right[arc], right: sides.left[arc],
            longest: Self.longest)
        }
        if lines[arc].isBeyond {
          append(Line.locations(of: arc, arcs, grid).lazy.map(projection.point(longitude:latitude:)))
        } else {
          append(arcs.points[arcs.vertices(of: arc)].lazy.map(projection.point))
        }
      }
      return claimed
    }
    return ClaimedPaths(joining: parts, jobs: jobs)
  }
}

extension ProjectedLines.Line {
  fileprivate init(_ arc: Int, of arcs: ArcTable, _ grid: NodingGrid) {
    isKept = true
    cells = GridBox(of: arcs.points[arcs.vertices(of: arc)])
    guard !cells.isEmpty else { return }
    let (south, north) = (grid.latitude(y: cells.minY), grid.latitude(y: cells.maxY))
    isBeyond = Self.isBeyond(south) || Self.isBeyond(north)
    if isBeyond {
      for location in Self.locations(of: arc, arcs, grid) {
        isWithin = isWithin || !Self.isBeyond(location.latitude)
        box.extend(to: MapPoint(inPlane: location.longitude, location.latitude))
      }
    } else {
      isWithin = true
      // Both coordinates of the plane grow or fall with those of the grid.
      box.extend(to: MapPoint(inPlane: grid.longitude(x: cells.minX), north))
      box.extend(to: MapPoint(inPlane: grid.longitude(x: cells.maxX), south))
    }
  }

  private static func isBeyond(_ latitude: Double) -> Bool { latitude.magnitude > WebMercator.latitudeLimit }

  /// The vertices of an arc and the points in which it crosses the limits of latitude, in its direction.
  fileprivate static func locations(
    of arc: Int, _ arcs: ArcTable, _ grid: NodingGrid
  ) -> [(longitude: Double, latitude: Double)] {
    var locations: [(longitude: Double, latitude: Double)] = []
    let range = arcs.vertices(of: arc)
    for vertex in range {
      let (longitude, latitude) = (grid.longitude(x: arcs.point(vertex).x), grid.latitude(y: arcs.point(vertex).y))
      locations.append((longitude, latitude))
      let next = vertex + 1 < range.upperBound ? vertex + 1 : arcs.isClosed[arc] ? range.lowerBound : vertex
      let (nextLongitude, nextLatitude) = (grid.longitude(x: arcs.point(next).x), grid.latitude(y: arcs.point(next).y))
      let limits = [-WebMercator.latitudeLimit, WebMercator.latitudeLimit]
      for limit in latitude < nextLatitude ? limits : limits.reversed()
      where (latitude > limit) != (nextLatitude > limit) {
        // Measures from the southern end, so that both directions give the same point.
        let (here, there) = ((longitude, latitude), (nextLongitude, nextLatitude))
        let (south, north) = latitude < nextLatitude ? (here, there) : (there, here)
        locations.append((south.0 + (north.0 - south.0) * ((limit - south.1) / (north.1 - south.1)), limit))
      }
    }
    return locations
  }
}
