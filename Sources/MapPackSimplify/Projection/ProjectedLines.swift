import MapPack
import MapPackGeometry
import MapPackMerge

/// The arcs of a coverage of areas in the drawing plane, clipped to it, before they are rounded. They keep their
/// direction, but y grows to the south here: what was on the left of an arc is on its right.
///
/// Line i is arc `arcs[i]`. What lies beyond ±85.05° is moved onto the edge of the plane, as Sutherland and Hodgman
/// clip a polygon by a half-plane: a line gets a vertex where it leaves the plane, and its vertices beyond are moved
/// along their meridians onto the edge. Lines that then lie upon each other cancel out in the arrangement, so what is
/// left of a polygon is its part within the plane.
///
/// Source: I. Sutherland and G. Hodgman, "Reentrant polygon clipping", Communications of the ACM 17 (1974).
struct ProjectedLines: Sendable {
  /// The coverage's arcs that were projected, ascending.
  private(set) var arcs: ContiguousArray<Int32> = []
  /// Per vertex: its x and y in map points.
  private(set) var x: ContiguousArray<Double> = []
  private(set) var y: ContiguousArray<Double> = []
  /// Line i owns the vertices `start[i] ..< start[i + 1]`.
  private(set) var start: ContiguousArray<Int> = [0]
  /// Per line: whether a part of it lies within the plane, and whether a part lies beyond.
  private(set) var isWithin: ContiguousArray<Bool> = []
  private(set) var isBeyond: ContiguousArray<Bool> = []

  private static let linesPerPart = 256

  init(_ table: ArcTable, grid: NodingGrid, isKept: ContiguousArray<Bool>, jobs: Int) {
    let arcs = ContiguousArray((0..<Int32(truncatingIfNeeded: table.count)).lazy.filter { isKept[Int($0)] })
    let parts = (arcs.count + Self.linesPerPart - 1) / Self.linesPerPart
    let projected = concurrentMap(parts, jobs: jobs) { part in
      let range = part * Self.linesPerPart..<min(arcs.count, (part + 1) * Self.linesPerPart)
      var lines = ProjectedLines()
      let vertices = range.reduce(0) { $0 + table.vertices(of: Int(arcs[$1])).count }
      lines.x.reserveCapacity(vertices)
      lines.y.reserveCapacity(vertices)
      for index in range { lines.append(Int(arcs[index]), of: table, grid) }
      return lines
    }
    self.init()
    x = ContiguousArray(joining: projected.map(\.x), jobs: jobs)
    y = ContiguousArray(joining: projected.map(\.y), jobs: jobs)
    for lines in projected {
      let base = start[start.count - 1]
      self.arcs += lines.arcs
      for offset in lines.start.dropFirst() { start.append(base + offset) }
      isWithin += lines.isWithin
      isBeyond += lines.isBeyond
    }
  }

  private init() {}

  var count: Int { arcs.count }

  /// The line of an arc; `nil` if the arc was not projected.
  func line(ofArc arc: Int) -> Int? {
    var low = 0
    var high = arcs.count
    while low < high {
      let middle = (low + high) / 2
      if Int(arcs[middle]) < arc { low = middle + 1 } else { high = middle }
    }
    return low < arcs.count && Int(arcs[low]) == arc ? low : nil
  }

  /// The box of all lines; `nil` if there are none.
  var extent: PlaneBox? { PlaneBox(x, y) }

  private mutating func append(_ arc: Int, of table: ArcTable, _ grid: NodingGrid) {
    arcs.append(Int32(truncatingIfNeeded: arc))
    var hasWithin = false
    var hasBeyond = false
    let range = table.vertices(of: arc)
    for vertex in range {
      let longitude = grid.longitude(x: table.x[vertex])
      let latitude = grid.latitude(y: table.y[vertex])
      let isBeyond = Self.isBeyond(latitude)
      if isBeyond { hasBeyond = true } else { hasWithin = true }
      append(longitude: longitude, latitude: latitude)

      let next = vertex + 1 < range.upperBound ? vertex + 1 : table.isClosed[arc] ? range.lowerBound : vertex
      let nextLatitude = grid.latitude(y: table.y[next])
      if isBeyond != Self.isBeyond(nextLatitude) || (isBeyond && (latitude < 0) != (nextLatitude < 0)) {
        hasWithin = true
        appendCrossings(longitude, latitude, grid.longitude(x: table.x[next]), nextLatitude)
      }
    }
    start.append(x.count)
    isWithin.append(hasWithin)
    isBeyond.append(hasBeyond)
  }

  private static func isBeyond(_ latitude: Double) -> Bool {
    latitude > WebMercator.latitudeLimit || latitude < -WebMercator.latitudeLimit
  }

  /// Adds a location. One beyond the plane is moved onto its edge.
  private mutating func append(longitude: Double, latitude: Double) {
    let point = MapPoint(longitude: longitude, latitude: latitude)
    x.append(point.x)
    y.append(max(0, min(WebMercator.worldSize, point.y)))
  }

  /// Adds the points in which a segment crosses the limits of latitude, in its direction.
  private mutating func appendCrossings(_ lon1: Double, _ lat1: Double, _ lon2: Double, _ lat2: Double) {
    let limits = [-WebMercator.latitudeLimit, WebMercator.latitudeLimit]
    for limit in lat1 < lat2 ? limits : limits.reversed() where (lat1 > limit) != (lat2 > limit) {
      // Measures from the southern end, so that both directions give the same point.
      let (southLon, south, northLon, north) = lat1 < lat2 ? (lon1, lat1, lon2, lat2) : (lon2, lat2, lon1, lat1)
      append(longitude: southLon + (northLon - southLon) * ((limit - south) / (north - south)), latitude: limit)
    }
  }
}

/// Projected borders on a pack grid, with the regions on their two sides. Consecutive equal points are one.
struct RoundedLines: Sendable {
  /// The lines that separate something, with their regions: the input of the arrangement. None any more once they are
  /// taken.
  private(set) var claimed = ClaimedPaths()
  /// Per line of `ProjectedLines`: the box of its points.
  private(set) var box: ContiguousArray<GridBox> = []
  /// Per line of `ProjectedLines`: twice the signed area between the line and the origin, in cells². It wraps; the sum
  /// over a ring does not.
  private(set) var doubledArea: ContiguousArray<Int64> = []

  /// Rounds lines to a grid, whose y grows to the south: the regions on the left and on the right of an arc are
  /// exchanged.
  init(_ lines: ProjectedLines, _ grid: PackGrid, _ arcs: ArcTable, jobs: Int) {
    let groups = (0..<lines.count).chunks(of: 1 << 16) { lines.start[$0 + 1] - lines.start[$0] }
    let parts = concurrentMap(groups.count, jobs: jobs) { RoundedLines(lines, groups[$0], grid, arcs) }
    self.init()
    claimed.paths.reserveCapacity(lines.x.count)
    for part in parts {
      claimed.append(part.claimed)
      box += part.box
      doubledArea += part.doubledArea
    }
  }

  private init() {}

  /// Gives the lines away, so that their memory is free once they are noded.
  mutating func takeClaimed() -> ClaimedPaths {
    var taken = ClaimedPaths()
    swap(&taken, &claimed)
    return taken
  }

  private init(_ lines: ProjectedLines, _ range: Range<Int>, _ grid: PackGrid, _ arcs: ArcTable) {
    var points: ContiguousArray<GridPoint> = []
    claimed.paths.reserveCapacity(lines.start[range.upperBound] - lines.start[range.lowerBound])
    for line in range {
      let arc = Int(lines.arcs[line])
      let isClosed = arcs.isClosed[arc]
      points.removeAll(keepingCapacity: true)
      for vertex in lines.start[line]..<lines.start[line + 1] {
        let point = grid.point(x: lines.x[vertex], y: lines.y[vertex])
        if points.last != point { points.append(point) }
      }
      note(points, isClosed: isClosed)
      if isClosed { while points.count > 1 && points.last == points.first { points.removeLast() } }
      // A line that has become a point, or a closed one with two vertices, separates nothing.
      guard points.count > (isClosed ? 2 : 1) else { continue }
      for point in points { claimed.paths.append(point) }
      claimed.endPath(isClosed: isClosed, left: arcs.right[arc], right: arcs.left[arc])
    }
  }

  private mutating func note(_ points: ContiguousArray<GridPoint>, isClosed: Bool) {
    var box = GridBox()
    for point in points { box.extend(to: point) }
    self.box.append(box)
    var area: Int64 = 0
    for index in points.indices.dropFirst() {
      area = area &+ Self.cross(points[index - 1], points[index])
    }
    if isClosed, let first = points.first, let last = points.last { area = area &+ Self.cross(last, first) }
    doubledArea.append(area)
  }

  private static func cross(_ a: GridPoint, _ b: GridPoint) -> Int64 {
    Int64(a.x) &* Int64(b.y) &- Int64(b.x) &* Int64(a.y)
  }
}

/// A box in the drawing plane of Web Mercator, in map points: the world is 2²⁸ wide, y grows to the south. Both ends
/// belong to it.
package struct PlaneBox: Hashable, Sendable {
  package var minX: Double
  package var minY: Double
  package var maxX: Double
  package var maxY: Double

  package init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  /// The smallest box with some points; `nil` if there are none.
  init?(_ x: some Sequence<Double>, _ y: some Sequence<Double>) {
    guard let minX = x.min(), let minY = y.min(), let maxX = x.max(), let maxY = y.max() else { return nil }
    self.init(minX: minX, minY: minY, maxX: maxX, maxY: maxY)
  }
}
