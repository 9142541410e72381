import MapPackFeatures
import MapPackGeometry

// The last two of the checks that `PolygonRules.defects(in:)` makes: where rings lie, and whether insides are
// connected.
extension PolygonRules {
  /// Finds holes outside of their shells or inside of other holes, and polygons inside of other polygons.
  ///
  /// It is exact, without tolerance. A defect is at the ring's first vertex, not where it leaves the other ring.
  /// Entangled rings, which cross, share a line or are the same, are not judged.
  ///
  /// Needs the results of `findDuplicateRings` and `findMeetings`, as `findDisconnectedInteriors` does.
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
      report(.holeOutsideShell, ring: ring, vertex: first, at: gridPoint(first), other: shell)
      misplaced.insert(ring)
    }
    let hole = around.first { $0 != shell && polygonOfRing[$0] == polygonOfRing[ring] && !areEntangled($0, ring) }
    if let hole {
      report(.nestedHoles, ring: ring, vertex: first, at: gridPoint(first), other: hole)
      misplaced.insert(ring)
    }
  }

  private mutating func judgeShell(_ ring: Int, around: [Int]) {
    for other in around where polygons.ringStart[Int(polygonOfRing[other])] == other && !areEntangled(other, ring) {
      // The shell may lie in a hole of the other polygon.
      let isInHole = around.contains { $0 != other && polygonOfRing[$0] == polygonOfRing[other] }
      if !isInHole {
        let first = vertices(of: ring).lowerBound
        report(.nestedShells, ring: ring, vertex: first, at: gridPoint(first), other: other)
        return
      }
    }
  }

  /// The other rings that contain a ring, ascending. Whether an entangled ring contains it is judged at one of its
  /// points.
  private func ringsAround(_ ring: Int) -> [Int] {
    if let vertex = vertices(of: ring).first(where: { !isShared[$0] }) {
      let p = point(vertex)
      var met: [Int] = []
      index.forEachSegment(below: gridPoint(vertex), within: Point.margin) { segment in
        let other = Int(ringOfVertex[segment])
        if other != ring && isMet(segment, below: p) { met.append(other) }
      }
      met.sort()
      var around: [Int] = []
      for other in met {
        // A ring that the ray meets an even number of times does not contain its origin.
        if around.last == other { around.removeLast() } else { around.append(other) }
      }
      return around
    }
    // Every vertex lies on some other ring, so ask all other rings one by one.
    let box = boxOfRing[ring]
    return (0..<polygons.ringCount).filter { other in
      let outer = boxOfRing[other]
      return other != ring && !areEntangled(ring, other) && outer.minX <= box.minX && box.maxX <= outer.maxX
        && outer.minY <= box.minY && box.maxY <= outer.maxY && lies(ring, inside: other)
    }
  }

  /// Whether the ray from p toward falling y meets a segment. The segment includes the end with the smaller x and
  /// excludes the other.
  private func isMet(_ segment: Int, below p: Point) -> Bool {
    let (a, b) = (point(segment), point(next(segment)))
    return (a.x <= p.x) != (b.x <= p.x) && Point.turn(min(a, b), max(a, b), p) > 0
  }

  /// Whether a ring lies inside another that it neither crosses nor runs along.
  ///
  /// It is decided at the first vertex that the other ring misses or passes through just once. If the vertex lies on
  /// the other ring, the side on which the ring goes on decides. If there is no such vertex, the answer is no.
  /// - Complexity: O(n m) for n vertices of the other ring and m vertices up to the one that decides.
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

  /// Whether a ring has its inside on its left. Its smallest vertex decides.
  private func runsCounterClockwise(_ ring: Int) -> Bool {
    guard let smallest = smallestVertex(of: ring) else { return true }
    return Point.turn(point(previous(smallest)), point(smallest), point(next(smallest))) > 0
  }

  // MARK: Connectedness

  /// Finds polygons whose inside is not connected.
  ///
  /// The rings of a polygon and the points in which they touch are the nodes of a graph, and the touches its edges.
  /// Each touch that closes a cycle cuts off a part of the inside.
  mutating func findDisconnectedInteriors() {
    // The nodes are all rings, then all points.
    var sets = DisjointSets(count: polygons.ringCount + touches.count)
    var node = polygons.ringCount
    let entangledRings = entangledRings
    var begin = 0
    while begin < touches.count {
      let (polygon, point) = (touches[begin].polygon, touches[begin].point)
      let end = touches[begin...].firstIndex { $0.polygon != polygon || $0.point != point } ?? touches.count
      var joined: [Touch] = []
      // The rings with which a joined ring is entangled.
      var excluded: Set<Int> = []
      for touch in touches[begin..<end]
      where !misplaced.contains(touch.ring) && excluded.isDisjoint(with: [touch.ring]) {
        joined.append(touch)
        excluded.formUnion(entangledRings[touch.ring] ?? [])
        if sets.find(touch.ring) != sets.find(node) {
          sets.unite(touch.ring, node)
        } else {
          report(
            .disconnectedInterior, ring: touch.ring, vertex: touch.vertex, at: touch.gridPoint, other: joined[0].ring)
        }
      }
      node += 1
      begin = end
    }
  }
}
