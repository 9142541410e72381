import Foundation
import MapPackTool
import TestSupport
import Testing
import Yams

@testable import MapPackEmit
@testable import MapPackPage
@testable import MapPackPreview
@testable import MapPackProject

/// What `output.preview` says of a picture, and the commands and the page that draw it.
@Suite struct `The look of a picture` {
  private static let keys = "number: people, per: km2, classes: 3, ramp: ember, title: People, legend: People per km²"

  /// The island with a table of numbers.
  private func workspace(preview: String) throws -> Workspace {
    let workspace = try Workspace(Island(), more: "join: { table: people.csv, key: code, columns: [people, homes] }\n")
    try workspace.write("code,people,homes\n000,10,2\n001,2000,100\n010,300000,\n", to: "people.csv")
    try workspace.write(
      try workspace.text("Pipelines/island.yml").replacingOccurrences(
        of: "swift: Output/Island.swift }", with: "swift: Output/Island.swift\(preview) }"), to: "Pipelines/island.yml")
    return workspace
  }

  private func picture(of workspace: Workspace, look: String) throws -> Data {
    CommandOutput.of(
      RootCommand.self,
      ["export", workspace.path("Output/Island.mappack"), "-o", workspace.path("x.svg"), "-q", "--look", look], exits: 0
    )
    return try workspace.data("x.svg")
  }

  @Test func `run, export and the page draw the same from the same keys`() throws {
    let workspace = try workspace(preview: ", preview: { path: Output/Island.svg, \(Self.keys) }")
    CommandOutput.of("run", workspace.pipeline, exits: 0)
    let made = try workspace.data("Output/Island.svg")
    #expect(try made == picture(of: workspace, look: Self.keys))
    #expect(try made != picture(of: workspace, look: "number: people"))
    let text = String(decoding: made, as: UTF8.self)
    for words in [">People</text>", ">People per km²</text>", ">no number</text>", " and more</text>"] {
      #expect(text.contains(words), "\(words)")
    }
    // The page sends back the keys that it was told.
    var work = try PreviewWork(
      PreviewSource([workspace.pipeline], reading: .init(), former: nil, jobs: 1, progress: nil), uploads: nil, jobs: 1)
    let look = try String(decoding: JSONEncoder().encode(work.state().look), as: UTF8.self)
    let taking = try YAMLDecoder().decode(PreviewTaking.self, from: "{\"form\": \"svg\", \"look\": \(look)}")
    #expect(try work.take(taking) == made)
    let dark = try YAMLDecoder().decode(
      PreviewTaking.self, from: "{\"form\": \"svg\", \"look\": \(look), \"dark\": true}")
    #expect(try String(decoding: #require(try work.take(dark)), as: UTF8.self).contains("#0d161d"))
    let coloring = try work.coloring(YAMLDecoder().decode(PreviewEdits.self, from: "{\"look\": \(look)}"))
    #expect(coloring != nil)
    #expect(try work.coloring(YAMLDecoder().decode(PreviewEdits.self, from: "{}")) == nil)
    CommandOutput.of(
      RootCommand.self,
      ["export", workspace.path("Output/Island.mappack"), "-o", workspace.path("x.html"), "-q", "--look", Self.keys],
      exits: 0)
    let page = String(decoding: try work.exportedPage(), as: UTF8.self)
    for html in [page, try workspace.text("x.html")] {
      #expect(html.contains("id=\"data-coloring\">{\"breakWords\":"))
    }
  }

  @Test(arguments: ["number: homes, per: people", "{", "path: a.svg", "number: HOMES", "palette: neon", "land: red"])
  func `export refuses what it cannot draw`(look: String) throws {
    let workspace = try workspace(preview: "")
    CommandOutput.of("run", workspace.pipeline, exits: 0)
    let run = CommandOutput.of(
      RootCommand.self,
      ["export", workspace.path("Output/Island.mappack"), "-o", workspace.path("x.svg"), "-q", "--look", look])
    #expect((run.status == 0) == (look == "number: homes, per: people"), "\(run.messages)")
    let other = CommandOutput.of(
      RootCommand.self,
      ["export", workspace.path("Output/Island.mappack"), "-o", workspace.path("x.geojson"), "--look", "names: false"])
    #expect(other.status != 0 && other.messages.contains("--look is for .svg and .html"), "\(other.messages)")
  }

  private struct Save: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var old: String
    var look: String
    var new: String
  }

  private static let saves = [
    Save(testDescription: "nothing to say", old: "", look: "{}", new: ""),
    Save(
      testDescription: "a picture that was not there", old: "",
      look: #"{"ramp": "moss", "number": "people", "classes": 4}"#,
      new: ", preview: { path: Output/Island.svg, ramp: moss, number: people, classes: 4 }"),
    Save(
      testDescription: "a picture with more", old: ", preview: a.svg",
      look:
        #"{"names": false, "title": "People, 2019", "number": "people", "breaks": [1, 2.5], "legend": false, "water": null}"#,
      new:
        ", preview: { path: a.svg, names: false, title: \"People, 2019\", number: people, breaks: [1, 2.5], legend: false }"
    ),
    Save(
      testDescription: "insets stay", old: ", preview: { path: a.svg, insets: [\"000\"], palette: gray }",
      look: #"{"palette": "vivid"}"#, new: ", preview: { path: a.svg, palette: vivid, insets: [\"000\"] }"),
    Save(
      testDescription: "all is as at first", old: ", preview: { path: a.html, palette: gray }", look: "{}",
      new: ", preview: a.html"),
  ]

  @Test(arguments: saves) private func `Save writes all that was chosen`(save: Save) throws {
    let workspace = try workspace(preview: save.old)
    let expected = try workspace.text("Pipelines/island.yml").replacingOccurrences(
      of: save.old + " }", with: save.new + " }")
    var work = try PreviewWork(
      PreviewSource([workspace.pipeline], reading: .init(), former: nil, jobs: 1, progress: nil), uploads: nil, jobs: 1)
    _ = try work.save(YAMLDecoder().decode(PreviewEdits.self, from: "{\"look\": \(save.look)}"))
    let text = try workspace.text("Pipelines/island.yml")
    #expect(save.old.isEmpty ? text.contains("Island.swift\(save.new) }") : text == expected)
    _ = try PipelineFile(contentsOf: workspace.pipeline)
  }
}
