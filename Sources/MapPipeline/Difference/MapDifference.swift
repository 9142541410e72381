import MapFeatures
import MapGeometry
import MapTopology

/// What differs between two editions of a map: which regions came, went, and became others, which borders moved.
///
/// - Nothing differs where only the order of features, or the vertex at which rings start, did.
/// - Mirrored: of the editions exchanged, what was added is removed, what merged is split, what was gained is lost.
/// - Of lines and points: what lies elsewhere counts only where that is farther than simplifying and rounding explain.
/// - Land that passes from one region to another counts only where that is more than simplifying, rounding and drawing
///   anew explain (`RedrawingNoise`); what does not count is summed up in `redrawn`.
package struct MapDifference: Hashable, Sendable {
  /// How large a region is.
  package enum Size: Hashable, Sendable {
    /// In m², as drawn.
    case area(Double)
    /// In m.
    case length(Double)
    /// How many there are.
    case points(Int)
  }

  /// A region by what it is called.
  package struct Member: Hashable, Sendable {
    package var code: String
    package var name: String
    package var size: Size

    /// In m²; 0 of what is no area.
    package var area: Double {
      guard case .area(let area) = size else { return 0 }
      return area
    }
  }

  /// Lines or points of a region that lie elsewhere than before.
  package struct Displacement: Hashable, Sendable {
    package var region: Member
    /// How far the farthest of it lies from what was there before, or the other way round, in meters.
    package var distance: Double
    /// How much there is that lies away from all that was there before, and how much of that is gone: lines in meters, points
    /// by their number.
    package var appeared: Double
    package var vanished: Double
    /// Where the distance is largest: longitude and latitude.
    package var place: [Double]
  }

  /// A region that goes on under another code or name.
  package struct Renaming: Hashable, Sendable {
    package var old: Member
    package var new: Member
  }

  package struct Regrouping: Hashable, Sendable {
    package var kind: Reorganization.Kind
    package var from: [Member]
    package var to: [Member]
    package var overlaps: [Overlap]

    package struct Overlap: Hashable, Sendable {
      package var from: Member
      package var to: Member
      /// In m².
      package var area: Double
    }
  }

  /// Land that passed from one region to another without either ending in it.
  package struct Move: Hashable, Sendable {
    package var from: Member
    package var to: Member
    /// In m².
    package var area: Double
    /// The width of its widest part, in metres.
    package var width: Double
    /// A place at the edge of the largest part: longitude and latitude.
    package var place: [Double]
    /// How many places it is in.
    package var count: Int
  }

  /// Land of a region that was nobody's before, or is nobody's now: a coast, or the outer border of the map.
  package struct CoastMove: Hashable, Sendable {
    package var region: Member
    /// In m².
    package var gained: Double
    package var lost: Double
  }

  /// Polygons of a region that are, or were, where nobody had any land in the other edition.
  package struct IslandChange: Hashable, Sendable {
    package var region: Member
    package var appeared = 0
    /// In m².
    package var appearedArea = 0.0
    package var vanished = 0
    package var vanishedArea = 0.0
  }

  /// What drawing anew explains.
  package struct Redrawn: Hashable, Sendable {
    /// Land between regions: how many places, and m² together.
    package var places = 0
    package var area = 0.0
    /// Regions whose coast or outer border was drawn anew, and the land gained and lost there, in m².
    package var coasts = 0
    package var gained = 0.0
    package var lost = 0.0
    /// Islands that came or went with coasts drawn anew.
    package var islands = 0

    package var isEmpty: Bool { places == 0 && coasts == 0 && islands == 0 && gained == 0 && lost == 0 }
  }

  /// A number before and after.
  package struct Count: Hashable, Sendable {
    package var old: Int
    package var new: Int
  }

  /// How much has to move to count: the width in metres, the median distance between lines in metres, and the share of
  /// the smaller region where lines were drawn anew (else 0).
  package struct Bound: Hashable, Sendable {
    package var width: Double
    package var displacement: Double
    package var share: Double
  }

  /// What both editions have.
  package var kind: GeometryKind
  package var added: [Member] = []
  package var removed: [Member] = []
  package var recoded: [Renaming] = []
  package var renamed: [Renaming] = []
  package var regrouped: [Regrouping] = []
  package var moves: [Move] = []
  package var coasts: [CoastMove] = []
  package var islands: [IslandChange] = []
  /// Of lines and points.
  package var displaced: [Displacement] = []
  package var redrawn = Redrawn()
  package var bound = Bound(width: 0, displacement: 0, share: 0)
  package var regions: Count
  package var vertices: Count
  /// Regions, in both editions, the number of whose vertices differs.
  package var regionsWithOtherVertices = 0
  /// Of packs.
  package var bytes: Count?

  /// Whether there is nothing to report.
  package var isEmpty: Bool {
    added.isEmpty && removed.isEmpty && recoded.isEmpty && renamed.isEmpty && regrouped.isEmpty && moves.isEmpty
      && coasts.isEmpty && islands.isEmpty && displaced.isEmpty && redrawn.isEmpty && regions.old == regions.new
      && vertices.old == vertices.new && regionsWithOtherVertices == 0 && bytes.map { $0.old == $0.new } ?? true
  }

  /// - Precondition: both editions have areas, or both lines, or both points.
  /// - Parameter share: see `RedrawingNoise`.
  /// - Complexity: as `ShapeOverlap`.
  package init(_ old: Edition, _ new: Edition, share: Double, jobs: Int) {
    kind = new.coverage.kind
    regions = Count(old: old.liveRegions.count, new: new.liveRegions.count)
    vertices = Count(old: old.coverage.arcs.vertexCount, new: new.coverage.arcs.vertexCount)
    if let oldBytes = old.bytes, let newBytes = new.bytes { bytes = Count(old: oldBytes, new: newBytes) }
    guard kind == .areas else {
      LineComparison(old, new, jobs: jobs).fill(&self)
      return
    }
    guard let overlap = ShapeOverlap(old.coverage, new.coverage, jobs: jobs) else { return }
    let comparison = Comparison(old, new, overlap, share: share)
    comparison.fill(&self)
  }
}
