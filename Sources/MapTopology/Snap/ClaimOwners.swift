/// The region and the feature for which each claim is made. Snapping joins regions, and reports features.
struct ClaimOwners {
  /// Per claim: its region; negative if it does not count.
  var region: ContiguousArray<Int32>
  /// Per claim: its feature.
  var feature: ContiguousArray<Int32>
}
