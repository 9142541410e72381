import MapPackFeatures
import Testing

@testable import MapPackFiles

@Suite struct WordsTests {
  @Test(arguments: [
    ("tolerence", "tolerance"), ("Key", "key"), ("swfit", "swift"), ("minimum-island", "minimumIsland"),
    ("zebra", nil),
  ])
  func `a misspelt word is taken for the nearest, a foreign one for none`(word: String, nearest: String?) {
    #expect(nearestWord(to: word, in: ["tolerance", "key", "swift", "minimumIsland"]) == nearest)
  }

  @Test(arguments: [(0, "0"), (999, "999"), (1_000, "1,000"), (1_039_412, "1,039,412"), (-1_234, "-1,234")])
  func `counts have commas`(count: Int, text: String) {
    #expect(Figures.grouped(count) == text)
  }

  @Test(arguments: [(1.005, 1, "1.0"), (0.25, 1, "0.3"), (-0.04, 1, "0.0"), (12, 0, "12"), (-1.5, 2, "-1.50")])
  func `decimals are fixed`(value: Double, places: Int, text: String) {
    #expect(Figures.decimal(value, places: places) == text)
  }

  @Test func `progress says how far and how fast`() {
    let event = ProgressEvent(activity: "noding", done: 1_200, total: 3_000, unit: "vertices")
    #expect(ProgressLine.line(event, seconds: 2) == "noding 40 % (1,200 of 3,000 vertices, 600 a second)")
    let open = ProgressEvent(activity: "reading", done: 12, total: nil, unit: "features")
    #expect(ProgressLine.line(open, seconds: 0.1) == "reading (12 features)")
  }

  @Test(arguments: [(true, false, true), (true, true, false), (false, false, false)])
  func `progress is drawn on a terminal only, not when quiet, and erased at the end`(
    isTerminal: Bool, isQuiet: Bool, isDrawn: Bool
  ) {
    let messages = Transcript()
    let console = Console(isTerminal: isTerminal, output: { _ in }, message: { messages.append($0) })
    let line = ProgressLine(console: console, isQuiet: isQuiet)
    line.handler?(ProgressEvent(activity: "noding", done: 1, total: 2, unit: "vertices"))
    line.erase()
    #expect(messages.text == (isDrawn ? "\r\u{1B}[Knoding 50 % (1 of 2 vertices)\r\u{1B}[K" : ""))
  }

  @Test func `a warning is said once, with its count and its first three locations`() throws {
    let workspace = try Workspace()
    let points = ["a", "b", "c", "d", "e"].map {
      GeoJSONText.feature(["name": $0], #"{"type":"Point","coordinates":[1,1]}"#)
    }
    let polygon = #"{"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}}"#
    let source = try workspace.write(GeoJSONText.collection(points + [polygon]), to: "map.geojson")
    let run = CommandOutput.of("ingest", source, "-o", workspace.path("map.features"), exits: 0)
    let lines = run.messages.split(separator: "\n").filter { $0.contains("[not-a-polygon]") }
    #expect(lines.count == 1)
    #expect(lines.first?.contains("map.geojson, a, record 1: warning") == true, "\(lines)")
    #expect(lines.first?.hasSuffix("(5 in all; also b, record 2; c, record 3)") == true, "\(lines)")
  }
}
