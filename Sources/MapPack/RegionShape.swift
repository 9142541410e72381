/// The shape of one region, in a pack: decoded when it is asked for.
///
/// A region that the pack does not hold (a retired case) has an empty shape: no polygon, no code, bounds of zero.
public struct RegionShape: Sendable {
  /// The pack that the shape lies in.
  public let pack: Pack
  /// The raw value of the region's case.
  public let rawValue: UInt16

  init(pack: Pack, rawValue: UInt16) {
    self.pack = pack
    self.rawValue = rawValue
  }

  private var storage: PackStorage { pack.storage }
  private var slot: Int { Int(rawValue) }

  /// The publisher's code.
  public var code: String { storage.code(slot) }

  /// The name as published.
  public var name: String { storage.name(slot) }

  /// How many polygons the region has at the finest level.
  /// - Complexity: O(1)
  public var polygonCount: Int {
    storage.polygonStart.range(slot, limit: storage.header.polygonCount, in: storage.data.bytes).count
  }

  public var isEmpty: Bool { polygonCount == 0 }

  /// The area in m² on the WGS 84 ellipsoid of the region as published (not as simplified), edges straight in
  /// longitude and latitude; kept to 24 bits.
  /// - Complexity: O(1)
  public var area: Double {
    let area = Float(bitPattern: UInt32(truncatingIfNeeded: storage.area.bits(slot, in: storage.data.bytes)))
    return area.isFinite && area > 0 ? Double(area) : 0
  }

  /// The smallest rectangle round the region at the finest level, in map points.
  ///
  /// Where going past the 180th meridian makes it narrower, it does: Fiji is 5° wide, not 360°.
  /// - Complexity: O(1)
  public var bounds: MapRect {
    guard !isEmpty else { return MapRect(minX: 0, minY: 0, width: 0, height: 0) }
    let bytes = storage.data.bytes
    let header = storage.header
    // Columns hold at most 2⁶² + 2⁵⁶ and the origin at most 2⁵², so the sums fit.
    return MapRect(
      minX: Double(header.originX + Int64(storage.minX.value(slot, in: bytes))) * storage.cell,
      minY: Double(header.originY + Int64(storage.minY.value(slot, in: bytes))) * storage.cell,
      width: Double(storage.width.value(slot, in: bytes)) * storage.cell,
      height: Double(storage.height.value(slot, in: bytes)) * storage.cell)
  }

  /// Appends the region's rings at a level of detail, in map points and in the frame of its bounds: what lies past
  /// the 180th meridian from the bounds' western edge has x above 2²⁸.
  ///
  /// In the order of the vertices, an outer ring has its inside on the right as the map is seen (y grows to the
  /// south), a hole the other way round; so the sum of `x·y′ − x′·y` along it is positive for outer rings, negative
  /// for holes, and both rules of filling, even-odd and non-zero, give the same picture. A ring's first vertex is
  /// not repeated at its end.
  /// - Parameters:
  ///   - level: 0 is the finest; levels outside `0 ..< pack.levelCount` are taken as the nearest.
  ///   - buffer: keeps what it holds; nothing is allocated where its memory suffices.
  /// - Complexity: O(vertices of the region's arcs at the finest level); other regions are not touched.
  public func appendRings(level: Int = 0, to buffer: inout RingBuffer) {
    var taken = RingBuffer(empty: ())
    swap(&taken, &buffer)
    var sink = MapPointSink(storage, frameMinX: bounds.minX, buffer: taken)
    // The sink is to be the buffers' only owner, or its first vertex would copy them.
    taken = RingBuffer(empty: ())
    storage.decode(slot: slot, level: storage.clamped(level: level), into: &sink)
    buffer = sink.buffer
  }

  /// Appends the rings in cells of the pack's lattice, in the frame of the world.
  package func appendGridRings(level: Int, to rings: inout GridRings) {
    var sink = GridSink(rings: rings)
    rings = GridRings()
    storage.decode(slot: slot, level: storage.clamped(level: level), into: &sink)
    rings = sink.rings
  }
}

extension RegionShape: Equatable, Hashable {
  /// Equal where both are the same region of packs with the same contents.
  public static func == (a: RegionShape, b: RegionShape) -> Bool {
    a.rawValue == b.rawValue && a.pack.contentDigest == b.pack.contentDigest
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(rawValue)
    hasher.combine(pack.identity)
  }
}
