/// A dataset that went into a pack, as its publisher wants it named. Texts that are not known are empty.
public struct PackSource: Hashable, Sendable {
  public var publisher: String
  public var license: String
  public var edition: String
  public var attribution: String

  public init(publisher: String, license: String, edition: String, attribution: String) {
    self.publisher = publisher
    self.license = license
    self.edition = edition
    self.attribution = attribution
  }
}
