import Foundation
import MapPackFeatures
import TestSupport
import Testing

@testable import MapPackProject
@testable import MapPackTool

@Suite struct InspectTests {
  @Test func `inspect shows the fields of a source, and what init would choose`() throws {
    let workspace = try Workspace(Island())
    let source = workspace.path("RawData/island.geojson")
    let lines = CommandOutput.of("inspect", source, exits: 0).results.split(separator: "\n").map(String.init)
    let proposal = CommandOutput.of("init", "Other", source, "--no-run", "--project", workspace.url.path, exits: 0)
    let summary = try #require(proposal.results.split(separator: "\n").first).split(separator: ": ").dropFirst()
    #expect(
      lines == [
        "6 features, 6 polygons, 648 vertices", "from \(source): UTF-8, WGS 84",
        "field\ttype\tvalues\tempty\tfits as\tsamples", "code\ttext\t4\t0\tkey\t000, 001, 010, …",
        "name\ttext\t4\t0\tname\tSüdwest, Südost, Nordwest, …",
        "init would choose: " + summary.joined(separator: ": "),
      ])
    #expect(lines.last?.contains("key code, name name, 4 regions") == true, "\(lines)")
  }

  @Test func `each layer of a source is shown by itself, and one that is named alone`() throws {
    let workspace = try Workspace()
    let towns = GeoPackageText.Layer(
      name: "towns",
      rows: [("A", 1.0), ("B", 2)].map { name, west in
        let triangle = BinaryGeometry().polygon([[(west, 1), (west + 1, 1), (west + 1, 2), (west, 1)]])
        return (BinaryGeometry().inPackage(triangle), ["'\(name)'"])
      })
    var places = GeoPackageText.Layer(
      name: "places", rows: [(BinaryGeometry().inPackage(BinaryGeometry().point(1, 2)), ["7", "0.5"])])
    places.type = "POINT"
    places.columns = ["number INTEGER", "share REAL"]
    let path = workspace.path("a.gpkg")
    try GeoPackageText([towns, places]).write(to: path)
    let both = CommandOutput.of("inspect", path, exits: 0).results
    for words in [
      "2 features, 2 polygons", "1 feature, 1 point", "layer towns: ", "layer places: ",
      "name\ttext\t2\t0\tname\tA, B\n",
      "number\tinteger\t1\t0\t\t7\n", "share\tnumber\t1\t0\t\t0.5\n",
    ] {
      #expect(both.contains(words), "\(words) in \(both)")
    }
    let one = CommandOutput.of("inspect", path, "--layer", "towns", "--json", exits: 0)
    let json = try JSONSerialization.jsonObject(with: Data(one.results.utf8)) as? [String: Any]
    let layers = try #require(json?["layers"] as? [[String: Any]])
    #expect(layers.count == 1 && layers[0]["features"] as? Int == 2)
    let fields = try #require(layers[0]["fields"] as? [[String: Any]])
    #expect(fields.map { $0["fitsAsName"] as? Bool } == [true] && fields.map { $0["type"] as? String } == ["text"])
    #expect((layers[0]["proposals"] as? [[String: Any]])?.first?["regions"] as? Int == 2)
  }

  @Test func `a layer without shapes is shown, with the reason why it makes no map`() throws {
    let workspace = try Workspace()
    let path = try workspace.write(
      #"{"type":"Feature","properties":{"code":"A","open":true},"geometry":null}"#, to: "a.geojson")
    let shown = CommandOutput.of("inspect", path, exits: 0).results
    let words = "open\tboolean\t1\t0\t\ttrue\ninit would refuse it: there is no feature with a polygon"
    #expect(shown.contains(words), "\(shown)")
  }

  @Test func `what is no source is called what it is, and the sources beside it are shown`() throws {
    let workspace = try Workspace(Island())
    let table = try workspace.write("code,name,area\n1,A,2\n", to: "a.csv")
    let alone = CommandOutput.of("inspect", table, exits: 65)
    #expect(alone.results == "" && alone.messages.contains("this is a table (CSV)"), "\(alone.messages)")
    let both = CommandOutput.of("inspect", table, workspace.path("RawData/island.geojson"), exits: 65)
    #expect(both.messages == alone.messages && both.results.hasPrefix("6 features"))
    #expect(CommandOutput.of("inspect", workspace.path("none.shp"), exits: 66).messages.contains("no such file"))
  }

  @Test func `a pack and a stage file are known by their bytes, whatever they are called`() throws {
    let workspace = try Workspace.made()
    workspace.stages(pipeline: workspace.pipeline)
    for name in ["Output/Island.mappack", "a.features", "b.coverage"] {
      let other = workspace.path("\(name).bin")
      try FileManager.default.copyItem(atPath: workspace.path(name), toPath: other)
      #expect(
        CommandOutput.of("inspect", other, exits: 0).results
          == CommandOutput.of("inspect", workspace.path(name), exits: 0).results)
    }
  }

  @Test func `the type of a field is that of all its values`() {
    typealias Values = [AttributeValue]
    for (values, type) in [
      ([.null, .text(" ")], .empty), ([.integer(1), .real(2)], .integer), ([.integer(1), .real(0.5)], .number),
      ([.text("1"), .null], .text), ([.text("1"), .integer(1)], .mixed), ([.boolean(true)], .boolean),
    ] as [(Values, FieldColumn.ValueType)] {
      #expect(FieldColumn.ValueType(of: values) == type)
    }
  }
}
