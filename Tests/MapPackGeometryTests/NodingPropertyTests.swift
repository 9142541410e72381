import MapPackGeometry
import TestSupport
import Testing

/// A few rings of random points: they cross themselves and each other, overlap and touch.
private func tangle(seed: UInt64, size: Int32) -> ClaimedPaths {
  var random = SplitMix64(seed: seed)
  var paths = ClaimedPaths()
  for claim in 0..<Int32.random(in: 1...5, using: &random) {
    let begin = paths.paths.vertexCount
    for _ in 0..<Int.random(in: 3...12, using: &random) {
      let point = GridPoint(x: .random(in: 0...size, using: &random), y: .random(in: 0...size, using: &random))
      if paths.paths.vertexCount > begin && paths.paths.point(paths.paths.vertexCount - 1) == point { continue }
      paths.paths.append(point)
    }
    if paths.paths.point(paths.paths.vertexCount - 1) == paths.paths.point(begin) {
      paths.paths.points.removeLast()
    }
    if paths.paths.vertexCount < begin + 2 {
      paths.paths.points.removeSubrange(begin...)
      continue
    }
    paths.endPath(isClosed: true, left: claim, right: ClaimedPaths.none)
  }
  return paths
}

extension ClaimedPaths {
  /// The same lines, cut into paths of so many vertices at most.
  fileprivate func cut(longest: Int) -> ClaimedPaths {
    var cut = ClaimedPaths()
    for path in 0..<count {
      cut.append(
        rounded: paths.points[paths.vertices(of: path)], isClosed: paths.isClosed[path], left: left[path],
        right: right[path], longest: longest)
    }
    return cut
  }
}

private func claimants(_ label: [ClaimCount]) -> [Int32] { label.map(\.claim) }

private struct Case: Sendable, CustomTestStringConvertible {
  var seed: UInt64
  var size: Int32
  /// 0 makes all vertices take part from the start: snap rounding.
  var minimalRounds: Int
  var testDescription: String { "seed \(seed), \(size) cells, \(minimalRounds) gentle rounds" }

  func arranged(_ paths: ClaimedPaths, jobs: Int = 1) -> Arrangement {
    arrange(paths, regionCount: 5, minimalRounds: minimalRounds, jobs: jobs, claimants: claimants)
  }
}

private let cases: [Case] = ([3, 6, 20, 1000, 1 << 30 - 1] as [Int32]).flatMap { size in
  (0..<60 as Range<UInt64>).map { Case(seed: $0, size: size, minimalRounds: $0 % 3 == 0 ? 0 : 8) }
}

@Suite struct `Any tangle of rings` {
  @Test(arguments: cases) private func `any tangle of rings becomes arcs that meet in nodes only`(_ example: Case) {
    let result = example.arranged(tangle(seed: example.seed, size: example.size))
    let segments = segments(of: result.arcs)
    var nodes: Set<GridPoint> = []
    for arc in 0..<result.arcs.count where !result.arcs.isClosed[arc] {
      nodes.insert(result.arcs.point(result.arcs.start[arc]))
      nodes.insert(result.arcs.point(result.arcs.start[arc + 1] - 1))
    }
    var visits: [GridPoint: Int] = [:]
    for (i, first) in segments.enumerated() {
      visits[first.0, default: 0] += 1
      visits[first.1, default: 0] += 1
      for second in segments[(i + 1)...] {
        #expect(relation(first.0, first.1, second.0, second.1) == .clean)
      }
    }
    for (point, count) in visits where count != 2 { #expect(nodes.contains(point)) }
  }

  @Test(arguments: cases) private func `rings that are cut into short paths give the same map`(_ example: Case) {
    let rings = tangle(seed: example.seed, size: example.size)
    let expected = example.arranged(rings.cut(longest: .max))
    for longest in 2...4 {
      let short = rings.cut(longest: longest)
      #expect((0..<short.count).allSatisfy { short.paths.vertices(of: $0).count <= longest + 1 })
      let result = example.arranged(short)
      #expect(result.arcs.points == expected.arcs.points && result.arcs.start == expected.arcs.start)
      #expect(result.arcs.left == expected.arcs.left && result.arcs.right == expected.arcs.right)
      #expect(result.arcs.isClosed == expected.arcs.isClosed)
      #expect(result.rings.references == expected.rings.references)
      #expect(result.noding.crossings == expected.noding.crossings)
      #expect(result.noding.touches == expected.noding.touches)
    }
  }

  @Test(arguments: cases)
  private func `any tangle of rings becomes rings with the region on their left, one shell a polygon`(
    _ example: Case
  ) {
    let result = example.arranged(tangle(seed: example.seed, size: example.size))
    let areas = result.arcs.paths.doubledAreas()
    var uses = Array(repeating: 0, count: 2 * result.arcs.count)
    for region in 0..<5 {
      for polygon in result.rings.polygonStart[region]..<result.rings.polygonStart[region + 1] {
        for ring in result.rings.ringStart[polygon]..<result.rings.ringStart[polygon + 1] {
          var area: Int64 = 0
          let rings = result.rings
          for reference in rings.references[rings.referenceStart[ring]..<rings.referenceStart[ring + 1]] {
            let arc = reference.arc
            uses[2 * arc + (reference.isReversed ? 1 : 0)] += 1
            area = reference.isReversed ? area &- areas[arc] : area &+ areas[arc]
            #expect((reference.isReversed ? result.arcs.right[arc] : result.arcs.left[arc]) == Int32(region))
          }
          #expect((area > 0) == (ring == result.rings.ringStart[polygon]))
        }
      }
    }
    for arc in 0..<result.arcs.count {
      #expect(uses[2 * arc] == (result.arcs.left[arc] >= 0 ? 1 : 0))
      #expect(uses[2 * arc + 1] == (result.arcs.right[arc] >= 0 ? 1 : 0))
      #expect(result.arcs.left[arc] != result.arcs.right[arc])
    }
  }

  @Test(arguments: cases) private func `a noded tangle that is noded again stays as it is`(_ example: Case) {
    let once = example.arranged(tangle(seed: example.seed, size: example.size))
    var again = ClaimedPaths()
    for arc in 0..<once.arcs.count {
      for vertex in once.arcs.vertices(of: arc) { again.paths.append(once.arcs.point(vertex)) }
      again.endPath(isClosed: once.arcs.isClosed[arc], left: once.arcs.left[arc], right: once.arcs.right[arc])
    }
    let twice = example.arranged(again, jobs: 2)
    #expect(twice.noding.isClean)
    #expect(twice.arcs.paths == once.arcs.paths)
    #expect(twice.arcs.left == once.arcs.left && twice.arcs.right == once.arcs.right)
    #expect(twice.rings.references == once.rings.references)
  }

  private func segments(of arcs: ArcTable) -> [(GridPoint, GridPoint)] {
    var segments: [(GridPoint, GridPoint)] = []
    for arc in 0..<arcs.count {
      let range = arcs.vertices(of: arc)
      for vertex in range.dropLast() { segments.append((arcs.point(vertex), arcs.point(vertex + 1))) }
      if arcs.isClosed[arc] { segments.append((arcs.point(range.upperBound - 1), arcs.point(range.lowerBound))) }
    }
    return segments
  }
}
