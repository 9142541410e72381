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
  func extent(of box: CoordinateBox) -> Bounds? {
    Self.extent(of: box, unprojection, unit: unit, meridian: meridian)
  }

  private static func extent(
    of box: CoordinateBox, _ unprojection: ProjectionObject?, unit: Double, meridian: Double
  ) -> Bounds? {
    let degrees = unit * 180 / .pi
    return Bounds(of: box) { x, y in
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
