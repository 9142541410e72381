import Foundation
import MapEmission
import MapPipeline
import Testing

/// Sources from their publishers.
@Suite(.serialized) struct FetchTests {
  private static let content = Island().geoJSON
  private static let digest = SHA256Digest.of(Data(content.utf8)).map { byte in
    String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
  }.joined()

  private static func workspace(_ source: String) throws -> Workspace {
    let workspace = try Workspace()
    let text = Island.pipeline().replacingOccurrences(
      of: "sources: [{ path: RawData/island.geojson, publisher: Nobody, edition: \"1\" }]", with: source)
    try workspace.write(text, to: "Pipelines/island.yml")
    return workspace
  }

  @Test(arguments: ["/whole", "/moved", "/slow"])
  func `a source that is absent is downloaded, and its digest written into the pipeline file`(path: String) throws {
    let server = try FileServer(Self.content)
    defer { withExtendedLifetime(server) {} }
    let workspace = try Self.workspace(
      "sources:\n  # the island\n  - path: RawData/island.geojson\n    url: \(server.address)\(path)\n    edition: \"1\""
    )
    let before = try workspace.text("Pipelines/island.yml")
    let fetch = CommandOutput.of("fetch", workspace.pipeline)
    #expect(fetch.status == 0, "\(fetch.messages)")
    #expect(try workspace.text("RawData/island.geojson") == Self.content)
    let after = try workspace.text("Pipelines/island.yml")
    #expect(after == before.replacingOccurrences(of: path + "\n", with: "\(path)\n    sha256: \(Self.digest)\n"))
    #expect(workspace.files() == ["Pipelines/island.yml", "RawData/island.geojson"])
    #expect(CommandOutput.of("run", workspace.pipeline).status == 0)
    // A second time there is nothing to do.
    let again = CommandOutput.of("fetch", workspace.pipeline)
    #expect(again.results == "Island: RawData/island.geojson is here\n")
  }

  @Test(arguments: ["{ path: RawData/island.geojson, url: \"URL\" }", "{ url: URL, path: RawData/island.geojson }"])
  func `a digest is written into a source on one line too`(source: String) throws {
    let server = try FileServer(Self.content)
    defer { withExtendedLifetime(server) {} }
    let workspace = try Self.workspace("sources: [\(source.replacing("URL", with: server.address + "/whole"))]")
    let fetch = CommandOutput.of("fetch", workspace.pipeline)
    #expect(fetch.status == 0, "\(fetch.messages)")
    #expect(try workspace.text("Pipelines/island.yml").contains(", sha256: \(Self.digest)"))
    #expect(CommandOutput.of("run", workspace.pipeline).status == 0)
  }

  @Test(arguments: [("/cut", 66), ("/none", 66), ("/whole", 65)])
  func `a partial or wrong download is never left in place`(path: String, status: Int32) throws {
    let server = try FileServer(Self.content)
    defer { withExtendedLifetime(server) {} }
    let workspace = try Self.workspace(
      "sources: [{ path: RawData/island.geojson, url: \"\(server.address)\(path)\", "
        + "sha256: \(String(repeating: "0", count: 64)) }]")
    let absent = CommandOutput.of("fetch", workspace.pipeline)
    #expect(absent.status == status, "\(absent.messages)")
    #expect(workspace.files() == ["Pipelines/island.yml"])
    // Nor in the place of another file.
    try workspace.write("old", to: "RawData/island.geojson")
    #expect(CommandOutput.of("fetch", workspace.pipeline).status == status)
    #expect(try workspace.text("RawData/island.geojson") == "old")
    #expect(workspace.files() == ["Pipelines/island.yml", "RawData/island.geojson"])
  }

  @Test(arguments: [
    ("ftp://127.0.0.1/x", "RawData/x.json", 64), ("nonsense", "RawData/x.json", 64),
    ("http://127.0.0.1:1/x", "RawData/x.json", 66), ("http://127.0.0.1:1/x", "RawData/*.json", 64),
  ])
  func `what cannot be fetched is an error with a remedy`(address: String, path: String, status: Int32) throws {
    let workspace = try Self.workspace("sources: [{ path: \"\(path)\", url: \"\(address)\" }]")
    let fetch = CommandOutput.of("fetch", workspace.pipeline)
    #expect(fetch.status == status, "\(fetch.messages)")
    #expect(fetch.messages.contains("; "), "\(fetch.messages)")
    #expect(workspace.files() == ["Pipelines/island.yml"])
  }
}
