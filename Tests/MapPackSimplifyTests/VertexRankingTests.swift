import MapPack
import MapPackCoverage
import MapPackGeometry
import MapPackMerge
import MapPackSimplify
import TestSupport
import Testing

/// One arc as a random walk; a closed one may cross itself, which the ranking does not mind.
private func walk(seed: UInt64, isClosed: Bool, length: Int, step: Int32) -> ArcTable {
  var random = SplitMix64(seed: seed)
  var arcs = ArcTable()
  var point = GridPoint(x: 1 << 20, y: 1 << 20)
  var seen: Set<GridPoint> = []
  while arcs.vertexCount < length {
    if seen.insert(point).inserted {
      arcs.points.append(point)
    }
    point.x += .random(in: -step...step, using: &random)
    point.y += .random(in: -step...step, using: &random)
  }
  arcs.start.append(length)
  arcs.isClosed.append(isClosed)
  arcs.left.append(0)
  arcs.right.append(ArcTable.none)
  arcs.isSeam.append(false)
  return arcs
}

private let grid = PackGrid(cellExponent: 3, originX: 0, originY: 1 << 23)

/// Takes the least important vertex out of a list, over and over, with the area displaced on either side of each edge.
private func naiveWeights(
  _ arcs: ArcTable, isPinned: ContiguousArray<Bool>, _ scale: GroundScale, isWeighted: Bool,
  byTriangleAlone: Bool = false
) -> [Double] {
  var weights = [Double](repeating: .infinity, count: arcs.vertexCount)
  var areas = [Double](repeating: 0, count: arcs.vertexCount)
  // Of the edge that begins at a vertex.
  var left = areas
  var right = areas
  var alive = Array(0..<arcs.vertexCount)
  let isClosed = arcs.isClosed[0]
  var last = 0.0
  while alive.count > (isClosed ? 3 : 2) {
    var best: (position: Int, weight: Double, triangle: Double)?
    for position in isClosed ? alive.indices : 1..<alive.count - 1 where !isPinned[alive[position]] {
      let vertex = alive[position]
      let start = alive[(position + alive.count - 1) % alive.count]
      let before = arcs.point(start)
      let after = arcs.point(alive[(position + 1) % alive.count])
      let triangle =
        Double(orientation(before, arcs.point(vertex), after))
        * scale.squareMetersPerDoubledCell(y: arcs.point(vertex).y)
      var area = triangle.magnitude
      if isWeighted {
        area *= 1 - 0.7 * cosine(before, arcs.point(vertex), after)
      } else if !byTriangleAlone {
        area -= 2 * min(area, triangle > 0 ? left[start] + left[vertex] : right[start] + right[vertex])
      }
      let weight = max(area, areas[vertex])
      if let current = best {
        let other = alive[current.position]
        if (weight, arcs.point(vertex).y, arcs.point(vertex).x) >= (
          current.weight, arcs.point(other).y, arcs.point(other).x
        ) {
          continue
        }
      }
      best = (position, weight, triangle)
    }
    guard let best else { break }
    let start = alive[(best.position + alive.count - 1) % alive.count]
    left[start] += left[alive[best.position]]
    right[start] += right[alive[best.position]]
    if best.triangle > 0 {
      let regained = min(best.triangle, left[start])
      left[start] -= regained
      right[start] += best.triangle - regained
    } else {
      let regained = min(-best.triangle, right[start])
      right[start] -= regained
      left[start] += -best.triangle - regained
    }
    last = best.weight > last || last == 0 ? best.weight : last.nextUp
    weights[alive[best.position]] = last
    areas[alive[(best.position + alive.count - 1) % alive.count]] = best.weight
    areas[alive[(best.position + 1) % alive.count]] = best.weight
    alive.remove(at: best.position)
  }
  return weights
}

/// Of the angle at b.
private func cosine(_ a: GridPoint, _ b: GridPoint, _ c: GridPoint) -> Double {
  let first = (x: Double(a.x - b.x), y: Double(a.y - b.y))
  let second = (x: Double(c.x - b.x), y: Double(c.y - b.y))
  let squares = (first.x * first.x + first.y * first.y) * (second.x * second.x + second.y * second.y)
  return (first.x * second.x + first.y * second.y) / squares.squareRoot()
}

/// The area between a line that runs to growing x, one cell a vertex, and what is left of it.
private func displacedArea(_ arcs: ArcTable, keeping isKept: [Bool]) -> Double {
  let kept = isKept.indices.filter { isKept[$0] }
  var area = 0.0
  for (first, last) in zip(kept, kept.dropFirst()) {
    let slope = Double(arcs.point(last).y - arcs.point(first).y) / Double(last - first)
    let heights = (first...last).map { Double(arcs.point($0).y - arcs.point(first).y) - slope * Double($0 - first) }
    for (a, b) in zip(heights, heights.dropFirst()) {
      // Where the lines cross there are two triangles, else it is a trapezium.
      area += a * b < 0 ? (a * a + b * b) / (2 * (b - a).magnitude) : (a + b).magnitude / 2
    }
  }
  return area
}

@Suite struct VertexRankingTests {
  @Test(arguments: 0..<20 as Range<UInt64>, [false, true])
  func `weights are those of taking out what displaces least, over and over`(seed: UInt64, isClosed: Bool) {
    // Small steps make many equal areas, large ones none.
    for (length, step) in [(4, 2), (60, 2), (150, 1000)] as [(Int, Int32)] {
      let arcs = walk(seed: seed, isClosed: isClosed, length: length, step: step)
      var random = SplitMix64(seed: seed)
      let isPinned = ContiguousArray((0..<length).map { _ in Int.random(in: 0..<20, using: &random) == 0 })
      let scale = GroundScale(grid, minY: arcs.points.map(\.y).min() ?? 0, maxY: arcs.points.map(\.y).max() ?? 0)
      for method in [.visvalingam, .weightedVisvalingam] as [SimplifyOptions.Method] {
        let ranking = VertexRanking(arcs, isPinned: isPinned, scale: scale, method: method, jobs: 1)
        let isWeighted = method == .weightedVisvalingam
        #expect(Array(ranking.weight) == naiveWeights(arcs, isPinned: isPinned, scale, isWeighted: isWeighted))
      }
    }
  }

  /// Triangles of 3,000 cells each: isosceles ones on bases of 60 and 300, and half of a rectangle.
  @Test func `weighting removes the spike first and the wide bend last of equal triangles`() {
    let (spike, corner, bend) = (1, 3, 5)
    let points = [(0, 0), (30, 100), (60, 0), (120, 0), (120, -100), (270, -80), (420, -100)]
    var arcs = ArcTable()
    arcs.points = ContiguousArray(points.map { GridPoint(x: Int32($0.0), y: Int32($0.1)) })
    arcs.start = [0, points.count]
    arcs.isClosed = [false]
    let isPinned = ContiguousArray(points.indices.map { ![spike, corner, bend].contains($0) })
    func weights(_ method: SimplifyOptions.Method) -> [Double] {
      let ranking = VertexRanking(
        arcs, isPinned: isPinned, scale: GroundScale(equatorOf: grid), method: method, jobs: 1)
      return [spike, corner, bend].map { ranking.weight[$0] }
    }
    let cell = grid.cell * WebMercator.metersPerMapPointAtEquator
    let area = 3000 * cell * cell
    for weight in weights(.visvalingam) { #expect((weight / area - 1).magnitude < 1e-12) }
    // Of an isosceles triangle with half its base b and height h: (h² − b²) / (h² + b²).
    let cosines: [Double] = [9100 / 10_900, 0, -22_100 / 22_900]
    for (weight, cosine) in zip(weights(.weightedVisvalingam), cosines) {
      #expect((weight / (area * (1 - 0.7 * cosine)) - 1).magnitude < 1e-12)
    }
  }

  /// A zigzag between two lines: once a tooth is gone, its neighbors' triangles are half made of it.
  @Test func `a vertex weighs what it displaces in addition, not its triangle`() {
    var arcs = ArcTable()
    arcs.points = [GridPoint(x: 0, y: 0), GridPoint(x: 10, y: 10), GridPoint(x: 20, y: 0), GridPoint(x: 60, y: 60)]
    arcs.start = [0, 4]
    arcs.isClosed = [false]
    let ranking = VertexRanking(
      arcs, isPinned: ContiguousArray(repeating: false, count: 4), scale: GroundScale(equatorOf: grid),
      method: .visvalingam, jobs: 1)
    let cell = grid.cell * WebMercator.metersPerMapPointAtEquator
    // The tooth of 100 cells goes first. Then the corner's triangle, of 600 cells, has the tooth on its inner side.
    #expect((ranking.weight[1] / (100 * cell * cell) - 1).magnitude < 1e-12)
    #expect((ranking.weight[2] / (400 * cell * cell) - 1).magnitude < 1e-12)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `no two vertices of an arc weigh the same, but those that displace nothing`(seed: UInt64) {
    let arcs = walk(seed: seed, isClosed: seed % 2 == 0, length: 400, step: 3)
    for method in [.visvalingam, .weightedVisvalingam] as [SimplifyOptions.Method] {
      let ranking = VertexRanking(
        arcs, isPinned: ContiguousArray(repeating: false, count: 400), scale: GroundScale(equatorOf: grid),
        method: method, jobs: 1)
      let weights = ranking.weight.filter { $0 > 0 && $0 < .infinity }
      #expect(weights.count > 300)
      #expect(Set(weights).count == weights.count)
    }
  }

  @Test(arguments: [0.5, 0.2, 0.1, 0.05])
  func `with as many vertices, less area is displaced than by triangles only`(share: Double) {
    var ours = 0.0
    var byTriangles = 0.0
    for seed in 0..<8 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      var arcs = ArcTable()
      var height: Int32 = 1 << 20
      for x in 0..<400 as Range<Int32> {
        arcs.points.append(GridPoint(x: x, y: height))
        height += .random(in: -3...3, using: &random)
      }
      arcs.start = [0, 400]
      arcs.isClosed = [false]
      let isPinned = ContiguousArray(repeating: false, count: 400)
      let scale = GroundScale(equatorOf: grid)
      let ranking = VertexRanking(arcs, isPinned: isPinned, scale: scale, method: .visvalingam, jobs: 1)
      let plain = naiveWeights(arcs, isPinned: isPinned, scale, isWeighted: false, byTriangleAlone: true)
      func area(_ weights: [Double]) -> Double {
        let least = weights.sorted(by: >)[Int(share * 400)]
        return displacedArea(arcs, keeping: weights.map { $0 > least })
      }
      ours += area(Array(ranking.weight))
      byTriangles += area(plain)
    }
    #expect(ours < 0.97 * byTriangles)
  }

  @Test func `a loop that hangs on a node keeps two more vertices`() {
    var arcs = walk(seed: 1, isClosed: false, length: 50, step: 100)
    arcs.points[49] = arcs.point(0)
    let scale = GroundScale(grid, minY: arcs.points.map(\.y).min() ?? 0, maxY: arcs.points.map(\.y).max() ?? 0)
    let ranking = VertexRanking(
      arcs, isPinned: ContiguousArray(repeating: false, count: 50), scale: scale, method: .visvalingam, jobs: 1)
    #expect(ranking.weight.count { $0 == .infinity } == 4)
  }

  @Test(arguments: [0, 30, 60, 84] as [Double])
  func `an area on the grid becomes the area on the ground`(latitude: Double) {
    let y = MapPoint(longitude: 0, latitude: latitude).y
    let cells = Int32((y / grid.cell).rounded()) - Int32(grid.originY)
    let scale = GroundScale(grid, minY: cells - 1_000_000, maxY: cells + 1_000_000)
    let meters = grid.cell * WebMercator.metersPerMapPointAtEquator * WebMercator.cosineOfLatitude(y: y)
    let found = 2 * scale.squareMetersPerDoubledCell(y: cells)
    #expect((found / (meters * meters) - 1).magnitude < 1e-6)
  }
}
