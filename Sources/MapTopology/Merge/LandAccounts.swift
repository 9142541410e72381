import MapArrangement
import MapFeatures
import MapGeometry

/// What became of the land that features draw, polygon by polygon and region by region, on the noded integers.
///
/// The signed area of a ring is the sum, over the faces, of how often it winds round the face times the face's area.
/// So what the rings of a region enclose is the region's land, and what others got of it, and what was drawn more than
/// once, and what other rules than adding up made of rings that cross themselves or lie in wrong places.
struct LandAccounts {
  /// Per claim: whether its ring winds round any face.
  private(set) var enclosesLand: ContiguousArray<Bool>
  /// Per polygon of the table: whether it claims a face, and whether its region got one of those.
  private(set) var claimsLand: ContiguousArray<Bool>
  private(set) var hasLand: ContiguousArray<Bool>
  /// Per region: twice the sum of the signed areas of its noded rings, in 65,536ths of a cell.
  private(set) var enclosed: [WideInteger]
  /// Per region: twice the area of its faces.
  private(set) var owned: [Int64]
  /// What differs between the two, face by face.
  private(set) var entries: [Entry] = []
  /// Per feature: which earlier feature of its region claims the same faces; −1 where none does.
  private(set) var twin: ContiguousArray<Int32>
  /// Faces that features of one region claim which are no twins.
  private(set) var drawnTwice: [(face: Int32, region: Int32)] = []

  enum Kind: Int, CaseIterable {
    /// Land that other regions got.
    case given
    /// Land that several polygons of the region claim.
    case twice
    /// Land round which a ring winds other than once, or which lies in a hole and in no shell.
    case rewound
    /// Land that nobody claimed and that the region got.
    case filled
  }

  struct Entry {
    var kind: Kind
    var region: Int32
    var face: Int32
    var times: Int64
  }

  /// - Complexity: O(h) for h half-edges, plus the lengths of the labels of all faces.
  init(_ plane: PlaneDivision, _ owners: FaceOwners, _ claims: RingClaims, _ grouping: RegionGrouping) {
    let polygonCount = claims.featureOfPolygon.count
    let regionCount = grouping.regions.count
    enclosesLand = ContiguousArray(repeating: false, count: claims.ring.count)
    claimsLand = ContiguousArray(repeating: false, count: polygonCount)
    hasLand = claimsLand
    enclosed = Array(repeating: WideInteger(), count: regionCount)
    owned = Array(repeating: 0, count: regionCount)
    twin = ContiguousArray(repeating: -1, count: grouping.region.count)
    plane.forEachLabel { face, label in
      add(label, face: face, doubledArea: plane.doubledArea[face], owner: owners.owner[face], claims, grouping.region)
    }
    if entries.contains(where: { $0.kind == .twice }) { findTwins(plane, claims, grouping.region) }
  }

  private mutating func add(
    _ label: [ClaimCount], face: Int, doubledArea: Int64, owner: Int32, _ claims: RingClaims,
    _ regionOfFeature: ContiguousArray<Int32>
  ) {
    if owner >= 0 { owned[Int(owner)] += doubledArea }
    for claim in label { enclosesLand[Int(claim.claim)] = true }
    var claimants: [(region: Int32, polygon: Int)] = []
    claims.forEachWinding(label) { winding in
      let region = regionOfFeature[Int(claims.featureOfPolygon[winding.polygon])]
      let times = winding.shell + winding.holes
      enclosed[Int(region)].add(doubledArea, times: times << 16)
      let wanted: Int64 = winding.isClaimed ? 1 : 0
      if times != wanted { enter(.rewound, region, face, times: times - wanted) }
      if winding.isClaimed { claimants.append((region, winding.polygon)) }
    }
    for (region, polygon) in claimants {
      claimsLand[polygon] = true
      if region == owner { hasLand[polygon] = true }
    }
    if claimants.count > 1 { claimants.sort { $0.region < $1.region } }
    var next = 0
    while next < claimants.count {
      let region = claimants[next].region
      let first = next
      while next < claimants.count && claimants[next].region == region { next += 1 }
      if next - first > 1 { enter(.twice, region, face, times: Int64(next - first - 1)) }
      if region != owner { enter(.given, region, face, times: 1) }
    }
    if owner >= 0 && claimants.isEmpty { enter(.filled, owner, face, times: -1) }
  }

  private mutating func enter(_ kind: Kind, _ region: Int32, _ face: Int, times: Int64) {
    entries.append(Entry(kind: kind, region: region, face: Int32(truncatingIfNeeded: face), times: times))
  }

  /// Features that claim the same faces as an earlier one of their region, and the faces that others claim together.
  private mutating func findTwins(
    _ plane: PlaneDivision, _ claims: RingClaims, _ regionOfFeature: ContiguousArray<Int32>
  ) {
    let doubled = Set(entries.lazy.filter { $0.kind == .twice }.map(\.face))
    var isInvolved = ContiguousArray<Bool>(repeating: false, count: regionOfFeature.count)
    func features(_ label: [ClaimCount], _ body: (Int) -> Void) {
      var last = -1
      claims.forEachWinding(label) { winding in
        let feature = Int(claims.featureOfPolygon[winding.polygon])
        if winding.isClaimed && feature != last { body(feature) }
        if winding.isClaimed { last = feature }
      }
    }
    plane.forEachLabel { face, label in
      if doubled.contains(Int32(truncatingIfNeeded: face)) { features(label) { isInvolved[$0] = true } }
    }
    var faces: [Int: [Int32]] = [:]
    plane.forEachLabel { face, label in
      features(label) { feature in
        if isInvolved[feature] { faces[feature, default: []].append(Int32(truncatingIfNeeded: face)) }
      }
    }
    struct Land: Hashable {
      var region: Int32
      var faces: [Int32]
    }
    var firstByLand: [Land: Int] = [:]
    for (feature, faces) in faces.sorted(by: { $0.key < $1.key }) {
      let land = Land(region: regionOfFeature[feature], faces: faces)
      if let first = firstByLand[land] { twin[feature] = Int32(first) } else { firstByLand[land] = feature }
    }
    plane.forEachLabel { face, label in
      guard doubled.contains(Int32(truncatingIfNeeded: face)) else { return }
      var seen: Set<Int32> = []
      var told: Set<Int32> = []
      features(label) { feature in
        guard twin[feature] < 0, !seen.insert(regionOfFeature[feature]).inserted else { return }
        told.insert(regionOfFeature[feature])
      }
      for region in told.sorted() { drawnTwice.append((Int32(truncatingIfNeeded: face), region)) }
    }
  }
}

extension PlaneDivision {
  /// The areas on the ground of some faces, in whole cm²: sums of such areas do not depend on their order.
  func squareCentimetres(of wanted: Set<Int32>, on ground: Ground) -> [Int32: Int64] {
    guard !wanted.isEmpty else { return [:] }
    var areas: [Int32: Int64] = [:]
    for half in 0..<halves.count where wanted.contains(faces.face[half]) {
      let area = Int64((arcs.paths.area(under: half >> 1, ground.grid) * 10_000).rounded())
      let face = faces.face[half]
      // Single sums may wrap, the whole cannot: the earth has 5.1 · 10¹⁸ cm².
      areas[face] = (areas[face] ?? 0) &+ (half & 1 == 0 ? area : -area)
    }
    return areas
  }

  /// The smallest vertex of some faces.
  func places(of wanted: Set<Int32>) -> [Int32: GridPoint] {
    guard !wanted.isEmpty else { return [:] }
    var places: [Int32: GridPoint] = [:]
    for half in 0..<halves.count where wanted.contains(faces.face[half]) {
      let smallest = arcs.paths.smallestPoint(of: half >> 1)
      places[faces.face[half]] = min(places[faces.face[half]] ?? smallest, smallest)
    }
    return places
  }

  /// The claims of rings that touch themselves, and of rings of a polygon that touch each other so that the inside falls
  /// into two.
  func claimsOfDividingTouches(_ claims: RingClaims) -> Set<Int32> {
    /// A ring that ends an arc in a node.
    struct End {
      var polygon: Int32
      var claim: Int32
    }
    var found: Set<Int32> = []
    var ends: [End] = []
    // Which rings hang together, by the nodes in which rings of one polygon touch.
    var together = DisjointSets(count: 0)
    var isEmpty = true
    for node in 0..<halves.nodes.count where halves.outgoingStart[node + 1] - halves.outgoingStart[node] > 3 {
      ends.removeAll(keepingCapacity: true)
      for half in halves.outgoing[halves.outgoingStart[node]..<halves.outgoingStart[node + 1]] {
        for use in arcs.useStart[Int(half >> 1)]..<arcs.useStart[Int(half >> 1) + 1] {
          for claim in [arcs.left[use], arcs.right[use]] where claim >= 0 {
            ends.append(End(polygon: claims.polygon[Int(claim)], claim: claim))
          }
        }
      }
      ends.sort { $0.claim < $1.claim }
      for index in ends.indices.dropFirst(2) where ends[index].claim == ends[index - 2].claim {
        found.insert(ends[index].claim)
      }
      // The rings of a polygon follow each other. Each is joined to the first one that passes here: where it hangs
      // together with that already, the two enclose something.
      var first = 0
      for index in ends.indices.dropFirst() {
        if ends[index].polygon != ends[first].polygon { first = index }
        guard ends[index].claim != ends[first].claim, ends[index].claim != ends[index - 1].claim else { continue }
        if isEmpty { together = DisjointSets(count: claims.ring.count) }
        isEmpty = false
        let (a, b) = (Int(ends[first].claim), Int(ends[index].claim))
        if together.find(a) == together.find(b) { found.insert(ends[first].claim) }
        together.unite(a, b)
      }
    }
    return found
  }
}
