/// A ring whose longitudes go on past ±180°: each vertex knows how often the ring has passed the antimeridian.
///
/// An edge whose longitudes differ by more than 180° runs the other way round the globe, the short one. An edge of 180°
/// or less runs as its numbers say. Two kinds of wide edges run as they are drawn, from one side of a map of the world
/// to the other:
/// - edges along a pole, with both ends at ±90°, because all longitudes are one location there;
/// - edges of a whole round (from −180° to 180°, or from 0° to 360°) of a ring that is **cut already**, such as a box
///   of the world, or Antarctica with its edge along −85°. Such a ring closes with these edges as drawn. In addition,
///   it has no width if they run the short way; or each of them is its northern or southern limit and continues along
///   the meridian at both ends.
///
/// A vertex within 10⁻⁹ degrees of the antimeridian lies on it. Some wide edges have no short way, such as that from
/// −270° to 270°. They run as the same locations within ±180° say, here from 90° to −90°.
struct UnwrappedRing {
  /// A vertex at `x + 360 · turn` degrees of longitude. As −180 ≤ x < 180, x is −180 on the antimeridian.
  struct Vertex {
    var x: Double
    var turn: Int
    var y: Double

    var isOnAntimeridian: Bool { x == -180 }
    var longitude: Double { x + 360 * Double(turn) }
    fileprivate var isAtPole: Bool { abs(y) >= 90 - UnwrappedRing.hair }
  }

  /// The vertices, without a closing one.
  private(set) var vertices: ContiguousArray<Vertex> = []
  /// How often the ring goes round the globe, eastward, before it is back at its first vertex. It is not 0 if the ring
  /// goes round a pole.
  private(set) var winding = 0
  /// Whether the source repeats the first vertex at the end.
  private(set) var isClosed = false
  /// Whether the ring has to be laid anew within ±180°: it crosses the antimeridian, goes round a pole, has vertices
  /// beyond ±180°, or has vertices at the wrong one of −180° and 180°.
  private(set) var needsCut = false
  /// The vertices at which edges start that are wider than 180° as they are written, and run the short way here. Empty
  /// if the ring has vertices beyond ±180°: then the source goes on counting, and says which way its edges run.
  private(set) var turnedEdges: [Int] = []
  /// The width of the widest of these edges the short way, in degrees.
  private(set) var widestTurn = 0.0

  /// How far from a limit a coordinate may lie because of rounding, in degrees: about a tenth of a millimeter.
  static let hair = 1e-9
  /// How far the width of an edge may be from 360° because of rounding, in degrees: about a tenth of a meter at each
  /// end.
  private static let slack = 2e-6

  /// How an edge runs; an edge of a whole round runs either way, depending on its ring.
  private enum Edge {
    case asDrawn, short, wholeRound
  }

  /// Unwraps a ring, which may repeat its first vertex at the end.
  /// - Precondition: the ring is on the globe (`isOnGlobe(ring:)`).
  init(_ geometry: borrowing FeatureGeometry, ring: Int) {
    let range = geometry.rings[ring]
    vertices.reserveCapacity(range.count)
    for vertex in range { vertices.append(Self.vertex(geometry.x[vertex], geometry.y[vertex])) }
    let ends = (range.lowerBound, range.upperBound - 1)
    if range.count > 1, geometry.x[ends.0] == geometry.x[ends.1], geometry.y[ends.0] == geometry.y[ends.1] {
      vertices.removeLast()
      isClosed = true
    }
    guard !vertices.isEmpty else { return }

    let published = vertices
    let edges = ContiguousArray(
      published.indices.map { Self.edge(published[$0], published[$0 + 1 == published.count ? 0 : $0 + 1]) })
    winding = lay(published, edges, wholeRoundsAsDrawn: false)
    let wholeRounds = edges.indices.filter { edges[$0] == .wholeRound }
    if !wholeRounds.isEmpty {
      var drawn = self
      drawn.winding = drawn.lay(published, edges, wholeRoundsAsDrawn: true)
      let hasNoWidth = winding == 0 && width <= Self.slack
      // A ring has two limits at most.
      let areLimits = wholeRounds.count <= 2 && wholeRounds.allSatisfy { drawn.isLimit($0) && isContinued($0) }
      if drawn.winding == 0 && (hasNoWidth || areLimits) { self = drawn }
    }
    if published.allSatisfy({ $0.turn == 0 || ($0.turn == 1 && $0.isOnAntimeridian) }) {
      turnedEdges = edges.indices.filter { edges[$0] == .short }
      for edge in turnedEdges {
        let (a, b) = (published[edge], published[edge + 1 == published.count ? 0 : edge + 1])
        widestTurn = max(widestTurn, 360 - abs(b.longitude - a.longitude))
      }
    }
    needsCut =
      winding != 0
      || zip(vertices, published).contains { laid, published in
        laid.turn != published.turn || !(laid.turn == 0 || (laid.turn == 1 && laid.isOnAntimeridian))
      }
  }

  private static func vertex(_ x: Double, _ y: Double) -> Vertex {
    var vertex = Vertex(x: x, turn: 0, y: y)
    // The subtraction is exact: x is between half of 360 and twice 360.
    if x > 180 + hair {
      vertex.x = x - 360
      vertex.turn = 1
    } else if x < -180 - hair {
      vertex.x = x + 360
      vertex.turn = -1
    }
    if vertex.x >= 180 - hair {
      vertex.x = -180
      vertex.turn += 1
    } else if vertex.x <= -180 + hair {
      vertex.x = -180
    }
    return vertex
  }

  private static func edge(_ a: Vertex, _ b: Vertex) -> Edge {
    let run = abs(b.x - a.x + 360 * Double(b.turn - a.turn))
    if run <= 180 || (a.isAtPole && b.isAtPole && (a.y < 0) == (b.y < 0)) { return .asDrawn }
    return isWholeRound(run) ? .wholeRound : .short
  }

  /// - Parameter run: the difference in degrees, with either sign.
  static func isWholeRound(_ run: Double) -> Bool { abs(abs(run) - 360) <= slack }

  /// Sets the turns of the vertices, starting from that of the first one.
  private mutating func lay(
    _ published: ContiguousArray<Vertex>, _ edges: ContiguousArray<Edge>, wholeRoundsAsDrawn: Bool
  ) -> Int {
    var turn = published[0].turn
    for index in edges.indices {
      let a = published[index]
      let b = published[index + 1 == edges.count ? 0 : index + 1]
      if edges[index] == .asDrawn || (edges[index] == .wholeRound && wholeRoundsAsDrawn) {
        turn += b.turn - a.turn
      } else if b.x - a.x > 180 {
        turn -= 1
      } else if b.x - a.x < -180 {
        turn += 1
      }
      if index + 1 < edges.count { vertices[index + 1].turn = turn }
    }
    return turn - published[0].turn
  }

  /// The difference between the westernmost and the easternmost longitude, in degrees.
  var width: Double {
    let longitudes = vertices.map(\.longitude)
    return (longitudes.max() ?? -.infinity) - (longitudes.min() ?? .infinity)
  }

  /// Whether the whole ring lies on one side of the edge that starts at a vertex.
  private func isLimit(_ index: Int) -> Bool {
    let a = vertices[index]
    let b = vertices[index + 1 == vertices.count ? 0 : index + 1]
    let (run, rise) = (b.longitude - a.longitude, b.y - a.y)
    let turns = vertices.map { run * ($0.y - a.y) - rise * ($0.longitude - a.longitude) }
    return turns.contains { $0 > 0 } != turns.contains { $0 < 0 }
  }

  /// Whether the ring runs along a meridian both before and after the edge that starts at a vertex.
  private func isContinued(_ index: Int) -> Bool {
    // From the end of the edge round to its start.
    let around = ContiguousArray(vertices[(index + 1)...] + vertices[...index])
    guard let b = around.first, let a = around.last else { return false }
    let after = around.first { $0.x != b.x || $0.y != b.y } ?? b
    let before = around.last { $0.x != a.x || $0.y != a.y } ?? a
    return abs(before.x - a.x) <= Self.slack && abs(after.x - b.x) <= Self.slack
  }
}

extension UnwrappedRing {
  /// Twice the signed area in square degrees, of a ring that does not go round the globe; positive if it runs
  /// counter-clockwise.
  var doubledArea: Double {
    guard let first = vertices.first else { return 0 }
    var sum = 0.0
    var previous = (x: 0.0, y: 0.0)
    for vertex in vertices {
      let next = (x: vertex.longitude - first.longitude, y: vertex.y - first.y)
      sum += previous.x * next.y - next.x * previous.y
      previous = next
    }
    return sum
  }

  /// The lowest and the highest latitude, in degrees.
  var reach: (south: Double, north: Double) {
    vertices.reduce(into: (90, -90)) { reach, vertex in
      reach = (min(reach.south, vertex.y), max(reach.north, vertex.y))
    }
  }

  mutating func reverse() {
    vertices.reverse()
    winding = -winding
  }
}

extension [UnwrappedRing] {
  /// The latitude of the pole over which the rings that go round a pole are closed: the pole that they come nearest to,
  /// or the north pole if they come as near to both. `nil` if no ring goes round a pole.
  var pole: Double? {
    let reaches = filter { $0.winding != 0 }.map(\.reach)
    guard let south = reaches.map(\.south).min(), let north = reaches.map(\.north).max() else { return nil }
    return south + north >= 0 ? 90 : -90
  }
}

extension FeatureGeometry {
  /// The same rings, unwrapped and measured, without closing vertices, with a ring that goes round a pole closed over it. A ring that
  /// the others show to be meant as it is written (`WidePolygon`) stays so. It has no polygons. `nil` if no ring has to
  /// be unwrapped, or if a ring is not on the globe, such as one of projected coordinates.
  /// - Parameter isWinding: whether a polygon has all rings of a feature, so that its first ring need not be its shell.
  func unwrapped(isWinding: Bool) -> FeatureGeometry? {
    guard let unwrappedRings = unwrappedRings(rings.indices), unwrappedRings.contains(where: \.needsCut) else {
      return nil
    }
    var unwrapped = FeatureGeometry()
    for (number, ring) in unwrappedRings.enumerated() {
      let begin = unwrapped.x.count
      if !ring.turnedEdges.isEmpty, isMeantAsWritten(number, ring, isWinding: isWinding) {
        let written = rings[number].prefix(ring.vertices.count)
        unwrapped.x += x[written]
        unwrapped.y += y[written]
        unwrapped.endRing(from: begin)
        continue
      }
      for vertex in ring.vertices {
        unwrapped.x.append(vertex.longitude)
        unwrapped.y.append(vertex.y)
      }
      if let pole = [ring].pole, let first = ring.vertices.first {
        let end = first.longitude + 360 * Double(ring.winding)
        unwrapped.x += [end, end, first.longitude]
        unwrapped.y += [first.y, pole, pole]
      }
      unwrapped.endRing(from: begin)
    }
    unwrapped.measureRings()
    return unwrapped
  }

  /// Whether the other rings of its polygon show that a ring with wide edges is meant as it is written. Which ring is the
  /// shell is not known yet: the first and the largest one are asked about. A strip round the globe is hardly meant if
  /// the file does not say that it is the shell.
  private func isMeantAsWritten(_ ring: Int, _ unwrapped: UnwrappedRing, isWinding: Bool) -> Bool {
    for polygon in polygons where polygon.count > 1 {
      let members = polygon.map { ringOrder[$0] }
      guard members.contains(ring) else { continue }
      let isFirst = members.first == ring
      let area = measures(ofRing: ring).doubledArea.magnitude
      guard isFirst || members.allSatisfy({ measures(ofRing: $0).doubledArea.magnitude <= area }) else { return false }
      let wide = WidePolygon(self, rings: [ring] + members.filter { $0 != ring }, [unwrapped])
      return wide.map { $0.reading == .written && ((isFirst && !isWinding) || !$0.isBand) } ?? false
    }
    return false
  }

  /// The unwrapped rings of a polygon, the shell first; `nil` as with other rings.
  func unwrappedRings(ofPolygon polygon: Int) -> [UnwrappedRing]? {
    unwrappedRings(polygons[polygon].lazy.map { ringOrder[$0] })
  }

  /// Some rings, unwrapped; `nil` if none of them is wide, or if one is not on the globe.
  private func unwrappedRings(_ numbers: some Sequence<Int>) -> [UnwrappedRing]? {
    guard numbers.contains(where: isWide), numbers.allSatisfy(isOnGlobe) else { return nil }
    return numbers.map { UnwrappedRing(self, ring: $0) }
  }

  /// Whether a ring is wider than half the globe or reaches beyond ±180°. Only such rings may have to be unwrapped;
  /// most rings do not.
  func isWide(ring: Int) -> Bool {
    let box = measures(ofRing: ring).box
    let (west, east) = (box.minX, box.maxX)
    return east - west > 180 || west < -180 - UnwrappedRing.hair || east > 180 + UnwrappedRing.hair
  }

  /// Whether all vertices of a ring are within ±360° of longitude and ±90° of latitude, up to rounding. True if it is
  /// empty.
  func isOnGlobe(ring: Int) -> Bool {
    rings[ring].allSatisfy { abs(x[$0]) <= 360 + UnwrappedRing.hair && abs(y[$0]) <= 90 + UnwrappedRing.hair }
  }
}
