import MapPackCoverage
import MapPackGeometry
import MapPackMerge

/// Lines that are as hard for noding as lines can be. Ring k has claim k on its left, from 0. Sizes are parameters, so
/// that a test can measure the time for twice as many lines.
package enum AdversarialLines {
  private static let size: Int32 = 1 << 30 - 1

  private static func ring(_ points: [GridPoint], into paths: inout ClaimedPaths) {
    for point in points { paths.paths.append(point) }
    paths.endPath(isClosed: true, left: Int32(paths.count), right: ClaimedPaths.none)
  }

  private static func randomPoint(_ random: inout SplitMix64) -> GridPoint {
    GridPoint(x: .random(in: 0...size, using: &random), y: .random(in: 0...size, using: &random))
  }

  /// One ring of random chords. It has about n²/9 crossings for n chords.
  package static func star(chords: Int, seed: UInt64 = 1) -> ClaimedPaths {
    var random = SplitMix64(seed: seed)
    var paths = ClaimedPaths()
    ring((0..<chords).map { _ in randomPoint(&random) }, into: &paths)
    return paths
  }

  /// Random triangles that overlap: faces with hundreds of claims.
  package static func triangles(_ count: Int, seed: UInt64 = 1) -> ClaimedPaths {
    var random = SplitMix64(seed: seed)
    var paths = ClaimedPaths()
    for _ in 0..<count { ring((0..<3).map { _ in randomPoint(&random) }, into: &paths) }
    return paths
  }

  /// Two combs that cross at right angles: four crossings for each pair of teeth.
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

  /// Triangles with a side on the same line, each with vertices of its own on that side.
  package static func sharedLine(rings: Int, vertices: Int, seed: UInt64 = 1) -> ClaimedPaths {
    var random = SplitMix64(seed: seed)
    var paths = ClaimedPaths()
    for k in 1...Int32(rings) {
      var coordinates: Set<Int32> = [0, size]
      while coordinates.count < vertices { coordinates.insert(.random(in: 1..<size, using: &random)) }
      ring(
        coordinates.sorted().map { GridPoint(x: $0, y: 1 << 28) } + [GridPoint(x: 1 << 29, y: 1 << 28 + 1000 * k)],
        into: &paths)
    }
    return paths
  }

  /// Triangles round one point, side by side.
  ///
  /// - Parameter scatter: how far the tips are from the point in x and y, in cells, at most. With 0 they all meet in
  ///   it.
  package static func wedges(_ count: Int, scatter: Int32 = 0, seed: UInt64 = 1) -> ClaimedPaths {
    var random = SplitMix64(seed: seed)
    // Points on the sides of a square need no sine, so all machines have the same ones.
    func rimPoint(_ k: Int) -> GridPoint {
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
      ring([tip, rimPoint(k), rimPoint(k + 1)], into: &paths)
    }
    return paths
  }

  /// Squares in squares; each claims all of its inside.
  package static func stackedSquares(_ count: Int) -> ClaimedPaths {
    var paths = ClaimedPaths()
    let step = size / 2 / Int32(count + 1)
    for k in 0..<Int32(count) { ring(square(k * step, size - k * step), into: &paths) }
    return paths
  }

  /// The same square several times.
  package static func twins(_ count: Int) -> ClaimedPaths {
    var paths = ClaimedPaths()
    for _ in 0..<count { ring(square(0, size), into: &paths) }
    return paths
  }

  private static func square(_ low: Int32, _ high: Int32) -> [GridPoint] {
    [(low, low), (high, low), (high, high), (low, high)].map { GridPoint(x: $0.0, y: $0.1) }
  }

  /// Lines that are at most two cells away from parallel, and close together: other lines pass through the pixel of
  /// each crossing.
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

  /// Random walks on a small grid, which cross each other and themselves everywhere. Lines that noding moves meet
  /// others again.
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
