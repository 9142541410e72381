import Foundation

/// The shape of one region in a pack, which is decoded when it is asked for.
///
/// A region that the pack does not hold (a retired one, or one of another part of the map) has an empty shape: no
/// polygon, no code, no name, area 0, bounds of width and height 0.
///
/// `RegionMap` and `Pack` return it. Areas, bounds and labels are stored in the pack: `PackWriter` in `MapPackEmit` has
/// computed them.
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

  /// How many polygons the region has at the finest level; in a map of lines or points, how many of these.
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

  /// The area of the region as published, before simplification, in m² on the WGS 84 ellipsoid.
  ///
  /// Edges are straight in longitude and latitude. The pack keeps 24 significant bits. It is 0 in a map of lines or
  /// points. The parts have areas as drawn; see `ShapePart.area`.
  /// - Complexity: O(1)
  public var area: Double { storage.number(slot, of: storage.area) }

  /// The length of the region's lines as published, before simplification, in meters on the WGS 84 ellipsoid.
  ///
  /// Nil if the regions of the map are areas or points; 0 if the region is empty. The pack keeps 24 significant bits.
  /// - Complexity: O(1)
  public var length: Double? { number(.lines) }

  /// The region's number in a section; nil if the pack lacks it.
  package func number(_ section: PackSection) -> Double? {
    storage.numbers[section].map { storage.number(slot, of: $0) }
  }

  /// The smallest rectangle round the region at the finest level, in map points.
  ///
  /// It runs past the 180th meridian if that makes it narrower: Fiji is 5° wide, not 360°.
  /// - Complexity: O(1)
  public var bounds: MapRect { hasSlot ? storage.bounds(slot) : .nowhere }

  /// The smallest rectangle round what makes up most of the region to the eye, at the finest level, in map points.
  ///
  /// It begins as the bounds of the region's largest part, and is extended to each further part that does not reach far
  /// beyond it for its size. So the mainland is not made tiny by a far island, nor that of the United States by Alaska,
  /// but an archipelago is there as a whole. Lines count by their lengths. Of points, it is the bounds. If the pipeline
  /// file says what is the main part (`merge.main`), it is that. `PackBounds` in `MapPackEmit` has the rule.
  ///
  /// It lies within `bounds`. So it may lie past the world's eastern edge as a whole, if the bounds begin before the edge.
  /// - Complexity: O(log regions)
  public var mainBounds: MapRect { hasSlot ? storage.mainBounds(slot) : .nowhere }

  /// Whether the pack has a slot for the region. A region that was retired may have a raw value beyond them all, where
  /// the bounds of the whole map are.
  private var hasSlot: Bool { slot < storage.header.slotCount }

  /// The point at which the region's name goes, in map points and in the window of the bounds.
  ///
  /// - In an area, it is the point of the largest part that is farthest from the part's border, to 1 % of that
  ///   distance.
  /// - Of lines, it is the middle of the longest one.
  /// - Of points, it is the one nearest to the middle of the bounds.
  /// - If the source names a point in the region's bounding box (`merge.label` in the pipeline file), it is that one.
  /// - If the region is empty, it means nothing.
  ///
  /// The pack keeps it rounded, as a fraction of `mainBounds`; a named point outside of these is moved to their edge.
  /// `Coverage.labelPoint(of:)` in `MapPackCoverage` finds the point.
  /// - Complexity: O(log regions)
  public var labelPoint: MapPoint { hasSlot ? storage.labelPoint(slot) : MapPoint(x: 0, y: 0) }

  /// The name of the group that the map's makers put the region into, such as its prefecture or state; nil if it has
  /// none.
  /// - Complexity: O(length of the text)
  public var group: String? {
    let group = storage.group(ofSlot: slot)
    return group >= 0 && group < storage.groupCount ? storage.groupName(group) : nil
  }

  /// Appends the region's rings at a level of detail, in map points, in the window of its bounds.
  ///
  /// In that window the region is in one piece: points past the 180th meridian, seen from the western edge of the
  /// bounds, have x above 2²⁸.
  ///
  /// At one level, the rings of neighbors have the same points along their border, except on the cut at the 180th
  /// meridian. Polygons come in the order in which the pack has them, which the tools make the largest first. At a
  /// coarser level, small islands may be missing; the tools keep the largest polygon of each region.
  ///
  /// Outer rings run clockwise as the map is seen (y grows to the south), with their inside on the right; holes run
  /// counterclockwise. So the sum of `x·y′ − x′·y` along a ring is positive for outer rings and negative for holes, and
  /// the even-odd rule and the non-zero rule fill alike. Rings do not repeat their first vertex at the end. Lines and
  /// points have no rings; see `appendLines(level:window:to:)`.
  /// - Parameters:
  ///   - level: 0 is the finest; levels outside `0 ..< pack.levelCount` are taken as the nearest.
  ///   - buffer: gets the rings after what it already holds. Nothing is allocated if its memory suffices.
  /// - Complexity: O(vertices of the region's arcs at the finest level); other regions are not read.
  public func appendRings(level: Int = 0, to buffer: inout RingBuffer) {
    guard pack.kind == .areas else { return }
    PointSink.fill(&buffer, storage, windowMinX: bounds.minX, turnsPoints: true) { sink in
      storage.decode(slot: slot, level: storage.clamped(level: level), into: &sink)
    }
  }

  /// Appends the rings in cells of the pack grid, cut at the 180th meridian as they are stored. None in a map of lines
  /// or points. The exports of GeoJSON in `MapPackEmit` and `parts` ask for them.
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

// Which regions share a border, at the finest level.
extension RegionShape {
  /// The regions with which this one shares a border of positive length, in the order of their raw values.
  ///
  /// Regions that only touch in single points are not neighbors. Regions that meet at the 180th meridian are, although
  /// every shape is cut there. Regions of lines or points have no neighbors.
  /// - Complexity: O(b log n) for b borders of the region and n of the pack; no vertex is decoded. If the region
  ///   reaches the 180th meridian or an end of the world, O(n), and the vertices there are decoded.
  public var neighbors: [RegionShape] {
    let storage = pack.storage
    let bytes = storage.data.bytes
    let slot = Int(rawValue)
    let rings = storage.ringOfSlot.range(slot, limit: storage.header.ringCount, in: bytes)
    guard !rings.isEmpty else { return [] }
    var slots = BitSet(below: storage.header.slotCount)
    var reachesSeam = false
    var walk = UseWalk(storage, rings: rings, of: storage.arcs, in: bytes)
    while walk.nextRing(in: bytes) {
      while let use = walk.nextUse(in: bytes) {
        guard storage.isSeam.value(use.arc, in: bytes) == 0 else {
          reachesSeam = true
          continue
        }
        let other =
          use.isOwn
          ? storage.right(ofArc: use.arc, owner: slot, in: bytes) - 1 : storage.owner(ofArc: use.arc, in: bytes)
        if other != slot { slots.insert(other) }
      }
    }
    if reachesSeam {
      for border in storage.cutBorders(level: 0) {
        if border.atWest == slot { slots.insert(border.atEast) }
        if border.atEast == slot { slots.insert(border.atWest) }
      }
    }
    return pack.shapes(in: slots)
  }
}

extension Pack {
  /// The shapes of all regions, by raw value.
  package var shapesByRawValue: [RegionShape] { shapes(in: storage.liveSlots) }

  /// The shapes of the regions with these slots, in the order of their raw values.
  func shapes(in slots: BitSet) -> [RegionShape] {
    slots.members.compactMap { self[rawValue: UInt16(truncatingIfNeeded: $0)] }
  }
}

// A region of points. It stands beside the lines because a pack holds points as lines of one vertex.
extension RegionShape {
  /// The region's points in map points, in the window of its bounds; none if the regions of the map are areas or lines.
  ///
  /// They are in the order of their longitudes, then latitudes, as published.
  /// - Complexity: O(points of the region), and a bit per raw value.
  public func points() -> [MapPoint] { pack.kind == .points ? Array(lines().points) : [] }
}

// One region as lines. They are those of `Pack.appendOutline(of:level:window:to:)`, which says how they run.
extension RegionShape {
  /// Appends the region's lines at a level of detail, in map points; in a map of lines, the longest first.
  ///
  /// If the region is an area, these are its outline, ring by ring, without the cut at the 180th meridian unless
  /// another region goes on behind it. If it is points, each is a closed line of one point.
  /// - Parameters:
  ///   - level: 0 is the finest; levels outside `0 ..< pack.levelCount` are taken as the nearest.
  ///   - window: the stretch of the globe in which the lines are given; the region's bounds if nil. See
  ///     `Pack.appendCoast(level:window:to:)`.
  ///   - buffer: gets the lines after what it already holds.
  /// - Complexity: O(vertices of the region's lines at the finest level), and a bit per raw value.
  public func appendLines(level: Int = 0, window: MapRect? = nil, to buffer: inout LineBuffer) {
    pack.appendOutline(of: CollectionOfOne(self), level: level, window: window ?? bounds, to: &buffer)
  }

  /// The region's lines at a level of detail, in the window of its bounds; see `appendLines(level:window:to:)`.
  public func lines(level: Int = 0) -> LineBuffer {
    var lines = LineBuffer()
    appendLines(level: level, to: &lines)
    return lines
  }
}
