import MapPackCoverage
import MapPackFeatures

/// A number of the regions, in words.
struct PageNumber: Encodable {
  let name: String
  /// Per region; an empty text if it has no value.
  let words: [String]
  /// Whether it looks like a count, which grows with the region, so that it is better shown per square kilometer: no
  /// value is negative, at most one of twenty has a fraction, and they are neither years nor small ranks.
  let isCount: Bool

  init(_ name: String, of regions: [Region]) {
    self.name = name
    let values = regions.map { $0.number(name) }
    words = values.map { $0.map(NumberClasses.words) ?? "" }
    let known = values.compactMap(\.self)
    isCount =
      known.allSatisfy { $0 >= 0 } && 20 * known.count { $0.rounded() != $0 } <= known.count
      && known.contains { $0 > Self.highestRank } && !known.allSatisfy { $0 == 0 || Self.years.contains($0) }
  }

  private static let highestRank = 100.0
  private static let years = 1000.0...2100
}
