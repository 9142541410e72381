import Foundation
import MapPackFeatures
import MapPackIngest
import TestSupport
import Testing

@testable import MapPackProject
@testable import MapPackTool

@Suite struct SourceTests {
  /// A project whose island lies in two files of a folder, with one that is no source beside them.
  private func made(path: String, more: String = "") throws -> Workspace {
    let workspace = try Workspace()
    var (east, west) = (Island(), Island())
    east.pieces.removeAll { !$0.code.hasSuffix("1") }
    west.pieces.removeAll { $0.code.hasSuffix("1") }
    try workspace.write(east.geoJSON, to: "RawData/parts/b-east.geojson")
    try workspace.write(west.geoJSON, to: "RawData/parts/a-west.geojson")
    try workspace.write("# about them", to: "RawData/parts/SOURCE.md")
    try workspace.writePipeline("merge: { key: code, name: name }", of: path + more, map: "Island")
    return workspace
  }

  @Test(arguments: [
    "RawData/parts", "RawData/p*", "RawData/parts/*.geojson", "RawData/p*s/[ab]-*", "RawData/parts/?-????.geojson",
  ])
  func `a folder or a pattern stands for its files, in the order of their names`(path: String) throws {
    let workspace = try made(path: "\"\(path)\"")
    let run = CommandOutput.of("run", workspace.pipeline, exits: 0)
    #expect(run.results.hasPrefix("Island: 4 regions, 6 polygons"))
    let provenance = try #require(
      try JSONSerialization.jsonObject(with: workspace.data("Pipelines/Island.provenance.json")) as? [String: Any])
    let inputs = try #require(provenance["inputs"] as? [[String: String]])
    #expect(inputs.map { $0["path"] } == ["RawData/parts/a-west.geojson", "RawData/parts/b-east.geojson"])
  }

  @Test(arguments: ["RawData/parts/c*", "RawData/none/*.geojson", "RawData/parts/.*"])
  func `a pattern that nothing matches is no input`(path: String) throws {
    let workspace = try made(path: "\"\(path)\"")
    let run = CommandOutput.of("run", workspace.pipeline, exits: 66)
    #expect(
      run.messages.hasPrefix("\(path): error: there is no such file (sources, \(workspace.pipeline):2)"),
      "\(run.messages)")
  }

  @Test func `one of several kinds with the same content in a folder is read, Shapefiles first`() throws {
    let workspace = try Workspace()
    try workspace.write("", to: "a/one.shp")
    try workspace.write("", to: "a/one.geojson")
    try workspace.write("", to: "a/two.KML")
    try workspace.write("", to: "b/c/one.json")
    try workspace.write("", to: "b/d/two.geojson")
    try workspace.write("", to: "b/d/three.zip")
    try workspace.write("", to: "b/.hidden.shp")
    func names(_ folder: String, layer: String? = nil) throws -> [String] {
      try SourceFiles.files(at: folder, layer: layer) { workspace.path($0) }.map(\.name)
    }
    #expect(try names("a") == ["a/one.shp"])
    #expect(try names("a/", layer: "two") == ["a/two.KML"])
    #expect(try names("a", layer: "three") == [])
    // Where a folder has none itself, its folders are looked into; an archive is asked for its layers later.
    #expect(try names("b") == ["b/c/one.json", "b/d/two.geojson"])
    #expect(try names("b", layer: "two") == ["b/d/two.geojson"])
    #expect(try names("b", layer: "other") == ["b/d/three.zip"])
    let every = try SourceFiles.everyFile(at: workspace.path("")).map { $0.name.split(separator: "/").suffix(2) }
    #expect(
      every.map { $0.joined(separator: "/") } == [
        "a/one.geojson", "a/one.shp", "a/two.KML", "c/one.json", "d/three.zip", "d/two.geojson",
      ])
  }

  @Test func `a folder or a file that links lead to again is read once`() throws {
    let workspace = try Workspace()
    func link(_ name: String, to destination: String) throws {
      try FileManager.default.createSymbolicLink(
        atPath: workspace.path(name), withDestinationPath: destination)
    }
    // Folders that lie in themselves, by two links each.
    for (folder, way) in [("a", "."), ("a/deeper", ".."), ("a/deeper/still", "../..")] {
      if folder != "a" { try workspace.write("", to: "\(folder)/notes.txt") }
      try FileManager.default.createDirectory(atPath: workspace.path(folder), withIntermediateDirectories: true)
      for name in ["1", "2"] { try link("\(folder)/\(name)", to: way) }
    }
    try workspace.write("", to: "a/deeper/still/one.geojson")
    try workspace.write("", to: "b/one.geojson")
    try link("b/two.geojson", to: "one.geojson")
    try FileManager.default.linkItem(atPath: workspace.path("b/one.geojson"), toPath: workspace.path("b/three.geojson"))
    // Attribute tables of their own make two layers of one Shapefile's shapes.
    for name in ["one.shp", "one.dbf", "two.dbf"] { try workspace.write("", to: "c/\(name)") }
    try link("c/two.shp", to: "one.shp")
    for name in ["three.shp", "three.dbf"] { try link("c/\(name)", to: "one" + name.dropFirst(5)) }
    func names(_ path: String) throws -> [String] { try SourceFiles.files(at: path) { workspace.path($0) }.map(\.name) }
    #expect(try names("a") == ["a/deeper/still/one.geojson"])
    #expect(try names("a/*").count == 1)
    #expect(try names("b") == ["b/one.geojson"])
    #expect(try names("b/t*.geojson") == ["b/three.geojson"])
    #expect(try names("c") == ["c/one.shp", "c/two.shp"])
    #expect(try SourceFiles.everyFile(at: workspace.path("")).count == 4)
  }

  @Test(arguments: SourceFormat.all.flatMap(\.endings))
  func `a file of any format is a folder's layer`(ending: String) throws {
    let workspace = try Workspace()
    try workspace.write("", to: "a/map.\(ending)")
    #expect(try SourceFiles.files(at: "a") { workspace.path($0) }.map(\.name) == ["a/map.\(ending)"])
  }

  @Test func `files that are compressed, sequences and topologies are a folder's layers too`() throws {
    let workspace = try Workspace()
    for name in [
      "a/map.geojson.gz", "a/map.kml", "b/towns.NDJSON", "b/lines.geojsonl.GZ", "c/map.topojson", "c/x.kml",
      "e/map.gpkg", "e/x.kml", "f/map.gpkg.gz",
    ] {
      try workspace.write("", to: name)
    }
    try workspace.write("", to: "d/notes.txt.gz")
    func names(_ folder: String, layer: String? = nil) throws -> [String] {
      try SourceFiles.files(at: folder, layer: layer) { workspace.path($0) }.map(\.name)
    }
    #expect(try names("a") == ["a/map.geojson.gz"])
    #expect(try names("a", layer: "map") == ["a/map.geojson.gz"])
    // What is compressed stands in for what is not.
    #expect(try names("b") == ["b/towns.NDJSON"])
    #expect(try names("b", layer: "lines") == ["b/lines.geojsonl.GZ"])
    // A topology may have an object of any name; a file that is called so goes before it.
    #expect(try names("c") == ["c/map.topojson"])
    #expect(try names("c", layer: "towns") == ["c/map.topojson"])
    #expect(try names("c", layer: "x") == ["c/x.kml"])
    #expect(try names("d") == [])
    // So may a package.
    #expect(try names("e") == ["e/map.gpkg"])
    #expect(try names("e", layer: "towns") == ["e/map.gpkg"])
    #expect(try names("e", layer: "x") == ["e/x.kml"])
    #expect(try names("f", layer: "towns") == ["f/map.gpkg.gz"])
    #expect(try SourceFiles.everyFile(at: workspace.path("")).count == 9)
  }

  @Test func `a GeoPackage in a folder gives the bytes that the Shapefile gives`() throws {
    let workspace = try Workspace()
    let folder = SwiftCompiler.root.path + "/RawData/us-census-counties-500k"
    let stem = "cb_2016_new_england_county_500k"
    for ending in ["shp", "shx", "dbf", "prj"] {
      try FileManager.default.createDirectory(atPath: workspace.path("RawData/a"), withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        atPath: "\(folder)/\(stem).\(ending)", toPath: workspace.path("RawData/a/counties.\(ending)"))
    }
    let table = try ingest([
      SourceRequest(location: workspace.path("RawData/a/counties.shp"), source: Source(path: "counties.shp"))
    ])
    try FileManager.default.createDirectory(atPath: workspace.path("RawData/b"), withIntermediateDirectories: true)
    try GeoPackageText(table, layer: "all counties").write(to: workspace.path("RawData/b/counties.gpkg"))
    let lines = ["merge: { key: GEOID, name: NAME, group: STATEFP }", "simplify: { tolerance: 1 km }"]
    var packs: [Data] = []
    for source in ["RawData/a", "RawData/b, layer: all counties"] {
      let pipeline = try workspace.writePipeline(lines[0], lines[1], of: source, map: "Counties")
      CommandOutput.of("run", pipeline, exits: 0)
      packs.append(try workspace.data("Output/Counties.mappack"))
    }
    #expect(packs[0] == packs[1])
  }

  @Test func `validate checks every file below a folder, and says which cannot be read`() throws {
    let workspace = try made(path: "RawData/parts")
    try workspace.write("{", to: "RawData/parts/deeper/broken.geojson")
    let output = CommandOutput.of("validate", workspace.path("RawData"), "--key", "code", exits: 65)
    #expect(output.messages.contains("deeper/broken.geojson"), "\(output.messages)")
    #expect(output.results.contains("6 features"), "\(output.results)")
    try FileManager.default.createDirectory(
      atPath: workspace.path("empty"), withIntermediateDirectories: true)
    let empty = CommandOutput.of("validate", workspace.path("empty"), exits: 66)
    #expect(empty.messages.contains("the folder has no file that can be read"), "\(empty.messages)")
    try workspace.write("", to: "land.gdb/a00000001.gdbtable")
    let database = CommandOutput.of("validate", workspace.path("land.gdb"), exits: 65)
    #expect(database.messages.contains("the folder is a file geodatabase of Esri"), "\(database.messages)")
  }

  @Test func `a folder without the layer that a pipeline names is no input`() throws {
    let workspace = try made(path: "RawData/parts", more: ", layer: c-north")
    let run = CommandOutput.of("run", workspace.pipeline, exits: 66)
    #expect(
      run.messages.hasPrefix(
        "RawData/parts: error: the folder has no layer “c-north” (sources, \(workspace.pipeline):2)"),
      "\(run.messages)")
  }

  @Test func `one digest for several files is wrong usage`() throws {
    let digest = String(repeating: "0", count: 64)
    let workspace = try made(path: "RawData/parts", more: ", sha256: \"\(digest)\"")
    let run = CommandOutput.of("run", workspace.pipeline, exits: 64)
    #expect(run.messages.contains("island.yml:2: error: `sha256` is given for 2 files"), "\(run.messages)")
  }

  @Test func `the provenance names no folder of this machine and no time`() throws {
    let workspace = try made(path: "RawData/parts")
    #expect(CommandOutput.of("run", workspace.pipeline).status == 0)
    let provenance = try workspace.text("Pipelines/Island.provenance.json")
    #expect(!provenance.contains(workspace.url.lastPathComponent))
    let other = try made(path: "RawData/parts")
    #expect(CommandOutput.of("run", other.pipeline, "--jobs", "1").status == 0)
    #expect(try other.text("Pipelines/Island.provenance.json") == provenance)
  }
}
