import CMapPackPROJ
import MapPackFeatures

/// A system, a datum or an operation of PROJ. The corresponding C type is `PJ`. One thread at a time may use it.
final class ProjectionObject {
  let handle: OpaquePointer
  let context: ProjectionContext

  /// Takes ownership of what a call of PROJ made; `nil` if it made nothing.
  init?(_ handle: OpaquePointer?, in context: ProjectionContext) {
    guard let handle else { return nil }
    self.handle = handle
    self.context = context
  }

  deinit { proj_destroy(handle) }

  var name: String { proj_get_name(handle).map { String(cString: $0) } ?? "" }
  var type: PJ_TYPE { proj_get_type(handle) }

  /// The EPSG code; `nil` if the object has none.
  var code: Int? {
    guard let authority = proj_get_id_auth_name(handle, 0), String(cString: authority) == "EPSG" else { return nil }
    return proj_get_id_code(handle, 0).flatMap { Int(String(cString: $0)) }
  }

  /// The area for which the object is made; `nil` if it is not known.
  var areaOfUse: Bounds? {
    var (west, south, east, north) = (0.0, 0.0, 0.0, 0.0)
    // PROJ gives -1000 for bounds that are not known.
    guard proj_get_area_of_use(context.handle, handle, &west, &south, &east, &north, nil) != 0, west >= -180 else {
      return nil
    }
    return Bounds(west: west, south: south, east: east, north: north)
  }

  /// The equivalent system of the EPSG registry; `nil` if there is none.
  func registered() -> ProjectionObject? {
    guard let best = alike().first, best.confidence >= 90 else { return nil }
    return ProjectionObject(epsg: best.code, in: context)
  }

  /// Systems of the EPSG registry that are like this one, the most certain first, with PROJ's certainty in percent
  /// (source: documentation of `proj_identify`).
  ///
  /// From 90 on, the definitions are equivalent. At 70, they are equivalent except for names. At 60, the ellipsoid, the
  /// prime meridian and the projection are the same, and the name of the datum is not the registry's. Below that, only
  /// names are alike.
  func alike() -> [(code: Int, confidence: Int)] {
    var confidence: UnsafeMutablePointer<Int32>?
    let list = proj_identify(context.handle, handle, "EPSG", nil, &confidence)
    defer {
      proj_list_destroy(list)
      proj_int_list_destroy(confidence)
    }
    guard let confidence else { return [] }
    // The list has as many confidences as systems.
    return (0..<Int(proj_list_get_count(list))).compactMap { index in
      guard let found = ProjectionObject(proj_list_get(context.handle, list, Int32(index)), in: context) else {
        return nil
      }
      return found.code.map { ($0, Int(confidence[index])) }
    }
  }

  /// The system with an EPSG code; `nil` if there is none.
  convenience init?(epsg code: Int, in context: ProjectionContext) {
    self.init(authority: "EPSG", code: String(code), in: context)
  }

  /// The system with a code of an authority; `nil` if there is none.
  convenience init?(authority: String, code: String, in context: ProjectionContext) {
    self.init(proj_create_from_database(context.handle, authority, code, PJ_CATEGORY_CRS, 0, nil), in: context)
  }

  /// What a well-known text describes; `nil` if PROJ cannot read it.
  convenience init?(wellKnown text: String, in context: ProjectionContext) {
    self.init(proj_create_from_wkt(context.handle, text, nil, nil, nil), in: context)
  }

  /// The geographic system on which a system is based, or the system itself if it is geographic.
  var geodetic: ProjectionObject? {
    ProjectionObject(proj_crs_get_geodetic_crs(context.handle, handle), in: context)
  }

  /// The datum, or the ensemble of datums, of a geographic system.
  var datum: ProjectionObject? {
    ProjectionObject(proj_crs_get_datum(context.handle, handle), in: context)
      ?? ProjectionObject(proj_crs_get_datum_ensemble(context.handle, handle), in: context)
  }

  /// A copy in another context; `nil` if PROJ cannot make it.
  func copy(in context: ProjectionContext) -> ProjectionObject? {
    ProjectionObject(proj_clone(context.handle, handle), in: context)
  }

  // MARK: Of operations

  /// The accuracy in meters; `nil` if it is not stated.
  var accuracy: Double? {
    let meters = proj_coordoperation_get_accuracy(context.handle, handle)
    return meters >= 0 ? meters : nil
  }

  var needsGrid: Bool { proj_coordoperation_get_grid_used_count(context.handle, handle) > 0 }
  var isBallpark: Bool { proj_coordoperation_has_ballpark_transformation(context.handle, handle) != 0 }
  var isUsable: Bool { proj_coordoperation_is_instantiable(context.handle, handle) != 0 }

  var method: String? {
    var name: UnsafePointer<CChar>?
    guard proj_coordoperation_get_method_info(context.handle, handle, &name, nil, nil) != 0 else { return nil }
    return name.map { String(cString: $0) }
  }

  /// Transforms points in place, in the units of the two systems of the operation. Points that cannot be transformed
  /// become infinite. The result of a point does not depend on the others.
  /// - Precondition: the object is an operation.
  func transform(_ x: inout ContiguousArray<Double>, _ y: inout ContiguousArray<Double>) {
    let count = min(x.count, y.count)
    let stride = MemoryLayout<Double>.stride
    x.withUnsafeMutableBufferPointer { x in
      y.withUnsafeMutableBufferPointer { y in
        // Both columns hold `count` doubles, one after the other.
        _ = proj_trans_generic(
          handle, PJ_FWD, x.baseAddress, stride, count, y.baseAddress, stride, count, nil, 0, 0, nil, 0, 0)
      }
    }
  }
}

/// A context of PROJ: its database and its log, without the network. The corresponding C type is `PJ_CONTEXT`.
///
/// Objects keep the context in which they were made alive, because PROJ requires that they are destroyed before it.
/// Each thread needs its own context, with copies of the objects.
final class ProjectionContext {
  let handle: OpaquePointer?
  private var words: String?

  /// The path of the database that is read; `nil` if there is none.
  var database: String? { proj_context_get_database_path(handle).map { String(cString: $0) } }

  /// - Parameter released: the database of the command, which comes before that of the system.
  /// - Throws: `unavailable` if PROJ's database is not found.
  init(file: String?, released: String? = ReleasedFile.path("proj.db")) throws(StageError) {
    handle = proj_context_create()
    proj_log_func(handle, Unmanaged.passUnretained(self).toOpaque()) { data, level, message in
      // PROJ calls back only inside calls on the context, which lives as long as this object.
      guard let data, let message, level == PJ_LOG_ERROR.rawValue else { return }
      let context = Unmanaged<ProjectionContext>.fromOpaque(data).takeUnretainedValue()
      if context.words == nil { context.words = String(cString: message) }
    }
    proj_context_set_enable_network(handle, 0)
    if let released { proj_context_set_database_path(handle, released, nil, nil) }
    guard database != nil else {
      throw StageError(
        .unavailable, file: file, "the coordinate system needs PROJ's database, proj.db, and it is not found",
        remedy: "install it (apt: proj-data, Homebrew: proj), or set PROJ_DATA to its folder")
    }
  }

  /// The first line of the first error that PROJ logged since the last call, in brackets to follow a message; empty if
  /// there is none.
  func takeWords() -> String {
    defer { words = nil }
    guard let line = words?.split(whereSeparator: \.isNewline).first else { return "" }
    return " (PROJ: \(line))"
  }

  deinit { proj_context_destroy(handle) }
}
