/// Which way round shells run by the rule of a format (x east, y north); holes run the other way.
package enum Winding: Sendable {
  case clockwise
  case counterClockwise
  /// There is no rule.
  case free
}
