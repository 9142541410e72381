import MapPackFeatures
import MapPackTool
import Testing

/// What the commands tell about their own words and costs.
@Suite struct ExplainTests {
  @Test(arguments: Rule.allCases) func `every rule is explained in lines of 80 columns`(rule: Rule) {
    let run = CommandOutput.of("explain", rule.rawValue)
    #expect(run.status == 0 && run.messages == "")
    let lines = run.results.split(separator: "\n")
    #expect(lines[0].hasPrefix("\(rule.rawValue): "))
    #expect(lines.allSatisfy { $0.count <= 80 })
    let words = run.results.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains(rule.explanation.meaning) && words.contains(rule.explanation.remedyWords))
  }

  @Test func `the list has every rule once, with its severity, by stage`() {
    let run = CommandOutput.of("explain")
    let listed = run.results.split(separator: "\n").filter { $0.hasPrefix("  ") }
      .map { $0.split(separator: " ").map(String.init) }
    #expect(listed.map { $0[0] }.sorted() == Rule.allCases.map(\.rawValue).sorted())
    for row in listed { #expect(row[1] == Rule(rawValue: row[0])?.explanation.severity?.rawValue ?? "ledger") }
  }

  @Test func `several rules are explained, in brackets or not, and of an unknown one the nearest is named`() {
    let both = CommandOutput.of("explain", "[gap]", "near-miss")
    #expect(both.results.contains("gap: ") && both.results.contains("near-miss: "))
    let unknown = CommandOutput.of("explain", "gap", "near-mis")
    #expect(unknown.status == 64 && unknown.results == "")
    #expect(unknown.messages.contains("there is no rule “near-mis”; did you mean near-miss?"), "\(unknown.messages)")
  }

  @Test func `a run that is verbose says what each stage costs, on the stream of messages, and writes the same`() throws
  {
    let workspace = try Workspace(Island())
    let plain = CommandOutput.of("run", workspace.pipeline)
    let outputs = try workspace.snapshot()
    let verbose = CommandOutput.of("run", workspace.pipeline, "--verbose", "--force")
    #expect(try workspace.snapshot() == outputs)
    let lines = verbose.messages.split(separator: "\n").filter { $0.contains(" CPU, ") }
    for (line, stage) in zip(lines, ["ingest", "merge", "simplify", "emit"]) {
      #expect(line.wholeMatch(of: #/Island: \w+ +[0-9.]+ s, [0-9.]+ s CPU, peak memory [0-9,]+ MB/#) != nil, "\(line)")
      #expect(line.hasPrefix("Island: \(stage)"))
    }
    #expect(lines.count == 4)
    #expect(!plain.messages.contains(" CPU, ") && !verbose.results.contains(" CPU, "))
  }

  @Test func `each stage that is verbose says what its parts cost`() throws {
    let workspace = try Workspace(Island())
    let (features, coverage) = (workspace.path("a.features"), workspace.path("a.coverage"))
    func parts(_ arguments: String...) -> [String] {
      let run = CommandOutput.of(RootCommand.self, arguments + ["--verbose"], exits: 0)
      return run.messages.split(separator: "\n").filter { $0.contains(" CPU, ") }
        .compactMap { $0.split(separator: " ").first.map(String.init) }
    }
    #expect(parts("ingest", workspace.path("RawData/island.geojson"), "-o", features) == ["ingest", "write"])
    #expect(parts("merge", features, "--key", "code", "-o", coverage) == ["read", "merge", "write"])
    #expect(parts("validate", features, "--key", "code") == ["validate"])
    let small = workspace.path("small.coverage")
    #expect(parts("simplify", coverage, "--keep", "10%", "-o", small) == ["read", "simplify", "write"])
    #expect(parts("emit", small, "--type", "A", "--pack", workspace.path("A.mappack")) == ["read", "emit", "write"])
  }

  @Test func `a location is two numbers, also in the west and south, or two options`() throws {
    let workspace = try Workspace()
    let square = GeoJSONText.feature(["code": "W"], GeoJSONText.square(-92, -48, 1))
    try workspace.write(square, to: "RawData/a.geojson")
    let pipeline = try workspace.writePipeline("merge: { key: code }", of: "RawData/a.geojson", map: "A")
    CommandOutput.of("run", pipeline, exits: 0)
    let pack = workspace.path("Output/A.mappack")
    for location in [
      ["--longitude", "-91.1", "--latitude", "-47.9"], ["--longitude=-91.1", "--latitude=-47.9"],
      ["-91.1", "-47.9"], ["--", "-91.1", "-47.9"], ["-91.1,-47.9"], ["-91.1,", "-47.9"], ["-9.11e1", "-47.9", "-q"],
    ] {
      #expect(CommandOutput.of(RootCommand.self, ["locate", pack] + location).results == "W\tW\n", "\(location)")
    }
    #expect(CommandOutput.of("locate", pack, "91.1", "47.9").status == 1)
    for location in [
      [], ["1"], ["1", "2", "3"], ["--longitude", "1"], ["--latitude", "1"], ["1", "2", "--longitude", "3"],
      ["west", "2"], ["-1", "--frobnicate"], ["1", "-x"], ["181", "0"], ["0", "181"], ["nan", "0"],
    ] {
      #expect(CommandOutput.of(RootCommand.self, ["locate", pack] + location).status == 64, "\(location)")
    }
    for swapped in [["-47.9", "-91.1"], ["--longitude", "-47.9", "--latitude", "-91.1"]] {
      let run = CommandOutput.of(RootCommand.self, ["locate", pack] + swapped, exits: 64)
      #expect(run.messages.contains("did you mean -91.1 -47.9?"), "\(run.messages)")
    }
    // The word for help is no place.
    #expect(CommandOutput.of("locate", pack, "-1", "-h", exits: 0).results.contains("EXAMPLES"))
  }
}
