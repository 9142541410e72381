/// Land that several regions claim, or that regions enclose and none of them claims, as a finding is about it: for those
/// who say it in other words, draw it, or decide on it. It is in no file.
package struct DoubtfulLand: Hashable, Sendable {
  /// A region that claims the land, or that lies beside it.
  package struct Region: Hashable, Sendable {
    package var code: String
    package var name: String
    /// Where its first feature comes from.
    package var file: String?
    package var record: Int?

    package init(code: String, name: String, file: String? = nil, record: Int? = nil) {
      (self.code, self.name, self.file, self.record) = (code, name, file, record)
    }
  }

  /// The regions, by their codes.
  package var regions: [Region]
  /// Which of them gets the land; `nil` if none does.
  package var owner: Int?
  /// Whether the pipeline file says what becomes of it.
  package var isDecided: Bool
  /// The area on the ground.
  package var squareMeters: Double
  /// The diameter of the largest circle in it, in meters on the ground.
  package var width: Double
  /// A place well inside it, with as few decimal places as will do.
  package var place: Degrees
  /// The lines round it, as rings, each with the land on its left.
  package var rings: [[Degrees]]

  package init(
    regions: [Region], owner: Int? = nil, isDecided: Bool = false, squareMeters: Double, width: Double,
    place: Degrees, rings: [[Degrees]]
  ) {
    (self.regions, self.owner, self.isDecided) = (regions, owner, isDecided)
    (self.squareMeters, self.width, self.place, self.rings) = (squareMeters, width, place, rings)
  }
}
