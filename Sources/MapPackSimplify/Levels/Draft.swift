import MapPackCoverage
import MapPackFeatures
import MapPackGeometry

/// A coverage of areas or lines on the pack grid in full detail, with the levels at which each vertex and each arc
/// stays.
///
/// All work between the second noding and the finished coverage is done on a draft. It never moves a vertex.
struct Draft {
  var coverage: Coverage
  let ranking: VertexRanking
  /// Per vertex: the coarsest level at which it stays; −1 if it stays at none.
  var level: ContiguousArray<Int8>
  /// Per arc: the coarsest level at which one of its polygons is present.
  let arcLevel: ContiguousArray<UInt8>

  /// - Precondition: `coverage.polygonLevel` is set.
  init(_ coverage: Coverage, _ ranking: VertexRanking, level: ContiguousArray<Int8>) {
    self.coverage = coverage
    self.ranking = ranking
    self.level = level
    var arcLevel = ContiguousArray<UInt8>(repeating: 0, count: coverage.arcs.count)
    for polygon in 0..<coverage.polygonCount {
      for reference in coverage.references(ofPolygon: polygon) {
        let arc = reference.arc
        arcLevel[arc] = max(arcLevel[arc], coverage.polygonLevel[polygon])
      }
    }
    self.arcLevel = arcLevel
  }

  /// The most important removed vertex of a chord; `nil` if there is none.
  func best(in chord: Chord) -> Int? {
    var best: Int?
    coverage.arcs.forEachVertex(inside: chord) { vertex in
      if let current = best, ranking.precedes(vertex, current) { return }
      best = vertex
    }
    return best
  }

  /// The chords of a level that have removed vertices, in the order of the arcs, and the keys of the points of all kept
  /// vertices; a node is among them once for each of its arcs.
  func chords(
    level: Int, jobs: Int
  ) -> (chords: ContiguousArray<Chord>, points: ContiguousArray<UInt64>) {
    let groups = coverage.arcs.paths.groups(ofVertices: 1 << 15)
    let parts = concurrentMap(groups.count, jobs: jobs) { group in
      var chords: ContiguousArray<Chord> = []
      var points: ContiguousArray<UInt64> = []
      for arc in groups[group] where Int(arcLevel[arc]) >= level { append(arc, level, &chords, &points) }
      return (chords: chords, points: points)
    }
    return (
      ContiguousArray(joining: parts.map(\.chords), jobs: jobs),
      ContiguousArray(joining: parts.map(\.points), jobs: jobs)
    )
  }

  private func append(
    _ arc: Int, _ level: Int, _ chords: inout ContiguousArray<Chord>, _ points: inout ContiguousArray<UInt64>
  ) {
    let arcs = coverage.arcs
    let vertices = arcs.vertices(of: arc)
    var (first, last) = (-1, -1)
    var box = GridBox()
    for vertex in vertices {
      let point = arcs.point(vertex)
      box.extend(to: point)
      guard Int(self.level[vertex]) >= level else { continue }
      points.append(point.key)
      if first < 0 { first = vertex }
      if last >= 0 && vertex > last + 1 {
        chords.append(
          Chord(
            first: Int32(truncatingIfNeeded: last), last: Int32(truncatingIfNeeded: vertex),
            arc: Int32(truncatingIfNeeded: arc), box: box))
      }
      last = vertex
      box = GridBox(point, point)
    }
    if arcs.isClosed[arc] && (first > vertices.lowerBound || last < vertices.upperBound - 1) {
      chords.append(arcs.chord(from: last, to: first, in: arc))
    }
  }
}

// MARK: - The finished map

extension Draft {
  /// The coverage with the vertices that stay, in the canonical order that `Coverage` promises.
  ///
  /// Removing vertices can change the canonical start and direction of an arc, and the order of arcs, holes and
  /// polygons. So all are put in order again, by what is present at level 0. Ledger, findings and areas as published
  /// are those of the draft's coverage.
  /// - Precondition: each arc keeps at least two vertices.
  func finished(jobs: Int) -> Coverage {
    let groups = coverage.arcs.paths.groups(ofVertices: 1 << 14)
    let lines = concurrentMap(groups.count, jobs: jobs) { groups[$0].map { line($0) } }.flatMap { $0 }
    var result = coverage
    if coverage.kind == .lines {
      // They keep their order and direction.
      result.arcs = table(lines, order: Array(lines.indices), jobs: jobs)
      return result
    }
    let order = lines.indices.sorted {
      (lines[$0].firstKey, lines[$0].secondKey) < (lines[$1].firstKey, lines[$1].secondKey)
    }
    let arcs = table(lines, order: order, jobs: jobs)
    var newIndex = ContiguousArray<Int>(repeating: 0, count: lines.count)
    for (index, arc) in order.enumerated() { newIndex[arc] = index }
    // A face is one polygon.
    var face = ContiguousArray<Int32>(repeating: -1, count: 2 * lines.count)
    for polygon in 0..<coverage.polygonCount {
      for reference in coverage.references(ofPolygon: polygon) {
        let isReversed = reference.isReversed != lines[reference.arc].isReversed
        face[2 * newIndex[reference.arc] + (isReversed ? 1 : 0)] = Int32(truncatingIfNeeded: polygon)
      }
    }
    let rings = RingAssembly(arcs, face: face, regionCount: coverage.regions.count, jobs: jobs)
    result.take(arcs, rings)
    result.polygonLevel = ContiguousArray(rings.polygonFace.lazy.map { coverage.polygonLevel[Int($0)] })
    result.polygonArea = ContiguousArray(rings.polygonFace.lazy.map { coverage.polygonArea[Int($0)] })
    return result
  }

  /// The kept vertices of an arc, in its canonical direction from its canonical start; of a line, as it is.
  private struct Line: Sendable {
    var vertices: ContiguousArray<Int32>
    var isReversed: Bool
    /// The keys of the first two points, by which arcs are sorted.
    var firstKey: UInt64
    var secondKey: UInt64
  }

  private func line(_ arc: Int) -> Line {
    let table = coverage.arcs
    var kept = ContiguousArray<Int32>()
    for vertex in table.vertices(of: arc) where level[vertex] >= 0 { kept.append(Int32(truncatingIfNeeded: vertex)) }
    if coverage.kind == .lines { return Line(vertices: kept, isReversed: false, firstKey: 0, secondKey: 0) }
    func point(_ position: Int) -> GridPoint { table.point(Int(kept[position])) }
    let walk =
      table.isClosed[arc]
      ? CanonicalWalk(ringOf: kept.count, point) : CanonicalWalk(lineOf: kept.count, point)
    let (first, second) = (point(walk.first), point(walk.second))
    if table.isClosed[arc] {
      kept = ContiguousArray([kept[walk.first...], kept[..<walk.first]].joined())
      if walk.isReversed { kept[1...].reverse() }
    } else if walk.isReversed {
      kept.reverse()
    }
    return Line(vertices: kept, isReversed: walk.isReversed, firstKey: first.key, secondKey: second.key)
  }

  /// The arcs of some lines, which are those of the coverage's arcs.
  /// - Parameter order: the arcs, in the order in which they stand in the table.
  private func table(_ lines: [Line], order: [Int], jobs: Int) -> ArcTable {
    let old = coverage.arcs
    var table = ArcTable()
    for arc in order {
      let line = lines[arc]
      table.start.append(table.start[table.count] + line.vertices.count)
      table.left.append(line.isReversed ? old.right[arc] : old.left[arc])
      table.right.append(line.isReversed ? old.left[arc] : old.right[arc])
      table.isClosed.append(old.isClosed[arc])
      table.isSeam.append(old.isSeam[arc])
    }
    let start = table.start
    let groups = order.indices.chunks(of: 1 << 14) { start[$0 + 1] - start[$0] }
    func column<Value: BitwiseCopyable & Sendable>(
      _ value: @Sendable (_ vertex: Int, _ arc: Int) -> Value
    ) -> ContiguousArray<Value> {
      ContiguousArray(count: start[order.count]) { slots in
        _ = concurrentMap(groups.count, jobs: jobs) { group in
          for index in groups[group] {
            let vertices = lines[order[index]].vertices
            for step in vertices.indices { slots[start[index] + step] = value(Int(vertices[step]), order[index]) }
          }
        }
      }
    }
    table.points = column { vertex, _ in old.point(vertex) }
    table.vertexLevel = column { [level, arcLevel] vertex, arc in min(UInt8(level[vertex]), arcLevel[arc]) }
    return table
  }
}
