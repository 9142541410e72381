import Foundation
import MapPackFeatures
import MapPackTool
import TestSupport
import Testing

/// `mappack diff` of lines and points.
@Suite struct LineDiffTests {
  private typealias Position = (x: Double, y: Double)
  private typealias Region = (code: String, name: String, parts: [[Position]])

  /// Meters a degree of longitude at the equator, where the maps of these tests lie.
  private static let degree = 111_319.49

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

  private static func number(_ value: JSONValue?, _ member: String) throws -> Double {
    try #require(value?[member]?.number)
  }

  private static let straight: Region = ("s", "Straight", [[(0, 0), (0.1, 0)]])

  @Test func `a line whose features are divided, reversed or have a vertex more has not moved`() throws {
    let other: [Region] = [("s", "Straight", [[(0.1, 0), (0.04, 0)], [(0, 0), (0.02, 0), (0.04, 0)]])]
    let json = try JSONValue(text: Self.diff([Self.straight], other).results)
    #expect(json["moved"]?.elements?.isEmpty == true)
    #expect(json["kind"]?.string == "lines")
    #expect(json["regionsWithOtherVertices"]?.number == 1)
    #expect(
      try Self.diff([Self.straight], other, format: "markdown").results.contains(", other vertices in 1 region\n"))
    let same = try Self.diff([Self.straight], [Self.straight], format: "text")
    #expect(same.status == 0 && same.results.hasSuffix(": no difference\n"))
  }

  @Test func `a line that takes another way is reported with how far that is and how much of it`() throws {
    // A rectangle to the north of the middle fifth, a hundredth of a degree high.
    let detour: Region = (
      "s", "Straight", [[(0, 0), (0.04, 0), (0.04, 0.01), (0.06, 0.01), (0.06, 0), (0.1, 0)]]
    )
    let moved = try JSONValue(text: Self.diff([Self.straight], [detour]).results)["moved"]
    #expect(moved?.elements?.count == 1)
    let found = moved?.elements?.first
    // At the equator a degree of latitude is two thirds of a percent shorter than on the sphere of the plane.
    #expect(abs(try Self.number(found, "distance") - 0.01 * Self.degree) < 0.01 * 0.01 * Self.degree)
    #expect(abs(try Self.number(found, "appeared") - 0.04 * Self.degree) < 0.01 * 0.04 * Self.degree)
    #expect(abs(try Self.number(found, "vanished") - 0.02 * Self.degree) < 0.01 * 0.02 * Self.degree)
    let location = found?["coordinates"]?.elements?.compactMap(\.number) ?? []
    #expect(location.count == 2 && (0.04...0.06).contains(location[0]) && abs(location[1] - 0.01) < 1e-6)
  }

  @Test func `a line that became longer has something new and nothing gone, and the other way round`() throws {
    let longer: Region = ("s", "Straight", [[(0, 0), (0.15, 0)]])
    for isForward in [true, false] {
      let (old, new) = isForward ? (Self.straight, longer) : (longer, Self.straight)
      let found = try JSONValue(text: Self.diff([old], [new]).results)["moved"]?.elements?.first
      let (more, less) = isForward ? ("appeared", "vanished") : ("vanished", "appeared")
      #expect(abs(try Self.number(found, more) - 0.05 * Self.degree) < 1)
      #expect(try Self.number(found, less) == 0)
      #expect(abs(try Self.number(found, "distance") - 0.05 * Self.degree) < 0.01 * 0.05 * Self.degree)
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

  @Test func `a point has moved by so many meters, also over the 180th meridian`() throws {
    let old: [Region] = [("a", "A", [[(1, 0)]]), ("b", "B", [[(179.999, 0)]]), ("c", "C", [[(2, 0)], [(3, 0)]])]
    let new: [Region] = [
      ("a", "A", [[(1.001, 0)]]), ("b", "B", [[(-179.999, 0)]]), ("c", "C", [[(2, 0)], [(3.01, 0)]]),
    ]
    let text = try Self.diff(old, new, format: "text", geometry: "points")
    #expect(text.status == 1)
    #expect(text.results.contains("  a A: 111 m away, at 1.0010 0.0000\n"))
    #expect(text.results.contains("  b B: 223 m away, at "))
    #expect(text.results.contains("  c C: up to 1.11 km away, 1 point new, 1 point gone, at 3.0100 0.0000\n"))
    #expect(text.results.contains("a point counts as moved if it lies farther than "))
    let markdown = try Self.diff(old, new, format: "markdown", geometry: "points").results
    #expect(markdown.contains("**Moved (3)**") && markdown.contains("| a A | 111 m away | 1.0010 0.0000 |"))
  }

  @Test(arguments: [UInt64(1), 2, 3])
  func `a pack simplified by more than another one has not moved, and a shifted one has`(seed: UInt64) throws {
    let workspace = try Workspace()
    func pack(_ name: String, shift: Double, tolerance: String) throws -> String {
      let features = RandomLines(seed: seed).features.map { feature in
        (feature.code, feature.code, feature.lines.map { $0.map { ($0.x + shift, $0.y) } }) as Region
      }
      let source = try workspace.write(Self.geoJSON(features), to: "\(name).geojson")
      let path = workspace.path(name)
      for arguments in [
        ["ingest", source, "--geometry", "lines", "-o", path + ".features"],
        ["merge", path + ".features", "--key", "code", "-o", path + ".merged.coverage"],
        ["simplify", path + ".merged.coverage", "--tolerance", tolerance, "-o", path + ".coverage"],
      ] {
        CommandOutput.of(RootCommand.self, arguments + ["--quiet"], exits: 0)
      }
      return path + ".coverage"
    }
    let (fine, coarse) = (
      try pack("fine", shift: 0, tolerance: "20 m"), try pack("coarse", shift: 0, tolerance: "200 m")
    )
    let shifted = try pack("shifted", shift: 0.01, tolerance: "20 m")
    let unmoved = try JSONValue(text: CommandOutput.of("diff", fine, coarse, "--format", "json").results)
    #expect(unmoved["moved"]?.elements?.isEmpty == true && unmoved["isDifferent"] == .bool(true))
    let moved = try JSONValue(text: CommandOutput.of("diff", fine, shifted, "--format", "json").results)
    #expect(moved["moved"]?.elements?.count == Set(RandomLines(seed: seed).features.map(\.code)).count)
    // No farther than the shift, and most of that if a line runs to the north.
    for found in moved["moved"]?.elements ?? [] {
      #expect((200...930).contains(try Self.number(found, "distance")))
    }
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
