import Foundation
import MapPackFeatures

/// The JSON of a difference. A further kind of change needs a member here, and its name in Comparing.md.
extension MapDifference {
  /// The difference as JSON, for programs.
  ///
  /// Keys are sorted. Lists are present even if they are empty; a single value that is unknown is left out. Areas are
  /// in m², lengths in meters. The text ends with a line break.
  ///
  /// - Throws: `unreadableData` if a number is not finite.
  package func json(_ old: Edition, _ new: Edition) throws(StageError) -> String {
    let report = DifferenceReport(self, old, new)
    return String(decoding: try SortedJSON.encoded(report), as: UTF8.self)
  }
}

/// What `diff --format json` prints.
///
/// The members are published: Comparing.md lists them, and the page of `mappack preview` reads them. `places` is the
/// number of pieces, `coordinates` are longitude and latitude in degrees, and shares are from 0 to 1.
private struct DifferenceReport: Encodable {
  struct Side: Encodable {
    var path: String
    var map: String?
    var edition: String?
    var regions: Int
    var vertices: Int
    var bytes: Int?
  }

  struct Region: Encodable {
    var code: String
    var name: String
    var area: Double?
    var length: Double?
    var points: Int?

    init(_ member: MapDifference.Member) {
      code = member.code
      name = member.name
      switch member.size {
      case .area(let size): area = rounded(size)
      case .length(let size): length = rounded(size)
      case .points(let count): points = count
      }
    }
  }

  struct Pair: Encodable {
    var old: Region
    var new: Region
  }

  struct Regrouping: Encodable {
    struct Overlap: Encodable {
      var from: String
      var to: String
      var area: Double
    }

    var kind: String
    var from: [Region]
    var to: [Region]
    var overlaps: [Overlap]
  }

  struct Move: Encodable {
    var from: Region
    var to: Region
    var area: Double
    var width: Double
    var places: Int
    var coordinates: [Double]
  }

  struct Coast: Encodable {
    var region: Region
    var gained: Double
    var lost: Double
  }

  struct Islands: Encodable {
    var region: Region
    var appeared: Int
    var appearedArea: Double
    var vanished: Int
    var vanishedArea: Double
  }

  struct Displacement: Encodable {
    var region: Region
    var distance: Double
    var appeared: Double
    var vanished: Double
    var coordinates: [Double]
  }

  struct Redrawn: Encodable {
    var places: Int
    var area: Double
    var coasts: Int
    var gained: Double
    var lost: Double
    var islands: Int
  }

  struct Bound: Encodable {
    var width: Double
    var displacement: Double
    var share: Double
  }

  var old: Side
  var new: Side
  var kind: String
  var isDifferent: Bool
  var regrouped: [Regrouping]
  var recoded: [Pair]
  var renamed: [Pair]
  var added: [Region]
  var removed: [Region]
  var bordersMoved: [Move]
  var coastsMoved: [Coast]
  var islands: [Islands]
  var moved: [Displacement]
  var redrawn: Redrawn
  var regionsWithOtherVertices: Int
  var bound: Bound

  init(_ difference: MapDifference, _ old: Edition, _ new: Edition) {
    self.old = Self.side(old, difference.regions.old, difference.vertices.old)
    self.new = Self.side(new, difference.regions.new, difference.vertices.new)
    kind = difference.kind.rawValue
    isDifferent = !difference.isEmpty
    regrouped = difference.regrouped.map { found in
      Regrouping(
        kind: found.kind.rawValue, from: found.from.map(Region.init), to: found.to.map(Region.init),
        overlaps: found.overlaps.map { .init(from: $0.from.code, to: $0.to.code, area: rounded($0.area)) })
    }
    recoded = difference.recoded.map { Pair(old: Region($0.old), new: Region($0.new)) }
    renamed = difference.renamed.map { Pair(old: Region($0.old), new: Region($0.new)) }
    added = difference.added.map(Region.init)
    removed = difference.removed.map(Region.init)
    bordersMoved = difference.moves.map {
      Move(
        from: Region($0.from), to: Region($0.to), area: rounded($0.area), width: rounded($0.width), places: $0.count,
        coordinates: $0.location)
    }
    coastsMoved = difference.coasts.map {
      Coast(region: Region($0.region), gained: rounded($0.gained), lost: rounded($0.lost))
    }
    islands = difference.islands.map {
      Islands(
        region: Region($0.region), appeared: $0.appeared, appearedArea: rounded($0.appearedArea),
        vanished: $0.vanished, vanishedArea: rounded($0.vanishedArea))
    }
    moved = difference.displaced.map {
      Displacement(
        region: Region($0.region), distance: rounded($0.distance), appeared: rounded($0.appeared),
        vanished: rounded($0.vanished), coordinates: $0.location)
    }
    let found = difference.redrawn
    redrawn = Redrawn(
      places: found.pieces, area: rounded(found.area), coasts: found.coasts, gained: rounded(found.gained),
      lost: rounded(found.lost), islands: found.islands)
    regionsWithOtherVertices = difference.regionsWithOtherVertices
    bound = Bound(
      width: rounded(difference.bound.width), displacement: rounded(difference.bound.displacement),
      share: difference.bound.share)
  }

  private static func side(_ edition: Edition, _ regions: Int, _ vertices: Int) -> Side {
    Side(
      path: edition.name, map: edition.coverage.map, edition: edition.published, regions: regions, vertices: vertices,
      bytes: edition.bytes)
  }
}

/// A number rounded to hundredths, which is finer than anything that is known of areas and widths.
private func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }
