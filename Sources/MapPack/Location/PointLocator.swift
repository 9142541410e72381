/// An index that finds the region at each of many thousands of points: a pack's borders, decoded once.
///
/// An app that has the enum makes a `LocationIndex`, which returns cases. For taps, `Pack.shape(at:)` is enough: it
/// takes a few microseconds, and needs neither memory nor preparation.
///
/// Guarantees:
/// - At the finest level, it finds the same region as `Pack.shape(at:)`: exactly for the coordinates passed in, on
///   borders, past the 180th meridian and outside the world. At a coarser level, the same rules hold for that level's
///   rings. In a map of lines or points, it finds nothing.
/// - Finding a region allocates nothing.
/// - It takes at most 128 bytes of memory for each vertex that the pack's arcs have at the level, and 4 KB; on most
///   maps at most half of that. While it is made, it takes twice as much.
/// - A damaged pack leads to an error, never to a crash or an endless loop.
/// - It is a value, can be used from any thread, and copies in O(1).
public struct PointLocator: Sendable {
  /// The pack whose regions are found.
  public let pack: Pack
  /// The level whose borders are decoded; 0 is the finest.
  public let level: Int
  private let squares: LocationSquares
  /// The slots that have a region.
  private let slots: BitSet
  /// Copies of what the pack says about its grid.
  private let cellsPerMapPoint: Double
  private let originX, originY: Int64

  /// Checks the pack as `Pack.verify()` does and decodes the borders of a level.
  ///
  /// - Parameters:
  ///   - pack: the map.
  ///   - level: 0 is the finest; levels outside `0 ..< pack.levelCount` are taken as the nearest.
  /// - Throws: `PackError`: `.damaged`, with the first fault that was found; `.tooNew` if the pack has more than 2²⁸
  ///   vertices.
  /// - Complexity: O(size of the pack): about as long as decoding all regions twenty times.
  public init(_ pack: Pack, level: Int = 0) throws(PackError) {
    try pack.verify()
    try self.init(trusting: pack, level: level)
    // Damage that leaves all checksums as they were may change the pack's own index, which must find the same regions.
    if self.level == 0 { try pack.storage.verifySquares(findAsIn: squares) }
  }

  /// Decodes the borders of a level of a pack that is known to be sound: one in an app's own bundle, or one that
  /// `Pack.verify()` has checked.
  ///
  /// - Parameters:
  ///   - pack: the map.
  ///   - level: 0 is the finest; levels outside `0 ..< pack.levelCount` are taken as the nearest.
  /// - Throws: `PackError`: `.damaged` if borders and rings contradict each other; `.tooNew` if the pack has more than
  ///   2²⁸ vertices. Other damage leads to wrong answers, not to a crash.
  /// - Complexity: O(vertices)
  public init(trusting pack: Pack, level: Int = 0) throws(PackError) {
    let storage = pack.storage
    guard storage.header.vertexCount <= LocationSquares.segmentLimit else {
      throw .unsupported(what: "number of vertices", found: storage.header.vertexCount)
    }
    self.pack = pack
    self.level = storage.clamped(level: level)
    slots = storage.liveSlots
    squares = LocationSquares(try storage.borderSegments(level: self.level), slots: slots)
    cellsPerMapPoint = storage.cellsPerMapPoint
    (originX, originY) = (storage.header.originX, storage.header.originY)
  }

  /// The memory that it takes in addition to the pack, in bytes.
  public var byteCount: Int { squares.byteCount + pack.storage.header.slotCount / 8 }

  /// The shape in which a point lies at the level; nil if it lies in none. See `Pack.shape(at:)`.
  ///
  /// - Complexity: O(1) on average: it tests the border segments in one square, which is about as wide as a segment is
  ///   long.
  public func shape(at point: MapPoint) -> RegionShape? {
    rawValue(at: point).map { RegionShape(pack: pack, rawValue: $0) }
  }

  /// The raw value of the region in which a point lies at the level; nil if it lies in none.
  ///
  /// - Complexity: as `shape(at:)`
  @inlinable
  public func rawValue(at point: MapPoint) -> UInt16? {
    let slot = slot(at: point)
    return slot < 0 ? nil : UInt16(truncatingIfNeeded: slot)
  }

  /// The slot of the region at a point; -1 for none.
  @usableFromInline
  func slot(at point: MapPoint) -> Int {
    // Most points lie in the plane, in a square without borders. For these, whole cells suffice, and truncation rounds
    // coordinates down, because they are not negative.
    if point.x >= 0, point.x < WebMercator.worldSize, point.y >= 0, point.y < WebMercator.worldSize {
      let x = Int64(point.x * cellsPerMapPoint) &- originX
      let y = Int64(point.y * cellsPerMapPoint) &- originY
      if let region = squares.wholeRegion(x: x, y: y) { return region &- 1 }
    }
    return carefulSlot(at: point)
  }

  /// As `slot(at:)`, for all points.
  private func carefulSlot(at point: MapPoint) -> Int {
    guard let location = pack.storage.location(of: point) else { return -1 }
    let slot = squares.region(at: location) &- 1
    return slots.contains(slot) ? slot : -1
  }
}
