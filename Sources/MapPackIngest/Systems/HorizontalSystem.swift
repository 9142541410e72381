import CMapPackPROJ
import MapPackFeatures

/// The horizontal part of a coordinate system as PROJ understands it, and the geographic system that it is based on.
struct HorizontalSystem {
  /// The system in messages: its authority and code if it was named by them, and its name.
  let words: String
  let name: String
  let system: ProjectionObject
  /// The system with the transformation to WGS 84 that its text states; `nil` if it states none.
  let bound: ProjectionObject?
  /// The geographic system on which it is based, or the system itself if it is geographic.
  let geographic: ProjectionObject
  /// The same geographic system as the registry has it, for which more transformations are known; `geographic` if the
  /// registry does not have it.
  let registered: ProjectionObject
  /// The angular unit of the geographic system, in radians.
  let unit: Double
  /// Whether well-known text defines the system, which may state how its datum lies.
  let isDescribed: Bool
  /// The prime meridian of the geographic system, in degrees east of Greenwich.
  let meridian: Double
  /// The method of the projection; `nil` if the system is not projected.
  let method: String?
  /// The operation to longitude and latitude on the system's own datum; `nil` if the system is not projected, or if PROJ
  /// cannot undo its projection.
  let unprojection: ProjectionObject?
  /// The datum; `nil` if it is not on the list in `GeodeticDatum`, or if the geographic system does not count in
  /// degrees from Greenwich.
  let datum: GeodeticDatum?
  let datumName: String
  /// What the registry has that matches the definition of the system. It is `nil` if nothing was looked up, because the
  /// registry has the geographic system or the datum is on the list.
  let identity: SystemIdentity?

  /// - Parameter box: the box of all coordinates of the source; only called if what the system is, or the advice about
  ///   it, depends on where the source lies.
  /// - Throws: `status` if PROJ does not know the system, or if a text is not well-known text; `unreadableData` if its
  ///   coordinates are not locations on the earth's surface.
  /// - Precondition: `definition` is not `asPublished`.
  init(
    _ definition: CoordinateSystem, in context: ProjectionContext, file: String?, status: ExitStatus,
    box: () throws(StageError) -> CoordinateBox
  ) throws(StageError) {
    func advice() -> Remedy { SystemCandidates.advice(for: try? box(), in: context) }
    var system = try Self.whole(definition, in: context, file: file, status: status, advice: advice)
    let wholeName = system.name
    let bound = Self.takeHorizontalPart(of: &system, in: context)
    let name = system.name.isEmpty ? wholeName : system.name
    func refusal(_ what: String) -> StageError {
      .unreadable(file, "the coordinate system “\(name)” \(what)", remedy: advice())
    }
    try Self.check(system.type, refusal: refusal)
    let conversion = ProjectionObject(proj_crs_get_coordoperation(context.handle, system.handle), in: context)
    // Longitude and latitude may be derived too, from those around another pole.
    let isDerived =
      conversion != nil && (system.type == PJ_TYPE_GEOGRAPHIC_2D_CRS || system.type == PJ_TYPE_GEOGRAPHIC_3D_CRS)
    let base =
      isDerived ? ProjectionObject(proj_get_source_crs(context.handle, system.handle), in: context) : system.geodetic
    guard let geographic = base, let frame = geographic.datum, let unit = Self.unit(of: geographic)
    else { throw refusal("has no longitude and latitude" + context.takeWords()) }
    let meridian = Self.meridian(of: geographic)
    var known = geographic.registered()
    var identity: SystemIdentity?
    let unprojection = conversion == nil ? nil : OperationChoice(from: system, to: geographic).operation
    if known == nil, GeodeticDatum(named: frame.name) == nil {
      func fits(_ base: ProjectionObject) -> Bool {
        guard let itsUnit = Self.unit(of: base) else { return false }
        return abs(itsUnit - unit) < 1e-9 * unit && abs(Self.meridian(of: base) - meridian) < 1e-6
      }
      var fitting = SystemIdentity.Candidates(
        of: system, name: name, datum: frame.name,
        plain: { Self.withRegisteredDegrees(definition, in: context) }, fits: fits)
      if !fitting.areOne {
        let extent = Self.extent(of: try box(), unprojection, unit: unit, meridian: meridian)
        fitting.narrow(to: extent, in: context)
      }
      let found = SystemIdentity(fitting)
      if case .found(_, let code) = found { known = ProjectionObject(epsg: code, in: context) }
      identity = found
    }
    self.unprojection = unprojection
    registered = known ?? geographic
    self.identity = identity
    let isPlain = meridian == 0 && CoordinateSystem.isDegree(radians: unit)
    datumName = frame.name
    datum = isPlain ? registered.code.flatMap(GeodeticDatum.init(code:)) ?? GeodeticDatum(named: frame.name) : nil
    method = conversion?.method
    self.unit = unit
    self.meridian = meridian
    if case .registered(let authority, let code) = definition {
      words = "\(authority):\(code) \(name)"
      isDescribed = false
    } else {
      words = name
      isDescribed = true
    }
    self.name = name
    self.geographic = geographic
    self.system = system
    self.bound = bound
  }

  /// The system of a definition, before heights and stated transformations are taken off.
  /// - Precondition: `definition` is not `asPublished`.
  private static func whole(
    _ definition: CoordinateSystem, in context: ProjectionContext, file: String?, status: ExitStatus,
    advice: () -> Remedy
  ) throws(StageError) -> ProjectionObject {
    switch definition {
    case .registered(let authority, let code):
      if let object = ProjectionObject(authority: authority, code: code, in: context) { return object }
      throw StageError(
        status, file: file, "PROJ knows no coordinate system \(authority):\(code)",
        remedy: "check the number, or \(advice())")
    case .wellKnown(let text):
      let found = ProjectionObject(wellKnown: WellKnownText.withoutIdentifiers(text), in: context)
      if let object = found, proj_is_crs(object.handle) != 0 { return object }
      throw StageError(
        status, file: file,
        "its description of the coordinate system is not well-known text that can be read" + context.takeWords(),
        remedy: advice())
    case .asPublished:
      preconditionFailure("coordinates that are taken as published need no PROJ")
    }
  }

  /// The horizontal part of a system that a text describes, with degrees called as in the registry; `nil` for any other
  /// definition.
  private static func withRegisteredDegrees(
    _ definition: CoordinateSystem, in context: ProjectionContext
  ) -> ProjectionObject? {
    guard case .wellKnown(let text) = definition else { return nil }
    let plain = WellKnownText.withRegisteredDegrees(WellKnownText.withoutIdentifiers(text))
    guard var system = ProjectionObject(wellKnown: plain, in: context) else { return nil }
    _ = takeHorizontalPart(of: &system, in: context)
    return system
  }

  /// Takes heights and stated transformations off a system.
  /// - Returns: the system with the transformation to WGS 84 that its text states; `nil` if it states none.
  private static func takeHorizontalPart(
    of system: inout ProjectionObject, in context: ProjectionContext
  ) -> ProjectionObject? {
    var bound: ProjectionObject?
    while true {
      if system.type == PJ_TYPE_COMPOUND_CRS,
        let part = ProjectionObject(proj_crs_get_sub_crs(context.handle, system.handle, 0), in: context)
      {
        // Heights are not read.
        system = part
      } else if system.type == PJ_TYPE_BOUND_CRS,
        let part = ProjectionObject(proj_get_source_crs(context.handle, system.handle), in: context)
      {
        bound = system
        system = part
      } else {
        break
      }
    }
    return bound
  }

  /// Roughly where on the earth a box of coordinates lies, regardless of the datum; `nil` if none of its points has a
  /// longitude and latitude.
  func extent(of box: CoordinateBox) -> GeographicExtent? {
    Self.extent(of: box, unprojection, unit: unit, meridian: meridian)
  }

  private static func extent(
    of box: CoordinateBox, _ unprojection: ProjectionObject?, unit: Double, meridian: Double
  ) -> GeographicExtent? {
    let degrees = unit * 180 / .pi
    return GeographicExtent(of: box) { x, y in
      unprojection?.transform(&x, &y)
      for index in x.indices {
        x[index] = (x[index] * degrees + meridian).remainder(dividingBy: 360)
        y[index] *= degrees
      }
    }
  }

  private static func check(_ type: PJ_TYPE, refusal: (_ what: String) -> StageError) throws(StageError) {
    switch type {
    case PJ_TYPE_ENGINEERING_CRS: throw refusal("is a local one: nothing says where on the earth it lies")
    case PJ_TYPE_GEOCENTRIC_CRS: throw refusal("counts from the center of the earth, not along its surface")
    case PJ_TYPE_VERTICAL_CRS: throw refusal("is one of heights alone")
    default: break
    }
  }

  /// The prime meridian in degrees east of Greenwich; 0 if PROJ does not say.
  private static func meridian(of system: ProjectionObject) -> Double {
    let context = system.context
    var longitude = 0.0
    var radians = 0.0
    guard let meridian = ProjectionObject(proj_get_prime_meridian(context.handle, system.handle), in: context),
      proj_prime_meridian_get_parameters(context.handle, meridian.handle, &longitude, &radians, nil) != 0
    else { return 0 }
    return longitude * radians * 180 / .pi
  }

  /// The unit of the first axis in radians; `nil` if PROJ does not say.
  private static func unit(of system: ProjectionObject) -> Double? {
    let context = system.context
    var radians = 0.0
    guard
      let axes = ProjectionObject(proj_crs_get_coordinate_system(context.handle, system.handle), in: context),
      proj_cs_get_axis_info(context.handle, axes.handle, 0, nil, nil, nil, &radians, nil, nil, nil) != 0
    else { return nil }
    return radians
  }
}

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

  /// A name in lower case, with ASCII letters and digits only, and without `D_` in front.
  private static func reduced(_ name: String) -> String {
    let plain = name.lowercased().unicodeScalars.filter { ("a"..."z").contains($0) || ("0"..."9").contains($0) }
    let letters = String(String.UnicodeScalarView(plain))
    return name.hasPrefix("D_") ? String(letters.dropFirst()) : letters
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
