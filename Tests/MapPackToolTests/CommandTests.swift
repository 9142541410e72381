import Foundation
import MapPackFiles
import MapPackTool
import Testing

@Suite struct CommandTests {
  @Test(arguments: [[]] + RootCommand.configuration.subcommands.map { [$0._commandName] })
  func `every command has help with examples and a version`(command: [String]) {
    let help = CommandOutput.of(RootCommand.self, command + ["--help"], exits: 0)
    #expect(help.results.contains("EXAMPLES"))
    #expect(help.results.contains("mappack " + (command.first ?? "run")))
    #expect(help.messages == "")
    let version = CommandOutput.of(RootCommand.self, command + ["--version"], exits: 0)
    #expect(version.results.contains(#/^[0-9]+\.[0-9]+\.[0-9]+\n$/#))
  }

  @Test func `a stage's own executable is the same command`() throws {
    let workspace = try Workspace(Island())
    let source = workspace.path("RawData/island.geojson")
    #expect(CommandOutput.of(RootCommand.self, ["ingest", source, "-o", workspace.path("a"), "-q"]).status == 0)
    #expect(CommandOutput.of(Ingest.self, [source, "-o", workspace.path("b"), "-q"]).status == 0)
    #expect(try workspace.data("a") == workspace.data("b"))
  }

  @Test func `locate prints code and name, and exits 1 in the sea`() throws {
    let workspace = try Workspace.made()
    let pack = workspace.path("Output/Island.mappack")
    let found = CommandOutput.of("locate", pack, "11.5", "51.5", exits: 0)
    #expect(found.results == "011\tNordost\n")
    let sea = CommandOutput.of("locate", pack, "--", "-11.5", "51.5", exits: 1)
    #expect(sea.results == "")
  }

  @Test func `inspect says in JSON what the pack holds`() throws {
    let workspace = try Workspace.made()
    let inspect = CommandOutput.of("inspect", "--json", workspace.path("Output/Island.mappack"), exits: 0)
    let json = try #require(try JSONSerialization.jsonObject(with: Data(inspect.results.utf8)) as? [String: Any])
    #expect(json["map"] as? String == "Island")
    #expect(json["levels"] as? Int == 2)
    #expect((json["identity"] as? String)?.count == 16)
    let swift = try workspace.text("Output/Island.swift")
    #expect(swift.contains("identity: 0x\(json["identity"] as? String ?? "?")"))
    let bounds = try #require(json["bounds"] as? [Double])
    for (value, expected) in zip(bounds, [8.0, 50, 13.3, 52]) { #expect(abs(value - expected) < 0.01) }
    let regions = try #require(json["regions"] as? [[String: Any]])
    #expect(regions.map { $0["code"] as? String } == ["000", "001", "010", "011"])
    #expect(regions.map { $0["polygons"] as? Int } == [2, 1, 1, 2])
    let cases = regions.map { $0["case"] as? String ?? "?" }
    #expect(cases == ["sudwest", "sudost", "nordwest", "nordost"])
    // A pack alone says nothing of cases, and another map's lock is none of its own.
    let alone = workspace.path("Alone.mappack")
    try FileManager.default.copyItem(atPath: workspace.path("Output/Island.mappack"), toPath: alone)
    try FileManager.default.removeItem(atPath: workspace.path("Pipelines"))
    #expect(!CommandOutput.of("inspect", "--json", alone).results.contains("\"case\""))
    // One degree by one degree at 51.5° N is some 7,720 km².
    #expect(abs((regions[2]["area"] as? Double ?? 0) - 7.72e9) < 0.1e9)
    #expect(
      regions.map { $0["neighbours"] as? [String] } == [
        ["001", "010"], ["000", "011"], ["000", "011"], ["001", "010"],
      ])
    // The part that lies 1.7 degrees to the west is no part of the main bounds.
    let mainBounds = try #require(regions[0]["mainBounds"] as? [Double])
    for (value, expected) in zip(mainBounds, [10.0, 50, 11, 51]) { #expect(abs(value - expected) < 0.01) }
    let label = try #require(regions[0]["label"] as? [Double])
    #expect(label.count == 2 && 10.3...10.7 ~= label[0] && 50.3...50.7 ~= label[1])
    #expect(regions[0]["group"] == nil && (regions[0]["texts"] as? [String: String])?.isEmpty == true)
  }

  @Test func `inspect shows the fields of a table, with how many values they have and the first of them`() throws {
    let workspace = try Workspace(Island())
    let (a, b) = (workspace.path("a.features"), workspace.path("b.coverage"))
    #expect(CommandOutput.of("ingest", workspace.path("RawData/island.geojson"), "-o", a, "-q").status == 0)
    let table = CommandOutput.of("inspect", a, exits: 0)
    #expect(table.results.hasPrefix("6 features, 6 polygons, 648 vertices\nfrom "))
    #expect(
      table.results.hasSuffix(
        "UTF-8, WGS 84\nfield\ttype\tvalues\tempty\tfits as\tsamples\ncode\ttext\t4\t0\tkey\t000, 001, 010, …\n"
          + "name\ttext\t4\t0\tname\tSüdwest, Südost, Nordwest, …\n"))
    let json = CommandOutput.of("inspect", a, "--json")
    let fields =
      try #require(
        try JSONSerialization.jsonObject(with: Data(json.results.utf8)) as? [String: Any])["fields"] as? [[String: Any]]
    #expect(fields?.map { $0["name"] as? String } == ["code", "name"])
    #expect(fields?.map { $0["values"] as? Int } == [4, 4])

    #expect(CommandOutput.of("merge", a, "-o", b, "--key", "code", "--name", "name", "-q").status == 0)
    let coverage = CommandOutput.of("inspect", b)
    #expect(coverage.results.hasPrefix("4 regions, not simplified\n000\tSüdwest\t2 polygons, "), "\(coverage.results)")
  }

  @Test func `inspect calls the lines of a table lines`() throws {
    let workspace = try Workspace()
    let line = #"{"type":"Feature","properties":{},"geometry":{"type":"LineString","coordinates":[[1,2],[3,4]]}}"#
    try workspace.write(line, to: "line.geojson")
    let table = workspace.path("a.features")
    CommandOutput.of("ingest", workspace.path("line.geojson"), "--geometry", "lines", "-o", table, "-q", exits: 0)
    #expect(CommandOutput.of("inspect", table).results.hasPrefix("1 feature, 1 line, 2 vertices\nfrom "))
    #expect(CommandOutput.of("inspect", table, "--json").results.contains(#""geometry" : "lines""#))
  }

  @Test func `a pack exports the bytes that the coverage it was made from exports`() throws {
    let workspace = try Workspace.made()
    let c = workspace.stages(pipeline: workspace.pipeline)
    let pack = workspace.path("Output/Island.mappack")
    for (format, flags) in [
      ("geojson", []), ("geojson", ["--level", "1"]), ("geojson", ["--coordinates", "grid"]), ("topojson", []),
      ("topojson", ["--level", "1", "--coordinates", "grid"]), ("svg", []), ("svg", ["--level", "1"]),
    ] {
      for (input, output) in [(c, "x"), (pack, "y")] {
        CommandOutput.of(
          RootCommand.self, ["export", input, "-o", workspace.path("\(output).\(format)")] + flags, exits: 0)
      }
      #expect(try workspace.data("x.\(format)") == workspace.data("y.\(format)"), "\(format) \(flags)")
    }
    #expect(try workspace.text("x.topojson").hasPrefix("{\"type\":\"Topology\""))
    #expect(try workspace.text("x.svg").contains("Südwest</title>"))
  }

  @Test func `merged maps and features are exported before they are finished`() throws {
    let workspace = try Workspace(Island())
    let (a, b) = (workspace.path("a.features"), workspace.path("b.coverage"))
    #expect(CommandOutput.of("ingest", workspace.path("RawData/island.geojson"), "-o", a, "-q").status == 0)
    #expect(CommandOutput.of("merge", a, "--key", "code", "-o", b, "-q").status == 0)
    for (input, formats) in [(a, ["geojson", "svg"]), (b, ["geojson", "topojson", "svg", "html"])] {
      for format in formats {
        let path = workspace.path("x.\(format)")
        #expect(CommandOutput.of("export", input, "-o", path, "-q").status == 0)
        #expect(try workspace.data("x.\(format)").count > 1_000)
      }
    }
  }

  @Test func `several tables merge to what reading their sources at once gives`() throws {
    let workspace = try Workspace(Island())
    let whole = Island()
    var (east, west) = (whole, whole)
    east.pieces = whole.pieces.filter { $0.code.hasSuffix("1") }
    west.pieces = whole.pieces.filter { !$0.code.hasSuffix("1") }
    let (e, w) = (
      try workspace.write(east.geoJSON, to: "e.geojson"), try workspace.write(west.geoJSON, to: "w.geojson")
    )
    let path = workspace.path
    for arguments in [
      ["ingest", e, "-o", path("e.features")], ["ingest", w, "-o", path("w.features")],
      ["ingest", e, w, "-o", path("both.features")],
      ["merge", path("e.features"), path("w.features"), "--key", "code", "-o", path("1.coverage")],
      ["merge", path("both.features"), "--key", "code", "-o", path("2.coverage")],
    ] {
      CommandOutput.of(RootCommand.self, arguments, exits: 0)
    }
    #expect(try workspace.data("1.coverage") == workspace.data("2.coverage"))
  }

  @Test func `the set-up installs what Package.swift links, and nothing else`() throws {
    let top = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let manifest = try String(contentsOf: top.appendingPathComponent("Package.swift"), encoding: .utf8)
    let setUp = try String(contentsOf: top.appendingPathComponent("Pipelines/.setup"), encoding: .utf8)
    func packages(_ text: Substring) -> [String] { text.matches(of: #/"([^"]+)"/#).map { String($0.1) } }
    let linked = manifest.matches(of: #/\.apt\(\[([^\]]+)\]\)/#).flatMap { packages($0.1) }
    let installed = setUp.matches(of: #/"([a-z0-9.-]+) ([a-z0-9-]+-dev) ([a-z0-9@-]+)"/#)
    #expect(linked.count >= 7 && linked.sorted() == installed.map { String($0.2) }.sorted())
    let brewed = Set(manifest.matches(of: #/\.brew\(\[([^\]]+)\]\)/#).flatMap { packages($0.1) })
    // Apple's systems have zlib and SQLite, and a library for digests of their own.
    #expect(Set(installed.map { String($0.3) }).subtracting(brewed) == ["openssl", "sqlite", "zlib"])
    #expect(
      setUp.contains("[ \"$(uname)\" = Darwin ] ||\n  libraries+=(\"zlib zlib1g-dev zlib\" \"libcrypto libssl-dev "))
    for named in manifest.matches(of: #/pkgConfig: "([^"]+)"/#) {
      #expect(installed.contains { $0.1 == named.1 }, "\(named.1)")
    }
  }
}
