import Foundation
import MapPackFeatures
import MapPackFiles
import MapPackTool
import Testing

/// The findings of `validate`, as its JSON gives them.
private func findings(_ arguments: String...) throws -> [[String: Any]] {
  let output = CommandOutput.of(RootCommand.self, ["validate"] + arguments + ["--format", "json"])
  let root = try #require(
    try JSONSerialization.jsonObject(with: Data(output.results.utf8)) as? [String: Any], "\(output.messages)")
  return try #require(root["findings"] as? [[String: Any]])
}

/// What `validate` finds, by commands.
@Suite struct ValidateFindingsTests {
  @Test func `a file with twenty defects has these twenty findings, each at its location`() throws {
    let workspace = try Workspace()
    try workspace.write(TwentyDefects.geoJSON, to: "RawData/broken.geojson")
    let pipeline = try workspace.writePipeline(
      "merge: { key: code, name: name }", of: "RawData/broken.geojson", map: "Broken")
    let found = try findings("--pipeline", pipeline).map { finding in
      let coordinates = finding["coordinates"] as? [Double]
      func rounded(_ degrees: Double?) -> Double? { degrees.map { ($0 * 10_000).rounded() / 10_000 } }
      return TwentyDefects.Expected(
        try #require((finding["rule"] as? String).flatMap(Rule.init)), try #require(finding["record"] as? Int),
        finding["polygon"] as? Int,
        finding["ring"] as? Int, finding["vertex"] as? Int, at: rounded(coordinates?.first),
        rounded(coordinates?.last), severity: try #require(finding["severity"] as? String))
    }
    #expect(Set(TwentyDefects.expected.map(\.rule)).count == 20)
    let missing = Set(TwentyDefects.expected).subtracting(found)
    #expect(missing.isEmpty, "missing: \(missing)")
    let surplus = Set(found).subtracting(TwentyDefects.expected)
    #expect(surplus.isEmpty, "surplus: \(surplus)")
    #expect(found.count == 20)
  }

  @Test func `a feature that cannot be taken in ends ingest, and not validate`() throws {
    let workspace = try Workspace()
    let file = try workspace.write(TwentyDefects.geoJSON, to: "broken.geojson")
    #expect(CommandOutput.of("ingest", file, "-o", workspace.path("a.features")).status == 65)
    #expect(CommandOutput.of("validate", file, "--key", "code").status == 1)
  }

  @Test(arguments: ["text", "sarif"])
  func `a finding about a line calls it a line, and tells no ring`(format: String) throws {
    let workspace = try Workspace()
    let file = try workspace.write(
      #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"code":"a"},"geometry":"#
        + #"{"type":"MultiLineString","coordinates":[[[0,0],[1,0]],[[0,1],[1,1],[1,1],[2,1]]]}}]}"#, to: "way.geojson")
    let output = CommandOutput.of(
      RootCommand.self, ["validate", file, "--geometry", "lines", "--key", "code", "--format", format])
    let all = output.results + output.messages
    #expect(all.contains("line 1"), "\(all)")
    #expect(!all.contains("polygon 1") && !all.contains("ring 0"))
  }

  @Test func `what is no JSON still cannot be validated`() throws {
    let workspace = try Workspace()
    for text in [
      "{\"type\":\"FeatureCollection\",\"features\":[{\"type\":\"Feature\",",
      "{\"type\":\"FeatureCollection\",\"features\":[{\"type\":\"Feature\",\"properties\":{\"a\":tru}}]}",
      "{\"type\":\"Topology\",\"objects\":{}}",
    ] {
      #expect(CommandOutput.of("validate", try workspace.write(text, to: "a.geojson")).status == 65)
    }
  }

  @Test func `a source with every coordinate projected is reported in few words`() throws {
    let workspace = try Workspace()
    let features = (0..<500).map { index in
      let x = Double(10_000 + 10 * index)
      return GeoJSONText.feature([:], GeoJSONText.polygon([(x, 5000), (x + 5, 5000), (x, 5005), (x, 5000)]))
    }
    let file = try workspace.write(GeoJSONText.collection(features), to: "meters.geojson")
    let found = try findings(file)
    #expect(found.count == 101)
    #expect(found.allSatisfy { $0["rule"] as? String == "projected-coordinates" })
    #expect(found.count { ($0["message"] as? String)?.hasSuffix("those that are not listed one by one") == true } == 1)
    #expect(CommandOutput.of("validate", file).results.contains("projected-coordinates: 101 (500 times)"))
  }

  @Test func `a pipeline's expected codes and count, and its lock's codes, are held against the sources`() throws {
    let workspace = try Workspace.made()
    CommandOutput.of("validate", "--pipeline", workspace.pipeline, exits: 0)
    try workspace.write(Island().without("001").geoJSON, to: "RawData/island.geojson")
    let byLock = try findings("--pipeline", workspace.pipeline)
    #expect(byLock.filter { $0["rule"] as? String == "expected-code-missing" }.map { $0["code"] as? String } == ["001"])
    try workspace.write(
      Island.pipeline(more: "expect: { codes: [\"000\", \"010\", \"099\"], count: 7 }\n"), to: "Pipelines/island.yml")
    let rules = try findings("--pipeline", workspace.pipeline).map {
      "\($0["rule"] as? String ?? "") \($0["code"] as? String ?? "")"
    }
    #expect(
      rules.filter { $0.hasPrefix("expected-code-missing") } == [
        "expected-code-missing 001", "expected-code-missing 099",
      ])
    #expect(rules.contains("unexpected-code 011"))
    #expect(rules.contains("unexpected-count "))
  }

  @Test(arguments: ["table.geojson", "table.features"])
  func `the data rules hold for sources and stage files alike`(name: String) throws {
    let workspace = try Workspace()
    func feature(_ code: String, _ name: String, _ x: Int) -> String {
      GeoJSONText.feature(["code": code, "name": name], GeoJSONText.square(Double(x), 40, 0.5))
    }
    // Codes with right check digits, but for the last; the second feature comes twice.
    var features = [
      ("011002", "Sapporo"), ("131016", "Chiyoda"), ("131016", "Chiyoda"), ("401307", "Fukuoka"), ("472018", "Naha"),
      ("422011", ""), ("422029", "Sasebo"), ("271004", "Osaka"), ("141003", "Yokohama"), ("231002", "Nagoya"),
      ("261009", "Kyoto"), ("281000", "Kobe"), ("341002", "Hiroshima"),
    ].enumerated().map { feature($1.0, $1.1, $0 == 2 ? 101 : 100 + $0) }
    features.append(feature("422038", "Shimabara", 114))
    let file = try workspace.write(GeoJSONText.collection(features), to: "table.geojson")
    if name.hasSuffix(".features") {
      #expect(CommandOutput.of("ingest", file, "-o", workspace.path(name)).status == 0)
    }
    let found = try findings(workspace.path(name), "--key", "code").filter { $0["rule"] as? String != "ring-winding" }
    let rules = found.map { "\($0["rule"] as? String ?? "") \($0["record"] as? Int ?? 0)" }.sorted()
    #expect(rules == ["check-digit 14", "duplicate-feature 3", "empty-name 6"])
  }
}
