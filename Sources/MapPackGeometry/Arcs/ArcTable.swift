/// An arc and the direction in which it is walked. The raw value is the index of the arc; its complement means
/// backwards.
package struct ArcReference: Hashable, Sendable {
  package var rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// A reference to an arc, forwards or backwards.
  package init(arc: Int, reversed: Bool) {
    rawValue = reversed ? ~Int32(arc) : Int32(arc)
  }

  package var arc: Int { Int(rawValue < 0 ? ~rawValue : rawValue) }
  package var isReversed: Bool { rawValue < 0 }
  /// The same arc in the other direction.
  package var opposite: ArcReference { ArcReference(rawValue: ~rawValue) }
}

/// All arcs of a coverage, in columns: `points` and `vertexLevel` have an element per vertex, `left`, `right`,
/// `isClosed` and `isSeam` one per arc. Coordinates are cells of the coverage's plane.
///
/// Arc a owns the vertices `start[a] ..< start[a + 1]`. An arc between two nodes holds both; one that returns to
/// its node holds it at both ends. An arc without a node (`isClosed`) holds its starting vertex once: the line
/// from its last vertex to its first belongs to it.
@usableFromInline
package struct ArcTable: Sendable {
  @usableFromInline package var points: ContiguousArray<GridPoint> = []
  @usableFromInline package var start: ContiguousArray<Int> = [0]
  /// The index of the region on either side of the arc as it is walked forwards, with y drawn upwards whichever way the
  /// plane's y grows; `none` if there is none.
  package var left: ContiguousArray<Int32> = []
  package var right: ContiguousArray<Int32> = []
  package var isClosed: ContiguousArray<Bool> = []
  /// Whether the arc lies on the cut at ±180°, at a pole or on the clip at ±85.05°: neither coast nor border, never
  /// stroked.
  package var isSeam: ContiguousArray<Bool> = []
  /// Per vertex: the coarsest level at which it is present; it is present at all finer ones. Level 0 is the finest.
  package var vertexLevel: ContiguousArray<UInt8> = []

  /// Stands for no region.
  package static let none: Int32 = -1

  package init() {}

  package var count: Int { start.count - 1 }
  package var vertexCount: Int { points.count }

  @inlinable
  package func vertices(of arc: Int) -> Range<Int> { start[arc]..<start[arc + 1] }

  @inlinable
  package func point(_ vertex: Int) -> GridPoint { points[vertex] }

  /// Calls `body` with the vertices of an arc as a part of a ring, in the direction in which it is walked. The last
  /// vertex is left out, because it is the first one of the next arc; of a closed arc all vertices are passed.
  package func forEachVertex(of reference: ArcReference, _ body: (Int) -> Void) {
    let vertices = vertices(of: reference.arc)
    let count = isClosed[reference.arc] ? vertices.count : vertices.count - 1
    for step in 0..<count {
      body(reference.isReversed ? vertices.upperBound - 1 - step : vertices.lowerBound + step)
    }
  }

  /// The number of vertices; a node counts once, however many arcs end in it.
  /// - Complexity: O(a log a) for a arcs.
  package var distinctVertexCount: Int { vertexCount - repeatedEnds { _ in true } }

  /// The number of vertices at a level; a node counts once, however many arcs end in it.
  /// - Complexity: O(v + a log a) for v vertices and a arcs.
  package func distinctVertexCount(level: Int) -> Int {
    vertexLevel.count { Int($0) >= level } - repeatedEnds { Int(vertexLevel[$0]) >= level }
  }

  /// The number of ends of arcs at points where another end was counted already, among the vertices that count.
  private func repeatedEnds(where counts: (Int) -> Bool) -> Int {
    var ends: [UInt64] = []
    for arc in 0..<count where !isClosed[arc] && start[arc] < start[arc + 1] {
      for end in [start[arc], start[arc + 1] - 1] where counts(end) { ends.append(point(end).key) }
    }
    ends.sort()
    return zip(ends, ends.dropFirst()).count { $0 == $1 }
  }
}
