import MapPack
import MapPackCoverage
import MapPackFeatures
import MapPackGeometry

/// Where the rings of a table pass some grid points.
struct PublishedVisits {
  struct Place: Hashable {
    var ring: Int
    var point: GridPoint
  }

  /// A vertex that is rounded to the point, or a segment whose line passes through the point's pixel.
  struct Visit {
    /// The vertex of the table, or the first vertex of the segment.
    var vertex: Int
    var isAtVertex: Bool
  }

  private let table: FeatureRecords
  private let published: PublishedCoordinates
  private var visits: [Place: [Visit]] = [:]

  /// - Complexity: O(n log p) for n vertices of the rings in `places` and p places.
  init(
    _ table: FeatureRecords, _ published: PublishedCoordinates, _ places: Set<Place>, grid: NodingGrid, jobs: Int
  ) {
    (self.table, self.published) = (table, published)
    let points = Dictionary(grouping: places, by: \.ring).sorted { $0.key < $1.key }
    let found = concurrentMap(points.count, jobs: jobs) { index in
      Self.visits(
        of: table.vertices(ofRing: points[index].key), at: points[index].value.map(\.point), in: published, grid)
    }
    for (ring, visits) in zip(points.map(\.key), found) {
      for (point, visit) in visits { self.visits[Place(ring: ring, point: point), default: []].append(visit) }
    }
  }

  private static func visits(
    of range: Range<Int>, at points: [GridPoint], in published: PublishedCoordinates, _ grid: NodingGrid
  ) -> [(GridPoint, Visit)] {
    var found: [(GridPoint, Visit)] = []
    let (wanted, pixels) = (Set(points), PointIndex(distinct: points, jobs: 1))
    let shift = published.shift(at: range.lowerBound)
    func point(_ vertex: Int) -> GridPoint {
      let position = published.position(vertex, shift)
      return grid.point(longitude: position.x, latitude: position.y)
    }
    guard let last = range.last else { return [] }
    var before = point(last)
    for vertex in range {
      let here = point(vertex)
      if here != before, wanted.contains(here) { found.append((here, Visit(vertex: vertex, isAtVertex: true))) }
      before = here
      let next = point(vertex == last ? range.lowerBound : vertex + 1)
      guard next != here else { continue }
      pixels.forEachPoint(on: here, next) {
        if $0 != here && $0 != next { found.append(($0, Visit(vertex: vertex, isAtVertex: false))) }
      }
    }
    return found
  }

  /// The visits of a ring to a point, in the order of the ring's vertices; none if only noding brought it there.
  subscript(place: Place) -> [Visit] { visits[place] ?? [] }

  /// Whether a ring has fewer than three different vertices as it was published.
  func isTooShort(_ ring: Int) -> Bool {
    Set(table.vertices(ofRing: ring).lazy.map { published.position($0, published.shift(at: $0)) }).count < 3
  }
}
