import MapPackFeatures

/// The coordinate system of a source, as the source or the user declares it. `ShapefileReader`, `ParsedFeatures` and
/// `KMLReader` ask for it.
///
/// Longitude and latitude in degrees from Greenwich, on a datum of the list in `GeodeticDatum`, are used as they are,
/// without PROJ, so that every machine gives the same bytes. Any other system goes through PROJ (see
/// `CoordinateTransformation`).
enum CoordinateSystem: Hashable {
  /// Longitude and latitude that are used as they are.
  case asPublished(GeodeticDatum)
  /// A system in the registry of an authority, such as EPSG:2263.
  case registered(authority: String, code: String)
  /// A system that is described by well-known text.
  case wellKnown(String)

  /// The system of sources that declare none, and of formats that allow no other.
  static let wgs84 = CoordinateSystem.asPublished(.wgs84)

  /// The system that a name stands for: `EPSG:6668`, `urn:ogc:def:crs:OGC:1.3:CRS84`, `urn:ogc:def:crs:EPSG::4326`,
  /// `http://www.opengis.net/def/crs/EPSG/0/4326`, `ESRI:102100`, `WGS84`, `CRS84`.
  ///
  /// The case of letters does not matter. Only the form of the name is checked; PROJ says later whether the authority
  /// knows the code.
  /// - Parameters:
  ///   - name: the name.
  ///   - file: the file that messages are about.
  ///   - status: the status of the error: `usage` if the user wrote the name, `unreadableData` if the source did.
  /// - Throws: an error with the given `status` if the name has none of these forms.
  static func named(_ name: String, file: String?, status: ExitStatus) throws(StageError) -> CoordinateSystem {
    if name.uppercased() == "WGS84" { return wgs84 }
    var parts = name.uppercased().split { $0 == ":" || $0 == "/" }.map(String.init)
    // In the long forms, the version of the registry may come between authority and code.
    if let index = parts.lastIndex(of: "CRS"), index + 1 < parts.count, parts.count > 2 {
      parts = [parts[index + 1], parts[parts.count - 1]]
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

  /// The system that the contents of a .prj describe. Only text that describes longitude and latitude on a known datum
  /// is understood here; PROJ says later whether any other text is well-known text.
  static func described(by text: String) -> CoordinateSystem {
    let text = String(text.unicodeScalars.filter { $0 != "\u{FEFF}" && $0 != "\0" }[...])
    guard let root = WellKnownText(text) else { return .wellKnown(text) }
    if root.child("AUTHORITY")?.values == ["EPSG", "900913"] { return registered("EPSG", "900913") }
    // A compound system consists of a horizontal system and heights, which are not read.
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
    // WKT 2 allows the unit at each axis.
    let unit = system.child("UNIT", "ANGLEUNIT") ?? system.child("AXIS")?.child("UNIT", "ANGLEUNIT")
    guard let radians = unit?.values.dropFirst().first.flatMap(Double.init), isDegree(radians: radians) else {
      return .wellKnown(text)
    }
    return .asPublished(datum)
  }

  /// Whether an angular unit is the degree, in the precision in which files write it.
  /// - Parameter radians: the unit in radians.
  static func isDegree(radians: Double) -> Bool { radians > 0.017_453_29 && radians < 0.017_453_30 }
}
