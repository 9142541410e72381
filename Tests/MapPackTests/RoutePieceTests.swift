import MapPack
import Testing

@testable import MapPackUI

/// Lines that are stroked piece by piece.
@Suite struct RoutePieceTests {
  private func point(_ x: Double, _ y: Double = 0) -> MapPoint { MapPoint(x: x, y: y) }

  private func lines(_ buffer: LineBuffer) -> [[MapPoint]] {
    (0..<buffer.lineCount).map { Array(buffer.points(ofLine: $0)) }
  }

  @Test func `segments of one class are one line, and each piece ends where the next begins`() {
    let route = LineBuffer(lines: [[point(0), point(1), point(2), point(3), point(4)]])
    let pieces = RoutePieces(route, count: 2, progress: 1) { $0 < 2 || $0 == 3 ? 0 : 1 }
    #expect(lines(pieces.classes[0]) == [[point(0), point(1), point(2)], [point(3), point(4)]])
    #expect(lines(pieces.classes[1]) == [[point(2), point(3)]])
    #expect(pieces.classes[2].lineCount == 0)
  }

  @Test func `what is still to come begins where the share of the length is reached`() {
    let route = LineBuffer(lines: [[point(0), point(10)], [point(0, 5), point(30, 5)]])
    let pieces = RoutePieces(route, count: 1, progress: 0.5) { _ in 0 }
    #expect(lines(pieces.classes[0]) == [[point(0), point(10)], [point(0, 5), point(10, 5)]])
    #expect(lines(pieces.classes[1]) == [[point(10, 5), point(30, 5)]])
    #expect(RoutePieces(route, count: 1, progress: 0) { _ in 0 }.classes[0].lineCount == 0)
  }

  @Test func `values are classed by the mean of a segment's ends, and those that say nothing are the first`() {
    let steps = RoutePieces.steps(of: [0, 2, 4, 8, .nan, .nan], count: 4)
    #expect(steps.range == 0...8)
    #expect((0..<6).map(steps.classOf) == [0, 1, 3, 3, 0, 0])
    #expect(RoutePieces.steps(of: [5, 5], count: 4).classOf(0) == 0)
    #expect(RoutePieces.steps(of: [], count: 4).classOf(0) == 0)
  }
}
