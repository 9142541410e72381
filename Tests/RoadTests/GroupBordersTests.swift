import MapPack
import MapPackCoverage
import MapPackEmit
import MapPackFeatures
import MapPackGeometry
import MapPackMerge
import MapPackSimplify
import TestSupport
import Testing

/// The map of groups beside the map itself: both are read from their packs and compared, segment for segment.
@Suite struct `Borders of groups` {
  private struct Segment: Hashable {
    var a: UInt64
    var b: UInt64
  }

  private struct Sides: Hashable {
    var left: String?
    var right: String?
  }

  /// The segments at a level between land of different groups, with the groups on both sides.
  private static func borders(
    of coverage: Coverage, level: Int, _ group: (Region) -> String?
  ) -> [Segment: Sides] {
    let sides = coverage.polygonSides { Int(coverage.polygonLevel[$0]) >= level }
    func name(_ polygon: Int32) -> String? {
      polygon < 0 ? nil : group(coverage.regions[coverage.polygonStart.owner(of: Int(polygon))])
    }
    var borders: [Segment: Sides] = [:]
    let arcs = coverage.arcs
    for arc in 0..<arcs.count {
      let (left, right) = (name(sides.left[arc]), name(sides.right[arc]))
      guard left != right else { continue }
      var points = arcs.vertices(of: arc).filter { Int(arcs.vertexLevel[$0]) >= level }.map { arcs.point($0).key }
      if arcs.isClosed[arc], let first = points.first { points.append(first) }
      for (a, b) in zip(points, points.dropFirst()) {
        borders[Segment(a: min(a, b), b: max(a, b))] =
          a < b ? Sides(left: left, right: right) : Sides(left: right, right: left)
      }
    }
    return borders
  }

  private static func pack(_ coverage: Coverage) throws -> Pack {
    let rawValues = (0..<coverage.regions.count).map { UInt16($0 + 1) }
    return try Pack(data: packData(PackContents(map: "M", identity: 1, coverage: coverage, rawValues: rawValues)))
  }

  /// Reads both maps from packs, and compares them at each level.
  private static func compare(_ fine: Coverage) throws {
    let groups = fine.grouped(jobs: 2)
    try prove(groups, jobs: 1)
    let (first, second) = (Coverage(try pack(fine)), Coverage(try pack(groups)))
    #expect(first.plane == second.plane && first.levels == second.levels)
    for level in fine.levels.indices {
      let expected = borders(of: first, level: level) { $0.group }
      #expect(!expected.isEmpty)
      #expect(borders(of: second, level: level) { $0.code } == expected)
    }
    for group in groups.regions {
      let members = fine.regions.filter { $0.group == group.code }
      #expect(abs(members.reduce(0) { $0 + $1.area } - group.area) <= 1e-9 * group.area)
    }
    let kept = fine.regions.indices.filter { fine.regions[$0].group != nil }.flatMap { fine.polygons(of: $0) }
    let areas = (kept.reduce(0) { $0 + fine.polygonArea[$1] }, groups.polygonArea.reduce(0, +))
    #expect(abs(areas.0 - areas.1) <= 1e-9 * areas.0)
  }

  @Test(arguments: 0..<16 as Range<UInt64>)
  func `at every level they are those of the map itself, vertex for vertex`(seed: UInt64) throws {
    let map = RandomCoverage(seed: seed) { ($0.columns, $0.rows, $0.regions, $0.depth) = (6, 6, 12, 2) }
    var coverage = try merge(map.table, options: MergeOptions(key: Template("CODE"), name: Template("NAME")))
    for index in coverage.regions.indices {
      coverage.regions[index].group =
        ["west", "east", "middle", nil][(index * 7 + Int(seed)) % (seed % 4 == 0 ? 4 : 3)]
    }
    var options = SimplifyOptions()
    (options.amount, options.levels) = (.tolerance(meters: 300), 4)
    options.minimumIsland = seed % 2 == 0 ? nil : 1e6
    try Self.compare(simplify(coverage, options: options, progress: nil))
  }

  @Test func `what the 180th meridian cuts stays cut, and is one part`() throws {
    var coverage = antimeridian()
    for index in coverage.regions.indices { coverage.regions[index].group = "sea" }
    let groups = coverage.grouped(jobs: 1)
    try prove(groups, jobs: 1)
    #expect(groups.regions.map(\.code) == ["sea"])
    #expect(groups.parts(of: 0).count == coverage.parts(of: 0).count + coverage.parts(of: 1).count)
    #expect(groups.arcs.isSeam.count { $0 } == coverage.arcs.isSeam.count { $0 })
  }

  @Test func `numbers that are asked for are summed, and a value that is missing counts for nothing`() {
    var coverage = quilt(columns: 3, rows: 2, verticesPerArc: 4, levels: 2, seed: 1)
    for index in coverage.regions.indices {
      coverage.regions[index].group = index < 4 ? "a" : "b"
      coverage.regions[index].numbers = [.init(name: "density", value: 9)]
      if index > 0 { coverage.regions[index].numbers.append(.init(name: "people", value: Double(index))) }
    }
    let groups = coverage.grouped(numbers: ["people"], jobs: 1)
    #expect(groups.regions.map(\.numbers) == [[.init(name: "people", value: 6)], [.init(name: "people", value: 9)]])
  }

  @Test(arguments: [GeometryKind.lines, .points])
  func `lines and points of a group are those of its regions`(kind: GeometryKind) throws {
    var fine = Coverage(plane: .mercator(PackGrid(cellExponent: 3, originX: 0, originY: 0)))
    fine.kind = kind
    fine.levels = [Level(tolerance: 1), Level(tolerance: 2)]
    for (region, start) in [10, 50, 90].enumerated() {
      var code = Region(code: "\(region)", name: "\(region)")
      code.group = region == 1 ? nil : "g"
      code.length = kind == .lines ? 5 : nil
      fine.regions.append(code)
      let line = (0..<(kind == .lines ? 3 : 1)).map { GridPoint(x: Int32(start + $0), y: Int32(start - $0 * $0)) }
      fine.appendLine(line, of: Int32(region), length: kind == .lines ? 5 : 0)
      fine.polygonStart.append(fine.polygonCount)
    }
    fine.arcs.vertexLevel = ContiguousArray(fine.arcs.points.indices.map { UInt8($0 % 2) })
    fine.polygonLevel = [1, 1, 1]
    let groups = fine.grouped(jobs: 1)
    #expect(groups.regions.map(\.code) == ["g"] && groups.polygonCount == 2)
    #expect(groups.regions[0].length == (kind == .lines ? 10 : nil))
    let size = kind == .lines ? 3 : 1
    let left = size..<(2 * size)
    fine.arcs.points.removeSubrange(left)
    fine.arcs.vertexLevel.removeSubrange(left)
    #expect(groups.arcs.points == fine.arcs.points)
    #expect(groups.arcs.vertexLevel == fine.arcs.vertexLevel)
    #expect(groups.polygonLevel == [1, 1])
  }
}
