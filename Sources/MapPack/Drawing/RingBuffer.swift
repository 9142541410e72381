/// Rings of regions in the plane, in map points, in buffers that are filled again and again without new allocations.
///
/// `RegionShape.appendRings(level:to:)` fills it and says how rings run.
///
/// Polygon p owns the rings `polygonStart[p] ..< polygonStart[p + 1]`, its outer ring first. Ring r owns the points
/// `ringStart[r] ..< ringStart[r + 1]`; `points(ofRing:)` returns them. The first point is not repeated at the end.
///
/// To draw one region now and then, use `RegionShape.polygons(level:)` instead.
public struct RingBuffer: Sendable {
  /// The points of all rings. `points.span` reads them without a copy.
  public internal(set) var points: ContiguousArray<MapPoint> = []
  /// The index in `points` at which each ring begins, and the end of the last ring.
  public internal(set) var ringStart: ContiguousArray<Int> = [0]
  /// The index of each polygon's outer ring, and the end of the last polygon.
  public internal(set) var polygonStart: ContiguousArray<Int> = [0]

  /// An empty buffer.
  public init() {}

  /// How many polygons there are.
  public var polygonCount: Int { polygonStart.count - 1 }
  /// How many rings there are.
  public var ringCount: Int { ringStart.count - 1 }

  /// The points of a ring.
  @inlinable
  public func points(ofRing ring: Int) -> ArraySlice<MapPoint> { points[ringStart[ring]..<ringStart[ring + 1]] }

  /// The polygons as values of their own.
  /// - Complexity: O(points), and an array for each ring.
  public var polygons: [RegionPolygon] {
    (0..<polygonCount).map { polygon in
      let rings = (polygonStart[polygon]..<polygonStart[polygon + 1]).map { Array(points(ofRing: $0)) }
      return RegionPolygon(outer: rings.first ?? [], holes: Array(rings.dropFirst()))
    }
  }

  /// Empties the buffers and keeps their memory for the next shapes.
  public mutating func removeAll() {
    points.removeAll(keepingCapacity: true)
    ringStart.removeAll(keepingCapacity: true)
    ringStart.append(0)
    polygonStart.removeAll(keepingCapacity: true)
    polygonStart.append(0)
  }

  /// Calls a function for every ring in order, with whether it is a polygon's outer ring and the range of its points in
  /// `points`.
  /// - Throws: what the function throws.
  /// - Complexity: O(rings), without the calls.
  public func forEachRing(_ body: (_ isOuter: Bool, _ points: Range<Int>) throws -> Void) rethrows {
    for polygon in 0..<polygonCount {
      for ring in polygonStart[polygon]..<polygonStart[polygon + 1] {
        try body(ring == polygonStart[polygon], ringStart[ring]..<ringStart[ring + 1])
      }
    }
  }
}

extension RingBuffer: PointBuffer {
  init(empty: Void) { (ringStart, polygonStart) = ([], []) }
}

extension LineBuffer: PointBuffer {
  init(empty: Void) { lineStart = [] }
}

extension RingBuffer {
  /// The rings, clipped to a rectangle. Fill these if a map is magnified so much that a region reaches far beyond the
  /// screen.
  ///
  /// Filled by the nonzero or the even-odd rule, they cover the same points of the rectangle as the rings themselves.
  /// Where a ring leaves the rectangle, it goes on along the rectangle's edge, so do not stroke such rings. A polygon
  /// outside the rectangle is left out, or leaves rings without area on the rectangle's edges. The rectangle is in map
  /// points. It has to lie where the rings do: it is not turned round the world.
  /// - Complexity: O(points)
  /// - SeeAlso: I. Sutherland and G. Hodgman, "Reentrant polygon clipping", Communications of the ACM 17 (1974), 32–42.
  public func clipped(to rect: MapRect) -> RingBuffer {
    var clipped = RingBuffer()
    var ring: ContiguousArray<MapPoint> = []
    var cut: ContiguousArray<MapPoint> = []
    for polygon in 0..<polygonCount {
      for index in polygonStart[polygon]..<polygonStart[polygon + 1] {
        ring.removeAll(keepingCapacity: true)
        ring.append(contentsOf: points(ofRing: index))
        for side in RectSide.allCases {
          side.clip(ring, rect, into: &cut)
          swap(&ring, &cut)
        }
        if ring.isEmpty {
          // A polygon whose outer ring lies outside has no hole inside.
          if index == polygonStart[polygon] { break }
          continue
        }
        clipped.points.append(contentsOf: ring)
        clipped.ringStart.append(clipped.points.count)
      }
      if clipped.ringCount > clipped.polygonStart[clipped.polygonCount] {
        clipped.polygonStart.append(clipped.ringCount)
      }
    }
    return clipped
  }
}

/// A side of a rectangle, and the half of the plane on its inner side.
private enum RectSide: CaseIterable {
  case west, east, north, south

  /// How far inside a point lies, in map points; negative if it lies outside.
  private func depth(_ point: MapPoint, _ rect: MapRect) -> Double {
    switch self {
    case .west: point.x - rect.minX
    case .east: rect.maxX - point.x
    case .north: point.y - rect.minY
    case .south: rect.maxY - point.y
    }
  }

  /// The point at which a segment crosses the side's line. It lies exactly on that line.
  private func crossing(_ a: MapPoint, _ b: MapPoint, _ rect: MapRect) -> MapPoint {
    let (da, db) = (depth(a, rect), depth(b, rect))
    let share = da / (da - db)
    switch self {
    case .west, .east: return MapPoint(x: self == .west ? rect.minX : rect.maxX, y: a.y + (b.y - a.y) * share)
    case .north, .south: return MapPoint(x: a.x + (b.x - a.x) * share, y: self == .north ? rect.minY : rect.maxY)
    }
  }

  /// Clips a ring to the half of the plane.
  /// - Parameter cut: is emptied, and gets the clipped ring.
  func clip(_ ring: ContiguousArray<MapPoint>, _ rect: MapRect, into cut: inout ContiguousArray<MapPoint>) {
    cut.removeAll(keepingCapacity: true)
    guard var previous = ring.last else { return }
    for point in ring {
      let (isInside, wasInside) = (depth(point, rect) >= 0, depth(previous, rect) >= 0)
      if isInside != wasInside { cut.append(crossing(previous, point, rect)) }
      if isInside { cut.append(point) }
      previous = point
    }
  }
}

/// Polylines in the plane, in map points, in buffers that are filled again and again without new allocations.
///
/// `RegionShape.appendLines(level:window:to:)`, `Pack.appendCoast(level:window:to:)` and the like fill it, and say in
/// which order and direction lines come.
///
/// Line l owns the points `lineStart[l] ..< lineStart[l + 1]`; `points(ofLine:)` returns them. A closed line goes on
/// from its last point to its first, which is not repeated. In a map of points, each is a closed line of one point.
public struct LineBuffer: Sendable {
  /// The points of all lines. `points.span` reads them without a copy.
  public internal(set) var points: ContiguousArray<MapPoint> = []
  /// The index in `points` at which each line begins, and the end of the last line.
  public internal(set) var lineStart: ContiguousArray<Int> = [0]
  /// Per line: whether it is closed.
  public internal(set) var isClosed: ContiguousArray<Bool> = []

  /// An empty buffer.
  public init() {}

  /// How many lines there are.
  public var lineCount: Int { lineStart.count - 1 }

  /// The smallest rectangle round all points where they are, in map points; without size if there are none.
  /// - Complexity: O(points)
  public var bounds: MapRect {
    guard let first = points.first else { return .nowhere }
    var (west, north, east, south) = (first.x, first.y, first.x, first.y)
    for point in points {
      (west, east) = (min(west, point.x), max(east, point.x))
      (north, south) = (min(north, point.y), max(south, point.y))
    }
    return MapRect(minX: west, minY: north, width: east - west, height: south - north)
  }

  /// The points of a line.
  @inlinable
  public func points(ofLine line: Int) -> ArraySlice<MapPoint> { points[lineStart[line]..<lineStart[line + 1]] }

  /// Empties the buffers and keeps their memory for the next lines.
  public mutating func removeAll() {
    points.removeAll(keepingCapacity: true)
    lineStart.removeAll(keepingCapacity: true)
    lineStart.append(0)
    isClosed.removeAll(keepingCapacity: true)
  }

  /// Calls a function for every line in order, with whether it is closed and the range of its points in `points`.
  /// - Throws: what the function throws.
  /// - Complexity: O(lines), without the calls.
  public func forEachLine(_ body: (_ isClosed: Bool, _ points: Range<Int>) throws -> Void) rethrows {
    for line in 0..<lineCount { try body(isClosed[line], lineStart[line]..<lineStart[line + 1]) }
  }
}
