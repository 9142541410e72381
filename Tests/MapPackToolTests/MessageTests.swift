import Foundation
import MapPackFeatures
import MapPackNames
import MapPackTool
import Testing

/// What messages say to a reader who has just made a mistake.
@Suite struct MessageTests {
  @Test(arguments: [
    ("vaildate", "did you mean validate?"), ("smplify", "did you mean simplify?"), ("Merge", "did you mean merge?"),
    ("xyzzy", "the commands are run, ingest,"),
  ])
  func `a command that is none is answered with one that is`(name: String, words: String) {
    let run = CommandOutput.of(name, "a.shp")
    #expect(run.status == 64 && run.messages.contains("there is no command “\(name)”"), "\(run.messages)")
    #expect(run.messages.contains(words), "\(run.messages)")
  }

  @Test func `a code that begins with a minus is retired behind an equals sign, and no option`() throws {
    let workspace = try Workspace(Island())
    var island = Island()
    for index in island.pieces.indices where island.pieces[index].code == "011" { island.pieces[index].code = "-99" }
    try workspace.write(island.geoJSON, to: "RawData/island.geojson")
    #expect(CommandOutput.of("run", workspace.pipeline).status == 0)
    try workspace.write(island.without("-99").geoJSON, to: "RawData/island.geojson")
    for arguments in [[workspace.pipeline, "--retire", "-99"], [workspace.pipeline, "--retire", "011", "-99"]] {
      let apart = CommandOutput.of(RootCommand.self, ["run"] + arguments)
      #expect(apart.status == 64 && apart.messages.contains("write --retire=-99"), "\(apart.messages)")
    }
    CommandOutput.of("run", workspace.pipeline, "--retire=-99", exits: 0)
    #expect(try workspace.text("Pipelines/island.lock").contains("retired"))
  }

  @Test func `a file that is no pack is not to be made again`() throws {
    let workspace = try Workspace()
    let path = try workspace.write("{}", to: "map.geojson")
    for command in [["inspect", path], ["locate", path, "0", "0"]] {
      let run = CommandOutput.of(RootCommand.self, command)
      #expect(run.status == 65 || run.status == 64, "\(run.messages)")
      #expect(!run.messages.contains("make the pack again"), "\(run.messages)")
    }
  }

  @Test func `no control character of a name reaches the terminal`() throws {
    let workspace = try Workspace()
    let run = CommandOutput.of("inspect", workspace.path("a\u{1B}[31m\u{9B}.mappack"), exits: 66)
    #expect(run.messages.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
  }

  @Test func `an empty new code is an error of the pipeline file, with its line`() throws {
    let workspace = try Workspace(Island())
    try workspace.write(Island.pipeline(more: "names: { codes: { \"000\": \"\" } }\n"), to: "Pipelines/island.yml")
    let run = CommandOutput.of("run", workspace.pipeline)
    #expect(run.status == 64 && run.messages.contains("the new code of 000 is empty"), "\(run.messages)")
    #expect(run.messages.contains("island.yml:"), "\(run.messages)")
  }

  @Test func `codes that lost their zeros are given them back before anything else is proposed`() throws {
    let all = (1...9).map(String.init)
    let short = RespelledCodes(expected: all.map { "0" + $0 }, found: all, known: [])
    #expect(short.padding == "0" && short.pairs.count == 9)
    #expect(
      short.remedy(key: "CODE")
        == "9 codes differ only in leading zeros, as 1 for 01: give the zeros back with `merge: { key: \"0{CODE}\" }`")
    let mixed = RespelledCodes(expected: ["08", "09"], found: ["8", "9", "10"], known: ["10"])
    #expect(
      mixed.remedy(key: "CODE")
        == "2 codes differ only in leading zeros, as 8 for 08: keep the codes with `names: { codes: { \"8\": \"08\", \"9\": \"09\" } }`"
    )
    #expect(RespelledCodes(expected: ["A1"], found: ["1"], known: []).remedy(key: nil) == nil)
    #expect(RespelledCodes(expected: ["01"], found: ["1"], known: ["1"]).remedy(key: nil) == nil)
    #expect(RespelledCodes(expected: ["01", "001"], found: ["1"], known: []).remedy(key: nil) == nil)
  }

  @Test func `a run whose codes lost their zeros says so, and not that every region was recoded`() throws {
    let workspace = try Workspace(Island())
    try workspace.write(Island.pipeline(), to: "Pipelines/island.yml")
    #expect(CommandOutput.of("run", workspace.pipeline).status == 0)
    var island = Island()
    for index in island.pieces.indices where island.pieces[index].code == "011" { island.pieces[index].code = "11" }
    try workspace.write(island.geoJSON, to: "RawData/island.geojson")
    let run = CommandOutput.of("run", workspace.pipeline)
    #expect(run.status == 1 && run.messages.contains("names: { codes: { \"11\": \"011\" } }"), "\(run.messages)")
    #expect(!run.messages.contains("recode"), "\(run.messages)")
  }

  @Test func `a field that one edition lacks is named by that edition's flag`() throws {
    let workspace = try Workspace()
    let old = try workspace.write(
      try InitTests.source(["natcode", "namefin"], [["1", "a"]]), to: "old.geojson")
    let new = try workspace.write(
      try InitTests.source(["NATCODE", "NAMEFIN"], [["1", "a"]]), to: "new.geojson")
    let forward = CommandOutput.of("diff", old, new, "--key", "NATCODE")
    #expect(forward.status == 64 && forward.messages.contains("name it with --old-key"), "\(forward.messages)")
    #expect(forward.messages.contains("did you mean natcode?"), "\(forward.messages)")
    let backward = CommandOutput.of("diff", old, new, "--old-key", "natcode")
    #expect(backward.messages.contains("if it has another name in NEW, name it with --key"), "\(backward.messages)")
    let whole = CommandOutput.of("diff", old, new, "--key", "NATCODE", "--old-key", "natcode")
    #expect(whole.status == 0 || whole.status == 1, "\(whole.messages)")
  }

  @Test func `quantized TopoJSON is written on request, and for nothing else`() throws {
    let workspace = try Workspace(Island())
    try workspace.write(Island.pipeline(), to: "Pipelines/island.yml")
    #expect(CommandOutput.of("run", workspace.pipeline).status == 0)
    let pack = workspace.path("Output/Island.mappack")
    let out = workspace.path("island.topojson")
    #expect(CommandOutput.of("export", pack, "-o", out, "--quantize", "1000").status == 0)
    #expect(try workspace.text("island.topojson").contains("\"transform\":{\"scale\":["))
    for arguments in [
      ["-o", workspace.path("island.geojson"), "--quantize", "1000"], ["-o", out, "--quantize", "1"],
      ["-o", out, "--quantize", "9", "--coordinates", "grid"],
    ] {
      #expect(CommandOutput.of(RootCommand.self, ["export", pack] + arguments).status == 64)
    }
  }
}
