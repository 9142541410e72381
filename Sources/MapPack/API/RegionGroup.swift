/// The regions that the makers of a map grouped together, such as those of a prefecture or a state.
///
/// A region is in one group or in none; `merge.group` in the pipeline file says in which. Only regions that the pack
/// holds are listed.
public struct RegionGroup<Region: MapRegion>: Hashable, Identifiable, Sendable {
  /// The map that it belongs to.
  public let map: RegionMap<Region>
  /// The name of the group.
  public let name: String
  /// The regions, by raw value.
  public let regions: [Region]

  /// The name.
  public var id: String { name }

  /// The smallest rectangle round the regions; see `RegionMap.bounds(of:)`.
  /// - Complexity: O(n log n) for n regions
  public var bounds: MapRect { map.bounds(of: regions) }

  /// The smallest rectangle round what makes up most of each region to the eye; see `RegionMap.mainBounds(of:)`.
  /// - Complexity: O(n log n) for n regions
  public var mainBounds: MapRect { map.mainBounds(of: regions) }

  /// The outline of the regions together; see `RegionMap.outline(of:level:)`.
  public func outline(level: Int = 0) -> LineBuffer { map.outline(of: regions, level: level) }
}

extension RegionMap {
  /// The groups of which the pack holds a region, in the order of their names' UTF-8 bytes.
  /// - Complexity: O(regions × log groups)
  public var groups: [RegionGroup<Region>] {
    var members: [String: [Region]] = [:]
    for (region, shape) in shapes {
      if let group = shape.group { members[group, default: []].append(region) }
    }
    return pack.groups.compactMap { name in
      members[name].map { RegionGroup(map: self, name: name, regions: $0) }
    }
  }

  /// The group with this name; nil if the pack holds no region of it.
  /// - Complexity: O(regions)
  public func group(named name: String) -> RegionGroup<Region>? {
    let members = cases(pack.shapes(inGroup: name)).sorted { $0.rawValue < $1.rawValue }
    return members.isEmpty ? nil : RegionGroup(map: self, name: name, regions: members)
  }

  /// The group that a region belongs to; nil if it has none.
  /// - Complexity: O(regions)
  public func group(of region: Region) -> RegionGroup<Region>? { self[region].group.flatMap(group(named:)) }
}
