import MapPackFeatures
import MapPackIngest
import TestSupport
import Testing

@Test func `a condition that no feature meets is told, each value by itself`() throws {
  let folder = try TemporaryFolder()
  let features = (1...3).map { #"{"type": "Feature", "properties": {"A": "\#($0)", "B": "x"}, "geometry": null}"# }
  let path = try folder.write(
    #"{"type": "FeatureCollection", "features": [\#(features.joined(separator: ","))]}"#, to: "a.geojson")
  let table = try ingest(
    path, select: FeatureFilter(terms: [("B", ["x", "y"])]),
    drop: FeatureFilter(anyOf: [[("record", ["1", "9"])], [("A", ["2"]), ("B", ["y"])], [("A", ["3"])]]))
  let told = table.findings.filter { $0.rule == .conditionWithoutEffect }.map(\.message)
  #expect(
    told == [
      "no feature meets a condition of `select`: B: y",
      "no feature meets conditions of `drop`: record: 9, A: 2 and B: y",
    ])
}

@Test func `a filter costs about as much as reading does, however many features it leaves out`() throws {
  let folder = try TemporaryFolder()
  let features = (0..<20_000).map { #"{"type": "Feature", "properties": {"A": "\#($0 % 500)"}, "geometry": null}"# }
  let path = try folder.write(
    #"{"type": "FeatureCollection", "features": [\#(features.joined(separator: ",\n"))]}"#, to: "a.geojson")
  let all = try ThreadTime.seconds { _ = try ingest(path) }
  let filtered = try ThreadTime.seconds { _ = try ingest(path, select: FeatureFilter(terms: [("A", ["7"])])) }
  #expect(filtered < 4 * all)
}
