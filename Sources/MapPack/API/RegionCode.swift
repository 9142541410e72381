/// A region as it is stored: its code, as a raw value of text.
///
/// It is for what stores raw values of text, such as `@AppStorage`, and for models of SwiftData and Core Data, which
/// store the text itself. It keeps a code that this edition of the map does not know, which a newer version of the app
/// may have stored.
///
/// ```swift
/// let home = RegionCode(NewEngland.vermont)  // rawValue "50"
/// let region = home.region  // .vermont
/// ```
public struct RegionCode<Region: MapRegion>: RawRepresentable, Hashable, Codable, Sendable {
  /// The code.
  public var rawValue: String

  /// A stored code, whether a region has it or not.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The code of a region.
  /// - Complexity: O(1)
  public init(_ region: Region) { rawValue = region.code }

  /// The region, live or retired, that has the code; nil if none has.
  /// - Complexity: O(1)
  public var region: Region? { Region(code: rawValue) }

  /// Today's regions for the code, by raw value; see `MapRegion.regions(migrating:)`.
  public var regionsToday: [Region] { Region.regions(migrating: rawValue) }
}
