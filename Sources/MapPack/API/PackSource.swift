/// A dataset that a pack was made from, as its publisher wants it named. Texts that are not known are empty.
///
/// `Pack.sources` lists them. The lines that an app shows are made of them already: `RegionMap.credits`.
public struct PackSource: Hashable, Sendable {
  /// Who published it, as in `US Census Bureau`.
  public var publisher: String
  /// The license, as in `CC BY 4.0`.
  public var license: String
  /// The edition, often a date.
  public var edition: String
  /// The line that an app has to show.
  public var attribution: String

  /// A dataset by what its publisher says of it.
  public init(publisher: String, license: String, edition: String, attribution: String) {
    self.publisher = publisher
    self.license = license
    self.edition = edition
    self.attribution = attribution
  }
}
