/// Connected land that the same several regions claim.
package struct ContestedLand: Hashable, Sendable {
  /// The regions that claim it, ascending.
  package var claimants: [Int32]
  /// The region to which it went; see `FaceOwners`.
  package var owner: Int32
  /// Twice the area, in square cells.
  package var doubledArea: Int64
  /// The smallest vertex of its boundary.
  package var point: GridPoint
  /// The lines round it, outside and inside, each with the land on its left.
  package var boundary: Paths
  /// Whether the region was named, and no rule was asked.
  package var isAssigned = false
}
