import Foundation
import MapPack
import Testing

/// `drop` and `select`, and what `init` leaves out by them.
@Suite struct DropTests {
  private static func square(_ code: String, _ kind: String, _ x: Double, _ side: Double = 0.1) -> String {
    GeoJSONText.feature(["code": code, "kind": kind], GeoJSONText.square(x, 50, side))
  }

  private static let source = GeoJSONText.collection([
    square("A", "land", 10), square("B", "lake", 11), square("C", "land", 12), square("D", "sea", 13),
  ])

  private static func codes(_ workspace: Workspace) throws -> [String] {
    try Pack(contentsOf: URL(fileURLWithPath: workspace.path("Output/Trial.mappack"))).shapes.map(\.code).sorted()
  }

  @Test(arguments: [
    ("drop: { record: [2, 4] }", ["A", "C"]), ("drop: { record: 2, kind: land }", ["A", "B", "C", "D"]),
    ("drop: [{ kind: lake }, { code: C }]", ["A", "D"]),
    ("drop: [{ kind: land, code: A }, { record: 4 }]", ["B", "C"]),
    ("select: [{ kind: sea }, { code: [A, B] }]", ["A", "B", "D"]),
    ("select: { record: [1, 2, 3] }\ndrop: [{ record: 3 }]", ["A", "B"]),
  ])
  func `features are reached by their number, and by any of several conditions`(
    lines: String, codes: [String]
  ) throws {
    let workspace = try Workspace()
    try workspace.write(Self.source, to: "source.geojson")
    let pipeline = try workspace.writePipeline(lines, "merge: { key: code }")
    CommandOutput.of("run", pipeline, exits: 0)
    #expect(try Self.codes(workspace) == codes)
  }

  @Test(arguments: ["drop: []", "drop: [lake]", "drop: [{ nothing: lake }]"])
  func `a list without a condition, and one with a field that there is not, are refused`(line: String) throws {
    let workspace = try Workspace()
    try workspace.write(Self.source, to: "source.geojson")
    let run = CommandOutput.of("run", try workspace.writePipeline(line, "merge: { key: code }"))
    #expect(run.status == 64, "\(run.messages)")
  }

  @Test func `stages reach a feature by its number, too`() throws {
    let workspace = try Workspace()
    let source = try workspace.write(Self.source, to: "source.geojson")
    workspace.stages(ingest: [source, "--drop", "record=2", "--drop", "record=4"], merge: ["--key", "code"])
    #expect(CommandOutput.of("inspect", workspace.path("b.coverage"), exits: 0).results.contains("2 regions"))
  }

  @Test func `a feature without a name, a key and land is left out by its number, with a warning`() throws {
    let nothing =
      #"{"type":"Feature","properties":{"code":null,"kind":null},"geometry":{"type":"Polygon","coordinates":[[[14,50],[14.1,50],[14,50]]]}}"#
    let features = [Self.square("A", "land", 10), nothing, Self.square("B", "sea", 11), nothing]
    let trial = try Trial(GeoJSONText.collection(features))
    #expect(trial.pipeline.contains("drop: { record: [2, 4] }\n"), "\(trial.pipeline)")
    #expect(trial.run.messages.contains("warning: 2 features without a name, a key and land"), "\(trial.run)")
    #expect(try Self.codes(trial.workspace) == ["A", "B"])
  }

  @Test func `a region without land that no field tells from the others is left out by its number`() throws {
    // All of its values stand elsewhere, too, and its key is two of them.
    let rows = [("1", "a", 0.1), ("1", "b", 0.1), ("2", "a", 0.1), ("2", "b", 0.0)]
    let features = rows.enumerated().map { index, row in
      GeoJSONText.feature(
        ["STATE_CODE": "0\(row.0)", "COUNTY_CODE": "0\(row.1 == "a" ? 1 : 2)"],
        GeoJSONText.square(10 + Double(index), 50, row.2 == 0 ? 1e-9 : row.2))
    }
    let trial = try Trial(GeoJSONText.collection(features))
    #expect(trial.pipeline.contains("drop: { record: 4 }\n"), "\(trial.pipeline)")
    #expect(try Self.codes(trial.workspace).count == 3)
  }

  @Test func `a refusal writes the condition that a pipeline file takes`() throws {
    let workspace = try Workspace()
    let features = [Self.square("A", "land", 10), Self.square("B", "land", 11, 1e-9)]
    try workspace.write(GeoJSONText.collection(features), to: "source.geojson")
    let run = CommandOutput.of("run", try workspace.writePipeline("merge: { key: code }"), exits: 1)
    #expect(run.messages.contains("leave it out with `drop: { code: B }`"), "\(run.messages)")
    CommandOutput.of("run", try workspace.writePipeline("merge: { key: code }", "drop: { code: B }"), exits: 0)
  }
}
