import MapPackCoverage
import MapPackFeatures
import MapPackGeometry

/// Areas that decide which land stays in a map.
package struct LandMask: Sendable {
  /// What becomes of the land.
  package enum Use: String, CaseIterable, Sendable {
    /// What lies in the areas stays.
    case clip
    /// What lies outside the areas stays.
    case erase
  }

  package var use: Use
  /// The areas: all features of a table of areas.
  package var table: FeatureTable

  package init(_ use: Use, _ table: FeatureTable) {
    self.use = use
    self.table = table
  }

  /// - Throws: `findings` if there is no area: `clip` would take all land, and `erase` none.
  func check() throws(StageError) {
    guard table.polygonCount == 0 else { return }
    throw StageError(
      .findings, file: table.sources.first?.path, "`\(use.rawValue)` has no area",
      remedy: "look at what its select and drop leave, and whether the source has areas")
  }

  /// Per feature: whether it has to be looked at for a map in a box.
  fileprivate func isNear(_ box: Bounds) -> [Bool] {
    (0..<table.featureCount).map { table.box(of: table.vertices(ofFeature: $0))?.meets(box) ?? false }
  }

  /// The box of the features near another box; `nil` if there are none.
  func extent(near box: Bounds) -> Bounds? {
    let isNear = isNear(box)
    return table.box(of: isNear.indices.lazy.filter { isNear[$0] }.flatMap(table.vertices(ofFeature:)))
  }
}

/// The rings of masks as claimed paths on the noding grid. Each ring is a claim. Claims count from 0 over all masks.
struct MaskClaims {
  /// One closed path per claim, with the claim on its left.
  private(set) var paths = ClaimedPaths()
  private var roles = RingRoles()
  /// Per polygon: its mask.
  private var mask: ContiguousArray<Int> = []
  private let uses: [LandMask.Use]

  /// - Parameters:
  ///   - box: where the map lies. Features that lie elsewhere are left out.
  ///   - grid: reaches as far as the features that do not.
  init(_ masks: [LandMask], near box: Bounds, _ grid: NodingGrid, jobs: Int) {
    uses = masks.map(\.use)
    for (number, mask) in masks.enumerated() {
      var coordinates = mask.table.coordinates
      let region = ContiguousArray<Int32>(mask.isNear(box).map { $0 ? 0 : ArcTable.none })
      let rings = RingClaims(
        mask.table.records, &coordinates, isLastUse: false, region, regionCount: 1, grid, jobs: jobs)
      paths.append(rings.paths.claimed(from: Int32(truncatingIfNeeded: paths.count)))
      let first = Int32(truncatingIfNeeded: self.mask.count)
      roles.polygon += rings.roles.polygon.map { first + $0 }
      roles.isShell += rings.roles.isShell
      self.mask += repeatElement(number, count: mask.table.polygonCount)
    }
  }

  /// Whether the masks take a face away.
  /// - Parameters:
  ///   - label: the claims on the face, sorted.
  ///   - first: the number that stands for claim 0.
  func takes(_ label: [ClaimCount], from first: Int32) -> Bool {
    var covers = uses.map { _ in false }
    var own = label.filter { $0.claim >= first }
    for index in own.indices { own[index].claim -= first }
    roles.forEachWinding(own) { if $0.isClaimed { covers[mask[$0.polygon]] = true } }
    return zip(uses, covers).contains { use, covers in covers == (use == .erase) }
  }
}
