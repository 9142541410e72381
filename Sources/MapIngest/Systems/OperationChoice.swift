import CPROJ

/// The one operation between two systems that a whole source goes through.
///
/// Of those that PROJ knows, without the network, it is the first in PROJ's own order (the largest part of the extent
/// covered, then the best accuracy) that is no ballpark one and needs no grid file: which grids a machine has does
/// not matter.
struct OperationChoice: ~Copyable {
  private var operation: ProjectionObject?
  /// What it is called, and how exact it is in metres, where that is stated.
  private(set) var name = ""
  private(set) var accuracy: Double?
  private(set) var areaOfUse: GeographicExtent?
  /// The first operation before it in that order that needs a grid file.
  private(set) var passedOver: (name: String, accuracy: Double?)?

  /// Chooses for an extent; where that is `nil`, for the area of use of the systems.
  init(
    from source: borrowing ProjectionObject, to target: borrowing ProjectionObject, in extent: GeographicExtent?
  ) {
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
        if passedOver == nil { passedOver = (Self.name(of: candidate), candidate.accuracy) }
        continue
      }
      guard candidate.isUsable, let normalized = candidate.normalized() else { continue }
      name = Self.name(of: candidate)
      accuracy = candidate.accuracy
      areaOfUse = candidate.areaOfUse
      operation = consume normalized
      return
    }
  }

  /// Its name without what says nothing to a reader: that axes are put in order.
  private static func name(of operation: borrowing ProjectionObject) -> String {
    let steps = operation.name.split(separator: " + ").filter { !$0.hasPrefix("axis order change") }
    return steps.joined(separator: " + ")
  }

  /// Hands the operation over, for coordinates in the order of files; `nil` where there is none.
  mutating func takeOperation() -> ProjectionObject? { operation.take() }
}
