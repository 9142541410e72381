/// The regions that the makers of a map grouped together, such as those of a prefecture or a state.
///
/// A region is in one group or in none; `merge.group` in the pipeline file says in which. Only regions that the pack
/// holds are listed.
public struct RegionGroup<Region: MapRegion>: Identifiable, Sendable {
  /// The map that it belongs to.
  public let map: RegionMap<Region>
  /// The name of the group.
  public let name: String
  /// The regions, by raw value.
  /// - Complexity: O(1)
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

extension RegionGroup: Hashable {
  /// Equal if both are groups of this name in equal maps. So a style may compare the groups of all regions.
  /// - Complexity: O(length of the name)
  public static func == (a: RegionGroup, b: RegionGroup) -> Bool { a.name == b.name && a.map == b.map }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(map)
  }
}

extension RegionMap {
  /// The groups of which the pack holds a region, in the order of their names' UTF-8 bytes.
  /// - Complexity: O(length of the groups' names)
  public var groups: [RegionGroup<Region>] { regionsByGroup.indices.compactMap(group) }

  /// The group with this name; nil if the pack holds no region of it.
  /// - Complexity: O(length of the groups' names)
  public func group(named name: String) -> RegionGroup<Region>? {
    pack.groups.firstIndex(of: name).flatMap(group)
  }

  /// The group that a region belongs to; nil if it has none.
  /// - Complexity: O(length of the group's name): a style may ask for it for every region.
  public func group(of region: Region) -> RegionGroup<Region>? {
    contains(region) ? group(pack.storage.group(ofSlot: Int(region.rawValue))) : nil
  }

  /// The group with this number; nil if the pack holds no region of it.
  private func group(_ number: Int) -> RegionGroup<Region>? {
    guard regionsByGroup.indices.contains(number), !regionsByGroup[number].isEmpty else { return nil }
    return RegionGroup(map: self, name: pack.storage.groupName(number), regions: regionsByGroup[number])
  }

  /// By the number of the group: the live regions that the pack holds, by raw value.
  /// - Complexity: O(regions); O(1) if the pack has no groups.
  static func regionsByGroup(of pack: Pack) -> [[Region]] {
    let count = pack.storage.groupCount
    guard count > 0 else { return [] }
    var regions = [[Region]](repeating: [], count: count)
    for region in Region.allCases where pack[rawValue: region.rawValue] != nil {
      let number = pack.storage.group(ofSlot: Int(region.rawValue))
      if regions.indices.contains(number) { regions[number].append(region) }
    }
    return regions
  }
}
