import MapPackFeatures
import TestSupport
import Testing

@testable import MapPackIngest

// Texts of systems with names that no registry has, as publishers write them.

/// A .prj, a point in it, and what it means: a number of the EPSG registry, or the shift of a datum to WGS 84 that its
/// publisher has to add because PROJ knows none.
private struct PublishersSystem: Sendable, CustomTestStringConvertible {
  var publisher: String
  var meaning: String
  var x: Double
  var y: Double
  var text: String

  var testDescription: String { publisher }
  var shape: [(Double, Double)] {
    let side = abs(x) < 180 ? 0.001 : 100.0
    return [(x, y), (x + side, y), (x, y + side)]
  }

  init(_ publisher: String, _ meaning: String, _ x: Double, _ y: Double, _ text: String) {
    (self.publisher, self.meaning, self.x, self.y, self.text) = (publisher, meaning, x, y, text)
  }

  static let all = [
    PublishersSystem(
      "Statistics Korea", "EPSG:5179", 953_898.5, 1_952_032.1,
      #"PROJCS["KGD2002_Unified_Coordinate_System",GEOGCS["GCS_KGD2002",DATUM["D_Korea_Geodetic_Datum_2002",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",1000000.0],PARAMETER["False_Northing",2000000.0],PARAMETER["Central_Meridian",127.5],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",38.0],UNIT["Meter",1.0]]"#
    ),
    PublishersSystem(
      "Seoul", "EPSG:5186", 198_000.5, 551_000.25,
      #"PROJCS["KGD2002_Central_Belt",GEOGCS["GCS_KGD2002",DATUM["D_Korea_Geodetic_Datum_2002",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",200000.0],PARAMETER["False_Northing",600000.0],PARAMETER["Central_Meridian",127.0],PARAMETER["Scale_Factor",1.0],PARAMETER["Latitude_Of_Origin",38.0],UNIT["Meter",1.0]]"#
    ),
    PublishersSystem(
      "Korea, degrees", "EPSG:4737", 126.98, 37.57,
      #"GEOGCS["GCS_KGD2002",DATUM["D_Korea_Geodetic_Datum_2002",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]"#
    ),
    PublishersSystem(
      "Taiwan", "EPSG:3826", 302_000.5, 2_770_000.25,
      #"PROJCS["TWD97_TM2_zone_121",GEOGCS["GCS_TWD97_2020",DATUM["D_TWD97_2020",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",250000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",121.0],PARAMETER["Scale_Factor",0.9999],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]"#
    ),
    PublishersSystem(
      "Taiwan, old", "TOWGS84[-752,-358,-179,0,0,0,0]", 302_000.5, 2_770_000.25,
      #"PROJCS["TWD67_TM2_zone_121",GEOGCS["GCS_TWD67",DATUM["D_TWD67",SPHEROID["GRS_1967_Truncated",6378160.0,298.25]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",250000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",121.0],PARAMETER["Scale_Factor",0.9999],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]"#
    ),
    PublishersSystem(
      "China", "EPSG:4548", 450000, 4_400_000,
      #"PROJCS["CGCS2000_GK_CM_117E",GEOGCS["GCS_China_Geodetic",DATUM["D_China_Geodetic",SPHEROID["CGCS2000",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",117.0],PARAMETER["Scale_Factor",1.0],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]"#
    ),
    PublishersSystem(
      "China, old", "TOWGS84[0,0,0,0,0,0,0]", 450000, 4_400_000,
      #"PROJCS["Xian80_GK_CM_117E",GEOGCS["GCS_Xian80",DATUM["D_Xian80",SPHEROID["Xian_1980",6378140.0,298.257]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",117.0],PARAMETER["Scale_Factor",1.0],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]"#
    ),
    PublishersSystem(
      "West Bank", "EPSG:28191", 170_000, 130_000,
      #"PROJCS["Palestine_Grid_1923",GEOGCS["GCS_Palestine_Grid",DATUM["D_Palestine_Grid",SPHEROID["Clarke_1880_Benoit",6378300.789,293.466315538981]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Cassini"],PARAMETER["False_Easting",170251.555],PARAMETER["False_Northing",126867.909],PARAMETER["Central_Meridian",35.2120805555556],PARAMETER["Scale_Factor",1.0],PARAMETER["Latitude_Of_Origin",31.7340969444444],UNIT["Meter",1.0]]"#
    ),
    PublishersSystem(
      "Israel", "EPSG:2039", 200_000, 650_000,
      #"PROJCS["Israeli_TM",GEOGCS["GCS_Israel",DATUM["D_Israeli_Datum",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",219529.584],PARAMETER["False_Northing",626907.39],PARAMETER["Central_Meridian",35.2045169444444],PARAMETER["Scale_Factor",1.0000067],PARAMETER["Latitude_Of_Origin",31.7343936111111],UNIT["Meter",1.0]]"#
    ),
    PublishersSystem(
      "São Paulo", "EPSG:31983", 330000, 7_394_000,
      #"PROJCS["SGB_UTM_23S",GEOGCS["GCS_SGB",DATUM["D_Sistema_Geodesico_Brasileiro",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",10000000.0],PARAMETER["Central_Meridian",-45.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]"#
    ),
    PublishersSystem(
      "Brazil, degrees", "EPSG:4674", -47.5, -15.5,
      #"GEOGCS["GCS_SGB",DATUM["D_Sistema_Geodesico_Brasileiro",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]"#
    ),
    PublishersSystem(
      "Poland", "EPSG:2180", 600_000, 480_000,
      #"PROJCS["PUWG_92",GEOGCS["GCS_ETRF_PL",DATUM["D_PL_ETRF",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",-5300000.0],PARAMETER["Central_Meridian",19.0],PARAMETER["Scale_Factor",0.9993],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]"#
    ),
    PublishersSystem(
      "Hanoi", "EPSG:3405", 585000, 2_325_000,
      #"PROJCS["VN_2000_UTM_zone_48N",GEOGCS["GCS_VN_2000",DATUM["D_Vietnam_2000_National",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",105.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]"#
    ),
    PublishersSystem(
      "Bavaria", "EPSG:25832", 691000, 5_334_000,
      #"PROJCS["unbekannt",GEOGCS["unbekannt",DATUM["unbekannt",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",9.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]"#
    ),
    PublishersSystem(
      "Germany, old", "EPSG:31467", 3_500_000, 5_400_000,
      #"PROJCS["Gauss_Krueger_3",GEOGCS["GCS_Bessel",DATUM["D_Potsdam_Bessel",SPHEROID["Bessel_1841",6377397.155,299.1528128]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",3500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",9.0],PARAMETER["Scale_Factor",1.0],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]"#
    ),
    PublishersSystem(
      "Ireland", "EPSG:29903", 315_000, 234_000,
      #"PROJCS["TM75_Grid",GEOGCS["GCS_TM75_IE",DATUM["D_TM75_IE",SPHEROID["Airy_Modified",6377340.189,299.3249646]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",200000.0],PARAMETER["False_Northing",250000.0],PARAMETER["Central_Meridian",-8.0],PARAMETER["Scale_Factor",1.000035],PARAMETER["Latitude_Of_Origin",53.5],UNIT["Meter",1.0]]"#
    ),
    PublishersSystem(
      "Argentina", "EPSG:5346", 4_480_000, 6_170_000,
      #"PROJCS["POSGAR_2007_Faja_4",GEOGCS["GCS_POSGAR_07",DATUM["D_POSGAR_07",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",4500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",-63.0],PARAMETER["Scale_Factor",1.0],PARAMETER["Latitude_Of_Origin",-90.0],UNIT["Meter",1.0]]"#
    ),
    PublishersSystem(
      "Perth", "EPSG:28350", 392000, 6_465_000,
      #"PROJCS["MGA_50",GEOGCS["GCS_Australia",DATUM["D_Australia",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",10000000.0],PARAMETER["Central_Meridian",117.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]"#
    ),
  ]
}

/// The number in an advice.
private func advised(_ error: StageError) throws -> String {
  let words = try #require(error.remedy?.words.split(whereSeparator: { " ,;".contains($0) }).map(String.init))
  return words[try #require(words.firstIndex(of: "--crs")) + 1]
}

@Test(arguments: PublishersSystem.all)
private func `a publisher's system is read rightly, or refused with advice that works`(
  system: PublishersSystem
) throws {
  let definition = CoordinateSystem.described(by: system.text)
  guard system.meaning.hasPrefix("EPSG:") else {
    let error = try failure { () throws(StageError) in try located([system.shape], in: definition) }
    #expect(error.message.contains("ballpark") && error.remedy?.words.contains("TOWGS84[x,y,z,0,0,0,0]") == true)
    let text = system.text.replacing("]", with: "]," + system.meaning, maxReplacements: 1)
    let found = try located([system.shape], in: .described(by: text))
    #expect(found.words.contains("the transformation that the system's text states"))
    // TWD67 lies some 830 m east and 210 m south of TWD97.
    guard system.publisher.hasPrefix("Taiwan") else { return }
    let newer = try located([[(system.x + 828, system.y - 207)]], in: .named("EPSG:3826", file: nil, status: .usage))
    #expect(abs(found.geometry.x[0] - newer.geometry.x[0]) < 1e-4)
    #expect(abs(found.geometry.y[0] - newer.geometry.y[0]) < 1e-4)
    return
  }
  let expected = try located([system.shape], in: .named(system.meaning, file: nil, status: .usage))
  var geometry = expected.geometry
  do {
    let found = try located([system.shape], in: definition)
    geometry = found.geometry
    #expect(found.findings.contains { $0.rule == .systemIdentified })
  } catch {
    #expect(error.message.contains("fit several systems"))
    geometry = try located([system.shape], in: .named(advised(error), file: nil, status: .usage)).geometry
  }
  for vertex in geometry.x.indices {
    // Two meters.
    #expect(abs(geometry.x[vertex] - expected.geometry.x[vertex]) < 2e-5)
    #expect(abs(geometry.y[vertex] - expected.geometry.y[vertex]) < 2e-5)
  }
}

@Test(arguments: [
  "Projection    UTM\nZone 17\n",
  #"LOCAL_CS["Site",LOCAL_DATUM["y",0],UNIT["metre",1],AXIS["E",EAST],AXIS["N",NORTH]]"#,
])
func `advice about a system that cannot be read follows where the coordinates can lie`(text: String) throws {
  let definition = CoordinateSystem.described(by: text)
  let britain = [(400_000.0, 200_000.0), (401_000, 200_000), (400_000, 201_000)]
  let projected = try failure { () throws(StageError) in try located([britain], in: definition) }
  #expect(try advised(projected) == "EPSG:27700")
  let found = try located([britain], in: .named(advised(projected), file: nil, status: .usage)).geometry
  #expect(abs(found.x[0] + 2) < 0.01 && abs(found.y[0] - 51.7) < 0.1)
  let degrees = try failure { () throws(StageError) in try located([[(8, 50), (9, 50), (9, 51)]], in: definition) }
  #expect(try advised(degrees) == "EPSG:4326")
}
