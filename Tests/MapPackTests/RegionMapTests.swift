import Foundation
import MapPack
import TestSupport
import Testing

/// A map that is opened under its enum.
@Suite struct RegionMapTests {
  private static func map() throws -> RegionMap<Letter> {
    try RegionMap(data: data(letters(), rawValues: [7, 2, 300]))
  }

  @Test func `a pack opens under its own enum only`() throws {
    #expect(try Self.map()[.c].code == "03")
    let other = try data(letters(), identity: 0x1235, rawValues: [7, 2, 300])
    let error = try #require(throws: PackError.self) { try RegionMap(Letter.self, data: other) }
    #expect(error == .identityMismatch(found: 0x1235, expected: 0x1234))
    #expect(error.code == .wrongMap)
  }

  @Test func `a map is read from a file, and a missing file is an error that names it`() throws {
    let folder = FileManager.default.temporaryDirectory
    let file = folder.appendingPathComponent("\(UUID().uuidString).mappack")
    defer { try? FileManager.default.removeItem(at: file) }
    let error = try #require(throws: PackError.self) { try RegionMap(Letter.self, contentsOf: file) }
    #expect(error.code == .unreadable)
    #expect(error.description.hasPrefix("\(file.path) cannot be read: "))
    try data(letters(), rawValues: [7, 2, 300]).write(to: file)
    for options in [[], .mappedIfSafe, .alwaysMapped] as [Data.ReadingOptions] {
      #expect(try RegionMap(Letter.self, contentsOf: file, options: options)[.b].name == "乙")
    }
  }

  @Test func `a map is found among the resources of a bundle, and a bundle without it is named`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    let (full, empty) = (folder.appendingPathComponent("Full"), folder.appendingPathComponent("Empty"))
    for folder in [full, empty] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    defer { try? FileManager.default.removeItem(at: folder) }
    try data(letters(), rawValues: [7, 2, 300]).write(to: full.appendingPathComponent("Letters.mappack"))
    #expect(try RegionMap(Letter.self, in: #require(Bundle(path: full.path))).regions == [.b, .a, .c])
    let bundle = try #require(Bundle(path: empty.path))
    let error = try #require(throws: PackError.self) { try RegionMap(Letter.self, in: bundle) }
    #expect(error.code == .unreadable)
    #expect(error.description.hasPrefix("Empty has no Letters.mappack: "))
  }

  @Test func `every live case has a shape, a retired one an empty one`() throws {
    let map = try Self.map()
    #expect(Letter.allCases == [.b, .a, .c] && map.regions == Letter.allCases)
    #expect(map.shapes.map(\.region) == Letter.allCases)
    #expect(map.shapes.allSatisfy { $0.shape.code == $0.region.code && !$0.shape.isEmpty && map.contains($0.region) })
    let retired = try #require(Letter(rawValue: 3))
    #expect(!retired.isLive && map[retired].isEmpty && !map.contains(retired))
    #expect(map[retired].bounds.width == 0 && map[retired].bounds.height == 0)
    #expect(map[retired].polygons().isEmpty && map.neighbors(of: retired).isEmpty && map.group(of: retired) == nil)
    #expect(map.credits == ["Somebody"])
  }

  @Test func `a region's number is that of its pack, and nil for a retired region`() throws {
    var coverage = letters()
    for region in coverage.regions.indices {
      coverage.regions[region].numbers = [.init(name: "n", value: Double(region))]
    }
    let map = try RegionMap<Letter>(data: data(coverage, rawValues: [7, 2, 300]))
    #expect([.a, .b, .c].map { map.number(RegionNumber("n"), of: $0) } == [0, 1, 2])
    #expect(map.number(RegionNumber("m"), of: .a) == nil)
    #expect(map.number(RegionNumber("n"), of: try #require(Letter(rawValue: 3))) == nil)
  }

  @Test func `a group's sum is that of its regions with a value, and nil if none has one`() throws {
    var coverage = letters()
    for (region, group) in ["x", "x", "y"].enumerated() { coverage.regions[region].group = group }
    coverage.regions[0].numbers = [.init(name: "n", value: 2), .init(name: "m", value: 3)]
    coverage.regions[1].numbers = [.init(name: "n", value: 0.5)]
    let map = try RegionMap<Letter>(data: data(coverage, rawValues: [7, 2, 300]))
    #expect(map.groups.map { $0.sum(RegionNumber("n")) } == [2.5, nil])
    #expect(map.groups.map { $0.sum(RegionNumber("m")) } == [3, nil])
  }

  @Test func `groups are in the order of their names, each with its regions, and a region knows its own`() throws {
    var coverage = letters()
    for (region, group) in ["y", "x", "y"].enumerated() { coverage.regions[region].group = group }
    let map = try RegionMap<Letter>(data: data(coverage, rawValues: [7, 2, 300]))
    #expect(map.groups.map(\.name) == ["x", "y"] && map.groups.map(\.regions) == [[.b], [.a, .c]])
    for group in map.groups {
      #expect(map.group(named: group.name) == group)
      for region in group.regions { #expect(map.group(of: region)?.regions == group.regions) }
    }
    #expect(map.group(of: .a) == map.group(of: .c) && map.group(of: .a) != map.group(of: .b))
    #expect(Set(map.regions.compactMap(map.group(of:))) == Set(map.groups))
    #expect(map.group(named: "z") == nil)
    #expect(try Self.map().groups.isEmpty && Self.map().group(of: .a) == nil)
  }

  /// The enum of the letters when a region that came last is gone again.
  private enum Shorter: UInt16, MapRegion {
    case a = 7
    case b = 2
    case c = 300
    case gone = 301

    static let regionTable = RegionTable<Self>(
      resource: "Letters", identity: 0x1234, retired: [301], codes: codes, names: codes)

    private static let codes: [String] = {
      var codes = [String](repeating: "-", count: 301)
      (codes[6], codes[1], codes[299], codes[300]) = ("01", "02", "03", "04")
      return codes
    }()
  }

  @Test func `a retired region with the highest raw value has no bounds, and not those of the map`() throws {
    let map = try RegionMap(Shorter.self, data: data(letters(), rawValues: [7, 2, 300]))
    #expect(map.bounds.width > 0 && map[.c].bounds.width > 0)
    for rect in [map[.gone].bounds, map[.gone].mainBounds] { #expect(rect.width == 0 && rect.height == 0) }
    #expect(map[.gone].isEmpty && map[.gone].labelPoint == MapPoint(x: 0, y: 0))
  }

  @Test func `a stored code leads to today's regions`() {
    #expect(Letter.regions(migrating: "04") == [.b])
    #expect(Letter.regions(migrating: "01") == [.a])
    #expect(Letter.regions(migrating: "05") == [])
  }

  @Test func `polygons as values are those of the buffer`() throws {
    let map = try Self.map()
    for (_, shape) in map.shapes {
      var rings = RingBuffer()
      shape.appendRings(to: &rings)
      let polygons = shape.polygons()
      #expect(polygons.count == rings.polygonCount)
      #expect(polygons.flatMap { [$0.outer] + $0.holes }.flatMap(\.self) == Array(rings.points))
      for (index, polygon) in polygons.enumerated() {
        #expect(polygon.holes.count == rings.polygonStart[index + 1] - rings.polygonStart[index] - 1)
      }
    }
  }

  @Test func `equal shapes are those of one region in equal packs, and have one hash`() throws {
    let (one, same) = (try Self.map(), try Self.map())
    #expect(one == same && one.hashValue == same.hashValue)
    #expect(one[.a] == same[.a] && one[.a].hashValue == same[.a].hashValue)
    #expect(one[.a] != one[.b])
    // The same shapes under another number are another map.
    let other = try Pack(data: data(letters(), identity: 9, rawValues: [7, 2, 300]))
    #expect(one.pack != other)
    #expect(try #require(other.shape(code: "01")) != one[.a])
  }

  @Test func `what is in a rectangle, next to a region and in a group comes as cases`() throws {
    let map = try Self.map()
    #expect(Set(map.regions(in: map.bounds)) == Set(Letter.allCases))
    for region in Letter.allCases {
      #expect(map.neighbors(of: region).map(\.code) == map[region].neighbors.map(\.code))
    }
    #expect(map.bounds(of: Letter.allCases) == map.bounds)
    #expect(map.bounds(of: [.a]) == map[.a].bounds && map.mainBounds(of: [.a]) == map[.a].mainBounds)
    #expect(map.bounds(of: []) == MapRect(minX: 0, minY: 0, width: 0, height: 0))
  }

  @Test func `borders as values are those of the pack`() throws {
    let map = try Self.map()
    for level in 0..<map.levelCount {
      var (inner, coast, outline) = (LineBuffer(), LineBuffer(), LineBuffer())
      map.pack.appendInnerBorders(level: level, to: &inner)
      map.pack.appendCoast(level: level, to: &coast)
      map.pack.appendOutline(of: [map[.a], map[.b]], level: level, to: &outline)
      #expect(map.innerBorders(level: level).points == inner.points)
      #expect(map.coast(level: level).points == coast.points)
      #expect(map.outline(of: [.b, .a], level: level).points == outline.points)
    }
  }

  @Test func `a stored list keeps the codes that no region has`() throws {
    struct Trip: Codable, Equatable {
      @KnownRegions var visited: [Letter]
    }
    let stored = Data(#"{"visited":["03","77","01","x"]}"#.utf8)
    let trip = try JSONDecoder().decode(Trip.self, from: stored)
    #expect(trip.visited == [.c, .a] && trip.$visited == ["77", "x"])
    #expect(String(decoding: try JSONEncoder().encode(trip), as: UTF8.self) == #"{"visited":["03","01","77","x"]}"#)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([Letter].self, from: Data(#"["77"]"#.utf8)) }
  }
}
