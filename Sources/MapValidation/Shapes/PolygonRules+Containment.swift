import MapArrangement
import MapFeatures
import MapGeometry
import MapTopology

extension PolygonRules {
  /// Holes outside their shells or inside other holes, polygons inside other polygons.
  mutating func findMisplacedRings() {
    guard polygons.ringCount > 1 else { return }
    for polygon in 0..<polygons.polygonCount {
      let shell = polygons.ringStart[polygon]
      for ring in shell..<polygons.ringStart[polygon + 1] where !vertices(of: ring).isEmpty && !isCopy(ring) {
        let around = ringsAround(ring)
        if ring == shell {
          judgeShell(ring, around: around)
        } else {
          judgeHole(ring, shell: shell, around: around)
        }
      }
    }
  }

  private mutating func judgeHole(_ ring: Int, shell: Int, around: [Int]) {
    let first = vertices(of: ring).lowerBound
    if !around.contains(shell), !areEntangled(ring, shell), !vertices(of: shell).isEmpty {
      report(.holeOutsideShell, ring: ring, vertex: first, at: cell(first), other: shell)
      misplaced.insert(ring)
    }
    let hole = around.first { $0 != shell && polygonOfRing[$0] == polygonOfRing[ring] && !areEntangled($0, ring) }
    if let hole {
      report(.nestedHoles, ring: ring, vertex: first, at: cell(first), other: hole)
      misplaced.insert(ring)
    }
  }

  private mutating func judgeShell(_ ring: Int, around: [Int]) {
    for other in around where polygons.ringStart[Int(polygonOfRing[other])] == other && !areEntangled(other, ring) {
      // In a hole of that polygon it may be.
      let isInHole = around.contains { $0 != other && polygonOfRing[$0] == polygonOfRing[other] }
      if !isInHole {
        let first = vertices(of: ring).lowerBound
        report(.nestedShells, ring: ring, vertex: first, at: cell(first), other: other)
        return
      }
    }
  }

  /// The other rings that contain a ring, ascending. Of a ring that is entangled with it, the
  /// answer is that for one of its points.
  private func ringsAround(_ ring: Int) -> [Int] {
    if let vertex = vertices(of: ring).first(where: { !isShared[$0] }) {
      let p = point(vertex)
      var met: [Int] = []
      index.forEachSegment(below: cell(vertex), within: Point.margin) { segment in
        let other = Int(ringOfVertex[segment])
        if other != ring && isMet(segment, below: p) { met.append(other) }
      }
      met.sort()
      var around: [Int] = []
      for other in met {
        // An even number of meetings cancels out.
        if around.last == other { around.removeLast() } else { around.append(other) }
      }
      return around
    }
    // Every vertex lies on some other ring: go through them, ring by ring.
    let box = boxOfRing[ring]
    return (0..<polygons.ringCount).filter { other in
      let outer = boxOfRing[other]
      return other != ring && !areEntangled(ring, other) && outer.minX <= box.minX && box.maxX <= outer.maxX
        && outer.minY <= box.minY && box.maxY <= outer.maxY && lies(ring, inside: other)
    }
  }

  /// Whether the ray from p towards falling y meets a segment, which reaches from its smaller x, included, to its larger
  /// one, excluded.
  private func isMet(_ segment: Int, below p: Point) -> Bool {
    let (a, b) = (point(segment), point(next(segment)))
    return (a.x <= p.x) != (b.x <= p.x) && Point.turn(min(a, b), max(a, b), p) > 0
  }

  /// Whether a ring lies inside another that it neither crosses nor runs along, judged by the first of its vertices
  /// through which the other passes once at most: at one on the other ring, by the side on which the ring goes on.
  /// - Complexity: O(n) for n vertices of the other ring, for each vertex that is looked at.
  private func lies(_ ring: Int, inside other: Int) -> Bool {
    for vertex in vertices(of: ring) {
      let p = point(vertex)
      var isInside = false
      var visits: [(before: Point, after: Point)] = []
      for start in vertices(of: other) {
        let (a, b) = (point(start), point(next(start)))
        if a == p {
          visits.append((point(previous(start)), b))
        } else if b != p, Point.contains(a, b, p) {
          visits.append((a, b))
        } else if isMet(start, below: p) {
          isInside.toggle()
        }
      }
      if visits.isEmpty { return isInside }
      if visits.count == 1 {
        let isLeft = isLeft(point(next(vertex)), of: visits[0].before, p, visits[0].after)
        return isLeft == runsCounterClockwise(other)
      }
    }
    return false
  }

  /// Whether a ring has its inside on its left, judged at its smallest vertex.
  private func runsCounterClockwise(_ ring: Int) -> Bool {
    guard let smallest = smallestVertex(of: ring) else { return true }
    return Point.turn(point(previous(smallest)), point(smallest), point(next(smallest))) > 0
  }

  // MARK: Connectedness

  /// Rings of a polygon and the points in which they touch, as a graph: each touch that closes a cycle cuts a part
  /// of the inside off.
  mutating func findDisconnectedInteriors() {
    // Rings first, then places.
    var sets = DisjointSets(count: polygons.ringCount + touches.count)
    var node = polygons.ringCount
    let entangledRings = entangledRings
    var begin = 0
    while begin < touches.count {
      let (polygon, place) = (touches[begin].polygon, touches[begin].place)
      let end = touches[begin...].firstIndex { $0.polygon != polygon || $0.place != place } ?? touches.count
      var joined: [Touch] = []
      // The rings that those joined are entangled with.
      var excluded: Set<Int> = []
      for touch in touches[begin..<end]
      where !misplaced.contains(touch.ring) && excluded.isDisjoint(with: [touch.ring]) {
        joined.append(touch)
        excluded.formUnion(entangledRings[touch.ring] ?? [])
        if sets.find(touch.ring) != sets.find(node) {
          sets.unite(touch.ring, node)
        } else {
          report(
            .disconnectedInterior, ring: touch.ring, vertex: touch.vertex, at: touch.cell, other: joined[0].ring)
        }
      }
      node += 1
      begin = end
    }
  }
}
