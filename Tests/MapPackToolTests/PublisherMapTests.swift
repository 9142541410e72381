import Foundation
import MapPack
import MapPackTool
import TestSupport
import Testing
import Yams

/// The maps whose files only the publisher may hand out: their pipelines are here, the files are not.
@Suite struct PublisherMapTests {
  /// A workspace with the repository's pipeline file, changed as the test needs it.
  private func workspace(_ pipeline: String, replacing changes: [(String, String)] = []) throws -> Workspace {
    let workspace = try Workspace()
    var text = try String(
      contentsOf: SwiftCompiler.root.appendingPathComponent("Pipelines/\(pipeline).yml"), encoding: .utf8)
    for (old, new) in changes {
      #expect(text.contains(old), "\(old)")
      text = text.replacingOccurrences(of: old, with: new)
    }
    try workspace.write(text, to: "Pipelines/\(pipeline).yml")
    return workspace
  }

  @Test(arguments: [("nagasaki", "42"), ("hokkaido", "01")])
  func `a map whose file is not here is skipped, with the address to get it from`(
    pipeline: String, prefecture: String
  ) throws {
    let workspace = try workspace(pipeline)
    let run = CommandOutput.of("run", workspace.path("Pipelines/\(pipeline).yml"), exits: 0)
    let file = "N03-20240101_\(prefecture)_GML.zip"
    #expect(
      run.results
        == "\(pipeline.capitalized): skipped, RawData/\(pipeline)/\(file) is not here; "
        + "get it from https://nlftp.mlit.go.jp/ksj/gml/data/N03/N03-2024/\(file)\n")
    #expect(workspace.files() == ["Pipelines/\(pipeline).yml"])
  }

  @Test(arguments: ["nagasaki", "hokkaido"])
  func `the pipeline file names the publisher's schema, and no field that the schema knows`(pipeline: String) throws {
    let text = try String(
      contentsOf: SwiftCompiler.root.appendingPathComponent("Pipelines/\(pipeline).yml"), encoding: .utf8)
    let file = try #require(try Yams.compose(yaml: text, .basic))
    #expect(file["schema"]?.string?.hasPrefix("n03") == true)
    #expect(file["merge"]?.mapping?.keys.compactMap(\.string) == ["group"] && file["names"] == nil)
    #expect(file["drop"]?["N03_004"] == nil)
    for key in ["publisher", "attribution"] { #expect(file["sources"]?[0]?[key] == nil, "\(key)") }
  }

  /// A feature as N03 has them from 2024 on: a square by its index in a row.
  private static func feature(_ index: Int, code: String?, name: String, ward: String? = nil) -> String {
    let x = 140 + 0.1 * Double(index)
    func text(_ value: String?) -> String { value.map { "\"\($0)\"" } ?? "null" }
    return """
      {"type":"Feature","properties":{"N03_001":"北海道","N03_002":null,"N03_003":null,"N03_004":"\(name)",\
      "N03_005":\(text(ward)),"N03_007":\(text(code))},"geometry":\(GeoJSONText.square(x, 43, 0.1))}
      """
  }

  @Test func `the wards of 札幌市 make one city, and no village of the Northern Territories is in the map`() throws {
    let workspace = try workspace(
      "hokkaido",
      replacing: [
        ("RawData/hokkaido/N03-20240101_01_GML.zip\n    layer: N03-20240101_01\n", "RawData/hokkaido.geojson\n"),
        ("count: 179", "count: 3"),
      ])
    var features = (1...10).map {
      Self.feature($0, code: "011" + ($0 < 10 ? "0\($0)" : "\($0)"), name: "札幌市", ward: "第\($0)区")
    }
    features += [
      (12, "01202", "函館市"), (14, "01403", "泊村"), (16, "01696", "泊村"), (17, "01700", "蘂取村"), (18, nil, "所属未定地"),
      (19, "01000", "所属未定地"),
    ].map { Self.feature($0, code: $1, name: $2) }
    try workspace.write(GeoJSONText.collection(features), to: "RawData/hokkaido.geojson")
    CommandOutput.of("run", workspace.path("Pipelines/hokkaido.yml"), exits: 0)
    let pack = try Pack(contentsOf: URL(fileURLWithPath: workspace.path("Output/Hokkaido.mappack")))
    #expect(pack.shapes.map(\.code) == ["01100", "01202", "01403"])
    #expect(pack.shapes.map(\.name) == ["札幌市", "函館市", "泊村"])
    #expect(pack.shapes.first?.polygonCount == 1)
    #expect(pack.sources.first?.attribution.contains("「国土数値情報（行政区域データ）」（国土交通省）を加工して作成") == true)
  }

  private static let corpora = ProcessInfo.processInfo.environment["MAPPACK_CORPORA"]

  @Test(.enabled(if: corpora != nil))
  func `the pipeline of 長崎県 makes a map of a file of the publisher's schema`() throws {
    let folder = try #require(Self.corpora) + "/jp-n03-2019-42-nagasaki-split/raw-layout"
    // An edition in which five of the municipalities are missing.
    let workspace = try workspace(
      "nagasaki",
      replacing: [
        ("RawData/nagasaki/N03-20240101_42_GML.zip\n    layer: N03-20240101_42\n", folder + "/N03-19_42_190101.shp\n"),
        ("count: 21", "count: 16"),
      ])
    CommandOutput.of("run", workspace.path("Pipelines/nagasaki.yml"), exits: 0)
    let pack = try Pack(contentsOf: URL(fileURLWithPath: workspace.path("Output/Nagasaki.mappack")))
    #expect(pack.levelCount == 6)
    #expect(pack.shape(code: "42208")?.name == "松浦市")
    let swift = try workspace.text("Output/Nagasaki.swift")
    #expect(swift.contains("case 松浦市 = "))
  }
}
