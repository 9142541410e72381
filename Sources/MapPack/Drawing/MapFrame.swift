import Foundation

#if canImport(CoreGraphics)
  import CoreGraphics
#endif

/// Where a part of the map lies on a screen or in a picture: a rectangle of the plane in the middle of a rectangle of
/// the screen, as large as it can be there.
///
/// x grows to the right and y downwards in both. Lengths on the screen are in its own unit: points, pixels, or units of
/// an SVG picture. `RegionShape.draw(level:in:to:)` and `LineBuffer.draw(in:to:)` draw in it; the pins of a
/// `RegionMapView` get it.
public struct MapFrame: Hashable, Sendable {
  /// The part of the map, in map points.
  public let bounds: MapRect
  /// The length of a map point on the screen; 0 if the part or the rectangle for it has no extent. Then all that is
  /// drawn falls on one point.
  public let scale: Double
  /// The x of the part's north-western corner on the screen.
  public let originX: Double
  /// The y of the part's north-western corner on the screen.
  public let originY: Double

  /// Puts a part of the map into the middle of a rectangle of the screen.
  /// - Parameters:
  ///   - bounds: the part, in map points. It may run past the world's eastern edge, as the bounds of shapes and packs
  ///     do.
  ///   - x: the rectangle's left edge on the screen.
  ///   - y: its upper edge.
  ///   - width: how wide it is.
  ///   - height: how high it is.
  public init(_ bounds: MapRect, x: Double = 0, y: Double = 0, width: Double, height: Double) {
    self.bounds = bounds
    let scale = min(width / bounds.width, height / bounds.height)
    self.scale = scale.isFinite && scale > 0 ? scale : 0
    originX = x + (width - bounds.width * self.scale) / 2
    originY = y + (height - bounds.height * self.scale) / 2
  }

  /// How many meters on the ground a unit of the screen shows, in the middle of the part; infinite if the scale is 0.
  ///
  /// Divide it by the number of pixels per unit to choose a level.
  public var metersPerUnit: Double {
    let middle = WebMercator.cosineOfLatitude(y: bounds.minY + bounds.height / 2)
    return WebMercator.metersPerMapPointAtEquator * middle / scale
  }

  /// Where a map point lies on the screen, in the screen's unit. Of its positions round the world, it is the one
  /// nearest to the middle of the part. If the scale is 0, it is the middle of the rectangle.
  @inlinable
  public func position(of point: MapPoint) -> (x: Double, y: Double) {
    let west = bounds.minX - nearestTurn(point.x) * WebMercator.worldSize
    return (originX + (point.x - west) * scale, originY + (point.y - bounds.minY) * scale)
  }

  /// The map point under a position on the screen; the middle of the part if the scale is 0.
  ///
  /// Its x is outside the world if it lies past the 180th meridian. `RegionMap.region(at:)` takes such points.
  public func mapPoint(x: Double, y: Double) -> MapPoint {
    guard scale > 0 else { return MapPoint(x: bounds.minX + bounds.width / 2, y: bounds.minY + bounds.height / 2) }
    return MapPoint(x: bounds.minX + (x - originX) / scale, y: bounds.minY + (y - originY) / scale)
  }

  /// The number of turns round the world, to the east, that bring an x nearest to the middle of the part.
  @inlinable
  package func nearestTurn(_ x: Double) -> Double {
    ((bounds.minX + bounds.width / 2 - x) / WebMercator.worldSize).rounded()
  }
}

// How rings and lines get into a path.
extension RegionShape {
  /// Draws the region's rings at a level of detail, each as a closed subpath.
  ///
  /// Outer rings and holes run in opposite directions, so the even-odd rule and the non-zero rule fill alike. A ring is
  /// drawn wherever the frame shows it, on whichever side of the 180th meridian that is: twice if the frame shows it
  /// twice. If the frame shows none of it, it is drawn once, at its position nearest to the middle. Nothing is clipped.
  ///
  /// In a map of lines or points, there are no rings: draw `lines(level:)`.
  /// - Parameters:
  ///   - level: 0 is the finest; levels outside `0 ..< pack.levelCount` are taken as the nearest.
  ///   - frame: where the map lies on the screen.
  ///   - path: gets the rings.
  ///   - rings: is emptied, and holds the region's rings afterwards. If one buffer is used for all regions, nothing is
  ///     allocated once its memory suffices for the largest region.
  /// - Complexity: O(vertices of the region's arcs at the finest level)
  @inlinable
  public func draw(
    level: Int = 0, in frame: MapFrame, to path: inout some PathSink, using rings: inout RingBuffer
  ) {
    rings.removeAll()
    appendRings(level: level, to: &rings)
    rings.draw(in: frame, to: &path)
  }

  /// Draws the region's rings at a level of detail, each as a closed subpath.
  ///
  /// It allocates a buffer. To draw many regions, use `draw(level:in:to:using:)`.
  @inlinable
  public func draw(level: Int = 0, in frame: MapFrame, to path: inout some PathSink) {
    var rings = RingBuffer()
    draw(level: level, in: frame, to: &path, using: &rings)
  }
}

extension RingBuffer {
  /// Draws all rings, each as a closed subpath; see `RegionShape.draw(level:in:to:using:)`.
  /// - Complexity: O(vertices); only the path allocates.
  @inlinable
  public func draw(in frame: MapFrame, to path: inout some PathSink) {
    for ring in 0..<ringCount {
      frame.draw(points, ringStart[ring]..<ringStart[ring + 1], isClosed: true, to: &path)
    }
  }
}

extension LineBuffer {
  /// Draws all lines, each as a subpath, which is closed if the line is.
  ///
  /// Like rings, they are drawn wherever the frame shows them round the world. A point is a closed subpath without
  /// length.
  /// - Complexity: O(vertices); only the path allocates.
  @inlinable
  public func draw(in frame: MapFrame, to path: inout some PathSink) {
    for line in 0..<lineCount {
      frame.draw(points, lineStart[line]..<lineStart[line + 1], isClosed: isClosed[line], to: &path)
    }
  }
}

extension MapFrame {
  /// Draws a line wherever the frame shows it round the world; if the frame does not show it, at its position nearest
  /// to the middle.
  ///
  /// A line and the frame are each at most a world wide. So they can only meet at the turn that brings their middles
  /// nearest to each other and at the turns next to it, and if they meet at all, they meet at that turn.
  @inlinable
  func draw(
    _ points: ContiguousArray<MapPoint>, _ vertices: Range<Int>, isClosed: Bool, to path: inout some PathSink
  ) {
    guard !vertices.isEmpty else { return }
    let first = vertices.lowerBound
    var minX = points[first].x
    var maxX = minX
    for vertex in vertices {
      minX = min(minX, points[vertex].x)
      maxX = max(maxX, points[vertex].x)
    }
    let nearest = nearestTurn((minX + maxX) / 2)
    for step in -1...1 {
      let shift = (nearest + Double(step)) * WebMercator.worldSize
      guard step == 0 || (minX + shift < bounds.maxX && maxX + shift > bounds.minX) else { continue }
      // First subtracted, then scaled, because a map point is small beside the world.
      let west = bounds.minX - shift
      for vertex in vertices {
        let x = originX + (points[vertex].x - west) * scale
        let y = originY + (points[vertex].y - bounds.minY) * scale
        if vertex == first { path.move(toX: x, y: y) } else { path.addLine(toX: x, y: y) }
      }
      if isClosed { path.closeSubpath() }
    }
  }
}

// The part of `MapFrame` that needs `CGRect` and `CGPoint`: a map in a view, and a finger on it.
extension MapFrame {
  /// How far the tip of a finger reaches, in points.
  public static let fingerReach = 22.0

  /// Puts a part of the map into the middle of a rectangle of the screen, as large as it can be there.
  public init(_ bounds: MapRect, in rect: CGRect) {
    self.init(bounds, x: rect.minX, y: rect.minY, width: rect.width, height: rect.height)
  }

  /// The map point under a position on the screen; see `mapPoint(x:y:)`.
  public func mapPoint(_ position: CGPoint) -> MapPoint { mapPoint(x: position.x, y: position.y) }

  /// The rectangle of the map under a rectangle of the screen.
  public func mapRect(_ rect: CGRect) -> MapRect {
    let corner = mapPoint(x: rect.minX, y: rect.minY)
    let opposite = mapPoint(x: rect.maxX, y: rect.maxY)
    return MapRect(minX: corner.x, minY: corner.y, width: opposite.x - corner.x, height: opposite.y - corner.y)
  }

  /// Where a map point lies on the screen; see `position(of:)`.
  public func point(_ point: MapPoint) -> CGPoint {
    let (x, y) = position(of: point)
    return CGPoint(x: x, y: y)
  }

  /// Where a rectangle of the map lies on the screen. Of its positions round the world, it is the one whose middle is
  /// nearest to that of the part.
  public func rect(_ rect: MapRect) -> CGRect {
    let middle = point(MapPoint(x: rect.minX + rect.width / 2, y: rect.minY + rect.height / 2))
    let (width, height) = (rect.width * scale, rect.height * scale)
    return CGRect(x: middle.x - width / 2, y: middle.y - height / 2, width: width, height: height)
  }
}

extension RegionMap {
  /// The region under a finger: the one in which the position lies; if it lies in none, the nearest within reach.
  ///
  /// So small islands can be tapped, and lines and points, which have no inside. Nil if there is no region within
  /// reach.
  /// - Parameters:
  ///   - position: where the finger is, in the frame's unit.
  ///   - frame: where the map lies on the screen.
  ///   - reach: how far the tip of a finger reaches, in the frame's unit.
  public func region(
    under position: CGPoint, in frame: MapFrame, reach: Double = MapFrame.fingerReach
  ) -> Region? {
    guard frame.scale > 0 else { return nil }
    return region(nearest: frame.mapPoint(position), withinMapPoints: reach / frame.scale)
  }
}
