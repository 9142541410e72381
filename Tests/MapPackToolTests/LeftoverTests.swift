import Foundation
import Testing

@testable import MapPackFiles
@testable import MapPackProject
@testable import MapPackTool

/// What a killed `init` leaves beside the pipelines, and what the next run makes of that.
@Suite struct LeftoverTests {
  private static func hidden(_ workspace: Workspace) -> [String] {
    workspace.files().filter { $0.contains("/.mappack-") }
  }

  private static func target(_ name: String, _ workspace: Workspace) throws -> OutputTarget {
    try #require(try OutputTarget(existing: workspace.path("Pipelines/" + name), called: name))
  }

  private static func made() throws -> (workspace: Workspace, pipeline: String) {
    let workspace = try Workspace()
    try workspace.write(
      GeoJSONText.collection([
        GeoJSONText.feature(
          ["code": "a", "name": "A"],
          #"{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,1],[0,0]]]}"#)
      ]), to: "source.geojson")
    let pipeline = try workspace.writePipeline(#"merge: { key: "{code}", name: "{name}" }"#)
    return (workspace, pipeline)
  }

  @Test func `the next run of any map removes the hidden files of a killed init`() throws {
    let (workspace, pipeline) = try Self.made()
    for name in ["Never.yml", PipelineSchema.fileName] {
      let target = try Self.target(name, workspace)
      try Data("half".utf8).write(to: URL(fileURLWithPath: target.temporary))
      try Data("half".utf8).write(to: URL(fileURLWithPath: target.journal + "-new"))
    }
    // A check and a dry run write nothing.
    _ = CommandOutput.of("run", "--dry-run", pipeline)
    #expect(Self.hidden(workspace).count == 4)
    CommandOutput.of("run", pipeline, exits: 0)
    #expect(Self.hidden(workspace).isEmpty)
  }

  @Test func `files that are being written, or that another map's run may need, stay`() throws {
    let (workspace, pipeline) = try Self.made()
    try workspace.writePipeline(#"merge: { key: "{code}" }"#, map: "Other")
    let busy = try Self.target("Busy.yml", workspace)
    let output = try OutputFile(busy)
    let lock = try #require(try PipelineFile(contentsOf: workspace.path("Pipelines/other.yml")).maps.first?.lockPath)
    let needed = try #require(try OutputTarget(existing: lock, called: "lock")).temporary
    try Data("whole".utf8).write(to: URL(fileURLWithPath: needed))
    CommandOutput.of("run", pipeline, exits: 0)
    #expect(FileManager.default.fileExists(atPath: busy.temporary))
    #expect(FileManager.default.fileExists(atPath: needed))
    output.discard()
  }

  /// The journal of an `init` that was killed at each of its steps.
  @Test func `what a killed init has begun is finished or undone, whatever the next map is`() throws {
    let (workspace, pipeline) = try Self.made()
    var outputs = OutputSet()
    for name in ["New.yml", PipelineSchema.fileName] {
      outputs.add(Data("map: New\n".utf8), to: workspace.path("Pipelines/" + name), called: name)
    }
    var copies: [Workspace] = []
    try outputs.commit(at: { _ in
      guard let copy = try? Workspace(), (try? FileManager.default.removeItem(at: copy.url)) != nil,
        (try? FileManager.default.copyItem(at: workspace.url, to: copy.url)) != nil
      else { return }
      copies.append(copy)
    })
    #expect(copies.count > 4)
    for copy in copies {
      CommandOutput.of("run", copy.path("Pipelines/" + URL(fileURLWithPath: pipeline).lastPathComponent), exits: 0)
      #expect(Self.hidden(copy).isEmpty)
      let names = copy.files().filter { $0.hasPrefix("Pipelines/") }
      #expect(
        names.contains("Pipelines/New.yml") == names.contains("Pipelines/" + PipelineSchema.fileName), "\(names)")
    }
  }
}
