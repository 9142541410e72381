import Foundation
import MapPackEmit
import Testing

/// Sources from their publishers.
@Suite struct FetchTests {
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
    CommandOutput.of("fetch", workspace.pipeline, exits: 0)
    #expect(try workspace.text("RawData/island.geojson") == Self.content)
    let after = try workspace.text("Pipelines/island.yml")
    #expect(after == before.replacingOccurrences(of: path + "\n", with: "\(path)\n    sha256: \"\(Self.digest)\"\n"))
    #expect(workspace.files() == ["Pipelines/island.yml", "RawData/island.geojson"])
    #expect(CommandOutput.of("run", workspace.pipeline).status == 0)
    // A second time there is nothing to do.
    let again = CommandOutput.of("fetch", workspace.pipeline)
    #expect(again.results == "Island: RawData/island.geojson is here\n")
  }

  @Test func `a name table with an address is fetched too, and is then what it was`() throws {
    let server = try FileServer("code,case\n000,gorey\n")
    defer { withExtendedLifetime(server) {} }
    let workspace = try Workspace(
      Island(), more: "names: { table: RawData/names.csv, url: \"\(server.address)/whole\" }\n")
    let before = CommandOutput.of("run", workspace.pipeline, exits: 66)
    #expect(before.messages.contains("`mappack fetch` gets it from \(server.address)/whole"), "\(before.messages)")
    CommandOutput.of("fetch", workspace.pipeline, exits: 0)
    #expect(try workspace.text("RawData/names.csv") == "code,case\n000,gorey\n")
    #expect(try workspace.text("Pipelines/island.yml").contains("/whole\", sha256: "))
    CommandOutput.of("run", workspace.pipeline, exits: 0)
    #expect(try workspace.text("Pipelines/island.lock").contains("case: \"gorey\""))
    #expect(CommandOutput.of("fetch", workspace.pipeline).results == "Island: RawData/names.csv is here\n")
    // Another table than that of the digest is refused, and fetched again.
    try workspace.write("code,case\n000,other\n", to: "RawData/names.csv")
    let other = CommandOutput.of("run", workspace.pipeline, exits: 65)
    #expect(other.messages.contains("names.csv: error: its SHA-256 is"), "\(other.messages)")
    CommandOutput.of("fetch", workspace.pipeline, exits: 0)
    #expect(try workspace.text("RawData/names.csv") == "code,case\n000,gorey\n")
  }

  @Test(arguments: ["url: https://example.com/a", "sha256: \(String(repeating: "0", count: 64))"])
  func `an address or a digest without a name table is an error`(key: String) throws {
    let workspace = try Workspace(Island(), more: "names: { \(key) }\n")
    let fetch = CommandOutput.of("fetch", workspace.pipeline, exits: 64)
    #expect(fetch.messages.contains("is that of a name table, and there is none; add `table: RawData/…`"))
  }

  @Test(arguments: ["\r\n", "\r"])
  func `a digest is written into a pipeline file with other line ends too`(lineEnd: String) throws {
    let server = try FileServer(Self.content)
    defer { withExtendedLifetime(server) {} }
    let workspace = try Self.workspace(
      "sources:\n  - path: RawData/island.geojson\n    url: \(server.address)/whole\n    edition: \"1\"")
    let before = try workspace.text("Pipelines/island.yml").split(separator: "\n", omittingEmptySubsequences: false)
      .joined(separator: lineEnd)
    try workspace.write(before, to: "Pipelines/island.yml")
    CommandOutput.of("fetch", workspace.pipeline, exits: 0)
    #expect(
      try workspace.text("Pipelines/island.yml")
        == before.replacingOccurrences(of: "/whole", with: "/whole\(lineEnd)    sha256: \"\(Self.digest)\""))
  }

  @Test(arguments: ["{ path: RawData/island.geojson, url: \"URL\" }", "{ url: URL, path: RawData/island.geojson }"])
  func `a digest is written into a source on one line too`(source: String) throws {
    let server = try FileServer(Self.content)
    defer { withExtendedLifetime(server) {} }
    let workspace = try Self.workspace("sources: [\(source.replacing("URL", with: server.address + "/whole"))]")
    CommandOutput.of("fetch", workspace.pipeline, exits: 0)
    #expect(try workspace.text("Pipelines/island.yml").contains(", sha256: \"\(Self.digest)\""))
    #expect(CommandOutput.of("run", workspace.pipeline).status == 0)
  }

  @Test(arguments: [("/cut", 66), ("/none", 66), ("/whole", 65)])
  func `a partial or wrong download is never left in place`(path: String, status: Int32) throws {
    let server = try FileServer(Self.content)
    defer { withExtendedLifetime(server) {} }
    let workspace = try Self.workspace(
      "sources: [{ path: RawData/island.geojson, url: \"\(server.address)\(path)\", "
        + "sha256: \(String(repeating: "0", count: 64)) }]")
    CommandOutput.of("fetch", workspace.pipeline, exits: status)
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
    let fetch = CommandOutput.of("fetch", workspace.pipeline, exits: status)
    #expect(fetch.messages.contains("; "), "\(fetch.messages)")
    #expect(workspace.files() == ["Pipelines/island.yml"])
  }

  @Test(arguments: ["/nowhere", "/other", "/empty", "/bare", "/part", "/cut", "/busy"])
  func `an answer without a whole file replaces nothing, and no digest is noted`(path: String) throws {
    let server = try FileServer(Self.content)
    defer { withExtendedLifetime(server) {} }
    let workspace = try Self.workspace(
      "sources: [{ path: RawData/new/island.geojson, url: \"\(server.address)\(path)\" }]")
    let before = try workspace.text("Pipelines/island.yml")
    let fetch = CommandOutput.of("fetch", workspace.pipeline, exits: 66)
    #expect(fetch.messages.contains("could not be downloaded: "), "\(fetch.messages)")
    #expect(workspace.files() == ["Pipelines/island.yml"])
    #expect(try workspace.text("Pipelines/island.yml") == before)
  }

  @Test(arguments: [
    ("/page", "island.geojson", "this is a web page (HTML)"), ("/page", "island.zip", "this is a web page (HTML)"),
    ("/cut.gz", "island.geojson.gz", "the gzip file is cut off"),
    ("/cut.gz", "island.geojson", "the gzip file is cut off"),
    ("/cut.zip", "island.zip", "archive"), ("/whole", "island.zip", "archive"),
    ("/whole", "island.geojson.gz", "this is not a gzip file"),
  ])
  func `a web page and a compressed file that was cut replace nothing, and no digest is noted`(
    path: String, name: String, words: String
  ) throws {
    let server = try FileServer(Self.content)
    defer { withExtendedLifetime(server) {} }
    let source = "sources: [{ path: RawData/\(name), url: \"\(server.address)\(path)\""
    let workspace = try Self.workspace(source + " }]")
    let before = try workspace.text("Pipelines/island.yml")
    let fetch = CommandOutput.of("fetch", workspace.pipeline, exits: 65)
    #expect(
      fetch.messages.contains("the download was not kept: ") && fetch.messages.contains(words), "\(fetch.messages)")
    #expect(workspace.files() == ["Pipelines/island.yml"])
    #expect(try workspace.text("Pipelines/island.yml") == before)
    // Nor is an older file that has not the digest replaced.
    let other = try Self.workspace(source + ", sha256: \(Self.digest) }]")
    try other.write("old", to: "RawData/\(name)")
    CommandOutput.of("fetch", other.pipeline, exits: 65)
    #expect(try other.text("RawData/\(name)") == "old")
  }

  @Test(arguments: [("/whole.gz", "island.geojson.gz"), ("/whole.zip", "island.zip")])
  func `a compressed file that is whole is kept, and its map is made`(path: String, name: String) throws {
    let server = try FileServer(Self.content)
    defer { withExtendedLifetime(server) {} }
    let workspace = try Self.workspace("sources: [{ path: RawData/\(name), url: \"\(server.address)\(path)\" }]")
    CommandOutput.of("fetch", workspace.pipeline, exits: 0)
    CommandOutput.of("run", workspace.pipeline, exits: 0)
  }

  @Test func `of two downloads of one file one is refused, and the digest is that of the file`() async throws {
    let server = try FileServer(Self.content)
    defer { withExtendedLifetime(server) {} }
    let workspace = try Self.workspace(
      "sources: [{ path: RawData/island.geojson, url: \"\(server.address)/late\" }]")
    let pipeline = workspace.pipeline
    async let one = CommandOutput.beside("fetch", pipeline)
    async let other = CommandOutput.beside("fetch", pipeline)
    let both = await [one, other]
    #expect(both.map(\.status).sorted() == [0, 73], "\(both.map(\.messages))")
    #expect(both.contains { $0.messages.contains("another run is writing it") })
    #expect(try workspace.text("RawData/island.geojson") == Self.content)
    #expect(try workspace.text("Pipelines/island.yml").contains("sha256: \"\(Self.digest)\""))
    #expect(workspace.files() == ["Pipelines/island.yml", "RawData/island.geojson"])
  }

  @Test func `a map without an address says that there is nothing to fetch`() throws {
    let workspace = try Workspace(Island())
    let fetch = CommandOutput.of("fetch", workspace.pipeline)
    #expect(fetch.status == 0 && fetch.results.hasSuffix("no source has a `url`, so there is nothing to fetch\n"))
    #expect(CommandOutput.of("fetch", workspace.pipeline, "--quiet").results == "")
  }
}
