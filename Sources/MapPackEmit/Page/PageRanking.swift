import MapPackCoverage

/// How important regions are for their names: the more important a region is, the larger its name is, and the sooner it gets
/// room.
struct PageRanking: Encodable {
  /// The field whose numbers say it; empty if areas or lengths do.
  let field: String
  /// The regions with a name, the most important first.
  let regions: [Int]
  /// The sizes of their names in pixels that are tried, the wanted one first; empty if the area of a region says it.
  let sizes: [[Double]]

  private init(_ coverage: Coverage, field: String, weights: [Double]) {
    self.field = field
    let most = weights.max() ?? 0
    regions = coverage.regions.indices.filter { !coverage.regions[$0].name.isEmpty }
      .sorted { (weights[$1], $0) < (weights[$0], $1) }
    let areSaid = coverage.kind != .areas || field != ""
    sizes = regions.filter { _ in areSaid }.map { region in
      NameSizes.sizes(ranked: NameSizes.size(share: most > 0 ? weights[region] / most : 0))
    }
  }

  /// By size, and by each field of which more than half of the regions have a number.
  static func all(of coverage: Coverage, fields: [String]) -> [PageRanking] {
    var options = PictureOptions()
    var rankings = [PageRanking(coverage, field: "", weights: options.weights(of: coverage))]
    for field in fields {
      options.importance = field
      let weights = options.weights(of: coverage)
      guard weights.count(where: { $0 > 0 }) > coverage.regions.count / 2 else { continue }
      rankings.append(PageRanking(coverage, field: field, weights: weights))
    }
    return rankings
  }
}
