import MapPackCoverage
import MapPackFeatures
import MapPackGeometry

/// What became of the land that features draw, polygon by polygon and region by region, in exact integers after noding.
///
/// The signed area of a ring is a sum over the faces: how often the ring winds round the face, times the face's area.
/// So the area that the rings of a region enclose adds up from
/// - the land that the region owns,
/// - the land of it that other regions got,
/// - the land of it that masks took away,
/// - the land that was drawn more than once, and
/// - what non-zero winding makes of rings that cross themselves, run the wrong way or lie outside their shells,
///
/// less what the region got without a claim. `Kind` names these differences.
struct LandAccounts {
  /// Per claim: whether its ring winds round any face.
  private(set) var enclosesLand: ContiguousArray<Bool>
  /// Per polygon of the table: whether it claims a face.
  private(set) var claimsLand: ContiguousArray<Bool>
  /// Per polygon of the table: whether it claims a face that masks left.
  private(set) var claimsUncutLand: ContiguousArray<Bool>
  /// Per polygon of the table: whether its region got a face that it claims.
  private(set) var hasLand: ContiguousArray<Bool>
  /// Per region: twice the sum of the signed areas of its noded rings, in 65,536ths of a square cell.
  private(set) var enclosed: [WideInteger]
  /// Per region: twice the area of its faces, in square cells.
  private(set) var owned: [Int64]
  /// The differences between `enclosed` and `owned`, face by face.
  private(set) var entries: [Entry] = []
  /// Per feature: the first of the earlier features of its region that claim exactly the same faces; −1 if none does.
  /// Without a key, regions do not count.
  private(set) var twin: ContiguousArray<Int32>
  /// Per feature: twice the area that an odd number of its rings enclose and that its region has, in square cells.
  private(set) var kept: ContiguousArray<Int64>
  /// What an odd number of a feature's rings enclose and its region does not have, face by face.
  private(set) var elsewhere: [Elsewhere] = []
  /// Faces that several features of one region claim, twins not counted.
  private(set) var drawnTwice: [(face: Int32, region: Int32)] = []
  /// The features that may have misplaced rings: on some face, the winding numbers are not those of the claim, or
  /// several polygons of a region claim it.
  private(set) var suspects: Set<Int> = []
  /// The faces that twins may claim, each with the features that claim it, ascending.
  private var doubled: [(face: Int32, features: [Int])] = []

  enum Kind: Int, CaseIterable {
    /// Land that other regions got.
    case given
    /// Land that masks took away.
    case cut
    /// Land that several polygons of the region claim.
    case twice
    /// Land whose winding number differs from the claim: a ring winds round it backwards or several times, or it lies
    /// in a hole but in no shell.
    case rewound
    /// Land that nobody claimed and that the region got as a gap.
    case filled
    /// Land that nobody claimed and that the region got because boundaries missed each other.
    case joined
  }

  /// How often a face counts for a difference.
  struct Entry {
    var kind: Kind
    var region: Int32
    var face: Int32
    /// How often the face's area is in `enclosed` beyond `owned`, for this kind; negative if it was filled.
    var times: Int64
  }

  /// A face that an odd number of a feature's rings enclose and that its region does not have.
  struct Elsewhere {
    var feature: Int
    var face: Int32
    /// Whether another region has it.
    var isGiven: Bool
    /// Whether masks took it away. If neither holds, no region has it because rings of the feature cross.
    var isCut: Bool
    /// Whether it lies in a hole that reaches beyond its shell.
    var isBeyondShell: Bool
  }

  init(_ division: RegionDivision) {
    let (plane, owners, claims, grouping) = (division.plane, division.owners, division.claims, division.grouping)
    let polygonCount = claims.featureOfPolygon.count
    let regionCount = grouping.regions.count
    enclosesLand = ContiguousArray(repeating: false, count: claims.ring.count)
    claimsLand = ContiguousArray(repeating: false, count: polygonCount)
    (claimsUncutLand, hasLand) = (claimsLand, claimsLand)
    enclosed = Array(repeating: WideInteger(), count: regionCount)
    owned = Array(repeating: 0, count: regionCount)
    twin = ContiguousArray(repeating: -1, count: grouping.region.count)
    kept = ContiguousArray(repeating: 0, count: grouping.region.count)
    plane.forEachLabel { face, label in
      add(
        label, face: face, doubledArea: plane.doubledArea[face], owner: owners.owner[face],
        isCut: owners.isTaken(face), claims, grouping)
    }
    for index in entries.indices where entries[index].kind == .filled {
      if division.joinedFaces.contains(entries[index].face) { entries[index].kind = .joined }
    }
    if !doubled.isEmpty { findTwins(plane, claims, grouping) }
  }

  private mutating func add(
    _ label: [ClaimCount], face: Int, doubledArea: Int64, owner: Int32, isCut: Bool,
    _ claims: RingClaims, _ grouping: RegionGrouping
  ) {
    let regionOfFeature = grouping.region
    if owner >= 0 { owned[Int(owner)] += doubledArea }
    for claim in label { enclosesLand[Int(claim.claim)] = true }
    claims.forEachFeature(on: label) { odd in
      guard odd.isLand else { return }
      if owner == regionOfFeature[odd.feature] {
        kept[odd.feature] += doubledArea
      } else {
        elsewhere.append(
          Elsewhere(
            feature: odd.feature, face: Int32(truncatingIfNeeded: face), isGiven: owner >= 0,
            isCut: isCut, isBeyondShell: owner < 0 && !isCut && !odd.isClaimed && odd.isBeyondShell))
      }
    }
    var claimants: [(region: Int32, polygon: Int)] = []
    claims.roles.forEachWinding(label) { winding in
      let region = regionOfFeature[Int(claims.featureOfPolygon[winding.polygon])]
      let times = winding.shell + winding.holes
      enclosed[Int(region)].add(doubledArea, times: times << 16)
      let wanted: Int64 = winding.isClaimed ? 1 : 0
      if times != wanted {
        enter(.rewound, region, face, times: times - wanted)
        suspects.insert(Int(claims.featureOfPolygon[winding.polygon]))
      }
      if winding.isClaimed { claimants.append((region, winding.polygon)) }
    }
    for (region, polygon) in claimants {
      claimsLand[polygon] = true
      if !isCut { claimsUncutLand[polygon] = true }
      if region == owner { hasLand[polygon] = true }
    }
    var isDoubled = !grouping.hasKey && !isCut && claimants.contains { $0.region != owner }
    if claimants.count > 1 { claimants.sort { $0.region < $1.region } }
    var next = 0
    while next < claimants.count {
      let region = claimants[next].region
      let first = next
      while next < claimants.count && claimants[next].region == region { next += 1 }
      if next - first > 1 {
        enter(.twice, region, face, times: Int64(next - first - 1))
        isDoubled = true
        for claimant in claimants[first..<next] {
          suspects.insert(Int(claims.featureOfPolygon[claimant.polygon]))
        }
      }
      if region != owner { enter(isCut ? .cut : .given, region, face, times: 1) }
    }
    if owner >= 0 && claimants.isEmpty { enter(.filled, owner, face, times: -1) }
    if isDoubled { doubled.append((Int32(truncatingIfNeeded: face), claims.features(claiming: label))) }
  }

  private mutating func enter(_ kind: Kind, _ region: Int32, _ face: Int, times: Int64) {
    entries.append(Entry(kind: kind, region: region, face: Int32(truncatingIfNeeded: face), times: times))
  }

  /// Finds the twins, and the faces that other features of one region claim together.
  private mutating func findTwins(_ plane: PlaneDivision, _ claims: RingClaims, _ grouping: RegionGrouping) {
    let regionOfFeature = grouping.region
    var isInvolved = ContiguousArray<Bool>(repeating: false, count: regionOfFeature.count)
    for feature in doubled.lazy.flatMap(\.features) { isInvolved[feature] = true }
    var faces: [Int: [Int32]] = [:]
    plane.forEachLabel { face, label in
      claims.forEachFeature(on: label) {
        guard $0.isClaimed, isInvolved[$0.feature] else { return }
        faces[$0.feature, default: []].append(Int32(truncatingIfNeeded: face))
      }
    }
    struct Land: Hashable {
      var region: Int32
      var faces: [Int32]
    }
    var firstByLand: [Land: Int] = [:]
    for (feature, faces) in faces.sorted(by: { $0.key < $1.key }) {
      let land = Land(region: grouping.hasKey ? regionOfFeature[feature] : 0, faces: faces)
      if let first = firstByLand[land] { twin[feature] = Int32(first) } else { firstByLand[land] = feature }
    }
    for (face, features) in doubled {
      let byRegion = Dictionary(grouping: features.filter { twin[$0] < 0 }) { regionOfFeature[$0] }
      for region in byRegion.filter({ $0.value.count > 1 }).keys.sorted() { drawnTwice.append((face, region)) }
    }
  }
}
