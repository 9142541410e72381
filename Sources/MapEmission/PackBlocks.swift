import MapPack
import MapTopology

/// The arcs of a coverage as sections ARCS, BLCK and BITS hold them: cut into blocks of as many deltas, each of which
/// can be decoded by itself.
struct PackBlocks {
  /// 2ᵇ deltas a block: long enough to cost little, short enough to find a place in one quickly.
  static let shift = 7

  /// Per arc: its first block; one more at the end.
  private(set) var blockStart: ContiguousArray<Int> = [0]
  /// Per block: its arc and its first vertex in the coverage's columns.
  private(set) var arc: ContiguousArray<Int> = []
  private(set) var firstVertex: ContiguousArray<Int> = []
  /// Per block: where its bits begin; one more at the end.
  private(set) var bitStart: ContiguousArray<Int> = []
  private(set) var stream: ContiguousArray<UInt8> = []

  /// - Complexity: O(vertices)
  init(_ arcs: ArcTable, levels: Int) {
    let coarsest = levels - 1
    var writer = BitWriter()
    var foldedX: ContiguousArray<UInt32> = []
    var foldedY: ContiguousArray<UInt32> = []
    for arc in 0..<arcs.count {
      let vertices = arcs.vertices(of: arc)
      var vertex = vertices.lowerBound
      repeat {
        let last = min(vertex + 1 << Self.shift, vertices.upperBound - 1)
        self.arc.append(arc)
        firstVertex.append(vertex)
        bitStart.append(writer.position)
        foldedX.removeAll(keepingCapacity: true)
        foldedY.removeAll(keepingCapacity: true)
        for next in vertex + 1..<last + 1 {
          foldedX.append(RiceCode.folded(arcs.x[next] - arcs.x[next - 1]))
          foldedY.append(RiceCode.folded(arcs.y[next] - arcs.y[next - 1]))
        }
        let parameterX = RiceCode.parameter(for: foldedX)
        let parameterY = RiceCode.parameter(for: foldedY)
        writer.append(UInt64(parameterX), bits: PackFormat.riceParameterBits)
        writer.append(UInt64(parameterY), bits: PackFormat.riceParameterBits)
        if vertex == vertices.lowerBound {
          writer.append(level: min(Int(arcs.vertexLevel[vertex]), coarsest), coarsest: coarsest)
        }
        for (place, next) in (vertex + 1..<last + 1).enumerated() {
          writer.append(rice: foldedX[place], parameter: parameterX)
          writer.append(rice: foldedY[place], parameter: parameterY)
          writer.append(level: min(Int(arcs.vertexLevel[next]), coarsest), coarsest: coarsest)
        }
        vertex = last
      } while vertex < vertices.upperBound - 1
      blockStart.append(self.arc.count)
    }
    bitStart.append(writer.position)
    writer.finish()
    stream = writer.bytes
  }

  var count: Int { arc.count }
}
