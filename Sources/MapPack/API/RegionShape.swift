/// The shape of one region, in a pack: decoded when it is asked for.
///
/// A region that the pack does not hold (a retired one, or one of another part of the map) has an empty shape: no polygon,
/// no code, bounds of zero.
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
  /// - Complexity: O(log polygons of the pack)
  public var polygonCount: Int {
    let bytes = storage.data.bytes
    let rings = storage.ringOfSlot.range(slot, limit: storage.header.ringCount, in: bytes)
    guard !rings.isEmpty else { return 0 }
    let polygons = storage.ringOfPolygon
    return max(
      0,
      polygons.lastIndex(notAbove: rings.upperBound - 1, in: bytes)
        - polygons.lastIndex(notAbove: rings.lowerBound, in: bytes) + 1)
  }

  /// Whether the pack holds no shape of the region.
  /// - Complexity: O(1)
  public var isEmpty: Bool {
    storage.ringOfSlot.range(slot, limit: storage.header.ringCount, in: storage.data.bytes).isEmpty
  }

  /// The area in m² on the WGS 84 ellipsoid of the region as published (not as simplified), edges straight in
  /// longitude and latitude; kept to 24 bits.
  /// - Complexity: O(1)
  public var area: Double {
    let area = Float(bitPattern: UInt32(truncatingIfNeeded: storage.area.bits(slot, in: storage.data.bytes)))
    return area.isFinite && area > 0 ? Double(area) : 0
  }

  /// The length in meters on the WGS 84 ellipsoid of the region's lines as published (not as simplified); kept to 24 bits.
  /// Nil if the regions of the map are areas.
  /// - Complexity: O(1)
  public var length: Double? {
    guard let column = storage.length else { return nil }
    let length = Float(bitPattern: UInt32(truncatingIfNeeded: column.bits(slot, in: storage.data.bytes)))
    return length.isFinite && length > 0 ? Double(length) : 0
  }

  /// The smallest rectangle round the region at the finest level, in map points.
  ///
  /// Where going past the 180th meridian makes it narrower, it does: Fiji is 5° wide, not 360°.
  /// - Complexity: O(1)
  public var bounds: MapRect { storage.bounds(slot) }

  /// The smallest rectangle round what makes up most of the region to the eye, at the finest level: its largest part,
  /// and each further one whose gap to the rectangle so far is at most half of that one's diagonal. So a far island
  /// does not make the mainland tiny.
  /// - Complexity: O(log regions)
  public var mainBounds: MapRect { storage.mainBounds(slot) }

  /// Where the region's name goes: the place in its largest part that is farthest from the part's border, to 1 % of
  /// that distance; of lines the middle of the longest, of points one of them. In the window of the bounds; the origin where the region is empty.
  /// - Complexity: O(log regions)
  public var labelPoint: MapPoint { storage.labelPoint(slot) }

  /// What the map's makers grouped the region under: its prefecture, its state; nil where they did not.
  /// - Complexity: O(length of the text)
  public var group: String? {
    let group = storage.group.value(slot, in: storage.data.bytes)
    return group > 0 && group <= storage.groupCount ? storage.groupName(group - 1) : nil
  }

  /// A further text about the region, by one of `pack.textKinds`; nil where it has none.
  /// - Complexity: O(text kinds + length of the text)
  public func text(_ kind: String) -> String? {
    guard let place = pack.textKinds.firstIndex(of: kind) else { return nil }
    let text = storage.text(PackFormat.nameKind + 1 + place, of: slot)
    return text.isEmpty ? nil : text
  }

  /// Appends the region's rings at a level of detail, in the window of its bounds: what lies past the 180th meridian
  /// from the bounds' western edge has x above 2²⁸.
  ///
  /// In the order of the vertices, an outer ring has its inside on the right as the map is seen (y grows to the
  /// south), a hole the other way round; so the sum of `x·y′ − x′·y` along it is positive for outer rings, negative
  /// for holes, and both rules of filling, even-odd and non-zero, give the same picture. A ring's first vertex is
  /// not repeated at its end. Lines have no rings; see `appendLines(level:window:to:)`.
  /// - Parameters:
  ///   - level: 0 is the finest; levels outside `0 ..< pack.levelCount` are taken as the nearest.
  ///   - buffer: keeps what it holds; nothing is allocated where its memory suffices.
  /// - Complexity: O(vertices of the region's arcs at the finest level); other regions are not touched.
  public func appendRings(level: Int = 0, to buffer: inout RingBuffer) {
    guard pack.kind == .areas else { return }
    var taken = RingBuffer(empty: ())
    swap(&taken, &buffer)
    var sink = MapPointSink(storage, windowMinX: bounds.minX, buffer: taken)
    // The sink is to be the buffers' only owner, or its first vertex would copy them.
    taken = RingBuffer(empty: ())
    storage.decode(slot: slot, level: storage.clamped(level: level), into: &sink)
    buffer = sink.buffer
  }

  /// Appends the rings in cells of the pack's lattice, in the window of the world.
  package func appendGridRings(level: Int, to rings: inout GridRings) {
    guard pack.kind == .areas else { return }
    var sink = GridSink(rings: rings)
    rings = GridRings()
    storage.decode(slot: slot, level: storage.clamped(level: level), into: &sink)
    rings = sink.rings
  }
}

extension RegionShape: Equatable, Hashable {
  /// Equal if both are the same region of equal packs.
  public static func == (a: RegionShape, b: RegionShape) -> Bool { a.rawValue == b.rawValue && a.pack == b.pack }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(rawValue)
    hasher.combine(pack)
  }
}
