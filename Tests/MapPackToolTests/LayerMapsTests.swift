import Foundation
import MapPack
import MapPackTool
import TestSupport
import Testing

/// `init --layer '*'`: maps of the layers of one file.
@Suite struct LayerMapsTests {
  /// A row of squares of a width, each with its values. A row without values has no shape.
  private static func layer(
    _ name: String, _ columns: [String], _ rows: [[String]], width: Double = 1, south: Double = 60
  ) -> GeoPackageText.Layer {
    var layer = GeoPackageText.Layer(name: name, rows: [])
    layer.columns = columns.map { "\"\($0)\" TEXT" }
    for (index, row) in rows.enumerated() {
      let (west, east) = (5 + width * Double(index), 5 + width * Double(index + 1))
      let ring = [(west, south), (east, south), (east, south + 1), (west, south + 1), (west, south)]
      let shape = BinaryGeometry()
      layer.rows.append((shape.inPackage(shape.polygon([ring])), row.map { "'\($0)'" }))
    }
    return layer
  }

  private static let kommuner = [
    ["0301", "Oslo", "03"], ["0302", "Aker", "03"], ["1101", "Eigersund", "11"], ["1103", "Stavanger", "11"],
  ]

  private static func workspace(_ layers: [GeoPackageText.Layer]) throws -> Workspace {
    let workspace = try Workspace()
    try FileManager.default.createDirectory(atPath: workspace.path("RawData"), withIntermediateDirectories: true)
    try GeoPackageText(layers).write(to: workspace.path("RawData/norge.gpkg"))
    return workspace
  }

  private static func proposed(_ workspace: Workspace, _ flags: String..., exits status: Int32 = 0) -> CommandOutput {
    let arguments = ["init", "Norge", workspace.path("RawData/norge.gpkg"), "--layer", "*"]
    return CommandOutput.of(
      RootCommand.self, arguments + ["--project", workspace.url.path] + flags, exits: status)
  }

  private static func names(_ workspace: Workspace, _ map: String) throws -> [String: String] {
    let pack = try Pack(contentsOf: URL(fileURLWithPath: workspace.path("Output/\(map).mappack")))
    try pack.verify()
    return Dictionary(uniqueKeysWithValues: pack.shapes.map { ($0.code, $0.name) })
  }

  @Test func `a layer of wholes becomes the groups of the layer of parts, with its names, and others are maps`() throws
  {
    let workspace = try Self.workspace([
      Self.layer("kommune", ["kommunenummer", "kommunenavn", "fylkesnummer"], Self.kommuner),
      Self.layer("fylke", ["fylkesnummer", "fylkesnavn"], [["03", "Oslo"], ["11", "Rogaland"]], width: 2),
      Self.layer("vann", ["navn", "type"], [["Tyrifjorden", "innsjø"], ["Femunden", "innsjø"]], south: 63),
    ])
    let output = Self.proposed(workspace)
    #expect(
      workspace.files().filter { $0.hasSuffix(".yml") } == ["Pipelines/NorgeKommune.yml", "Pipelines/NorgeVann.yml"])
    #expect(output.results.contains("the groups NorgeFylke of the layer fylke by fylkesnummer"), "\(output)")
    #expect(try Self.names(workspace, "NorgeKommune").count == 4)
    #expect(try Self.names(workspace, "NorgeFylke") == ["03": "Oslo", "11": "Rogaland"])
    #expect(try workspace.text("Output/NorgeFylke.swift").contains("case rogaland = "))
    #expect(try Self.names(workspace, "NorgeVann").count == 2)
    for map in ["NorgeKommune", "NorgeVann"] {
      CommandOutput.of("run", "--check", workspace.path("Pipelines/\(map).yml"), exits: 0)
    }
  }

  /// What the coarser layer has, beside what each feature of the finer one says.
  @Test(arguments: [
    ("a code that no part has", [["03", "Oslo"], ["11", "Rogaland"], ["12", "Bergen"]]),
    ("a code too few", [["03", "Oslo"]]),
    ("codes of something else", [["1", "Oslo"], ["2", "Rogaland"]]),
  ])
  func `a layer whose codes are not those of the parts is a map of its own`(_: String, rows: [[String]]) throws {
    let workspace = try Self.workspace([
      Self.layer("kommune", ["kommunenummer", "kommunenavn", "fylkesnummer"], Self.kommuner),
      Self.layer("fylke", ["fylkesnummer", "fylkesnavn"], rows, width: 2),
    ])
    _ = Self.proposed(workspace, "--no-run")
    #expect(try !workspace.text("Pipelines/NorgeKommune.yml").contains("groups"))
    #expect(try workspace.text("Pipelines/NorgeFylke.yml").contains("layer: fylke\n"))
  }

  @Test func `a layer that is no map is named with the reason and the command that makes one`() throws {
    let workspace = try Self.workspace([
      Self.layer("kommune", ["kommunenummer", "kommunenavn", "fylkesnummer"], Self.kommuner),
      Self.layer("omrade", ["type"], [["skog"], ["skog"], ["myr"]], south: 63),
    ])
    let output = Self.proposed(workspace, "--no-run")
    #expect(
      output.messages.contains(
        "no map was proposed of the layer omrade: no field tells its features apart; to make one: "
          + "mappack init NorgeOmrade "), "\(output)")
    #expect(workspace.files().filter { $0.hasSuffix(".yml") } == ["Pipelines/NorgeKommune.yml"])
  }

  @Test func `layers with the same fields are parts of one map`() throws {
    let workspace = try Self.workspace([
      Self.layer("east", ["nr", "navn"], [["1", "A"], ["2", "B"]]),
      Self.layer("west", ["nr", "navn"], [["3", "C"], ["4", "D"]], south: 63),
    ])
    _ = Self.proposed(workspace)
    #expect(try Self.names(workspace, "Norge") == ["1": "A", "2": "B", "3": "C", "4": "D"])
  }
}
