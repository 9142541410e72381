/// The codes, names and successors of a map's regions, as a generated enum holds them: data without code.
///
/// Apps read it through the regions: `code`, `name`, `successors`, `regions(migrating:)`. `SwiftSource` in `MapPackNames`
/// writes the call of its initializer into generated source, which apps keep: older calls must go on compiling.
public struct RegionTable<Region: MapRegion>: Sendable {
  /// The pack's file name without the extension `mappack`, as it lies among an app's resources.
  public let resource: String
  /// The number that the enum shares with its pack.
  ///
  /// It is the first eight bytes, read big-endian, of the SHA-256 of the map's name and the raw values and codes
  /// of its live regions; `NameLock.identity(map:)` in `MapPackEmit` computes it. Shapes do not count: newer or coarser
  /// shapes open with the same enum, and shapes that are numbered for another enum do not.
  public let identity: UInt64
  /// The lines to show with the map; see `RegionMap.credits`.
  let credits: [String]

  /// Of all regions that the map has ever had, by raw value, from 1.
  private let codes: [String]
  private let names: [String]
  let retired: Set<UInt16>
  /// By the raw value of a region: the raw values of the regions that took over its land or a part of it.
  let successors: [UInt16: [UInt16]]
  /// By the raw value of a region: the raw values of the regions whose land or a part of it it took over.
  let predecessors: [UInt16: [UInt16]]
  /// By raw value, from 1: the raw value of the region's group in the map of groups; 0 for none. Empty if the groups are
  /// no map of their own.
  let groups: [UInt16]
  /// The live regions, by raw value.
  let live: [Region]
  let rawValueByCode: [String: UInt16]
  /// The live regions; nil for a name that several of them have.
  let regionByName: [String: Region?]

  /// Makes the table of a generated enum.
  ///
  /// - Parameters:
  ///   - resource: the name of the pack's file, without its extension.
  ///   - identity: the identity of the pack that goes with the enum.
  ///   - credits: lines that name publishers and licenses; none if the sources ask for nothing.
  ///   - retired: raw values of the retired regions.
  ///   - successors: by the raw value of a retired or divided region, those of the regions that took over its land.
  ///   - groups: by raw value, from 1, the raw value of the region's group in the map of groups; 0 for none.
  ///   - table: a line for each region that the map has ever had, by raw value, from 1: its code, a tab and its name.
  ///     Within these, `\\` stands for a backslash, `\t` for a tab and `\n` for a line break. No two codes are alike.
  /// - Precondition: the table has at most 65,535 lines. It is not checked: what is too much is left out.
  /// - Complexity: O(n) for n bytes of the table
  public init(
    resource: StaticString, identity: UInt64, credits: [StaticString] = [], retired: Set<UInt16> = [],
    successors: [UInt16: [UInt16]] = [:], groups: [UInt16] = [], table: StaticString
  ) {
    let (codes, names) = Self.columns(of: table.description)
    self.init(
      resource: resource, identity: identity, credits: credits, retired: retired, successors: successors,
      groups: groups, codes: codes, names: names)
  }

  /// Makes a table of codes and names by raw value, from 1.
  package init(
    resource: StaticString, identity: UInt64, credits: [StaticString] = [], retired: Set<UInt16> = [],
    successors: [UInt16: [UInt16]] = [:], groups: [UInt16] = [], codes: [String], names: [String]
  ) {
    self.resource = resource.description
    self.identity = identity
    self.credits = credits.map(\.description)
    self.codes = codes
    self.names = names
    self.retired = retired
    self.successors = successors
    self.groups = groups
    var predecessors: [UInt16: [UInt16]] = [:]
    for (region, others) in successors {
      for other in others { predecessors[other, default: []].append(region) }
    }
    self.predecessors = predecessors.mapValues { $0.sorted() }

    var live: [Region] = []
    var rawValueByCode: [String: UInt16] = Dictionary(minimumCapacity: codes.count)
    var regionByName: [String: Region?] = Dictionary(minimumCapacity: codes.count)
    for (rawValue, (code, name)) in zip(1...UInt16.max, zip(codes, names)) {
      rawValueByCode[code] = rawValue
      guard !retired.contains(rawValue), let region = Region(rawValue: rawValue) else { continue }
      live.append(region)
      if regionByName.updateValue(region, forKey: name) != nil { regionByName[name] = .some(nil) }
    }
    self.live = live
    self.rawValueByCode = rawValueByCode
    self.regionByName = regionByName
  }

  /// The codes and the names of a table, by raw value, from 1. A line without a tab is a code without a name.
  private static func columns(of table: String) -> (codes: [String], names: [String]) {
    var (codes, names): ([String], [String]) = ([], [])
    let bytes = Array(table.utf8)
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      let tab = bytes[start..<end].firstIndex(of: UInt8(ascii: "\t")) ?? end
      codes.append(text(of: bytes[start..<tab]))
      names.append(text(of: bytes[tab..<end].dropFirst()))
      start = end + 1
    }
    return (codes, names)
  }

  /// The text of a cell, in which a backslash stands before a letter for what the cell cannot hold.
  private static func text(of cell: ArraySlice<UInt8>) -> String {
    guard cell.contains(UInt8(ascii: "\\")) else { return String(decoding: cell, as: UTF8.self) }
    var bytes: [UInt8] = []
    var rest = cell.makeIterator()
    while let byte = rest.next() {
      guard byte == UInt8(ascii: "\\"), let escaped = rest.next() else {
        bytes.append(byte)
        continue
      }
      switch escaped {
      case UInt8(ascii: "t"): bytes.append(UInt8(ascii: "\t"))
      case UInt8(ascii: "n"): bytes.append(UInt8(ascii: "\n"))
      default: bytes.append(escaped)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  func code(_ rawValue: UInt16) -> String { text(rawValue, of: codes) }
  func name(_ rawValue: UInt16) -> String { text(rawValue, of: names) }

  /// A text by raw value; empty for a raw value outside the table, which no case of a generated enum has.
  private func text(_ rawValue: UInt16, of texts: [String]) -> String {
    let index = Int(rawValue) - 1
    return texts.indices.contains(index) ? texts[index] : ""
  }
}

/// A region of a map whose groups are a map of their own, with an enum of their own (`output.groups` in the pipeline
/// file).
///
/// The arcs of the map of groups are arcs of this map, vertex for vertex at every level. Draw both with one viewport, and
/// the borders lie on each other.
///
/// ```swift
/// Municipality.sasebo.group == Prefecture.nagasaki
/// Municipality.regions(of: .nagasaki)  // .nagasakiCity, .sasebo, …
/// ```
public protocol GroupedRegion: MapRegion {
  /// The enum of the map of groups.
  associatedtype Group: MapRegion
}

extension GroupedRegion {
  /// The group that the region belongs to; nil if it has none, or if it is retired.
  /// - Complexity: O(1)
  public var group: Group? {
    let groups = Self.regionTable.groups
    let index = Int(rawValue) - 1
    return groups.indices.contains(index) ? Group(rawValue: groups[index]) : nil
  }

  /// The live regions of a group, by raw value.
  /// - Complexity: O(regions)
  public static func regions(of group: Group) -> [Self] { allCases.filter { $0.group == group } }
}
