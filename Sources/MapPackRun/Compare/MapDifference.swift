import Foundation
import MapPackCoverage
import MapPackFeatures
import MapPackFiles
import MapPackGeometry
import MapPackMerge
import MapPackNames

/// What differs between two editions of a map: which regions came, went and became others, and which borders moved.
///
/// - The order of features and the vertices at which rings start do not matter.
/// - If the editions are exchanged, the difference is mirrored: what was added is removed, what merged is split, and
///   what was gained is lost.
/// - Of lines and points, codes, names, numbers and sizes are compared, and not where they lie.
/// - Land that passes from one region to another counts only if it is more than simplification, rounding and drawing
///   anew explain (`RedrawingNoise`). The rest is summed up in `redrawn`.
///
/// Its members are those of `mappack diff --format json`. Lists are in the order of the old edition's regions, and
/// `added` in that of the new edition's. Areas are in m², rounded to hundredths; lengths are in m, rounded to
/// millimeters; coordinates are longitude and latitude in degrees.
package struct MapDifference: Hashable, Encodable, Sendable {
  /// One of the two editions.
  package struct Side: Hashable, Encodable, Sendable {
    package var path: String
    package var map: String?
    package var edition: String?
    /// The number of regions that have a shape.
    package var regions: Int
    /// The number of vertices of all arcs.
    package var vertices: Int
    /// The size of the pack; `nil` if the edition is no pack.
    package var bytes: Int?

    init(_ edition: Edition) {
      path = edition.name
      map = edition.coverage.map
      self.edition = edition.published
      regions = edition.coverage.liveRegions.count
      vertices = edition.coverage.arcs.vertexCount
      bytes = edition.bytes
    }
  }

  /// A region with its code, its name and its size, of which one member is known.
  package struct Member: Hashable, Encodable, Sendable {
    package var code: String
    package var name: String
    /// As drawn at the finest level.
    package var area: Double?
    /// As published, before simplification.
    package var length: Double?
    /// The number of points.
    package var points: Int?

    package init(_ region: Region, area: Double? = nil, length: Double? = nil, points: Int? = nil) {
      (code, name, self.area, self.length, self.points) = (region.code, region.name, area, length, points)
    }

    /// `42201 長崎市`, or only the code if there is no other name.
    package var label: String { name == code || name.isEmpty ? code : "\(code) \(name)" }
  }

  /// A region that goes on under another code or name, or with another length or number of points.
  package struct Renaming: Hashable, Encodable, Sendable {
    package var old: Member
    package var new: Member
  }

  /// A number of a region that has another value than before.
  package struct NumberChange: Hashable, Encodable, Sendable {
    /// As the new edition has it.
    package var region: Member
    package var name: String
    /// `nil` if there was no value.
    package var old: Double?
    /// `nil` if there is no value any more.
    package var new: Double?
  }

  /// Regions that ended or began, with those that they have land in common with.
  package struct Regrouping: Hashable, Encodable, Sendable {
    /// What happened to the regions.
    package enum Kind: String, CaseIterable, Hashable, Encodable, Sendable {
      /// Several regions that ended became one that began.
      case merge
      /// Regions that ended went to one that goes on.
      case absorb
      /// One region became several. It ended, or it goes on and gave some of its land to regions that began.
      case split
      /// Several regions became several.
      case reorganize
    }

    package var kind: Kind
    /// In the order of the old edition. The region that absorbed others is not among them.
    package var from: [Member]
    /// In the order of the new edition. A region that was split and goes on is among them.
    package var to: [Member]
    package var overlaps: [Overlap]

    /// Land that an old and a new region have in common.
    package struct Overlap: Hashable, Encodable, Sendable {
      /// The code of the old region.
      package var from: String
      /// The code of the new region.
      package var to: String
      package var area: Double
      package var old: Member
      package var new: Member

      /// In JSON, the regions are their codes.
      private enum CodingKeys: CodingKey { case from, to, area }
    }
  }

  /// Land that passed from one region to another. Neither region began or ended by that.
  package struct Move: Hashable, Encodable, Sendable {
    package var from: Member
    package var to: Member
    package var area: Double
    /// The width of its widest piece.
    package var width: Double
    /// The number of its pieces.
    package var places: Int
    /// A location on the boundary of its largest piece.
    package var coordinates: [Double]
  }

  /// Land that a region gained from nobody or lost to nobody, at a coast or at the outer border of the map.
  package struct CoastMove: Hashable, Encodable, Sendable {
    /// As the new edition has it.
    package var region: Member
    package var gained: Double
    package var lost: Double
  }

  /// Polygons of a region that lie where the other edition has no land.
  package struct IslandChange: Hashable, Encodable, Sendable {
    /// As the new edition has it.
    package var region: Member
    /// How many polygons the new edition has in addition.
    package var appeared = 0
    package var appearedArea = 0.0
    /// How many polygons of the old edition are gone.
    package var vanished = 0
    package var vanishedArea = 0.0
  }

  /// What drawing anew explains.
  package struct Redrawn: Hashable, Encodable, Sendable {
    /// The number of pieces of land that passed between regions.
    package var places = 0
    /// Their total area.
    package var area = 0.0
    /// The number of regions whose coast or outer border was drawn anew.
    package var coasts = 0
    /// The land gained at these coasts.
    package var gained = 0.0
    /// The land lost at these coasts.
    package var lost = 0.0
    /// The number of islands that came or went with coasts drawn anew.
    package var islands = 0
  }

  /// How much has to move to count. All zero if neither edition has land.
  package struct Bound: Hashable, Encodable, Sendable {
    /// The width of land.
    package var width = 0.0
    /// The median displacement of borders.
    package var displacement = 0.0
    /// The share of the smaller region, from 0 to 1; 0 if lines were not drawn anew.
    package var share = 0.0
  }

  package var old: Side
  package var new: Side
  /// The kind of geometry of both editions.
  package var kind: GeometryKind
  /// Whether there is something to report. Other numbers of vertices or of bytes are.
  package private(set) var isDifferent = false
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
  /// Numbers of regions that are in both editions, where their values differ, or one edition has none.
  package var numbersChanged: [NumberChange] = []
  /// Borders between regions that moved.
  package var bordersMoved: [Move] = []
  package var coastsMoved: [CoastMove] = []
  package var islands: [IslandChange] = []
  /// Regions that go on with lines of another length, or with another number of points.
  package var resized: [Renaming] = []
  package var redrawn = Redrawn()
  package var bound = Bound()
  /// The number of regions that are in both editions with different numbers of vertices.
  package var regionsWithOtherVertices = 0

  /// Compares two editions.
  /// - Precondition: both editions have areas, or both lines, or both points.
  /// - Parameter share: for areas, how much of the smaller region has to change hands if lines were drawn anew, from 0
  ///   to 1.
  /// - Complexity: O(n log n) for n vertices if few lines cross.
  package init(_ old: Edition, _ new: Edition, share: Double, jobs: Int) {
    (self.old, self.new) = (Side(old), Side(new))
    kind = new.coverage.kind
    if kind != .areas {
      compareLines(old, new)
    } else if let overlap = ShapeOverlap(old.coverage, new.coverage, jobs: jobs) {
      Comparison(old.coverage, new.coverage, overlap, share: share).fill(&self, old, new)
    }
    isDifferent =
      !tables.isEmpty || redrawn != Redrawn() || self.old.regions != self.new.regions
      || self.old.vertices != self.new.vertices || regionsWithOtherVertices > 0 || hasOtherSize
  }

  /// Says which regions go on, and which ended or began. A region without a shape did neither.
  mutating func addRegions(
    _ old: (edition: Edition, members: [Member]), _ new: (edition: Edition, members: [Member]), _ match: RegionMatch,
    _ regroupings: [[ShapeOverlap.Shared]] = []
  ) {
    for (region, other) in match.newByOld.enumerated() {
      guard let other else { continue }
      let renaming = Renaming(old: old.members[region], new: new.members[other])
      if renaming.old.code != renaming.new.code {
        recoded.append(renaming)
      } else if renaming.old.name.filter({ !$0.isWhitespace }) != renaming.new.name.filter({ !$0.isWhitespace }) {
        renamed.append(renaming)
      }
      let (before, after) = (old.edition.coverage.regions[region], new.edition.coverage.regions[other])
      for name in [before, after].numberNames where before.number(name) != after.number(name) {
        numbersChanged.append(
          .init(region: new.members[other], name: name, old: before.number(name), new: after.number(name)))
      }
      if old.edition.coverage.ringVertices(of: region) != new.edition.coverage.ringVertices(of: other) {
        regionsWithOtherVertices += 1
      }
    }
    regrouped = regroupings.map { Regrouping($0, match, old.members, new.members) }
    let (ended, began) = (Set(regroupings.joined().map(\.old)), Set(regroupings.joined().map(\.new)))
    removed = old.edition.coverage.liveRegions.filter { match.newByOld[$0] == nil && !ended.contains($0) }
      .map { old.members[$0] }
    added = new.edition.coverage.liveRegions.filter { match.oldByNew[$0] == nil && !began.contains($0) }
      .map { new.members[$0] }
  }

  var hasOtherSize: Bool { old.bytes != nil && new.bytes != nil && old.bytes != new.bytes }

  /// The difference as JSON. Keys are sorted. Lists are present even if they are empty; a single value that is unknown
  /// is left out.
  ///
  /// - Throws: `unreadableData` if a number is not finite.
  package func json() throws(StageError) -> String { String(decoding: try SortedJSON.encoded(self), as: UTF8.self) }
}

extension Double {
  /// Hundredths of a m² are finer than anything that is known of areas.
  var roundedArea: Double { (self * 100).rounded() / 100 }
  var roundedLength: Double { (self * 1000).rounded() / 1000 }
  /// About a centimeter.
  var roundedDegrees: Double { (self * 1e7).rounded() / 1e7 }
}

extension MapDifference {
  /// Proposes rows of a change table that say what became of some codes, by the land that the editions have in common.
  ///
  /// Regions that went to the same one region make a row of kind `recode`, `merge` or `absorb`. Regions that went to
  /// the same several regions make a row of kind `split`. A region without common land has no row.
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
        let to = regrouping.overlaps.filter { $0.from == member.code }.map(\.to)
        targets[to, default: []].append(member.code)
      }
      for (to, from) in targets {
        let kind: MapChange.Kind = to.count > 1 ? .split : regrouping.kind == .absorb ? .absorb : .merge
        rows.append(MapChange(date: date, kind: kind, from: from, to: to))
      }
    }
    return rows.sorted { $0.from.lexicographicallyPrecedes($1.from) }
  }

  /// What to do about codes whose leading zeros have changed; `nil` if there are none.
  package var respelling: String? {
    RespelledCodes(expected: recoded.map(\.old.code), found: recoded.map(\.new.code), known: []).remedy(key: nil)?
      .words(for: .pipelineFile)
  }
}
