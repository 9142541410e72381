/// What became of the regions of a map, from release to release: which are retired, and which regions took over their
/// land or a part of it.
///
/// A generated enum has one; it is asked through the region: `successors`, `predecessors`, `regions(migrating:)`.
public struct RegionLineage: Hashable, Sendable {
  /// Raw values of the regions that took over land of a region, by that region's.
  let successors: [UInt16: [UInt16]]
  let predecessors: [UInt16: [UInt16]]
  let retired: Set<UInt16>

  /// - Parameters:
  ///   - retired: raw values of the regions that are no more.
  ///   - successors: by the raw value of a region, retired or divided, those of the regions that took over its land.
  public init(retired: Set<UInt16> = [], successors: [UInt16: [UInt16]] = [:]) {
    self.retired = retired
    self.successors = successors
    var predecessors: [UInt16: [UInt16]] = [:]
    for (region, others) in successors {
      for other in others { predecessors[other, default: []].append(region) }
    }
    self.predecessors = predecessors.mapValues { $0.sorted() }
  }
}

extension MapRegion {
  /// No region has ever been retired or divided.
  public static var lineage: RegionLineage { RegionLineage() }

  /// Whether the map still has this region: a retired one is in no pack, and not in `allCases`.
  /// - Complexity: O(1)
  public var isLive: Bool { !Self.lineage.retired.contains(rawValue) }

  /// The regions that took over this one's land, where it is retired, or a part of it, where it was divided; in one
  /// step, so they may be retired by now themselves. By raw value.
  public var successors: [Self] { Self.regions(Self.lineage.successors[rawValue]) }

  /// The regions whose land, or a part of it, this one took over; in one step. By raw value.
  public var predecessors: [Self] { Self.regions(Self.lineage.predecessors[rawValue]) }

  /// Today's regions for a code that an app has stored: the region itself while it is live, else all live ones that its
  /// land went to, over however many steps, by raw value. Empty where the map has never had the code, and where a
  /// retired region has no successor.
  ///
  /// - Complexity: O(the regions on the way)
  public static func regions(migrating code: String) -> [Self] {
    guard let region = Self(code: code) else { return [] }
    let lineage = lineage
    var live: Set<UInt16> = []
    var seen: Set<UInt16> = [region.rawValue]
    var open = [region.rawValue]
    while let next = open.popLast() {
      guard lineage.retired.contains(next) else {
        live.insert(next)
        continue
      }
      open += (lineage.successors[next] ?? []).filter { seen.insert($0).inserted }
    }
    return regions(live.sorted())
  }

  private static func regions(_ rawValues: [UInt16]?) -> [Self] { (rawValues ?? []).compactMap(Self.init(rawValue:)) }
}
