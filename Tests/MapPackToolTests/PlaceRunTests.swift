import Foundation
import MapPackFeatures
import MapPackTool
import Testing

/// `clean.places` in pipeline files.
@Suite struct `Places in a pipeline file` {
  private static func workspace(_ clean: String) throws -> Workspace {
    let workspace = try Workspace()
    let towns = [
      ("1", "[[0,0],[2,0],[2,1],[0,1],[0,0]]"), ("2", "[[1.9,0],[5,0],[5,1],[1.9,1],[1.9,0]]"),
      ("3", "[[0,3],[2,3],[2,3.4],[1.9,3.4],[1.9,3.6],[2,3.6],[2,4],[0,4],[0,3]]"),
      ("4", "[[2,3],[4,3],[4,4],[2,4],[2,3]]"),
    ]
    let features = towns.map { GeoJSONText.feature(["code": $0], #"{"type":"Polygon","coordinates":[\#($1)]}"#) }
    try workspace.write(GeoJSONText.collection(features), to: "RawData/towns.geojson")
    try workspace.writePipeline(
      "merge: { key: code }", clean, of: "RawData/towns.geojson", map: "Towns", outputs: ", report: report.json")
    return workspace
  }

  private static func rules(_ json: Any?) -> Set<String> {
    Set((json as? [[String: Any]] ?? []).compactMap { $0["rule"] as? String })
  }

  @Test func `validate and run agree on what was decided and on what was not`() throws {
    let workspace = try Self.workspace(
      "clean: { places: [{ at: [1.95, 0.5], overlap: 1 }, { at: [1.95, 3.5], gap: fill }, { at: [9, 9], gap: lake }] }")
    let pipeline = workspace.path("Pipelines/towns.yml")
    let validated = CommandOutput.of("validate", "--pipeline", pipeline, "--format", "json", exits: 0)
    let found = try JSONSerialization.jsonObject(with: Data(validated.results.utf8)) as? [String: Any]
    CommandOutput.of("run", pipeline, exits: 0)
    let report = try JSONSerialization.jsonObject(with: workspace.data("report.json")) as? [String: Any]
    let map = (report?["maps"] as? [[String: Any]])?.first
    let expected: Set = ["overlap", "gap-filled", "place-without-effect"]
    #expect(Self.rules(found?["findings"]) == expected)
    #expect(Self.rules(map?["findings"]) == expected)
    let idle = (map?["findings"] as? [[String: Any]])?.first { $0["rule"] as? String == "place-without-effect" }
    #expect(idle?["line"] as? Int == 4 && (idle?["file"] as? String)?.hasSuffix("towns.yml") == true)
  }

  @Test(arguments: [
    ("{ at: [1.95, 0.5], overlap: 3 }", "is claimed by 1 and 2, and not by 3"),
    ("{ at: [1.95, 3.5] }", "does not say what becomes of the land"),
    ("{ at: [1.95, 3.5], gap: fill, overlap: 1 }", "has both `gap` and `overlap`"),
    ("{ gap: fill }", "`clean.places[0].at` is missing"), ("{ at: [1, 99], gap: fill }", "is not a location"),
    ("{ at: [1.95, 3.5], gap: drain }", "expected fill or lake"),
  ])
  func `a line that says nothing, too much or what cannot be ends the run`(place: String, words: String) throws {
    let workspace = try Self.workspace("clean: { places: [\(place)] }")
    let run = CommandOutput.of("run", workspace.path("Pipelines/towns.yml"), exits: 64)
    #expect(run.messages.contains(words), "\(run.messages)")
    let validated = CommandOutput.of("validate", "--pipeline", workspace.path("Pipelines/towns.yml"), exits: 64)
    #expect(validated.messages.contains(words), "\(validated.messages)")
  }

  @Test func `places that mend need repairs`() throws {
    let workspace = try Self.workspace("clean: { mode: none, places: [{ at: [1.95, 3.5], gap: fill }] }")
    let run = CommandOutput.of("run", workspace.path("Pipelines/towns.yml"), exits: 64)
    #expect(run.messages.contains("`clean.mode` allows no repair"), "\(run.messages)")
  }
}
