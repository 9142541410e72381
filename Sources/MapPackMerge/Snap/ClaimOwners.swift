/// The region and the feature for which each claim is made, both by their indices. Snapping joins regions, and reports
/// features. `RingClaims.owners(_:)` makes it for `merge`.
struct ClaimOwners {
  /// Per claim: its region; negative if it does not count.
  var region: ContiguousArray<Int32>
  /// Per claim: its feature.
  var feature: ContiguousArray<Int32>
}
