/// A line that a claim draws to and fro, so that it separates nothing.
package struct CanceledLine: Hashable, Sendable {
  package var claim: Int32
  /// The ends of the line.
  package var from: GridPoint
  package var to: GridPoint
}
