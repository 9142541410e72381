/// What the tools know of a map's regions, as a generated enum holds it: data, and no code.
///
/// It is asked through the regions: `code`, `name`, `successors`, `regions(migrating:)`.
public struct RegionTable<Region: MapRegion>: Sendable {
  /// The pack's file name without the extension `mappack`, as it lies among an app's resources.
  public let resource: String
  /// The number that the enum shares with its pack: the first eight bytes, read big-endian, of SHA-256 over the map's name
  /// and its live regions' raw values and codes. It covers no shape: newer or coarser shapes open under the same enum,
  /// shapes numbered for another enum do not.
  public let identity: UInt64
  /// Whom to name where the map is shown.
  let credits: [String]

  /// By raw value, from 1.
  private let codes: [String]
  private let names: [String]
  let retired: Set<UInt16>
  /// Raw values of the regions that took over land of a region, by that region's.
  let successors: [UInt16: [UInt16]]
  let predecessors: [UInt16: [UInt16]]
  /// By raw value.
  let live: [Region]
  let rawValueByCode: [String: UInt16]
  /// The live regions; nil for a name that several bear.
  let regionByName: [String: Region?]

  /// Takes the table of a generated enum.
  ///
  /// - Parameters:
  ///   - resource: the name of the pack's file, without its extension.
  ///   - identity: the identity of the pack that goes with the enum.
  ///   - credits: lines that name publishers and licenses; none if the sources ask for nothing.
  ///   - retired: raw values of the regions that are no more.
  ///   - successors: by the raw value of a region, retired or divided, those of the regions that took over its land.
  ///   - codes: of all regions that the map has ever had, by raw value, from 1; no two alike.
  ///   - names: of the same regions.
  /// - Complexity: O(regions)
  public init(
    resource: StaticString, identity: UInt64, credits: [StaticString] = [], retired: Set<UInt16> = [],
    successors: [UInt16: [UInt16]] = [:], codes: [StaticString], names: [StaticString]
  ) {
    self.resource = resource.description
    self.identity = identity
    self.credits = credits.map(\.description)
    self.codes = codes.map(\.description)
    self.names = names.map(\.description)
    self.retired = retired
    self.successors = successors
    var predecessors: [UInt16: [UInt16]] = [:]
    for (region, others) in successors {
      for other in others { predecessors[other, default: []].append(region) }
    }
    self.predecessors = predecessors.mapValues { $0.sorted() }

    var live: [Region] = []
    var rawValueByCode: [String: UInt16] = Dictionary(minimumCapacity: codes.count)
    var regionByName: [String: Region?] = Dictionary(minimumCapacity: codes.count)
    for (rawValue, (code, name)) in zip(1...UInt16.max, zip(self.codes, self.names)) {
      rawValueByCode[code] = rawValue
      guard !retired.contains(rawValue), let region = Region(rawValue: rawValue) else { continue }
      live.append(region)
      if regionByName.updateValue(region, forKey: name) != nil { regionByName[name] = .some(nil) }
    }
    self.live = live
    self.rawValueByCode = rawValueByCode
    self.regionByName = regionByName
  }

  func code(_ rawValue: UInt16) -> String { text(rawValue, of: codes) }
  func name(_ rawValue: UInt16) -> String { text(rawValue, of: names) }

  /// Empty for a raw value that the table does not have, which no case of a generated enum has.
  private func text(_ rawValue: UInt16, of texts: [String]) -> String {
    let index = Int(rawValue) - 1
    return texts.indices.contains(index) ? texts[index] : ""
  }
}
