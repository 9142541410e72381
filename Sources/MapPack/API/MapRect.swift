/// A rectangle in the plane of Web Mercator, in map points.
///
/// The fields mean the same as in MapKit's `MKMapRect`. As there, a rectangle on both sides of the 180th meridian
/// begins to the west of it and runs past the world's eastern edge: `maxX` is then above 2²⁸.
///
/// No field is checked. What takes a rectangle says what it makes of a negative size, such as `Pack.shapes(in:)`.
public struct MapRect: Hashable, Sendable {
  /// The western edge, in map points.
  public var minX: Double
  /// The northern edge, in map points.
  public var minY: Double
  /// How far it reaches to the east, in map points.
  public var width: Double
  /// How far it reaches to the south, in map points.
  public var height: Double

  /// A rectangle by its north-western corner and its size, in map points.
  public init(minX: Double, minY: Double, width: Double, height: Double) {
    self.minX = minX
    self.minY = minY
    self.width = width
    self.height = height
  }

  /// The smallest rectangle round some points, such as those of a route; nil if none of them is finite.
  ///
  /// It runs past the 180th meridian if that makes it narrower: round Fiji's towns it is some degrees wide. Points may
  /// lie past the world's edge; points that are not finite are left out.
  /// - Complexity: O(n log n) for n points
  public init?(around points: some Sequence<MapPoint>) {
    let points = points.filter { $0.x.isFinite && $0.y.isFinite }
    guard let south = points.map(\.y).max(), let north = points.map(\.y).min() else { return nil }
    let world = WebMercator.worldSize
    let span = GlobeSpan(
      points.map { point in
        let x = point.x - (point.x / world).rounded(.down) * world
        return x...x
      }, world: world)
    self.init(minX: span.minX, minY: north, width: span.width, height: south - north)
  }

  /// The rectangle round nothing: without size, at the plane's north-western corner. It is the bounds of empty shapes.
  static let nowhere = MapRect(minX: 0, minY: 0, width: 0, height: 0)
}

extension MapRect {
  /// The eastern edge, in map points.
  public var maxX: Double { minX + width }
  /// The southern edge, in map points.
  public var maxY: Double { minY + height }
  /// The x halfway between the western and the eastern edge, in map points.
  public var midX: Double { minX + width / 2 }
  /// The y halfway between the northern and the southern edge, in map points.
  public var midY: Double { minY + height / 2 }
  /// The point in the middle.
  public var center: MapPoint { MapPoint(x: midX, y: midY) }

  /// Whether it has no area: the width or the height is not above 0.
  public var isEmpty: Bool { !(width > 0 && height > 0) }

  /// The rectangle whose edges lie so much further inside on each side, in map points; further outside if the numbers
  /// are negative.
  ///
  /// It has a negative size if there is not as much inside.
  public func insetBy(dx: Double, dy: Double) -> MapRect {
    MapRect(minX: minX + dx, minY: minY + dy, width: width - 2 * dx, height: height - 2 * dy)
  }
}

// Two rectangles, or a rectangle and a point, on the globe. The other one is always turned round the world until its
// middle is nearest to this one's. So it makes no difference on which side of the 180th meridian it was given. Edges
// belong to a rectangle, also if it has no area; nothing belongs to one of negative size.
extension MapRect {
  /// Whether a point lies in the rectangle or on its edge, at any of its positions round the world.
  public func contains(_ point: MapPoint) -> Bool {
    contains(MapRect(minX: point.x, minY: point.y, width: 0, height: 0))
  }

  /// Whether another rectangle, with its edges, lies in this one, at any of its positions round the world.
  public func contains(_ other: MapRect) -> Bool {
    width >= 0 && height >= 0 && other.width >= 0 && other.height >= 0 && covers(turned(other))
  }

  /// Whether the rectangles have a point in common, at any of the other's positions round the world.
  public func intersects(_ other: MapRect) -> Bool { intersection(other) != nil }

  /// What the rectangles have in common; nil if there is nothing.
  ///
  /// Rectangles that only touch have a rectangle without area in common. If both are so wide that they meet on two
  /// sides of the world, it is the part in which their middles are nearer to each other.
  public func intersection(_ other: MapRect) -> MapRect? {
    guard width >= 0, height >= 0, other.width >= 0, other.height >= 0, other.minX.isFinite, other.minY.isFinite else {
      return nil
    }
    let other = turned(other)
    if covers(other) { return other }
    let (west, north) = (max(minX, other.minX), max(minY, other.minY))
    let (east, south) = (min(maxX, other.maxX), min(maxY, other.maxY))
    guard west <= east, north <= south else { return nil }
    return MapRect(minX: west, minY: north, width: east - west, height: south - north)
  }

  /// The smallest rectangle round both of them, by the shorter way round the world.
  public func union(_ other: MapRect) -> MapRect {
    let other = turned(other)
    let (west, north) = (min(minX, other.minX), min(minY, other.minY))
    return MapRect(
      minX: west, minY: north, width: max(maxX, other.maxX) - west, height: max(maxY, other.maxY) - north)
  }

  /// Whether another rectangle lies in this one where it is.
  private func covers(_ other: MapRect) -> Bool {
    minX <= other.minX && other.maxX <= maxX && minY <= other.minY && other.maxY <= maxY
  }

  /// Another rectangle at its position round the world whose middle is nearest to that of this one.
  private func turned(_ other: MapRect) -> MapRect {
    var turned = other
    turned.minX += ((midX - other.midX) / WebMercator.worldSize).rounded() * WebMercator.worldSize
    return turned
  }
}
