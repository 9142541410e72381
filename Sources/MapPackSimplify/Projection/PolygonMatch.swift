import MapPack
import MapPackCoverage
import MapPackGeometry

/// Which polygons of a map survive its rounding, and the published area that each new polygon stands for.
///
/// The claims of the rounded map are the old polygons, so each of its faces tells whose it was. A polygon survives if a
/// face of it went to its region. Its published area is divided among these faces, in proportion to their areas on the
/// grid.
struct PolygonMatch {
  /// Per old polygon: whether a part of it is left.
  let survives: ContiguousArray<Bool>
  /// Per new polygon: the published area that it stands for, in m²; 0 if no old polygon matches it.
  private(set) var area: ContiguousArray<Double>
  /// Per new polygon: whether it stands for an old one that has to stay.
  private(set) var isKept: ContiguousArray<Bool>

  /// Matches the polygons of two maps with the same regions.
  /// - Parameters:
  ///   - owner: per face of the division, its region.
  ///   - new: what the division was made into.
  init(
    _ old: Coverage, _ islands: IslandPolicy, _ division: PlaneDivision, _ owner: ContiguousArray<Int32>,
    _ new: Arrangement
  ) {
    var newByFace = ContiguousArray<Int>(repeating: -1, count: owner.count)
    for (polygon, face) in new.rings.polygonFace.enumerated() { newByFace[Int(face)] = polygon }
    var shares: [Share] = []
    var whole = ContiguousArray<Int64>(repeating: 0, count: old.polygonCount)
    division.forEachLabel { face, label in
      for claim in label where claim.count > 0 && old.region(of: claim) == owner[face] {
        let doubledArea = division.doubledArea[face]
        whole[Int(claim.claim)] += doubledArea
        let polygon = newByFace[Int(new.unitedFace[face])]
        shares.append(Share(old: Int(claim.claim), new: polygon, doubledArea: doubledArea))
      }
    }
    survives = ContiguousArray(whole.lazy.map { $0 > 0 })
    area = ContiguousArray(repeating: 0, count: new.rings.polygonFace.count)
    isKept = ContiguousArray(repeating: false, count: area.count)
    // All faces of one pair are added up as whole numbers, so that the sums do not depend on the order of faces.
    shares.sort { ($0.old, $0.new) < ($1.old, $1.new) }
    for share in shares.chunked {
      area[share.new] += old.polygonArea[share.old] * (Double(share.doubledArea) / Double(whole[share.old]))
      if islands.isKept[share.old] { isKept[share.new] = true }
    }
  }

  fileprivate struct Share {
    var old: Int
    var new: Int
    /// Twice the area that both have in common, in cells².
    var doubledArea: Int64
  }
}

extension [PolygonMatch.Share] {
  /// One share for each pair of polygons. The array is sorted by pair.
  fileprivate var chunked: Self {
    reduce(into: []) { shares, share in
      if let last = shares.last, last.old == share.old, last.new == share.new {
        shares[shares.count - 1].doubledArea += share.doubledArea
      } else {
        shares.append(share)
      }
    }
  }
}

extension Coverage {
  func region(of claim: ClaimCount) -> Int32 {
    Int32(truncatingIfNeeded: polygonStart.owner(of: Int(claim.claim)))
  }

  /// The regions of the polygons that claim a face, ascending, each once.
  func regions(of claims: [ClaimCount]) -> [Int32] {
    claims.reduce(into: []) { found, claim in
      guard claim.count > 0 else { return }
      let region = region(of: claim)
      if found.last != region { found.append(region) }
    }
  }
}
