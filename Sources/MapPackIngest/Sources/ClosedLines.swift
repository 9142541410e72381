import Foundation
import MapPackFeatures

/// What lines are that end where they start, with four positions or more, if areas are read.
package enum ClosedLines: String, CaseIterable, Sendable {
  /// Lines, which are left out as open ones are.
  case lines
  /// Areas: each is the shell of one of its own, which has no holes.
  case areas
}
