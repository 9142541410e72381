/// A part of a region on the globe: a polygon with its holes, or several polygons that meet along the cut at the 180th
/// meridian.
public struct ShapePart: Hashable, Sendable {
  /// The area in m² on the WGS 84 ellipsoid, as drawn at the finest level: less its holes, with edges that are straight
  /// on the map.
  public let area: Double
  /// The smallest rectangle round the part at the finest level, in map points and in the window of the region's bounds.
  ///
  /// Like `RegionShape.bounds`, it runs past the 180th meridian if that makes it narrower.
  public let bounds: MapRect
  /// The indices of its polygons, ascending: among `RegionShape.polygons()`, and in a `RingBuffer` that holds only the
  /// region's rings at level 0.
  public let polygons: [Int]
}

extension RegionShape {
  /// The parts of the region at the finest level, the largest first; equally large ones in the order of their polygons.
  ///
  /// Polygons that meet along the cut at the 180th meridian are one part. A region of lines or points has no parts.
  /// - Complexity: O(n log n) for the n vertices of the region
  public var parts: [ShapePart] {
    var rings = GridRings()
    appendGridRings(level: 0, to: &rings)
    var stretches = CutStretches()
    for polygon in 0..<rings.polygonCount {
      rings.forEachEdge(ofPolygon: polygon) { stretches.add(polygon, rings, from: $0, to: $1, pack.storage) }
    }
    var sets = DisjointSets(count: rings.polygonCount)
    for meeting in stretches.meetings() { sets.unite(meeting.atWest, meeting.atEast) }
    let measure = PartMeasure(self)
    let parts = Dictionary(grouping: 0..<rings.polygonCount) { sets.find($0) }.sorted { $0.key < $1.key }
      .map { measure.part(of: $0.value, rings) }
    // The sort is stable.
    return parts.sorted { $0.area > $1.area }
  }
}

/// Measures parts of a region from its rings: their areas in m², and their bounds in map points.
private struct PartMeasure {
  private let storage: PackStorage
  private let windowMinX: Double
  private let ellipsoid = EllipsoidalArea()
  private let radiansPerCell: Double

  init(_ shape: RegionShape) {
    storage = shape.pack.storage
    windowMinX = shape.bounds.minX
    radiansPerCell = 2 * Series.pi * storage.cell / WebMercator.worldSize
  }

  func part(of polygons: [Int], _ rings: GridRings) -> ShapePart {
    var area = 0.0
    var intervals: [ClosedRange<Int64>] = []
    var (minY, maxY) = (Int64.max, Int64.min)
    for polygon in polygons {
      var (minX, maxX) = (Int64.max, Int64.min)
      rings.forEachEdge(ofPolygon: polygon) { previous, vertex in
        area += ellipsoid.underDrawnEdge(
          eastward: (Double(rings.x[vertex]) - Double(rings.x[previous])) * radiansPerCell,
          from: isometricLatitude(rings.y[previous]), to: isometricLatitude(rings.y[vertex]))
        (minX, maxX) = (min(minX, Int64(rings.x[vertex])), max(maxX, Int64(rings.x[vertex])))
        (minY, maxY) = (min(minY, Int64(rings.y[vertex])), max(maxY, Int64(rings.y[vertex])))
      }
      guard minX <= maxX else { continue }
      intervals.append(storage.header.originX + minX...storage.header.originX + maxX)
    }
    var bounds = MapRect.nowhere
    if !intervals.isEmpty {
      let span = GlobeSpan(intervals, world: Int64(storage.world))
      bounds.minX = Double(span.minX) * storage.cell
      if bounds.minX < windowMinX { bounds.minX += WebMercator.worldSize }
      bounds.width = Double(span.width) * storage.cell
      bounds.minY = Double(storage.header.originY + minY) * storage.cell
      bounds.height = Double(maxY - minY) * storage.cell
    }
    return ShapePart(area: area, bounds: bounds, polygons: polygons)
  }

  private func isometricLatitude(_ y: Int32) -> Double {
    WebMercator.isometricLatitude(y: Double(storage.header.originY + Int64(y)) * storage.cell)
  }
}

extension RegionShape {
  /// The region's polygons at a level of detail, in the window and the order of `appendRings(level:to:)`.
  ///
  /// None in a map of lines or points: these have `lines(level:)` and `points()`. At a coarser level, small islands may
  /// be missing.
  ///
  /// To read many regions one after another, use `appendRings(level:to:)`: it allocates nothing if its buffer suffices.
  /// - Parameter level: 0 is the finest; levels outside `0 ..< pack.levelCount` are taken as the nearest.
  /// - Complexity: O(vertices of the region's arcs at the finest level), and an array for each ring.
  public func polygons(level: Int = 0) -> [RegionPolygon] {
    var rings = RingBuffer()
    appendRings(level: level, to: &rings)
    return rings.polygons
  }
}
