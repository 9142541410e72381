import Foundation
import MapPack
import MapPackFeatures
import MapPackTool
import Testing

@Suite struct SizeTests {
  /// The island with many vertices, so that there is something to choose from.
  private func workspace(size: String, more: String = "") throws -> Workspace {
    let workspace = try Workspace(Island())
    let text = try workspace.text("Pipelines/island.yml")
      .replacingOccurrences(of: "{ tolerance: 1 km, levels: 2 }", with: "{ size: \(size)\(more) }")
    try workspace.write(text, to: "Pipelines/island.yml")
    return workspace
  }

  @Test(arguments: ["2200 B", "2500 B"], ["", ", levels: 3", ", grid: 1 m"])
  func `a pack of a given size is no larger, and nearly as large`(size: String, more: String) throws {
    let workspace = try workspace(size: size, more: more)
    CommandOutput.of("run", workspace.pipeline, exits: 0)
    let asked = try #require(Quantity.bytes(size))
    let found = try workspace.data("Output/Island.mappack").count
    #expect(found <= asked && found * 10 >= asked * 9, "\(found)")
  }

  @Test func `stages one by one give the bytes of the run`() throws {
    let workspace = try workspace(size: "2300 B", more: ", levels: 2")
    #expect(CommandOutput.of("run", workspace.pipeline).status == 0)
    workspace.stages(pipeline: workspace.pipeline, emit: ["--pack", workspace.path("stages.mappack")])
    #expect(try workspace.data("stages.mappack") == workspace.data("Output/Island.mappack"))
  }

  @Test func `without a pipeline file the pack fits whatever the map is called`() throws {
    let workspace = try Workspace(Island())
    workspace.stages(
      ingest: [workspace.path("RawData/island.geojson")], merge: ["--key", "code", "--name", "name"],
      simplify: ["--size", "2.3KB"],
      emit: ["--pack", workspace.path("x.mappack"), "--type", String(repeating: "L", count: 60)])
    let found = try workspace.data("x.mappack").count
    #expect(found <= 2300 && found >= 2070, "\(found)")
  }

  @Test func `a size below the least is wrong usage, and says the least`() throws {
    let workspace = try workspace(size: "100 B")
    let run = CommandOutput.of("run", workspace.pipeline, exits: 64)
    #expect(run.messages.contains("island.yml: error: the smallest pack that this map can have is "))
    #expect(workspace.files() == ["Pipelines/island.yml", "RawData/island.geojson"])
  }

  @Test func `a flag wins over the size that the pipeline file asks for`() throws {
    let workspace = try workspace(size: "2300 B")
    let simplified = workspace.stages(pipeline: workspace.pipeline, simplify: ["--none"])
    let whole = CommandOutput.of("inspect", simplified)
    #expect(whole.results.contains("level 0: tolerance 0 m"), "\(whole.results)")
  }
}
