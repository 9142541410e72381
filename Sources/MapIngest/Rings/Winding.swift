/// The direction in which a format wants shells to run, with x to the east and y to the north. Holes run the other way.
package enum Winding: Sendable {
  case clockwise
  case counterClockwise
  /// The format has no rule.
  case free
}
