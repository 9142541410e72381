import MapPackFeatures
import MapPackPage

/// What files that are dropped on a map can be to it.
package enum PreviewUse: String, Codable, CaseIterable, Sendable {
  case water, land, regions, numbers, names, map
}

/// What the page asks about a drop: what it is, and what it can be.
package struct PreviewUses: Encodable {
  /// What was dropped, in words.
  var words: String
  var uses: [Choice] = []
  /// Those of which one is to be chosen first.
  var layers: [PreviewOrigin.Layer]?
  var likely = PreviewUse.map

  struct Choice: Encodable {
    var use: PreviewUse
    var title: String
    /// What follows, or why it is not possible.
    var words: String
    /// What the button says.
    var button: String
    var isPossible = true
  }
}
