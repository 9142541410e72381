import Foundation
import MapPipeline
import Testing

@Suite struct LockTests {
  @Test func `a code that the lock expects and the data lacks fails the run and leaves every file`() throws {
    let workspace = try Workspace(Island())
    #expect(CommandOutput.of("run", workspace.pipeline).status == 0)
    try workspace.write(Island().without("010").geoJSON, to: "RawData/island.geojson")
    let before = try workspace.snapshot()
    let run = CommandOutput.of("run", workspace.pipeline)
    #expect(run.status == 1)
    #expect(run.messages.contains("010"))
    #expect(run.messages.contains("--retire 010"))
    #expect(try workspace.snapshot() == before)

    let retired = CommandOutput.of("run", workspace.pipeline, "--retire", "010")
    #expect(retired.status == 0, "\(retired.messages)")
    #expect(try workspace.text("Pipelines/island.names.yml").contains("status: retired"))
    #expect(try workspace.text("Output/Island.swift").contains("@available(*, deprecated"))
  }

  @Test func `a new code is accepted, printed, and moves no other case`() throws {
    let workspace = try Workspace(Island().without("000"))
    #expect(CommandOutput.of("run", workspace.pipeline).status == 0)
    let before = try workspace.text("Pipelines/island.names.yml").split(separator: "\n").filter { $0.contains("code:") }
    try workspace.write(Island().geoJSON, to: "RawData/island.geojson")
    let run = CommandOutput.of("run", workspace.pipeline)
    #expect(run.status == 0, "\(run.messages)")
    #expect(run.messages.contains("000"))
    #expect(run.messages.contains("[new-code]"))
    let after = try workspace.text("Pipelines/island.names.yml").split(separator: "\n").filter { $0.contains("code:") }
    #expect(Array(after.prefix(before.count)) == before)
    #expect(after.count == before.count + 1)
  }

  @Test func `the lock's cell is kept until another grid is asked for`() throws {
    let workspace = try Workspace(Island())
    #expect(CommandOutput.of("run", workspace.pipeline).status == 0)
    try workspace.write(
      Island.pipeline().replacingOccurrences(of: "tolerance: 1 km", with: "tolerance: 1 m"), to: "Pipelines/island.yml")
    #expect(CommandOutput.of("run", workspace.pipeline).status == 0)
    #expect(try workspace.text("Pipelines/island.names.yml").contains("cellExponent: 3\n"))
    try workspace.write(
      Island.pipeline().replacingOccurrences(of: "levels: 2", with: "grid: 10 cm"), to: "Pipelines/island.yml")
    #expect(CommandOutput.of("run", workspace.pipeline).status == 0)
    #expect(try workspace.text("Pipelines/island.names.yml").contains("cellExponent: -1\n"))
  }

  @Test(arguments: [
    ("expect: { count: 5 }\n", "has 4 regions, expected 5"),
    ("expect: { codes: [000, 001, 010, 011, 099] }\n", "no region has the expected code 099"),
    ("expect: { codes: [000, 001, 010] }\n", "not expected: 011"),
  ])
  func `a map that is not as expected fails and is not written`(more: String, words: String) throws {
    let workspace = try Workspace(Island(), more: more)
    let before = try workspace.snapshot()
    let run = CommandOutput.of("run", workspace.pipeline)
    #expect(run.status == 1)
    #expect(run.messages.contains(words), "\(run.messages)")
    #expect(try workspace.snapshot() == before)
  }
}
