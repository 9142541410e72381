import Foundation
import MapPackFeatures
import MapPackTool
import Testing

/// Maps written as .html: the page of `preview` with the map in it.
@Suite struct `A page that is a file` {
  private static let nasty = "</script><script>alert(1)</script><!--\"'& ]]> <b>\u{1}"

  /// What stands in a block of data.
  private func block(_ id: String, of page: String) -> String? {
    page.firstRange(of: " id=\"data-\(id)\">").flatMap { start in
      page[start.upperBound...].firstRange(of: "</script>").map { String(page[start.upperBound..<$0.lowerBound]) }
    }
  }

  /// The shapes in a block with a map: what lies behind the JSON.
  private func shapeBytes(of page: String) -> Data? {
    guard let data = block("map", of: page).flatMap({ Data(base64Encoded: $0) }), data.count > 4 else { return nil }
    return data.dropFirst(4 + data.prefix(4).enumerated().reduce(0) { $0 + Int($1.element) << (8 * $1.offset) })
  }

  @Test func `a page in one file has the map, is always the same, and names no other resource`() throws {
    let workspace = try Workspace.made()
    let pack = workspace.path("Output/Island.mappack")
    for name in ["a.html", "b.html"] {
      #expect(CommandOutput.of("export", pack, "-o", workspace.path(name), "-q").status == 0)
    }
    let page = try workspace.text("a.html")
    #expect(page == (try workspace.text("b.html")))
    #expect(shapeBytes(of: page)?.isEmpty == false)
    #expect(page.contains("default-src 'none'; script-src 'sha256-") && !page.contains("connect-src"))
    for word in ["src=", "@import", "unsafe-", workspace.url.path] {
      #expect(!page.contains(word), "\(word)")
    }
    // What is drawn by the style sheet is in it.
    #expect(page.matches(of: #/url\((?!"data:)/#).isEmpty)
    #expect(page.matches(of: #/\{\{[A-Z]+\}\}/#).isEmpty)
    #expect(page.matches(of: #/\nimport |\nexport /#).isEmpty)
  }

  @Test func `an exported page is the page that a run and preview write`() throws {
    let workspace = try Workspace(Island())
    let page = workspace.path("Output/Island.html")
    try workspace.write(
      try workspace.text("Pipelines/island.yml").replacingOccurrences(
        of: "swift: Output/Island.swift", with: "swift: Output/Island.swift, preview: Output/Island.html"),
      to: "Pipelines/island.yml")
    CommandOutput.of("run", workspace.pipeline, exits: 0)
    CommandOutput.of(
      RootCommand.self, ["preview", workspace.pipeline, "--export", workspace.path("x.html"), "-q"], exits: 0)
    let (made, shown) = (try String(contentsOfFile: page, encoding: .utf8), try workspace.text("x.html"))
    #expect(shapeBytes(of: made) != nil && shapeBytes(of: made) == shapeBytes(of: shown))
    #expect(block("findings", of: shown) != nil && block("former", of: shown) != nil)
  }

  @Test func `a page begins with the colors that its pipeline file chooses, and is told all palettes`() throws {
    let workspace = try Workspace(Island())
    try workspace.write(
      try workspace.text("Pipelines/island.yml").replacingOccurrences(
        of: "swift: Output/Island.swift",
        with: """
          swift: Output/Island.swift, preview: { path: Output/Island.html, palette: gray, water: "#a6cbe3", land: "#F2EFE6" }
          """), to: "Pipelines/island.yml")
    CommandOutput.of("run", workspace.pipeline, exits: 0)
    CommandOutput.of(
      RootCommand.self, ["preview", workspace.pipeline, "--export", workspace.path("x.html"), "-q"], exits: 0)
    for page in ["Output/Island.html", "x.html"] {
      let state = try #require(block("state", of: try workspace.text(page)))
      for words in ["\"palette\":\"gray\"", "\"water\":\"#a6cbe3\"", "\"land\":\"#F2EFE6\""] {
        #expect(state.contains(words), "\(page): \(words)")
      }
      #expect(state.matches(of: #/"name":"(paper|vivid|clear|gray)"/#).count == 4)
    }
  }

  @Test(arguments: ["lines", "points"])
  func `a page of lines or points is made by a run, preview and export`(kind: String) throws {
    let workspace = try Workspace()
    let shapes =
      kind == "lines"
      ? [
        "\"LineString\", \"coordinates\": [[5, 50], [6, 51], [8, 50]]",
        "\"LineString\", \"coordinates\": [[5, 52], [9, 52]]",
      ]
      : ["\"MultiPoint\", \"coordinates\": [[5, 50], [6, 51], [8, 50]]", "\"Point\", \"coordinates\": [5, 52]"]
    let features = shapes.enumerated().map { index, shape in
      GeoJSONText.feature(["code": "\(index)", "name": "Region \(index)"], "{\"type\": \(shape)}")
    }
    try workspace.write(GeoJSONText.collection(features), to: "made.geojson")
    let pipeline = try workspace.writePipeline(
      "geometry: \(kind)", "merge: { key: code, name: name }", of: "made.geojson", map: "Made",
      outputs: ", preview: Output/Made.html")
    #expect(CommandOutput.of("run", pipeline).status == 0)
    let pack = workspace.path("Output/Made.mappack")
    for (number, arguments) in [
      ["preview", pipeline, "--export"], ["preview", pack, "--export"], ["export", pack, "-o"],
      ["preview", workspace.path("made.geojson"), "--geometry", kind, "--export"],
    ].enumerated() {
      CommandOutput.of(RootCommand.self, arguments + [workspace.path("\(number).html")], exits: 0)
    }
    let madeShapes = try #require(shapeBytes(of: try workspace.text("Output/Made.html")))
    for page in ["0.html", "1.html", "2.html"] {
      let text = try workspace.text(page)
      #expect(shapeBytes(of: text) == madeShapes)
      #expect(block("state", of: text)?.contains("\"kind\":\"\(kind)\"") == true)
    }
    let made = try #require(
      block("map", of: try workspace.text("Output/Made.html")).flatMap { Data(base64Encoded: $0) })
    #expect(String(decoding: made, as: UTF8.self).contains("\"polygons\":\(kind == "lines" ? 2 : 4)"))
    // What has changed is said of areas alone.
    #expect(block("difference", of: try workspace.text("0.html")) == nil)
    #expect(block("findings", of: try workspace.text("1.html"))?.hasPrefix("[]") == true)
  }

  @Test func `an exported page shows the level that is asked for, and refuses one that is not there`() throws {
    let workspace = try Workspace.made()
    let pack = workspace.path("Output/Island.mappack")
    let page = workspace.path("x.html")
    #expect(CommandOutput.of(RootCommand.self, ["export", pack, "-o", page, "--level", "1"]).status == 0)
    #expect(block("state", of: try workspace.text("x.html"))?.contains("\"level\":1") == true)
    #expect(CommandOutput.of(RootCommand.self, ["export", pack, "-o", page, "--level", "9"]).status == 64)
  }

  @Test func `a page keeps text from the data within its block`() throws {
    let workspace = try Workspace()
    let name = String(decoding: try JSONEncoder().encode(Self.nasty), as: UTF8.self)
    let source = try workspace.write(
      """
      {"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {"code": "1", "name": \(name)},
       "geometry": {"type": "Polygon", "coordinates": [[[0, 0], [1, 0], [1, 1], [0, 0]]]}}]}
      """, to: "nasty.geojson")
    let page = workspace.path("x.html")
    #expect(CommandOutput.of(RootCommand.self, ["preview", source, "--export", page, "-q"]).status == 0)
    let text = try workspace.text("x.html")
    // The blocks of data, and the script.
    #expect(text.matches(of: /<script/).count == text.matches(of: /<\/script>/).count)
    #expect(!text.contains("alert(1)</script>"))
  }
}
