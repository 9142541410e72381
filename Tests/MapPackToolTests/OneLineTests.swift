import Foundation
import MapPackFeatures
import MapPackTool
import Testing

/// Text from the data is one printable line in all that is printed, so that no name is a line, a command of a CI service
/// or a color of its own.
@Suite struct OneLineTests {
  private static let hostile =
    "x\n::error file=a.swift::boo\u{1B}[31m\u{202E}evil\u{2066}\u{2028}p\u{2029}q\r::error::r\u{85}\t\u{9B}31m"

  /// Two squares whose codes, names and fields are hostile, and a pack of them.
  private static func made() throws -> Workspace {
    let workspace = try Workspace()
    func feature(_ x: Int, _ code: String, _ name: String) throws -> String {
      let fields = ["code": code, "name": name, hostile: hostile]
      let text = String(decoding: try JSONEncoder().encode(fields), as: UTF8.self)
      return #"{"type":"Feature","properties":\#(text),"geometry":\#(GeoJSONText.square(Double(x), 0, 1))}"#
    }
    func write(_ features: [String], _ name: String) throws {
      try workspace.write(GeoJSONText.collection(features), to: name)
    }
    let first = try [feature(0, "::error::1", hostile), feature(1, "2" + hostile, "two")]
    try write(first, "a.geojson")
    try write(first + [feature(1, "::error::3", hostile)], "twice.geojson")
    try workspace.writePipeline(
      "merge: { key: code, name: name }", of: #"a.geojson, publisher: "a\n::error::b", edition: "1\u202E""#,
      map: "Hostile")
    return workspace
  }

  private static func expectLines(_ run: CommandOutput, _ what: String) {
    for line in (run.results + run.messages).split(separator: "\n") {
      // Reports with workflow commands of their own have no other line that begins so.
      let isCommand = line.drop { $0 == " " }.hasPrefix("::")
      #expect(!isCommand, "\(what): \(line)")
      let hidden = line.unicodeScalars.filter {
        $0.value < 0x20 && $0 != "\t" || (0x7F..<0xA0).contains($0.value) || (0x2028...0x202E).contains($0.value)
          || (0x2066...0x2069).contains($0.value)
      }
      #expect(hidden.isEmpty, "\(what): \(line.debugDescription)")
    }
  }

  @Test func `no command prints a line, a control character or a change of direction of the data's`() throws {
    let workspace = try Self.made()
    let pipeline = workspace.path("Pipelines/hostile.yml")
    let pack = workspace.path("Output/Hostile.mappack")
    let source = workspace.path("a.geojson")
    func print(_ arguments: String...) {
      Self.expectLines(CommandOutput.of(RootCommand.self, arguments), arguments.prefix(2).joined(separator: " "))
    }
    print("run", pipeline)
    try FileManager.default.copyItem(atPath: pack, toPath: workspace.path("old.mappack"))
    print("inspect", pack)
    print("locate", pack, "0.5", "0.5")
    print("locate", pack, "1.5", "0.5")
    print("ingest", source, "-o", workspace.path("a.features"))
    print("inspect", workspace.path("a.features"))
    print("merge", workspace.path("a.features"), "-o", workspace.path("a.coverage"), "--key", "code", "--name", "name")
    print("inspect", workspace.path("a.coverage"))
    print("merge", workspace.path("a.features"), "-o", workspace.path("b.coverage"), "--key", "none")
    for format in ["text", "junit"] {
      print("validate", workspace.path("twice.geojson"), "--key", "code", "--name", "name", "--format", format)
    }
    print("merge", workspace.path("twice.geojson"), "-o", workspace.path("c.coverage"), "--key", "code")
    for name in ["explain", "schemas", "x", "run", "validate", "diff"] {
      print(name, Self.hostile)
      print(Self.hostile, name)
      print(name, "--no-such-option", Self.hostile)
    }
    // Lost, and new.
    try workspace.write(
      try workspace.text("a.geojson").replacingOccurrences(of: "::error::1", with: "::error::4"), to: "a.geojson")
    let lost = CommandOutput.of("run", pipeline)
    #expect(lost.status == 1 && lost.messages.contains("::error::4"), "\(lost.messages)")
    Self.expectLines(lost, "a lost region")
    print("run", pipeline, "--retire", "::error::1")
    for format in ["text", "markdown"] { print("diff", workspace.path("old.mappack"), pack, "--format", format) }
    print("diff", workspace.path("old.mappack"), pack)
  }

  @Test(arguments: [
    ("plain 42201", "plain 42201"), ("長崎市", "長崎市"), ("a\u{200C}b", "a\u{200C}b"), ("a\r\nb\tc", "a  b c"),
    ("a\u{202E}b\u{2069}", "a b "), (":: a", "\\:: a"), ("  ::error::x", "  \\::error::x"), ("\n::x", " \\::x"),
    ("a ::x", "a ::x"), ("\u{1B}[1m\u{9B}2m", " [1m 2m"), ("", ""),
  ])
  func `text is one line that no terminal and no service obeys`(text: String, line: String) {
    #expect(text.onOneLine.unicodeScalars.elementsEqual(line.unicodeScalars), "\(text.onOneLine.debugDescription)")
  }

  @Test func `an error has one line, whatever the data's names are, and its rows below`() {
    var error = StageError(.findings, file: "a\nb", "lost: x\n::error::y", remedy: "add\nthis:")
    error.name = "c\u{202E}"
    error.rows = ["date,kind,from,to", ",rename,x\n::error::y,z"]
    #expect(
      error.description.split(separator: "\n")
        == ["a b, c : error: lost: x ::error::y; add this:", "date,kind,from,to", ",rename,x ::error::y,z"])
  }
}
