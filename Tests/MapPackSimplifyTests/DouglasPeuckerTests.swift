import MapPack
import MapPackCoverage
import MapPackGeometry
import MapPackMerge
import MapPackSimplify
import TestSupport
import Testing

private let grid = PackGrid(cellExponent: -4, originX: 1 << 31, originY: 1 << 30)

/// One arc; `isClosed` joins its last vertex to its first.
private func table(_ points: [GridPoint], isClosed: Bool) -> ArcTable {
  var arcs = ArcTable()
  arcs.points = ContiguousArray(points)
  arcs.start = [0, points.count]
  arcs.isClosed = [isClosed]
  arcs.left = [0]
  arcs.right = [ArcTable.none]
  arcs.isSeam = [false]
  return arcs
}

private func scale(_ points: [GridPoint]) -> GroundScale {
  GroundScale(grid, minY: points.map(\.y).min() ?? 0, maxY: points.map(\.y).max() ?? 0)
}

private func ranking(_ points: [GridPoint], isClosed: Bool, pinned: Set<Int> = []) -> VertexRanking {
  VertexRanking(
    table(points, isClosed: isClosed), isPinned: ContiguousArray(points.indices.map(pinned.contains)),
    scale: scale(points), method: .douglasPeucker, jobs: 1)
}

extension TextbookDouglasPeucker {
  /// Measured as the ranking of these points measures.
  fileprivate init(_ points: [GridPoint]) {
    let scale = scale(points)
    self.init(points: points) { scale.squareMetersPerDoubledCell(y: $0) }
  }
}

/// Lines on which splits could go wrong: long rows of ties, and teeth of which always the first is the longest.
private enum HardLine: String, CaseIterable, CustomTestStringConvertible {
  case straight, stairs, plateau, spiral, triangles, shrinkingTeeth, growingTeeth, slantedTeeth, bentTeeth

  var testDescription: String { rawValue }

  func points(_ count: Int) -> [GridPoint] {
    let n = Int32(count)
    return (0..<n).map { i in
      let sign: Int32 = i & 1 == 0 ? 1 : -1
      switch self {
      case .straight: return GridPoint(x: 100 * i, y: 0)
      case .stairs: return GridPoint(x: (i + 1) / 2 * 8, y: i / 2 * 8)
      case .plateau: return GridPoint(x: i, y: i == 0 || i == n - 1 ? 0 : 1000)
      case .spiral:
        let (side, turn) = (i % 4, 16 * (i / 4) + 40)
        return GridPoint(x: side == 0 || side == 3 ? -turn : turn, y: side < 2 ? -turn : turn)
      case .triangles:
        let turn = 40 * (n - i)
        return GridPoint(x: i % 3 == 0 ? 0 : i % 3 == 1 ? turn : -turn, y: i % 3 == 0 ? 2 * turn : -turn)
      case .shrinkingTeeth: return GridPoint(x: 16 * i, y: sign * 16 * (n - i))
      case .growingTeeth: return GridPoint(x: 16 * i, y: sign * 16 * i)
      case .slantedTeeth: return GridPoint(x: 64 * i + sign * (n - i), y: 64 * i - sign * (n - i))
      case .bentTeeth:
        let share = Double(i) / Double(n)
        return GridPoint(x: 16 * i, y: sign * Int32((Double(n) * 16 * (1 - share * share)).rounded()))
      }
    }
  }
}

@Suite struct DouglasPeuckerTests {
  private static let track = closedTrack(vertices: 23_000, seed: 23)

  @Test(arguments: [0, 0.3, 1, 10, 100, 1000] as [Double])
  func `a closed track of 23,000 points is the textbook's result, vertex for vertex`(tolerance: Double) {
    let ranking = ranking(Self.track, isClosed: true)
    let textbook = TextbookDouglasPeucker(Self.track)
    let kept = textbook.keptOfClosed(tolerance)
    let selection = LevelSelection(ranking, tolerance: tolerance, levels: 1)
    #expect(Set(Self.track.indices.filter { selection.level[$0] >= 0 }) == kept)
    #expect(kept.count > 3)
    #expect(tolerance < 1 || kept.count < Self.track.count)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `open lines, loops and pinned vertices are split as the textbook splits them`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    // Few cells, so that there are many ties.
    let count = Int.random(in: 5...400, using: &random)
    var seen: Set<GridPoint> = []
    var points: [GridPoint] = []
    while points.count < count {
      let point = GridPoint(x: .random(in: 0...40, using: &random), y: .random(in: 0...40, using: &random))
      if seen.insert(point).inserted { points.append(point) }
    }
    if seed % 3 == 0 { points.append(points[0]) }
    let pinned = seed % 2 == 0 ? [count / 3] : []
    let ranking = ranking(points, isClosed: false, pinned: Set(pinned))
    let textbook = TextbookDouglasPeucker(points)
    let anchors = [0] + pinned + [points.count - 1]
    for tolerance in [0, 0.003, 0.01, 0.02, 0.05, 0.1] {
      var kept = Set(anchors)
      for (first, last) in zip(anchors, anchors.dropFirst()) {
        kept.formUnion(textbook.kept(points.indices.map { $0 }[first...last], tolerance))
      }
      let found = Set(points.indices.filter { ranking.weight[$0] >= ranking.leastWeight(stayingAt: tolerance) })
      if kept.count >= 4 { #expect(found == kept, "\(tolerance)") } else { #expect(found.isSuperset(of: kept)) }
    }
  }

  @Test(arguments: 0..<12 as Range<UInt64>, SimplifyOptions.Method.allCases)
  func `weights depend neither on where a ring starts nor on its direction`(
    seed: UInt64, method: SimplifyOptions.Method
  ) {
    var random = SplitMix64(seed: seed)
    // Coarse cells make ties.
    var seen: Set<GridPoint> = []
    let points = closedTrack(vertices: 300, seed: seed).map {
      GridPoint(x: $0.x >> 7, y: $0.y >> 7)
    }.filter { seen.insert($0).inserted }
    let pinned = Set((0..<5).map { _ in points.randomElement(using: &random) })
    func weights(_ points: [GridPoint]) -> [GridPoint: Double] {
      let ranking = VertexRanking(
        table(points, isClosed: true), isPinned: ContiguousArray(points.map(pinned.contains)), scale: scale(points),
        method: method, jobs: 1)
      return Dictionary(uniqueKeysWithValues: zip(points, ranking.weight))
    }
    let expected = weights(points)
    for _ in 0..<4 {
      let first = Int.random(in: points.indices, using: &random)
      let turned = Array(points[first...] + points[..<first])
      #expect(weights(turned) == expected)
      #expect(weights(turned.reversed()) == expected)
    }
    // An open line has its ends, but no direction.
    let open = VertexRanking(
      table(points, isClosed: false), isPinned: ContiguousArray(points.map(pinned.contains)), scale: scale(points),
      method: method, jobs: 1)
    let reversed = VertexRanking(
      table(points.reversed(), isClosed: false), isPinned: ContiguousArray(points.reversed().map(pinned.contains)),
      scale: scale(points), method: method, jobs: 1)
    #expect(Array(open.weight) == reversed.weight.reversed())
  }

  @Test func `a ring keeps three vertices, a loop on a node its own and two more`() {
    let track = closedTrack(vertices: 200, seed: 7)
    #expect(ranking(track, isClosed: true).weight.count { $0 == .infinity } == 3)
    #expect(ranking(track + [track[0]], isClosed: false).weight.count { $0 == .infinity } == 4)
    #expect(ranking(track, isClosed: false).weight.count { $0 == .infinity } == 2)
    #expect(ranking(Array(track[..<3]), isClosed: true).weight == [.infinity, .infinity, .infinity])
  }

  @Test func `a vertex stays while its distance is larger than the tolerance, not while it equals it`() {
    // A meter on the equator is no multiple of a cell; the distance in meters comes from the ranking itself.
    let points = [GridPoint(x: 0, y: 0), GridPoint(x: 50, y: 30), GridPoint(x: 100, y: 0)]
    let ranking = VertexRanking(
      table(points, isClosed: false), isPinned: [false, false, false], scale: GroundScale(equatorOf: grid),
      method: .douglasPeucker, jobs: 1)
    let meters = 30 * grid.cell * WebMercator.metersPerMapPointAtEquator
    #expect((ranking.weight[1].squareRoot() / meters - 1).magnitude < 1e-15)
    #expect(ranking.leastWeight(stayingAt: 0) > 0)
    #expect(LevelSelection(ranking, tolerance: meters * 0.999999, levels: 1).level == [0, 0, 0])
    #expect(LevelSelection(ranking, tolerance: meters * 1.000001, levels: 1).level == [0, -1, 0])
    // Lengths whose squares are exact: 2⁻⁴ map points.
    let exact = (grid.cell * WebMercator.metersPerMapPointAtEquator)
    let step = [GridPoint(x: 0, y: 0), GridPoint(x: 50, y: 1), GridPoint(x: 100, y: 0)]
    let one = VertexRanking(
      table(step, isClosed: false), isPinned: [false, false, false], scale: GroundScale(equatorOf: grid),
      method: .douglasPeucker, jobs: 1)
    #expect(one.weight[1] == exact * exact)
    #expect(LevelSelection(one, tolerance: exact, levels: 1).level == [0, -1, 0])
    #expect(LevelSelection(one, tolerance: .greatestFiniteMagnitude, levels: 1).level == [0, -1, 0])
  }

  @Test(arguments: HardLine.allCases)
  private func `hard lines are the textbook's result too`(line: HardLine) {
    let points = line.points(500)
    let ranking = ranking(points, isClosed: false)
    let textbook = TextbookDouglasPeucker(points)
    for tolerance in [0, 0.1, 1, 10, 60] {
      let kept = Set([0, points.count - 1]).union(textbook.kept(points.indices.map { $0 }[...], tolerance))
      let found = Set(points.indices.filter { ranking.weight[$0] >= ranking.leastWeight(stayingAt: tolerance) })
      #expect(found == kept, "\(tolerance)")
    }
  }
}
