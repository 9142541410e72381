import Foundation
import TestSupport
import Testing

/// Zip archives as sources of a run and of the commands.
@Suite struct ArchiveSourceTests {
  private func made(more: String = "") throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write("# about it", to: "RawData/island/SOURCE.md")
    try zipArchive(
      [
        (Array("readme.txt".utf8), [1]),
        (Array("island/map.geojson".utf8), Array(Island().geoJSON.utf8)),
        (Array("island/other.geojson".utf8), Array(Island(seed: 2).geoJSON.utf8)),
      ], to: workspace.path("RawData/island/island.zip"))
    try workspace.writePipeline(
      "merge: { key: code, name: name }", of: "RawData/island/island.zip, layer: map\(more)", map: "Island")
    return workspace
  }

  @Test func `a run reads a layer of a zip, and the provenance lists the zip`() throws {
    let workspace = try made()
    let run = CommandOutput.of("run", workspace.pipeline, exits: 0)
    #expect(run.results.hasPrefix("Island: 4 regions, 6 polygons"))
    let provenance = try workspace.text("Pipelines/Island.provenance.json")
    let object = try #require(try JSONSerialization.jsonObject(with: Data(provenance.utf8)) as? [String: Any])
    let inputs = try #require(object["inputs"] as? [[String: String]])
    #expect(inputs.map { $0["path"] } == ["RawData/island/island.zip"])

    // The same layer as a file of its own is the same pack.
    let plain = try Workspace(Island())
    try plain.write(
      workspace.text("Pipelines/island.yml")
        .replacingOccurrences(of: "RawData/island/island.zip, layer: map", with: "RawData/island.geojson"),
      to: "Pipelines/island.yml")
    #expect(CommandOutput.of("run", plain.pipeline).status == 0)
    #expect(try plain.data("Output/Island.mappack") == workspace.data("Output/Island.mappack"))
  }

  @Test func `the digest of a zip is that of its own bytes`() throws {
    let workspace = try made(more: ", sha256: \"\(String(repeating: "0", count: 64))\"")
    let run = CommandOutput.of("run", workspace.pipeline, exits: 65)
    let found = try #require(
      run.messages.split(separator: " ").first { $0.count == 65 && $0.hasSuffix(",") }?.dropLast())
    let right = try made(more: ", sha256: \"\(found)\"")
    #expect(CommandOutput.of("run", right.pipeline).status == 0)
  }

  @Test func `the commands read a zip, and a folder with one`() throws {
    let workspace = try made()
    let features = workspace.path("island.features")
    for source in ["RawData/island/island.zip", "RawData/island"] {
      let ingest = CommandOutput.of("ingest", workspace.path(source), "--layer", "map", "-o", features, exits: 0)
      #expect(ingest.results.contains("6 features"))
    }
    let unnamed = CommandOutput.of("ingest", workspace.path("RawData/island/island.zip"), "-o", features, exits: 64)
    #expect(
      unnamed.messages.hasSuffix(
        "the archive holds 2 layers; name one of them, as in --layer map, or all of them by --layer '*': map, other\n"))
    let layered = CommandOutput.of(
      "validate", workspace.path("RawData/island/island.zip"), "--key", "code", "--layer", "map", exits: 0)
    #expect(layered.results.contains("6 features"), "\(layered.results)")

    try zipArchive(
      [(Array("map.geojson".utf8), Array(Island().geoJSON.utf8))], to: workspace.path("RawData/island/island.zip"))
    let validate = CommandOutput.of("validate", workspace.path("RawData/island/island.zip"), "--key", "code", exits: 0)
    #expect(validate.results.contains("6 features"), "\(validate.results)")
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `an interrupted command leaves no temporary file`(signal: Int32) throws {
    let workspace = try made()
    let feature = #"{"type":"Feature","properties":{},"geometry":null},"#
    let scratch = workspace.path("scratch")
    try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
    func leftovers() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: scratch) }

    // A layer that takes a while to read; a longer one if the command has ended before the signal came.
    var wasInterrupted = false
    var features = 200_000
    while !wasInterrupted, features < 10_000_000 {
      features *= 2
      let text = #"{"type":"FeatureCollection","features":["# + String(repeating: feature, count: features)
      try zipArchive(
        [(Array("map.json".utf8), Array(text.dropLast().utf8) + Array("]}".utf8))], to: workspace.path("a.zip"))
      let (process, _) = try Executable.start(
        "TMPDIR=\"$2\" exec \"$0\" ingest \"$1\" -o /dev/null", [workspace.path("a.zip"), scratch])
      while try leftovers().isEmpty, process.isRunning { usleep(1000) }
      kill(process.processIdentifier, signal)
      process.waitUntilExit()
      wasInterrupted = process.terminationReason == .uncaughtSignal && process.terminationStatus == signal
    }
    #expect(wasInterrupted)
    #expect(try leftovers() == [])
  }
}
