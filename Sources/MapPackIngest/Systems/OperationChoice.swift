import CMapPackPROJ
import MapPackFeatures

/// The operation between two systems that is used for a whole source.
///
/// PROJ sorts the operations that it knows: those that cover more of the extent come first, then the more accurate
/// ones. The choice is the first that is not a ballpark one and needs no grid file. So it does not depend on the grids
/// that a machine has. PROJ does not use the network.
struct OperationChoice {
  /// The operation, for coordinates in the order of files: easting or longitude first. `nil` if there is none.
  private(set) var operation: ProjectionObject?
  /// The same operation as PROJ found it; `nil` if there is none.
  private var found: ProjectionObject?
  var name: String { found.map(Self.name) ?? "" }
  /// The accuracy of the operation in meters; `nil` if it is not stated.
  var accuracy: Double? { found?.accuracy }
  /// The area that the operation is made for; `nil` if it is not stated.
  var areaOfUse: Bounds? { found?.areaOfUse }
  /// The first operation that was passed over because it needs a grid file; `nil` if none was. Its accuracy is in
  /// meters.
  private(set) var passedOver: (name: String, accuracy: Double?)?

  /// Chooses an operation for an extent; if that is `nil`, for the area of use of the systems.
  init(from source: ProjectionObject, to target: ProjectionObject, in extent: Bounds? = nil) {
    let context = source.context
    let factory = proj_create_operation_factory_context(context.handle, nil)
    defer { proj_operation_factory_context_destroy(factory) }
    proj_operation_factory_context_set_spatial_criterion(
      context.handle, factory, PROJ_SPATIAL_CRITERION_PARTIAL_INTERSECTION)
    proj_operation_factory_context_set_grid_availability_use(
      context.handle, factory, PROJ_GRID_AVAILABILITY_IGNORED)
    if let extent = extent?.widened {
      proj_operation_factory_context_set_area_of_interest(
        context.handle, factory, extent.west, extent.south, extent.east, extent.north)
    }
    let list = proj_create_operations(context.handle, source.handle, target.handle, factory)
    defer { proj_list_destroy(list) }
    for index in 0..<proj_list_get_count(list) {
      guard let candidate = ProjectionObject(proj_list_get(context.handle, list, index), in: context),
        !candidate.isBallpark
      else { continue }
      if candidate.needsGrid {
        if passedOver == nil { passedOver = (Self.name(candidate), candidate.accuracy) }
        continue
      }
      let visual = candidate.isUsable ? proj_normalize_for_visualization(context.handle, candidate.handle) : nil
      guard let normalized = ProjectionObject(visual, in: context) else { continue }
      (found, operation) = (candidate, normalized)
      return
    }
  }

  private static func name(_ operation: ProjectionObject) -> String {
    let steps = operation.name.split(separator: " + ").filter { !$0.hasPrefix("axis order change") }
    return steps.joined(separator: " + ")
  }
}
