import Foundation
import TestSupport
import Testing

@testable import MapPackTool

/// Maps whose regions are told by the files and layers that they come from.
@Suite struct ImpliedFieldTests {
  private static func square(_ x: Int) -> [UInt8] {
    Array(
      #"{"type":"Polygon","coordinates":[[[\#(x),0],[\#(x + 1),0],[\#(x + 1),1],[\#(x),1],[\#(x),0]]]}"#.utf8)
  }

  private func regions(_ workspace: Workspace, _ pipeline: String) throws -> [String] {
    CommandOutput.of("run", pipeline, exits: 0)
    let pack = workspace.path("Output/Trial.mappack")
    let data = Data(CommandOutput.of("inspect", pack, "--json", exits: 0).results.utf8)
    let json = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let regions = try #require(json["regions"] as? [[String: Any]])
    return regions.map { "\($0["code"] ?? "")/\($0["name"] ?? "")/\($0["group"] ?? "")" }.sorted()
  }

  @Test func `a folder of rides is named after its files`() throws {
    let workspace = try Workspace()
    for (number, name) in ["Alps", "Jura"].enumerated() {
      let points = "<trkpt lat='\(number)' lon='1'/><trkpt lat='\(number)' lon='2'/>"
      try workspace.write("<gpx><trk><trkseg>\(points)</trkseg></trk></gpx>", to: "rides/\(name).gpx")
    }
    let pipeline = try workspace.writePipeline(
      "geometry: lines", "merge: { key: \"{file}\", name: \"Ride {file}\", group: folder, numbers: [length] }",
      of: "rides/*.gpx")
    #expect(try regions(workspace, pipeline) == ["Alps/Ride Alps/rides", "Jura/Ride Jura/rides"])
    #expect(!CommandOutput.of("inspect", workspace.path("Output/Trial.mappack"), exits: 0).results.contains("from"))
  }

  @Test func `a zip of prefectures is one map, and nothing is made twice`() throws {
    let workspace = try Workspace()
    let files = ["01", "02", "13"].enumerated().map { (Array("pref/\($1).geojson".utf8), Self.square($0)) }
    try zipArchive(files, to: workspace.path("all.zip"))
    let pipeline = try workspace.writePipeline(
      "drop: { layer: \"13\" }", "merge: { key: layer, group: \"{folder}\", attributes: [file] }",
      of: "all.zip, layer: \"*\", license: \"free\"")
    #expect(try regions(workspace, pipeline) == ["01/01/pref", "02/02/pref"])
    let inspected = CommandOutput.of("inspect", workspace.path("Output/Trial.mappack"), exits: 0).results
    #expect(inspected.split(separator: "\n").filter { $0.hasPrefix("from") } == ["from free"])
    #expect(CommandOutput.of("run", pipeline, "--dry-run", exits: 0).results.contains("up to date"))
    let list = try JSONValue(text: CommandOutput.of("run", pipeline, "--list", exits: 0).results)["maps"]?.elements
    #expect(list?.first?["parts"] == .array([.array([.string(workspace.path("all.zip"))])]))
    let check = CommandOutput.of("validate", workspace.path("all.zip"), "--layer", "*", "--key", "{file}", exits: 0)
    #expect(check.results.contains("3 features"), "\(check.results)")
  }

  @Test func `stages one by one know the places`() throws {
    let workspace = try Workspace()
    try zipArchive(
      [(Array("a.geojson".utf8), Self.square(0)), (Array("b.geojson".utf8), Self.square(1))],
      to: workspace.path("all.zip"))
    let features = workspace.path("a.features")
    CommandOutput.of("ingest", workspace.path("all.zip"), "--layer", "*", "-o", features, exits: 0)
    let merge = CommandOutput.of(
      "merge", features, "--key", "{file}", "-o", workspace.path("b.coverage"), exits: 0)
    #expect(merge.results.contains("2 regions"))
  }

  @Test func `init says how all layers are read`() throws {
    let workspace = try Workspace()
    try zipArchive(
      [(Array("a.geojson".utf8), Self.square(0)), (Array("b.geojson".utf8), Self.square(1))],
      to: workspace.path("all.zip"))
    let arguments = ["init", "Trial", workspace.path("all.zip"), "--project", workspace.path("")]
    let refused = CommandOutput.of(RootCommand.self, arguments, exits: 64)
    #expect(refused.messages.contains("holds 2 layers") && refused.messages.contains("all of them by --layer '*'"))
    CommandOutput.of(RootCommand.self, arguments + ["--layer", "*", "--no-run"], exits: 0)
    #expect(try workspace.text("Pipelines/Trial.yml").contains("layer: \"*\""))
  }
}
