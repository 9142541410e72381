import Foundation
import MapPackFeatures
import TestSupport
import Testing

@testable import MapPackFiles
@testable import MapPackProject
@testable import MapPackTool

/// Which maps a run makes again.
@Suite struct UpToDateTests {
  /// A project with three maps, of which two share a name table and two a source.
  private static func project() throws -> Workspace {
    let workspace = try Workspace(Island())
    let island = Island()
    try workspace.write("code,name\n011,Nordost\n", to: "names.csv")
    try workspace.write("date,kind,from,to\n", to: "changes.csv")
    try workspace.write(island.shuffled(seed: 3).geoJSON, to: "RawData/other.geojson")
    try workspace.write(
      Island.pipeline(more: "names: { table: names.csv }\n").replacingOccurrences(of: "Island", with: "Second"),
      to: "Pipelines/second.yml")
    try workspace.write(
      Island.pipeline(more: "names: { table: names.csv }\nchanges: changes.csv\n")
        .replacingOccurrences(of: "Island", with: "Third")
        .replacingOccurrences(of: "island.geojson", with: "other.geojson"),
      to: "Pipelines/third.yml")
    return workspace
  }

  private static let all = ["Island", "Second", "Third"]

  private static func run(_ workspace: Workspace, _ flags: [String] = [], jobs: Int = 2) -> CommandOutput {
    CommandOutput.of(
      RootCommand.self,
      ["run", workspace.pipeline, workspace.path("Pipelines/second.yml"), workspace.path("Pipelines/third.yml")]
        + ["--jobs", "\(jobs)"] + flags)
  }

  /// The maps that a run says it made.
  private static func made(_ run: CommandOutput) -> [String] {
    all.filter { map in run.results.split(separator: "\n").contains { $0.hasPrefix("\(map): 4 regions") } }
  }

  private static let upToDate = all.map { "\($0): up to date\n" }.joined()

  @Test func `a second run says that all is up to date, touches nothing, and removes what a killed one left`() throws {
    let workspace = try Self.project()
    let first = Self.run(workspace)
    #expect(first.status == 0 && Self.made(first) == Self.all, "\(first.messages)")
    let before = try workspace.snapshot()
    let target = OutputTarget(resolved: workspace.path("Output/Island.mappack"), called: "")
    try Data("half".utf8).write(to: URL(fileURLWithPath: target.temporary))
    for flags in [[], ["--dry-run"]] {
      let second = Self.run(workspace, flags)
      #expect(second.status == 0 && second.messages == "")
      #expect(second.results == Self.upToDate)
    }
    #expect(Self.run(workspace, ["--quiet"]).results == "")
    #expect(try workspace.snapshot() == before)
    #expect(Self.made(Self.run(workspace, ["--force"])) == Self.all)
    #expect(Self.made(Self.run(workspace, ["--report", workspace.path("report.json")])) == Self.all)
  }

  /// A file that a map hangs on, and the maps that are made again if one byte of it changes.
  struct Input: CustomTestStringConvertible, Sendable {
    var file: String
    var maps: [String]
    var reason: String
    /// What to put into the file in place of what.
    var edit: (String, String) = ("\n", " \n")

    var testDescription: String { file }
  }

  private static let inputs = [
    Input(
      file: "RawData/island.geojson", maps: ["Island", "Second"],
      reason: "island.yml: the input has changed: RawData/island.geojson"),
    Input(
      file: "RawData/other.geojson", maps: ["Third"], reason: "third.yml: the input has changed: RawData/other.geojson"),
    Input(file: "names.csv", maps: ["Second", "Third"], reason: "second.yml: the input has changed: names.csv"),
    Input(file: "changes.csv", maps: ["Third"], reason: "third.yml: the input has changed: changes.csv"),
    Input(
      file: "Pipelines/second.yml", maps: ["Second"], reason: "second.yml: the pipeline file has changed",
      edit: ("\n", "\n# a remark\n")),
    Input(
      file: "Pipelines/third.lock", maps: ["Third"], reason: "third.lock: the name lock has changed",
      edit: ("regions:", "# a remark\nregions:")),
    Input(
      file: "Output/Island.mappack", maps: ["Island"], reason: "Output/Island.mappack: it was edited or is damaged",
      edit: ("Island", "island")),
    Input(
      file: "Output/Second.swift", maps: ["Second"], reason: "Output/Second.swift: it was edited or is damaged",
      edit: ("case", "Case")),
    Input(
      file: "Pipelines/Third.provenance.json", maps: ["Third"],
      reason: "third.yml: the algorithm version is \(Provenance.currentAlgorithm), it was made with version 99",
      edit: ("\"algorithm\" : \(Provenance.currentAlgorithm)", "\"algorithm\" : 99")),
    Input(
      file: "Pipelines/Island.provenance.json", maps: ["Island"],
      reason: "island.yml: it was made by mappack 0.0.9, and this is mappack \(ToolVersion.current)",
      edit: ("\"tool\" : \"\(ToolVersion.current)\"", "\"tool\" : \"0.0.9\"")),
  ]

  @Test(arguments: inputs)
  func `a changed file makes the maps that hang on it again, and no other`(input: Input) throws {
    let workspace = try Self.project()
    #expect(Self.run(workspace).status == 0)
    let before = try workspace.snapshot()
    var data = try workspace.data(input.file)
    let range = try #require(data.firstRange(of: Data(input.edit.0.utf8)), "nothing to edit")
    data.replaceSubrange(range, with: Data(input.edit.1.utf8))
    try data.write(to: workspace.url.appendingPathComponent(input.file))

    let dryRun = Self.run(workspace, ["--dry-run"])
    #expect(dryRun.status == 0)
    #expect(dryRun.results.contains("\(input.maps[0]): would be made: \(input.reason)\n"), "\(dryRun.results)")
    let wouldBeMade = Self.all.filter { dryRun.results.contains("\($0): would be made") }
    #expect(wouldBeMade == input.maps)

    let run = Self.run(workspace)
    #expect(run.status == 0 && Self.made(run) == input.maps, "\(run.results)\(run.messages)")
    for map in Self.all where !input.maps.contains(map) { #expect(run.results.contains("\(map): up to date\n")) }
    #expect(Self.run(workspace).results == Self.upToDate)
    // What was edited by hand is as it was; what is made from an edited file tells of it.
    if input.file.hasPrefix("Output") || input.file.hasSuffix(".provenance.json") {
      #expect(try workspace.snapshot() == before)
    }
  }

  @Test(arguments: [
    ("Output/", "Output/Island.mappack"), ("Output/", "Output/Island.swift"), ("Pipelines/", "Island.provenance.json"),
  ])
  func `an output that is gone is made again`(folder: String, name: String) throws {
    let workspace = try Self.project()
    #expect(Self.run(workspace).status == 0)
    let before = try workspace.snapshot()
    try FileManager.default.removeItem(atPath: workspace.path(folder + name.split(separator: "/").suffix(1).joined()))
    #expect(Self.run(workspace, ["--dry-run"]).results.contains("would be made: \(name): it is missing\n"))
    #expect(Self.made(Self.run(workspace)) == ["Island"])
    #expect(try workspace.snapshot() == before)
  }

  @Test func `a run elsewhere is up to date if the lock in its place is`() throws {
    let workspace = try Workspace(Island())
    let elsewhere = ["run", workspace.pipeline, "--output", workspace.path("trial")]
    func trial() -> String { CommandOutput.of(RootCommand.self, elsewhere).results }
    #expect(trial().hasPrefix("Island: 4 regions"))
    // There is no lock yet that the next run would read.
    #expect(trial().hasPrefix("Island: 4 regions"))
    #expect(CommandOutput.of("run", workspace.pipeline).status == 0)
    #expect(trial() == "Island: up to date\n")
    let lock = try workspace.text("Pipelines/island.lock")
    try workspace.write("# a remark\n" + lock, to: "Pipelines/island.lock")
    #expect(trial().hasPrefix("Island: 4 regions"))
  }

  @Test(arguments: [1, 2, 5])
  func `maps that are made beside each other give the same files and words`(jobs: Int) throws {
    func withoutSeconds(_ text: String) -> String { text.replacing(#/[0-9.]+ s\n/#, with: "s\n") }
    let workspace = try Self.project()
    try workspace.write("map: Third\n", to: "Pipelines/third.yml")
    let run = Self.run(workspace, jobs: jobs)
    let other = try Self.project()
    try other.write("map: Third\n", to: "Pipelines/third.yml")
    let one = Self.run(other, jobs: 1)
    #expect(run.status == 64 && one.status == 64)
    #expect(withoutSeconds(run.results) == withoutSeconds(one.results))
    #expect(
      run.messages.replacingOccurrences(of: workspace.url.path, with: "")
        == one.messages.replacingOccurrences(of: other.url.path, with: ""))
    #expect(try workspace.snapshot() == other.snapshot())
  }
}

/// How maps are found by their names.
@Suite struct PipelineFolderTests {
  private func folder() throws -> (Workspace, PipelineFolder) {
    let workspace = try Workspace(Island())
    try workspace.write("", to: "Pipelines/island.lock")
    try workspace.write(Island.pipeline(), to: "Pipelines/coast.yaml")
    return (workspace, PipelineFolder(ofProject: workspace.url.path))
  }

  @Test func `every pipeline file is found, and no lock`() throws {
    let (workspace, folder) = try folder()
    #expect(try folder.paths([]) == ["coast.yaml", "island.yml"].map { workspace.path("Pipelines/\($0)") })
  }

  @Test func `a map is named by its file's name, with or without the ending, or by a path`() throws {
    let (workspace, folder) = try folder()
    #expect(
      try folder.paths(["island", "coast", workspace.pipeline, "else/where.yml"])
        == [workspace.pipeline, workspace.path("Pipelines/coast.yaml"), workspace.pipeline, "else/where.yml"])
  }

  @Test func `a name that no map has is refused with the one that may be meant`() throws {
    let (workspace, folder) = try folder()
    defer { withExtendedLifetime(workspace) {} }
    let error = #expect(throws: StageError.self) { try folder.paths(["iland"]) }
    #expect(error?.status == .usage)
    #expect(error?.remedy == "did you mean island? the maps are coast, island")
  }

  @Test func `a folder without a pipeline file is refused in words`() throws {
    let workspace = try Workspace(Island())
    defer { withExtendedLifetime(workspace) {} }
    let empty = workspace.path("RawData")
    let error = #expect(throws: StageError.self) { try PipelineFolder(ofProject: empty).paths([]) }
    #expect(error?.status == .usage && error?.remedy?.words.contains("mappack init") == true)
  }
}
