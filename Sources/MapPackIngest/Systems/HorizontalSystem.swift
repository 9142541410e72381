import CMapPackPROJ
import MapPackFeatures

/// The horizontal part of a coordinate system as PROJ understands it, and the geographic system that it is based on.
/// `CoordinateTransformation` chooses its steps by it.
struct HorizontalSystem: ~Copyable {
  /// The system in messages: its authority and code if it was named by them, and its name.
  let words: String
  /// The name of the system, without its code.
  let name: String
  /// The system of the coordinates.
  let system: ProjectionObject
  /// The system with the transformation to WGS 84 that its text states; `nil` if it states none.
  let bound: ProjectionObject?
  /// The geographic system on which it is based, or the system itself if it is geographic.
  let geographic: ProjectionObject
  /// The same geographic system as the registry has it, for which more transformations are known; a copy of
  /// `geographic` if the registry does not have it.
  let registered: ProjectionObject
  /// The angular unit of the geographic system, in radians.
  let unit: Double
  /// The prime meridian of the geographic system, in degrees east of Greenwich.
  let meridian: Double
  /// The method of the projection; `nil` if the system is not projected.
  let method: String?
  /// The datum; `nil` if it is not on the list in `GeodeticDatum`, or if the geographic system does not count in
  /// degrees from Greenwich.
  let datum: GeodeticDatum?
  /// The name of the datum.
  let datumName: String
  /// What the registry has that matches the definition of the system. It is `nil` if nothing was looked up, because the
  /// registry has the geographic system or the datum is on the list.
  let identity: SystemIdentity?

  /// Makes the system of a definition.
  /// - Parameters:
  ///   - definition: the system as the source declares it.
  ///   - context: the context of all objects.
  ///   - file: the file that messages are about.
  ///   - status: the status of the error if PROJ does not know the system.
  /// - Throws: `status` if PROJ does not know the system, or if a text is not well-known text; `unreadableData` if its
  ///   coordinates are not locations on the earth's surface.
  /// - Precondition: `definition` is not `asPublished`.
  init(
    _ definition: CoordinateSystem, in context: ProjectionContext, file: String?, status: ExitStatus
  ) throws(StageError) {
    var system = try Self.whole(definition, in: context, file: file, status: status)
    let wholeName = system.name
    let bound = Self.takeHorizontalPart(of: &system, in: context)
    let name = system.name.isEmpty ? wholeName : system.name
    func refusal(_ what: String) -> StageError {
      StageError(
        .unreadableData, file: file, "the coordinate system “\(name)” \(what)",
        remedy: "name the system of the coordinates, as in --crs EPSG:4326")
    }
    try Self.check(system.type, refusal: refusal)
    let conversion = ProjectionObject(proj_crs_get_coordoperation(context.handle, system.handle), in: context)
    // Longitude and latitude may be derived too, from those around another pole.
    let isDerived =
      conversion != nil && (system.type == PJ_TYPE_GEOGRAPHIC_2D_CRS || system.type == PJ_TYPE_GEOGRAPHIC_3D_CRS)
    let base =
      isDerived
      ? proj_get_source_crs(context.handle, system.handle) : proj_crs_get_geodetic_crs(context.handle, system.handle)
    guard let geographic = ProjectionObject(base, in: context),
      let frame = ProjectionObject(proj_crs_get_datum(context.handle, geographic.handle), in: context)
        ?? ProjectionObject(proj_crs_get_datum_ensemble(context.handle, geographic.handle), in: context),
      let unit = Self.unit(of: geographic)
    else { throw refusal("has no longitude and latitude" + context.takeWords()) }
    let meridian = Self.meridian(of: geographic)
    var known = geographic.registered()
    var identity: SystemIdentity?
    if known == nil, GeodeticDatum(named: frame.name) == nil {
      let found = SystemIdentity(of: system, name: name) { base in
        guard let itsUnit = Self.unit(of: base) else { return false }
        return abs(itsUnit - unit) < 1e-9 * unit && abs(Self.meridian(of: base) - meridian) < 1e-6
      }
      if case .found(_, let code) = found { known = ProjectionObject(epsg: code, in: context) }
      identity = found
    }
    let copy = known == nil ? proj_clone(context.handle, geographic.handle) : nil
    guard let registered = known.take() ?? ProjectionObject(copy, in: context) else {
      throw refusal("has no longitude and latitude" + context.takeWords())
    }
    self.identity = identity
    let isPlain = meridian == 0 && CoordinateSystem.isDegree(radians: unit)
    datumName = frame.name
    datum = isPlain ? registered.code.flatMap(GeodeticDatum.init(code:)) ?? GeodeticDatum(named: frame.name) : nil
    method = conversion?.method
    self.unit = unit
    self.meridian = meridian
    if case .registered(let authority, let code) = definition {
      words = "\(authority):\(code) \(name)"
    } else {
      words = name
    }
    self.name = name
    self.geographic = consume geographic
    self.registered = consume registered
    self.system = system
    self.bound = bound
  }

  /// The system of a definition, before heights and stated transformations are taken off.
  ///
  /// - Precondition: `definition` is not `asPublished`.
  /// - Throws: `status` if PROJ does not know the system.
  private static func whole(
    _ definition: CoordinateSystem, in context: ProjectionContext, file: String?, status: ExitStatus
  ) throws(StageError) -> ProjectionObject {
    switch definition {
    case .registered(let authority, let code):
      let found = proj_create_from_database(context.handle, authority, code, PJ_CATEGORY_CRS, 0, nil)
      if let object = ProjectionObject(found, in: context) { return object }
      throw StageError(
        status, file: file, "PROJ knows no coordinate system \(authority):\(code)",
        remedy: "check the number, as in EPSG:4326")
    case .wellKnown(let text):
      let found = proj_create_from_wkt(context.handle, WellKnownText.withoutIdentifiers(text), nil, nil, nil)
      if let object = ProjectionObject(found, in: context), proj_is_crs(object.handle) != 0 { return object }
      throw StageError(
        status, file: file,
        "the .prj is not a coordinate system in well-known text that can be read" + context.takeWords(),
        remedy: "name the system, as in --crs EPSG:4326")
    case .asPublished:
      preconditionFailure("coordinates that are taken as published need no PROJ")
    }
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
        system = consume part
      } else if system.type == PJ_TYPE_BOUND_CRS,
        let part = ProjectionObject(proj_get_source_crs(context.handle, system.handle), in: context)
      {
        bound = consume system
        system = consume part
      } else {
        break
      }
    }
    return bound
  }

  /// Checks that a system of a type may have locations on the earth's surface.
  /// - Throws: `refusal` if it has none.
  private static func check(_ type: PJ_TYPE, refusal: (_ what: String) -> StageError) throws(StageError) {
    switch type {
    case PJ_TYPE_ENGINEERING_CRS: throw refusal("is a local one: nothing says where on the earth it lies")
    case PJ_TYPE_GEOCENTRIC_CRS: throw refusal("counts from the center of the earth, not along its surface")
    case PJ_TYPE_VERTICAL_CRS: throw refusal("is one of heights alone")
    default: break
    }
  }

  /// The prime meridian in degrees east of Greenwich; 0 if PROJ does not say.
  private static func meridian(of system: borrowing ProjectionObject) -> Double {
    let context = system.context
    guard let meridian = ProjectionObject(proj_get_prime_meridian(context.handle, system.handle), in: context) else {
      return 0
    }
    var longitude = 0.0
    var radians = 0.0
    guard proj_prime_meridian_get_parameters(context.handle, meridian.handle, &longitude, &radians, nil) != 0 else {
      return 0
    }
    return longitude * radians * 180 / .pi
  }

  /// The unit of the first axis in radians; `nil` if PROJ does not say.
  private static func unit(of system: borrowing ProjectionObject) -> Double? {
    let context = system.context
    var radians = 0.0
    guard
      let axes = ProjectionObject(proj_crs_get_coordinate_system(context.handle, system.handle), in: context),
      proj_cs_get_axis_info(context.handle, axes.handle, 0, nil, nil, nil, &radians, nil, nil, nil) != 0
    else { return nil }
    return radians
  }
}
