/// What became of every input feature: the proof that none was lost.
package struct Ledger: Hashable, Codable, Sendable {
  /// What became of one feature.
  package enum Outcome: Hashable, Codable, Sendable {
    /// Read, not yet merged.
    case pending
    /// Part of the region with this code.
    case region(code: String)
    /// Left out by this rule (`select`, `drop`, `no-geometry`, `not-a-polygon`, `no-key`, `below-grid`, …).
    case dropped(rule: String)
  }

  package struct Entry: Hashable, Codable, Sendable {
    /// Index into the dataset's sources.
    package var source: Int
    /// The feature's number in its source, from 1.
    package var record: Int
    package var outcome: Outcome

    package init(source: Int, record: Int, outcome: Outcome) {
      self.source = source
      self.record = record
      self.outcome = outcome
    }
  }

  /// One entry per input feature, in the order (source, record).
  package var entries: [Entry] = []

  /// Polygons that were dropped after the merge, counted by rule (`minimum-island`, `below-grid`, …).
  package var droppedPolygons: [String: Int] = [:]

  /// Per level of detail, from the finest: polygons of the map that are absent from it, counted by rule
  /// (`minimum-island`). Those that the whole map lacks are not among them.
  package var droppedByLevel: [[String: Int]] = []

  package init() {}
}
