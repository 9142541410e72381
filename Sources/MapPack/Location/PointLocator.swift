/// Finds the region at a point for those who ask many thousands of times: a pack's borders, decoded once.
///
/// An app that has the enum makes a `PlaceIndex`, which answers in its cases. For a tap `Pack.shape(at:)` is enough: it
/// answers in a few microseconds, and needs neither memory nor time before the first question.
///
/// Guarantees:
/// - At the finest level each point is found in the region in which `Pack.shape(at:)` finds it: exact on the Doubles, on
///   borders, past the 180th meridian and outside the world. At a coarser level the same rules hold for its rings.
/// - A question allocates nothing.
/// - It takes at most 128 bytes of memory for each vertex that the pack's arcs have at the level, half of that or less on
///   most maps, and 4 KB; making it takes twice as much for the time being.
/// - A damaged pack leads to an error, never to a crash or an endless loop.
/// - It is a value, can be used from any thread, and copies in O(1).
public struct PointLocator: Sendable {
  /// The pack whose regions are found.
  public let pack: Pack
  /// The level whose borders are decoded; 0 is the finest.
  public let level: Int
  private let squares: PlaceSquares
  /// The slots that have a region.
  private let slots: BitSet
  /// Of the pack's lattice, at hand.
  private let cellsPerMapPoint: Double
  private let originX, originY: Int64

  /// Checks the pack as `Pack.verify()` does and decodes the borders of a level.
  ///
  /// - Parameters:
  ///   - pack: the map.
  ///   - level: 0 is the finest; levels outside `0 ..< pack.levelCount` are taken as the nearest.
  /// - Throws: `PackError`: `.damaged`, with what was found wrong first; `.tooNew` if the pack has more than 2²⁸ vertices.
  /// - Complexity: O(size of the pack): about as long as decoding all regions twenty times.
  public init(_ pack: Pack, level: Int = 0) throws(PackError) {
    try pack.verify()
    try self.init(trusting: pack, level: level)
    // What damage keeps all checksums may have made of the pack's own index is not to answer differently.
    if self.level == 0 { try pack.storage.verifySquares(findAsIn: squares) }
  }

  /// Decodes the borders of a level of a pack that is known to be sound: one of an app's own bundle, or one that
  /// `Pack.verify()` has seen.
  ///
  /// - Parameters:
  ///   - pack: the map.
  ///   - level: 0 is the finest; levels outside `0 ..< pack.levelCount` are taken as the nearest.
  /// - Throws: `PackError`: `.damaged` if borders and rings contradict each other, and `.tooNew`. Other damage leads to wrong
  ///   answers, not to a crash.
  /// - Complexity: O(vertices)
  public init(trusting pack: Pack, level: Int = 0) throws(PackError) {
    let storage = pack.storage
    guard storage.header.vertexCount <= PlaceSquares.segmentLimit else {
      throw .unsupported(what: "number of vertices", found: storage.header.vertexCount)
    }
    self.pack = pack
    self.level = storage.clamped(level: level)
    slots = storage.liveSlots
    squares = PlaceSquares(try storage.borderSegments(level: self.level), slots: slots)
    cellsPerMapPoint = storage.cellsPerMapPoint
    (originX, originY) = (storage.header.originX, storage.header.originY)
  }

  /// The bytes of memory that it takes besides the pack.
  public var byteCount: Int { squares.byteCount + pack.storage.header.slotCount / 8 }

  /// The shape in which a point lies at the level; nil if it lies in none. See `Pack.shape(at:)`.
  ///
  /// - Complexity: O(1) on average: about the segments of border in a square of the size of one.
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
    // Most places are on the plane as they are, in a square without borders. There whole cells suffice, and what is not
    // negative is rounded down by cutting it off.
    if point.x >= 0, point.x < WebMercator.worldSize, point.y >= 0, point.y < WebMercator.worldSize {
      let x = Int64(point.x * cellsPerMapPoint) &- originX
      let y = Int64(point.y * cellsPerMapPoint) &- originY
      guard let square = squares.square(x: x, y: y) else { return -1 }
      if let region = squares.region(of: square) { return region &- 1 }
    }
    return carefulSlot(at: point)
  }

  /// The same for each place.
  private func carefulSlot(at point: MapPoint) -> Int {
    guard let place = pack.storage.location(of: point) else { return -1 }
    let slot = squares.region(at: place) &- 1
    return slots.contains(slot) ? slot : -1
  }
}
