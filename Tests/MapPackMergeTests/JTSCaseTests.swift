import Foundation
import MapPackCoverage
import MapPackFeatures
import MapPackMerge
import TestSupport
import Testing

/// Half a unit of made-up cases, small enough that they fit on the globe, and a point of every noding grid.
private let unit = 45.0 / 512

/// The validity cases of JTS and georust, if MAPPACK_CORPORA names a folder that has them.
private let corpora = ProcessInfo.processInfo.environment["MAPPACK_CORPORA"].map { URL(fileURLWithPath: $0) }

/// What `validate` may say if JTS and GEOS give a reason; they stop at the first one.
private let rulesByReason: [String: Set<Rule>] = [
  "Self-intersection": [.selfIntersection, .duplicateRings, .spike, .zeroArea],
  "Ring Self-intersection": [.ringSelfIntersection, .selfIntersection, .spike, .zeroArea],
  "Too few points": [.tooFewPoints, .belowGrid],
  "Hole lies outside shell": [.holeOutsideShell],
  "Holes are nested": [.nestedHoles],
  "Nested shells": [.nestedShells],
  "Interior is disconnected": [.disconnectedInterior],
]

/// A table of one feature, its coordinates halved until they fit on the globe, which leaves all of their bits.
private func scaledTable(_ polygons: [WKTPolygon]) -> FeatureTable {
  let largest = polygons.joined().joined().reduce(0) { max($0, $1.x.magnitude, $1.y.magnitude) }
  var unit = 1.0
  while largest * unit > 90 { unit /= 2 }
  return FeatureTable(polygons: [polygons.map { $0.map { $0.map { ($0.x * unit, $0.y * unit) } } }])
}

private func ogcRules(of table: FeatureTable) throws -> Set<Rule> {
  Set(try structuralFindings(of: table).map(\.rule))
}

// MARK: A case of each kind

/// By reason: polygons that are not valid for it; "" for valid ones.
private let smallCases: [(reason: String, polygons: [String])] = [
  (
    "",
    [
      "POLYGON ((0 0, 8 0, 8 0, 8 8, 4 8, 0 8, 0 0))", "POLYGON ((0 0, 8 0, 8 8, 0 8, 0 0), (0 4, 3 3, 3 5, 0 4))",
      "POLYGON ((0 0, 8 0, 8 8, 0 8, 0 0), (4 4, 2 3, 2 5, 4 4), (4 4, 6 5, 6 3, 4 4))",
      "MULTIPOLYGON (((0 0, 4 0, 4 4, 0 4, 0 0)), ((4 4, 8 4, 8 8, 4 8, 4 4)))",
      "MULTIPOLYGON (((0 0, 8 0, 8 8, 0 8, 0 0), (2 2, 2 6, 6 6, 6 2, 2 2)), ((3 3, 5 3, 5 5, 3 5, 3 3)))",
    ]
  ),
  (
    "Self-intersection",
    [
      "POLYGON ((0 0, 8 8, 8 0, 0 8, 0 0))", "POLYGON ((0 0, 8 0, 8 8, 11 11, 8 8, 0 8, 0 0))",
      "POLYGON ((0 0, 8 0, 8 8, 0 8, 0 0), (6 2, 10 2, 10 4, 6 4, 6 2))",
      "POLYGON ((0 0, 8 0, 8 8, 0 8, 0 0), (0 2, 3 2, 3 5, 0 5, 0 2))",
      "MULTIPOLYGON (((0 0, 5 0, 5 5, 0 5, 0 0)), ((3 3, 8 3, 8 8, 3 8, 3 3)))",
      "MULTIPOLYGON (((0 0, 4 0, 4 4, 0 4, 0 0)), ((4 0, 8 0, 8 4, 4 4, 4 0)))",
      "MULTIPOLYGON (((0 0, 4 0, 4 4, 0 4, 0 0)), ((4 4, 0 4, 0 0, 4 0, 4 4)))",
    ]
  ),
  ("Ring Self-intersection", ["POLYGON ((0 0, 4 4, 8 0, 8 8, 4 4, 0 8, 0 0))"]),
  ("Too few points", ["POLYGON ((0 0, 8 8, 8 8, 0 0))"]),
  ("Hole lies outside shell", ["POLYGON ((0 0, 8 0, 8 8, 0 8, 0 0), (9 2, 11 2, 11 4, 9 4, 9 2))"]),
  (
    "Holes are nested",
    ["POLYGON ((0 0, 8 0, 8 8, 0 8, 0 0), (1 1, 1 7, 7 7, 7 1, 1 1), (3 3, 3 5, 5 5, 5 3, 3 3))"]
  ),
  ("Nested shells", ["MULTIPOLYGON (((0 0, 8 0, 8 8, 0 8, 0 0)), ((2 2, 4 2, 4 4, 2 4, 2 2)))"]),
  (
    "Interior is disconnected",
    [
      "POLYGON ((0 0, 8 0, 8 8, 0 8, 0 0), (4 0, 6 4, 4 8, 2 4, 4 0))",
      "POLYGON ((0 0, 8 0, 8 8, 0 8, 0 0), (2 4, 4 2, 4 3, 2 4), (4 2, 6 4, 4 3, 4 2), (6 4, 4 6, 3 5, 2 4, 4 5, 6 4))",
    ]
  ),
]

@Test func `a case of each kind has the verdict and the reason of the OGC`() throws {
  for (reason, polygons) in smallCases {
    for wkt in polygons {
      let rules = try ogcRules(of: scaledTable(try #require(WKTReader.polygonalGeometries(in: wkt).first)))
      let isAsExpected = reason.isEmpty ? rules.isEmpty : !rules.isDisjoint(with: rulesByReason[reason, default: []])
      #expect(isAsExpected, "\(wkt): \(rules), not \(reason)")
    }
  }
}

// MARK: The cases that JTS has made to be judged

@Test(.enabled(if: corpora != nil))
func `the verdict and the reason are those of JTS on its own cases`() throws {
  let file = try #require(corpora).appendingPathComponent("validity-jts-xml/testxml/general/TestValid.xml")
  let text = try String(contentsOf: file, encoding: .utf8)
  let words = [
    "(self-intersection)": ["Self-intersection", "Ring Self-intersection"],
    "(too few distinct points)": ["Too few points"],
    "(hole outside shell)": ["Hole lies outside shell"],
    "(nested holes)": ["Holes are nested"],
    "(nested shells)": ["Nested shells"],
    "(interior disconnected)": ["Interior is disconnected"],
  ]
  var judged = 0
  for part in text.components(separatedBy: "<case>").dropFirst() {
    let description = try #require(part.between("<desc>", "</desc>"))
    let wkt = try #require(part.between("<a>", "</a>"))
    let isValid = try #require(part.between("<test>", "</test>")).contains("> true <")
    // No reader lets coordinates that are not finite pass, so a table has none.
    guard !wkt.contains("NaN") else { continue }
    for polygons in WKTReader.polygonalGeometries(in: wkt) {
      judged += 1
      let rules = try ogcRules(of: scaledTable(polygons))
      #expect(rules.isEmpty == isValid, "\(description): \(rules)")
      guard !isValid else { continue }
      let reasons = words.filter { description.contains($0.key) }
      #expect(reasons.count == 1, "\(description)")
      let expected = reasons.values.joined().flatMap { rulesByReason[$0, default: []] }
      #expect(!rules.isDisjoint(with: expected), "\(description): \(rules)")
    }
  }
  #expect(judged > 60)
}

private struct UnitTest: Decodable {
  struct Call: Decodable {
    var call: String
    var wkt: [String]
  }
  var test: String
  var calls: [Call]
}

/// The inputs of JTS's unit tests, by file.
private func unitTests() throws -> [String: [UnitTest]] {
  let file = try #require(corpora).appendingPathComponent("validity-jts-coverage-src/wkt_cases.json")
  return try JSONDecoder().decode([String: [UnitTest]].self, from: Data(contentsOf: file))
}

@Test(.enabled(if: corpora != nil))
func `the verdict is that of JTS in its unit tests`() throws {
  var judged = 0
  for example in try #require(unitTests()["IsValidTest.java"]) {
    for call in example.calls where ["checkValid", "checkInvalid"].contains(call.call) {
      for polygons in call.wkt.flatMap({ WKTReader.polygonalGeometries(in: $0) }) {
        judged += 1
        let rules = try ogcRules(of: scaledTable(polygons))
        #expect(rules.isEmpty == (call.call == "checkValid"), "\(example.test): \(rules)")
      }
    }
  }
  #expect(judged > 8)
}

// MARK: All others

/// What GEOS 3.14 says of the polygonal inputs that are not valid, rounded as `validate` rounds them, by their names:
/// file, case or method, and which of its geometries. All others are valid to it, and there is none on which it and
/// `validate` disagree. The cases that JTS has made to be judged are judged above.
private let invalidToGEOS: [String: [String]] = [
  "Self-intersection": [
    "TestSimple.xml 34 a", "TestSimple.xml 40 a", "TestSimple.xml 43 a", "TestUnaryUnion.xml 7 a",
    "CoverageGapFinderTest.java testThreePolygonGap 1",
    "CoveragePolygonValidatorTest.java testInteriorSegmentsWithMatch 2",
    "CoveragePolygonValidatorTest.java testFullyCoveredAndMatched 2",
    "CoveragePolygonValidatorTest.java testCoveredBy2AndMatching 2",
    "nl_plots.wkt", "nl_plots_epsg_28992.wkt", "nl_zones.wkt",
  ],
  // A ring that runs to and fro along its own line passes twice through the ends of what it runs twice.
  "Ring Self-intersection": ["TestSimple.xml 36 a"],
  "Too few points": [
    "TestSimple.xml 35 a", "TestUnaryUnionFloating.xml 2 a 1", "TestUnaryUnionFloating.xml 2 a 2",
    "CoverageSimplifierTest.java testRepeatedPointCollapseToPoint 1",
    "CoverageSimplifierTest.java testRepeatedPointCollapseToPoint 2",
  ],
]

@Test(.enabled(if: corpora != nil))
func `the verdict is that of GEOS on all other polygons of the validity corpora`() throws {
  let folder = try #require(corpora)
  var cases: [(name: String, geometry: [WKTPolygon])] = []
  func add(_ name: String, _ wkt: String, takesRings: Bool = false) {
    let geometries = WKTReader.polygonalGeometries(in: wkt, takesRings: takesRings)
    for (index, geometry) in geometries.enumerated() {
      cases.append((name: geometries.count == 1 ? name : "\(name) \(index + 1)", geometry: geometry))
    }
  }
  for file in [
    "TestSimple", "TestSimplify", "TestUnaryUnion", "TestUnaryUnionFloating", "TestOverlayAA", "TestOverlayAAPrec",
  ] {
    let url = folder.appendingPathComponent("validity-jts-xml/testxml/general/\(file).xml")
    let parts = try String(contentsOf: url, encoding: .utf8).components(separatedBy: "<case>").dropFirst()
    for (index, part) in parts.enumerated() {
      for tag in ["a", "b"] {
        if let wkt = part.between("<\(tag)>", "</\(tag)>") { add("\(file).xml \(index + 1) \(tag)", wkt) }
      }
    }
  }
  for (file, tests) in try unitTests() where file != "IsValidTest.java" {
    for test in tests {
      for (index, wkt) in test.calls.flatMap(\.wkt).enumerated() { add("\(file) \(test.test) \(index + 1)", wkt) }
    }
  }
  let fixtures = folder.appendingPathComponent("validity-georust/geo-test-fixtures/fixtures")
  for path in try FileManager.default.subpathsOfDirectory(atPath: fixtures.path) where path.hasSuffix(".wkt") {
    let wkt = try String(contentsOf: fixtures.appendingPathComponent(path), encoding: .utf8)
    add(path, wkt, takesRings: true)
  }

  var reasons: [String: String] = [:]
  for (reason, names) in invalidToGEOS { for name in names { reasons[name] = reason } }
  for (name, geometry) in cases {
    let rules = try ogcRules(of: scaledTable(geometry))
    let reason = reasons.removeValue(forKey: name)
    #expect(rules.isEmpty == (reason == nil), "\(name): \(rules), GEOS: \(reason ?? "valid")")
    guard let reason else { continue }
    #expect(!rules.isDisjoint(with: rulesByReason[reason, default: []]), "\(name): \(rules)")
  }
  #expect(reasons.isEmpty, "not among the cases: \(reasons.keys.sorted())")
  #expect(cases.count > 250)
}

/// 1,500 features of few points on a small lattice, most of which touch, cross or repeat themselves, and what
/// GEOS 3.14 says of each, by the letters of `reasonByLetter`.
@Test func `the verdict is that of GEOS on random polygons`() throws {
  var random = SplitMix64(seed: 4)
  let features = randomVerdicts.indices.map { _ in RandomPolygons.feature(using: &random) }
  // Side by side, so that each meets itself alone.
  let apart = features.enumerated().map { index, polygons in
    polygons.map { $0.map { $0.map { (x, y) in (x + index % 40 * 32, y + index / 40 * 32) } } }
  }
  var rulesByRecord: [Int: Set<Rule>] = [:]
  for finding in try structuralFindings(of: plainTable(apart, unit: unit / 4)) {
    try rulesByRecord[#require(finding.record), default: []].insert(finding.rule)
  }
  for (index, letter) in randomVerdicts.enumerated() {
    let rules = rulesByRecord[index + 1] ?? []
    let reason = reasonByLetter[letter]
    #expect(rules.isEmpty == (reason == nil), "\(features[index]): \(rules), GEOS: \(reason ?? "valid")")
    guard let reason else { continue }
    var expected = rulesByReason[reason, default: []]
    // Of polygons that run along each other, one inside the other, GEOS says at times the latter.
    if reason == "Nested shells" { expected.insert(.selfIntersection) }
    #expect(!rules.isDisjoint(with: expected), "\(features[index]): \(rules), GEOS: \(reason)")
  }
}

private let reasonByLetter: [Character: String] = [
  "s": "Self-intersection", "r": "Ring Self-intersection", "f": "Too few points", "o": "Hole lies outside shell",
  "h": "Holes are nested", "n": "Nested shells", "d": "Interior is disconnected",
]
