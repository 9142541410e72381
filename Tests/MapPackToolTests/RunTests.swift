import Foundation
import MapPack
import MapPackTool
import Testing

@Suite struct RunTests {
  @Test func `a run writes pack, enum, provenance and lock, and says so in one line`() throws {
    let workspace = try Workspace(Island())
    let run = CommandOutput.of("run", workspace.pipeline, exits: 0)
    #expect(run.messages == "")
    let line = #/^Island: 4 regions, 6 polygons, 485 → [0-9]+ vertices, [0-9,]+ bytes, valid at 2 levels, .+ s\n$/#
    #expect(run.results.contains(line))
    #expect(
      workspace.files() == [
        "Output/Island.mappack", "Output/Island.swift", "Pipelines/Island.provenance.json", "Pipelines/island.lock",
        "Pipelines/island.yml", "RawData/island.geojson",
      ])
    let pack = try Pack(contentsOf: URL(fileURLWithPath: workspace.path("Output/Island.mappack")))
    #expect(pack.mapName == "Island")
    #expect(pack.levelCount == 2)
    #expect(try workspace.text("Output/Island.swift").contains("case nordost = "))
    let point = MapPoint(longitude: 11.5, latitude: 51.5)
    #expect(pack.shape(at: MapPoint(x: point.x, y: point.y))?.name == "Nordost")
  }

  @Test func `what a usual first run notes is printed if details are asked for, and always reported`() throws {
    let note =
      "note: the pack grid has cells of 1.19 m at the equator; "
      + "the name lock keeps them as long as they suit the map [grid-fixed]\n"
    let workspace = try Workspace(Island())
    #expect(CommandOutput.of("run", workspace.pipeline, "--verbose", exits: 0).messages.contains("Island: " + note))
    let other = try Workspace(Island())
    let report = other.path("report.json")
    #expect(CommandOutput.of("run", other.pipeline, "--report", report, exits: 0).messages == "")
    #expect(try other.text("report.json").contains("\"grid-fixed\""))

    let stages = try Workspace(Island())
    let merged = stages.path("b.coverage")
    stages.stages(pipeline: stages.pipeline)
    let simplify = ["simplify", merged, "--pipeline", stages.pipeline, "-o", stages.path("c.coverage")]
    #expect(CommandOutput.of(RootCommand.self, simplify, exits: 0).messages == "")
    #expect(CommandOutput.of(RootCommand.self, simplify + ["--verbose"], exits: 0).messages.contains(note))
  }

  @Test(arguments: [("svg", "<svg xmlns"), ("html", "<!DOCTYPE html>")])
  func `a preview is a picture or a page, by its name's ending`(ending: String, beginning: String) throws {
    let workspace = try Workspace(Island())
    let name = "Output/Island.\(ending)"
    let pipeline = try workspace.text("Pipelines/island.yml").replacingOccurrences(
      of: "swift: Output/Island.swift", with: "swift: Output/Island.swift, preview: \(name)")
    try workspace.write(pipeline, to: "Pipelines/island.yml")
    #expect(CommandOutput.of("run", workspace.pipeline).status == 0)
    #expect(try workspace.text(name).hasPrefix(beginning))
    #expect(try workspace.text("Pipelines/Island.provenance.json").contains(name))
  }

  @Test func `quiet runs print nothing`() throws {
    let workspace = try Workspace(Island())
    let run = CommandOutput.of("run", workspace.pipeline, "--quiet", exits: 0)
    #expect(run.results + run.messages == "")
  }

  @Test(arguments: [1, 2, 3] as [UInt64], [["--jobs", "1"], ["--jobs", "2"]])
  func `the order of features, the start and direction of rings and the threads change no byte`(
    seed: UInt64, flags: [String]
  ) throws {
    let first = try Workspace(Island())
    let second = try Workspace(Island().shuffled(seed: seed))
    #expect(CommandOutput.of(RootCommand.self, ["run", first.pipeline]).status == 0)
    #expect(CommandOutput.of(RootCommand.self, ["run", second.pipeline] + flags).status == 0)
    for file in ["Output/Island.mappack", "Output/Island.swift", "Pipelines/island.lock"] {
      #expect(try first.data(file) == second.data(file), "\(file)")
    }
  }

  @Test func `stage by stage gives the bytes of a run`() throws {
    let workspace = try Workspace.made()
    workspace.stages(
      pipeline: workspace.pipeline,
      emit: ["--pack", workspace.path("x.mappack"), "--swift", workspace.path("x.swift")])
    #expect(try workspace.data("x.mappack") == workspace.data("Output/Island.mappack"))
    #expect(try workspace.data("x.swift") == workspace.data("Output/Island.swift"))
  }

  @Test func `flags give the bytes that a pipeline file with the same words gives`() throws {
    let workspace = try Workspace.made()
    workspace.stages(
      ingest: [workspace.path("RawData/island.geojson")], merge: ["--key", "code", "--name", "{name}"],
      simplify: ["--tolerance", "1km", "--levels", "2"],
      emit: ["--swift", workspace.path("x.swift"), "--pack", workspace.path("Island.mappack"), "--type", "Island"])
    // The attribution is the pipeline file's alone, and so are the comment and the credits that show it, and its name.
    func lines(_ name: String) throws -> [Substring] {
      var lines = try workspace.text(name).split(separator: "\n").dropFirst().filter { !$0.hasPrefix("///") }
      if let credits = lines.firstIndex(where: { $0.contains("credits: [") }) {
        lines.removeSubrange(credits...credits + 2)
      }
      return lines
    }
    let found = try lines("x.swift")
    let expected = try lines("Output/Island.swift")
    #expect(found == expected)
  }

  @Test(arguments: [
    ["zoom: 3", "--zoom", "3"], ["keep: 30 %, method: weighted-visvalingam", "--keep", "30%"],
    ["zoom: 4, method: douglas-peucker", "--zoom", "4"],
  ])
  func `a zoom and a method mean the same in a flag and in a pipeline file`(words: [String]) throws {
    let workspace = try Workspace(Island())
    try workspace.write(
      Island.pipeline().replacingOccurrences(of: "tolerance: 1 km", with: words[0]), to: "Pipelines/island.yml")
    #expect(CommandOutput.of("run", workspace.pipeline).status == 0)
    let method = words[0].contains("method: ") ? ["--method", words[0].components(separatedBy: "method: ")[1]] : []
    let simplified = workspace.stages(
      ingest: [workspace.path("RawData/island.geojson")], merge: ["--key", "code", "--name", "{name}"],
      simplify: ["--levels", "2"] + words[1...] + method)
    CommandOutput.of("export", simplified, "-o", workspace.path("x.geojson"), exits: 0)
    CommandOutput.of("export", workspace.path("Output/Island.mappack"), "-o", workspace.path("y.geojson"), exits: 0)
    #expect(try workspace.data("x.geojson") == workspace.data("y.geojson"))
  }

  @Test func `a second run touches no file`() throws {
    let workspace = try Workspace.made()
    func inodes() throws -> [Int?] {
      try workspace.files().map {
        try FileManager.default.attributesOfItem(atPath: workspace.path($0))[.systemFileNumber] as? Int
      }
    }
    let before = try inodes()
    #expect(CommandOutput.of("run", workspace.pipeline).status == 0)
    #expect(try inodes() == before)
  }

  @Test func `--output takes all files, the lock too, and leaves the project alone`() throws {
    let workspace = try Workspace(Island())
    let before = try workspace.snapshot()
    #expect(CommandOutput.of("run", workspace.pipeline, "--output", workspace.path("trial")).status == 0)
    let after = try workspace.snapshot()
    #expect(after.filter { !$0.key.hasPrefix("trial/") } == before)
    #expect(
      after.keys.filter { $0.hasPrefix("trial/") }.sorted() == [
        "trial/Island.mappack", "trial/Island.provenance.json", "trial/Island.swift", "trial/island.lock",
      ])
  }

  @Test func `one map's failure keeps no other from being made, and is the status`() throws {
    let workspace = try Workspace(Island())
    try workspace.write(
      "map: Other\nsources: [{ path: none.shp }]\noutput: { pack: a.mappack, swift: a.swift }", to: "Pipelines/a.yml")
    let run = CommandOutput.of("run", workspace.path("Pipelines/a.yml"), workspace.pipeline, exits: 66)
    #expect(run.results.hasPrefix("Island: 4 regions"))
    #expect(run.messages.contains("none.shp: error: there is no such file"))
  }

  @Test func `a map with a url, no source and no output is skipped with a line`() throws {
    let workspace = try Workspace()
    let file = try workspace.write(
      "map: Far\nsources: [{ path: far.shp, url: \"https://publisher.example/far\" }]\noutput: { pack: Far.mappack, swift: Far.swift }",
      to: "far.yml")
    let run = CommandOutput.of("run", file, exits: 0)
    #expect(run.results == "Far: skipped, far.shp is not here; get it from https://publisher.example/far\n")
    try workspace.write("a pack", to: "Far.mappack")
    let again = CommandOutput.of("run", file, exits: 66)
    #expect(again.messages.contains("get it from https://publisher.example/far"))
  }

  @Test func `the report accounts for every feature, by outcome`() throws {
    let workspace = try Workspace(Island(), more: "drop: { code: \"010\" }\n")
    CommandOutput.of("run", workspace.pipeline, "--report", workspace.path("report.json"), exits: 0)
    let report = try #require(
      try JSONSerialization.jsonObject(with: workspace.data("report.json")) as? [String: Any])
    let map = try #require((report["maps"] as? [[String: Any]])?.first)
    let ledger = try #require(map["ledger"] as? [String: Any])
    #expect(ledger["features"] as? Int == 6)
    let dropped = try #require(ledger["dropped"] as? [[String: Any]])
    #expect(dropped.map { $0["rule"] as? String } == ["drop"])
    #expect(dropped.map { $0["count"] as? Int } == [1])
    let regions = try #require(ledger["regions"] as? [[String: Any]])
    #expect(regions.map { $0["code"] as? String } == ["000", "001", "011"])
    let records = regions.flatMap {
      ($0["records"] as? [[String: Any]] ?? []).flatMap { $0["records"] as? [Int] ?? [] }
    }
    #expect(records == [1, 5, 2, 4, 6])
    let stages = try #require(map["stages"] as? [[String: Any]])
    #expect(stages.map { $0["stage"] as? String } == ["ingest", "merge", "simplify", "simplify", "emit"])
  }

  @Test func `the name table's names, and codes that replace the data's, reach pack and enum`() throws {
    let workspace = try Workspace(
      Island(), more: "names: { table: names.csv, codes: { 011: NE }, overrides: { NE: theNorthEast } }\n")
    try workspace.write("code,name\n000,Alpha\n", to: "names.csv")
    CommandOutput.of("run", workspace.pipeline, exits: 0)
    let swift = try workspace.text("Output/Island.swift")
    #expect(swift.contains("case alpha = "))
    #expect(swift.contains("case theNorthEast = "))
    let lock = try workspace.text("Pipelines/island.lock")
    #expect(lock.contains("code: \"NE\""))
    #expect(!lock.contains("code: \"011\""))
  }
}
