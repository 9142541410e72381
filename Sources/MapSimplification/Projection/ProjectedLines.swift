import MapArrangement
import MapGeometry
import MapPack
import MapTopology

/// The arcs of a coverage in the drawing plane, clipped to it, before they are rounded.
///
/// Line i is arc `arcs[i]`. What lies beyond ±85.05° is drawn onto the edge of the plane, as Sutherland and Hodgman
/// clip a polygon by a half-plane: a line that leaves gets the point where it leaves, and its vertices beyond are
/// moved straight onto the edge. Lines that come to lie upon each other there cancel in the arrangement, so what is
/// left is the polygon without what is beyond.
///
/// Source: I. Sutherland and G. Hodgman, "Reentrant polygon clipping", Communications of the ACM 17 (1974).
struct ProjectedLines: Sendable {
  /// The coverage's arcs that were projected, ascending.
  private(set) var arcs: ContiguousArray<Int32> = []
  /// Places in map points; line i owns `start[i] ..< start[i + 1]`.
  private(set) var x: ContiguousArray<Double> = []
  private(set) var y: ContiguousArray<Double> = []
  private(set) var start: ContiguousArray<Int> = [0]
  /// Per line: whether some of it lies within the plane, and whether some of it lies beyond.
  private(set) var isWithin: ContiguousArray<Bool> = []
  private(set) var isBeyond: ContiguousArray<Bool> = []

  private static let linesPerPart = 256

  /// - Parameter isKept: per arc of the coverage.
  /// - Complexity: O(n) for n vertices.
  init(_ table: ArcTable, grid: NodingGrid, isKept: ContiguousArray<Bool>, jobs: Int) {
    let arcs = ContiguousArray((0..<Int32(truncatingIfNeeded: table.count)).lazy.filter { isKept[Int($0)] })
    let parts = (arcs.count + Self.linesPerPart - 1) / Self.linesPerPart
    let projected = concurrentMap(parts, jobs: jobs) { part in
      var lines = ProjectedLines()
      for index in part * Self.linesPerPart..<min(arcs.count, (part + 1) * Self.linesPerPart) {
        lines.append(Int(arcs[index]), of: table, grid)
      }
      return lines
    }
    self.init()
    let vertexCount = projected.reduce(0) { $0 + $1.x.count }
    x.reserveCapacity(vertexCount)
    y.reserveCapacity(vertexCount)
    for lines in projected {
      let base = x.count
      self.arcs += lines.arcs
      x += lines.x
      y += lines.y
      for offset in lines.start.dropFirst() { start.append(base + offset) }
      isWithin += lines.isWithin
      isBeyond += lines.isBeyond
    }
  }

  private init() {}

  var count: Int { arcs.count }

  /// The line of an arc; `nil` where the arc was not projected.
  /// - Complexity: O(log n).
  func line(ofArc arc: Int) -> Int? {
    var low = 0
    var high = arcs.count
    while low < high {
      let middle = (low + high) / 2
      if Int(arcs[middle]) < arc { low = middle + 1 } else { high = middle }
    }
    return low < arcs.count && Int(arcs[low]) == arc ? low : nil
  }

  /// The box of all lines, in map points; `nil` where there are none.
  var extent: PlaneBox? {
    guard let firstX = x.first, let firstY = y.first else { return nil }
    var box = PlaneBox(minX: firstX, minY: firstY, maxX: firstX, maxY: firstY)
    for vertex in x.indices {
      box.minX = min(box.minX, x[vertex])
      box.maxX = max(box.maxX, x[vertex])
      box.minY = min(box.minY, y[vertex])
      box.maxY = max(box.maxY, y[vertex])
    }
    return box
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

  /// Adds a place; one beyond the plane comes to lie on its edge.
  private mutating func append(longitude: Double, latitude: Double) {
    let place = MapPoint(longitude: longitude, latitude: latitude)
    x.append(place.x)
    y.append(max(0, min(WebMercator.worldSize, place.y)))
  }

  /// Adds the places where an edge crosses the limits, in its direction.
  private mutating func appendCrossings(_ lon1: Double, _ lat1: Double, _ lon2: Double, _ lat2: Double) {
    let limits = [-WebMercator.latitudeLimit, WebMercator.latitudeLimit]
    for limit in lat1 < lat2 ? limits : limits.reversed() where (lat1 > limit) != (lat2 > limit) {
      // From the southern end whichever the direction, so that both directions give one place.
      let (southLon, south, northLon, north) = lat1 < lat2 ? (lon1, lat1, lon2, lat2) : (lon2, lat2, lon1, lat1)
      append(longitude: southLon + (northLon - southLon) * ((limit - south) / (north - south)), latitude: limit)
    }
  }
}
