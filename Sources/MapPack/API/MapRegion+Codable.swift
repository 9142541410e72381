extension MapRegion {
  /// Reads a region from its code.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if no region of this map, live or retired, has the code. `KnownRegions` reads
  ///   a list with such codes.
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

  /// The region whose code the key is; nil if no region has it.
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

/// A stored list of regions that may hold codes which this edition of the map does not know, such as those that a newer
/// version of the app has written: they are set aside, and written again behind the others.
///
/// ```swift
/// struct Journey: Codable {
///   @KnownRegions var visited: [NewEngland]
/// }
/// // journey.visited has the regions, journey.$visited the codes that no region has.
/// ```
@propertyWrapper
public struct KnownRegions<Region: MapRegion>: Codable, Hashable, Sendable {
  /// The regions.
  public var wrappedValue: [Region]
  /// The codes that no region of the map has.
  public var projectedValue: [String]

  /// A list of regions, and no codes beside them.
  public init(wrappedValue: [Region]) {
    self.wrappedValue = wrappedValue
    projectedValue = []
  }

  /// Reads a list of codes.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    self.init(wrappedValue: [])
    while !container.isAtEnd {
      let code = try container.decode(String.self)
      if let region = Region(code: code) { wrappedValue.append(region) } else { projectedValue.append(code) }
    }
  }

  /// Writes the codes of the regions, and then the others.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for region in wrappedValue { try container.encode(region.code) }
    for code in projectedValue { try container.encode(code) }
  }
}
