import MapPackFeatures
import MapPackGeometry

/// How features become regions: what `merge` is asked for.
///
/// The defaults are those of `init`. `PipelineFile` reads the options from the sections `merge` and `clean`, and
/// `mappack merge` from its own options, so a new one has to be in both.
package struct MergeOptions: Sendable {
  /// The template of a region's code; features with one code become one region. Without it, each feature is a region.
  package var key: Template?
  /// The template of a region's name. Without it, the name is the code.
  package var name: Template?
  /// The template of a region's group.
  package var group: Template?
  /// The fields whose values a region keeps as extra texts.
  package var attributes: [String]
  /// The two fields with the longitude and the latitude of a region's label, in degrees; empty if it has to be found.
  package var label: [String] = []
  /// What becomes of features whose key is empty.
  package var keyless: Keyless
  /// What becomes of borders that do not fit together.
  package var clean: Clean
  /// How far apart two lines that should be one border may be, in meters on the ground; `nil` to join nothing.
  package var snap: Double?
  /// Which gaps go to the neighbor with the longest border; `nil` for none.
  package var fillGaps: GapLimit?
  /// How many threads work at once. The result does not depend on it.
  package var jobs: Int
  /// Whether the table is a part of a map. Then other parts may have the shapes of its regions, and it may have no
  /// region at all. Merge then checks neither that each region has a shape nor that the ledger closes.
  package var isPart = false

  /// What becomes of a feature whose key is empty.
  package enum Keyless: String, Hashable, Sendable, CaseIterable {
    /// It is left out under the rule `no-key`, with a warning.
    case drop
    /// It ends the run.
    case error
    /// It becomes part of a region whose code is its name, or `no-key` if it has none, with a warning.
    case keep
  }

  /// What becomes of borders that do not fit together.
  package enum Clean: String, Hashable, Sendable, CaseIterable {
    /// They are noded, and contested land is given to one region. Each repair is a finding.
    case repair
    /// A repair that is needed ends the run.
    case none
  }

  /// The size below which a gap is filled.
  package enum GapLimit: Hashable, Sendable {
    /// Gaps of less than this area, in m² on the ground.
    case area(Double)
    /// Gaps in which a circle of this diameter does not fit, in meters on the ground.
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
  /// Whether land is below the limit; land exactly as large is not.
  /// - Parameter boundary: the lines round it, each with the land on its left.
  func includes(_ boundary: Paths, on ground: Ground) -> Bool {
    let area = ground.squareMeters(within: boundary)
    switch self {
    case .area(let limit): return area < limit
    case .width(let limit):
      // A circle of that width has more area than the land. The factor is π/4.
      if area < 0x1.921fb54442d18p-1 * limit * limit { return true }
      // No point of the land is farther from its edge than the radius of the largest circle. So its area is at most that
      // radius times the length of the edge.
      let perimeter =
        (0..<boundary.count).reduce(0) { $0 + Double(length(of: $1, boundary, on: ground)) } / 1_000_000
      if 2 * area >= limit * perimeter { return false }
      return ground.width(of: boundary) < limit
    }
  }
}
