import Foundation
import MapPackFeatures
import TestSupport
import Testing

@testable import MapPackIngest

// What readers make of systems other than longitude and latitude.

private let zone9 =
  #"PROJCS["JGD_2011_Japan_Zone_9",GEOGCS["GCS_JGD_2011",DATUM["D_JGD_2011",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",0.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",139.8333333333333],PARAMETER["Scale_Factor",0.9999],PARAMETER["Latitude_Of_Origin",36.0],UNIT["Meter",1.0]]"#
private let nad27 =
  #"GEOGCS["GCS_North_American_1927",DATUM["D_North_American_1927",SPHEROID["Clarke_1866",6378206.4,294.9786982]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]"#

/// 大手町 in CP932.
private let otemachi: [UInt8] = [0x91, 0xE5, 0x8E, 0xE8, 0x92, 0xAC]

/// Two squares with a border in common, in meters of zone IX.
private func neighbors(in folder: TemporaryFolder) throws -> String {
  try ShapefileFixture(
    fields: [.text("NAME")],
    shapes: [
      .init([square(-7000, -34_000, side: 1000)], bytes: [otemachi]),
      .init([square(-6000, -34_000, side: 1000)], bytes: [otemachi]),
    ]
  ).write(to: folder)
}

@Test func `meters of a Japanese plane rectangular zone become degrees, and their text is known as Japanese`() throws {
  let folder = try TemporaryFolder()
  let path = try neighbors(in: folder)
  try folder.write(zone9, to: "map.prj")
  let table = try ingest(path)
  #expect(
    table.sources.map(\.coordinateSystem) == [
      "JGD2011 / Japan Plane Rectangular CS IX → JGD2011 longitude/latitude, inverse of Transverse Mercator"
    ])
  #expect(table.sources.map(\.encoding) == ["CP932"])
  #expect(table.column("NAME") == [.text("大手町"), .text("大手町")])
  #expect(table.findings == [] && table.brokenPromises == [])
  #expect(table.longitude.allSatisfy { (139.75...139.78).contains($0) })
  #expect(table.latitude.allSatisfy { (35.68...35.71).contains($0) })
  // Their common border is the same vertices, to the last bit.
  #expect(Set(table.ring(0)).intersection(table.ring(1)).count == 2)
}

@Test func `projected coordinates without a .prj are refused, and the remedy helps`() throws {
  let folder = try TemporaryFolder()
  let path = try neighbors(in: folder)
  let error = try failure { () throws(StageError) in try ingest(path, encoding: "CP932") }
  #expect(error.message.contains("projected") && error.remedy?.words.contains("--crs EPSG:") == true)
  let table = try ingest(path, encoding: "CP932", system: "EPSG:6677")
  #expect(table.sources[0].coordinateSystem?.hasPrefix("EPSG:6677 JGD2011 / Japan Plane Rectangular CS IX →") == true)
  #expect(table.featureCount == 2 && table.brokenPromises == [])
}

@Test func `the operation for a Shapefile is chosen by its shapes, not by its header`() throws {
  let folder = try TemporaryFolder()
  let path = try ShapefileFixture(
    fields: [.text("NAME")], shapes: [.init([square(-150, 61)], ["Aa"])]
  ).write(to: folder)
  try folder.write(nad27, to: "map.prj")
  var bytes = try folder.bytes(of: "map.shp")
  for offset in 36..<68 { bytes[offset] = 0 }
  try folder.write(bytes, to: "map.shp")
  #expect(try ingest(path).sources[0].coordinateSystem?.contains("NAD27 to WGS 84 (7)") == true)
}

@Test func `a vertex of a Shapefile that no projection reaches is an error with its feature`() throws {
  let folder = try TemporaryFolder()
  let path = try ShapefileFixture(
    fields: [.text("NAME")],
    shapes: [.init([square(0, 0, side: 1000)], ["Aa"]), .init([square(1e20, 0, side: 1e18)], ["Bb"])]
  ).write(to: folder)
  let error = try failure { () throws(StageError) in try ingest(path, system: "EPSG:6677") }
  #expect(error.status == .unreadableData && error.label == "Bb" && error.record == 2 && error.vertex == 0)
  #expect(try ingest(path, system: "EPSG:6677", drop: FeatureFilter(terms: [("NAME", ["Bb"])])).featureCount == 1)
}

// MARK: GeoJSON

private let ring = "[[[-6000,-35000],[-5000,-35000],[-5000,-34000],[-6000,-35000]]]"
private let polygon = #"{"type":"Polygon","coordinates":\#(ring)}"#
private let features = #""features":[{"type":"Feature","properties":null,"geometry":\#(polygon)}]"#

private func read(_ text: String, system: String? = nil) throws -> FeatureTable {
  let folder = try TemporaryFolder()
  let path = try folder.write(text, to: "map.geojson")
  return try ingest(path, system: system)
}

@Test(arguments: [
  #"{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::6677"}}"#,
  #"{"type":"name","properties":{"name":"EPSG:6677"}}"#,
  #"{"type":"name","properties":{"name":"http://www.opengis.net/def/crs/EPSG/0/6677"}}"#,
  #"{"type":"EPSG","properties":{"code":6677}}"#,
])
func `a crs member is followed, before and behind the features, in a collection and alone`(system: String) throws {
  let crs = #""crs":\#(system)"#
  let texts = [
    #"{"type":"FeatureCollection",\#(crs),\#(features)}"#, #"{"type":"FeatureCollection",\#(features),\#(crs)}"#,
    #"{\#(features),\#(crs),"type":"FeatureCollection"}"#,
    #"{"type":"Feature",\#(crs),"properties":null,"geometry":\#(polygon)}"#,
    #"{"type":"Polygon",\#(crs),"coordinates":\#(ring)}"#,
  ]
  let tables = try texts.map { try read($0) }
  #expect(tables[0].sources[0].coordinateSystem?.hasPrefix("EPSG:6677 ") == true)
  for table in tables {
    #expect(table.longitude == tables[0].longitude && table.latitude == tables[0].latitude)
    #expect(table.sources[0].coordinateSystem == tables[0].sources[0].coordinateSystem)
    #expect(abs(table.longitude[0] - 139.767) < 0.001 && abs(table.latitude[0] - 35.685) < 0.001)
  }
  // What is asked for goes before what the file says.
  #expect(try read(texts[0], system: "EPSG:6676").longitude != tables[0].longitude)
}

@Test func `a crs that stands far behind the features is never passed over`() throws {
  let text =
    #"{"type":"FeatureCollection",\#(features.replacingOccurrences(of: "000", with: "")),"crs":{"type":"name","properties":{"name":"EPSG:6677"}},"x":"\#(String(repeating: "x", count: 70_000))"}"#
  let error = try #require(throws: StageError.self) { try read(text) }
  #expect(error.status == .unreadableData && error.remedy?.words.contains("--crs") == true)
  #expect(try read(text, system: "EPSG:6677").sources[0].coordinateSystem?.hasPrefix("EPSG:6677 ") == true)
}

@Test func `the operation for GeoJSON is chosen by all its features`() throws {
  func feature(_ x: Int, _ y: Int) -> String {
    #"{"type":"Feature","properties":null,"geometry":{"type":"Polygon","coordinates":[[[\#(x),\#(y)],[\#(x + 1),\#(y)],[\#(x),\#(y + 1)],[\#(x),\#(y)]]]}}"#
  }
  let crs = #""crs":{"type":"name","properties":{"name":"EPSG:4267"}}"#
  func words(_ features: String...) throws -> String? {
    try read(#"{"type":"FeatureCollection",\#(crs),"features":[\#(features.joined(separator: ","))]}"#).sources[0]
      .coordinateSystem
  }
  #expect(try words(feature(-75, 41))?.contains("NAD27 to WGS 84 (4)") == true)
  #expect(try words(feature(-75, 41), feature(-76, 50), feature(-130, 60))?.contains("NAD27 to WGS 84 (3)") == true)
}
