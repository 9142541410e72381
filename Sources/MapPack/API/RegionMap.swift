import Foundation

/// A map whose regions are cases of an enum: a pack, opened with the enum that was generated with it.
///
/// ```swift
/// let map = try RegionMap(NewEngland.self)
/// let vermont = map[.vermont]
/// let here = map.region(at: MapPoint(longitude: -72.57, latitude: 44.26))  // .vermont
/// ```
///
/// Guarantees:
/// - Pack and enum are compared once, when the map is opened: a pack of another map, or of an edition that numbers its
///   regions differently, does not open. From then on all questions and answers are cases of the enum.
/// - What is missing is nil or empty. What is broken is thrown as an error when the map is opened.
/// - No shape is decoded before it is asked for, so opening takes microseconds, whatever the pack's size. The first map
///   of an enum takes longer, because the enum's table is made then: some milliseconds for thousands of regions.
/// - A map is a value, can be used from any thread, and copies in O(1). Open it once and keep it.
public struct RegionMap<Region: MapRegion>: Sendable {
  /// The pack as it is, without the enum.
  public let pack: Pack
  /// By the number of the group in the pack: the regions of the group that the pack holds, by raw value. Empty if the
  /// map has no groups.
  let regionsByGroup: [[Region]]

  /// Opens the map of an enum, whose pack lies among the resources of a bundle.
  ///
  /// The file is mapped into memory. A bundle's files stay readable while the app runs, also on a locked phone.
  /// - Parameters:
  ///   - regions: the generated enum.
  ///   - bundle: the bundle with the pack: `.main` in an app, `.module` in a package.
  /// - Throws: `PackError`: `.unreadable` if the bundle has no such pack, `.wrongMap` if it belongs to another enum,
  ///   `.damaged`, `.tooNew` or `.notAPack`.
  /// - Complexity: as `init(_:pack:)`
  public init(_ regions: Region.Type = Region.self, in bundle: Bundle = .main) throws(PackError) {
    let resource = Region.regionTable.resource
    guard let url = bundle.url(forResource: resource, withExtension: "mappack") else {
      throw .missing(resource, in: bundle.bundleURL.lastPathComponent)
    }
    try self.init(regions, pack: Pack(contentsOf: url, options: .alwaysMapped))
  }

  /// Opens the map of an enum, whose pack lies in a file, such as one that was downloaded.
  /// - Parameters:
  ///   - regions: the generated enum.
  ///   - url: the pack's file.
  ///   - options: how the file is read; see `Pack.init(contentsOf:options:)`.
  /// - Throws: `PackError`: `.unreadable` if the file cannot be read, `.wrongMap` if the pack belongs to another enum,
  ///   `.damaged`, `.tooNew` or `.notAPack`.
  /// - Complexity: as `init(_:pack:)` if the file is mapped.
  public init(
    _ regions: Region.Type = Region.self, contentsOf url: URL, options: Data.ReadingOptions = .mappedIfSafe
  ) throws(PackError) {
    try self.init(regions, pack: Pack(contentsOf: url, options: options))
  }

  /// Opens the map of an enum, whose pack is in memory.
  /// - Throws: `PackError`: `.wrongMap` if the pack belongs to another enum, `.damaged`, `.tooNew` or `.notAPack`.
  /// - Complexity: as `init(_:pack:)`
  public init(_ regions: Region.Type = Region.self, data: Data) throws(PackError) {
    try self.init(regions, pack: Pack(data: data))
  }

  /// Makes a map of an enum and a pack that is already open.
  /// - Throws: `PackError`: `.wrongMap` if the pack belongs to another enum.
  /// - Complexity: O(1); O(regions) if the map has groups, which are put together here.
  public init(_ regions: Region.Type = Region.self, pack: Pack) throws(PackError) {
    let identity = Region.regionTable.identity
    guard pack.identity == identity else { throw .identityMismatch(found: pack.identity, expected: identity) }
    self.pack = pack
    regionsByGroup = Self.regionsByGroup(of: pack)
  }
}

extension RegionMap {
  /// The shape of a region; empty if the pack does not hold the region.
  ///
  /// No pack holds a retired region. If a map is divided into several packs, each holds a part of the regions.
  /// - Complexity: O(1)
  public subscript(region: Region) -> RegionShape { RegionShape(pack: pack, rawValue: region.rawValue) }

  /// Whether the pack holds a shape of the region.
  /// - Complexity: O(1)
  public func contains(_ region: Region) -> Bool { !self[region].isEmpty }

  /// The regions that the pack holds, by raw value: `Region.allCases`, unless it holds a part of the map.
  /// - Complexity: O(regions)
  public var regions: [Region] { Region.allCases.filter(contains) }

  /// The regions that the pack holds, each with its shape, by raw value.
  /// - Complexity: O(regions) to begin with; nothing more is allocated.
  public var shapes: some RandomAccessCollection<(region: Region, shape: RegionShape)> & Sendable {
    RegionShapes(map: self, regions: regions)
  }

  /// The lines to show with the map: publishers, licenses, and that the data was edited. Empty if the sources ask for
  /// none.
  public var credits: [String] { Region.regionTable.credits }

  /// The smallest rectangle round all regions at the finest level, in map points; see `Pack.bounds`.
  /// - Complexity: O(1)
  public var bounds: MapRect { pack.bounds }

  /// The smallest rectangle round what makes up most of the map to the eye, in map points; see
  /// `RegionShape.mainBounds`.
  /// - Complexity: O(log regions)
  public var mainBounds: MapRect { pack.mainBounds }

  /// The smallest rectangle round some regions, as `bounds` is round all of them; zero if the pack holds none of them.
  /// - Complexity: O(n log n) for n regions
  public func bounds(of regions: some Sequence<Region>) -> MapRect {
    pack.bounds(of: regions.map { self[$0] }, \.bounds)
  }

  /// The smallest rectangle round the `mainBounds` of some regions; zero if the pack holds none of them.
  ///
  /// See `RegionShape.mainBounds`.
  /// - Complexity: O(n log n) for n regions
  public func mainBounds(of regions: some Sequence<Region>) -> MapRect {
    pack.bounds(of: regions.map { self[$0] }, \.mainBounds)
  }

  /// The regions with which a region shares a border of positive length, by raw value; see `RegionShape.neighbors`.
  public func neighbors(of region: Region) -> [Region] { cases(self[region].neighbors) }

  /// How many levels of detail the pack holds; level 0 is the finest.
  public var levelCount: Int { pack.levelCount }

  /// The level for a scale; see `Pack.level(metersPerPixel:)`.
  /// - Complexity: O(levels)
  public func level(metersPerPixel: Double) -> Int { pack.level(metersPerPixel: metersPerPixel) }

  /// The cases of some shapes. In a pack that agrees with the enum, each shape has one.
  func cases(_ shapes: [RegionShape]) -> [Region] { shapes.compactMap { Region(rawValue: $0.rawValue) } }
}

extension RegionMap: Hashable {
  public static func == (a: RegionMap, b: RegionMap) -> Bool { a.pack == b.pack }
  public func hash(into hasher: inout Hasher) { hasher.combine(pack) }
}

/// Regions with their shapes, which are made when they are asked for.
private struct RegionShapes<Region: MapRegion>: RandomAccessCollection, Sendable {
  let map: RegionMap<Region>
  let regions: [Region]

  var startIndex: Int { 0 }
  var endIndex: Int { regions.count }

  subscript(index: Int) -> (region: Region, shape: RegionShape) { (regions[index], map[regions[index]]) }
}

// Which regions are where, as cases of the enum. `Pack` answers the same questions with shapes.
extension RegionMap {
  /// The region in which a point lies at the finest level; nil if it lies in none.
  ///
  /// In a map of lines or points, no point lies in a region: use `region(nearest:withinMeters:)`.
  ///
  /// Each call decodes some borders, which takes a few microseconds.
  /// `Pack.shape(at:)` says what is exact, and which region points on borders and past the 180th meridian belong to.
  /// - Complexity: O(1) on average: it decodes the few stretches of border that share a square of the pack's index with
  ///   the point. Nothing is allocated.
  public func region(at point: MapPoint) -> Region? {
    pack.storage.slot(at: point).flatMap { Region(rawValue: UInt16(truncatingIfNeeded: $0)) }
  }

  /// The regions that have a point in common with a rectangle in map points, at the finest level, by raw value; see
  /// `Pack.shapes(in:)`.
  public func regions(in rect: MapRect) -> [Region] { cases(pack.shapes(in: rect)) }
}
