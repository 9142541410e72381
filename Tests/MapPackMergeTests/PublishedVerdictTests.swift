import MapPackCoverage
import MapPackFeatures
import MapPackGeometry
import MapPackMerge
import TestSupport
import Testing

private func box(_ west: Double, _ south: Double, _ east: Double, _ north: Double) -> [(Double, Double)] {
  [(west, south), (east, south), (east, north), (west, north)]
}

/// In cells of the lattice of 2³⁰ round the equator.
private func cells(_ ring: [(Double, Double)]) -> [(Double, Double)] {
  ring.map { ($0.0 * 360 / 0x1p30, $0.1 * 360 / 0x1p30) }
}

/// Far away, so that the lattice of 2³⁰ is the finest.
private let far = [[box(-170, -60, -169, -59)]]

@Suite struct `The verdict on a feature is that of its coordinates as published` {
  @Test func `parts that touch in a point are no error however wide the file is`() throws {
    let touching = [[box(28.5, 41.5, 29, 42.5)], [[(29, 40.5), (28, 42.5), (28, 41)]]]
    for features in [[touching], [touching, far]] {
      #expect(try structuralFindings(of: FeatureTable(polygons: features)).allSatisfy { $0.severity == .note })
    }
  }

  /// A wedge whose tip comes down to the lowest edge, which is at 0.9 there; on the grid at 0.5.
  @Test(arguments: [0.8, 0.9, 1], [0, 1])
  func `edges that come nearer than a cell are a note at most, unless the grid has the crossing`(
    tip: Double, before: Int
  ) throws {
    let wide = 9e8
    let ring = cells([
      (0, 0.4), (1000, 1.4), (wide, 2), (wide, wide), (600, wide), (500, tip), (400, wide), (0, wide),
    ])
    let features = Array(repeating: [[cells(box(0, 9.5e8, 10, 9.6e8))]], count: before) + [[[ring]]]
    let errors = try structuralFindings(of: FeatureTable(polygons: features)).filter { $0.severity > .note }
    if tip == 1 { #expect(errors.isEmpty) }
    #expect(errors.allSatisfy { $0.record == before + 1 && $0.ring == 0 })
  }

  @Test func `a vertex exactly on another edge of its ring is an error, and one beside it is none`() throws {
    // On the grid, the tip is a vertex like any other in both.
    for (tip, isError) in [(0.75, true), (0.75.nextUp, false)] {
      let ring = [(0.0, 0.0), (1, 1.5), (2, 0), (2, 4), (0.5, tip), (0, 3)]
      let errors = try structuralFindings(
        of: FeatureTable(polygons: [[[ring.map { ($0.0 * 0x1p-20, $0.1 * 0x1p-20) }]], far])
      )
      .filter { $0.severity > .note }
      // The touch is far below a cell, where it may look like a crossing.
      #expect(errors.count == (isError ? 1 : 0))
      #expect(errors.allSatisfy { [.ringSelfIntersection, .selfIntersection].contains($0.rule) })
    }
  }

  /// The random polygons on which GEOS has been asked, made so small that a cell of the grid is from an eighth of one of
  /// their steps to a thousand of them. Powers of two and sums of few bits change no verdict.
  @Test(arguments: [41, 38, 31, 30, 29, 28, 20, 10, 0])
  func `what is valid to GEOS is no error whatever the cells of the grid, and small cells show every fault`(
    cellsPerUnit exponent: Int
  ) throws {
    var random = SplitMix64(seed: 4)
    let features = randomVerdicts.indices.map { _ in RandomPolygons.feature(using: &random) }
    let unit = 45.0 * Double(sign: .plus, exponent: -65 + exponent, significand: 1)
    let apart = features.enumerated().map { index, polygons in
      polygons.map {
        $0.map { $0.map { (Double($0.0 + index % 40 * 32) * unit, Double($0.1 + index / 40 * 32) * unit) } }
      }
    }
    var isWrong = Set<Int>()
    for finding in try structuralFindings(of: FeatureTable(polygons: apart + [far])) where finding.severity > .note {
      isWrong.insert(try #require(finding.record))
    }
    for (index, letter) in randomVerdicts.enumerated() where "vsrd".contains(letter) || exponent > 40 {
      #expect(isWrong.contains(index + 1) == (letter != "v"), "\(features[index]): \(letter)")
    }
  }

  /// Alone, and with a neighbor that crosses it, in cells from a thousandth of a step to a hundred of them.
  @Test(arguments: [50, 41, 37, 30, 20, 0], [false, true])
  func `what is an error is what is invalid to GEOS, whatever lies beside it`(
    cellsPerUnit exponent: Int, besideNeighbors: Bool
  ) throws {
    var random = SplitMix64(seed: 11)
    let unit = 45.0 * Double(sign: .plus, exponent: -65 + exponent, significand: 1)
    var features: [[PlainPolygon]] = []
    for _ in onEdgeVerdicts { features.append([RandomPolygons.onEdges(using: &random)]) }
    if besideNeighbors { for _ in onEdgeVerdicts { features.append([[[(-3, 7), (50, 19), (21, 53)]]]) } }
    let apart = features.enumerated().map { index, polygons in
      let place = index % 1_000
      return polygons.map {
        $0.map { $0.map { (Double($0.0 + place % 40 * 64) * unit, Double($0.1 + place / 40 * 64) * unit) } }
      }
    }
    let far = exponent > 30 ? [] : [far]
    var isWrong = Set<Int>()
    for finding in try structuralFindings(of: FeatureTable(polygons: apart + far)) where finding.severity > .note {
      isWrong.insert(try #require(finding.record))
    }
    for (index, letter) in onEdgeVerdicts.enumerated() where letter != "n" || exponent > 40 {
      #expect(isWrong.contains(index + 1) == (letter != "v"), "\(features[index]): \(letter)")
    }
  }
}
