/// A region of a map: what every generated enum is.
///
/// - The **case** is for source code. A published case never changes its meaning.
/// - The **code** is for storage: the publisher's own (`"42201"`, `"FRA"`). `Codable` and the keys of encoded
///   dictionaries use it, so stored data outlives any renaming or renumbering of cases.
/// - The **raw value** is for the pack: the region's place in its tables. It never changes either, but means
///   nothing outside this map.
/// - `allCases` lists the live regions. A retired one stays as a deprecated case, so that a stored code can still
///   be read.
public protocol MapRegion: RawRepresentable, CaseIterable, Hashable, Sendable, Codable, CodingKeyRepresentable
where RawValue == UInt16 {
  /// The pack that holds the shapes of these regions.
  static var reference: PackReference { get }

  /// The publisher's code, the same in every edition in which the region exists.
  var code: String { get }

  /// The name to show, as published.
  var name: String { get }

  /// The region, live or retired, that has this code; nil where none has.
  init?(code: String)

  /// What became of regions that are no more, or were divided.
  static var lineage: RegionLineage { get }

  /// Whom to name where the map is shown: publishers, licences, and that the data was edited. Empty where the sources
  /// ask for nothing.
  static var credits: [String] { get }
}

extension MapRegion {
  /// Nobody has to be named.
  public static var credits: [String] { [] }
}

extension MapRegion {
  /// Reads a region from its code.
  ///
  /// - Throws: `DecodingError.dataCorrupted` where no region of this map, live or retired, has the code.
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
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(code)
  }

  /// The code, so that a dictionary with regions as keys is encoded as an object and not as a list.
  public var codingKey: any CodingKey { RegionCodingKey(stringValue: code) }

  /// The region whose code the key is; nil where no region has it.
  public init?<Key: CodingKey>(codingKey: Key) {
    self.init(code: codingKey.stringValue)
  }
}

/// A region's code as the key of an encoded object.
private struct RegionCodingKey: CodingKey {
  let stringValue: String

  init(stringValue: String) { self.stringValue = stringValue }

  /// Always nil: a code of digits is text still, with its leading zeros.
  init?(intValue: Int) { nil }

  var intValue: Int? { nil }
}
