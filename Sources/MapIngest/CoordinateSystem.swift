import MapFeatures

/// The coordinate systems that are read: longitude and latitude in degrees on a datum within 2 m of WGS 84.
///
/// On the scale of a map they are one system, and coordinates are taken as they stand. All others are refused in
/// words. The datums are those whose frames are realisations of ITRS or ETRS89 (EPSG registry), and NAD83.
enum CoordinateSystem {
  private struct Datum {
    /// What it is called in messages.
    var name: String
    /// EPSG codes of geographic systems on it.
    var codes: [Int]
    /// Its names in well-known text, reduced to lower-case letters and digits, a leading `D_` left out.
    var datumNames: [String]

    init(_ name: String, _ codes: [Int], _ datumNames: String...) {
      self.name = name
      self.codes = codes
      self.datumNames = datumNames
    }
  }

  private static let datums: [Datum] = [
    Datum(
      "WGS 84", [4326, 4979, 9053, 9054, 9055, 9056, 9057, 9755], "wgs1984", "wgs84", "worldgeodeticsystem1984",
      "worldgeodeticsystem1984ensemble", "worldgeodeticsystem1984epsgid6326", "worldgeodeticsystem84"),
    Datum(
      "NAD83", [4269, 4152, 4617, 4759, 6318], "northamerican1983", "northamericandatum1983", "nad83",
      "northamerican1983harn", "nad83highaccuracyreferencenetwork", "northamerican1983csrs", "nad83csrs",
      "nad83canadianspatialreferencesystem", "nad1983nsrs2007", "nad83nationalspatialreferencesystem2007",
      "nad19832011",
      "nad83nationalspatialreferencesystem2011"),
    Datum(
      "ETRS89", [4258, 4937], "etrs1989", "etrs89", "europeanterrestrialreferencesystem1989",
      "europeanterrestrialreferencesystem1989ensemble"),
    Datum("JGD2000", [4612], "jgd2000", "japanesegeodeticdatum2000"),
    Datum("JGD2011", [6668], "jgd2011", "japanesegeodeticdatum2011"),
    Datum("GDA94", [4283], "gda1994", "gda94", "geocentricdatumofaustralia1994"),
    Datum("GDA2020", [7844], "gda2020", "geocentricdatumofaustralia2020"),
    Datum("NZGD2000", [4167], "nzgd2000", "newzealandgeodeticdatum2000"),
    Datum(
      "SIRGAS 2000", [4674], "sirgas2000", "sistemadereferenciageocentricoparalasamericas2000",
      "sistemadereferenciageocentricoparaamericadelsur2000"),
    Datum("KGD2002", [4737], "korea2000", "koreangeodeticdatum2002", "geocentricdatumofkorea", "kgd2002"),
    Datum("CGCS2000", [4490], "china2000", "cgcs2000", "chinageodeticcoordinatesystem2000"),
    Datum(
      "RGF93", [4171, 9777, 9782], "rgf1993", "rgf93", "reseaugeodesiquefrancais1993", "reseaugeodesiquefrancais1993v1"),
    Datum("TWD97", [3824], "twd1997", "twd97", "taiwandatum1997"),
    Datum("SWEREF99", [4619], "sweref99"),
    Datum("EST97", [4180], "estonia1997", "est97"),
    Datum("LKS94", [4669], "lithuania1994", "lks94"),
    Datum("CHTRS95", [4151], "chtrf1995", "swissterrestrialreferenceframe1995"),
    Datum("Hartebeesthoek94", [4148], "hartebeesthoek1994", "hartebeesthoek94"),
    Datum("MAGNA-SIRGAS", [4686], "magna", "marcogeocentriconacionaldereferencia"),
    Datum("POSGAR 2007", [5340], "posgar2007", "posicionesgeodesicasargentinas2007"),
  ]

  private static let onlyDegrees =
    "only longitude and latitude on WGS 84 or a datum within 2 m of it can be read so far"
  private static let convert = "convert the source to longitude and latitude on WGS 84"

  /// The datum that a name of a system means: `EPSG:6668`, `urn:ogc:def:crs:OGC:1.3:CRS84`, `urn:ogc:def:crs:EPSG::4326`,
  /// `http://www.opengis.net/def/crs/EPSG/0/4326`.
  ///
  /// Throws where the system is not read; `status` is that of the error.
  static func named(_ name: String, file: String?, status: ExitStatus) throws(StageError) -> String {
    let parts = name.uppercased().split { $0 == ":" || $0 == "/" }.map(String.init)
    if parts.last == "CRS84" || name.uppercased() == "WGS84" { return "WGS 84" }
    if parts.contains("EPSG"), let code = parts.last.flatMap({ Int($0) }) {
      if let datum = datums.first(where: { $0.codes.contains(code) }) { return datum.name }
      throw StageError(
        .unreadableData, file: file, "the coordinate system is EPSG:\(code): \(onlyDegrees)", remedy: convert)
    }
    throw StageError(
      status, file: file, "the coordinate system “\(name)” is not known",
      remedy: "name it by its number, as in EPSG:4326")
  }

  /// The datum of the content of a .prj.
  ///
  /// Throws where it is a projection, another datum, or cannot be read.
  static func wellKnown(_ text: String, file: String) throws(StageError) -> String {
    guard let root = WellKnownText(text) else {
      throw StageError(
        .unreadableData, file: file, "the .prj is no coordinate system in well-known text",
        remedy: "name the system, as in --crs EPSG:4326")
    }
    // A compound system is a horizontal one and heights, which are not read.
    let isCompound = root.keyword == "COMPD_CS" || root.keyword == "COMPOUNDCRS"
    let system = isCompound ? root.children.first ?? root : root
    let name = system.values.first ?? system.keyword
    guard ["GEOGCS", "GEOGCRS", "GEOGRAPHICCRS", "GEODCRS", "GEODETICCRS"].contains(system.keyword) else {
      throw StageError(
        .unreadableData, file: file, "the coordinate system is the projection “\(name)”: \(onlyDegrees)",
        remedy: convert)
    }
    guard let datumName = system.child("DATUM", "ENSEMBLE", "GEODETICDATUM", "TRF")?.values.first,
      let datum = datums.first(where: { $0.datumNames.contains(reduced(datumName)) })
    else {
      throw StageError(
        .unreadableData, file: file, "the coordinate system “\(name)” is on another datum: \(onlyDegrees)",
        remedy: convert)
    }
    if let meridian = system.child("PRIMEM", "PRIMEMERIDIAN"),
      meridian.values.dropFirst().first.flatMap(Double.init) != 0
    {
      throw StageError(
        .unreadableData, file: file,
        "the coordinate system “\(name)” counts longitude from \(meridian.values.first ?? "another meridian"): \(onlyDegrees)",
        remedy: convert)
    }
    // A degree in radians, as far as files spell it out.
    let unit = system.child("UNIT", "ANGLEUNIT")?.values.dropFirst().first.flatMap(Double.init)
    if let unit, !(unit > 0.017_453_29 && unit < 0.017_453_30) {
      throw StageError(
        .unreadableData, file: file, "the coordinate system “\(name)” does not count in degrees: \(onlyDegrees)",
        remedy: convert)
    }
    return datum.name
  }

  private static func reduced(_ name: String) -> String {
    let plain = name.lowercased().unicodeScalars.filter { ("a"..."z").contains($0) || ("0"..."9").contains($0) }
    let letters = String(String.UnicodeScalarView(plain))
    return name.hasPrefix("D_") ? String(letters.dropFirst()) : letters
  }
}
