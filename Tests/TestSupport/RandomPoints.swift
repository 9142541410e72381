import MapPackFeatures

/// Random points within half a degree of a location, as a feature table.
///
/// Every seventh feature has three points. The last five features repeat the codes of the first five.
package struct RandomPoints {
  package let table: FeatureTable

  package init(seed: UInt64, count: Int = 60, isShuffled: Bool = false, middle: (Double, Double) = (135, 35)) {
    var random = SplitMix64(seed: seed)
    var features: [(code: String, points: [(Double, Double)])] = []
    for index in 0..<count {
      let points = (0..<(index % 7 == 0 ? 3 : 1)).map { _ in
        (
          middle.0 + Double.random(in: -0.5...0.5, using: &random),
          middle.1 + Double.random(in: -0.5...0.5, using: &random)
        )
      }
      features.append(("c\(index % (count - 5))", points))
    }
    if isShuffled { features.shuffle(using: &random) }
    table = FeatureTable(
      .points, path: "places", fields: ["CODE": features.map { .text($0.code) }],
      polygons: features.map { $0.points.map { x, y in [[(x > 180 ? x - 360 : x, y)]] } })
  }
}
