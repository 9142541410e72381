/// Checks a map of integer coordinates by comparing everything with everything.
///
/// This is a second opinion on what the project proves about its own output, and shares no code with it. Its arithmetic
/// compares full-width products, so it is exact for coordinates up to ±2⁶⁰. It knows neither arcs nor nodes, only
/// rings. Time grows with the square of the number of edges; it is meant for some thousands.
///
/// A map is valid if
/// - each ring is closed, has at least three vertices and none of them twice, does not meet itself, and runs
///   counter-clockwise if it is a shell and clockwise if it is a hole (x to the right, y up);
/// - holes lie in their shells and not in one another, and rings of a polygon touch in single vertices only, and never
///   cut the polygon's inside in two;
/// - no two polygons overlap, and polygons of one region have no edge in common;
/// - two rings that meet along a line have the same edges there, and two rings that meet in a point both have it as a
///   vertex.
package struct BruteForceChecker {
  /// A region: polygons of rings of (x, y). The shell comes first; a ring's last vertex repeats its first.
  package struct Region {
    package var code: String
    package var polygons: [[[(Int, Int)]]]

    package init(code: String, polygons: [[[(Int, Int)]]]) {
      self.code = code
      self.polygons = polygons
    }
  }

  private struct Point: Hashable {
    var x: Int
    var y: Int
  }

  private struct Edge {
    var from: Point
    var to: Point
    var ring: Int
    var minX: Int { min(from.x, to.x) }
    var maxX: Int { max(from.x, to.x) }
    var minY: Int { min(from.y, to.y) }
    var maxY: Int { max(from.y, to.y) }
  }

  private struct Ring {
    var name: String
    var region: Int
    var polygon: Int
    var isShell: Bool
    /// Without the repeated closing vertex.
    var points: [Point]
    var edges: [Edge]
  }

  private struct Polygon {
    var name: String
    var region: Int
    var rings: Range<Int>
  }

  private var rings: [Ring] = []
  private var polygons: [Polygon] = []
  private var found: [String] = []

  private init() {}

  /// The violations of a map's rules, in words; empty if the map is valid.
  /// - Complexity: O(n²) for n edges.
  package static func violations(of regions: [Region]) -> [String] {
    var checker = Self()
    checker.take(regions)
    for ring in checker.rings { checker.checkRing(ring) }
    checker.checkPairsOfEdges()
    checker.checkVertices()
    checker.checkHoles()
    checker.checkConnectedness()
    checker.checkPairsOfPolygons()
    return checker.found
  }

  private mutating func take(_ regions: [Region]) {
    for (regionIndex, region) in regions.enumerated() {
      for (polygonIndex, polygon) in region.polygons.enumerated() {
        let name = "region \(region.code), polygon \(polygonIndex)"
        if polygon.isEmpty { found.append("\(name) has no ring") }
        let firstRing = rings.count
        for (ringIndex, coordinates) in polygon.enumerated() {
          let ringName = "\(name), ring \(ringIndex)"
          var points = coordinates.map { Point(x: $0.0, y: $0.1) }
          if points.count > 1, points.first == points.last {
            points.removeLast()
          } else {
            found.append("\(ringName) is not closed")
          }
          var edges: [Edge] = []
          for (i, point) in points.enumerated() {
            edges.append(Edge(from: point, to: points[(i + 1) % points.count], ring: rings.count))
          }
          rings.append(
            Ring(
              name: ringName, region: regionIndex, polygon: polygons.count, isShell: ringIndex == 0,
              points: points, edges: edges))
        }
        polygons.append(Polygon(name: name, region: regionIndex, rings: firstRing..<rings.count))
      }
    }
  }

  // MARK: Rings

  private mutating func checkRing(_ ring: Ring) {
    let distinct = Set(ring.points)
    if distinct.count < 3 { found.append("\(ring.name) has only \(distinct.count) distinct vertices") }
    if distinct.count < ring.points.count {
      var seen: Set<Point> = []
      for point in ring.points where !seen.insert(point).inserted {
        found.append("\(ring.name) has the vertex \(text(point)) twice")
      }
    }
    // The smallest vertex is convex, so the turn there is the winding of a simple ring. If the three vertices are in
    // line, the ring folds back on itself there, and the check of pairs of edges finds that.
    guard distinct.count >= 3, let smallest = ring.points.indices.min(by: { less(ring.points[$0], ring.points[$1]) })
    else { return }
    let before = ring.points[(smallest + ring.points.count - 1) % ring.points.count]
    let after = ring.points[(smallest + 1) % ring.points.count]
    let turn = side(before, ring.points[smallest], after)
    if turn != 0, (turn > 0) != ring.isShell {
      found.append("\(ring.name) runs \(turn > 0 ? "counter-clockwise" : "clockwise")")
    }
  }

  private func less(_ a: Point, _ b: Point) -> Bool { (a.x, a.y) < (b.x, b.y) }

  // MARK: Edges

  private mutating func checkPairsOfEdges() {
    // Edges are sorted by their left ends, so that the inner loop may stop early. Every pair whose boxes meet is
    // checked.
    let edges = rings.flatMap(\.edges).filter { $0.from != $0.to }.sorted { $0.minX < $1.minX }
    for i in edges.indices {
      let e = edges[i]
      var j = i + 1
      while j < edges.count, edges[j].minX <= e.maxX {
        let f = edges[j]
        if f.minY <= e.maxY, e.minY <= f.maxY { checkPair(e, f) }
        j += 1
      }
    }
  }

  private mutating func checkPair(_ e: Edge, _ f: Edge) {
    let who = "\(rings[e.ring].name) and \(rings[f.ring].name)"
    if e.from == f.from && e.to == f.to {
      found.append("\(who) have the edge \(text(e)) in the same direction")
      return
    }
    if e.from == f.to && e.to == f.from {
      if rings[e.ring].region == rings[f.ring].region {
        found.append("\(who) of the same region have the edge \(text(e)) in common")
      }
      return
    }
    let fromSide = side(e.from, e.to, f.from)
    let toSide = side(e.from, e.to, f.to)
    let otherFromSide = side(f.from, f.to, e.from)
    let otherToSide = side(f.from, f.to, e.to)
    if fromSide * toSide < 0 && otherFromSide * otherToSide < 0 {
      found.append("\(who) cross: \(text(e)) and \(text(f))")
      return
    }
    for (point, turn, edge) in [
      (f.from, fromSide, e), (f.to, toSide, e), (e.from, otherFromSide, f), (e.to, otherToSide, f),
    ] where turn == 0 && point != edge.from && point != edge.to && isInBox(point, edge) {
      found.append("\(who): the vertex \(text(point)) lies inside the edge \(text(edge))")
    }
  }

  private func isInBox(_ point: Point, _ edge: Edge) -> Bool {
    edge.minX <= point.x && point.x <= edge.maxX && edge.minY <= point.y && point.y <= edge.maxY
  }

  // MARK: Vertices

  /// Checks that polygons do not overlap round the vertices that rings have in common.
  ///
  /// An edge that leaves a vertex opens the inside on its left, and an edge that arrives closes it.
  private mutating func checkVertices() {
    struct Spoke {
      var end: Point
      var opens: Bool
      var polygon: Int
    }
    var spokes: [Point: [Spoke]] = [:]
    for ring in rings {
      for edge in ring.edges where edge.from != edge.to {
        spokes[edge.from, default: []].append(Spoke(end: edge.to, opens: true, polygon: ring.polygon))
        spokes[edge.to, default: []].append(Spoke(end: edge.from, opens: false, polygon: ring.polygon))
      }
    }
    for (point, unsorted) in spokes.sorted(by: { less($0.key, $1.key) }) where unsorted.count > 2 {
      // Counter-clockwise; in the same direction, an edge that closes comes before an edge that opens.
      let sorted = unsorted.sorted { a, b in
        let order = angularOrder(a.end, b.end, around: point)
        return order == 0 ? !a.opens && b.opens : order < 0
      }
      guard let first = sorted.firstIndex(where: { $0.opens }) else { continue }
      var inside: Int?
      for step in sorted.indices {
        let spoke = sorted[(first + step) % sorted.count]
        if spoke.opens {
          if let inside {
            found.append("\(polygons[inside].name) and \(polygons[spoke.polygon].name) overlap at \(text(point))")
          }
          inside = spoke.polygon
        } else {
          if inside != spoke.polygon {
            found.append("\(polygons[spoke.polygon].name) crosses another ring at \(text(point))")
          }
          inside = nil
        }
      }
    }
  }

  /// Negative if a comes before b, counter-clockwise from the positive x axis; zero if they are in the same direction.
  private func angularOrder(_ a: Point, _ b: Point, around center: Point) -> Int {
    func isLower(_ p: Point) -> Bool { p.y < center.y || (p.y == center.y && p.x < center.x) }
    if isLower(a) != isLower(b) { return isLower(a) ? 1 : -1 }
    return -side(center, a, b)
  }

  // MARK: Holes

  private mutating func checkHoles() {
    for polygon in polygons {
      guard let shell = polygon.rings.first else { continue }
      let holes = polygon.rings.dropFirst()
      for hole in holes {
        if lies(hole, inside: shell) == false {
          found.append("\(rings[hole].name) is a hole outside its shell")
        }
        for other in holes where other != hole && lies(hole, inside: other) == true {
          found.append("\(rings[hole].name) lies in the hole \(rings[other].name)")
        }
      }
    }
  }

  /// Checks that rings that touch do not cut a polygon's inside in two.
  ///
  /// Rings and the vertices that they share form a graph. A cycle in it cuts off a part of the inside.
  private mutating func checkConnectedness() {
    for polygon in polygons {
      var ringsAt: [Point: [Int]] = [:]
      for ring in polygon.rings {
        for point in Set(rings[ring].points) { ringsAt[point, default: []].append(ring - polygon.rings.lowerBound) }
      }
      let shared = ringsAt.filter { $0.value.count > 1 }.sorted { less($0.key, $1.key) }
      var group = Array(0..<(polygon.rings.count + shared.count))
      func root(_ node: Int) -> Int {
        var node = node
        while group[node] != node { node = group[node] }
        return node
      }
      for (offset, entry) in shared.enumerated() {
        for ring in entry.value {
          let a = root(ring)
          let b = root(polygon.rings.count + offset)
          if a == b {
            found.append("\(polygon.name): rings that touch at \(text(entry.key)) cut its inside in two")
          } else {
            group[a] = b
          }
        }
      }
    }
  }

  // MARK: Polygons

  /// Checks that no polygon lies inside another.
  ///
  /// Rings that do not cross lie wholly on one side of one another, so one point of a shell is enough.
  private mutating func checkPairsOfPolygons() {
    for p in polygons.indices {
      for q in polygons.indices where p != q {
        guard let shell = polygons[p].rings.first, let other = polygons[q].rings.first,
          lies(shell, inside: other) == true
        else { continue }
        let isInHole = polygons[q].rings.dropFirst().contains { hole in
          // A shell with the same edges as the hole fills it.
          lies(shell, inside: hole) ?? true
        }
        if !isInHole { found.append("\(polygons[p].name) lies inside \(polygons[q].name)") }
      }
    }
  }

  /// Whether a ring lies inside another, tested with the middle of an edge that they do not share; `nil` if they share
  /// all edges.
  private func lies(_ ring: Int, inside other: Int) -> Bool? {
    let foreign = rings[other].edges
    guard
      let edge = rings[ring].edges.first(where: { edge in
        edge.from != edge.to
          && !foreign.contains {
            ($0.from == edge.to && $0.to == edge.from) || ($0.from == edge.from && $0.to == edge.to)
          }
      })
    else { return nil }
    // In doubled coordinates, so that the middle is whole.
    let middle = Point(x: edge.from.x + edge.to.x, y: edge.from.y + edge.to.y)
    var isInside = false
    for edge in foreign {
      let a = Point(x: 2 * edge.from.x, y: 2 * edge.from.y)
      let b = Point(x: 2 * edge.to.x, y: 2 * edge.to.y)
      if (a.y > middle.y) != (b.y > middle.y), (side(a, b, middle) > 0) == (b.y > a.y) { isInside.toggle() }
    }
    return isInside
  }

  // MARK: Arithmetic and words

  /// 1 if c lies on the left of the line from a to b, −1 if on the right, 0 if on the line.
  private func side(_ a: Point, _ b: Point, _ c: Point) -> Int {
    let left = (b.x - a.x).multipliedFullWidth(by: c.y - a.y)
    let right = (b.y - a.y).multipliedFullWidth(by: c.x - a.x)
    if left.high != right.high { return left.high > right.high ? 1 : -1 }
    if left.low != right.low { return left.low > right.low ? 1 : -1 }
    return 0
  }

  private func text(_ point: Point) -> String { "(\(point.x), \(point.y))" }

  private func text(_ edge: Edge) -> String { "\(text(edge.from))–\(text(edge.to))" }
}
