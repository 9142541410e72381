import MapFeatures
import MapGeometry
import MapTopology

/// The rings of some features on one grid, and which of their edges are one: the structure on which both the rules of
/// single features and those of a coverage are judged.
///
/// A vertex is named as in the table; a segment by its first vertex. Repeated vertices on the grid are taken together, so
/// ring r has the vertices `start(r) ..< end[r]`, moved to the front of its place in the table where some were taken
/// out; a ring that keeps fewer than three is empty.
///
/// Each edge is **canonical** at one of the segments that draw it, the others are its further uses.
struct SharedRings: Sendable {
  let table: FeatureTable
  let grid: NodingGrid
  /// Per vertex of the table.
  private(set) var x: ContiguousArray<Int32> = []
  private(set) var y: ContiguousArray<Int32> = []
  private(set) var ringOfVertex: ContiguousArray<Int32> = []
  private(set) var featureOfRing: ContiguousArray<Int32> = []
  /// Per ring: where its vertices end.
  private(set) var end: ContiguousArray<Int> = []
  /// Per vertex: the first vertex at the same point.
  private(set) var representative: ContiguousArray<Int32> = []
  /// Per segment: the canonical one of its edge.
  private(set) var canonical: ContiguousArray<Int32> = []
  /// Per canonical segment: the second use of its edge, or -1.
  private(set) var secondUse: ContiguousArray<Int32> = []
  /// Third and further uses.
  private(set) var furtherUses: [Int32: [Int32]] = [:]
  /// Features that pass twice through a point, draw an edge twice or have a ring that is empty on the grid.
  private(set) var touched: Set<Int> = []
  /// Features in which consecutive vertices are one on the grid.
  private(set) var merged: Set<Int> = []
  /// Points at which not all rings have the same two neighbours, by their representatives, ascending.
  private(set) var nodes: [Int32] = []
  /// Rings in connected parts: those with a point in common.
  private(set) var parts: DisjointSets

  /// - Complexity: O(n) expected for n vertices.
  init(_ table: FeatureTable, _ features: Range<Int>, grid: NodingGrid, jobs: Int) {
    self.table = table
    self.grid = grid
    parts = DisjointSets(count: table.ringCount)
    round(features, jobs: jobs)
    findRepresentatives(features, jobs: jobs)
    findEdges(features, jobs: jobs)
  }

  func point(_ vertex: Int) -> GridPoint { GridPoint(x: x[vertex], y: y[vertex]) }

  @inline(__always)
  func next(_ vertex: Int) -> Int {
    let ring = Int(ringOfVertex[vertex])
    return vertex + 1 == end[ring] ? table.vertexStart[ring] : vertex + 1
  }

  @inline(__always)
  func previous(_ vertex: Int) -> Int {
    let ring = Int(ringOfVertex[vertex])
    return vertex == table.vertexStart[ring] ? end[ring] - 1 : vertex - 1
  }

  func feature(of vertex: Int) -> Int { Int(featureOfRing[Int(ringOfVertex[vertex])]) }

  func vertices(ofRing ring: Int) -> Range<Int> { table.vertexStart[ring]..<end[ring] }

  /// All segments that draw the edge of a canonical one, itself first.
  func forEachUse(of segment: Int, _ body: (Int) -> Void) {
    body(segment)
    let second = secondUse[segment]
    guard second >= 0 else { return }
    body(Int(second))
    if let further = furtherUses[Int32(segment)] {
      for use in further { body(Int(use)) }
    }
  }

  /// Whether a use runs as the canonical segment does.
  func isForward(_ use: Int, of segment: Int) -> Bool { representative[use] == representative[segment] }

  // MARK: Rounding

  private struct Rounded: Sendable {
    var x: ContiguousArray<Int32> = []
    var y: ContiguousArray<Int32> = []
    var ring: ContiguousArray<Int32> = []
    /// Per ring.
    var feature: ContiguousArray<Int32> = []
    var end: ContiguousArray<Int> = []
    var collapsed: [Int] = []
    var merged: [Int] = []
  }

  private mutating func round(_ features: Range<Int>, jobs: Int) {
    let table = table
    let grid = grid
    let chunks = features.chunks(of: 16_384) { table.vertices(ofFeature: $0).count }
    let parts = concurrentMap(chunks.count, jobs: jobs) { Self.rounded(table, chunks[$0], grid) }
    // Features before the range, of another source, leave their places unused.
    let first = features.isEmpty ? 0 : table.vertices(ofFeature: features.lowerBound).lowerBound
    let firstRing = features.isEmpty ? 0 : table.ringStart[table.polygonStart[features.lowerBound]]
    x.reserveCapacity(table.vertexCount)
    y.reserveCapacity(table.vertexCount)
    ringOfVertex.reserveCapacity(table.vertexCount)
    x.append(contentsOf: repeatElement(0, count: first))
    y.append(contentsOf: repeatElement(0, count: first))
    ringOfVertex.append(contentsOf: repeatElement(-1, count: first))
    featureOfRing.append(contentsOf: repeatElement(-1, count: firstRing))
    end.append(contentsOf: repeatElement(0, count: firstRing))
    for part in parts {
      x.append(contentsOf: part.x)
      y.append(contentsOf: part.y)
      ringOfVertex.append(contentsOf: part.ring)
      featureOfRing.append(contentsOf: part.feature)
      end.append(contentsOf: part.end)
      touched.formUnion(part.collapsed)
      merged.formUnion(part.merged)
    }
  }

  private static func rounded(_ table: FeatureTable, _ features: Range<Int>, _ grid: NodingGrid) -> Rounded {
    var rounded = Rounded()
    guard let last = features.last else { return rounded }
    let vertices =
      table.vertices(ofFeature: features.lowerBound).lowerBound..<table.vertices(ofFeature: last).upperBound
    rounded.x.reserveCapacity(vertices.count)
    rounded.y.reserveCapacity(vertices.count)
    rounded.ring.reserveCapacity(vertices.count)
    let base = vertices.lowerBound
    for feature in features {
      for ring in table.ringStart[table.polygonStart[feature]]..<table.ringStart[table.polygonStart[feature + 1]] {
        let whole = table.vertexStart[ring]..<table.vertexStart[ring + 1]
        let begin = rounded.x.count
        for vertex in whole {
          let point = grid.point(longitude: table.longitude[vertex], latitude: table.latitude[vertex])
          if let x = rounded.x.last, rounded.x.count > begin, x == point.x, rounded.y[rounded.y.count - 1] == point.y {
            continue
          }
          rounded.x.append(point.x)
          rounded.y.append(point.y)
        }
        while rounded.x.count > begin + 1, rounded.x[begin] == rounded.x[rounded.x.count - 1],
          rounded.y[begin] == rounded.y[rounded.y.count - 1]
        {
          rounded.x.removeLast()
          rounded.y.removeLast()
        }
        var kept = rounded.x.count - begin
        if kept < whole.count, rounded.merged.last != feature { rounded.merged.append(feature) }
        if kept < 3 {
          kept = 0
          if rounded.collapsed.last != feature { rounded.collapsed.append(feature) }
        }
        // Every vertex of the table keeps its place.
        rounded.end.append(whole.lowerBound + kept)
        for _ in rounded.x.count - begin..<whole.count {
          rounded.x.append(0)
          rounded.y.append(0)
        }
        rounded.feature.append(Int32(truncatingIfNeeded: feature))
        for _ in whole { rounded.ring.append(Int32(truncatingIfNeeded: ring)) }
      }
    }
    precondition(rounded.x.count == vertices.upperBound - base)
    return rounded
  }

  // MARK: Points

  /// What one thread finds of the points that are its own: those of its share of the neighbourhoods.
  private struct Points: Sendable {
    /// -1 for the points of others.
    var representative: ContiguousArray<Int32>
    var touched: [Int] = []
    var commonPoints: [(ring: Int, other: Int)] = []
  }

  private mutating func findRepresentatives(_ features: Range<Int>, jobs: Int) {
    let rings = self
    let cell = neighbourhood()
    let shares = max(1, min(jobs, 8))
    var found = concurrentMap(shares, jobs: jobs) { rings.points(features, cell: cell, share: $0, of: shares) }
    for part in found {
      touched.formUnion(part.touched)
      for pair in part.commonPoints { parts.unite(pair.ring, pair.other) }
    }
    representative = found[0].representative
    found[0].representative = []
    for part in found.dropFirst() {
      for vertex in representative.indices {
        representative[vertex] = max(representative[vertex], part.representative[vertex])
      }
    }
  }

  /// Open addressing, at most half full. Consecutive vertices lie close together, so that a slot is looked for first in
  /// a small part of the table which the vertex's neighbourhood has for its own, in the cache, and only where that is
  /// full anywhere in the table. Along a border that has been drawn already the next vertex is found beside the last one.
  private func points(_ features: Range<Int>, cell: Int32, share: Int, of shares: Int) -> Points {
    let x = x
    let y = y
    let ringOfVertex = ringOfVertex
    var found = Points(representative: ContiguousArray(repeating: -1, count: x.count))
    var representative = found.representative
    // Per representative: the last vertex at its point.
    var last = ContiguousArray<Int32>(repeating: -1, count: x.count)
    var bits: UInt64 = 8
    while 1 << bits < 2 * x.count { bits += 1 }
    let shift = 64 - bits
    let mask = 1 << Int(bits) - 1
    var slots = ContiguousArray<Int32>(repeating: -1, count: 1 << Int(bits))
    for feature in features {
      let rings = table.ringStart[table.polygonStart[feature]]..<table.ringStart[table.polygonStart[feature + 1]]
      let featureBegin = rings.isEmpty ? 0 : table.vertexStart[rings.lowerBound]
      var isTouched = false
      for ring in rings {
        var lastRing = ring
        // The vertex that the one before has been found to be, less one: most borders are drawn the other way round.
        var expected = -1
        for vertex in table.vertexStart[ring]..<end[ring] {
          let vx = x[vertex]
          let vy = y[vertex]
          var other = -1
          if expected >= 0, x[expected] == vx, y[expected] == vy, representative[expected] >= 0 {
            other = Int(representative[expected])
          } else {
            let cellKey = UInt64(UInt32(bitPattern: vx >> cell)) << 32 | UInt64(UInt32(bitPattern: vy >> cell))
            // Fibonacci hashing: the upper bits of a product with 2⁶⁴ over the golden ratio.
            let hash = (cellKey ^ cellKey >> 29) &* 0x9E37_79B9_7F4A_7C15
            if shares > 1, Int(truncatingIfNeeded: hash >> 20 & 0xFFFF) % shares != share {
              expected = -1
              continue
            }
            let inside = UInt32(bitPattern: vx &* 0x2545_F491 ^ vy &* 0x1B87_3593) >> 26
            var slot = (Int(truncatingIfNeeded: hash >> shift) & ~63 | Int(inside)) & mask
            other = Int(slots[slot])
            var probes = 0
            while other >= 0, x[other] != vx || y[other] != vy {
              probes += 1
              if probes == 32 {
                let key = UInt64(UInt32(bitPattern: vx)) << 32 | UInt64(UInt32(bitPattern: vy))
                slot = Int(truncatingIfNeeded: ((key ^ key >> 29) &* 0x9E37_79B9_7F4A_7C15) >> shift)
              } else {
                slot = (slot + 1) & mask
              }
              other = Int(slots[slot])
            }
            if other < 0 {
              slots[slot] = Int32(truncatingIfNeeded: vertex)
              representative[vertex] = Int32(truncatingIfNeeded: vertex)
              last[vertex] = Int32(truncatingIfNeeded: vertex)
              expected = -1
              continue
            }
          }
          representative[vertex] = Int32(truncatingIfNeeded: other)
          if Int(last[other]) >= featureBegin { isTouched = true }
          last[other] = Int32(truncatingIfNeeded: vertex)
          expected = other - 1
          let otherRing = Int(ringOfVertex[other])
          if otherRing != lastRing {
            found.commonPoints.append((ring, otherRing))
            lastRing = otherRing
          }
        }
      }
      if isTouched { found.touched.append(feature) }
    }
    found.representative = representative
    return found
  }

  /// The power of two cells that some sixteen consecutive vertices reach over, in the middle of the rings.
  private func neighbourhood() -> Int32 {
    var counts = [Int](repeating: 0, count: 32)
    var total = 0
    let step = max(1, x.count / 4_096)
    for vertex in stride(from: 1, to: x.count, by: step) where ringOfVertex[vertex] == ringOfVertex[vertex - 1] {
      let reach = max(abs(Int64(x[vertex]) - Int64(x[vertex - 1])), abs(Int64(y[vertex]) - Int64(y[vertex - 1])))
      counts[min(31, 64 - reach.leadingZeroBitCount)] += 1
      total += 1
    }
    var bits = 0
    var below = 0
    while bits < 26, 2 * (below + counts[bits]) < total {
      below += counts[bits]
      bits += 1
    }
    return Int32(bits + 3)
  }

  // MARK: Edges

  private struct Edges: Sendable {
    var canonical: ContiguousArray<Int32> = []
    /// Edges between two nodes, neither of whose first visits runs along them.
    var unknown: [Int] = []
    var nodes: [Int32] = []
  }

  private mutating func findEdges(_ features: Range<Int>, jobs: Int) {
    let count = x.count
    let first = features.isEmpty ? 0 : table.vertices(ofFeature: features.lowerBound).lowerBound
    let size = 65_536
    let chunks = (count - first + size - 1) / size
    let rings = self
    let parts = concurrentMap(chunks, jobs: jobs) { chunk in
      rings.edges(first + chunk * size..<min(count, first + (chunk + 1) * size))
    }
    canonical.reserveCapacity(count)
    canonical.append(contentsOf: repeatElement(-1, count: first))
    var nodes: Set<Int32> = []
    for part in parts {
      canonical.append(contentsOf: part.canonical)
      nodes.formUnion(part.nodes)
    }
    self.nodes = nodes.sorted()
    var known: [UInt64: Int32] = [:]
    for segment in parts.flatMap(\.unknown) {
      let a = representative[segment]
      let b = representative[next(segment)]
      let key = UInt64(UInt32(bitPattern: min(a, b))) << 32 | UInt64(UInt32(bitPattern: max(a, b)))
      if let first = known[key] { canonical[segment] = first } else { known[key] = Int32(truncatingIfNeeded: segment) }
    }
    secondUse = ContiguousArray(repeating: -1, count: count)
    for segment in first..<count {
      let edge = Int(canonical[segment])
      guard edge >= 0, edge != segment else { continue }
      var isTwice = feature(of: edge) == feature(of: segment)
      if secondUse[edge] < 0 {
        secondUse[edge] = Int32(truncatingIfNeeded: segment)
      } else {
        forEachUse(of: edge) { use in isTwice = isTwice || feature(of: use) == feature(of: segment) }
        furtherUses[Int32(truncatingIfNeeded: edge), default: []].append(Int32(truncatingIfNeeded: segment))
      }
      if isTwice { touched.insert(feature(of: segment)) }
    }
  }

  /// An edge between two points is a segment beside the first visit of one of them, the smaller point first; so all that
  /// draw it find the same one.
  private func edges(_ vertices: Range<Int>) -> Edges {
    var edges = Edges()
    edges.canonical.reserveCapacity(vertices.count)
    for vertex in vertices {
      let own = representative[vertex]
      guard own >= 0 else {
        edges.canonical.append(-1)
        continue
      }
      let after = next(vertex)
      let other = representative[after]
      if Int(own) != vertex {
        // Not the first visit: has it the neighbours of the first?
        let before = representative[previous(vertex)]
        let firstBefore = representative[previous(Int(own))]
        let firstAfter = representative[next(Int(own))]
        let isSame =
          (before == firstBefore && other == firstAfter) || (before == firstAfter && other == firstBefore)
        if !isSame { edges.nodes.append(own) }
      } else if Int(other) == after, after == vertex + 1 {
        edges.canonical.append(own)
        continue
      }
      let low = Int(min(own, other))
      let high = max(own, other)
      if representative[next(low)] == high {
        edges.canonical.append(Int32(truncatingIfNeeded: low))
      } else if representative[previous(low)] == high {
        edges.canonical.append(Int32(truncatingIfNeeded: previous(low)))
      } else if representative[next(Int(high))] == Int32(truncatingIfNeeded: low) {
        edges.canonical.append(high)
      } else if representative[previous(Int(high))] == Int32(truncatingIfNeeded: low) {
        edges.canonical.append(Int32(truncatingIfNeeded: previous(Int(high))))
      } else {
        edges.canonical.append(Int32(truncatingIfNeeded: vertex))
        edges.unknown.append(vertex)
      }
    }
    return edges
  }

  // MARK: The drawing

  /// Every edge once, as paths; and per vertex of the paths the vertex of the rings. A path's segment is canonical.
  func drawing(_ features: Range<Int>) -> (paths: Paths, vertex: ContiguousArray<Int32>) {
    var paths = Paths()
    var drawn = ContiguousArray<Int32>()
    paths.x.reserveCapacity(x.count)
    paths.y.reserveCapacity(x.count)
    drawn.reserveCapacity(x.count)
    func add(_ vertex: Int) {
      paths.x.append(x[vertex])
      paths.y.append(y[vertex])
      drawn.append(Int32(truncatingIfNeeded: vertex))
    }
    guard !features.isEmpty else { return (paths, drawn) }
    let rings =
      table.ringStart[
        table.polygonStart[features.lowerBound]]..<table.ringStart[
        table.polygonStart[features.upperBound]]
    for ring in rings {
      let range = vertices(ofRing: ring)
      var isOpen = false
      let whole = range.allSatisfy { Int(canonical[$0]) == $0 }
      for vertex in range {
        if Int(canonical[vertex]) == vertex {
          add(vertex)
          isOpen = true
        } else if isOpen {
          add(vertex)
          paths.endPath(isClosed: false)
          isOpen = false
        }
      }
      if isOpen {
        if !whole { add(range.lowerBound) }
        paths.endPath(isClosed: whole)
      }
    }
    return (paths, drawn)
  }
}

extension Range<Int> {
  /// Cuts the range into runs that weigh about `size` together: enough for a thread to be worth its while, few enough to
  /// stay in the cache.
  func chunks(of size: Int, weight: (Int) -> Int) -> [Range<Int>] {
    var chunks: [Range<Int>] = []
    var begin = lowerBound
    var sum = 0
    for element in self {
      if element > begin, sum >= size {
        chunks.append(begin..<element)
        begin = element
        sum = 0
      }
      sum += weight(element)
    }
    if begin < upperBound { chunks.append(begin..<upperBound) }
    return chunks
  }
}
