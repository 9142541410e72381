extension RandomCoverage {
  /// The same map in another order: features, polygons and holes are shuffled, and rings begin at another vertex.
  ///
  /// - Parameter reversingRings: whether half of the rings run the other way, as they do in some sources. Readers turn
  ///   such rings.
  package func shuffled(reversingRings: Bool = false, using random: inout SplitMix64) -> RandomCoverage {
    var copy = self
    copy.features.shuffle(using: &random)
    for f in copy.features.indices {
      copy.features[f].polygons.shuffle(using: &random)
      for p in copy.features[f].polygons.indices {
        let rings = copy.features[f].polygons[p]
        copy.features[f].polygons[p] =
          (rings.prefix(1) + rings.dropFirst().shuffled(using: &random)).map { ring in
            let first = Int.random(in: 0..<ring.count, using: &random)
            let turned = Array(ring[first...] + ring[..<first])
            return reversingRings && Bool.random(using: &random) ? turned.reversed() : turned
          }
      }
    }
    return copy
  }
}
