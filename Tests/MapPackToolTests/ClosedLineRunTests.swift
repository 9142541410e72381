import Testing

/// `closedLines` in a pipeline file.
@Suite struct `Closed lines of a pipeline file` {
  private static func run(_ key: String) throws -> CommandOutput {
    let workspace = try Workspace()
    let line = #"{"type":"LineString","coordinates":[[0,0],[4,0],[4,4],[0,0]]}"#
    try workspace.write(GeoJSONText.collection([GeoJSONText.feature(["code": "1"], line)]), to: "RawData/land.geojson")
    let text = """
      map: Land
      sources: [{ path: RawData/land.geojson\(key) }]
      merge: { key: code }
      output: { pack: Output/Land.mappack, swift: Output/Land.swift }
      """
    return CommandOutput.of("run", try workspace.write(text, to: "Pipelines/land.yml"))
  }

  @Test func `a source that has nothing but lines is told what they can be`() throws {
    let refused = try Self.run("")
    #expect(refused.status == 1)
    #expect(
      refused.messages.contains("there is no polygon to merge") && refused.messages.contains("`closedLines: areas`"),
      "\(refused.messages)")
    let made = try Self.run(", closedLines: areas")
    #expect(made.status == 0 && made.results.contains("1 region"), "\(made.messages)")
  }
}
