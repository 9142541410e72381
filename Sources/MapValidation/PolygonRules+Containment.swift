import MapGeometry
import MapTopology

extension PolygonRules {
  /// Holes outside their shells or inside other holes, polygons inside other polygons.
  mutating func findMisplacedRings() {
    for feature in 0..<batch.featureCount {
      let polygons = batch.polygonStart[feature]..<batch.polygonStart[feature + 1]
      let rings = batch.ringStart[polygons.lowerBound]..<batch.ringStart[polygons.upperBound]
      guard rings.count > 1 else { continue }
      for polygon in polygons {
        let shell = batch.ringStart[polygon]
        for ring in shell..<batch.ringStart[polygon + 1] where !vertices(of: ring).isEmpty && !isCopy(ring) {
          let around = ringsAround(ring, among: rings)
          if ring == shell {
            judgeShell(ring, around: around)
          } else {
            judgeHole(ring, shell: shell, around: around)
          }
        }
      }
    }
  }

  private mutating func judgeHole(_ ring: Int, shell: Int, around: [Int]) {
    let first = vertices(of: ring).lowerBound
    if !around.contains(shell), !areEntangled(ring, shell), !vertices(of: shell).isEmpty {
      report(.holeOutsideShell, ring: ring, vertex: first, at: point(first), other: shell)
      misplaced.insert(ring)
    }
    let hole = around.first { $0 != shell && polygonOfRing[$0] == polygonOfRing[ring] && !areEntangled($0, ring) }
    if let hole {
      report(.nestedHoles, ring: ring, vertex: first, at: point(first), other: hole)
      misplaced.insert(ring)
    }
  }

  private mutating func judgeShell(_ ring: Int, around: [Int]) {
    for other in around where batch.ringStart[Int(polygonOfRing[other])] == other && !areEntangled(other, ring) {
      // In a hole of that polygon it may be.
      let isInHole = around.contains { $0 != other && polygonOfRing[$0] == polygonOfRing[other] }
      if !isInHole {
        let first = vertices(of: ring).lowerBound
        report(.nestedShells, ring: ring, vertex: first, at: point(first), other: other)
        return
      }
    }
  }

  /// The other rings of the feature that contain a ring, ascending. Of a ring that is entangled with it, the
  /// answer is that for one of its points.
  private func ringsAround(_ ring: Int, among rings: Range<Int>) -> [Int] {
    if let vertex = vertices(of: ring).first(where: { !isShared[$0] }) {
      var met: [Int] = []
      index.forEachSegment(below: point(vertex)) { segment in
        let other = Int(ringOfVertex[segment])
        if other != ring && rings.contains(other) { met.append(other) }
      }
      met.sort()
      var around: [Int] = []
      for other in met {
        // An even number of meetings cancels out.
        if around.last == other { around.removeLast() } else { around.append(other) }
      }
      return around
    }
    // Every vertex lies on some other ring: ask the middles of edges, ring by ring.
    let box = boxOfRing[ring]
    return rings.filter { other in
      let outer = boxOfRing[other]
      return other != ring && !areEntangled(ring, other) && outer.minX <= box.minX && box.maxX <= outer.maxX
        && outer.minY <= box.minY && box.maxY <= outer.maxY && lies(ring, inside: other)
    }
  }

  /// Whether a ring lies inside another, judged by the first middle of an edge that is not on the other.
  private func lies(_ ring: Int, inside other: Int) -> Bool {
    for vertex in vertices(of: ring) {
      let (a, b) = (point(vertex), point(next(vertex)))
      // In doubled coordinates, which need 32 bits; the products then fit in 64.
      let x = Int64(a.x) + Int64(b.x)
      let y = Int64(a.y) + Int64(b.y)
      var isInside = false
      var isOn = false
      for start in vertices(of: other) {
        let (c, d) = (point(start), point(next(start)))
        let (cx, cy, dx, dy) = (2 * Int64(c.x), 2 * Int64(c.y), 2 * Int64(d.x), 2 * Int64(d.y))
        // Halved directions are exact: both ends are doubled.
        let turn = (dx - cx) / 2 * (y - cy) - (dy - cy) / 2 * (x - cx)
        if turn == 0, min(cx, dx) <= x, x <= max(cx, dx), min(cy, dy) <= y, y <= max(cy, dy) { isOn = true }
        if (cy > y) != (dy > y), (turn > 0) == (dy > cy) { isInside.toggle() }
      }
      if !isOn { return isInside }
    }
    return false
  }

  // MARK: Connectedness

  /// Rings of a polygon and the points in which they touch, as a graph: each touch that closes a cycle cuts a part
  /// of the inside off.
  mutating func findDisconnectedInteriors() {
    // Rings first, then places.
    var sets = DisjointSets(count: batch.ringCount + touches.count)
    var node = batch.ringCount
    var begin = 0
    while begin < touches.count {
      let (polygon, place) = (touches[begin].polygon, touches[begin].place)
      let end = touches[begin...].firstIndex { $0.polygon != polygon || $0.place != place } ?? touches.count
      var joined: [Touch] = []
      for touch in touches[begin..<end]
      where !misplaced.contains(touch.ring) && !joined.contains(where: { areEntangled($0.ring, touch.ring) }) {
        joined.append(touch)
        if sets.find(touch.ring) != sets.find(node) {
          sets.unite(touch.ring, node)
        } else {
          report(
            .disconnectedInterior, ring: touch.ring, vertex: touch.vertex, at: place, other: joined[0].ring)
        }
      }
      node += 1
      begin = end
    }
  }
}
