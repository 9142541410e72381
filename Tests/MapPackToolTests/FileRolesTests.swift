import Foundation
import MapPackFeatures
import Testing

@testable import MapPackProject
@testable import MapPackTool

/// No output is an input or another output.
@Suite struct FileRolesTests {
  /// Runs a command that would overwrite something: it is refused, and nothing has changed.
  private func refused(
    _ workspace: Workspace, _ arguments: [String], _ words: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = try workspace.snapshot()
    let output = CommandOutput.of(RootCommand.self, arguments)
    #expect(output.status == 64, "\(output.messages)", sourceLocation: sourceLocation)
    #expect(output.messages.contains(words), "\(output.messages)", sourceLocation: sourceLocation)
    #expect(try workspace.snapshot() == before, sourceLocation: sourceLocation)
  }

  private static let overwrites = "this output would overwrite an input"

  @Test func `no command writes over a file that it reads, however that is spelled`() throws {
    let workspace = try Workspace(Island())
    let source = workspace.path("RawData/island.geojson")
    let (table, coverage) = (workspace.path("a.features"), workspace.path("b.coverage"))
    #expect(CommandOutput.of("ingest", source, "-o", table).status == 0)
    #expect(CommandOutput.of("merge", table, "--key", "code", "-o", coverage).status == 0)
    #expect(CommandOutput.of("run", workspace.pipeline).status == 0)
    let list = try workspace.write("code,name\n000,Alpha\n", to: "names.csv")
    let link = workspace.path("link.geojson")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: source)
    let lock = workspace.path("Pipelines/island.lock")
    let export = workspace.path("table.geojson")
    try FileManager.default.createSymbolicLink(atPath: export, withDestinationPath: table)
    for arguments in [
      ["ingest", source, "-o", source], ["ingest", source, "-o", link], ["ingest", link, "-o", source],
      ["ingest", source, "-o", workspace.path("RawData/../RawData/./island.geojson")],
      ["ingest", workspace.path("RawData"), "-o", source],
      ["ingest", "--pipeline", workspace.pipeline, "-o", workspace.pipeline],
      ["ingest", "--pipeline", workspace.pipeline, "-o", source],
      ["merge", table, "--key", "code", "-o", table], ["merge", table, "--names", list, "-o", list],
      ["simplify", coverage, "-o", coverage], ["simplify", coverage, "--pipeline", workspace.pipeline, "-o", lock],
      ["emit", coverage, "--type", "A", "--pack", coverage],
      ["emit", coverage, "--pipeline", workspace.pipeline, "--swift", lock],
      ["export", table, "-o", export],
      ["validate", source, "--places", source], ["validate", workspace.path("RawData"), "--places", link],
      ["validate", "--pipeline", workspace.pipeline, "--places", workspace.pipeline],
      ["validate", source, "--baseline", list, "--places", list],
      ["run", workspace.pipeline, "--report", source], ["run", workspace.pipeline, "--report", workspace.pipeline],
    ] {
      try refused(workspace, arguments, Self.overwrites)
    }
  }

  @Test(arguments: [
    ("swift: Output/Island.swift", "swift: Output/../Output/Island.mappack", "this file would be written twice"),
    ("swift: Output/Island.swift", "swift: RawData/island.geojson", overwrites),
    (".swift }", ".swift, report: Pipelines/island.yml }", overwrites),
    (".swift }", ".swift, report: Pipelines/island.lock }", "this file would be written twice"),
    (".swift }", ".swift, report: Pipelines/Island.provenance.json }", "this file would be written twice"),
    (".swift }", ".swift, report: table.csv }\nnames: { table: table.csv }", overwrites),
  ])
  func `a pipeline file whose outputs overwrite something is refused`(old: String, new: String, words: String) throws {
    let workspace = try Workspace(Island())
    try workspace.write("code,name\n000,Alpha\n", to: "table.csv")
    try workspace.write(
      Island.pipeline().replacingOccurrences(of: old, with: new), to: "Pipelines/island.yml")
    try refused(workspace, ["run", workspace.pipeline], words)
    try refused(workspace, ["run", "--check", workspace.pipeline], words)
  }

  /// The files that a map is made from, by kind.
  static let inputs = [
    "RawData/island.geojson", "Pipelines/island.yml", "Tables/names.csv", "Tables/join.csv", "Tables/groups.csv",
    "Tables/changes.csv", "RawData/mask.geojson",
  ]
  /// What is written beside them, by kind.
  static let outputs = ["pack", "swift", "preview", "report", "groups.pack", "groups.swift"]
  /// Spellings of a path.
  static let spellings = ["FILE", "None/../FILE", "None/Deep/../../FILE", "None/.././FILE", "None/../link"]

  @Test(arguments: inputs)
  func `no kind of output overwrites any kind of input, however it is spelled, by folders that do not exist too`(
    input: String
  ) throws {
    let workspace = try Workspace(Island())
    for name in Self.inputs where !FileManager.default.fileExists(atPath: workspace.path(name)) {
      try workspace.write("code,name,romaji\n", to: name)
    }
    try FileManager.default.createSymbolicLink(
      atPath: workspace.path("link"), withDestinationPath: workspace.path(input))
    let before = try workspace.text(input)
    var refused = 0
    for output in Self.outputs {
      for spelling in Self.spellings {
        var paths = [
          "pack": "Output/A.mappack", "swift": "Output/A.swift", "groups.pack": "Output/B.mappack",
          "groups.swift": "Output/B.swift", "preview": "Output/A.svg", "report": "Output/A.json",
        ]
        paths[output] = spelling.replacingOccurrences(of: "FILE", with: input)
        var roles = FileRoles()
        try roles.read(Self.inputs.map(workspace.path))
        let error = #expect(throws: StageError.self, "\(output): \(spelling)") {
          for (kind, path) in paths.sorted(by: { $0.key < $1.key }) { try roles.write(kind, at: workspace.path(path)) }
        }
        if error?.status == .usage, error?.message.contains(Self.overwrites) == true { refused += 1 }
      }
    }
    #expect(refused == Self.outputs.count * Self.spellings.count)
    #expect(try workspace.text(input) == before)
  }

  @Test(arguments: [
    (".swift }", ".swift, report: None/../RawData/island.geojson }"),
    ("swift: Output/Island.swift", "swift: None/../RawData/island.geojson"),
    ("swift: Output/Island.swift", "swift: None/../Pipelines/island.yml"),
    ("pack: Output/Island.mappack", "pack: None/../RawData/island.geojson"),
  ])
  func `a run never writes over an input behind a folder that does not exist`(old: String, new: String) throws {
    let workspace = try Workspace(Island())
    let text = Island.pipeline().replacingOccurrences(of: old, with: new)
    try #require(text != Island.pipeline())
    try workspace.write(text, to: "Pipelines/island.yml")
    try refused(workspace, ["run", workspace.pipeline], Self.overwrites)
    for command in [["ingest", workspace.path("RawData/island.geojson"), "-o"]] {
      try refused(workspace, command + [workspace.path("None/../RawData/island.geojson")], Self.overwrites)
    }
  }

  @Test func `two maps of one run do not write one file, and none has the other's source for an output`() throws {
    let workspace = try Workspace(Island())
    func other(_ old: String, _ new: String, map: String = "Other") throws -> String {
      let text = Island.pipeline().replacingOccurrences(of: "Island", with: "Other")
        .replacingOccurrences(of: "map: Other", with: "map: \(map)").replacingOccurrences(of: old, with: new)
      return try workspace.write(text, to: "Pipelines/other.yml")
    }
    try refused(
      workspace, ["run", workspace.pipeline, try other("Output/Other.mappack", "Output/Island.mappack")],
      "for the maps Island and Other")
    try refused(
      workspace, ["run", workspace.pipeline, try other("Output/Other.swift", "RawData/island.geojson")], Self.overwrites
    )
    try refused(
      workspace, ["run", workspace.pipeline, try other("Output/Other", "Else/Other", map: "Island")],
      "the map Island is already made by")
    // Also if each is run by itself, whatever folders they write to.
    try refused(
      workspace, ["run", workspace.path("Pipelines/other.yml")], "the map Island is already made by island.yml")
    try refused(workspace, ["run", workspace.pipeline, workspace.path("Pipelines/../Pipelines/island.yml")], "already")
  }

  @Test func `no output is a source the next time, and what is none may lie beside one`() throws {
    let workspace = try Workspace(Island())
    let words = "this output would be read as a source the next time"
    let folder = workspace.path("RawData")
    for path in ["RawData", "RawData/*.geojson", "RawData/i*"] {
      try workspace.write(
        Island.pipeline().replacingOccurrences(of: "RawData/island.geojson", with: path), to: "Pipelines/island.yml")
      try refused(workspace, ["run", workspace.pipeline, "--report", folder + "/i.geojson"], words)
      try refused(workspace, ["run", "--check", workspace.pipeline, "--report", folder + "/./i.geojson"], words)
    }
    for path in ["RawData", "RawData/../RawData"] {
      try refused(
        workspace, ["validate", workspace.path(path), "--places", folder + "/places.geojson"], words)
      try refused(workspace, ["validate", workspace.path(path), "--places", folder + "/new/places.geojson"], words)
    }
    try workspace.write(
      Island.pipeline().replacingOccurrences(of: "RawData/island.geojson", with: "\"*\"")
        .replacingOccurrences(of: "Output/Island.swift", with: "Island.swift"), to: "Pipelines/island.yml")
    try refused(workspace, ["run", workspace.pipeline], words)

    // Hidden files, other endings, kinds that a folder has better ones of, folders below one that has layers.
    try workspace.write(
      Island.pipeline().replacingOccurrences(of: "RawData/island.geojson", with: "RawData"), to: "Pipelines/island.yml")
    for report in [".report.json", "report.txt", "report.kml", "reports/report.json"] {
      CommandOutput.of("run", workspace.pipeline, "--report", "\(folder)/\(report)", exits: 0)
    }
    // What is there and is no source stays none.
    #expect(CommandOutput.of("run", workspace.pipeline, "--report", "\(folder)/report.kml").status == 0)
    #expect(CommandOutput.of("ingest", folder, "-o", folder + "/a.features").status == 0)
  }

  /// Whether the file system takes names in other capitals for the same, as that of a Mac does.
  private static let foldsCase: Bool = {
    guard let workspace = try? Workspace(), (try? workspace.write("", to: "name")) != nil else { return false }
    return FileManager.default.fileExists(atPath: workspace.path("NAME"))
  }()

  @Test func `names in other capitals are one file if the file system takes them for one, there or not`() throws {
    let workspace = try Workspace()
    try workspace.write("", to: "there.txt")
    for (one, other) in [("there.txt", "THERE.txt"), ("new.txt", "NEW.txt"), ("Folder/new.txt", "folder/NEW.txt")] {
      var roles = FileRoles()
      try roles.write(one, at: workspace.path(one))
      let isRefused = (try? roles.write(other, at: workspace.path(other))) == nil
      #expect(isRefused == Self.foldsCase, "\(one), \(other)")
    }
  }

  @Test func `a device may be written twice, and a folder that does not exist has a file once`() throws {
    var roles = FileRoles()
    try roles.write("/dev/null", at: "/dev/null")
    try roles.write("/dev/null", at: "/dev/null")
    let workspace = try Workspace()
    try roles.write("a", at: workspace.path("new/folder/a"))
    try roles.write("b", at: workspace.path("new/folder/b"))
    #expect(throws: (any Error).self) { try roles.write("a", at: workspace.path("new/other/../folder/./a")) }
    #expect(throws: (any Error).self) { try roles.read("a", at: workspace.path("new//folder/a")) }
  }
}
