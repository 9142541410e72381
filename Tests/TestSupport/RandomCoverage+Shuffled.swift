extension RandomCoverage {
  /// The same map written down otherwise: features, polygons and holes in another order, rings from another vertex.
  ///
  /// With `reversingRings`, half of the rings run the other way: no reader lets that pass, but sources have it.
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
