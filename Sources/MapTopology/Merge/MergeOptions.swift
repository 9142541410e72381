import MapArrangement
import MapFeatures

/// How features become regions.
package struct MergeOptions: Sendable {
  /// Whose text is a region's code; features of one code become one region. Without it each feature is a region.
  package var key: Template?
  /// Whose text is a region's name; without it the code is.
  package var name: Template?
  /// Whose text is the region's group.
  package var group: Template?
  /// The fields whose values a region keeps as extra texts.
  package var attributes: [String]
  /// The fields with the longitude and the latitude of the place to which a region's name goes.
  package var label: [String] = []
  package var keyless: Keyless
  package var clean: Clean
  /// How far apart two lines that should be one border may be, in metres on the ground; nothing is joined without it.
  package var snap: Double?
  /// Which gaps go to the neighbour with the longest border; none where it is `nil`.
  package var fillGaps: GapLimit?
  package var jobs: Int
  /// Whether it is a part of a map: other parts may have the shapes of its regions, and it may have no region at all.
  package var isPart = false

  /// What becomes of a feature whose key is empty.
  package enum Keyless: String, Hashable, Sendable, CaseIterable {
    /// It is left out under the rule `no-key`, with a warning.
    case drop
    /// It ends the run.
    case error
    /// It becomes part of a region whose code is its name, or `no-key` where it has none, with a warning.
    case keep
  }

  /// What becomes of borders that do not fit together.
  package enum Clean: String, Hashable, Sendable, CaseIterable {
    /// They are noded and given to one region, each repair a finding.
    case repair
    /// Each repair would be an error.
    case none
  }

  /// Up to which size a gap is filled.
  package enum GapLimit: Hashable, Sendable {
    /// Gaps of less than this area, in m² on the ground.
    case area(Double)
    /// Gaps in which no circle of this diameter has room, in metres on the ground.
    case width(Double)
  }

  package init(
    key: Template? = nil, name: Template? = nil, group: Template? = nil, attributes: [String] = [],
    keyless: Keyless = .drop, clean: Clean = .repair, snap: Double? = nil, fillGaps: GapLimit? = nil, jobs: Int = 1
  ) {
    self.key = key
    self.name = name
    self.group = group
    self.attributes = attributes
    self.keyless = keyless
    self.clean = clean
    self.snap = snap
    self.fillGaps = fillGaps
    self.jobs = jobs
  }
}

extension MergeOptions.GapLimit {
  /// Whether a gap is below the limit.
  func includes(_ gap: Gap, on ground: Ground) -> Bool {
    let area = ground.squareMetres(within: gap.outline)
    switch self {
    case .area(let limit): return area < limit
    case .width(let limit):
      // The circle of that width has more area than the gap.
      if area < 0x1.921fb54442d18p-1 * limit * limit { return true }
      // All of an area lies within the radius of the largest circle from its edge, so that it is at most the edge's
      // length times that.
      let metres = gap.neighbours.reduce(0) { $0 + Double($1.length) } / 1_000_000
      if 2 * area >= limit * metres { return false }
      return ground.width(of: gap.outline) < limit
    }
  }
}
