import MapPackFeatures

/// The coordinate system of a source, as the source or the user declares it.
///
/// Longitude and latitude in degrees from Greenwich, on a datum of the list in `GeodeticDatum`, are used as they are,
/// without PROJ, so that every machine gives the same bytes. Any other system goes through PROJ (see
/// `CoordinateTransformation`).
enum CoordinateSystem: Hashable {
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
  /// - Parameter status: that of the error if the name has none of these forms: `usage` if the user wrote the name,
  ///   `unreadableData` if the source did.
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
      remedy: "name it by its authority and number, as in EPSG:25832 for UTM zone 32N")
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

  /// The system that the contents of a .prj describe. Only longitude and latitude on a known datum are understood here;
  /// PROJ reads any other text.
  static func described(by text: String) -> CoordinateSystem {
    let text = String(text.unicodeScalars.filter { $0 != "\u{FEFF}" && $0 != "\0" }[...])
    guard let root = WellKnownText(text) else { return .wellKnown(text) }
    if root.child("AUTHORITY")?.values == ["EPSG", "900913"] { return registered("EPSG", "900913") }
    if isWebMercator(root) { return .registered(authority: "EPSG", code: "3857") }
    return datum(ofDegreesIn: root).map { .asPublished($0) } ?? .wellKnown(text)
  }

  /// Whether a text means Web Mercator: a Mercator projection about Greenwich and the equator, in meters, that its name
  /// says is that of Google or of the web. Its formulas are those of the sphere, whatever ellipsoid the text writes.
  private static func isWebMercator(_ root: WellKnownText) -> Bool {
    let isCompound = root.keyword == "COMPD_CS" || root.keyword == "COMPOUNDCRS"
    let system = isCompound ? root.children.first ?? root : root
    guard let name = system.values.first?.lowercased(), ["PROJCS", "PROJCRS", "PROJECTEDCRS"].contains(system.keyword)
    else { return false }
    let words = Set(name.split { !($0.isLetter || $0.isNumber) }.map(String.init))
    guard !words.isDisjoint(with: ["google", "web", "webmercator", "3857", "900913"]) else { return false }
    let conversion = system.child("CONVERSION") ?? system
    let method = conversion.child("PROJECTION", "METHOD")?.values.first?.lowercased() ?? ""
    let unit = system.child("UNIT", "LENGTHUNIT") ?? system.child("AXIS")?.child("UNIT", "LENGTHUNIT")
    // "Mercator_Auxiliary_Sphere" says it itself.
    guard method.hasPrefix("mercator"), !method.contains("auxiliary"),
      unit?.values.dropFirst().first.flatMap(Double.init) == 1
    else { return false }
    return conversion.children.filter { $0.keyword == "PARAMETER" }.allSatisfy { parameter in
      let name = parameter.values.first?.lowercased() ?? ""
      // Some texts write the axes of the sphere as parameters.
      if name.hasPrefix("semi_") { return true }
      return parameter.values.dropFirst().first.flatMap(Double.init) == (name.contains("scale") ? 1 : 0)
    }
  }

  /// The datum of a system that counts in degrees from Greenwich; `nil` for any other system, and any other datum than
  /// those of the list.
  private static func datum(ofDegreesIn root: WellKnownText) -> GeodeticDatum? {
    // A compound system consists of a horizontal system and heights, which are not read.
    let isCompound = root.keyword == "COMPD_CS" || root.keyword == "COMPOUNDCRS"
    let system = isCompound ? root.children.first ?? root : root
    let meridian = system.child("PRIMEM", "PRIMEMERIDIAN")
    // WKT 2 allows the unit at each axis.
    let unit = system.child("UNIT", "ANGLEUNIT") ?? system.child("AXIS")?.child("UNIT", "ANGLEUNIT")
    guard ["GEOGCS", "GEOGCRS", "GEOGRAPHICCRS", "GEODCRS", "GEODETICCRS"].contains(system.keyword),
      system.child("CS")?.values.first?.uppercased() != "CARTESIAN",
      meridian == nil || meridian?.values.dropFirst().first.flatMap(Double.init) == 0,
      let radians = unit?.values.dropFirst().first.flatMap(Double.init), isDegree(radians: radians),
      let name = system.child("DATUM", "ENSEMBLE", "GEODETICDATUM", "TRF")?.values.first
    else { return nil }
    return GeodeticDatum(named: name)
  }

  /// Whether an angular unit is the degree, in the precision in which files write it.
  static func isDegree(radians: Double) -> Bool { radians > 0.017_453_29 && radians < 0.017_453_30 }
}

/// The bounding box of coordinates: easting and northing in the unit of the source's system, or longitude and latitude
/// in degrees. The initial box is empty.
///
/// Numbers are compared as they are: the box of a ring across the antimeridian is as wide as the world.
struct CoordinateBox: Hashable {
  var minX = Double.infinity
  var minY = Double.infinity
  var maxX = -Double.infinity
  var maxY = -Double.infinity

  /// Extends the box to all vertices of a geometry; coordinates that are not finite are ignored.
  mutating func formUnion(_ geometry: borrowing FeatureGeometry) { formUnion(geometry.x, geometry.y) }

  /// Extends the box to all coordinates; those that are not finite are ignored.
  mutating func formUnion(_ x: some Sequence<Double>, _ y: some Sequence<Double>) {
    for x in x where x.isFinite { (minX, maxX) = (min(minX, x), max(maxX, x)) }
    for y in y where y.isFinite { (minY, maxY) = (min(minY, y), max(maxY, y)) }
  }

  /// Extends the box to a point; a coordinate that is not a number is ignored.
  @inline(__always)
  mutating func formUnion(_ x: Double, _ y: Double) {
    minX = min(minX, x)
    maxX = max(maxX, x)
    minY = min(minY, y)
    maxY = max(maxY, y)
  }

  /// Extends the box to another one that is moved by `shift` in x.
  mutating func formUnion(_ other: CoordinateBox, shiftedBy shift: Double = 0) {
    (minX, maxX) = (min(minX, other.minX + shift), max(maxX, other.maxX + shift))
    (minY, maxY) = (min(minY, other.minY), max(maxY, other.maxY))
  }

  /// Whether another box, moved by `shift` in x, lies in this one; shared edges count as inside. An empty box lies in
  /// every box.
  func contains(_ other: CoordinateBox, shiftedBy shift: Double = 0) -> Bool {
    minX <= other.minX + shift && minY <= other.minY && other.maxX + shift <= maxX && other.maxY <= maxY
  }

  /// Whether the boxes have a point in common. An empty box has none.
  func meets(_ other: CoordinateBox) -> Bool {
    minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
  }

  /// Whether the box is finite and not empty.
  var isValid: Bool {
    minX <= maxX && minY <= maxY && minX.isFinite && maxX.isFinite && minY.isFinite && maxY.isFinite
  }
}

extension FeatureTableBuilder {
  /// Notes how the coordinates of the current source are transformed, in words for the report.
  mutating func note(_ transformation: CoordinateTransformation, words: String) {
    amendSource { $0.coordinateSystem = words }
    isTransformed = !transformation.isIdentity
    for remark in transformation.remarks { note(remark.rule, remark.message) }
  }
}
