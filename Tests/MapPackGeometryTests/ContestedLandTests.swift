import MapPackGeometry
import TestSupport
import Testing

/// Rings by region, counter-clockwise, on a plane of their own.
private typealias Drawing = [(region: Int32, ring: [(Int32, Int32)])]

private func box(_ region: Int32, _ x: ClosedRange<Int32>, _ y: ClosedRange<Int32>) -> (Int32, [(Int32, Int32)]) {
  let corners = [
    (x.lowerBound, y.lowerBound), (x.upperBound, y.lowerBound), (x.upperBound, y.upperBound),
    (x.lowerBound, y.upperBound),
  ]
  return (region, corners)
}

/// The rings divided; several rings of one region are claims of their own, as those of several features are.
private func arranged(_ drawing: Drawing) -> Arrangement {
  var paths = ClaimedPaths()
  for (claim, part) in drawing.enumerated() {
    for (x, y) in part.ring { paths.paths.append(GridPoint(x: x, y: y)) }
    paths.endPath(isClosed: true, left: Int32(claim), right: ClaimedPaths.none)
  }
  let count = Int((drawing.map(\.region).max() ?? -1) + 1)
  return arrange(paths, regionCount: count, jobs: 1) { label in
    Set(label.map { drawing[Int($0.claim)].region }).sorted()
  }
}

@Suite struct `Contested land` {
  @Test func `contested land goes to the region with the longer border with it, whatever the codes`() {
    // The overlap is a strip along the right side of region 1, three of whose sides are 1's.
    let result = arranged([box(0, 0...10, 0...100), box(1, 8...40, 20...60)])
    #expect(result.contested.map(\.claimants) == [[0, 1]])
    #expect(result.contested.map(\.owner) == [0])
    #expect(result.contested.map(\.doubledArea) == [160])
    #expect(result.contested.first?.point == GridPoint(x: 8, y: 20))
    let mirrored = arranged([box(1, 0...10, 0...100), box(0, 8...40, 20...60)])
    #expect(mirrored.contested.map(\.owner) == [1])
  }

  @Test
  func
    `contested land goes to the larger region if borders are equally long, and to the lower code if sizes are equal`()
  {
    let larger = arranged([box(0, 0...10, 0...10), box(1, 5...15, 5...25)])
    #expect(larger.contested.map(\.owner) == [1])
    let equal = arranged([box(1, 0...10, 0...10), box(0, 5...15, 5...15)])
    #expect(equal.contested.map(\.owner) == [0])
  }

  @Test func `contested land is an enclave's if its surroundings have no hole for it`() {
    let result = arranged([box(0, 0...30, 0...30), box(1, 10...20, 10...20)])
    #expect(result.contested.map(\.owner) == [1])
    #expect(result.rings.polygonStart == [0, 1, 2])
    #expect(result.rings.ringStart == [0, 2, 3])
  }

  @Test func `contested land of enclaves in enclaves is the smallest one's, and none of them is lost`() {
    let result = arranged([box(2, 0...30, 0...30), box(0, 10...20, 10...20), box(1, 12...14, 12...14)])
    #expect(result.contested.map(\.owner) == [0, 1])
    #expect(result.rings.polygonStart == [0, 1, 2, 3])
  }

  @Test func `contested land of three claimants goes to one of them, and each keeps the rest of its land`() {
    let result = arranged([box(0, 0...10, 0...10), box(1, 5...15, 5...15), box(2, 0...10, 8...30)])
    #expect(result.contested.map(\.claimants) == [[0, 2], [0, 1], [0, 1, 2], [1, 2]])
    for land in result.contested { #expect(land.claimants.contains(land.owner)) }
    #expect(result.rings.polygonStart == [0, 1, 2, 3])
  }

  @Test func `contested land that several features of one region cover stays in one piece`() {
    let result = arranged([box(0, 0...10, 0...5), box(0, 0...10, 5...10), box(1, 8...20, 2...8)])
    #expect(result.contested.count == 1)
    #expect(result.contested.first?.doubledArea == 24)
  }

  @Test func `contested land that touches nobody's own land goes to the larger region`() {
    // Twins, each with land of its own elsewhere.
    let result = arranged([
      box(0, 0...10, 0...10), box(1, 0...10, 0...10), box(0, 20...25, 0...5), box(1, 20...25, 10...17),
    ])
    #expect(result.contested.map(\.owner) == [1])
  }

  @Test func `contested land is decided in rounds from the land whose owner is certain`() {
    // 1 lies under 0 on the left and under 2 on the right; the middle touches contested land alone.
    let result = arranged([
      box(0, 0...30, 0...10), box(1, 10...40, 0...10), box(2, 20...60, 0...10),
    ])
    #expect(result.contested.map(\.claimants) == [[0, 1], [0, 1, 2], [1, 2]])
    // Region 1 has no land of its own: it keeps all that it claims.
    #expect(result.contested.map(\.owner) == [1, 1, 1])
    let wider = arranged([
      box(0, 0...30, 0...10), box(1, 10...40, 0...10), box(2, 20...60, 0...10), box(1, 100...101, 0...1),
    ])
    // 0 has the border with the left piece, 2 that with the right one; then each has 10 with the middle one, and 2 is
    // the larger.
    #expect(wider.contested.map(\.owner) == [0, 2, 2])
  }

  @Test(arguments: 0..<40)
  func `the owner of contested land does not depend on the order of claims, nor on the vertex where a ring starts`(
    seed: UInt64
  ) {
    var random = SplitMix64(seed: seed)
    var drawing: Drawing = (Int32(0)..<8).map { index in
      let x = Int32.random(in: 0...40, using: &random)
      let y = Int32.random(in: 0...40, using: &random)
      return box(
        index % 5, x...x + .random(in: 1...30, using: &random), y...y + .random(in: 1...30, using: &random))
    }
    let first = arranged(drawing)
    drawing.shuffle(using: &random)
    for index in drawing.indices {
      let k = Int.random(in: 0..<4, using: &random)
      drawing[index].ring = Array(drawing[index].ring[k...] + drawing[index].ring[..<k])
    }
    let second = arranged(drawing)
    #expect(first.contested == second.contested)
    #expect(first.arcs.paths == second.arcs.paths && first.rings.references == second.rings.references)
  }
}

@Suite struct Gaps {
  /// A ring of four boxes round a hole, and an island in it.
  private let frame: Drawing = [
    box(0, 0...10, 0...100), box(1, 90...100, 0...100), box(2, 10...90, 0...10), box(2, 10...90, 90...100),
  ]

  @Test func `a gap is land that regions enclose, with its neighbors by the lengths of their borders`() throws {
    let result = arranged(frame + [box(3, 40...45, 40...45)])
    let gap = try #require(result.gaps(on: nil).first)
    #expect(result.gaps(on: nil).count == 1)
    #expect(gap.doubledArea == 2 * (80 * 80 - 25))
    #expect(gap.point == GridPoint(x: 10, y: 10))
    #expect(gap.neighbors.map(\.region) == [2, 0, 1, 3])
    #expect(gap.neighbors.map(\.length) == [160_000_000, 80_000_000, 80_000_000, 20_000_000])
  }

  @Test func `the outside is no gap, whichever way it reaches in`() {
    #expect(arranged([box(0, 0...10, 0...10), box(1, 10...20, 5...15)]).gaps(on: nil).isEmpty)
    // Three sides of a frame.
    #expect(arranged(Array(frame.prefix(3))).gaps(on: nil).isEmpty)
    // Closed at a point.
    #expect(arranged([box(0, 0...10, 0...10), box(0, 10...20, 10...20)]).gaps(on: nil).isEmpty)
  }

  @Test func `gaps that meet in a point are two`() {
    let ring: [(Int32, Int32)] = [(0, 0), (30, 0), (30, 30), (0, 30)]
    let holes: Drawing = [(0, [(5, 5), (5, 15), (15, 15), (15, 5)]), (0, [(15, 15), (15, 25), (25, 25), (25, 15)])]
    var paths = ClaimedPaths()
    for part in [(0, ring)] + holes {
      for (x, y) in part.1 { paths.paths.append(GridPoint(x: x, y: y)) }
      paths.endPath(isClosed: true, left: 0, right: ClaimedPaths.none)
    }
    let gaps = arrange(paths, regionCount: 1, jobs: 1) { $0.map(\.claim) }.gaps(on: nil)
    #expect(gaps.map(\.doubledArea) == [200, 200])
    #expect(gaps.map(\.point) == [GridPoint(x: 5, y: 5), GridPoint(x: 15, y: 15)])
  }

  @Test func `a gap has a width and an area on the ground`() throws {
    // A frame at 60° north, where a degree of longitude is half as long; its hole is 0.02° × 0.002°.
    let grid = NodingGrid(west: 10, south: 60, east: 10.1, north: 60.1)
    func box(_ west: Double, _ south: Double, _ east: Double, _ north: Double) -> [(Double, Double)] {
      [(west, south), (east, south), (east, north), (west, north)]
    }
    var paths = ClaimedPaths()
    for ring in [box(10, 60, 10.1, 60.1), Array(box(10.02, 60.02, 10.04, 60.022).reversed())] {
      for (longitude, latitude) in ring { paths.paths.append(grid.point(longitude: longitude, latitude: latitude)) }
      paths.endPath(isClosed: true, left: 0, right: ClaimedPaths.none)
    }
    let ground = Ground(grid)
    let gap = try #require(arrange(paths, regionCount: 1, jobs: 1) { $0.map(\.claim) }.gaps(on: ground).first)
    // A degree of latitude at 60.021° is 111,412.6 m, one of longitude 55,764 m.
    #expect(abs(ground.width(of: gap.boundary) - 222.83) < 2.3)
    #expect(abs(ground.squareMeters(within: gap.boundary) - 248_522) < 300)
    let meters = Double(gap.neighbors[0].length) / 1e6
    #expect(abs(meters - 2676.3) < 2)
  }
}
