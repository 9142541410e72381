import Foundation
import MapPackFeatures
import MapPackFiles
import MapPackPage
import Testing

@testable import MapPackPreview

/// What the page is told about findings.
@Suite struct `Findings of the page` {
  /// Two towns that claim 0.1° by 1°, two that enclose a gap, and one whose outline crosses itself.
  private static let land = GeoJSONText.collection([
    town("1", "Stord", "[[0,0],[2,0],[2,1],[0,1],[0,0]]"),
    town("2", "Fitjar", "[[1.9,0],[5,0],[5,1],[1.9,1],[1.9,0]]"),
    town("3", "Voss", "[[0,3],[2,3],[2,3.4],[1.9,3.4],[1.9,3.6],[2,3.6],[2,4],[0,4],[0,3]]"),
    town("4", "Vaksdal", "[[2,3],[4,3],[4,4],[2,4],[2,3]]"),
    town("5", "Bow", "[[0,6],[2,8],[2,6],[0,8],[0,6]]"),
  ])

  private static func town(_ code: String, _ name: String, _ ring: String) -> String {
    GeoJSONText.feature(["code": code, "name": name], #"{"type":"Polygon","coordinates":[\#(ring)]}"#)
  }

  private static func found(_ clean: String) throws -> [PreviewFinding] {
    let workspace = try Workspace()
    try workspace.write(land, to: "RawData/towns.geojson")
    let path = try workspace.writePipeline(
      "merge: { key: code, name: name }", clean, of: "RawData/towns.geojson", map: "Towns")
    return try PreviewSource([path], reading: .init(), former: nil, jobs: 1, progress: nil).findings()
  }

  @Test func `each fault is told once, in a sentence, with its measure, its rows and its buttons`() throws {
    let findings = try Self.found("")
    let open = findings.filter(\.isToLookAt)
    #expect(
      Set(open.map(\.sentence)) == [
        "Stord and Fitjar claim the same land", "Nobody claims the land between Voss and Vaksdal",
      ])
    let overlap = try #require(open.first { $0.rule == .overlap })
    #expect(overlap.measure == "1,231 km², up to 11.1 km wide. Drawn as Fitjar’s.")
    #expect(
      overlap.rows == [["Land claimed twice", "1,231 km²"], ["Width at most", "11.1 km"], ["Drawn as", "Fitjar’s"]])
    #expect(overlap.place == "towns.geojson, records 1 and 2")
    #expect(overlap.codes == ["2", "1"])
    #expect(overlap.outlines?.count == 1 && overlap.outlines?.first?.count == 8)
    #expect(overlap.actions.map(\.words) == ["Give it to Stord", "Leave as it is"])
    let gap = try #require(open.first { $0.rule == .gap })
    #expect(gap.measure == "246 km², up to 11.1 km wide", "\(gap.measure ?? "")")
    #expect(gap.actions.map(\.words) == ["Fill this gap", "It is a lake"])
    #expect(gap.rows.last == ["Between", "Voss and Vaksdal"])
    let json = String(decoding: try SortedJSON.encoded(gap.actions[0].value, isForReaders: false), as: UTF8.self)
    #expect(json.trimmingCharacters(in: .whitespacesAndNewlines) == #"[{"at":["1.95","3.5"],"gap":"fill"}]"#)
    let bow = findings.filter { $0.code == "5" }
    #expect(bow.map(\.sentence) == ["Bow: the outline crosses itself"])
    #expect(bow.allSatisfy { $0.isMended && !$0.isToLookAt })
  }

  @Test func `after a repair fewer findings are open, and what was mended is no error to look at`() throws {
    let before = try Self.found("").count { $0.isToLookAt }
    #expect(before == 2)
    let lines = [
      "clean: { places: [{ at: [1.95, 3.5], gap: fill }] }", "clean: { places: [{ at: [1.95, 3.5], gap: lake }] }",
      "clean: { places: [{ at: [1.95, 0.5], overlap: 1 }] }", "clean: { fillGaps: 300 km2 }", "clean: { snap: 12 km }",
    ]
    for line in lines {
      let findings = try Self.found(line)
      #expect(findings.count { $0.isToLookAt } < before, "\(line)")
      #expect(findings.allSatisfy { !$0.isMended || !$0.isToLookAt })
      if !line.contains("lake") {
        #expect(findings.contains { $0.isMended && $0.rule != .selfIntersection }, "\(line)")
      }
    }
    let both = try Self.found(
      "clean: { places: [{ at: [1.95, 3.5], gap: fill }, { at: [1.95, 0.5], overlap: 1 }, { at: [0.5, 0.5], gap: fill }] }"
    )
    #expect(both.filter(\.isToLookAt).map(\.sentence) == ["A decision about a place meets no such land any more"])
    let decided = try #require(both.first { $0.rule == .overlap })
    #expect(decided.measure?.hasSuffix("Drawn as Stord’s.") == true && decided.actions.isEmpty)
  }

  @Test func `a hole that takes land away beyond its shell is not mended`() throws {
    let workspace = try Workspace()
    let ring = "[[0,0],[4,0],[4,4],[0,4],[0,0]],[[3,1],[6,1],[6,2],[3,2],[3,1]]"
    try workspace.write(GeoJSONText.collection([Self.town("1", "Stord", ring)]), to: "RawData/towns.geojson")
    let path = try workspace.writePipeline("merge: { key: code }", of: "RawData/towns.geojson", map: "Towns")
    let findings = try PreviewSource([path], reading: .init(), former: nil, jobs: 1, progress: nil).findings()
    #expect(findings.contains { $0.rule == .selfIntersection && !$0.isMended && $0.isToLookAt })
  }

  @Test func `a region that ends a meter beside ±180° is no neighbor of itself`() throws {
    let workspace = try Workspace()
    let east = "[[-179.99999,0],[-179,0],[-179,1],[-179.99999,1],[-179.99999,0]]"
    let halves = ["[[179,0],[180,0],[180,1],[179,1],[179,0]]", east].map { Self.town("1", "Fiji", $0) }
    try workspace.write(GeoJSONText.collection(halves), to: "RawData/towns.geojson")
    let path = try workspace.writePipeline(
      "merge: { key: code, name: name }", of: "RawData/towns.geojson", map: "Towns")
    let findings = try PreviewSource([path], reading: .init(), former: nil, jobs: 1, progress: nil).findings()
    let near = findings.filter { $0.rule == .nearMiss }
    #expect(near.map(\.sentence) == ["Fiji: the border stops beside ±180°, and goes on beyond it"])
  }

  /// Eight towns round a square as large as each of them, and a narrow gap between two of them.
  @Test func `a gap as large as a region is a note that may be a lake, and a narrow one is to be looked at`() throws {
    let corners = [(0, 0), (1, 0), (2, 0), (0, 1), (2, 1), (0, 2), (1, 2), (2, 2)]
    let towns = corners.enumerated().map { index, corner in
      let (x, y) = (Double(corner.0), Double(corner.1))
      // The first lacks a sliver at its eastern border, between its corners.
      let east = index == 0 ? "[1,0],[1,0.3],[0.99,0.5],[1,0.7],[1,1]" : "[\(x + 1),\(y)],[\(x + 1),\(y + 1)]"
      return Self.town("\(index)", "Town \(index)", "[[\(x),\(y)],\(east),[\(x),\(y + 1)],[\(x),\(y)]]")
    }
    let workspace = try Workspace()
    try workspace.write(GeoJSONText.collection(towns), to: "RawData/towns.geojson")
    let path = try workspace.writePipeline(
      "merge: { key: code, name: name }", of: "RawData/towns.geojson", map: "Towns")
    let gaps = try PreviewSource([path], reading: .init(), former: nil, jobs: 1, progress: nil).findings()
      .filter { $0.rule == .gap }
    #expect(gaps.filter(\.isToLookAt).map { $0.actions.map(\.words) } == [["Fill this gap", "It is a lake"]])
    #expect(gaps.filter { !$0.isToLookAt }.map { $0.actions.map(\.words) } == [["It is a lake", "Fill this gap"]])
  }

  @Test(arguments: Rule.allCases) func `a sentence has no rule, no option and no error in it`(rule: Rule) {
    for location in [Location(), Location(code: "4614", name: "Stord")] {
      let sentence = PreviewFinding(Finding(rule, severity: .warning, at: location, "a message")).sentence
      #expect(!sentence.isEmpty && sentence.first?.isUppercase == true && sentence.last != ".")
      let words = ["invalid", "failed", "please", "error", "--", "`", "clean.", "merge."]
      for word in words { #expect(!sentence.lowercased().contains(word), "\(sentence)") }
      if rule.rawValue.contains("-") { #expect(!sentence.contains(rule.rawValue)) }
    }
  }
}
