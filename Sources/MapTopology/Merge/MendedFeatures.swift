extension RegionDivision {
  /// The features with a ring that was mended for its own sake, ascending.
  ///
  /// All features that pass a point where noding found something are among them, also if only another feature's line is
  /// at fault there: the judge tells.
  /// - Complexity: O(h) for h half-edges, plus the lengths of the labels of all faces if a ring winds round land other than
  ///   once.
  func mendedFeatures(_ land: LandAccounts) -> [Int] {
    var mended = plane.claimsOfDividingTouches(claims)
    mended.formUnion(sided?.changed ?? [])
    mended.formUnion(claims.spikes.map(\.claim))
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
}
