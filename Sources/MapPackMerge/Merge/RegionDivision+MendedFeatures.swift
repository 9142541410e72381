// What `merge` passes to its `FeatureJudge`, so that not every feature has to be judged.
extension RegionDivision {
  /// The features with a ring that may have a fault of its own and was mended, by their indices in the table,
  /// ascending.
  ///
  /// They include every feature that passes a point at which noding mended something, even if only another feature's
  /// line is at fault there. The `FeatureJudge` tells which.
  /// - Complexity: O(h) for h half-edges, plus O(l) for l claims on all faces together if land was rewound or drawn
  ///   twice.
  func mendedFeatures(_ land: LandAccounts) -> [Int] {
    var mended = plane.claimsOfDividingTouches(claims)
    mended.formUnion(sided?.changed ?? [])
    mended.formUnion(claims.spikes.map(\.claim))
    mended.formUnion(plane.noding.canceledClaims)
    mended.formUnion(claimsThatRepeatLines())
    for claim in land.enclosesLand.indices where !land.enclosesLand[claim] {
      mended.insert(Int32(truncatingIfNeeded: claim))
    }
    for arc in plane.arcsAtNoding {
      for use in plane.arcs.useStart[arc]..<plane.arcs.useStart[arc + 1] {
        mended.formUnion([plane.arcs.left[use], plane.arcs.right[use]].filter { $0 >= 0 })
      }
    }
    let faces = Set(land.entries.lazy.filter { $0.kind == .rewound || $0.kind == .twice }.map(\.face))
    if !faces.isEmpty {
      plane.forEachLabel { face, label in
        if faces.contains(Int32(truncatingIfNeeded: face)) { mended.formUnion(label.map(\.claim)) }
      }
    }
    var features = Set(mended.map(claims.feature(ofClaim:)))
    for polygon in claims.collapsedPolygons + claims.polygonsOfCollapsedHoles {
      features.insert(Int(claims.featureOfPolygon[Int(polygon)]))
    }
    return features.sorted()
  }

  /// The claims on lines that rings of one feature draw more than once. Merging dissolves such lines, but they are
  /// faults of the feature.
  private func claimsThatRepeatLines() -> Set<Int32> {
    var repeated: Set<Int32> = []
    var featureOfUse: [Int: Int32] = [:]
    for arc in 0..<plane.arcs.count where plane.arcs.useStart[arc + 1] - plane.arcs.useStart[arc] > 1 {
      featureOfUse.removeAll(keepingCapacity: true)
      for use in plane.arcs.useStart[arc]..<plane.arcs.useStart[arc + 1] {
        let claim = max(plane.arcs.left[use], plane.arcs.right[use])
        if let other = featureOfUse.updateValue(claim, forKey: claims.feature(ofClaim: claim)) {
          repeated.formUnion([claim, other])
        }
      }
    }
    return repeated
  }
}
