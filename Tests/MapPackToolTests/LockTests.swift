import Foundation
import Testing

@Suite struct LockTests {
  @Test func `a code that the lock expects and the data lacks fails the run and leaves every file`() throws {
    let workspace = try Workspace.made()
    try workspace.write(Island().without("010").geoJSON, to: "RawData/island.geojson")
    let before = try workspace.snapshot()
    let run = CommandOutput.of("run", workspace.pipeline, exits: 1)
    #expect(run.messages.contains("010"))
    #expect(run.messages.contains("--retire 010"))
    #expect(try workspace.snapshot() == before)

    CommandOutput.of("run", workspace.pipeline, "--retire", "010", exits: 0)
    #expect(try workspace.text("Pipelines/island.lock").contains("status: retired"))
    #expect(try workspace.text("Output/Island.swift").contains("@available(*, deprecated"))
  }

  @Test func `a new code is accepted, printed, and moves no other case`() throws {
    let workspace = try Workspace.made(Island().without("000"))
    let before = try workspace.text("Pipelines/island.lock").split(separator: "\n").filter { $0.contains("code:") }
    try workspace.write(Island().geoJSON, to: "RawData/island.geojson")
    let run = CommandOutput.of("run", workspace.pipeline, exits: 0)
    #expect(run.messages.contains("000"))
    #expect(run.messages.contains("[new-code]"))
    let after = try workspace.text("Pipelines/island.lock").split(separator: "\n").filter { $0.contains("code:") }
    #expect(Array(after.prefix(before.count)) == before)
    #expect(after.count == before.count + 1)
  }

  @Test func `the lock's cell is kept until another grid is asked for`() throws {
    let workspace = try Workspace.made()
    try workspace.write(
      Island.pipeline().replacingOccurrences(of: "tolerance: 1 km", with: "tolerance: 5 m"), to: "Pipelines/island.yml")
    #expect(CommandOutput.of("run", workspace.pipeline).status == 0)
    #expect(try workspace.text("Pipelines/island.lock").contains("cellExponent: 3\n"))
    try workspace.write(
      Island.pipeline().replacingOccurrences(of: "levels: 2", with: "grid: 10 cm"), to: "Pipelines/island.yml")
    #expect(CommandOutput.of("run", workspace.pipeline).status == 0)
    #expect(try workspace.text("Pipelines/island.lock").contains("cellExponent: -1\ncellOrigin: written\n"))
  }

  /// The island with other settings, without a seed.
  private func write(_ simplify: String, to workspace: Workspace) throws {
    try workspace.write(
      Island.pipeline().replacingOccurrences(of: "simplify: { tolerance: 1 km, levels: 2 }\n", with: simplify),
      to: "Pipelines/island.yml")
  }

  private func cell(_ workspace: Workspace) throws -> String? {
    try workspace.text("Pipelines/island.lock").split(separator: "\n").first { $0.hasPrefix("cellExponent") }
      .map(String.init)
  }

  /// Runs, and checks at once; says what the run printed.
  private func run(_ workspace: Workspace) throws -> String {
    let run = CommandOutput.of("run", workspace.pipeline, "--verbose", exits: 0)
    let check = CommandOutput.of("run", "--check", workspace.pipeline)
    #expect(check.status == 0, "\(check.results)\(check.messages)")
    return run.messages
  }

  private func identity(_ workspace: Workspace) throws -> String? {
    try workspace.text("Output/Island.swift").firstMatch(of: #/identity: 0x[0-9a-f_]+/#).map { String($0.0) }
  }

  @Test func `a map that keeps every vertex grows: its cell is chosen anew, said, and nothing else changes`() throws {
    let workspace = try Workspace(Island())
    try write("", to: workspace)
    let first = try run(workspace)
    #expect(first.contains("note: the pack grid has cells of ") && first.contains("[grid-fixed]"), "\(first)")
    #expect(!(try run(workspace)).contains("[grid"))
    let (cell, identity) = (try cell(workspace), try identity(workspace))
    // A part of a region, far away.
    var island = Island()
    for x in [25.0, 120] {
      island.pieces.append(
        .init(code: "011", name: "Nordost", ring: [(x, 40), (x + 1, 40), (x, 41), (x, 40)].map { (x: $0.0, y: $0.1) }))
    }
    try workspace.write(island.geoJSON, to: "RawData/island.geojson")
    let grown = try run(workspace)
    #expect(grown.contains("[grid-changed]"), "\(grown)")
    #expect(try self.cell(workspace) != cell)
    #expect(try self.identity(workspace) == identity)
    #expect(!(try run(workspace)).contains("[grid"))
  }

  @Test func `a tolerance that a chosen cell defeats, and one that needs it no more, have it chosen anew`() throws {
    let workspace = try Workspace(Island())
    _ = try run(workspace)
    #expect(try cell(workspace) == "cellExponent: 3")
    try write("simplify: { tolerance: 1 cm }\n", to: workspace)
    #expect(try run(workspace).contains("cells of 0.58 mm at the equator instead of 1.19 m"))
    #expect(try cell(workspace) == "cellExponent: -8")
    try write("", to: workspace)
    _ = try run(workspace)
    try write("simplify: { tolerance: 1 km, levels: 2 }\n", to: workspace)
    #expect(try run(workspace).contains("[grid-changed]"))
    #expect(try cell(workspace) == "cellExponent: 3")
    let fresh = try Workspace(Island())
    _ = try run(fresh)
    #expect(try workspace.data("Output/Island.mappack") == fresh.data("Output/Island.mappack"))
  }

  @Test func `a cell that was written is kept or refused, in the words of its key`() throws {
    let workspace = try Workspace(Island())
    try write("simplify: { tolerance: 1 cm, grid: 1 m }\n", to: workspace)
    let first = try run(workspace)
    #expect(first.contains("cells of 1.19 m at the equator, the nearest to what is asked for"), "\(first)")
    #expect(first.contains("warning: the cells of the pack grid are wider than the tolerance: 1.19 m"), "\(first)")
    // Still there when the key is gone.
    try write("simplify: { tolerance: 1 cm }\n", to: workspace)
    #expect(try run(workspace).contains("[grid-coarse]"))
    #expect(try cell(workspace) == "cellExponent: 3")
    let before = try workspace.snapshot()
    try write("simplify: { grid: 0.001 mm }\n", to: workspace)
    let refused = CommandOutput.of("run", workspace.pipeline, exits: 64)
    #expect(refused.messages.contains("cells of 0.0011 mm: its cells are from "), "\(refused.messages)")
    #expect(refused.messages.contains("`simplify.grid`") && !refused.messages.contains("2^"))
    #expect(
      try workspace.snapshot().filter { $0.key != "Pipelines/island.yml" }
        == before.filter { $0.key != "Pipelines/island.yml" })
    // A cell that the lock has as written is refused too if the map outgrows it.
    try write("simplify: { grid: 1 cm }\n", to: workspace)
    _ = try run(workspace)
    try write("", to: workspace)
    var island = Island()
    island.pieces.append(
      .init(
        code: "011", name: "Nordost", ring: [(120, 40), (121, 40), (120, 41), (120, 40)].map { (x: $0.0, y: $0.1) }))
    try workspace.write(island.geoJSON, to: "RawData/island.geojson")
    #expect(CommandOutput.of("run", workspace.pipeline).status == 64)
  }

  @Test(arguments: [
    ("expect: { count: 5 }\n", "has 4 regions, expected 5"),
    ("expect: { codes: [000, 001, 010, 011, 099] }\n", "no region has the expected code 099"),
    ("expect: { codes: [000, 001, 010] }\n", "not expected: 011"),
  ])
  func `a map that is not as expected fails and is not written`(more: String, words: String) throws {
    let workspace = try Workspace(Island(), more: more)
    let before = try workspace.snapshot()
    let run = CommandOutput.of("run", workspace.pipeline, exits: 1)
    #expect(run.messages.contains(words), "\(run.messages)")
    #expect(try workspace.snapshot() == before)
  }
}
