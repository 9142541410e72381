import Foundation
import MapPackFeatures
import MapPackTool
import Testing

/// What a pipeline file says of the main parts of regions: `merge.main`.
@Suite struct MainPartTests {
  /// The island of which region 000 has an islet in the west.
  private func workspace(_ main: String) throws -> Workspace {
    let workspace = try Workspace(Island())
    try workspace.write(
      Island.pipeline().replacingOccurrences(of: "name: name }", with: "name: name, main: \(main) }"),
      to: "Pipelines/island.yml")
    return workspace
  }

  private func mainBounds(_ pack: String) throws -> [Double] {
    let inspect = CommandOutput.of("inspect", "--json", pack, exits: 0)
    let json = try #require(try JSONSerialization.jsonObject(with: Data(inspect.results.utf8)) as? [String: Any])
    let regions = try #require(json["regions"] as? [[String: Any]])
    return try #require(regions[0]["mainBounds"] as? [Double])
  }

  @Test(arguments: [
    ("[7, 50, 9, 51]", [8.0, 50.2, 8.3, 50.4]), ("[7, 49, 12, 52]", [8, 50, 11, 51]),
  ])
  func `the polygons within the bounds are the main part`(bounds: String, expected: [Double]) throws {
    let workspace = try workspace("{ \"000\": \(bounds) }")
    #expect(CommandOutput.of("run", workspace.pipeline).status == 0)
    for (value, expected) in zip(try mainBounds(workspace.path("Output/Island.mappack")), expected) {
      #expect(abs(value - expected) < 0.02)
    }
  }

  @Test(arguments: [
    ("{ \"007\": [7, 50, 9, 51] }", "`merge.main` names the code 007, which no region has"),
    (
      "{ \"000\": [8.1, 50, 10.5, 51] }",
      "no polygon of Südwest (000) lies entirely in 8.1, 50.0, 10.5, 51.0; correct the bounds of `merge.main`"
    ),
  ])
  func `a code without a region and bounds without a polygon are errors`(main: String, message: String) throws {
    let workspace = try workspace(main)
    let run = CommandOutput.of("run", workspace.pipeline)
    #expect(run.status == ExitStatus.usage.rawValue)
    #expect(run.messages.contains(message), "\(run.messages)")
  }
}
