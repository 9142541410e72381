import MapPackFeatures
import TestSupport
import Testing
import Yams

@testable import MapPackPreview
@testable import MapPackProject
@testable import MapPackTool

/// What Save does to the text of a pipeline file.
@Suite struct `Values saved in a pipeline file` {
  private struct Change: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var old: String
    /// The new values by key, as the page sends them.
    var values: String
    var new: String
  }

  private static let before = "# A map\nmap: Towns   # of the north\nsources: [{ path: towns.shp }]\n"
  private static let after = "output: { pack: T.mappack, swift: T.swift }   # both\n"

  private static let changes = [
    Change(
      testDescription: "a value in braces", old: "simplify: { tolerance: 100 m, levels: 4 }   # see README\n",
      values: #"{"simplify": {"tolerance": "250 m", "levels": "4"}}"#,
      new: "simplify: { tolerance: 250 m, levels: 4 }   # see README\n"),
    Change(
      testDescription: "a list of values in braces, and a comment between",
      old: "drop:\n  - { A: a, B: b }\n  # the lakes\n  - {C: c}\n",
      values: #"{"drop": [{"A": "a", "B": "x"}, {"C": "d"}]}"#,
      new: "drop:\n  - { A: a, B: x }\n  # the lakes\n  - { C: d }\n"),
    Change(
      testDescription: "another amount", old: "simplify: {levels: 2, tolerance: 100 m}\n",
      values: #"{"simplify": {"keep": "10 %", "levels": "2"}}"#, new: "simplify: { keep: 10 %, levels: 2 }\n"),
    Change(
      testDescription: "a value on a line of its own",
      old: "simplify:\n  # How fine\n  tolerance: \"100 m\"   # by eye\n  levels: 4\n",
      values: #"{"simplify": {"tolerance": "1 km", "levels": "4"}}"#,
      new: "simplify:\n  # How fine\n  tolerance: 1 km   # by eye\n  levels: 4\n"),
    Change(
      testDescription: "a line more and a line less", old: "simplify:\n  zoom: 6\n  method: douglas-peucker\n",
      values: #"{"simplify": {"zoom": "6", "minimumIsland": "0.5 km2"}}"#,
      new: "simplify:\n  zoom: 6\n  minimumIsland: 0.5 km2\n"),
    Change(
      testDescription: "a value on one line is written anew, and means the same",
      old: "simplify: { 'tolerance': '100 m', keepIslands: [ \"01100\", [129.37, 34.20] ] }\n",
      values: #"{"simplify": {"tolerance": "100 m", "keepIslands": ["01100", ["129.37", "34.20"]], "levels": "2"}}"#,
      new: "simplify: { tolerance: 100 m, keepIslands: [\"01100\", [129.37, 34.20]], levels: 2 }\n"),
    Change(
      testDescription: "what is the same stays as it is written, whatever the quotes",
      old: "simplify: { 'tolerance': '100 m', levels: \"2\" }\n",
      values: #"{"simplify": {"levels": "2", "tolerance": "100 m"}}"#,
      new: "simplify: { 'tolerance': '100 m', levels: \"2\" }\n"),
    Change(
      testDescription: "regions with tolerances of their own",
      old: "simplify:\n  tolerance: 100 m\n  regions:\n    \"42201\": { tolerance: 10 m }\n"
        + "  # Levels of detail\n  levels: 3\n",
      values: """
        {"simplify": {"tolerance": "100 m", "levels": "3",
         "regions": {"42201": {"tolerance": "10 m"}, "42202": {"tolerance": "5 m"}}}}
        """,
      new:
        "simplify:\n  tolerance: 100 m\n  regions:\n    \"42201\": { tolerance: 10 m }\n    \"42202\": { tolerance: 5 m }\n"
        + "  # Levels of detail\n  levels: 3\n"
    ),
    Change(
      testDescription: "a file without the key", old: "", values: #"{"simplify": {"size": "64 KB"}}"#,
      new: "simplify: { size: 64 KB }\n"),
    Change(
      testDescription: "a key without a value", old: "simplify:\n", values: #"{"simplify": {"size": "64 KB"}}"#,
      new: "simplify: { size: 64 KB }\n"),
    Change(
      testDescription: "the last line of a value is taken out", old: "simplify:\n  zoom: 6\n",
      values: #"{"simplify": {}}"#, new: "simplify: {}\n"),
    Change(
      testDescription: "one of several keys of an item",
      old: "drop:\n  KIND: sea   # \"#\"\n  CODE: \"1 # 2\"   # a rock\n",
      values: #"{"drop": {"KIND": "lake", "CODE": "1 # 3"}}"#,
      new: "drop:\n  KIND: lake   # \"#\"\n  CODE: \"1 # 3\"   # a rock\n"),
    Change(
      testDescription: "several keys", old: "drop: { KIND: sea }\nmerge:\n  key: CODE   # of the office\n",
      values: #"{"drop": null, "merge": {"key": "CODE", "name": "{NAME}"}, "select": {"STATE": ["A", null]}}"#,
      new: "merge:\n  key: CODE   # of the office\n  name: \"{NAME}\"\nselect: { STATE: [A, null] }\n"),
    Change(
      testDescription: "lists, one by one",
      old: "drop:\n  CODE:\n    - \"1\"\n    - \"2\"\nnames:\n  overrides:\n    a: b\n",
      values: #"{"drop": {"CODE": ["1", "2", "3"]}, "names": {"overrides": {"a": "c", "é": "d"}}}"#,
      new: "drop:\n  CODE: [1, 2, 3]\nnames:\n  overrides:\n    a: c\n    é: d\n"),
    Change(
      testDescription: "nothing is to be removed any more", old: "simplify: { keep: 3% }\n",
      values: #"{"simplify": {}}"#,
      new: "simplify: {}\n"),
  ]

  private static func values(_ text: String) throws -> Node.Mapping {
    try #require(YAMLDecoder().decode(PreviewValue.self, from: text).node.mapping)
  }

  @Test(arguments: changes)
  private func `saved settings change what is asked for, and leave every other letter`(change: Change) throws {
    let text = try PipelineRevision(Self.before + change.old + Self.after, file: "towns.yml")
    let new = try text.replacing(Self.values(change.values))
    #expect(new == Self.before + change.new + Self.after)
    _ = try PipelineFile(text: new, path: "towns.yml")
  }

  @Test(arguments: [
    "simplify: { tolerance: 100 m,\n  # fine\n  levels: 4 }\n", "simplify: &fine { tolerance: 100 m }\n",
    "simplify: { tolerance: 100 m }\r\n", "\"simplify\": { ? tolerance : 100 m }\n",
    "simplify:\n  - # none\n", "simplify:\n  # by eye\n", "simplify: # by eye\n  { tolerance: 1 m }\n",
  ])
  private func `saved settings are what the file says then, or an error that says what to write`(old: String) throws {
    let values = try Self.values(#"{"simplify": {"tolerance": "250 m"}}"#)
    let whole = Self.before + old + Self.after
    do throws(StageError) {
      let new = try PipelineRevision(whole, file: "towns.yml").replacing(values)
      let amount = try PipelineFile(text: new, path: "towns.yml").simplify.options.amount
      #expect(amount == .tolerance(meters: 250))
    } catch {
      #expect(error.remedy?.words.contains("simplify: { tolerance: 250 m }") == true)
    }
  }
}
