/// An index that finds the region at each of many thousands of points: a map's borders, decoded once.
///
/// ```swift
/// let map = try RegionMap(NewEngland.self)
/// let index = try LocationIndex(trusting: map)
/// func region(ofPhotoAt point: MapPoint) -> NewEngland? { index.region(at: point) }
/// ```
///
/// Make one to sort photos by the thousand, or to follow a pointer over the map, and keep it. For taps,
/// `RegionMap.region(at:)` is enough. The guarantees are those of `PointLocator`.
public struct LocationIndex<Region: MapRegion>: Sendable {
  /// The map whose regions are found.
  public let map: RegionMap<Region>
  /// The same index without the enum.
  public let locator: PointLocator

  /// Checks the pack as `Pack.verify()` does and decodes the borders of a level; see `PointLocator.init(_:level:)`.
  /// - Parameters:
  ///   - map: the map.
  ///   - level: 0 is the finest; levels outside `0 ..< map.levelCount` are taken as the nearest.
  /// - Throws: `PackError`: `.damaged`, with the first fault that was found; `.tooNew` if the pack has more than 2²⁸
  ///   vertices.
  /// - Complexity: O(size of the pack): about as long as decoding all regions twenty times.
  public init(_ map: RegionMap<Region>, level: Int = 0) throws(PackError) {
    self.map = map
    locator = try PointLocator(map.pack, level: level)
  }

  /// Decodes the borders of a level of a pack that is known to be sound, such as one of an app's own bundle; see
  /// `PointLocator.init(trusting:level:)`.
  /// - Parameters:
  ///   - map: the map.
  ///   - level: 0 is the finest; levels outside `0 ..< map.levelCount` are taken as the nearest.
  /// - Throws: `PackError`: `.damaged` if borders and rings contradict each other; `.tooNew` if the pack has more than
  ///   2²⁸ vertices.
  /// - Complexity: O(vertices)
  public init(trusting map: RegionMap<Region>, level: Int = 0) throws(PackError) {
    self.map = map
    locator = try PointLocator(trusting: map.pack, level: level)
  }

  /// The region in which a point lies at the level; nil if it lies in none. See `RegionMap.region(at:)`.
  ///
  /// - Complexity: O(1) on average: it tests the border segments in one square, which is about as wide as a segment is
  ///   long.
  @inlinable
  public func region(at point: MapPoint) -> Region? { locator.rawValue(at: point).flatMap(Region.init(rawValue:)) }
}
