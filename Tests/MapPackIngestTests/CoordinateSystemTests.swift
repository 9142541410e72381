import Foundation
import MapPackFeatures
import TestSupport
import Testing

@testable import MapPackIngest

// Expected values were computed apart from PROJ: transverse Mercator by Krüger's series, the conics by Snyder's
// formulas, the Swiss and Dutch grids by their surveys' formulas, and the datum steps by the EPSG registry's parameters.
// Worked examples among them: EPSG Guidance Note 7-2 (27700, 28992, 3857) and the Geospatial Information Authority of
// Japan (6677: 36°06′13.58925″, 140°05′16.27815″).

/// A point in a system, and where it is.
private struct KnownPoint: Sendable, CustomTestStringConvertible {
  var system: String
  var x: Double
  var y: Double
  var longitude: Double
  var latitude: Double
  var words: String

  init(_ system: String, _ x: Double, _ y: Double, _ longitude: Double, _ latitude: Double, _ words: String) {
    self.system = system
    self.x = x
    self.y = y
    self.longitude = longitude
    self.latitude = latitude
    self.words = words
  }

  var testDescription: String { system }
}

private let knownPoints = [
  KnownPoint(
    "EPSG:2263", 987654.32, 212345.67, -73.98771335763396, 40.749515674481174,
    "EPSG:2263 NAD83 / New York Long Island (ftUS) → NAD83 longitude/latitude, inverse of Lambert Conic Conformal (2SP)"
  ),
  KnownPoint("EPSG:26917", 703000, 4_120_000, -78.71251399561265, 37.204413246545144, "→ NAD83 longitude/latitude"),
  KnownPoint("EPSG:32617", 703000, 4_120_000, -78.71251399562873, 37.20441324555785, "→ WGS 84 longitude/latitude"),
  KnownPoint("EPSG:2443", 22916.2436, 11543.6883, 129.74552848993548, 33.103854499981786, "→ JGD2000"),
  KnownPoint("EPSG:2451", 22916.2436, 11543.6883, 140.08785504217337, 36.10377479147195, "→ JGD2000"),
  KnownPoint("EPSG:2461", 22916.2436, 11543.6883, 154.22911767404366, 26.10402388224373, "→ JGD2000"),
  KnownPoint("EPSG:6669", 22916.2436, 11543.6883, 129.74552848993548, 33.103854499981786, "→ JGD2011"),
  KnownPoint("EPSG:6677", 22916.2436, 11543.6883, 140.08785504217337, 36.10377479147195, "→ JGD2011"),
  KnownPoint("EPSG:6687", 22916.2436, 11543.6883, 154.22911767404366, 26.10402388224373, "→ JGD2011"),
  KnownPoint(
    "EPSG:27700", 577274.99, 69740.5, 0.4983641441874446, 50.50063666754911,
    "→ WGS 84 longitude/latitude, inverse of Transverse Mercator + OSGB36 to WGS 84 (6), accurate to 2 m"),
  KnownPoint("EPSG:2056", 2679520.05, 1212273.44, 8.485305899431578, 47.05671753407999, "accurate to 1 m"),
  KnownPoint("EPSG:21781", 679520.05, 212273.44, 8.485305899431578, 47.05671753407999, "accurate to 1.5 m"),
  KnownPoint("EPSG:28992", 196105.283, 557057.739, 5.999475940574272, 52.99891214886415, "accurate to 1 m"),
  KnownPoint("EPSG:2154", 652381.27, 6862047.91, 2.351002654508723, 48.85670728521898, "→ RGF93"),
  KnownPoint("EPSG:27572", 600546.6, 2427965.4, 2.3439494752391234, 48.85003544001231, "accurate to 2 m"),
  KnownPoint("EPSG:3857", -11169055.58, 2_800_000, -100.33333336694426, 24.381786918784428, "Pseudo Mercator"),
  KnownPoint("ESRI:102100", -11169055.58, 2_800_000, -100.33333336694426, 24.381786918784428, "→ WGS 84"),
  KnownPoint("ESRI:102113", -11169055.58, 2_800_000, -100.33333336694426, 24.381786918784428, "→ WGS 84"),
  KnownPoint("EPSG:3785", -11169055.58, 2_800_000, -100.33333336694426, 24.381786918784428, "→ WGS 84"),
  KnownPoint("EPSG:900913", -11169055.58, 2_800_000, -100.33333336694426, 24.381786918784428, "EPSG:3857"),
  KnownPoint(
    "EPSG:4301", 139.7413572, 35.6580992, 139.73812634158747, 35.66133998824536,
    "EPSG:4301 Tokyo → WGS 84 longitude/latitude, Tokyo to WGS 84 (108), accurate to 9 m"),
  KnownPoint("EPSG:30169", 22916.2436, 11543.6883, 140.0846070146649, 36.10698578576989, "Tokyo to WGS 84 (108)"),
  KnownPoint("EPSG:4267", -80, 40, -79.99976689927215, 40.00002556757561, "accurate to 10 m"),
  KnownPoint("EPSG:5179", 953898.5, 1952032.1, 126.9779698192981, 37.56650003799407, "→ KGD2002"),
  KnownPoint("EPSG:5186", 198000.5, 551000.25, 126.97737005541143, 37.55852803838838, "→ KGD2002"),
  KnownPoint("EPSG:3826", 302000.5, 2770000.25, 121.51531339875707, 25.03723043016881, "→ TWD97"),
  KnownPoint("EPSG:28355", 320000.5, 5810000.25, 144.95438334351059, -37.83968608658722, "→ GDA94"),
  KnownPoint("EPSG:2193", 1750000.5, 5430000.25, 174.79078593535374, -41.26750496288327, "→ NZGD2000"),
]

/// A feature of rings in a system, brought to longitude and latitude, and what was noted.
func located(
  _ rings: [[(Double, Double)]], in system: CoordinateSystem, file: String? = "map.prj"
) throws(StageError) -> (geometry: FeatureGeometry, words: String, findings: [Finding]) {
  var geometry = FeatureGeometry(rings: rings)
  for ring in rings.indices { geometry.appendPolygon([ring]) }
  var box = CoordinateBox()
  box.formUnion(geometry)
  var builder = FeatureTableBuilder()
  builder.beginSource(Source(path: "map.shp"))
  builder.beginFeature(record: 7, identifier: "Aa")
  var transformation = try CoordinateTransformation(from: system, file: file, status: .unreadableData) {
    () throws(StageError) in box
  }
  for remark in transformation.remarks { builder.note(remark.rule, remark.message) }
  switch transformation.apply(to: &geometry, kind: builder.kind) {
  case .success(let settled): for location in settled { builder.note(.coordinateClamped, at: location) }
  case .failure(var fault):
    fault.location = builder.inFeature(fault.location)
    throw fault
  }
  return (geometry, transformation.words, try builder.finish().findings)
}

private func located(_ x: Double, _ y: Double, in system: CoordinateSystem) throws(StageError) -> (Double, Double) {
  let geometry = try located([[(x, y)]], in: system).geometry
  return (geometry.x[0], geometry.y[0])
}

private func named(_ name: String) throws(StageError) -> CoordinateSystem {
  try .named(name, file: nil, status: .usage)
}

@Test(arguments: knownPoints)
private func `a known point in a registered system comes where it is`(point: KnownPoint) throws {
  let (geometry, words, _) = try located([[(point.x, point.y)]], in: try named(point.system))
  // A tenth of a millimeter; the last published digit of the meridian of Paris is a quarter of one.
  #expect(abs(geometry.x[0] - point.longitude) < (point.system == "EPSG:27572" ? 1e-8 : 1e-9))
  #expect(abs(geometry.y[0] - point.latitude) < 1e-9)
  #expect(words.contains(point.words), "\(words)")
}

// MARK: Well-known text

@Test(arguments: SystemText.all)
private func `every form of well-known text means the registered system`(text: SystemText) throws {
  let point = try #require(knownPoints.first { $0.system == text.system })
  let (longitude, latitude) = try located(point.x, point.y, in: .described(by: text.text))
  let registered = try located(point.x, point.y, in: try named(text.system))
  // A form's own digits for angles: a hundredth of a millimeter.
  #expect(abs(longitude - registered.0) < 1e-10 && abs(latitude - registered.1) < 1e-10)
}

private let jgd2011 =
  #"GEOGCS["GCS_JGD_2011",DATUM["D_JGD_2011",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]"#
private let planeParameters =
  #"PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",0.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",139.8333333333333],PARAMETER["Scale_Factor",0.9999],PARAMETER["Latitude_Of_Origin",36.0],UNIT["Meter",1.0]"#
private let wgs84 =
  #"GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]"#
private let heights =
  #"VERTCS["WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PARAMETER["Vertical_Shift",0.0],PARAMETER["Direction",1.0],UNIT["Meter",1.0]]"#
private let mercatorParameters =
  #"PARAMETER["False_Easting",0.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",0.0],PARAMETER["Standard_Parallel_1",0.0]"#

@Test(arguments: [
  ("EPSG:6677", #"PROJCS["JGD_2011_Japan_Zone_9",\#(jgd2011),\#(planeParameters)]"#),
  ("EPSG:6677", "\u{FEFF}" + #"PROJCS["JGD_2011_Japan_Zone_9",\#(jgd2011),\#(planeParameters)]"# + "\r\n\0"),
  ("EPSG:6677", #"PROJCS["JGD_2011_Japan_Zone_9",\#(jgd2011),\#(planeParameters)],\#(heights)"#),
  (
    "EPSG:6677",
    #"COMPD_CS["x",PROJCS["y",\#(jgd2011),\#(planeParameters)],VERT_CS["h",VERT_DATUM["d",2005],UNIT["metre",1]]]"#
  ),
  (
    "ESRI:102100",
    #"PROJCS["WGS_1984_Web_Mercator_Auxiliary_Sphere",\#(wgs84),PROJECTION["Mercator_Auxiliary_Sphere"],\#(mercatorParameters),PARAMETER["Auxiliary_Sphere_Type",0.0],UNIT["Meter",1.0]]"#
  ),
  (
    "ESRI:102113",
    #"PROJCS["WGS_1984_Web_Mercator",GEOGCS["GCS_WGS_1984_Major_Auxiliary_Sphere",DATUM["D_WGS_1984_Major_Auxiliary_Sphere",SPHEROID["WGS_1984_Major_Auxiliary_Sphere",6378137.0,0.0]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Mercator"],\#(mercatorParameters),UNIT["Meter",1.0]]"#
  ),
  (
    "EPSG:3857",
    #"PROJCS["Google Maps Global Mercator",\#(wgs84),PROJECTION["Mercator_1SP"],PARAMETER["central_meridian",0],PARAMETER["scale_factor",1],PARAMETER["false_easting",0],PARAMETER["false_northing",0],UNIT["metre",1],EXTENSION["PROJ4","+proj=merc +a=6378137 +b=6378137 +lat_ts=0.0 +lon_0=0.0 +x_0=0.0 +y_0=0 +k=1.0 +units=m +nadgrids=@null +wktext +no_defs"]]"#
  ),
  (
    "EPSG:900913",
    #"PROJCS["Google Mercator",\#(wgs84),PROJECTION["Mercator_1SP"],PARAMETER["semi_minor",6378137.0],PARAMETER["latitude_of_origin",0.0],PARAMETER["central_meridian",0.0],PARAMETER["scale_factor",1.0],PARAMETER["false_easting",0.0],PARAMETER["false_northing",0.0],UNIT["m",1.0],AUTHORITY["EPSG","900913"]]"#
  ),
  (
    "EPSG:27700",
    #"PROJCS["OSGB 1936 / British National Grid",GEOGCS["OSGB 1936",DATUM["OSGB_1936",SPHEROID["Airy 1830",6377563.396,299.3249646],TOWGS84[446.448,-125.157,542.06,0.15,0.247,0.842,-20.489]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["latitude_of_origin",49],PARAMETER["central_meridian",-2],PARAMETER["scale_factor",0.9996012717],PARAMETER["false_easting",400000],PARAMETER["false_northing",-100000],UNIT["metre",1]]"#
  ),
  (
    "EPSG:27572",
    #"PROJCS["NTF_Paris_Lambert_Zone_II",GEOGCS["GCS_NTF_Paris",DATUM["D_NTF",SPHEROID["Clarke_1880_IGN",6378249.2,293.4660212936265]],PRIMEM["Paris",2.337229166666667],UNIT["Grad",0.01570796326794897]],PROJECTION["Lambert_Conformal_Conic"],PARAMETER["False_Easting",600000.0],PARAMETER["False_Northing",2200000.0],PARAMETER["Central_Meridian",0.0],PARAMETER["Standard_Parallel_1",52.0],PARAMETER["Scale_Factor",0.99987742],PARAMETER["Latitude_Of_Origin",52.0],UNIT["Meter",1.0]]"#
  ),
  (
    "EPSG:28992",
    #"PROJCS["RD_New",GEOGCS["GCS_Amersfoort",DATUM["D_Amersfoort",SPHEROID["Bessel_1841",6377397.155,299.1528128]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Double_Stereographic"],PARAMETER["False_Easting",155000.0],PARAMETER["False_Northing",463000.0],PARAMETER["Central_Meridian",5.38763888888889],PARAMETER["Scale_Factor",0.9999079],PARAMETER["Latitude_Of_Origin",52.15616055555555],UNIT["Meter",1.0]]"#
  ),
  (
    "EPSG:2056",
    #"PROJCS["CH1903+_LV95",GEOGCS["GCS_CH1903+",DATUM["D_CH1903+",SPHEROID["Bessel_1841",6377397.155,299.1528128]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Hotine_Oblique_Mercator_Azimuth_Center"],PARAMETER["False_Easting",2600000.0],PARAMETER["False_Northing",1200000.0],PARAMETER["Scale_Factor",1.0],PARAMETER["Azimuth",90.0],PARAMETER["Longitude_Of_Center",7.439583333333333],PARAMETER["Latitude_Of_Center",46.95240555555556],UNIT["Meter",1.0]]"#
  ),
  (
    "EPSG:27572",
    #"PROJCS["NTF (Paris) / Lambert zone II",GEOGCS["NTF (Paris)",DATUM["Nouvelle_Triangulation_Francaise_Paris",SPHEROID["Clarke 1880 (IGN)",6378249.2,293.4660212936269],TOWGS84[-168,-60,320,0,0,0,0]],PRIMEM["Paris",2.33722917],UNIT["grad",0.01570796326794897]],PROJECTION["Lambert_Conformal_Conic_1SP"],PARAMETER["latitude_of_origin",52],PARAMETER["central_meridian",0],PARAMETER["scale_factor",0.99987742],PARAMETER["false_easting",600000],PARAMETER["false_northing",2200000],UNIT["metre",1]]"#
  ),
])
private func `a .prj as tools write it means the registered system`(system: String, text: String) throws {
  let point = try #require(knownPoints.first { $0.system == system })
  let (longitude, latitude) = try located(point.x, point.y, in: .described(by: text))
  #expect(abs(longitude - point.longitude) < 1e-8 && abs(latitude - point.latitude) < 1e-8)
}

@Test(arguments: [
  (#"A["x",1,AUTHORITY["EPSG","1"]]"#, #"A["x",1]"#), (#"A["x", id ( "EPSG" , 1, URI["a]b"] ),B[2]]"#, #"A["x",B[2]]"#),
  (#"A["x,ID[",IDENTITY["y"],B["a"",ID["b"]]"#, #"A["x,ID[",IDENTITY["y"],B["a"",ID["b"]]"#),
  (#"A["x",ID["EPSG""#, #"A["x""#), ("A[,ID", "A[,ID"), (#"A[B[1]ID["EPSG",1],C[2]]"#, "A[B[1],C[2]]"),
  ("A[ID[1],B[2]]", "A[,B[2]]"), ("A[1,\nID[1]\n]", "A[1\n]"),
])
func `numbers of registries are taken out of well-known text, and nothing else`(text: String, rest: String) {
  #expect(WellKnownText.withoutIdentifiers(text) == rest)
}

@Test func `a .prj whose numbers are those of other things means what it defines`() throws {
  let text = try #require(SystemText.all.first { $0.system == "EPSG:27572" && $0.form == "WKT1_GDAL" }).text
  // PROJ 9.1 ends with a bad access over this: EPSG:4897 is a geocentric system.
  let wrong = text.replacingOccurrences(of: #""4807""#, with: #""4897""#)
  #expect(wrong != text)
  let point = try #require(knownPoints.first { $0.system == "EPSG:27572" })
  let (longitude, latitude) = try located(point.x, point.y, in: .described(by: wrong))
  #expect(abs(longitude - point.longitude) < 1e-8 && abs(latitude - point.latitude) < 1e-8)
}

@Test func `longitude and latitude in grads, and around another pole, become degrees`() throws {
  let grads = wgs84.replacingOccurrences(
    of: #"UNIT["Degree",0.0174532925199433]"#, with: #"UNIT["Grad",0.01570796326794897]"#)
  let (longitude, latitude) = try located(100, 50, in: .described(by: grads))
  #expect(abs(longitude - 90) < 1e-12 && abs(latitude - 45) < 1e-12)

  // The pole of the rotated system lies at 39.25° N, 18° E of the antimeridian: its origin is 50.75° N, 18° E.
  let rotated = #"""
    GEOGCRS["Rotated",BASEGEOGCRS["WGS 84",DATUM["World Geodetic System 1984",ELLIPSOID["WGS 84",6378137,298.257223563,LENGTHUNIT["metre",1]]],PRIMEM["Greenwich",0,ANGLEUNIT["degree",0.0174532925199433]]],DERIVINGCONVERSION["Pole rotation",METHOD["PROJ ob_tran o_proj=longlat"],PARAMETER["o_lat_p",39.25,ANGLEUNIT["degree",0.0174532925199433]],PARAMETER["o_lon_p",0,ANGLEUNIT["degree",0.0174532925199433]],PARAMETER["lon_0",18,ANGLEUNIT["degree",0.0174532925199433]]],CS[ellipsoidal,2],AXIS["longitude",east],AXIS["latitude",north],ANGLEUNIT["degree",0.0174532925199433]]
    """#
  let origin = try located(0, 0, in: .described(by: rotated))
  #expect(abs(origin.0 - 18) < 1e-9 && abs(origin.1 - 50.75) < 1e-9)
}

@Test(arguments: ["OGC:CRS83", "EPSG:6667", "EPSG:4326", "EPSG:4979"])
func `degrees on the written list stay as they are to the last bit`(system: String) throws {
  let coordinates = [(139.123456789012345, 35.0.nextUp), (-179.99999999999997, -89.1), (0.1 + 0.2, 1e-300)]
  let geometry = try located([coordinates], in: try named(system)).geometry
  #expect(Array(zip(geometry.x, geometry.y)).map { [$0, $1] } == coordinates.map { [$0, $1] })
}

// MARK: The operation

@Test func `Tokyo Datum moves by some 400 m to the north-west`() throws {
  let (longitude, latitude) = try located(139.7413572, 35.6580992, in: try named("EPSG:4301"))
  let north = (latitude - 35.6580992) * 110_940
  let east = (longitude - 139.7413572) * 90_530
  #expect((350...370).contains(north) && (-300 ... -285).contains(east))
}

@Test(arguments: [
  (-80.0, 40.0, "NAD27 to WGS 84 (4)"), (-150, 61, "NAD27 to WGS 84 (7)"), (-80, 23, "NAD27 to WGS 84 (88)"),
])
func `the operation is chosen for where the source lies`(longitude: Double, latitude: Double, name: String) throws {
  let square = [(longitude, latitude), (longitude + 0.5, latitude), (longitude, latitude + 0.5)]
  #expect(try located([square], in: try named("EPSG:4267")).words.contains(name))
}

@Test func `a grid that would be more exact, and a source beyond the operation's area, are in the findings`() throws {
  let britain = [(400_000.0, 200_000.0), (401_000, 200_000), (400_000, 201_000)]
  let inside = try located([britain], in: try named("EPSG:27700"))
  #expect(inside.findings.map(\.rule) == [.gridUnused])
  #expect(
    inside.findings.first?.message
      == "“OSGB36 to WGS 84 (9)”, accurate to 1 m, needs a grid file, and none is used: “OSGB36 to WGS 84 (6)” was used, accurate to 2 m"
  )
  let beyond = try located([britain + [(-200_000, 200_000)]], in: try named("EPSG:27700"))
  #expect(beyond.findings.map(\.rule) == [.beyondOperation, .gridUnused])
  #expect(try located([[(155_000, 463_000)]], in: try named("EPSG:28992")).findings == [])
}

@Test(arguments: [
  ("EPSG:3821", "ballpark way from the datum “Taiwan Datum 1967” to WGS 84"),
  ("EPSG:4122", "“Average Terrestrial System 1977” to WGS 84, “ATS77 to"),
  ("EPSG:4978", "“WGS 84” counts from the center"),
  ("EPSG:5703", "“NAVD88 height” is one of heights"), ("EPSG:1", "PROJ knows no coordinate system EPSG:1"),
  ("EPSG:JGD2011", "knows no coordinate system"), ("NOBODY:4326", "knows no coordinate system NOBODY:4326"),
])
func `a registered system without an exact way to WGS 84 is refused in words`(system: String, words: String) throws {
  let error = try failure { () throws(StageError) in try located([[(-63, 45)]], in: try named(system)) }
  #expect(error.status == .unreadableData && error.file == "map.prj" && error.remedy != nil)
  #expect(error.message.contains(words), "\(error)")
}

@Test(arguments: [
  (
    wgs84.replacingOccurrences(of: "D_WGS_1984", with: "D_Unknown")
      .replacingOccurrences(of: "GCS_WGS_1984", with: "GCS_Unknown")
      .replacingOccurrences(of: "298.257223563", with: "298.257222101"), "ballpark way from the datum “D_Unknown”"
  ),
  (wgs84.replacingOccurrences(of: #""Greenwich",0.0"#, with: #""Paris",2.33722917"#), "ballpark"),
  (#"LOCAL_CS["Site",LOCAL_DATUM["y",0],UNIT["metre",1],AXIS["E",EAST],AXIS["N",NORTH]]"#, "“Site” is a local one"),
  (#"VERT_CS["Height",VERT_DATUM["d",2005],UNIT["metre",1]]"#, "heights"),
  (#"PROJCS["Odd",\#(jgd2011),PROJECTION["Frobnicate"],UNIT["Meter",1.0]]"#, "“Odd”, Frobnicate, cannot be undone"),
  (#"ELLIPSOID["GRS 1980",6378137,298.257222101]"#, "well-known text"),
  ("Projection    UTM\nZone 17\n", "well-known text"),
  ("", "well-known text"), ("GEOGCS[", "well-known text"), (String(repeating: "A[", count: 30_000), "well-known text"),
])
private func `a .prj that does not place its coordinates is refused in words`(text: String, words: String) throws {
  let error = try failure { () throws(StageError) in try located([[(1, 1)]], in: .described(by: text)) }
  #expect(error.status == .unreadableData && error.file == "map.prj" && error.remedy != nil)
  #expect(error.message.contains(words), "\(error)")
}

// MARK: Vertices

@Test(arguments: ["EPSG:27700", "EPSG:2056", "EPSG:6677", "EPSG:3857", "EPSG:28992"])
func `a coordinate gives the same result whatever stands around it`(system: String) throws {
  let point = try #require(knownPoints.first { $0.system == system })
  var random = SplitMix64(seed: 5)
  let points = (0..<200).map { _ in
    (
      point.x + Double.random(in: -5000...5000, using: &random),
      point.y + Double.random(in: -5000...5000, using: &random)
    )
  }
  let together = try located([points, points.reversed()], in: try named(system)).geometry
  for (number, (x, y)) in points.enumerated() {
    let alone = try located(x, y, in: try named(system))
    #expect(together.x[number] == alone.0 && together.y[number] == alone.1)
    #expect(together.x[399 - number] == alone.0 && together.y[399 - number] == alone.1)
  }
}

@Test(
  arguments: [
    (1e30, 1e30, "no longitude and latitude"), (Double.nan, 1, "not numbers"),
    (1, -Double.infinity, "not numbers"),
  ] as [(Double, Double, String)])
func `a vertex that cannot be transformed is an error with its location`(x: Double, y: Double, words: String) throws {
  let good = [(400_000.0, 200_000.0), (401_000, 200_000), (400_000, 201_000)]
  let error = try failure { () throws(StageError) in
    try located([good, good + [(x, y)]], in: try named("EPSG:27700"))
  }
  #expect(error.status == .unreadableData && error.file == "map.shp" && error.label == "Aa" && error.record == 7)
  #expect(error.polygon == 1 && error.ring == 0 && error.vertex == 3)
  #expect(error.message.contains(words) && error.remedy != nil)
}

/// Meters of the Pacific Disaster Center's Mercator (its central meridian 150° E) at a longitude east of Greenwich.
private func pacific(_ longitude: Double, _ y: Double) -> (Double, Double) {
  ((longitude - 150) * .pi / 180 * 6_378_137, y)
}

@Test(arguments: [170.0, 190])
func `a ring that ends at the antimeridian stays on its side of it`(longitude: Double) throws {
  let side = longitude < 180 ? 1.0 : -1
  for shift in [0, -0.005, 0.005] {
    for start in 0..<5 {
      let ring = [(longitude, 0.0), (180, 0), (180, 5e5), (180, 1e6), (longitude, 1e6)].map { pacific($0, $1) }
      let moved = ring.map { ($0.0 == pacific(180, 0).0 ? $0.0 + shift : $0.0, $0.1) }
      let turned = Array(moved[start...] + moved[..<start])
      for closed in [turned, turned + [turned[0]]] {
        let result = try located([closed], in: try named("EPSG:3832"))
        #expect(result.geometry.x.allSatisfy { $0 * side > 160 && abs($0) <= 180 })
        #expect(result.geometry.x.first == result.geometry.x.last || closed.count == 5)
        let isBeyond = shift * side > 0
        #expect(result.findings.map(\.rule) == (isBeyond ? [.coordinateClamped] : []))
        #expect(result.geometry.x.contains(180 * side) || shift * side < 0)
      }
    }
  }
}

@Test func `a ring that crosses the antimeridian is cut there, and one round a pole closed over it`() throws {
  func table(_ ring: [(Double, Double)], _ system: String) throws -> FeatureTable {
    let geometry = try located([ring], in: try named(system)).geometry
    var builder = FeatureTableBuilder()
    builder.beginSource(Source(path: "map.shp"))
    builder.beginFeature(record: 7)
    try builder.keep(geometry, winding: .free)
    return try builder.finish()
  }
  let ring = [(170.0, 0.0), (170, 1e6), (190, 1e6), (190, 0)].map { pacific($0, $1) }
  let onIt = [(170.0, 0.0), (170, 1e6), (180, 1e6), (190, 1e6), (190, 0), (180, 0)].map { pacific($0, $1) }
  for ring in [ring, ring + [ring[0]], onIt] {
    let table = try table(ring, "EPSG:3832")
    #expect(table.brokenPromises == [] && table.polygonCount == 2)
    let longitudes = (0..<2).map { Set(table.ring($0).map { ($0.x * 1e6).rounded() / 1e6 }) }
    #expect(Set(longitudes) == [[170, 180], [-180, -170]])
    #expect(Set(table.ring(0).map(\.y)) == Set(table.ring(1).map(\.y)))
  }
  // Antarctica's ring goes round the pole.
  let polar = stride(from: 0, to: 360, by: 10).map { (2e6 * sin(Double($0) / 57), 2e6 * cos(Double($0) / 57)) }
  let cap = try table(polar, "EPSG:3031")
  #expect(cap.polygonCount == 1 && cap.brokenPromises == [] && cap.count(of: .poleClosed) == 1)
  #expect(cap.latitude.min() == -90 && cap.latitude.allSatisfy { $0 < -71 })
}

@Test func `an edge wider than half the globe that crosses nothing gets its middle`() throws {
  let half = Double.pi * 6_378_137
  let wide = [(-0.9 * half, -2e6), (0.9 * half, -2e6), (0.9 * half, 2e6), (-0.9 * half, 2e6)]
  for ring in [wide, wide + [wide[0]]] {
    let geometry = try located([ring, ring], in: try named("EPSG:3857")).geometry
    let x: [Int] = [-162, 0, 162, 162, 0, -162] + (ring.count == 5 ? [-162] : [])
    let found: [Int] = geometry.x.map { Int($0.rounded()) }
    #expect(found == x + x)
    #expect(geometry.rings == [0..<x.count, x.count..<2 * x.count])
  }
}

@Test func `the edge of a map of the world crosses nothing`() throws {
  let half = Double.pi * 6_378_137
  let world = [(-half, -2e7), (half, -2e7), (half, 2e7), (-half, 2e7)]
  let geometry = try located([world], in: try named("EPSG:3857")).geometry
  #expect(geometry.x.map { $0.rounded() } == [-180, 180, 180, -180])
}

// MARK: Extents

@Test func `the extent of points lies beside the widest gap between their meridians`() throws {
  let fiji = try #require(Bounds(around: [(177.0, -18.0), (-178.5, -16.0), (179.5, -17.0)]))
  #expect(fiji == Bounds(west: 177, south: -18, east: -178.5, north: -16))
  #expect(fiji.meets(Bounds(west: 179, south: -20, east: 180, north: 0)))
  #expect(!fiji.meets(.japan) && !fiji.contains(.japan))
  let nagasaki = try #require(Bounds(around: [(129.5, 32.6), (130.4, 34.7)]))
  #expect(nagasaki.meets(.japan) && Bounds.japan.contains(nagasaki) && !nagasaki.contains(.japan))
  #expect(Bounds(around: [(.infinity, 3)]) == nil)
}

// MARK: Systems by their content

/// A line of SystemTable.tsv.
struct SpelledSystem: Sendable, CustomTestStringConvertible {
  var number: String
  var form: String
  var x: Double
  var y: Double
  var text: String

  var testDescription: String { "\(number), \(form)" }

  static let all: [SpelledSystem] = {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("SystemTable.tsv")
    let lines = ((try? String(contentsOf: path, encoding: .utf8)) ?? "").split(whereSeparator: \.isNewline)
    return lines.filter { !$0.hasPrefix("#") }.compactMap { line in
      let cells = line.split(separator: "\t").map(String.init)
      guard cells.count == 5, let x = Double(cells[2]), let y = Double(cells[3]) else { return nil }
      return SpelledSystem(number: "EPSG:" + cells[0], form: cells[1], x: x, y: y, text: cells[4])
    }
  }()
}

@Test func `the table of spelled systems is read`() {
  #expect(SpelledSystem.all.count == 76 && Set(SpelledSystem.all.map(\.number)).count == 44)
}

/// What no registry can tell by its content: several systems are alike, or no way to WGS 84 is known.
private let untold = [
  "EPSG:29903, unknown": "EPSG:29902 TM65 / Irish Grid",
  "EPSG:31467, unknown": "EPSG:5677 DHDN / 3-degree Gauss-Kruger zone 3 (E-N)",
  "EPSG:3828, esri": "ballpark",
  "EPSG:2435, esri": "ballpark", "EPSG:2435, morph": "ballpark",
]

@Test(arguments: SpelledSystem.all)
private func `a .prj is taken as the system that it defines, or refused with the systems that fit`(
  system: SpelledSystem
) throws {
  let shape = [(system.x, system.y), (system.x + 100, system.y), (system.x, system.y + 100)]
  let definition = CoordinateSystem.described(by: system.text)
  if let words = untold[system.testDescription] {
    let error = try failure { () throws(StageError) in try located([shape], in: definition) }
    #expect(error.status == .unreadableData && error.message.contains(words), "\(error)")
    #expect(error.remedy?.words.contains(words == "ballpark" ? "TOWGS84" : "--crs EPSG:") == true)
    return
  }
  let found = try located([shape], in: definition)
  let expected = try located([shape], in: try named(system.number))
  for vertex in shape.indices {
    // A third of a millimeter: texts round their numbers.
    #expect(abs(found.geometry.x[vertex] - expected.geometry.x[vertex]) < 3e-9)
    #expect(abs(found.geometry.y[vertex] - expected.geometry.y[vertex]) < 3e-9)
  }
  let said = found.findings.filter { $0.rule == .systemIdentified }
  #expect(found.findings.filter { $0.rule != .systemIdentified }.map(\.rule) == expected.findings.map(\.rule))
  #expect(said.allSatisfy { $0.severity == .note && $0.message.contains("taken as EPSG:") && $0.remedy != nil })
  // Without any name of its own, what was taken has to be said.
  if system.form == "unknown" { #expect(said.count == 1) }
}

@Test func `a geographic system is known by its name if its datum's is not known`() throws {
  let named = wgs84.replacingOccurrences(of: "D_WGS_1984", with: "D_Unknown")
  let found = try located([[(8, 50), (9, 50), (9, 51)]], in: .described(by: named))
  #expect(Array(found.geometry.x) == [8, 9, 9] && found.words == "WGS 84")
  #expect(found.findings.map(\.rule) == [.systemIdentified])
}

@Test func `a source that lies nowhere near the land of its system is read, and that is said`() throws {
  let square = [(480_000.0, 4_763_000.0), (481_000, 4_763_000), (481_000, 4_764_000)]
  let found = try located([square], in: try named("EPSG:27700"))
  #expect(found.words.contains("OSGB36 to WGS 84"))
  let said = try #require(found.findings.first { $0.rule == .elsewhere })
  #expect(said.severity == .warning && said.message.contains("and “OSGB36 / British National Grid” is for 49.8° N to"))
}
