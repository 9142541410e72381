#if canImport(SwiftUI)
  import MapPack
  import SwiftUI

  // What a `RegionMapView` was called before, for one version.

  /// The former name of a `RegionMapView` of one map.
  @available(*, deprecated, message: "use RegionMapView")
  public typealias PackMap<Region: MapRegion> = RegionMapView<RegionLayer<Region>>

  extension RegionMapView where Content: RegionLayered, Content.Region: MapRegion {
    /// Shows what makes up most of a region to the eye; the whole map if the region is nil.
    @available(*, deprecated, message: "bind a MapPosition: RegionMapView(map, position: $position)")
    public func zoomed(to region: Content.Region?) -> RegionMapView {
      with { $0.target = region.map { .region($0) } ?? .automatic }
    }

    /// Shows a group of regions; the whole map if the group is nil.
    @available(*, deprecated, message: "bind a MapPosition: RegionMapView(map, position: $position)")
    public func zoomed(to group: RegionGroup<Content.Region>?) -> RegionMapView {
      with { $0.target = group.map { .group($0) } ?? .automatic }
    }

    /// Tells VoiceOver which regions are selected.
    @available(*, deprecated, message: "bind the selection: RegionMapView(map, selection: $selection)")
    public func selected(_ isSelected: @escaping (Content.Region) -> Bool) -> RegionMapView {
      with { $0.layer.options.isSelected = isSelected }
    }
  }
#endif
