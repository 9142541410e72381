/// A region of a map. Every generated enum conforms to this protocol.
///
/// - The **case** is for source code. A published case never changes its meaning.
/// - The **code** is for storage: the publisher's own (`"42201"`, `"FRA"`). `Codable` and the keys of encoded
///   dictionaries use it, so stored data outlives any renaming or renumbering of cases.
/// - The **raw value** is for the pack: the region's slot in its tables. It never changes either, but means nothing
///   outside this map.
/// - `allCases` lists the live regions. A retired one stays as a deprecated case, so that a stored code can still be
///   read.
///
/// `mappack run` or the plugin `MapPackEnum` generates the enum. It declares its cases and one table; extensions of this
/// protocol do all the rest.
public protocol MapRegion: RawRepresentable, CaseIterable, Hashable, Identifiable, Sendable, Codable,
  CodingKeyRepresentable
where RawValue == UInt16, AllCases == [Self], ID == String {
  /// The codes, names and successors of the map's regions, as the tools generated them.
  static var regionTable: RegionTable<Self> { get }
}

extension MapRegion {
  /// The live regions, by raw value.
  /// - Complexity: O(1)
  public static var allCases: [Self] { regionTable.live }

  /// The publisher's code, the same in every edition in which the region exists.
  /// - Complexity: O(1)
  public var code: String { Self.regionTable.code(rawValue) }

  /// The name to show, as published. For other languages, see `RegionMap.name(of:in:)`.
  /// - Complexity: O(1)
  public var name: String { Self.regionTable.name(rawValue) }

  /// The code.
  public var id: String { code }

  /// The region, live or retired, that has this code; nil if none has.
  /// - Complexity: O(1)
  public init?(code: String) {
    guard let rawValue = Self.regionTable.rawValueByCode[code] else { return nil }
    self.init(rawValue: rawValue)
  }

  /// The live region with this name as published; nil if no live region has it, or several have it. Letter case counts.
  /// - Complexity: O(1)
  public init?(name: String) {
    guard let region = Self.regionTable.regionByName[name] ?? nil else { return nil }
    self = region
  }
}

// What became of regions that were retired or divided.
extension MapRegion {
  /// Whether the map still has this region. A retired region is in no pack, and not in `allCases`.
  /// - Complexity: O(1)
  public var isLive: Bool { !Self.regionTable.retired.contains(rawValue) }

  /// The regions that took over the land of this region, by raw value.
  ///
  /// If this region is retired, they took over its land; if it was divided, a part of it. Only one step is followed, so
  /// they may be retired by now.
  public var successors: [Self] { Self.regions(Self.regionTable.successors[rawValue]) }

  /// The regions whose land this region took over, wholly or in part, by raw value. Only one step is followed.
  public var predecessors: [Self] { Self.regions(Self.regionTable.predecessors[rawValue]) }

  /// Today's regions for a code that an app has stored, by raw value.
  ///
  /// If the region with the code is live, it is the only one. If it is retired, these are all live regions that its
  /// land went to, over any number of steps. Empty if the map has never had the code, or if a retired region has no
  /// successor.
  /// - Complexity: O(r) for r regions on the way, and O(r log r) to sort them
  public static func regions(migrating code: String) -> [Self] {
    let table = regionTable
    guard let first = table.rawValueByCode[code] else { return [] }
    var live: Set<UInt16> = []
    var seen: Set<UInt16> = [first]
    var open = [first]
    while let next = open.popLast() {
      guard table.retired.contains(next) else {
        live.insert(next)
        continue
      }
      open += (table.successors[next] ?? []).filter { seen.insert($0).inserted }
    }
    return regions(live.sorted())
  }

  private static func regions(_ rawValues: [UInt16]?) -> [Self] { (rawValues ?? []).compactMap(Self.init(rawValue:)) }
}

// How `Codable` stores regions: by their codes, which outlive the cases and raw values of the enum.
extension MapRegion {
  /// Reads a region from its code.
  ///
  /// For a list that may hold codes of no region, use `KnownRegions`.
  /// - Throws: `DecodingError.dataCorrupted` if no region of this map, live or retired, has the code; the decoder's
  ///   error if the value is not a string.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let code = try container.decode(String.self)
    guard let region = Self(code: code) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "“\(code)” is not the code of a region of \(Self.self)")
    }
    self = region
  }

  /// Writes the region as its code.
  /// - Throws: the encoder's error.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(code)
  }

  /// The code as a key. A dictionary with regions as keys is so encoded as an object, and not as a list.
  public var codingKey: any CodingKey { RegionCodingKey(stringValue: code) }

  /// The region, live or retired, whose code is the key; nil if there is none.
  public init?<Key: CodingKey>(codingKey: Key) {
    self.init(code: codingKey.stringValue)
  }
}

/// A region's code as the key of an encoded object.
private struct RegionCodingKey: CodingKey {
  let stringValue: String

  init(stringValue: String) { self.stringValue = stringValue }

  /// Always nil: a code of digits is text, and keeps its leading zeros.
  init?(intValue: Int) { nil }

  var intValue: Int? { nil }
}

/// What the regions of a map are. All regions of one map are of the same kind.
///
/// A pack says it by its sections: LINE for lines, PNTS for points, neither for areas. `PackStorage` reads it.
public enum RegionKind: Hashable, Sendable {
  /// Polygons: municipalities, countries, rooms.
  case areas
  /// Lines: railways, rivers, recorded routes.
  case lines
  /// Points: stations, entrances, summits.
  case points
}

extension Pack {
  /// What the regions are.
  public var kind: RegionKind { storage.kind }
}
