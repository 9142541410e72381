/// The region at a place for those who ask many thousands of times: a pack's borders, decoded once.
///
/// ```swift
/// let pack = try Pack(contentsOf: url, reference: NewEngland.reference)
/// let places = try PlaceIndex(pack)
/// func region(ofPhotoAt place: MapPoint) -> NewEngland? { places.region(at: place) }
/// ```
///
/// Make one to sort photos by the thousand, or to follow a pointer over the map, and keep it. For a tap
/// `Pack.region(at:as:)` is enough: it answers in a few microseconds, and needs neither memory nor time before the first
/// question.
///
/// Guarantees:
/// - At the finest level each place is found in the region in which `Pack.region(at:as:)` finds it: exact on the Doubles,
///   on borders, past the 180th meridian and outside the world. At a coarser level the same rules hold for its rings.
/// - A question allocates nothing.
/// - It takes at most 128 bytes of memory for each vertex that the pack's arcs have at the level, half of that or less on
///   most maps, and 4 KB; making it takes twice as much for the time being.
/// - A damaged pack leads to an error, never to a crash or an endless loop.
/// - It is a value, can be used from any thread, and copies in O(1).
public struct PlaceIndex: Sendable {
  /// The pack whose regions are found.
  public let pack: Pack
  /// The level whose borders are decoded; 0 is the finest.
  public let level: Int
  private let cells: PlaceCells
  /// The slots that have a region.
  private let slots: BitSet
  /// Of the pack's lattice, at hand.
  private let cellsPerMapPoint: Double
  private let originX, originY: Int64

  /// Checks the pack as `Pack.verify()` does and decodes the borders of a level.
  ///
  /// - Parameter level: 0 is the finest; levels outside `0 ..< pack.levelCount` are taken as the nearest.
  /// - Throws: `PackError.damagedSection` with what was found wrong first; `PackError.unsupported` where the pack has more
  ///   than 2²⁸ vertices.
  /// - Complexity: O(size of the pack): about as long as decoding all regions twenty times.
  public init(_ pack: Pack, level: Int = 0) throws(PackError) {
    try pack.verify()
    let storage = pack.storage
    guard storage.header.vertexCount <= PlaceCells.segmentLimit else {
      throw .unsupported(what: "number of vertices", found: storage.header.vertexCount)
    }
    self.pack = pack
    self.level = storage.clamped(level: level)
    slots = storage.liveSlots
    cells = PlaceCells(try storage.borderSegments(level: self.level), slots: slots)
    cellsPerMapPoint = storage.cellsPerMapPoint
    (originX, originY) = (storage.header.originX, storage.header.originY)
    // What damage keeps all checksums may have made of the pack's own index is not to answer otherwise.
    if self.level == 0 { try storage.verifySquares(findAsIn: cells) }
  }

  /// The bytes of memory that it takes besides the pack.
  public var byteCount: Int { cells.byteCount + pack.storage.header.slotCount / 8 }

  /// The region in which a place lies at the level; nil where it lies in none. See `Pack.region(at:as:)`.
  ///
  /// - Complexity: O(1) on average: about the segments of border in a cell of the size of one.
  @inlinable
  public func region<R: MapRegion>(at point: MapPoint, as type: R.Type = R.self) -> R? {
    let rawValue = rawValue(at: point)
    return rawValue < 0 ? nil : R(rawValue: UInt16(truncatingIfNeeded: rawValue))
  }

  /// The shape in which a place lies at the level; see `region(at:as:)`.
  public func shape(at point: MapPoint) -> RegionShape? {
    let rawValue = rawValue(at: point)
    return rawValue < 0 ? nil : RegionShape(pack: pack, rawValue: UInt16(truncatingIfNeeded: rawValue))
  }

  /// The raw value of the region at a place; -1 for none.
  @usableFromInline
  func rawValue(at point: MapPoint) -> Int {
    // Most places are on the plane as they are, in a cell without borders. There whole cells suffice, and what is not
    // negative is rounded down by cutting it off.
    if point.x >= 0, point.x < WebMercator.worldSize, point.y >= 0, point.y < WebMercator.worldSize {
      let x = Int64(point.x * cellsPerMapPoint) &- originX
      let y = Int64(point.y * cellsPerMapPoint) &- originY
      guard let cell = cells.cell(x: x, y: y) else { return -1 }
      if let region = cells.region(of: cell) { return region &- 1 }
    }
    return carefulRawValue(at: point)
  }

  /// The same for each place.
  private func carefulRawValue(at point: MapPoint) -> Int {
    guard let place = pack.storage.location(of: point) else { return -1 }
    let slot = cells.region(at: place) &- 1
    return slots.contains(slot) ? slot : -1
  }
}
