import MapPack
import MapPackFeatures
import MapPackGeometry

/// Where the rings of a table pass some grid points, and whether they meet there as they were published, before their
/// coordinates were rounded.
///
/// Published coordinates are compared in `Double`: what is nearer than 10⁻¹² degrees, a tenth of a micrometer, may count
/// as meeting.
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

  private let table: FeatureTable
  private let published: PublishedCoordinates
  private var visits: [Place: [Visit]] = [:]

  /// - Complexity: O(n log p) for n vertices of the rings in `places` and p places.
  init(
    _ table: FeatureTable, _ published: PublishedCoordinates, _ places: Set<Place>, grid: NodingGrid, jobs: Int
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

  /// The most visits of a ring to one point that are compared in pairs.
  private static let most = 64

  /// Whether two rings meet at a point as they were published; for one ring, whether it meets itself or turns straight
  /// back there.
  func meet(_ ring: Int, _ other: Int, at point: GridPoint) -> Bool {
    contains(ring, other, at: point, where: meet)
      || ring == other
        && self[Place(ring: ring, point: point)].contains { $0.isAtVertex && turnsBack(at: $0.vertex) }
  }

  /// Whether two rings cross at a point as they were published, or one ring itself.
  func cross(_ ring: Int, _ other: Int, at point: GridPoint) -> Bool {
    contains(ring, other, at: point, where: cross)
  }

  private func contains(
    _ ring: Int, _ other: Int, at point: GridPoint, where isWanted: (Visit, Visit) -> Bool
  ) -> Bool {
    let ones = self[Place(ring: ring, point: point)].prefix(Self.most)
    let others = ring == other ? ones : self[Place(ring: other, point: point)].prefix(Self.most)
    return ones.indices.contains { index in
      (ring == other ? ones[..<index] : others).contains { isWanted(ones[index], $0) }
    }
  }

  /// Whether a ring encloses nothing as it was published.
  func isFlat(_ ring: Int) -> Bool {
    let range = table.vertices(ofRing: ring)
    guard let first = range.first else { return true }
    var (area, sum) = (0.0, 0.0)
    for vertex in range.dropFirst(2) {
      let (a, b) = (vector(first, vertex - 1), vector(first, vertex))
      area += a.x * b.y - a.y * b.x
      sum += (a.x * b.y).magnitude + (a.y * b.x).magnitude
    }
    return area.magnitude <= 1e-15 * sum
  }

  /// Whether a ring has fewer than three different vertices as it was published.
  func isTooShort(_ ring: Int) -> Bool {
    Set(table.vertices(ofRing: ring).lazy.map { position($0) }).count < 3
  }

  // MARK: Published coordinates

  private func position(_ vertex: Int) -> SIMD2<Double> { published.position(vertex, published.shift(at: vertex)) }

  private func vector(_ from: Int, _ to: Int) -> SIMD2<Double> { position(to) - position(from) }

  /// The next vertex of a ring at another position, forwards or backwards.
  private func neighbor(of vertex: Int, step: Int) -> Int {
    let range = table.vertices(ofRing: table.vertexStart.owner(of: vertex))
    var next = vertex
    repeat {
      next += step
      if next == range.upperBound { next = range.lowerBound }
      if next < range.lowerBound { next = range.upperBound - 1 }
    } while next != vertex && position(next) == position(vertex)
    return next
  }

  private func turnsBack(at vertex: Int) -> Bool {
    let (u, v) = (
      vector(vertex, neighbor(of: vertex, step: -1)), vector(vertex, neighbor(of: vertex, step: 1))
    )
    return u.x * v.y == u.y * v.x && u.x * v.x + u.y * v.y > 0
  }

  /// The vertices before and after a visit; the ends of a segment.
  private func passage(_ visit: Visit) -> (before: Int, after: Int) {
    (visit.isAtVertex ? neighbor(of: visit.vertex, step: -1) : visit.vertex, neighbor(of: visit.vertex, step: 1))
  }

  private func segments(of visit: Visit) -> [(Int, Int)] {
    let (before, after) = passage(visit)
    return visit.isAtVertex ? [(before, visit.vertex), (visit.vertex, after)] : [(before, after)]
  }

  private func areAtOnePoint(_ one: Visit, _ other: Visit) -> Bool {
    one.isAtVertex && other.isAtVertex && position(one.vertex) == position(other.vertex)
  }

  private func meet(_ one: Visit, _ other: Visit) -> Bool {
    areAtOnePoint(one, other) || segmentsCross(one, other)
      || one.isAtVertex && segments(of: other).contains { lies(one.vertex, on: $0) }
      || other.isAtVertex && segments(of: one).contains { lies(other.vertex, on: $0) }
  }

  private func segmentsCross(_ one: Visit, _ other: Visit) -> Bool {
    segments(of: one).contains { first in
      segments(of: other).contains { areOpposite($0, first) && areOpposite(first, $0) }
    }
  }

  private func cross(_ one: Visit, _ other: Visit) -> Bool {
    if segmentsCross(one, other) { return true }
    for (vertex, line) in [(one, other), (other, one)] where vertex.isAtVertex {
      let (a, b) = (passage(vertex), passage(line))
      guard areAtOnePoint(one, other) || !line.isAtVertex && lies(vertex.vertex, on: b) else { continue }
      return isLeft(b.before, of: a, vertex.vertex) != isLeft(b.after, of: a, vertex.vertex)
    }
    return false
  }

  /// Whether the direction from a vertex to p lies in the sector to the left of the passage through that vertex.
  private func isLeft(_ p: Int, of passage: (before: Int, after: Int), _ vertex: Int) -> Bool {
    let isLeftOfBefore = side(p, of: (passage.before, vertex)) > 0
    let isLeftOfAfter = side(p, of: (vertex, passage.after)) > 0
    return side(passage.after, of: (passage.before, vertex)) > 0
      ? isLeftOfBefore && isLeftOfAfter : isLeftOfBefore || isLeftOfAfter
  }

  /// Whether a vertex lies on a segment of which it is no end.
  private func lies(_ vertex: Int, on line: (Int, Int)) -> Bool {
    let (p, a, b) = (position(vertex), position(line.0), position(line.1))
    return vertex != line.0 && vertex != line.1 && side(vertex, of: line) == 0
      && min(a.x, b.x) <= p.x && p.x <= max(a.x, b.x) && min(a.y, b.y) <= p.y && p.y <= max(a.y, b.y)
  }

  private func areOpposite(_ points: (Int, Int), _ line: (Int, Int)) -> Bool {
    let (one, other) = (side(points.0, of: line), side(points.1, of: line))
    return one > 0 && other < 0 || one < 0 && other > 0
  }

  /// Positive if a vertex lies on the left of a line, 0 if on it.
  private func side(_ p: Int, of line: (Int, Int)) -> Double {
    let (u, v) = (vector(line.0, line.1), vector(line.0, p))
    return u.x * v.y - u.y * v.x
  }
}
