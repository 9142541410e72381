import MapGeometry

/// Land that several regions enclose and nobody claims.
struct EnclosedLand: Sendable {
  /// All lines round it, with the land on their left.
  var outline = Paths()
  /// The regions beside it, ascending.
  var neighbours: [Int32]
}

extension ClaimedBorders {
  /// A line of one-sided edges along which one walks with what nobody claims on the left, as the drawing goes: round a
  /// gap from outside where it runs counter-clockwise, else round all of its part.
  private struct Shore {
    /// A vertex from whose previous one the line starts.
    var start: Int
    var doubledArea: Int64 = 0
    var owners: Set<Int32> = []
    /// Shores of parts that lie in the gap.
    var inner: [Int] = []
  }

  /// Walks round what nobody claims. What a shore that runs counter-clockwise encloses is a gap, together with the
  /// parts in it; a hole of one region alone is none: the region says so itself.
  /// - Precondition: borders meet in common vertices only, and the claims agree.
  func gaps() -> [EnclosedLand] {
    var (shores, shoreOfSegment) = shores()
    guard shores.contains(where: { $0.doubledArea > 0 }) else { return [] }

    // The shore round each part, and the gap in which the part lies.
    let rings = drawing.rings
    func numberOfPart(_ shore: Shore) -> Int { Int(part[Int(rings.ringOfVertex[shore.start])]) }
    var outer: [Int: Int] = [:]
    for (index, shore) in shores.enumerated() where shore.doubledArea < 0 { outer[numberOfPart(shore)] = index }
    var below: [Int: Int] = [:]
    for part in parts where outer[part.number] != nil {
      guard let hit = part.below else { continue }
      let shore = Int(shoreOfSegment[hit.segment])
      if shore >= 0 { below[part.number] = shore }
    }
    for part in parts {
      guard let own = outer[part.number], var shore = below[part.number] else { continue }
      // What lies below lies lower: the way ends.
      while shores[shore].doubledArea < 0, let next = below[numberOfPart(shores[shore])] { shore = next }
      guard shores[shore].doubledArea > 0 else { continue }
      shores[shore].owners.formUnion(shores[own].owners)
      shores[shore].inner.append(own)
    }
    return shores.filter { $0.doubledArea > 0 && $0.owners.count > 1 }.map { shore in
      var land = EnclosedLand(neighbours: shore.owners.sorted())
      for start in [shore.start] + shore.inner.map({ shores[$0].start }) {
        forEachVertex(ofShoreFrom: start) { vertex, _ in land.outline.append(rings.point(vertex)) }
        land.outline.endPath(isClosed: true)
      }
      return land
    }
  }

  /// All shores, and per segment its own, or -1.
  private func shores() -> (shores: [Shore], ofSegment: ContiguousArray<Int32>) {
    let rings = drawing.rings
    var shores: [Shore] = []
    var shoreOfSegment = ContiguousArray<Int32>(repeating: -1, count: rings.vertexCount)
    func walk(
      along segment: Int, _ shores: inout [Shore], _ shoreOfSegment: inout ContiguousArray<Int32>
    ) {
      guard shoreOfSegment[segment] < 0 else { return }
      var shore = Shore(start: rings.next(segment))
      let number = Int32(truncatingIfNeeded: shores.count)
      var doubledArea: Int64 = 0
      var lastRing: Int32 = -1
      forEachVertex(ofShoreFrom: shore.start) { vertex, before in
        shoreOfSegment[before] = number
        let (a, b) = (rings.point(vertex), rings.point(before))
        // Partial sums may wrap; the whole, at most 2⁶¹, comes out right all the same.
        doubledArea &+= Int64(a.x) &* Int64(b.y) &- Int64(b.x) &* Int64(a.y)
        if rings.ringOfVertex[vertex] != lastRing {
          lastRing = rings.ringOfVertex[vertex]
          shore.owners.insert(region(ofVertex: vertex))
        }
      }
      shore.doubledArea = doubledArea
      shores.append(shore)
    }
    var lastRing = -1
    for line in oneSided where region[Int(rings.featureOfRing[line.ring])] >= 0 {
      if line.ring != lastRing {
        lastRing = line.ring
        // From the first vertex on: it is the end of the last segment.
        let last = rings.end[line.ring] - 1
        if drawing.edges.isOneSided(last) { walk(along: last, &shores, &shoreOfSegment) }
      }
      for segment in line.segments { walk(along: segment, &shores, &shoreOfSegment) }
    }
    return (shores, shoreOfSegment)
  }

  /// Calls `body` with each vertex from which a shore goes on to the one before it in its ring, and with that one.
  @inline(__always)
  private func forEachVertex(ofShoreFrom start: Int, _ body: (_ vertex: Int, _ before: Int) -> Void) {
    let rings = drawing.rings
    var vertex = start
    var ring = rings.vertices(ofRing: Int(rings.ringOfVertex[start]))
    var steps = 0
    repeat {
      let before = vertex == ring.lowerBound ? ring.upperBound - 1 : vertex - 1
      body(vertex, before)
      vertex = before
      if isNode[Int(drawing.points.representative[vertex])], let onwards = nextBoundary(clockwiseFrom: vertex) {
        vertex = onwards
        ring = rings.vertices(ofRing: Int(rings.ringOfVertex[vertex]))
      }
      steps += 1
      // Every shore is shorter than all lines together.
    } while vertex != start && steps <= rings.vertexCount
  }

  /// Of the visits of a node the one that comes from the first direction clockwise from where this one leaves.
  private func nextBoundary(clockwiseFrom vertex: Int) -> Int? {
    let rings = drawing.rings
    let centre = rings.point(vertex)
    let out = rings.point(rings.next(vertex))
    var best: (visit: Int, from: GridPoint)?
    for visit in visits[drawing.points.representative[vertex]] {
      let from = rings.point(rings.previous(Int(visit)))
      // Nearer clockwise: the sector from it to `out` is the smaller one.
      if let known = best, !sector(known.from, out, contains: from, around: centre) || from == known.from { continue }
      best = (Int(visit), from)
    }
    return best?.visit
  }
}

/// Whether direction x lies in the sector counter-clockwise from `from` (included) to `to` (excluded).
private func sector(
  _ from: GridPoint, _ to: GridPoint, contains x: GridPoint, around centre: GridPoint
) -> Bool {
  let startsBefore = !precedes(x, from, around: centre)
  let endsAfter = precedes(x, to, around: centre)
  return precedes(from, to, around: centre) ? startsBefore && endsAfter : startsBefore || endsAfter
}
