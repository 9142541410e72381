/// How often a claim is made on a face. If the claim is on the left of a ring, the count is the ring's winding number
/// round the face, so it is negative inside a ring that runs clockwise.
package struct ClaimCount: Hashable, Sendable {
  package var claim: Int32
  package var count: Int32
}
