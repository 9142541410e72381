import MapFeatures

/// What a source says about the system of its coordinates.
///
/// Longitude and latitude in degrees from Greenwich on a datum of the written list are taken as they stand, without
/// PROJ: the same bytes on every machine. All other systems go through PROJ, by `CoordinateTransformation`.
enum CoordinateSystem: Hashable {
  /// Longitude and latitude as they are wanted.
  case asPublished(GeodeticDatum)
  /// A system in the registry of an authority, as EPSG:2263.
  case registered(authority: String, code: String)
  /// A system in well-known text.
  case wellKnown(String)

  /// The system of a source that says nothing, and of formats that have no other.
  static let wgs84 = CoordinateSystem.asPublished(.wgs84)

  /// What a name of a system means: `EPSG:6668`, `urn:ogc:def:crs:OGC:1.3:CRS84`, `urn:ogc:def:crs:EPSG::4326`,
  /// `http://www.opengis.net/def/crs/EPSG/0/4326`, `ESRI:102100`.
  ///
  /// Throws where it is no name of this kind; `status` is that of the error. Whether the authority knows the code is
  /// for PROJ to say.
  static func named(_ name: String, file: String?, status: ExitStatus) throws(StageError) -> CoordinateSystem {
    if name.uppercased() == "WGS84" { return wgs84 }
    var parts = name.uppercased().split { $0 == ":" || $0 == "/" }.map(String.init)
    // In the long forms the registry's version may stand between authority and code.
    if let place = parts.lastIndex(of: "CRS"), place + 1 < parts.count, parts.count > 2 {
      parts = [parts[place + 1], parts[parts.count - 1]]
    }
    let isPlain = parts.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }
    if isPlain, parts.count == 2 { return registered(parts[0], parts[1]) }
    if parts == ["CRS84"] { return wgs84 }
    throw StageError(
      status, file: file, "the coordinate system “\(name)” is not known",
      remedy: "name it by its authority and number, as in EPSG:4326")
  }

  private static func registered(_ authority: String, _ code: String) -> CoordinateSystem {
    switch (authority, code) {
    case ("OGC", "CRS84"): return wgs84
    // Web Mercator before it had a number.
    case ("EPSG", "900913"): return .registered(authority: "EPSG", code: "3857")
    default: break
    }
    if authority == "EPSG", let number = Int(code), let datum = GeodeticDatum(code: number) {
      return .asPublished(datum)
    }
    return .registered(authority: authority, code: code)
  }

  /// What the content of a .prj means. Whether it is well-known text is for PROJ to say, but for the written list.
  static func described(by text: String) -> CoordinateSystem {
    let text = String(text.unicodeScalars.filter { $0 != "\u{FEFF}" && $0 != "\0" }[...])
    guard let root = WellKnownText(text) else { return .wellKnown(text) }
    if root.child("AUTHORITY")?.values == ["EPSG", "900913"] { return registered("EPSG", "900913") }
    // A compound system is a horizontal one and heights, which are not read.
    let isCompound = root.keyword == "COMPD_CS" || root.keyword == "COMPOUNDCRS"
    let system = isCompound ? root.children.first ?? root : root
    guard ["GEOGCS", "GEOGCRS", "GEOGRAPHICCRS", "GEODCRS", "GEODETICCRS"].contains(system.keyword),
      system.child("CS")?.values.first?.uppercased() != "CARTESIAN",
      let name = system.child("DATUM", "ENSEMBLE", "GEODETICDATUM", "TRF")?.values.first,
      let datum = GeodeticDatum(named: name)
    else { return .wellKnown(text) }
    if let meridian = system.child("PRIMEM", "PRIMEMERIDIAN"),
      meridian.values.dropFirst().first.flatMap(Double.init) != 0
    {
      return .wellKnown(text)
    }
    // The later form may have the unit at each axis.
    let unit = system.child("UNIT", "ANGLEUNIT") ?? system.child("AXIS")?.child("UNIT", "ANGLEUNIT")
    guard let radians = unit?.values.dropFirst().first.flatMap(Double.init), isDegree(radians: radians) else {
      return .wellKnown(text)
    }
    return .asPublished(datum)
  }

  /// Whether a unit of so many radians is the degree, as far as files spell it out.
  static func isDegree(radians: Double) -> Bool { radians > 0.017_453_29 && radians < 0.017_453_30 }
}
