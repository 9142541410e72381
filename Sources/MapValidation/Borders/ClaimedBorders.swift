import MapArrangement
import MapGeometry
import MapTopology

/// The borders of a drawing, and who claims what lies beside them.
struct ClaimedBorders: Sendable {
  let drawing: BorderDrawing
  /// Per feature: its region, or -1 where it is of none.
  let region: ContiguousArray<Int32>
  /// Per ring: its connected part, named by the first ring of it.
  let part: ContiguousArray<Int32>
  /// The connected parts that have vertices, ascending.
  let parts: [Part]
  /// Per vertex that is a representative: whether its point is a node.
  let isNode: ContiguousArray<Bool>
  /// The vertices at nodes and at the lowest points of parts.
  let visits: PointVisits
  /// The lines that one ring alone draws.
  let oneSided: [OneSidedLine]

  struct Part: Sendable {
    var number: Int
    /// The lowest vertex, of several the leftmost.
    var lowest: Int
    /// The segment that lies below that, and whether it runs towards growing x; `nil` where there is none.
    var below: (segment: Int, runsTowardsGrowingX: Bool)?
  }

  /// Consecutive segments of a ring, each of which is the only one on its edge; as many as there are without a wrap
  /// around.
  struct OneSidedLine: Sendable {
    var ring: Int
    var segments: Range<Int>
  }

  /// - Complexity: O(n) for n vertices.
  init(_ drawing: BorderDrawing, region: ContiguousArray<Int32>, jobs: Int) {
    self.drawing = drawing
    self.region = region
    let rings = drawing.rings
    var sets = DisjointSets(count: rings.ringCount)
    for touch in drawing.points.touches { sets.unite(Int(touch.ring), Int(touch.other)) }
    part = ContiguousArray((0..<rings.ringCount).map { Int32(truncatingIfNeeded: sets.find($0)) })
    parts = Self.parts(of: drawing, part, jobs: jobs)

    var isNode = ContiguousArray(repeating: false, count: rings.vertexCount)
    for node in drawing.edges.nodes { isNode[Int(node)] = true }
    var isWanted = isNode
    for part in parts { isWanted[Int(drawing.points.representative[part.lowest])] = true }
    self.isNode = isNode
    visits = PointVisits(drawing.points, isWanted, jobs: jobs)

    let groups = rings.paths.groups(ofVertices: 65_536)
    oneSided = concurrentMap(groups.count, jobs: jobs) { group in
      var lines: [OneSidedLine] = []
      for ring in groups[group] { Self.appendOneSidedLines(ofRing: ring, in: drawing, to: &lines) }
      return lines
    }.flatMap { $0 }
  }

  func region(ofVertex vertex: Int) -> Int32 { region[drawing.rings.feature(of: vertex)] }

  /// Per part: its lowest vertex, or -1 where it has none.
  private static func lowestVertices(
    _ rings: RoundedRings, _ part: ContiguousArray<Int32>
  ) -> ContiguousArray<Int32> {
    var lowest = ContiguousArray<Int32>(repeating: -1, count: rings.ringCount)
    for ring in 0..<rings.ringCount where !rings.vertices(ofRing: ring).isEmpty {
      let part = Int(part[ring])
      let vertex = rings.lowest[ring]
      if lowest[part] >= 0 {
        let (here, known) = (rings.point(Int(vertex)), rings.point(Int(lowest[part])))
        if (known.y, known.x) <= (here.y, here.x) { continue }
      }
      lowest[part] = vertex
    }
    return lowest
  }

  private static func parts(of drawing: BorderDrawing, _ part: ContiguousArray<Int32>, jobs: Int) -> [Part] {
    let rings = drawing.rings
    let lowest = lowestVertices(rings, part)
    let parts = lowest.indices.filter { lowest[$0] >= 0 }
    let below = drawing.index.firstSegments(below: parts.map { rings.point(Int(lowest[$0])) }, jobs: jobs)
    return zip(parts, below).map { Part(number: $0, lowest: Int(lowest[$0]), below: $1) }
  }

  private static func appendOneSidedLines(ofRing ring: Int, in drawing: BorderDrawing, to lines: inout [OneSidedLine]) {
    let segments = drawing.rings.vertices(ofRing: ring)
    var first = segments.lowerBound
    while first < segments.upperBound {
      var end = first
      while end < segments.upperBound, drawing.edges.isOneSided(end) { end += 1 }
      if end > first { lines.append(OneSidedLine(ring: ring, segments: first..<end)) }
      first = end + 1
    }
  }
}

/// The vertices at some points.
struct PointVisits: Sendable {
  /// The points by their representatives, ascending; point p has the vertices `vertices[start[p] ..< start[p + 1]]`.
  private var points: ContiguousArray<Int32> = []
  private var start: ContiguousArray<Int> = []
  private var vertices: ContiguousArray<Int32> = []

  /// - Parameter isWanted: per representative.
  /// - Complexity: O(n) for n vertices.
  init(_ shared: SharedPoints, _ isWanted: ContiguousArray<Bool>, jobs: Int) {
    let representative = shared.representative
    let size = 65_536
    let found = concurrentMap((representative.count + size - 1) / size, jobs: jobs) { chunk in
      var words = ContiguousArray<UInt64>()
      for vertex in chunk * size..<min((chunk + 1) * size, representative.count) {
        let point = representative[vertex]
        if point >= 0, isWanted[Int(point)] { words.append(UInt64(point) << 32 | UInt64(vertex)) }
      }
      return words
    }
    var words = ContiguousArray<UInt64>()
    words.reserveCapacity(found.reduce(0) { $0 + $1.count })
    for part in found { words += part }
    for word in radixSortedByHighWord(words) {
      let point = Int32(truncatingIfNeeded: word >> 32)
      if points.last != point {
        points.append(point)
        start.append(vertices.count)
      }
      vertices.append(Int32(truncatingIfNeeded: word))
    }
    start.append(vertices.count)
  }

  /// The vertices at a point, ascending; none where it was not wanted.
  /// - Complexity: O(log points)
  subscript(point: Int32) -> ContiguousArray<Int32>.SubSequence {
    var low = 0
    var high = points.count
    while low < high {
      let middle = (low + high) / 2
      if points[middle] < point { low = middle + 1 } else { high = middle }
    }
    guard low < points.count, points[low] == point else { return [] }
    return vertices[start[low]..<start[low + 1]]
  }
}
