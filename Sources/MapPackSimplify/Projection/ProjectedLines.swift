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
    let line = arcs.indices.partitioningIndex { Int(arcs[$0]) >= arc }
    return line < arcs.count && Int(arcs[line]) == arc ? line : nil
  }

  /// The box of all lines; `nil` if there are none.
  var extent: PlaneBox? {
    var box = PlaneBox()
    for line in 0..<count { extend(&box, by: line) }
    return x.isEmpty ? nil : box
  }

  func extend(_ box: inout PlaneBox, by line: Int) {
    for vertex in start[line]..<start[line + 1] { box.extend(toX: x[vertex], y: y[vertex]) }
  }

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

extension ProjectedLines {
  /// The lines on a pack grid that separate something, with the polygons on their two sides as claims. The y of the grid
  /// grows to the south, so what is on the left of an arc is on the right here.
  /// - Parameter sides: per arc, the polygons on its two sides.
  func rounded(
    to grid: PackGrid, _ table: ArcTable, _ sides: (left: ContiguousArray<Int32>, right: ContiguousArray<Int32>),
    jobs: Int
  ) -> ClaimedPaths {
    let groups = (0..<count).chunks(of: 1 << 16) { start[$0 + 1] - start[$0] }
    let parts = concurrentMap(groups.count, jobs: jobs) { group in
      var claimed = ClaimedPaths()
      claimed.paths.reserveCapacity(start[groups[group].upperBound] - start[groups[group].lowerBound])
      for line in groups[group] {
        let arc = Int(arcs[line])
        claimed.append(
          rounded: (start[line]..<start[line + 1]).lazy.map { grid.point(x: x[$0], y: y[$0]) },
          isClosed: table.isClosed[arc], left: sides.right[arc], right: sides.left[arc])
      }
      return claimed
    }
    var all = ClaimedPaths()
    all.paths.reserveCapacity(x.count)
    for part in parts { all.append(part) }
    return all
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

  /// A box that contains no point.
  init() { self.init(minX: .infinity, minY: .infinity, maxX: -.infinity, maxY: -.infinity) }

  mutating func extend(toX x: Double, y: Double) {
    (minX, maxX) = (min(minX, x), max(maxX, x))
    (minY, maxY) = (min(minY, y), max(maxY, y))
  }

  /// Whether its width and its height are above 0 once it is rounded to a grid.
  func hasArea(on grid: PackGrid) -> Bool {
    let (a, b) = (grid.point(x: minX, y: minY), grid.point(x: maxX, y: maxY))
    return a.x < b.x && a.y < b.y
  }
}
