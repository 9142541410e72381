import MapPackGeometry
import TestSupport
import Testing

@testable import MapPackSimplify

/// A queue of vertices with these priorities, all at different points, and what is expected of it.
private struct Rehearsal {
  private var vertices: ContiguousArray<RankedVertex>
  private var queue = VertexQueue()
  private var expected: [Double?]

  init(count: Int) {
    // Two vertices a row: of equal ones that with the smaller y goes first, then that with the smaller x.
    vertices = ContiguousArray(
      (0..<count).map {
        RankedVertex(
          GridPoint(x: Int32($0 % 2), y: Int32(count - $0 / 2)), previous: $0, next: $0, squareMeters: 1)
      })
    expected = Array(repeating: nil, count: count)
  }

  private mutating func with<Value>(_ body: (inout VertexQueue, inout MutableSpan<RankedVertex>) -> Value) -> Value {
    var held: ContiguousArray<RankedVertex> = []
    swap(&held, &vertices)
    defer { swap(&held, &vertices) }
    var span = held.mutableSpan
    return body(&queue, &span)
  }

  mutating func set(_ vertex: Int, _ priority: Double) {
    with { (queue: inout VertexQueue, vertices: inout MutableSpan<RankedVertex>) in
      queue.set(vertex, priority, in: &vertices)
    }
    expected[vertex] = priority
  }

  /// The vertex that is taken out, with its priority, and the one that should be.
  mutating func take() -> (found: (vertex: Int, priority: Double)?, expected: Int?) {
    let found = with { (queue: inout VertexQueue, vertices: inout MutableSpan<RankedVertex>) in
      queue.popFirst(in: &vertices)
    }
    let first = expected.indices.filter { expected[$0] != nil }.min { a, b in
      let (one, other) = (vertices[a].point, vertices[b].point)
      return (expected[a] ?? 0, one.y, one.x) < (expected[b] ?? 0, other.y, other.x)
    }
    if let first { expected[first] = nil }
    return (found, first)
  }

  mutating func reset() {
    with { (queue: inout VertexQueue, vertices: inout MutableSpan<RankedVertex>) in queue.reset(vertices) }
    for index in vertices.indices { vertices[index].priority = RankedVertex.stays }
    expected = Array(repeating: nil, count: expected.count)
  }
}

@Suite struct `The queue of vertices` {
  @Test(arguments: 0..<40) func `the queue gives the least important vertex, whatever weights changed meanwhile`(
    seed: UInt64
  ) {
    var random = SplitMix64(seed: seed)
    var rehearsal = Rehearsal(count: 60)
    // The same queue again, after an arc that ended with vertices left.
    for _ in 0..<3 {
      var least = 0.0
      func priority() -> Double {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: least
        case 1: least + Double.random(in: 0...0.001, using: &random)
        case 2: least + Double(Int.random(in: 0...3, using: &random))
        default: least * 2 + Double.random(in: 0...1e6, using: &random)
        }
      }
      var alive = Set(0..<60)
      for vertex in 0..<60 { rehearsal.set(vertex, priority()) }
      while alive.count > 5 {
        let (found, expected) = rehearsal.take()
        #expect(found?.vertex == expected)
        guard let found else { return }
        alive.remove(found.vertex)
        least = found.priority
        for vertex in alive.sorted().shuffled(using: &random).prefix(2) {
          // Twice, so that one that stands in a list moves to the heap and back.
          rehearsal.set(vertex, priority())
          rehearsal.set(vertex, priority())
        }
      }
      rehearsal.reset()
    }
  }

  @Test func `the queue is empty in the end, and takes vertices again`() {
    var rehearsal = Rehearsal(count: 2)
    #expect(rehearsal.take().found == nil)
    rehearsal.set(1, 7)
    #expect(rehearsal.take().found?.vertex == 1)
    #expect(rehearsal.take().found == nil)
    rehearsal.set(0, 7)
    #expect(rehearsal.take().found?.vertex == 0)
  }
}
