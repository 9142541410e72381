import CMapPackPROJ

/// A system, a datum or an operation of PROJ. The corresponding C type is `PJ`. `HorizontalSystem`, `SystemIdentity`,
/// `OperationChoice` and `CoordinateTransformation` call PROJ with it.
struct ProjectionObject: ~Copyable {
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
  var areaOfUse: GeographicExtent? {
    var (west, south, east, north) = (0.0, 0.0, 0.0, 0.0)
    // PROJ gives -1000 for bounds that are not known.
    guard proj_get_area_of_use(context.handle, handle, &west, &south, &east, &north, nil) != 0, west >= -180 else {
      return nil
    }
    return GeographicExtent(west: west, south: south, east: east, north: north)
  }

  /// The equivalent system of the EPSG registry; `nil` if there is none.
  func registered() -> ProjectionObject? {
    guard let best = alike().first, best.confidence >= 90 else { return nil }
    return ProjectionObject(epsg: best.code, in: context)
  }

  /// Systems of the EPSG registry that are like this one, the most certain first, with the certainty that PROJ gives
  /// each, in percent.
  ///
  /// From 90 on, the definitions are equivalent. At 70, they are equivalent except for names. At 60, the ellipsoid, the
  /// prime meridian and the projection are the same, and the name of the datum is not the registry's. Below that, only
  /// names are alike. Source: PROJ's documentation of `proj_identify`.
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
  init?(epsg code: Int, in context: ProjectionContext) {
    self.init(
      proj_create_from_database(context.handle, "EPSG", String(code), PJ_CATEGORY_CRS, 0, nil), in: context)
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

  /// The name of the method, such as Transverse Mercator.
  var method: String? {
    var name: UnsafePointer<CChar>?
    guard proj_coordoperation_get_method_info(context.handle, handle, &name, nil, nil) != 0 else { return nil }
    return name.map { String(cString: $0) }
  }

  /// The same operation for coordinates in the order of files: easting or longitude first.
  func normalized() -> ProjectionObject? {
    ProjectionObject(proj_normalize_for_visualization(context.handle, handle), in: context)
  }

  /// Transforms points in place, in the units of the two systems of the operation. Points that cannot be transformed
  /// become infinite. The result of a point does not depend on the others.
  ///
  /// - Precondition: the object is an operation.
  /// - Complexity: O(n) for n points.
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
