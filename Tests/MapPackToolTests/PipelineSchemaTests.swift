import Foundation
import MapPackFeatures
import TestSupport
import Testing
import Yams

@testable import MapPackProject
@testable import MapPackTool

/// The JSON Schema by which editors know pipeline files.
@Suite struct PipelineSchemaTests {
  private static let pipelines = SwiftCompiler.root.appendingPathComponent("Pipelines")

  private static func schema() throws -> JSONSchema {
    JSONSchema(try JSONValue(text: String(decoding: try PipelineSchema.encoded(), as: UTF8.self)))
  }

  /// A YAML text as an editor takes it: with numbers and truth values.
  private static func json(_ yaml: String) throws -> JSONValue {
    func converted(_ yaml: Any?) throws -> JSONValue {
      switch yaml {
      case nil, is NSNull: .null
      case let value as Bool: .bool(value)
      case let value as Int: .number(Double(value))
      case let value as Double: .number(value)
      case let value as String: .string(value)
      case let value as Date: .string("\(value)")
      case let value as [Any?]: .array(try value.map(converted))
      case let value as [AnyHashable: Any?]:
        .object(
          Dictionary(uniqueKeysWithValues: try value.map { ("\($0.key)", try converted($0.value)) }))
      default: throw Strange(value: "\(String(describing: yaml))")
      }
    }
    return try converted(try Yams.load(yaml: yaml))
  }

  private struct Strange: Error { var value: String }

  @Test func `the schema that is committed is the one that the tool prints`() throws {
    let committed = try Data(contentsOf: Self.pipelines.appendingPathComponent(PipelineSchema.fileName))
    #expect(
      committed == (try PipelineSchema.encoded()), "mappack schemas --pipeline-file > Pipelines/mappack.schema.json")
    let printed = CommandOutput.of("schemas", "--pipeline-file")
    #expect(printed.status == 0 && Data(printed.results.utf8) == committed)
  }

  @Test func `every pipeline file that is shipped fits the schema, and names it in its first line`() throws {
    let schema = try Self.schema()
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.pipelines.path).filter { $0.hasSuffix(".yml") }
    try #require(files.count >= 9)
    for file in files {
      let text = try String(contentsOf: Self.pipelines.appendingPathComponent(file), encoding: .utf8)
      #expect(try schema.faults(in: Self.json(text)) == [], "\(file)")
      #expect(text.hasPrefix(PipelineSchema.comment + "\n"), "\(file)")
    }
  }

  @Test func `every pipeline file of the documentation fits the schema`() throws {
    let schema = try Self.schema()
    let folder = "Sources/MapPackTool/MapPackTool.docc"
    for page in ["README.md", "\(folder)/AddingAMap.md", "\(folder)/PipelineFile.md"] {
      let listings = try Listing.all(in: page).filter { $0.language == "yaml" && $0.text.hasPrefix("map:") }
      try #require(!listings.isEmpty)
      for listing in listings { #expect(try schema.faults(in: Self.json(listing.text)) == [], "\(page)") }
    }
  }

  private static let plain = """
    map: Island
    sources: [{ path: a.shp }]
    output: { pack: Island.mappack, swift: Island.swift }

    """

  /// Lines that a pipeline file may have.
  static let right = [
    "select: { A: [1, \"2\", null], B: x, C: null }", "drop: { A: true }", "expect: { count: 0, codes: [01, A] }",
    "expect: { bounds: [122, 20, 154, 46.5] }", "names: { english: true, table: t.csv, codes: { 1: 2 } }",
    "clean: { mode: repair, snap: 20 cm, fillGaps: 500 m2 }", "clean: { fillGaps: 5m }", "clean: { fillGaps: 1 km² }",
    "clean: { places: [{ at: [5.93, 60.71], gap: fill }, { at: [-6, 60], gap: lake }, { at: [5, 59], overlap: 4613 }] }",
    "simplify: { keep: 10 % }", "simplify: { keep: 0.5 }", "simplify: { size: 64 KB }", "simplify: { size: 65536 }",
    "simplify: { zoom: 6, levels: 16, method: weighted-visvalingam }", "simplify: { tolerance: .5 km, grid: 1 m }",
    "simplify: { keepIslands: [15003, \"a\", [129.37, 34.2]], regions: { 13101: { tolerance: 10 m } } }",
    "merge: { key: \"{A}-{B}\", keyless: keep, attributes: [A], group: G }", "schema: n03", "plane: mercator",
  ]

  @Test(arguments: right) func `what the reader takes fits the schema`(line: String) throws {
    _ = try PipelineFile(text: Self.plain + line + "\n", path: "Pipelines/a.yml")
    #expect(try Self.schema().faults(in: Self.json(Self.plain + line + "\n")) == [])
  }

  /// Lines that a pipeline file may not have.
  static let wrong = [
    "merged: {}", "plane: globe", "schema: n04", "merge: { keys: A }", "merge: { keyless: no }", "merge: [A]",
    "clean: { snap: 20 }", "clean: { fillGap: 5 m }", "clean: { mode: mend }", "clean: { places: [{ gap: fill }] }",
    "clean: { places: [{ at: [5, 60], gap: drain }] }", "clean: { places: [{ at: [5], gap: fill }] }",
    "names: { english: perhaps }",
    "expect: { count: -1 }", "expect: { bounds: [1, 2, 3] }", "simplify: { levels: 17 }", "simplify: { keep: 10 pct }",
    "simplify: { zoom: six }", "simplify: { tolerance: 100 feet }", "simplify: { minimumIsland: 1 km }",
    "simplify: { regions: { A: {} } }", "simplify: { keepIslands: A }", "select: A",
  ]

  @Test(arguments: wrong) func `what does not fit the schema is refused by the reader`(line: String) throws {
    #expect(throws: StageError.self) { try PipelineFile(text: Self.plain + line + "\n", path: "Pipelines/a.yml") }
    #expect(try !Self.schema().faults(in: Self.json(Self.plain + line + "\n")).isEmpty)
  }

  @Test func `init puts the schema beside the pipeline file, which names it in its first line`() throws {
    let workspace = try Workspace()
    try workspace.write(Island().geoJSON, to: "RawData/island.geojson")
    CommandOutput.of(
      "init", "Island", workspace.path("RawData/island.geojson"), "--project", workspace.url.path, "--no-run", exits: 0)
    #expect(try workspace.data("Pipelines/\(PipelineSchema.fileName)") == PipelineSchema.encoded())
    #expect(try workspace.text("Pipelines/Island.yml").hasPrefix(PipelineSchema.comment + "\n"))
  }
}
