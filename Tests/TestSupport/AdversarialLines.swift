import MapArrangement
import MapGeometry
import MapTopology

/// Lines at the limits of noding. Claim k is the k-th ring, as its left side; the numbers of rings and so on are free,
/// so that the time for twice as many can be measured.
package enum AdversarialLines {
  private static let size: Int32 = 1 << 30 - 1

  private static func ring(_ points: [GridPoint], into paths: inout ClaimedPaths) {
    for point in points { paths.paths.append(point) }
    paths.endPath(isClosed: true, left: Int32(paths.count), right: ClaimedPaths.none)
  }

  private static func randomPoint(_ random: inout SplitMix64) -> GridPoint {
    GridPoint(x: .random(in: 0...size, using: &random), y: .random(in: 0...size, using: &random))
  }

  /// One ring of random chords: about a sixth of the square of their number of crossings.
  package static func star(chords: Int, seed: UInt64 = 1) -> ClaimedPaths {
    var random = SplitMix64(seed: seed)
    var paths = ClaimedPaths()
    ring((0..<chords).map { _ in randomPoint(&random) }, into: &paths)
    return paths
  }

  /// Triangles over each other, anywhere: faces with hundreds of claims.
  package static func triangles(_ count: Int, seed: UInt64 = 1) -> ClaimedPaths {
    var random = SplitMix64(seed: seed)
    var paths = ClaimedPaths()
    for _ in 0..<count { ring((0..<3).map { _ in randomPoint(&random) }, into: &paths) }
    return paths
  }

  /// Two combs across each other: four crossings for each pair of teeth.
  package static func combs(teeth: Int) -> ClaimedPaths {
    let low: Int32 = 1 << 28
    let high: Int32 = 1 << 29
    let step = Int32(high / 2) / Int32(2 * teeth)
    var comb: [GridPoint] = []
    for tooth in 0..<Int32(teeth) {
      let left = low + 2 * tooth * step
      for (x, y) in [(left, low / 2), (left, high + low), (left + step, high + low), (left + step, low / 2)] {
        comb.append(GridPoint(x: x, y: y))
      }
    }
    comb += [GridPoint(x: high + low, y: 0), GridPoint(x: low, y: 0)]
    var paths = ClaimedPaths()
    ring(comb, into: &paths)
    ring(comb.map { GridPoint(x: $0.y, y: $0.x) }, into: &paths)
    return paths
  }

  /// Triangles on one line, each with vertices of its own on it.
  package static func sharedLine(rings: Int, vertices: Int, seed: UInt64 = 1) -> ClaimedPaths {
    var random = SplitMix64(seed: seed)
    var paths = ClaimedPaths()
    for k in 1...Int32(rings) {
      var places: Set<Int32> = [0, size]
      while places.count < vertices { places.insert(.random(in: 1..<size, using: &random)) }
      ring(
        places.sorted().map { GridPoint(x: $0, y: 1 << 28) } + [GridPoint(x: 1 << 29, y: 1 << 28 + 1000 * k)],
        into: &paths)
    }
    return paths
  }

  /// Triangles round one place, side by side. Their tips meet in one point or, with `scatter`, only within so many
  /// cells of it, over and beside each other.
  package static func wedges(_ count: Int, scatter: Int32 = 0, seed: UInt64 = 1) -> ClaimedPaths {
    var random = SplitMix64(seed: seed)
    // Places on the edge of a square, so that all machines have the same ones.
    func place(_ k: Int) -> GridPoint {
      let way = Int64(k % count) * 4 * Int64(size) / Int64(count)
      let (side, along) = (way / Int64(size), Int32(way % Int64(size)))
      return [
        GridPoint(x: along, y: 0), GridPoint(x: size, y: along), GridPoint(x: size - along, y: size),
        GridPoint(x: 0, y: size - along),
      ][Int(side)]
    }
    var paths = ClaimedPaths()
    for k in 0..<count {
      let tip = GridPoint(
        x: 1 << 29 + .random(in: -scatter...scatter, using: &random),
        y: 1 << 29 + .random(in: -scatter...scatter, using: &random))
      ring([tip, place(k), place(k + 1)], into: &paths)
    }
    return paths
  }

  /// Squares in squares, all of them claimed to their middle.
  package static func stackedSquares(_ count: Int) -> ClaimedPaths {
    var paths = ClaimedPaths()
    let step = size / 2 / Int32(count + 1)
    for k in 0..<Int32(count) { ring(square(k * step, size - k * step), into: &paths) }
    return paths
  }

  /// The same square so many times.
  package static func twins(_ count: Int) -> ClaimedPaths {
    var paths = ClaimedPaths()
    for _ in 0..<count { ring(square(0, size), into: &paths) }
    return paths
  }

  private static func square(_ low: Int32, _ high: Int32) -> [GridPoint] {
    [(low, low), (high, low), (high, high), (low, high)].map { GridPoint(x: $0.0, y: $0.1) }
  }

  /// Lines that are parallel but for a cell or two, half a cell apart where they cross: each crossing lies in a pixel
  /// that other lines pass.
  package static func nearlyParallel(_ count: Int, seed: UInt64 = 1) -> ClaimedPaths {
    var random = SplitMix64(seed: seed)
    var paths = ClaimedPaths()
    for _ in 0..<count {
      let y = Int32.random(in: 0...Int32(count), using: &random)
      let other = y + .random(in: -2...2, using: &random)
      ring(
        [
          GridPoint(x: .random(in: 0..<1000, using: &random), y: max(0, y)),
          GridPoint(x: size - .random(in: 0..<1000, using: &random), y: max(0, other)),
          GridPoint(x: 1 << 29, y: 1 << 28),
        ], into: &paths)
    }
    return paths
  }

  /// Walks of short steps on a small grid that cross each other and themselves everywhere: what is moved meets again.
  package static func scribble(rings: Int, vertices: Int, size: Int32, seed: UInt64 = 1) -> ClaimedPaths {
    var random = SplitMix64(seed: seed)
    var paths = ClaimedPaths()
    for _ in 0..<rings {
      var points: [GridPoint] = []
      while points.count < vertices {
        let point = GridPoint(x: .random(in: 0...size, using: &random), y: .random(in: 0...size, using: &random))
        if point != points.last && (points.count < vertices - 1 || point != points.first) { points.append(point) }
      }
      ring(points, into: &paths)
    }
    return paths
  }
}
