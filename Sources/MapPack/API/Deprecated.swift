// Names of before distances said their unit. They go with version 0.2.
extension RegionMap {
  /// See `region(nearest:withinMapPoints:)`.
  @available(*, deprecated, renamed: "region(nearest:withinMapPoints:)")
  public func region(nearest point: MapPoint, within distance: Double) -> Region? {
    region(nearest: point, withinMapPoints: distance)
  }

  /// See `nearest(to:withinMapPoints:)`.
  @available(*, deprecated, renamed: "nearest(to:withinMapPoints:)")
  public func nearest(to point: MapPoint, within distance: Double) -> (region: Region, distance: Double)? {
    nearest(to: point, withinMapPoints: distance).map { ($0.region, $0.mapPoints) }
  }
}

extension Pack {
  /// See `shape(nearest:withinMapPoints:)`.
  @available(*, deprecated, renamed: "shape(nearest:withinMapPoints:)")
  public func shape(nearest point: MapPoint, within distance: Double) -> (shape: RegionShape, distance: Double)? {
    shape(nearest: point, withinMapPoints: distance).map { ($0.shape, $0.mapPoints) }
  }
}

extension LinePoint {
  /// See `mapPoints`.
  @available(*, deprecated, renamed: "mapPoints")
  public var distance: Double { mapPoints }
}
