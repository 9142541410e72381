import MapPackCoverage
import MapPackFeatures
import MapPackGeometry
import MapPackMerge
import MapPackSimplify
import TestSupport
import Testing

/// Two neighbors on the integer plane, the first with a hole, and an island of the second.
private func neighbors() throws -> Coverage {
  var table = plainTable([
    [[square(0, 0, 8), hole(2, 2, 2)]], [[[(8, 0), (16, 0), (16, 8), (8, 8)]], [square(20, 0, 4)]],
  ])
  table.fields = ["CODE", "NAME"]
  table.values = [[.text("1"), .text("2")], [.text("東"), .text("西")]]
  return try merge(table, options: MergeOptions(key: Template("CODE"), name: Template("NAME")), progress: nil)
}

/// The vertices of a coverage at a point of the integer plane.
private func vertices(of coverage: Coverage, x: Int, y: Int) throws -> [Int] {
  guard case .lonlat(let grid) = coverage.plane else { return [] }
  let point = grid.point(longitude: Double(x) * plainUnit, latitude: Double(y) * plainUnit)
  let found = coverage.arcs.points.indices.filter { coverage.arcs.point($0) == point }
  try #require(!found.isEmpty)
  return found
}

/// The coverage with a vertex moved to another point of the integer plane.
private func moved(_ coverage: Coverage, from: (Int, Int), to: (Int, Int)) throws -> Coverage {
  guard case .lonlat(let grid) = coverage.plane else { return coverage }
  var copy = coverage
  let point = grid.point(longitude: Double(to.0) * plainUnit, latitude: Double(to.1) * plainUnit)
  for vertex in try vertices(of: coverage, x: from.0, y: from.1) {
    copy.arcs.points[vertex] = point
  }
  return copy
}

@Test func `a coverage that keeps its promises gives no finding`() throws {
  #expect(structuralFindings(of: try neighbors()) == [])
}

@Test func `borders of one region that cross are found, and the region is named`() throws {
  // A corner of the hole goes out of its shell, across the coast.
  let findings = structuralFindings(of: try moved(neighbors(), from: (2, 2), to: (3, -2)), file: "B.coverage")
  #expect(findings.map(\.rule) == [.crossingArcs, .crossingArcs])
  #expect(findings.allSatisfy { $0.code == "1" && $0.name == "東" && $0.file == "B.coverage" && $0.latitude == 0 })
}

@Test func `borders of strangers that cross are found`() throws {
  // The island of 西 grows across the hole of 東, which has no region on its other side.
  var coverage = try neighbors()
  coverage = try moved(coverage, from: (20, 0), to: (3, 3))
  let rules = Set(structuralFindings(of: coverage).map(\.rule))
  #expect(rules.contains(.crossingArcs))
}

@Test func `a ring that runs the wrong way is found`() throws {
  var coverage = try neighbors()
  // The corners of the island are swapped.
  coverage = try moved(coverage, from: (24, 0), to: (30, 9))
  coverage = try moved(coverage, from: (20, 4), to: (24, 0))
  coverage = try moved(coverage, from: (30, 9), to: (20, 4))
  let findings = structuralFindings(of: coverage)
  #expect(findings.map(\.rule) == [.wrongWinding, .inconsistentSides])
  #expect(findings.first?.code == "2")
  #expect(findings.first?.polygon == 1)
}

@Test func `a ring whose arcs do not follow each other is found`() throws {
  var coverage = try neighbors()
  let index = try #require(coverage.references.firstIndex { !coverage.arcs.isClosed[$0.arc] })
  coverage.references[index] = coverage.references[index].opposite
  #expect(Set(structuralFindings(of: coverage).map(\.rule)).contains(.brokenRing))
}

@Test func `a region inside another is found`() throws {
  var coverage = try neighbors()
  for (from, to) in [((20, 0), (10, 2)), ((24, 0), (12, 2)), ((24, 4), (12, 4)), ((20, 4), (10, 4))] {
    coverage = try moved(coverage, from: from, to: to)
  }
  // Its own island inside 西: land that is claimed twice.
  #expect(structuralFindings(of: coverage).map(\.rule) == [.inconsistentSides])
  // As an island of another region, no ring of which tells anything.
  let arcs = coverage.arcs
  let island = try #require(
    arcs.isClosed.indices.first { arcs.isClosed[$0] && max(arcs.left[$0], arcs.right[$0]) == 1 })
  coverage.regions.append(Region(code: "3", name: "南"))
  coverage.polygonStart.append(coverage.polygonCount)
  coverage.polygonStart[2] -= 1
  coverage.arcs.left[island] = arcs.left[island] == 1 ? 2 : ArcTable.none
  coverage.arcs.right[island] = arcs.right[island] == 1 ? 2 : ArcTable.none
  let findings = structuralFindings(of: coverage)
  #expect(findings.map(\.rule) == [.inconsistentSides])
  #expect(findings.first?.message == "one border has no region here, the next has 西")
}

@Test func `a border whose sides do not belong to its rings is found`() throws {
  var coverage = try neighbors()
  let border = try #require(
    coverage.arcs.left.indices.first { coverage.arcs.left[$0] >= 0 && coverage.arcs.right[$0] >= 0 })
  coverage.arcs.left[border] = ArcTable.none
  let findings = structuralFindings(of: coverage)
  #expect(Set(findings.map(\.rule)) == [.inconsistentSides])
  #expect(findings.contains { $0.message.hasSuffix("has no region on its inner side") })
}

@Test func `the proof of a map ends with the first finding, in its words`() throws {
  let coverage = try moved(neighbors(), from: (2, 2), to: (3, -2))
  let first = try #require(structuralFindings(of: coverage).first)
  let error = #expect(throws: StageError.self) { try prove(coverage, jobs: 1) }
  #expect(error?.label == first.code)
  #expect(error?.message.contains("\(first.rule.rawValue), \(first.message), at ") == true, "\(error?.message ?? "")")
}

@Test(arguments: 0..<12 as Range<UInt64>)
func `a level at which vertices are missing is found, and no other`(seed: UInt64) throws {
  var shape = RandomCoverage.Options()
  shape.columns = 4
  shape.rows = 4
  shape.depth = 3
  let map = RandomCoverage(seed: seed, options: shape)
  var options = SimplifyOptions()
  options.amount = .tolerance(meters: 100)
  options.levels = 3
  var coverage = try simplify(
    merge(map.table, options: MergeOptions(key: Template("CODE")), progress: nil), options: options, progress: nil)
  #expect(structuralFindings(of: coverage, jobs: 2) == [])
  // At the coarsest level only the ends of arcs are left, which makes rings of one arc collapse.
  for arc in 0..<coverage.arcs.count {
    for vertex in coverage.arcs.vertices(of: arc).dropFirst().dropLast() {
      coverage.arcs.vertexLevel[vertex] = min(coverage.arcs.vertexLevel[vertex], 1)
    }
  }
  let findings = structuralFindings(of: coverage)
  #expect(!findings.isEmpty)
  #expect(findings.allSatisfy { $0.message.hasSuffix("at level 2") })
}
