/// A stored list of regions that keeps codes which this edition of the map does not know.
///
/// A newer version of the app may have written such codes. They are set aside when the list is read, and written again
/// after the regions. Retired regions are regions: they stay in the list.
///
/// ```swift
/// struct Journey: Codable {
///   @KnownRegions var visited: [NewEngland]
/// }
/// // journey.visited has the regions, journey.$visited the codes that no region has.
/// ```
@propertyWrapper
public struct KnownRegions<Region: MapRegion>: Codable, Hashable, Sendable {
  /// The regions, live and retired, in the order of the list.
  public var wrappedValue: [Region]
  /// The codes that no region of the map has, in the order of the list.
  public var projectedValue: [String]

  /// A list of regions, without codes of no region.
  public init(wrappedValue: [Region]) {
    self.wrappedValue = wrappedValue
    projectedValue = []
  }

  /// Reads a list of codes.
  /// - Throws: the decoder's error if the value is not a list of strings.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    self.init(wrappedValue: [])
    while !container.isAtEnd {
      let code = try container.decode(String.self)
      if let region = Region(code: code) { wrappedValue.append(region) } else { projectedValue.append(code) }
    }
  }

  /// Writes the codes of the regions, and then those that no region has.
  /// - Throws: the encoder's error.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for region in wrappedValue { try container.encode(region.code) }
    for code in projectedValue { try container.encode(code) }
  }
}
