import MapPackCoverage
import MapPackFeatures

/// How often the features of a table may lie on one another.
///
/// Where n features lie on one another, their borders may meet in n² points, and n³ claims may lie on the land between
/// them. No map is meant so; such a source is refused before that costs minutes and gigabytes. Maps of two editions, of
/// all levels of a country, or of a thousand zones round one place stay far below.
struct FeaturePile {
  private let file: String?
  private let features: Int
  /// In how many points borders may meet outside of common vertices.
  let mostMeetings: Int
  /// How many claims of regions there may be on all pieces of land together.
  let mostClaims: Int

  init(_ table: FeatureRecords) {
    file = table.sources.first?.path
    features = table.featureCount
    mostMeetings = 250_000 + 8 * table.vertexCount
    mostClaims = 3_000_000 + 16 * table.vertexCount
  }

  /// - Parameter height: how many regions claim pieces of land; `nil` if borders meet too often.
  func refusal(of height: PileHeight?) -> StageError {
    let what =
      height.map { "\(Figures.grouped($0.most)) or more lie at one place" }
      ?? "borders cross at more than \(Figures.grouped(mostMeetings)) points"
    let isOne = features == 1
    return StageError(
      .unreadableData, file: file,
      (isOne ? "the polygons of the feature" : "the \(Figures.grouped(features)) features")
        + " lie on one another too often to be one map: \(what)",
      remedy: isOne
        ? "mend the feature, or take its polygons apart"
        : "make a map of those that lie side by side: name them with `select`, or the others with `drop`")
  }
}

/// How many regions claim pieces of land, summed up, and one piece at most.
struct PileHeight {
  private(set) var sum = 0
  private(set) var most = 0

  mutating func add(_ count: Int) {
    sum += count
    most = max(most, count)
  }
}
