import Foundation
import MapPack
import MapPackFeatures
import MapPackTool
import Testing

/// A sum says which parts it lacks, and what is drawn twice is added once.
@Suite struct SumTests {
  enum Kind: String, CaseIterable, Sendable {
    case points, lines, areas

    func geometry(_ x: Double) -> String {
      switch self {
      case .points: #"{"type":"Point","coordinates":[\#(x),35]}"#
      case .lines: #"{"type":"LineString","coordinates":[[\#(x),35],[\#(x + 0.5),35.1]]}"#
      case .areas: GeoJSONText.square(x, 35, 0.5)
      }
    }
  }

  struct Map: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// Per feature: its code, the longitude at which it is drawn, and its number as JSON.
    var features: [(code: String, at: Double, people: String)]
    var sums: [Double?]
    /// What a warning says; empty if there is none.
    var warning = ""
  }

  static let maps = [
    Map(testDescription: "whole", features: [("1", 10, "5"), ("1", 12, "7"), ("2", 14, "1")], sums: [12, 1]),
    Map(
      testDescription: "a feature without a value", features: [("1", 10, "5"), ("1", 12, "null"), ("2", 14, "1")],
      sums: [5, 1], warning: "the sum of people lacks 1 feature that has no value, of 1 (1)"),
    Map(
      testDescription: "features of two regions without a value",
      features: [("1", 10, "5"), ("1", 12, "\"\""), ("1", 13, "null"), ("2", 14, "1"), ("2", 16, "null")],
      sums: [5, 1], warning: "the sum of people lacks 3 features that have no value, of 1 (1) ×2, 2 (2)"),
    Map(
      testDescription: "a region without any value", features: [("1", 10, "5"), ("2", 14, "null")], sums: [5, nil]),
    Map(
      testDescription: "drawn twice", features: [("1", 10, "5"), ("1", 10, "5"), ("1", 12, "7"), ("2", 14, "1")],
      sums: [12, 1]),
    Map(
      testDescription: "drawn twice, once without a value",
      features: [("1", 10, "null"), ("1", 10, "5"), ("1", 12, "7"), ("2", 14, "1")], sums: [12, 1]),
    Map(
      testDescription: "drawn twice with other values",
      features: [("1", 10, "5"), ("1", 10, "6"), ("1", 12, "7"), ("2", 14, "1")], sums: [12, 1],
      warning: "features that draw the same count once, and they have several values of people (5, 6)"),
    Map(
      testDescription: "drawn for two regions",
      features: [("1", 10, "5"), ("1", 12, "7"), ("2", 10, "1"), ("2", 14, "1")],
      sums: [12, 2]),
  ]

  private static func workspace(
    _ features: [(code: String, at: Double, people: String)], _ kind: Kind, group: String = ""
  ) throws -> Workspace {
    let workspace = try Workspace()
    let lines = features.map {
      #"{"type":"Feature","properties":{"code":"\#($0.code)","group":"G","people":\#($0.people)},"geometry":\#(kind.geometry($0.at))}"#
    }
    try workspace.write(GeoJSONText.collection(lines), to: "RawData/towns.geojson")
    let merge = "merge: { key: code, numbers: [{ field: people, sum: true }]\(group.isEmpty ? "" : ", group: group") }"
    let output = "pack: Output/Town.mappack, swift: Output/Town.swift\(group)"
    try workspace.write(
      [
        "map: Town", "geometry: \(kind.rawValue)", "sources: [{ path: RawData/towns.geojson }]", merge,
        kind == .points ? "" : "simplify: { tolerance: 10 m }", "output: { \(output) }", "",
      ].joined(separator: "\n"), to: "Pipelines/town.yml")
    return workspace
  }

  @Test(arguments: Kind.allCases, maps)
  func `a sum counts each shape once and says what it lacks`(kind: Kind, map: Map) throws {
    let workspace = try Self.workspace(map.features, kind)
    let run = CommandOutput.of(RootCommand.self, ["run", workspace.path("Pipelines/town.yml")])
    #expect(run.status == 0, "\(run.messages)")
    let pack = try Pack(data: workspace.data("Output/Town.mappack"))
    #expect(pack.shapes.map { $0.number("people") } == map.sums)
    let isTold = run.messages.contains("partial-sum") || run.messages.contains("several-numbers")
    #expect(isTold == !map.warning.isEmpty, "\(run.messages)")
    #expect(run.messages.contains(map.warning) || map.warning.isEmpty, "\(run.messages)")
  }

  @Test func `the sum of a group says which regions lack the number`() throws {
    let workspace = try Self.workspace(
      [("1", 10, "5"), ("2", 14, "null"), ("3", 16, "2")], .areas,
      group: ", groups: { map: County, pack: Output/County.mappack, swift: Output/County.swift, numbers: [people] }")
    let run = CommandOutput.of(RootCommand.self, ["run", workspace.path("Pipelines/town.yml")])
    #expect(run.status == 0, "\(run.messages)")
    #expect(
      run.messages.contains("on the map County, the sum of people lacks 1 region without it: 2 (2)"), "\(run.messages)")
    #expect(try Pack(data: workspace.data("Output/County.mappack")).shapes.first?.number("people") == 7)
  }

  @Test(arguments: [
    ([("1", 10.0, "1e308"), ("1", 12, "1e308")], ""),
    (
      [("1", 10, "1e308"), ("2", 12, "1e308")],
      ", groups: { map: County, pack: Output/County.mappack, swift: Output/County.swift, numbers: [people] }"
    ),
  ])
  func `a sum beyond all numbers is the source's fault`(
    features: [(code: String, at: Double, people: String)], group: String
  ) throws {
    let workspace = try Self.workspace(features, .areas, group: group)
    let run = CommandOutput.of(RootCommand.self, ["run", workspace.path("Pipelines/town.yml")])
    #expect(run.status == 65)
    #expect(run.messages.contains("the sum of people"), "\(run.messages)")
  }
}
