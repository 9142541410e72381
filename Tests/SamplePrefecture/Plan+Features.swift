import TestSupport

extension Plan {
  /// The plan drawn: all features, in an order that scatters those of a municipality over the file.
  func features() -> [Feature] {
    var random = SplitMix64(seed: 1)
    let lattice = Lattice(halfWidth: 78, halfHeight: 72, side: 0.3)
    let survey = Survey(of: self, on: lattice)
    let features = land(survey, using: &random) + rocks(survey, using: &random)
    return features.map { (random.next(), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
  }

  private func land(_ survey: Survey, using random: inout SplitMix64) -> [Feature] {
    let parts = Components(of: survey.owners, on: survey.lattice)
    let outlines = Outlines(
      of: parts.part, on: survey.lattice, crossing: survey.crossing,
      depth: { left, right in
        // A quay is straight, what else there is may be rough.
        [parts.owner[left], parts.owner[right]].sorted() == [Survey.reclaimed, Survey.water] ? 0 : 2
      },
      using: &random)
    return zip(parts.owner, outlines.rings(parts: parts.owner.count)).compactMap { owner, rings in
      switch owner {
      case Survey.water: nil
      case Survey.reclaimed: Feature(name: "所属未定地", rings: rings)
      default: feature(of: municipalities[owner], rings)
      }
    }
  }

  /// Rocks in the shallows, each in the middle of a hexagon of water.
  private func rocks(_ survey: Survey, using random: inout SplitMix64) -> [Feature] {
    var rocks: [Feature] = []
    for node in survey.owners.indices where survey.heights[node] > -0.8 && survey.isOpenWater(node) {
      let position = survey.lattice.position(of: node)
      let municipality = municipalities[municipality(at: position).index]
      guard random.share(in: 0...1) < municipality.rocks else { continue }
      rocks.append(feature(of: municipality, [Rocks.ring(around: position, using: &random)]))
    }
    return rocks
  }

  private func feature(of municipality: Municipality, _ rings: [[Position]]) -> Feature {
    Feature(code: municipality.code, district: municipality.district, name: municipality.name, rings: rings)
  }
}
