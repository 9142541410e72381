import Foundation
import MapPackFeatures
import MapPackTool
import TestSupport
import Testing

/// `mappack diff` of lines and points.
@Suite struct LineDiffTests {
  private typealias Position = (x: Double, y: Double)
  private typealias Region = (code: String, name: String, parts: [[Position]])

  private static func geoJSON(_ regions: [Region]) -> String {
    let features = regions.flatMap { region in
      region.parts.map { part in
        let positions = part.map { "[\($0.x),\($0.y)]" }
        let geometry =
          part.count == 1
          ? "{\"type\":\"Point\",\"coordinates\":\(positions[0])}"
          : "{\"type\":\"LineString\",\"coordinates\":[\(positions.joined(separator: ","))]}"
        return GeoJSONText.feature(["code": region.code, "name": region.name], geometry)
      }
    }
    return GeoJSONText.collection(features)
  }

  private static func diff(
    _ old: [Region], _ new: [Region], format: String = "json", geometry: String = "lines"
  ) throws -> CommandOutput {
    let workspace = try Workspace()
    let before = try workspace.write(geoJSON(old), to: "old.geojson")
    let after = try workspace.write(geoJSON(new), to: "new.geojson")
    var output = CommandOutput.of(
      "diff", before, after, "--key", "code", "--name", "name", "--format", format, "--geometry", geometry)
    output.results = output.results.replacingOccurrences(of: workspace.url.path + "/", with: "")
    return output
  }

  private static let straight: Region = ("s", "Straight", [[(0, 0), (0.1, 0)]])

  @Test func `a line whose features are divided, reversed or have a vertex more has its length`() throws {
    let other: [Region] = [("s", "Straight", [[(0.1, 0), (0.04, 0)], [(0, 0), (0.02, 0), (0.04, 0)]])]
    let json = try JSONValue(text: Self.diff([Self.straight], other).results)
    #expect(json["resized"]?.elements?.isEmpty == true)
    #expect(json["kind"]?.string == "lines")
    #expect(json["regionsWithOtherVertices"]?.number == 1)
    #expect(
      try Self.diff([Self.straight], other, format: "markdown").results.contains(", other vertices in 1 region\n"))
    let same = try Self.diff([Self.straight], [Self.straight], format: "text")
    #expect(same.status == 0 && same.results.hasSuffix(": no difference\n"))
  }

  @Test func `a line that became longer or shorter is reported with both lengths, in every format`() throws {
    let longer: Region = ("s", "Straight", [[(0, 0), (0.15, 0)]])
    for isForward in [true, false] {
      let (old, new) = isForward ? (Self.straight, longer) : (longer, Self.straight)
      let (before, after) = isForward ? ("11.1 km", "16.7 km") : ("16.7 km", "11.1 km")
      let found = try JSONValue(text: Self.diff([old], [new]).results)["resized"]?.elements
      let lengths = ["old", "new"].map { found?.first?[$0]?["length"]?.number?.rounded() }
      #expect(found?.count == 1 && lengths == (isForward ? [11_132, 16_698] : [16_698, 11_132]))
      let text = try Self.diff([old], [new], format: "text")
      #expect(text.status == 1 && text.results.contains("resized (1)\n  s Straight: \(before) → \(after)\n"))
      #expect(
        text.results.hasSuffix("of lines, codes, names, numbers and sizes are compared, and not where they lie\n"))
      let markdown = try Self.diff([old], [new], format: "markdown").results
      #expect(markdown.contains("**Resized (1)**") && markdown.contains("| s Straight | \(before) → \(after) |"))
    }
  }

  @Test func `lines are found again by code and by name`() throws {
    let old: [Region] = [
      ("1", "Coast", [[(0, 1), (1, 1)]]), ("2", "Hill", [[(0, 2), (1, 2)]]), ("3", "Gone", [[(0, 3), (1, 3)]]),
      ("4", "Twin", [[(0, 4), (1, 4)]]), ("5", "Twin", [[(0, 5), (1, 5)]]),
    ]
    let new: [Region] = [
      ("1", "Shore", [[(0, 1), (1, 1)]]), ("20", "Hill", [[(0, 2), (1, 2)]]), ("6", "Twin", [[(0, 4), (1, 4)]]),
      ("7", "Come", [[(0, 3), (1, 3)]]),
    ]
    let json = try JSONValue(text: Self.diff(old, new).results)
    func codes(_ list: String, _ member: String? = nil) -> [String] {
      json[list]?.elements?.compactMap { entry in
        let region = member.map { entry[$0] } ?? entry
        return region?["code"]?.string
      } ?? []
    }
    #expect(codes("renamed", "new") == ["1"])
    #expect(codes("recoded", "old") == ["2"] && codes("recoded", "new") == ["20"])
    // A name that two have says of neither which it is.
    #expect(codes("removed") == ["3", "4", "5"] && codes("added") == ["6", "7"])
    #expect(json["added"]?.elements?.first?["length"]?.number != nil)
  }

  @Test func `another number of points is reported, and another position is not`() throws {
    let old: [Region] = [("a", "A", [[(1, 0)]]), ("c", "C", [[(2, 0)], [(3, 0)]])]
    let new: [Region] = [("a", "A", [[(1.001, 0)]]), ("c", "C", [[(2, 0)]])]
    let text = try Self.diff(old, new, format: "text", geometry: "points")
    #expect(text.status == 1 && text.results.contains("resized (1)\n  c C: 2 points → 1 point\n"), "\(text.results)")
  }

  @Test func `a pack simplified by more than another one has the same lengths, of lines as published`() throws {
    let workspace = try Workspace()
    let features = RandomLines(seed: 1).features.map {
      ($0.code, $0.code, $0.lines.map { $0.map { ($0.x, $0.y) } }) as Region
    }
    let source = try workspace.write(Self.geoJSON(features), to: "lines.geojson")
    let paths = ["20 m", "200 m"].map { tolerance in
      let path = workspace.path("\(tolerance.prefix(3))")
      for arguments in [
        ["ingest", source, "--geometry", "lines", "-o", path + ".features"],
        ["merge", path + ".features", "--key", "code", "-o", path + ".merged.coverage"],
        ["simplify", path + ".merged.coverage", "--tolerance", tolerance, "-o", path + ".coverage"],
      ] {
        CommandOutput.of(RootCommand.self, arguments + ["--quiet"], exits: 0)
      }
      return path + ".coverage"
    }
    let json = try JSONValue(text: CommandOutput.of("diff", paths[0], paths[1], "--format", "json").results)
    #expect(json["resized"]?.elements?.isEmpty == true && json["isDifferent"] == .bool(true))
  }

  @Test func `maps of different kinds, and a share of lines, are refused`() throws {
    let workspace = try Workspace()
    var paths: [String] = []
    for (kind, part) in [("lines", [(0, 0), (1, 1)]), ("points", [(0, 0)])] as [(String, [Position])] {
      let source = try workspace.write(Self.geoJSON([("a", "A", [part])]), to: "\(kind).geojson")
      paths.append(workspace.path(kind + ".features"))
      #expect(CommandOutput.of("ingest", source, "--geometry", kind, "-o", paths[paths.count - 1]).status == 0)
    }
    let kinds = CommandOutput.of("diff", paths[0], paths[1], "--key", "code")
    #expect(kinds.status == 64 && kinds.messages.contains("it has points, and \(paths[0]) has lines"))
    let share = CommandOutput.of("diff", paths[0], paths[0], "--key", "code", "--share", "1%")
    #expect(share.status == 64 && share.messages.contains("--share is for areas, and both editions have lines"))
  }
}
