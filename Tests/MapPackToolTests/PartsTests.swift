import Foundation
import MapPackFeatures
import TestSupport
import Testing

@testable import MapPackTool

/// A map that is made in parts, each on a machine of its own.
@Suite struct PartsTests {
  /// A way to cut a dirty map in files and to merge it.
  struct Case: CustomTestStringConvertible, Sendable {
    var seed: UInt64
    var files: Int
    var more = ""

    var testDescription: String { "seed \(seed), \(files) files\(more.isEmpty ? "" : ", \(more)")" }
  }

  /// A project whose map lies in several files. Regions are scattered over them, and nothing fits: borders cross, overlap
  /// and miss each other within a file and across files, and features come twice.
  private static func project(_ test: Case) throws -> Workspace {
    let workspace = try Workspace()
    var random = SplitMix64(seed: test.seed)
    let map = RandomCoverage(seed: test.seed) { ($0.columns, $0.rows) = (5, 5) }.dirty(using: &random)
    var hands = [[RandomCoverage.Feature]](repeating: [], count: test.files)
    for feature in map.features { hands[Int.random(in: 0..<test.files, using: &random)].append(feature) }
    for (index, hand) in hands.enumerated() {
      try workspace.write(geoJSON(hand), to: "RawData/\(index).geojson")
    }
    try workspace.writePipeline(
      "merge: { key: code, name: name }", "simplify: { keep: 30 %, levels: 3 }", test.more,
      of: "RawData/*.geojson, publisher: Nobody, edition: \"1\"", map: "Quilt", outputs: ", report: Output/Quilt.json")
    return workspace
  }

  private static func geoJSON(_ features: [RandomCoverage.Feature]) -> String {
    func text(_ ring: [RandomCoverage.Position]) -> String {
      "[" + (ring + ring.prefix(1)).map { "[\($0.x),\($0.y)]" }.joined(separator: ",") + "]"
    }
    let features = features.map { feature in
      let polygons = feature.polygons.map { "[" + $0.map(text).joined(separator: ",") + "]" }.joined(separator: ",")
      return GeoJSONText.feature(
        ["code": feature.code, "name": feature.name], #"{"type":"MultiPolygon","coordinates":[\#(polygons)]}"#)
    }
    return GeoJSONText.collection(features)
  }

  /// Runs a command and expects that it ends well.
  private static func succeed(_ arguments: String..., at location: SourceLocation = #_sourceLocation) {
    CommandOutput.of(RootCommand.self, arguments, exits: 0, at: location)
  }

  /// Ingests and merges every part; the coverages, in order.
  private static func parts(_ count: Int, _ workspace: Workspace) -> [String] {
    let pipeline = workspace.path("Pipelines/quilt.yml")
    return (1...count).map { number in
      let (features, coverage) = (workspace.path("\(number).features"), workspace.path("\(number).coverage"))
      succeed("ingest", "--pipeline", pipeline, "--part", "\(number)/\(count)", "-o", features)
      succeed("merge", features, "--pipeline", pipeline, "--keep-features", "-o", coverage)
      return coverage
    }
  }

  @Test(arguments: [
    Case(seed: 1, files: 2), Case(seed: 2, files: 3), Case(seed: 3, files: 5), Case(seed: 4, files: 9),
    Case(seed: 5, files: 3, more: "clean: { snap: 100 m, fillGaps: 1 km2 }"),
    Case(seed: 6, files: 4, more: "clean: { fillGaps: 50 m }"),
    Case(seed: 8, files: 3, more: "clean: { places: [{ at: [179, 80], gap: fill }, { at: [0, 0], gap: lake }] }"),
  ])
  func `parts joined in any order give the bytes of the run on one machine`(_ test: Case) throws {
    let workspace = try Self.project(test)
    let pipeline = workspace.path("Pipelines/quilt.yml")
    Self.succeed("run", pipeline, "--output", workspace.path("Whole"))
    Self.succeed("ingest", "--pipeline", pipeline, "-o", workspace.path("all.features"))
    Self.succeed(
      "merge", workspace.path("all.features"), "--pipeline", pipeline, "-o", workspace.path("whole.coverage"))
    var random = SplitMix64(seed: test.seed + 100)
    for count in Set([1, 2, test.files]) {
      let parts = Self.parts(count, workspace).shuffled(using: &random)
      let all = workspace.path("all.coverage")
      CommandOutput.of(RootCommand.self, ["merge"] + parts + ["--pipeline", pipeline, "-o", all], exits: 0)
      #expect(try workspace.data("all.coverage") == workspace.data("whole.coverage"))
      Self.succeed("run", pipeline, "--merged", all, "--output", workspace.path("Joined"))
      for name in ["Quilt.mappack", "Quilt.swift", "Quilt.json", "Quilt.provenance.json", "quilt.lock"] {
        #expect(try workspace.data("Joined/\(name)") == workspace.data("Whole/\(name)"), "\(name)")
      }
    }
  }

  @Test func `a map from a joined coverage is up to date for the next run`() throws {
    let workspace = try Self.project(Case(seed: 7, files: 2))
    let pipeline = workspace.path("Pipelines/quilt.yml")
    let parts = Self.parts(2, workspace)
    Self.succeed("merge", parts[0], parts[1], "--pipeline", pipeline, "-o", workspace.path("all.coverage"))
    Self.succeed("run", pipeline, "--merged", workspace.path("all.coverage"))
    #expect(CommandOutput.of("run", pipeline).results == "Quilt: up to date\n")
  }

  @Test func `coverages and features are joined without a pipeline file, in the order of the arguments`() throws {
    let workspace = try Self.project(Case(seed: 8, files: 3))
    let flags = ["--key", "code", "--name", "name"]
    var features: [String] = []
    for index in 0..<3 {
      features.append(workspace.path("\(index).features"))
      Self.succeed("ingest", workspace.path("RawData/\(index).geojson"), "-o", features[index])
    }
    func merge(_ files: [String], _ more: [String] = [], to name: String) throws -> Data {
      CommandOutput.of(RootCommand.self, ["merge"] + files + flags + more + ["-o", workspace.path(name)], exits: 0)
      return try workspace.data(name)
    }
    let whole = try merge(features, to: "whole.coverage")
    _ = try merge([features[1]], ["--keep-features"], to: "1.coverage")
    #expect(try merge([features[0], workspace.path("1.coverage"), features[2]], to: "all.coverage") == whole)
    // What was joined can be joined again.
    _ = try merge([features[0], workspace.path("1.coverage")], ["--keep-features"], to: "01.coverage")
    #expect(try merge([workspace.path("01.coverage"), features[2]], to: "all.coverage") == whole)
  }

  @Test func `a part may have no region, a region whose shape is elsewhere, and none of the codes to replace`() throws {
    let workspace = try Workspace()
    func feature(_ code: String, _ geometry: String) -> String {
      GeoJSONText.collection([GeoJSONText.feature(["code": code], geometry)])
    }
    let square = #"{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,1],[0,0]]]}"#
    try workspace.write(feature("A", square), to: "RawData/1.geojson")
    try workspace.write(feature("A", "null"), to: "RawData/2.geojson")
    try workspace.write(feature("", square), to: "RawData/3.geojson")
    let pipeline = try workspace.writePipeline(
      "merge: { key: code }", "names: { codes: { A: B } }", of: "RawData/*.geojson", map: "Quilt")
    Self.succeed("run", pipeline, "--output", workspace.path("Whole"))
    let parts = Self.parts(3, workspace)
    let all = workspace.path("all.coverage")
    Self.succeed("merge", parts[2], parts[0], parts[1], "--pipeline", pipeline, "-o", all)
    Self.succeed("run", pipeline, "--merged", all, "--output", workspace.path("Joined"))
    for name in ["Quilt.mappack", "Quilt.swift", "Quilt.provenance.json"] {
      #expect(try workspace.data("Joined/\(name)") == workspace.data("Whole/\(name)"), "\(name)")
    }
  }

  // MARK: What is refused

  @Test func `parts that do not make the whole map are refused in words, and nothing is written`() throws {
    let workspace = try Self.project(Case(seed: 9, files: 3, more: "names: { table: names.csv }"))
    try workspace.write("code,name\n", to: "names.csv")
    let pipeline = workspace.path("Pipelines/quilt.yml")
    let parts = Self.parts(3, workspace)
    let all = workspace.path("all.coverage")
    func refused(_ arguments: [String], _ words: String, at location: SourceLocation = #_sourceLocation) {
      let output = CommandOutput.of(RootCommand.self, arguments, exits: 64, at: location)
      #expect(output.messages.contains(words), "\(output.messages)", sourceLocation: location)
    }
    func join(_ parts: [String], _ flags: [String] = []) -> [String] {
      ["merge"] + parts + ["--pipeline", pipeline, "-o", all] + flags
    }
    let run = ["run", pipeline, "--merged", all]

    refused(join([parts[0], parts[1], parts[0]]), "RawData/0.geojson is already in \(parts[0])")
    refused(
      ["ingest", "--pipeline", pipeline, "--part", "1/4", "-o", workspace.path("x.features")],
      "its sources are 3 files, too few for 4 parts")
    #expect(CommandOutput.of(RootCommand.self, join([parts[0], parts[2]])).status == 0)
    refused(run, "it was made without RawData/1.geojson")
    #expect(CommandOutput.of(RootCommand.self, join(parts, ["--name", "code"])).status == 0)
    refused(run, "it does not say by which pipeline file it was made, or flags won over that")

    #expect(CommandOutput.of(RootCommand.self, join(parts)).status == 0)
    refused(["merge", all, "--pipeline", pipeline, "-o", workspace.path("x.coverage")], "does not keep the features")
    try workspace.write("code,name\n01101,Other\n", to: "names.csv")
    refused(run, "names.csv was changed since it was made")
    try workspace.write("code,name\n", to: "names.csv")
    let more = try workspace.write(try workspace.text("RawData/0.geojson"), to: "RawData/00.geojson")
    refused(run, "it was made without RawData/00.geojson")
    try FileManager.default.removeItem(atPath: more)
    let other = workspace.path("Pipelines/other.yml")
    try FileManager.default.moveItem(atPath: pipeline, toPath: other)
    refused(["run", other, "--merged", all], "it was made by quilt.yml, not by other.yml")
    try FileManager.default.moveItem(atPath: other, toPath: pipeline)
    try workspace.write(try workspace.text("Pipelines/quilt.yml") + "\n", to: "Pipelines/quilt.yml")
    refused(run, "quilt.yml was changed since it was made")
    refused(join(parts), "quilt.yml was changed since it was made")
    let later = workspace.path("later.features")
    Self.succeed("ingest", "--pipeline", pipeline, "--part", "1/3", "-o", later)
    refused(join([later, parts[1]]), "it was not made by the same pipeline file as \(later)")
    #expect(!FileManager.default.fileExists(atPath: workspace.path("Output")))
  }

  @Test(arguments: [("areas", "lines"), ("lines", "points"), ("points", "areas")])
  func `files with geometry of different kinds are not joined, as features and as coverages`(
    first: String, second: String
  ) throws {
    let workspace = try Workspace()
    let source = try workspace.write(
      """
      {"type":"FeatureCollection","features":[
      {"type":"Feature","id":"a","properties":{},"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}},
      {"type":"Feature","id":"b","properties":{},"geometry":{"type":"LineString","coordinates":[[0,0],[1,0]]}},
      {"type":"Feature","id":"c","properties":{},"geometry":{"type":"Point","coordinates":[0,0]}}]}
      """, to: "all.geojson")
    for kind in [first, second] {
      let features = workspace.path("\(kind).features")
      Self.succeed("ingest", source, "--geometry", kind, "-o", features)
      Self.succeed("merge", features, "--keep-features", "-o", workspace.path("\(kind).coverage"))
    }
    for ending in ["features", "coverage"] {
      let (one, other) = (workspace.path("\(first).\(ending)"), workspace.path("\(second).\(ending)"))
      let merge = CommandOutput.of("merge", one, other, "-o", workspace.path("x.coverage"))
      #expect(merge.status == 64 && !FileManager.default.fileExists(atPath: workspace.path("x.coverage")))
      #expect(
        merge.messages.contains(
          "\(other): error: it holds \(second), and \(one) holds \(first): they cannot be joined"),
        "\(merge.messages)")
      Self.succeed("merge", one, "-o", workspace.path("y.coverage"))
    }
  }

  @Test func `the provenance has the digests of the bytes that the parts read`() throws {
    let workspace = try Self.project(Case(seed: 10, files: 2))
    let pipeline = workspace.path("Pipelines/quilt.yml")
    let parts = Self.parts(2, workspace)
    let all = workspace.path("all.coverage")
    Self.succeed("merge", parts[0], parts[1], "--pipeline", pipeline, "-o", all)
    try workspace.write(try workspace.text("RawData/1.geojson") + "\n", to: "RawData/1.geojson")
    Self.succeed("run", pipeline, "--merged", all)
    let next = CommandOutput.of("run", pipeline, "--dry-run")
    #expect(next.results.contains("the input has changed: RawData/1.geojson"), "\(next.results)")
  }

  @Test func `a list names every file that a map is made from, and every file that is written`() throws {
    let workspace = try Self.project(Case(seed: 11, files: 3))
    let pipeline = workspace.path("Pipelines/quilt.yml")
    for name in ["land.geojson", "lakes.geojson"] {
      try workspace.write(try workspace.text("RawData/0.geojson"), to: "Masks/\(name)")
    }
    for table in ["names", "numbers", "changes", "groups"] { try workspace.write("", to: "Tables/\(table).csv") }
    let written = try workspace.text("Pipelines/quilt.yml").replacing(
      "output: {",
      with: """
        clip: { to: Masks/land.geojson }
        erase: { with: Masks/lakes.geojson }
        names: { table: Tables/names.csv }
        join: { table: Tables/numbers.csv, key: code, columns: [a] }
        changes: Tables/changes.csv
        output: { groups: { map: Groups, pack: g.mappack, swift: g.swift, names: { table: Tables/groups.csv } }, \
        preview: p.svg,
        """)
    try workspace.write(written, to: "Pipelines/quilt.yml")
    let list = try JSONValue(text: CommandOutput.of("run", pipeline, "--list", exits: 0).results)
    #expect(list["tool"]?.string?.contains("algorithm") == true)
    let map = try #require(list["maps"]?.elements?.first)
    func names(_ value: JSONValue?) -> [String] {
      (value?.elements ?? []).map { ($0.string ?? "").replacing(workspace.url.path + "/", with: "") }
    }
    #expect(map["name"] == .string("quilt"))
    #expect(map["parts"]?.elements?.map(names) == (0..<3).map { ["RawData/\($0).geojson"] })
    #expect(
      names(map["inputs"]) == [
        "Pipelines/quilt.yml", "Masks/land.geojson", "Masks/lakes.geojson", "Tables/names.csv", "Tables/numbers.csv",
        "Tables/changes.csv", "Tables/groups.csv",
      ])
    #expect(
      Set(names(map["outputs"])).isSuperset(of: [
        "Pipelines/quilt.lock", "Pipelines/quilt.groups.lock", "g.mappack", "g.swift", "p.svg", "Output/Quilt.json",
      ]))
    #expect(!FileManager.default.fileExists(atPath: workspace.path("Pipelines/quilt.lock")))
    for arguments in [["ingest", "--pipeline", pipeline], ["ingest", "x.shp", "--part", "1/2", "-o", "x"]] {
      #expect(CommandOutput.of(RootCommand.self, arguments).status == 64)
    }
    for part in ["0/3", "4/3", "1", "a/3", "1/3/4", "-1/3"] {
      #expect(
        CommandOutput.of("ingest", "--pipeline", pipeline, "--part=\(part)", "-o", workspace.path("x")).status == 64,
        "\(part)")
    }
  }
}
