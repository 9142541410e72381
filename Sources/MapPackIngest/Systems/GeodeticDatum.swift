import CMapPackPROJ
import MapPackFeatures

/// A datum within 2 m of WGS 84. At the scale of a map, longitude and latitude on it are those on WGS 84, so they are
/// used as they are.
///
/// The list has realizations of ITRS and of ETRS89, the national datums that are based on them (EPSG registry), NAD83,
/// and the sphere of Web Mercator, whose latitudes are by definition those of WGS 84. Coordinates on any other datum
/// are transformed by PROJ (`CoordinateTransformation`).
struct GeodeticDatum: Hashable {
  /// The name in messages.
  let name: String
  /// The EPSG codes of geographic systems on the datum.
  private let codes: [Int]
  /// The names in well-known text and registries, as `reduced(_:)` gives them.
  private let names: Set<String>
  /// Beginnings that the names of its realizations share, likewise reduced.
  private let beginnings: [String]

  private init(_ name: String, _ codes: [Int], _ names: Set<String>, beginnings: [String] = []) {
    self.name = name
    self.codes = codes
    self.names = names
    self.beginnings = beginnings
  }

  /// The datum of the geographic system with an EPSG code; `nil` if it is not on the list.
  init?(code: Int) {
    guard let datum = Self.list.first(where: { $0.codes.contains(code) }) else { return nil }
    self = datum
  }

  /// The datum with a name, such as `D_WGS_1984` or `World Geodetic System 1984 ensemble`; `nil` if it is not on the
  /// list.
  init?(named name: String) {
    let reduced = Self.reduced(name)
    let found = Self.list.first { datum in
      datum.names.contains(reduced) || datum.beginnings.contains(where: reduced.hasPrefix)
    }
    guard let found else { return nil }
    self = found
  }

  /// A name of a datum or a system in lower case, with ASCII letters and digits only, and without the `GCS_` or `D_` that
  /// Esri puts in front.
  static func reduced(_ name: String) -> String {
    let text = ["GCS_", "D_"].first(where: name.hasPrefix).map { name.dropFirst($0.count) } ?? name[...]
    let plain = text.lowercased().unicodeScalars.filter { ("a"..."z").contains($0) || ("0"..."9").contains($0) }
    return String(String.UnicodeScalarView(plain))
  }

  static let wgs84 = GeodeticDatum(
    "WGS 84", [4326, 4979, 9053, 9054, 9055, 9056, 9057, 9755],
    ["wgs1984", "wgs84", "worldgeodeticsystem84", "popularvisualisationdatum", "wgs1984majorauxiliarysphere"],
    beginnings: ["worldgeodeticsystem1984", "wgs1984g", "wgs84g"])

  private static let list: [GeodeticDatum] = [
    wgs84,
    GeodeticDatum(
      "NAD83", [4269, 4152, 4617, 4759, 6318, 6322, 6325, 6783], [],
      beginnings: ["nad83", "nad1983", "northamerican1983", "northamericandatum1983", "northamericandatumof1983"]),
    GeodeticDatum(
      "ETRS89", [4258, 4937], ["etrs1989", "etrs89"],
      beginnings: ["europeanterrestrialreferencesystem1989", "europeanterrestrialreferenceframe", "etrf", "etrs89"]),
    GeodeticDatum("JGD2000", [4612], ["jgd2000", "japanesegeodeticdatum2000"]),
    GeodeticDatum("JGD2011", [6668], ["jgd2011", "japanesegeodeticdatum2011"]),
    GeodeticDatum("GDA94", [4283], ["gda1994", "gda94", "geocentricdatumofaustralia1994"]),
    GeodeticDatum("GDA2020", [7844], ["gda2020", "geocentricdatumofaustralia2020"]),
    GeodeticDatum("NZGD2000", [4167], ["nzgd2000", "newzealandgeodeticdatum2000"]),
    GeodeticDatum(
      "SIRGAS 2000", [4674],
      [
        "sirgas", "sirgas2000", "sistemadereferenciageocentricoparalasamericas2000",
        "sistemadereferenciageocentricoparaamericadelsur2000", "sistemadereferenciageocentricoparaamericadelsur1995",
      ], beginnings: ["sirgascontinuouslyoperatingnetwork", "sirgaschile"]),
    GeodeticDatum(
      "KGD2002", [4737], ["korea2000", "koreangeodeticdatum2002", "geocentricdatumofkorea", "kgd2002"]),
    GeodeticDatum("CGCS2000", [4490], ["china2000", "cgcs2000", "chinageodeticcoordinatesystem2000"]),
    GeodeticDatum("RGF93", [4171, 9777, 9782], [], beginnings: ["rgf93", "rgf1993", "reseaugeodesiquefrancais1993"]),
    GeodeticDatum("TWD97", [3824], ["twd1997", "twd97", "taiwandatum1997"]),
    GeodeticDatum("SWEREF99", [4619], ["sweref99"]),
    GeodeticDatum("EST97", [4180], ["estonia1997", "est97"]),
    GeodeticDatum("LKS94", [4669], ["lithuania1994", "lithuania1994etrs89", "lks94"]),
    GeodeticDatum("CHTRS95", [4151], ["chtrf1995", "chtrs95", "swissterrestrialreferenceframe1995"]),
    GeodeticDatum("Hartebeesthoek94", [4148], ["hartebeesthoek1994", "hartebeesthoek94"]),
    GeodeticDatum("MAGNA-SIRGAS", [4686], ["magna", "marcogeocentriconacionaldereferencia"]),
    GeodeticDatum("POSGAR 2007", [5340], ["posgar2007", "posicionesgeodesicasargentinas2007"]),
    GeodeticDatum("GDM2000", [4742], ["gdm2000", "geodeticdatumofmalaysia2000"]),
    GeodeticDatum(
      "ITRF", [8988, 8989, 8990, 8991, 8992, 8993, 8994, 8995, 8996, 8997, 8998, 8999, 9000, 9990], [],
      beginnings: ["internationalterrestrialreferenceframe", "itrf", "igs", "igb0", "igb1"]),
  ]
}
