/// The boundaries of the faces of an arrangement.
package struct FaceBoundaries: Sendable {
  /// Per half-edge: its boundary.
  package let boundary: ContiguousArray<Int32>
  /// Per boundary: one of its half-edges.
  package let first: ContiguousArray<Int32>
  /// Per boundary: twice its signed area, in square cells; positive if it runs counter-clockwise. A counter-clockwise
  /// boundary surrounds its face; any other is the outside of a connected part of the drawing.
  package let doubledArea: ContiguousArray<Int64>

  package var count: Int { first.count }
}
