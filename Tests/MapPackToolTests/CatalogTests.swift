import Foundation
import MapPack
import MapPackFeatures
import MapPackFiles
import MapPackProject
import MapPackTool
import TestSupport
import Testing

/// Files of publishers by their ids. No test leaves the machine: a server here answers in the publishers' place.
@Suite struct CatalogTests {
  /// A project, and a server with some answers.
  private struct Place {
    let workspace: Workspace
    let server: AnswerServer
    let catalog: String

    init(_ answers: [PublisherAnswer]) throws {
      (workspace, server) = (try Workspace(), try AnswerServer())
      let text = try String(
        contentsOf: SwiftCompiler.root.appendingPathComponent("Sources/MapPackProject/Catalog/catalog.yml"),
        encoding: .utf8)
      catalog = try server.folder.write(server.local(text), to: "catalog.yml")
      for answer in answers {
        try server.put(try answer.data(), at: answer.address)
        if let index = answer.index { try server.put(Data(index.text.utf8), at: index.address) }
      }
    }

    func mappack(
      _ arguments: String..., exits status: Int32 = 0, at location: SourceLocation = #_sourceLocation
    ) -> CommandOutput {
      let flags = ["--catalog", catalog] + (arguments[0] == "init" ? ["--project", workspace.url.path] : [])
      return CommandOutput.of(RootCommand.self, arguments + flags, exits: status, at: location)
    }

    func pipeline(_ map: String = "Trial") throws -> PipelineFile {
      try PipelineFile(contentsOf: workspace.path("Pipelines/\(map).yml"))
    }

    func regions(_ map: String = "Trial") throws -> [String: String] {
      let pack = try Pack(contentsOf: URL(fileURLWithPath: workspace.path("Output/\(map).mappack")))
      return Dictionary(uniqueKeysWithValues: pack.shapes.map { ($0.code, $0.name) })
    }
  }

  private static func answer(_ id: String) throws -> PublisherAnswer {
    try #require(PublisherAnswer.all.first { $0.id == id })
  }

  @Test(arguments: PublisherAnswer.all)
  func `init downloads a publisher's file by its id and makes its map, with the credit`(answer: PublisherAnswer) throws
  {
    let place = try Place([answer])
    let run =
      answer.id.hasPrefix("gisco")
      ? place.mappack("init", "Trial", answer.id, "--accept-license") : place.mappack("init", "Trial", answer.id)
    #expect(try place.regions() == answer.regions, "\(run.messages)")
    let pack = try Pack(contentsOf: URL(fileURLWithPath: place.workspace.path("Output/Trial.mappack")))
    #expect(pack.sources.map(\.attribution) == [answer.credit])
    #expect(pack.sources.allSatisfy { !$0.publisher.isEmpty && !$0.license.isEmpty && !$0.edition.isEmpty })
    let entry = try #require(try place.pipeline().sources.first)
    #expect(entry.url == place.server.local(answer.address))
    #expect(entry.sha256 == Digest.sha256(try answer.data()))
    #expect(entry.catalog?.lowercased().hasPrefix(answer.id) == true)
    // Again, with nothing in the place of the file: the address and the digest are noted.
    try FileManager.default.removeItem(atPath: place.workspace.path(entry.path))
    _ = CommandOutput.of("fetch", place.workspace.path("Pipelines/Trial.yml"), exits: 0)
    _ = CommandOutput.of("run", place.workspace.path("Pipelines/Trial.yml"), "--check", exits: 0)
  }

  @Test func `every file that the catalog offers has an answer, a place where its address was seen, and its year`()
    throws
  {
    let catalog = try Catalog.read(nil)
    let answered = Set(try PublisherAnswer.all.compactMap { try catalog.file($0.id)?.entry.id })
    for entry in catalog.entries where entry.refused == nil {
      #expect(answered.contains(entry.id), "\(entry.id)")
      #expect(!(entry.seen ?? []).isEmpty && entry.seen?.allSatisfy { $0.year.hasPrefix("20") } == true, "\(entry.id)")
      #expect(entry.schema != nil || entry.key != nil && entry.publisher != nil, "\(entry.id)")
      if let schema = entry.schema { _ = try SourceSchema.named(schema) }
    }
  }

  @Test func `offline, init writes the pipeline file alone, and fetch and run make the map`() throws {
    let answer = try Self.answer("n03:17")
    let place = try Place([answer])
    let written = place.mappack("init", "Trial", "n03:17", "--offline")
    #expect(written.results.hasSuffix("Trial.yml: `mappack fetch Trial && mappack run Trial` makes the map\n"))
    #expect(try place.server.requests().isEmpty)
    #expect(place.workspace.files() == ["Pipelines/Trial.yml", "Pipelines/mappack.schema.json"])
    _ = CommandOutput.of("fetch", place.workspace.path("Pipelines/Trial.yml"), exits: 0)
    _ = CommandOutput.of("run", place.workspace.path("Pipelines/Trial.yml"), exits: 0)
    #expect(try place.regions() == answer.regions)
  }

  @Test(arguments: [
    ("census:county/5m", "20m", "says its scale already"), ("n03:17", "5m", "has no scales"),
    ("census:county", "1:50", "there is no scale 1:50"),
  ])
  func `a scale that does not go with an id is an error`(id: String, scale: String, words: String) throws {
    let place = try Place([])
    let run = place.mappack("init", "Trial", id, "--scale", scale, exits: 64)
    #expect(run.messages.contains(words), "\(run.messages)")
    #expect(try place.server.requests().isEmpty && place.workspace.files().isEmpty)
  }

  @Test func `an edition that the publisher does not have is an error, offline too, and nothing is written`() throws {
    let answer = try Self.answer("kartverket:kommuner")
    let place = try Place([answer])
    let older = place.mappack("init", "Trial", answer.id + "@2024-01-01", exits: 64)
    #expect(older.messages.contains("of 2026-02-03 alone, and not of 2024-01-01"), "\(older.messages)")
    for id in [answer.id + "@2024-01-01", "geoboundaries:nor:adm2"] {
      let offline = place.mappack("init", "Trial", id, "--offline", exits: 64)
      #expect(offline.messages.contains("only the publisher knows which edition"), "\(offline.messages)")
    }
    #expect(place.workspace.files().isEmpty)
    _ = place.mappack("init", "Trial", answer.id + "@2026-02-03")
    #expect(try place.regions() == answer.regions)
  }

  @Test func `a file of another day replaces none that another map has`() throws {
    let answer = try Self.answer("natural-earth:admin_0_countries/110m")
    let place = try Place([answer])
    _ = place.mappack("init", "Trial", answer.id)
    let entry = try #require(try place.pipeline().sources.first)
    #expect(entry.path == "RawData/natural-earth/2026-02-03-ne_110m_admin_0_countries.zip")
    // As if the map were older than the publisher's file.
    let old = "RawData/natural-earth/2025-01-01-ne_110m_admin_0_countries.zip"
    try FileManager.default.moveItem(atPath: place.workspace.path(entry.path), toPath: place.workspace.path(old))
    let before = try place.workspace.data(old)
    _ = place.mappack("init", "Other", answer.id)
    #expect(try place.workspace.data(old) == before && place.workspace.files().contains(entry.path))
  }

  @Test func `offline, fetch notes the day of a file whose address always has the newest`() throws {
    let answer = try Self.answer("kartverket:kommuner")
    let place = try Place([answer])
    _ = place.mappack("init", "Trial", answer.id, "--offline")
    _ = CommandOutput.of("fetch", place.workspace.path("Pipelines/Trial.yml"), exits: 0)
    #expect(try place.pipeline().sources.first?.request.source.edition == "2026-02-03")
  }

  @Test func `offline, the schema is the one that is asked for`() throws {
    let place = try Place([])
    _ = place.mappack("init", "Trial", "n03:17", "--offline", "--schema", "n03-cities")
    #expect(try place.pipeline().schema?.id == "n03-cities")
    let wrong = place.mappack("init", "Other", "n03:17", "--offline", "--schema", "n03city", exits: 64)
    #expect(wrong.messages.contains("did you mean n03-cities?"), "\(wrong.messages)")
  }

  @Test(arguments: [
    ("n3:17", "did you mean n03?"),
    ("n03", "“n03” is no id of the catalog; its ids are n03:PREFECTURE, n03:all"),
    ("n03:17@2024-02", "write its year: n03:17@2026"), ("n03:99", "there is no prefecture 99"),
    ("census:county/1m", "there is no scale 1m"),
    ("census:county:50", "there is no level county"), ("n03:17@spring", "write its year: n03:17@2026"),
    ("n03:17@2015", "from the edition 2020 on, and not 2015"),
    ("gadm:JPN", "its license forbids to ship the data"), ("gisco:nuts:1", "add --accept-license"),
  ])
  func `an id that stands for no file, or for one that may not be shipped, is an error, and nothing is asked`(
    id: String, words: String
  ) throws {
    let place = try Place([])
    let run = place.mappack("init", "Trial", id, exits: 64)
    #expect(run.messages.contains(words), "\(run.messages)")
    #expect(try place.server.requests().isEmpty && place.workspace.files().isEmpty)
  }

  @Test func `a wrong address costs one error that names host, status and bytes, and nothing is written`() throws {
    let place = try Place([])
    let run = place.mappack("init", "Trial", "natural-earth:admin_0_countries/110m", exits: 66)
    #expect(run.messages.contains("naciscdn.org") && run.messages.contains("status 404 and "), "\(run.messages)")
    #expect(try place.server.requests().count { $0.hasPrefix("GET") } == 2, "each mirror is asked once")
    #expect(place.workspace.files().isEmpty)
  }

  @Test func `a mirror gives the file if the first address does not`() throws {
    var answer = try Self.answer("natural-earth:admin_0_countries/110m")
    answer.address = "https://naturalearth.s3.amazonaws.com/110m_cultural/ne_110m_admin_0_countries.zip"
    let place = try Place([answer])
    _ = place.mappack("init", "Trial", answer.id)
    #expect(try place.regions() == answer.regions)
    #expect(try place.pipeline().sources.first?.url == place.server.local(answer.address))
  }

  // MARK: Editions

  /// The answer of the next year, with one region fewer: Ishikawa's 中能登町 has gone to 金沢市.
  private static func next(_ answer: PublisherAnswer) -> PublisherAnswer {
    var next = answer.inNextYear(after: 2026)
    if case .geoJSONs(let tables) = next.body {
      next.body = .geoJSONs(
        tables.mapValues { table in
          var table = table
          table.rows = table.rows.map { $0.contains("17407") ? ["石川県", nil, nil, "金沢市", nil, "17201"] : $0 }
          return table
        })
    }
    return next
  }

  @Test(arguments: PublisherAnswer.all)
  func `the next edition of each publisher is told with one request, and taken`(answer: PublisherAnswer) throws {
    let place = try Place([answer])
    _ = CommandOutput.of(
      RootCommand.self,
      [
        "init", "Trial", answer.id, "--accept-license", "--catalog", place.catalog, "--project",
        place.workspace.url.path,
      ],
      exits: 0)
    let path = place.workspace.path("Pipelines/Trial.yml")
    let entry = try #require(try place.pipeline().sources.first)
    let own = try #require(entry.request.source.edition)
    let newer = try Catalog.read(nil).file(answer.id)?.entry.newer
    _ = try place.server.requests()
    #expect(
      place.mappack("fetch", "--newer", path).results == "Trial: \(entry.catalog ?? "") has nothing newer than \(own)\n"
    )
    #expect(try place.server.requests().count == 1)
    guard newer == .year, let year = Int(own.prefix(4)) else { return }
    let next = answer.inNextYear(after: year)
    try place.server.put(try next.data(), at: next.address)
    let told = place.mappack("fetch", "--newer", path, exits: 1)
    let edition = "\(year + 1)\(own.dropFirst(4))"
    #expect(told.results.contains("has the edition \(edition), and the map has \(own)"), "\(told.results)")
    _ = place.mappack("fetch", path, "--edition", "\(year + 1)")
    #expect(try place.pipeline().sources.first?.request.source.edition == edition)
    #expect(try place.regions() == answer.regions)
    #expect(FileManager.default.fileExists(atPath: place.workspace.path(entry.path)), "the old file stays")
  }

  @Test func `a newer edition is found with one request, and taken with one command that says what has changed`() throws
  {
    let answer = try Self.answer("n03:17")
    let place = try Place([answer])
    _ = place.mappack("init", "Trial", "n03:17")
    let path = place.workspace.path("Pipelines/Trial.yml")
    _ = try place.server.requests()
    let none = place.mappack("fetch", "--newer", path)
    #expect(none.results == "Trial: n03:17 has nothing newer than 2026-01-01\n")
    #expect(try place.server.requests() == ["HEAD /nlftp.mlit.go.jp/ksj/gml/data/N03/N03-2027/N03-20270101_17_GML.zip"])

    let next = Self.next(answer)
    try place.server.put(try next.data(), at: next.address)
    let newer = place.mappack("fetch", "--newer", path, exits: 1)
    #expect(
      newer.results
        == "Trial: n03:17 has the edition 2027-01-01, and the map has 2026-01-01: "
        + "mappack fetch Trial --edition 2027-01-01\n")
    let before = try place.workspace.snapshot().filter { $0.key.hasPrefix("Output/") }
    let taken = place.mappack("fetch", path, "--edition", "2027", exits: 1)
    #expect(taken.results.contains("N03-20270101_17_GML.zip: "), "\(taken.results)")
    #expect(taken.results.contains("17407 中能登町 → 17201 金沢市"), "\(taken.results)")
    #expect(taken.messages.contains("absorb,17407,17201"), "\(taken.messages)")
    #expect(try place.workspace.snapshot().filter { $0.key.hasPrefix("Output/") } == before)
    let entry = try #require(try place.pipeline().sources.first)
    #expect(entry.path == "RawData/n03/N03-20270101_17_GML.zip" && entry.request.layer == "N03-20270101_17")
    #expect(entry.request.source.edition == "2027-01-01")
    #expect(entry.sha256 == Digest.sha256(try next.data()))

    // The user answers: a row for the change table, and one region fewer.
    try place.workspace.write("date,kind,from,to\n2027-01-01,absorb,17407,17201\n", to: "Pipelines/changes.csv")
    let text = try place.workspace.text("Pipelines/Trial.yml").replacingOccurrences(of: "count: 2", with: "count: 1")
    try place.workspace.write(text + "changes: Pipelines/changes.csv\n", to: "Pipelines/Trial.yml")
    _ = CommandOutput.of("run", path, exits: 0)
    #expect(try place.regions()["17201"] == "金沢市")
    #expect(place.mappack("fetch", "--newer", path).results == "Trial: n03:17 has nothing newer than 2027-01-01\n")
  }

  @Test func `an edition with other fields and another layer is read by its own, and no ward is renamed`() throws {
    let address = "https://nlftp.mlit.go.jp/ksj/gml/data/N03/N03-2023/N03-20230101_22_GML.zip"
    func answer(_ layer: String, _ fields: [String], _ rows: [[String?]]) -> PublisherAnswer {
      PublisherAnswer(
        id: "n03:22", address: address,
        body: .geoJSONs(["N03_22_GML/\(layer)": PublisherAnswer.Table(fields: fields, rows: rows, corner: (138, 35))]),
        regions: ["22101": "静岡市葵区", "22301": "東伊豆町"])
    }
    let old = answer(
      "N03-23_22_230101", ["N03_001", "N03_002", "N03_003", "N03_004", "N03_007"],
      [["静岡県", nil, "静岡市", "葵区", "22101"], ["静岡県", nil, "賀茂郡", "東伊豆町", "22301"]])
    var new = answer(
      "N03-20240101_22", ["N03_001", "N03_002", "N03_003", "N03_004", "N03_005", "N03_007"],
      [["静岡県", nil, nil, "静岡市", "葵区", "22101"], ["静岡県", nil, "賀茂郡", "東伊豆町", nil, "22301"]])
    new.address = address.replacingOccurrences(of: "2023", with: "2024")
    let place = try Place([old, new])
    _ = place.mappack("init", "Trial", "n03:22@2023")
    #expect(try place.regions() == old.regions)
    let text = try place.workspace.text("Pipelines/Trial.yml")
    #expect(text.contains("\nschema: n03\n") && text.contains("layer: N03-23_22_230101\n"), "\(text)")
    #expect(!text.contains("N03_007") && text.contains("n03-cities"), "\(text)")
    let taken = place.mappack("fetch", place.workspace.path("Pipelines/Trial.yml"), "--edition", "2024")
    #expect(taken.results.hasSuffix("Trial 2023-01-01 → Trial 2024-01-01: no difference\n"), "\(taken.results)")
    #expect(try place.pipeline().sources.first?.request.layer == "N03-20240101_22")
  }

  @Test func `the license of an edition is that of the publisher's list`() throws {
    let answer = try Self.answer("geoboundaries:nor:adm2")
    let place = try Place([answer])
    _ = place.mappack("init", "Trial", answer.id)
    let index = try #require(answer.index)
    let list = index.text.replacingOccurrences(of: "9469f09", with: "abc123")
    let licensed = list.replacingOccurrences(
      of: #""boundaryLicense": "[^"]+""#, with: #""boundaryLicense": "ODbL 1.0""#, options: .regularExpression)
    try place.server.put(Data(licensed.utf8), at: index.address)
    try place.server.put(
      try answer.data(), at: answer.address.replacingOccurrences(of: "9469f09", with: "abc123"))
    _ = place.mappack("fetch", place.workspace.path("Pipelines/Trial.yml"), "--edition", "abc123")
    #expect(try place.pipeline().sources.first?.request.source.license == "ODbL 1.0")
  }

  @Test func `an edition replaces no output of the map`() throws {
    let answer = try Self.answer("n03:17")
    let place = try Place([answer])
    _ = place.mappack("init", "Trial", answer.id)
    let next = Self.next(answer)
    try place.server.put(try next.data(), at: next.address)
    let text = try place.workspace.text("Pipelines/Trial.yml")
      .replacingOccurrences(of: "Output/Trial.html", with: "RawData/n03/N03-20270101_17_GML.zip")
    try place.workspace.write(text, to: "Pipelines/Trial.yml")
    let before = try place.workspace.snapshot()
    let taken = place.mappack("fetch", place.workspace.path("Pipelines/Trial.yml"), "--edition", "2027", exits: 64)
    #expect(taken.messages.contains("N03-20270101_17_GML.zip"), "\(taken.messages)")
    #expect(try place.workspace.snapshot() == before)
  }

  @Test(arguments: [
    ("swisstopo:gemeinden", #"{"id": "swissboundaries3d_2026-01"}, {"id": "swissboundaries3d_2027-02"}"#, "2027-02"),
    ("geoboundaries:nor:adm2", #"{"gjDownloadURL": "https://github.com/w/geoBoundaries/raw/abc123/a"}"#, "abc123"),
  ])
  func `a list of the publisher tells a newer edition`(id: String, list: String, edition: String) throws {
    let answer = try Self.answer(id)
    let place = try Place([answer])
    _ = place.mappack("init", "Trial", id)
    let path = place.workspace.path("Pipelines/Trial.yml")
    #expect(place.mappack("fetch", "--newer", path).results.contains("nothing newer"))
    try place.server.put(Data(list.utf8), at: try #require(answer.index).address)
    _ = try place.server.requests()
    let newer = place.mappack("fetch", "--newer", path, exits: 1)
    #expect(newer.results.contains("has the edition \(edition)"), "\(newer.results)")
    #expect(try place.server.requests().count == 1)
  }

  @Test func `an address that always has the newest tells it by its day`() throws {
    let place = try Place([try Self.answer("kartverket:kommuner")])
    _ = place.mappack("init", "Trial", "kartverket:kommuner")
    #expect(try place.pipeline().sources.first?.request.source.edition == "2026-02-03")
    let path = place.workspace.path("Pipelines/Trial.yml")
    #expect(place.mappack("fetch", "--newer", path).results.contains("nothing newer than 2026-02-03"))
    let text = try place.workspace.text("Pipelines/Trial.yml")
    try place.workspace.write(
      text.replacingOccurrences(of: "2026-02-03", with: "2025-01-01"), to: "Pipelines/Trial.yml")
    let newer = place.mappack("fetch", "--newer", path, exits: 1)
    #expect(newer.results.contains("has the edition 2026-02-03, and the map has 2025-01-01"), "\(newer.results)")
    let taken = place.mappack("fetch", path, "--edition", "2026-02-03")
    #expect(taken.results.contains("Trial: "), "\(taken.results)")
    #expect(try place.pipeline().sources.first?.request.source.edition == "2026-02-03")
  }

  @Test func `a file outside of the project is followed by its next edition beside it, whatever the old one is called`()
    throws
  {
    let answer = try Self.answer("n03:17")
    let place = try Place([answer])
    _ = place.mappack("init", "Trial", "n03:17")
    let entry = try #require(try place.pipeline().sources.first)
    let elsewhere = try Workspace()
    try FileManager.default.moveItem(atPath: place.workspace.path(entry.path), toPath: elsewhere.path("old.zip"))
    let text = try place.workspace.text("Pipelines/Trial.yml")
      .replacingOccurrences(of: entry.path, with: elsewhere.path("old.zip"))
      .replacingOccurrences(of: "\"2026-01-01\"", with: "spring")
    try place.workspace.write(text, to: "Pipelines/Trial.yml")
    let path = place.workspace.path("Pipelines/Trial.yml")
    #expect(
      place.mappack("fetch", "--newer", path, exits: 1).results.contains(
        "the edition 2026-01-01, and the map has spring"))
    _ = place.mappack("fetch", path, "--edition", "2026")
    #expect(elsewhere.files() == ["N03-20260101_17_GML.zip", "old.zip"])
    #expect(try place.pipeline().sources.first?.path == elsewhere.path("N03-20260101_17_GML.zip"))
  }

  @Test func `an edition that the catalog knows is told if the publisher does not answer`() throws {
    let place = try Place([])
    _ = place.mappack("init", "Trial", "n03:17@2024", "--offline")
    let path = place.workspace.path("Pipelines/Trial.yml")
    // Nobody listens there.
    let catalog = try place.server.folder.text("catalog.yml")
    try place.server.folder.write(
      catalog.replacingOccurrences(of: place.server.address, with: "http://127.0.0.1:9"), to: "catalog.yml")
    let newer = place.mappack("fetch", "--newer", path, exits: 1)
    #expect(newer.results.contains("n03:17 has the edition 2026-01-01, and the map has 2024-01-01"), "\(newer.results)")
  }

  @Test func `a publisher that does not answer is told, and the map stays`() throws {
    let place = try Place([try Self.answer("kartverket:kommuner")])
    _ = place.mappack("init", "Trial", "kartverket:kommuner")
    let path = place.workspace.path("Pipelines/Trial.yml")
    try FileManager.default.removeItem(at: place.server.folder.url.appendingPathComponent("nedlasting.geonorge.no"))
    let before = try place.workspace.snapshot()
    let newer = place.mappack("fetch", "--newer", path, exits: 66)
    #expect(newer.messages.contains("does not say what is newest: the server answers with status 404"))
    let taken = place.mappack("fetch", path, "--edition", "2027", exits: 66)
    #expect(taken.messages.contains("does not say what is newest"), "\(taken.messages)")
    #expect(try place.workspace.snapshot() == before)
  }

  @Test func `a map whose source is not from the catalog has no other edition`() throws {
    let workspace = try Workspace(Island())
    let taken = CommandOutput.of("fetch", workspace.pipeline, "--edition", "2027", exits: 64)
    #expect(taken.messages.contains("no source is from the catalog"), "\(taken.messages)")
    let newer = CommandOutput.of("fetch", workspace.pipeline, "--newer", exits: 0)
    #expect(newer.results == "Island: no source has a `catalog` id, so there is nobody to ask\n")
  }

  // MARK: Answers that are no file

  @Test func `an archive without a file, as e-Stat sends it, replaces nothing`() throws {
    let answer = try Self.answer("n03:17")
    let place = try Place([answer])
    _ = place.mappack("init", "Trial", answer.id)
    let before = try place.workspace.snapshot()
    let next = Self.next(answer)
    try place.server.put(Data([0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 18)), at: next.address)
    let taken = place.mappack("fetch", place.workspace.path("Pipelines/Trial.yml"), "--edition", "2027", exits: 65)
    #expect(taken.messages.contains("the archive holds no file"), "\(taken.messages)")
    #expect(try place.workspace.snapshot() == before)
  }

  @Test(arguments: [
    ("version https://git-lfs.github.com/spec/v1\noid sha256:aa\nsize 1\n", "Git LFS"),
    ("<!DOCTYPE html><html><body>Please log in.</body></html>", "a web page"),
    (#"{"error": {"code": 400, "message": "Invalid URL"}}"#, "an answer of a server that says what went wrong"),
    (#"{"type": "FeatureCollection", "features": [], "properties": {"exceededTransferLimit": true}}"#, "one page"),
    ("", "an empty file"),
  ])
  func `an answer in place of the file is told, and replaces nothing`(body: String, words: String) throws {
    let answer = try Self.answer("geoboundaries:nor:adm2")
    let place = try Place([answer])
    _ = place.mappack("init", "Trial", answer.id)
    let before = try place.workspace.snapshot()
    for host in [
      "github.com/wmgeolab/geoBoundaries/raw/abc123",
      "media.githubusercontent.com/media/wmgeolab/geoBoundaries/abc123",
    ] {
      try place.server.put(
        Data(body.utf8), at: "https://\(host)/releaseData/gbOpen/NOR/ADM2/geoBoundaries-NOR-ADM2.geojson")
    }
    let taken = place.mappack(
      "fetch", place.workspace.path("Pipelines/Trial.yml"), "--edition", "abc123", exits: body.isEmpty ? 66 : 65)
    #expect(taken.messages.contains(words), "\(taken.messages)")
    #expect(try place.workspace.snapshot() == before)
  }

  // MARK: Search

  @Test(arguments: [
    (["ishikawa"], "n03:17", "geoboundaries:JPN:LEVEL"), (["石川"], "n03:17", "geoboundaries:JPN:LEVEL"),
    (["norge"], "kartverket:kommuner", "geoboundaries:NOR:LEVEL"),
    (["são", "paulo"], "ibge:LEVEL:SP", "geoboundaries:BRA:LEVEL"),
    (["Sao", "Paulo", "municipalities"], "ibge:LEVEL:SP", "geoboundaries:BRA:LEVEL"),
    (["census", "vermont"], "census:LEVEL:50", "geoboundaries:USA:LEVEL"),
    (["n03:17"], "n03:17", "geoboundaries:JPN:LEVEL"),
    (["norway", "adm2"], "geoboundaries:NOR:ADM2", "geoboundaries:NOR:LEVEL"),
  ])
  func `search finds files by names in the languages of their countries, and what others have of the country`(
    words: [String], first: String, last: String
  ) {
    let search = CommandOutput.of(RootCommand.self, ["search"] + words)
    let ids = search.results.split(separator: "\n").map { $0.split(separator: "\t")[0] }
    #expect(search.status == 0 && ids.first == first[...] && ids.contains(last[...]), "\(search.results)")
  }

  @Test func `search lists codes, says why a file is not offered, and says if nothing is found`() {
    let codes = CommandOutput.of("search", "census", exits: 0)
    #expect(codes.results.contains("census:county/SCALE\tcounties: "), "\(codes.results)")
    let refused = CommandOutput.of("search", "gadm", exits: 0)
    #expect(refused.results.contains("not offered, because its license forbids"), "\(refused.results)")
    #expect(CommandOutput.of("search", "atlantis", exits: 1).messages.contains("nothing is found"))
    #expect(CommandOutput.of("search", "Ishikwa", exits: 1).messages.contains("did you mean Ishikawa?"))
  }

  @Test(arguments: [
    ("{ id: x }", ":1: error: `title` is missing"), ("{ id: x, title: X, licence: MIT }", "did you mean `license`?"),
    ("{ id: x, title: X, newer: yearly }", "year or modified or index"),
    ("{ id: x, title: X, codes: 1 }", "no catalog"),
  ])
  func `a file that is no catalog is an error`(entry: String, words: String) throws {
    let workspace = try Workspace()
    let file = try workspace.write("entries: [\(entry)]\n", to: "catalog.yml")
    let search = CommandOutput.of("search", "--catalog", file, exits: 64)
    #expect(search.messages.contains(words), "\(search.messages)")
  }
}
