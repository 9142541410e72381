import MapPackCoverage
import MapPackFeatures
import MapPackGeometry
import MapPackMerge
import TestSupport
import Testing

/// A feature, and what is to be found in it: rule, polygon, ring, vertex and the point on the integer plane.
struct Case: Sendable, CustomTestStringConvertible {
  struct Expected: Hashable, Sendable, CustomTestStringConvertible {
    var rule: Rule
    var polygon: Int
    var ring: Int
    var vertex: Int
    var x: Double
    var y: Double
    var testDescription: String { "\(rule.rawValue) \(polygon)/\(ring)/\(vertex) (\(x), \(y))" }
  }

  var name: String
  var polygons: [PlainPolygon]
  var expected: [Expected] = []
  var testDescription: String { name }

  init(_ name: String, _ polygons: [PlainPolygon], _ expected: (Rule, Int, Int, Int, Double, Double)...) {
    self.name = name
    self.polygons = polygons
    self.expected = expected.map {
      Expected(rule: $0.0, polygon: $0.1, ring: $0.2, vertex: $0.3, x: $0.4, y: $0.5)
    }
  }
}

private let broken: [Case] = [
  Case("a bow tie", [[[(0, 0), (4, 4), (4, 0), (0, 4)]]], (.selfIntersection, 0, 0, 0, 2, 2)),
  Case(
    "a spike", [[[(0, 0), (8, 0), (8, 4), (4, 4), (4, 8), (4, 4), (0, 4)]]],
    (.spike, 0, 0, 4, 4, 8)),
  Case(
    "a spike whose foot is on an edge", [[[(0, 0), (4, 0), (4, 4), (4, 9), (4, 2), (0, 4)]]],
    (.spike, 0, 0, 3, 4, 9)),
  Case(
    "a hole that its shell reaches along a line",
    [[[(0, 0), (8, 0), (8, 8), (0, 8), (0, 0), (2, 2), (2, 6), (6, 6), (6, 2), (2, 2)]]],
    (.selfIntersection, 0, 0, 0, 0, 0)),
  Case("a ring without an inside", [[[(0, 0), (4, 4), (8, 8)]]], (.zeroArea, 0, 0, 0, 0, 0)),
  Case(
    "a ring that passes twice through a vertex",
    [[[(0, 0), (4, 0), (4, 4), (2, 2), (4, 8), (0, 8), (2, 2), (0, 4)]]],
    (.ringSelfIntersection, 0, 0, 6, 2, 2)),
  Case(
    "a ring that touches its own edge", [[[(0, 0), (8, 0), (8, 8), (4, 0), (0, 8)]]],
    (.ringSelfIntersection, 0, 0, 3, 4, 0)),
  Case(
    "two polygons that overlap", [[square(0, 0, 4)], [square(2, 2, 4)]],
    (.selfIntersection, 0, 0, 1, 4, 2), (.selfIntersection, 0, 0, 2, 2, 4)),
  Case(
    "two polygons with a line in common", [[square(0, 0, 4)], [square(4, 1, 4)]],
    (.selfIntersection, 0, 0, 1, 4, 1)),
  Case(
    "polygons that cross in vertices alone",
    [[[(0, 0), (8, 0), (8, 2), (8, 6), (8, 8), (0, 8)]], [[(4, 4), (8, 2), (12, 4), (8, 6)]]],
    (.selfIntersection, 0, 0, 2, 8, 2), (.selfIntersection, 0, 0, 3, 8, 6)),
  Case(
    "a hole that crosses its shell", [[square(0, 0, 8), hole(6, 2, 4)]],
    (.selfIntersection, 0, 0, 1, 8, 2), (.selfIntersection, 0, 0, 1, 8, 6)),
  Case(
    "a hole with an edge on its shell", [[square(0, 0, 8), hole(4, 2, 4)]],
    (.selfIntersection, 0, 0, 1, 8, 2)),
  Case("a hole outside its shell", [[square(0, 0, 4), hole(6, 6, 2)]], (.holeOutsideShell, 0, 1, 0, 6, 8)),
  Case(
    "a hole that touches its shell from outside", [[square(0, 0, 4), hole(4, 4, 2)]],
    (.holeOutsideShell, 0, 1, 0, 4, 6)),
  Case(
    "a hole round its shell", [[square(2, 2, 2), hole(0, 0, 8)]], (.holeOutsideShell, 0, 1, 0, 0, 8)),
  Case(
    "a hole in a hole", [[square(0, 0, 9), hole(1, 1, 7), hole(3, 3, 2)]], (.nestedHoles, 0, 2, 0, 3, 5)),
  Case(
    "a hole in a hole in a hole", [[square(0, 0, 9), hole(1, 1, 7), hole(2, 2, 5), hole(3, 3, 2)]],
    (.nestedHoles, 0, 2, 0, 2, 7), (.nestedHoles, 0, 3, 0, 3, 5)),
  Case("a polygon in another", [[square(0, 0, 9)], [square(2, 2, 2)]], (.nestedShells, 1, 0, 0, 2, 2)),
  Case(
    "a polygon in another, listed first", [[square(2, 2, 2)], [square(0, 0, 9)]],
    (.nestedShells, 0, 0, 0, 2, 2)),
  Case(
    "a polygon that touches another from inside",
    [[[(0, 0), (4, 0), (8, 0), (8, 8), (0, 8)]], [[(4, 0), (5, 3), (3, 3)]]], (.nestedShells, 1, 0, 0, 4, 0)),
  Case(
    "a polygon in another with all its vertices on it",
    [[[(0, 0), (4, 0), (8, 0), (8, 4), (8, 8), (0, 8)]], [[(4, 0), (8, 4), (0, 8)]]],
    (.nestedShells, 1, 0, 0, 4, 0)),
  Case(
    "a ring that comes twice, from another vertex and the other way",
    [[square(0, 0, 9), hole(2, 2, 2), [(4, 2), (4, 4), (2, 4), (2, 2)].reversed()]],
    (.duplicateRings, 0, 2, 0, 2, 2)),
  Case(
    "a polygon that comes twice", [[square(1, 1, 2)], [[(3, 3), (1, 3), (1, 1), (3, 1)]]],
    (.duplicateRings, 1, 0, 2, 1, 1)),
  Case(
    "a hole that touches its shell in two vertices",
    [[[(0, 0), (4, 0), (8, 0), (8, 8), (4, 8), (0, 8)], [(4, 0), (3, 4), (4, 8), (5, 4)]]],
    (.disconnectedInterior, 0, 1, 2, 4, 8)),
  Case(
    "a hole that touches its shell's edges in two points",
    [[square(0, 0, 8), [(4, 0), (3, 4), (4, 8), (5, 4)]]], (.disconnectedInterior, 0, 1, 2, 4, 8)),
  Case(
    "holes that touch in a ring",
    [
      [
        square(0, 0, 20), [(4, 4), (6, 6), (10, 4), (6, 3)], [(10, 4), (9, 7), (7, 10), (11, 7)],
        [(7, 10), (7, 8), (4, 4), (5, 8)],
      ]
    ],
    (.disconnectedInterior, 0, 2, 0, 10, 4)),
  Case(
    "a chain of bow ties", [[[(0, 0), (4, 4), (8, 0), (12, 4), (12, 0), (8, 4), (4, 0), (0, 4)]]],
    (.selfIntersection, 0, 0, 0, 2, 2), (.selfIntersection, 0, 0, 1, 6, 2), (.selfIntersection, 0, 0, 2, 10, 2)),
  Case(
    "a spike through an edge", [[[(0, 0), (8, 0), (8, 8), (4, 8), (4, -2), (4, 8), (0, 8)]]],
    (.spike, 0, 0, 4, 4, -2)),
  Case(
    "polygons that cross where a third has a vertex",
    [[square(0, 0, 8)], [square(4, 4, 8)], [[(8, 4), (12, 2), (12, 3)]]],
    (.selfIntersection, 0, 0, 1, 8, 4), (.selfIntersection, 0, 0, 2, 4, 8)),
  Case(
    "a polygon that comes three times, and one that crosses it",
    [[square(0, 0, 4)], [square(0, 0, 4)], [square(0, 0, 4)], [square(2, 2, 4)]],
    (.selfIntersection, 0, 0, 1, 4, 2), (.selfIntersection, 0, 0, 2, 2, 4), (.duplicateRings, 1, 0, 0, 0, 0),
    (.duplicateRings, 2, 0, 0, 0, 0)),
  Case(
    "two holes outside their shell, one in the other", [[square(0, 0, 4), hole(6, 0, 6), hole(8, 2, 2)]],
    (.holeOutsideShell, 0, 1, 0, 6, 6), (.holeOutsideShell, 0, 2, 0, 8, 4), (.nestedHoles, 0, 2, 0, 8, 4)),
  Case(
    "a polygon in a polygon in a polygon", [[square(0, 0, 9)], [square(2, 2, 5)], [square(3, 3, 1)]],
    (.nestedShells, 1, 0, 0, 2, 2), (.nestedShells, 2, 0, 0, 3, 3)),
  Case(
    "holes that close two corners off",
    [[square(0, 0, 8), [(0, 2), (2, 0), (2, 2)], [(6, 0), (8, 2), (6, 2)]]],
    (.disconnectedInterior, 0, 1, 1, 2, 0), (.disconnectedInterior, 0, 2, 1, 8, 2)),
]

private let wellFormed: [Case] = [
  Case("a square", [[square(0, 0, 4)]]),
  Case("a clockwise square", [[hole(0, 0, 4)]]),
  Case("a hole that runs like its shell", [[square(0, 0, 9), square(2, 2, 2)]]),
  Case(
    "a hole that touches its shell in a vertex",
    [[[(0, 0), (4, 0), (8, 0), (8, 8), (0, 8)], [(4, 0), (3, 3), (5, 3)]]]),
  Case("a hole that touches its shell's edge", [[square(0, 0, 8), [(4, 0), (3, 3), (5, 3)]]]),
  Case(
    "a hole whose edge its shell touches", [[[(0, 0), (8, 0), (8, 8), (4, 4), (0, 8)], [(2, 2), (4, 4), (6, 2)]]]),
  Case("two holes that touch", [[square(0, 0, 9), hole(1, 1, 3), hole(4, 4, 3)]]),
  Case(
    "three holes that touch in one point",
    [[square(0, 0, 9), [(4, 4), (4, 6), (5, 6)], [(4, 4), (2, 2), (2, 4)], [(4, 4), (6, 4), (6, 2)]]]),
  Case("two polygons that touch in a vertex", [[square(0, 0, 2)], [square(2, 2, 2)]]),
  Case("two polygons that touch twice", [[square(0, 0, 4)], [[(4, 0), (6, 2), (4, 4), (8, 2)].reversed()]]),
  Case("a vertex on another polygon's edge", [[square(0, 0, 4)], [[(4, 2), (8, 0), (8, 4)]]]),
  Case("an island in a lake", [[square(0, 0, 9), hole(1, 1, 7)], [square(3, 3, 2)]]),
  Case(
    "an island that touches the shore of its lake", [[square(0, 0, 9), hole(1, 1, 7)], [[(1, 4), (3, 3), (3, 5)]]]),
  Case(
    "an island whose vertices are all on the shore of its lake",
    [[square(0, 0, 9), hole(1, 1, 7)], [[(1, 4), (4, 1), (8, 5)]]]),
]

/// Of a feature, what a merge of it reports, or what its validation does.
private func told(_ found: [Finding]) -> Set<[String]> {
  let told = found.filter {
    [.features, .borders].contains($0.rule.explanation.subject) && ($0.severity > .note || $0.rule == .unmatchedEdge)
  }
  return Set(told.map { [$0.rule.rawValue, $0.severity.rawValue, $0.remedy?.words(for: .pipelineFile) ?? ""] })
}

/// A run called it a warning with nothing to do, and validate an error to redraw.
@Test(arguments: broken)
private func `merge and validate say the same of a defect, with the same advice`(example: Case) throws {
  var table = plainTable([example.polygons])
  (table.fields, table.values) = (["CODE"], [[.text("A")]])
  let key = try Template("CODE")
  var options = MergeOptions(key: key)
  // The ring that encloses nothing makes a region without a shape.
  options.isPart = true
  let found = told(try TableValidation(key: key).findings(of: table))
  #expect(found == told(try merge(table, options: options).findings) && !found.isEmpty)
  #expect(found.allSatisfy { $0[1] == "warning" })
}

@Test(arguments: broken)
private func `a defect that a run refuses is an error of validate`(example: Case) throws {
  var validation = TableValidation()
  validation.repairs.clean = .none
  #expect(throws: StageError.self) { try merge(plainTable([example.polygons]), options: MergeOptions(clean: .none)) }
  let found = told(try validation.findings(of: plainTable([example.polygons])))
  #expect(!found.isEmpty && found.allSatisfy { $0[1] == "error" && $0[2].contains("mode: repair") }, "\(found)")
}

@Test(arguments: Rule.allCases.filter(\.explanation.isMended))
private func `what merging mends is a warning, and its remedy says what it makes of it`(rule: Rule) {
  #expect(rule.severity == .warning && rule.explanation.remedyWords.hasPrefix("nothing to do: in the map, "))
}

private func found(in polygons: [PlainPolygon]) throws -> [Case.Expected] {
  try structuralFindings(of: plainTable([polygons])).map { finding in
    try Case.Expected(
      rule: finding.rule, polygon: #require(finding.polygon), ring: #require(finding.ring),
      vertex: #require(finding.vertex), x: #require(finding.longitude) / plainUnit,
      y: #require(finding.latitude) / plainUnit)
  }
}

@Test(arguments: broken)
private func `each defect is found at its point, and nothing else`(example: Case) throws {
  #expect(try found(in: example.polygons) == example.expected)
}

@Test(arguments: wellFormed)
private func `tricky but valid polygons give no finding`(example: Case) throws {
  #expect(try found(in: example.polygons) == [])
}

@Test(arguments: broken + wellFormed)
private func `the verdict does not depend on where a ring starts or which way it runs`(example: Case) throws {
  let rules = try found(in: example.polygons).map(\.rule).sorted()
  for shift in 0..<4 {
    for isReversed in [false, true] {
      let turned = example.polygons.map { polygon in
        polygon.map { ring in
          let turned = Array(ring[(shift % ring.count)...] + ring[..<(shift % ring.count)])
          return isReversed ? turned.reversed() : turned
        }
      }
      #expect(try found(in: turned).map(\.rule).sorted() == rules)
    }
  }
}

@Test func `a hole is looked for in its shell above two thousand strips as anywhere`() throws {
  // All strips lie below each ring of the last features, as far as boxes tell.
  let strips = (0..<2000).map { row -> [PlainPolygon] in
    [[[(0, 4 * row), (9000, 4 * row), (9000, 4 * row + 2), (0, 4 * row + 2)]]]
  }
  let table = plainTable(
    strips + [
      [[square(10, 8100, 20), hole(15, 8105, 4)]], [[square(40, 8100, 20), hole(65, 8105, 4)]],
      [[square(100, 8100, 20)], [square(105, 8105, 4)]],
    ], unit: plainUnit / 64)
  let found = try structuralFindings(of: table)
  #expect(found.map(\.rule) == [.holeOutsideShell, .nestedShells])
  #expect(found.map(\.record) == [2002, 2003])
}

@Test func `each of a thousand crossings of one ring is found, once`() throws {
  let teeth = (0...1000).map { (2 * $0, $0 % 2 == 0 ? -1 : 1) }
  let ring = teeth + [(2002, -1), (2002, 0), (-1, 0)]
  let unit = plainUnit / 8
  let findings = try structuralFindings(of: plainTable([[[ring]]], unit: unit))
  #expect(findings.allSatisfy { $0.rule == .selfIntersection && $0.latitude == 0 && $0.count == 1 })
  let longitudes: [Double] = findings.compactMap(\.location.longitude).sorted()
  #expect(longitudes == (0..<1000).map { Double(2 * $0 + 1) * unit })
  #expect(findings.compactMap(\.vertex).sorted() == Array(0..<1000))
}

@Test func `a ring that passes three times through a point comes back there twice`() throws {
  let ring = [(4, 4), (8, 3), (8, 5), (4, 4), (5, 8), (3, 8), (4, 4), (0, 5), (0, 3)]
  let findings = try structuralFindings(of: plainTable([[[ring]]]))
  #expect(findings.map(\.rule) == [.ringSelfIntersection])
  #expect(findings.map(\.count) == [2])
  #expect(findings.map(\.vertex) == [3])
}

@Test func `a ring that the grid makes a line of is below the grid`() throws {
  // The other feature is as wide as the world, so the grid's unit is far above a hundred-millionth of a degree.
  var table = plainTable([[[square(-500, -200, 400)]], [[[(0, 0), (1, 0), (1, 1)]]]])
  for vertex in 4..<7 {
    table.longitude[vertex] *= 1e-9
    table.latitude[vertex] *= 1e-9
  }
  let findings = try structuralFindings(of: table)
  #expect(findings.map(\.rule) == [.belowGrid])
  #expect(findings.first?.record == 2)
}

@Test func `features are judged each for itself`() throws {
  let overlapping = plainTable([[[square(0, 0, 4)]], [[square(2, 2, 4)]], [[square(0, 0, 4)]]])
  #expect(try structuralFindings(of: overlapping).isEmpty)
}

@Test(arguments: 0..<25 as Range<UInt64>)
func `random coverages give no finding, however they are written down`(seed: UInt64) throws {
  let map = RandomCoverage(seed: seed)
  var random = SplitMix64(seed: seed)
  let other = map.shuffled(reversingRings: true, using: &random)
  #expect(try structuralFindings(of: map.table) == [])
  #expect(try structuralFindings(of: other.table) == [])
}

@Test(arguments: 0..<3 as Range<UInt64>)
func `what is found does not depend on the number of threads`(seed: UInt64) throws {
  var random = SplitMix64(seed: seed)
  let map = RandomCoverage(seed: seed) { ($0.columns, $0.rows, $0.depth) = (5, 5, 4) }
  let table = map.dirty(using: &random).table
  let one = try structuralFindings(of: table, jobs: 1)
  #expect(!one.isEmpty)
  #expect(try structuralFindings(of: table, jobs: 4) == one)
}

@Test func `a finding names its feature by the templates`() throws {
  var table = plainTable([[[square(0, 0, 4)]], [[[(0, 0), (4, 4), (4, 0), (0, 4)]]]])
  table.fields = ["CODE", "CITY", "WARD"]
  table.values = [
    [.text("42201"), .text(" 42202 ")], [.text("長崎市"), .text("佐世保市")], [.null, .text("北")],
  ]
  let findings = try structuralFindings(of: table, key: Template("CODE"), name: Template("{CITY}{WARD}"))
  #expect(findings.map(\.rule) == [.selfIntersection])
  #expect(findings.last?.code == "42202")
  #expect(findings.last?.name == "佐世保市北")
  #expect(findings.last?.record == 2)
  #expect(findings.last?.file == "data/plain.geojson")
  #expect(throws: StageError.self) { try structuralFindings(of: table, key: Template("NO_SUCH_FIELD")) }
}
