import MapPackFeatures
import MapPackGeometry
import MapPackMerge
import MapPackNames

/// What differs between two editions of a map: which regions came, went and became others, and which borders moved.
///
/// `diff` prints it, the page of `preview` shows it, and `run` proposes rows of a change table by it. `Comparison`
/// fills it in for areas, `LineComparison` for lines and points.
///
/// - The order of features and the vertices at which rings start do not matter.
/// - If the editions are exchanged, the difference is mirrored: what was added is removed, what merged is split, and
///   what was gained is lost.
/// - Lines and points count as moved only if they lie farther away than simplification and rounding explain.
/// - Land that passes from one region to another counts only if it is more than simplification, rounding and drawing
///   anew explain (`RedrawingNoise`). The rest is summed up in `redrawn`.
///
/// Lists are in the order of the old edition's regions, and `added` in that of the new edition's. A further kind of
/// change has to be added to `isEmpty`, and to the text, the Markdown and the JSON.
package struct MapDifference: Hashable, Sendable {
  /// How large a region is.
  package enum Size: Hashable, Sendable {
    /// In m², as drawn at the finest level.
    case area(Double)
    /// In m, as published, before simplification.
    case length(Double)
    /// The number of points.
    case points(Int)
  }

  /// A region with its code, name and size.
  package struct Member: Hashable, Sendable {
    package var code: String
    package var name: String
    package var size: Size

    /// In m²; 0 for lines and points.
    package var area: Double {
      guard case .area(let area) = size else { return 0 }
      return area
    }
  }

  /// Lines or points of a region that lie elsewhere than before.
  package struct Displacement: Hashable, Sendable {
    /// As the new edition has it.
    package var region: Member
    /// The largest distance from a point of one edition's region to the other edition's, in meters.
    package var distance: Double
    /// How much of the new region lies away from the old one: the length in meters, or the number of points.
    package var appeared: Double
    /// How much of the old region lies away from the new one: the length in meters, or the number of points.
    package var vanished: Double
    /// The location at which the distance is largest: longitude and latitude in degrees.
    package var location: [Double]
  }

  /// A region that goes on under another code or name.
  package struct Renaming: Hashable, Sendable {
    package var old: Member
    package var new: Member
  }

  /// Regions that merged, were absorbed, were split or were reorganized (see `Reorganization`).
  package struct Regrouping: Hashable, Sendable {
    package var kind: Reorganization.Kind
    package var from: [Member]
    package var to: [Member]
    package var overlaps: [Overlap]

    /// Land that an old and a new region have in common.
    package struct Overlap: Hashable, Sendable {
      package var from: Member
      package var to: Member
      /// In m².
      package var area: Double
    }
  }

  /// Land that passed from one region to another. Neither region began or ended by that.
  package struct Move: Hashable, Sendable {
    package var from: Member
    package var to: Member
    /// In m².
    package var area: Double
    /// The width of its widest piece, in meters.
    package var width: Double
    /// A location on the boundary of its largest piece: longitude and latitude in degrees.
    package var location: [Double]
    /// The number of its pieces.
    package var count: Int
  }

  /// Land that a region gained from nobody or lost to nobody, at a coast or at the outer border of the map.
  package struct CoastMove: Hashable, Sendable {
    /// As the new edition has it.
    package var region: Member
    /// In m².
    package var gained: Double
    /// In m².
    package var lost: Double
  }

  /// Polygons of a region that lie where the other edition has no land.
  package struct IslandChange: Hashable, Sendable {
    /// As the new edition has it.
    package var region: Member
    /// How many polygons the new edition has in addition.
    package var appeared = 0
    /// In m².
    package var appearedArea = 0.0
    /// How many polygons of the old edition are gone.
    package var vanished = 0
    /// In m².
    package var vanishedArea = 0.0
  }

  /// What drawing anew explains.
  package struct Redrawn: Hashable, Sendable {
    /// The number of pieces of land that passed between regions.
    package var pieces = 0
    /// Their total area, in m².
    package var area = 0.0
    /// The number of regions whose coast or outer border was drawn anew.
    package var coasts = 0
    /// The land gained at these coasts, in m².
    package var gained = 0.0
    /// The land lost at these coasts, in m².
    package var lost = 0.0
    /// The number of islands that came or went with coasts drawn anew.
    package var islands = 0

    package var isEmpty: Bool { pieces == 0 && coasts == 0 && islands == 0 && gained == 0 && lost == 0 }
  }

  /// A number before and after.
  package struct Count: Hashable, Sendable {
    package var old: Int
    package var new: Int
  }

  /// How much has to move to count. All zero if neither edition has a shape.
  package struct Bound: Hashable, Sendable {
    /// The width of land, or the distance of lines and points, in meters.
    package var width: Double
    /// The median displacement of borders, in meters.
    package var displacement: Double
    /// The share of the smaller region, from 0 to 1; 0 if lines were not drawn anew.
    package var share: Double
  }

  /// The kind of geometry of both editions.
  package var kind: GeometryKind
  /// Regions of the new edition that have nothing to do with one of the old edition.
  package var added: [Member] = []
  /// Regions of the old edition that have nothing to do with one of the new edition.
  package var removed: [Member] = []
  /// Regions that go on under another code.
  package var recoded: [Renaming] = []
  /// Regions that go on under the same code, with another name.
  package var renamed: [Renaming] = []
  /// Mergers, absorptions, splits and other reorganizations.
  package var regrouped: [Regrouping] = []
  /// Borders between regions that moved.
  package var moves: [Move] = []
  package var coasts: [CoastMove] = []
  package var islands: [IslandChange] = []
  /// Regions of lines or points that moved.
  package var displaced: [Displacement] = []
  package var redrawn = Redrawn()
  package var bound = Bound(width: 0, displacement: 0, share: 0)
  /// The numbers of regions that have a shape.
  package var regions: Count
  /// The numbers of vertices of all arcs.
  package var vertices: Count
  /// The number of regions that are in both editions with different numbers of vertices.
  package var regionsWithOtherVertices = 0
  /// The sizes of the packs; `nil` unless both editions are packs.
  package var bytes: Count?

  /// Whether there is nothing to report. Other numbers of vertices or of bytes are something to report.
  package var isEmpty: Bool {
    added.isEmpty && removed.isEmpty && recoded.isEmpty && renamed.isEmpty && regrouped.isEmpty && moves.isEmpty
      && coasts.isEmpty && islands.isEmpty && displaced.isEmpty && redrawn.isEmpty && regions.old == regions.new
      && vertices.old == vertices.new && regionsWithOtherVertices == 0 && bytes.map { $0.old == $0.new } ?? true
  }

  /// Compares two editions.
  ///
  /// - Precondition: both editions have areas, or both lines, or both points.
  /// - Parameters:
  ///   - share: for areas, how much of the smaller region has to change hands if lines were drawn anew, from 0 to 1;
  ///     see `RedrawingNoise`.
  ///   - jobs: the number of threads. The result does not depend on it.
  /// - Complexity: O(n log n) for n vertices if few lines cross.
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

/// The part of `MapDifference` that proposes what to do about codes.
extension MapDifference {
  /// Proposes rows of a change table that say what became of some codes, by the land that the editions have in common.
  /// The error of a run whose data lacks regions prints them.
  ///
  /// Regions that went to the same one region make a row of kind `recode`, `merge` or `absorb`. Regions that went to
  /// the same several regions make a row of kind `split`. A region that has no land in common with a new one has no
  /// row.
  ///
  /// - Parameters:
  ///   - codes: the codes of regions that ended.
  ///   - date: the day from which the new edition holds, or empty.
  /// - Returns: rows sorted by `from`.
  package func changes(ending codes: Set<String>, date: String) -> [MapChange] {
    var rows = recoded.filter { codes.contains($0.old.code) }
      .map { MapChange(date: date, kind: .recode, from: [$0.old.code], to: [$0.new.code]) }
    for regrouping in regrouped {
      var targets: [[String]: [String]] = [:]
      for member in regrouping.from where codes.contains(member.code) {
        let to = regrouping.overlaps.filter { $0.from.code == member.code }.map(\.to.code)
        targets[to, default: []].append(member.code)
      }
      for (to, from) in targets {
        let kind: MapChange.Kind = to.count > 1 ? .split : regrouping.kind == .absorb ? .absorb : .merge
        rows.append(MapChange(date: date, kind: kind, from: from, to: to))
      }
    }
    return rows.sorted { $0.from.lexicographicallyPrecedes($1.from) }
  }

  /// What to do about codes whose leading zeros have changed; `nil` if there are none. The text and the Markdown
  /// have it with the recoded regions; `RespelledCodes` has the words.
  package var respelling: String? {
    RespelledCodes(expected: recoded.map(\.old.code), found: recoded.map(\.new.code), known: []).remedy(key: nil)
  }
}
