import MapPackFeatures
import Testing

@testable import MapPackCoverage
@testable import MapPackMerge

/// What adds nothing to a map is what draws the same edges again, and what lies on a line.
@Suite struct SurplusFeatureTests {
  private static let square = [(0.0, 0.0), (0, 1), (1, 1), (1, 0)]

  private func found(_ rings: [(Double, Double)]...) -> SurplusFeatures {
    SurplusFeatures(degreeTable(rings.enumerated().map { ("\($0)", "\($0)", [[$1]]) }))
  }

  @Test func `the same edges are a twin, wherever the ring begins and whichever way it runs`() {
    let turned = [(1.0, 1.0), (1, 0), (0, 0), (0, 1)]
    #expect(found(Self.square, turned, turned.reversed(), Self.square.map { ($0.0 + 2, $0.1) }).twin == [-1, 0, 0, -1])
  }

  @Test func `rings through the same vertices in another order are no twins`() {
    let bowties = [[(0.0, 0.0), (1, 1), (1, 0), (0, 1)], [(0.0, 0.0), (1, 1), (0, 1), (1, 0)]]
    #expect(found(Self.square, bowties[0], bowties[1]).twin == [-1, -1, -1])
  }

  @Test func `what lies on a line is a speck, and a ring that crosses itself is none`() {
    let bowtie = [(5.0, 0.0), (6, 1), (6, 0), (5, 1)]
    let line = [(7.0, 0.0), (8, 1), (9, 2)]
    let speck = [(7.0, 7.0), (7 + 1e-9, 7), (7 + 1e-9, 7 + 1e-9)]
    let other = speck.map { ($0.0 + 1, $0.1) }
    #expect(found(Self.square, bowtie, line, speck, other).isSpeck == [false, false, true, true, true])
    #expect(found(Self.square, bowtie, line, speck, other).twin == [-1, -1, -1, -1, -1])
  }
}
