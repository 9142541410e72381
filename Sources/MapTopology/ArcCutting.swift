import MapGeometry

/// The paths cut at their junctions, each piece of line once, with all its uses.
///
/// Every resulting path is canonical: it runs from its smaller end; one that returns to its end, towards its
/// smaller neighbour; a closed one starts at its smallest vertex and runs towards its smaller neighbour.
/// Pieces whose uses cancel separate nothing and are left out.
/// - Parameter seams: edges of the plane: a piece runs along them or not, none in part. Not looked at where it is `nil`.
/// - Precondition: as `Junctions`.
/// - Complexity: O(n) expected.
func cutIntoArcs(_ input: ClaimedPaths, seams: SeamLines? = nil) -> ClaimedPaths {
  var cutter = ArcCutter(input, seams)
  return cutter.cut()
}

private struct ArcCutter {
  let input: ClaimedPaths
  var junctions: Junctions
  var output = Paths()
  var arcByStart: [UInt64: Int32] = [:]
  /// Uses in the order in which they are found: the arc and its claims, as seen along the arc.
  var usedArc: ContiguousArray<Int32> = []
  var left: ContiguousArray<Int32> = []
  var right: ContiguousArray<Int32> = []

  init(_ input: ClaimedPaths, _ seams: SeamLines?) {
    self.input = input
    junctions = Junctions(input.paths)
    if let seams { junctions.divide(input.paths, at: seams) }
  }

  mutating func cut() -> ClaimedPaths {
    let paths = input.paths
    for path in 0..<paths.count {
      let begin = paths.start[path]
      let end = paths.start[path + 1]
      guard end - begin > 1 else { continue }
      if paths.isClosed[path] {
        if let first = (begin..<end).first(where: { junctions.isJunction(at: $0) }) {
          cutRing(path, begin, end, from: first)
        } else {
          addClosed(path, begin, end)
        }
      } else {
        cutLine(path, begin, end)
      }
    }
    return gathered()
  }

  private mutating func cutLine(_ path: Int, _ begin: Int, _ end: Int) {
    var first = begin
    var vertex = begin + 1
    while vertex < end {
      if junctions.isJunction(at: vertex) {
        add(path, first: first, count: vertex - first + 1, begin: begin, end: end)
        first = vertex
      }
      vertex += 1
    }
  }

  private mutating func cutRing(_ path: Int, _ begin: Int, _ end: Int, from start: Int) {
    let size = end - begin
    var first = 0
    for step in 1...size {
      let vertex = begin + (start - begin + step) % size
      if junctions.isJunction(at: vertex) {
        add(path, first: begin + (start - begin + first) % size, count: step - first + 1, begin: begin, end: end)
        first = step
      }
    }
  }

  /// Adds the piece of `count` vertices that starts at `first`, running on over the end of a ring.
  private mutating func add(_ path: Int, first: Int, count: Int, begin: Int, end: Int) {
    let paths = input.paths
    let size = end - begin
    func vertex(_ step: Int) -> Int {
      let index = first - begin + step
      return begin + (index < size ? index : index - size)
    }
    let start = paths.point(vertex(0))
    let stop = paths.point(vertex(count - 1))
    let reversed =
      start == stop ? paths.point(vertex(count - 2)) < paths.point(vertex(1)) : stop < start
    let arc = arcIndex(
      reversed ? vertex(count - 1) : vertex(0), reversed ? vertex(count - 2) : vertex(1))
    if arc.isNew {
      if reversed {
        for step in stride(from: count - 1, through: 0, by: -1) { output.append(paths.point(vertex(step))) }
      } else {
        for step in 0..<count { output.append(paths.point(vertex(step))) }
      }
      output.endPath(isClosed: false)
    }
    addUses(of: path, to: arc.index, reversed: reversed)
  }

  private mutating func addClosed(_ path: Int, _ begin: Int, _ end: Int) {
    let paths = input.paths
    let size = end - begin
    var smallest = begin
    for vertex in begin..<end where paths.point(vertex) < paths.point(smallest) { smallest = vertex }
    let next = smallest + 1 == end ? begin : smallest + 1
    let previous = smallest == begin ? end - 1 : smallest - 1
    let reversed = paths.point(previous) < paths.point(next)
    let arc = arcIndex(smallest, reversed ? previous : next)
    if arc.isNew {
      var vertex = smallest
      for _ in 0..<size {
        output.append(paths.point(vertex))
        if reversed {
          vertex = vertex == begin ? end - 1 : vertex - 1
        } else {
          vertex = vertex + 1 == end ? begin : vertex + 1
        }
      }
      output.endPath(isClosed: true)
    }
    addUses(of: path, to: arc.index, reversed: reversed)
  }

  private mutating func arcIndex(_ first: Int, _ second: Int) -> (index: Int32, isNew: Bool) {
    let key =
      UInt64(UInt32(bitPattern: junctions.representative[first])) << 32
      | UInt64(UInt32(bitPattern: junctions.representative[second]))
    if let index = arcByStart[key] { return (index, false) }
    let index = Int32(output.count)
    arcByStart[key] = index
    return (index, true)
  }

  private mutating func addUses(of path: Int, to arc: Int32, reversed: Bool) {
    for use in input.useStart[path]..<input.useStart[path + 1] {
      usedArc.append(arc)
      left.append(reversed ? input.right[use] : input.left[use])
      right.append(reversed ? input.left[use] : input.right[use])
    }
  }

  /// The arcs with their uses side by side; arcs whose uses cancel left out.
  private func gathered() -> ClaimedPaths {
    var start = ContiguousArray<Int>(repeating: 0, count: output.count + 1)
    for arc in usedArc { start[Int(arc) + 1] += 1 }
    for arc in 0..<output.count { start[arc + 1] += start[arc] }
    var order = ContiguousArray<Int>(repeating: 0, count: usedArc.count)
    var next = start
    for (use, arc) in usedArc.enumerated() {
      order[next[Int(arc)]] = use
      next[Int(arc)] += 1
    }

    var result = ClaimedPaths()
    for arc in 0..<output.count {
      let uses = order[start[arc]..<start[arc + 1]]
      if cancel(uses) { continue }
      for vertex in output.start[arc]..<output.start[arc + 1] { result.paths.append(output.point(vertex)) }
      result.paths.endPath(isClosed: output.isClosed[arc])
      for use in uses {
        result.left.append(left[use])
        result.right.append(right[use])
      }
      result.useStart.append(result.left.count)
    }
    return result
  }

  private func cancel(_ uses: ContiguousArray<Int>.SubSequence) -> Bool {
    if uses.count == 1, let use = uses.first { return left[use] == right[use] }
    let gained = uses.map { left[$0] }.filter { $0 >= 0 }.sorted()
    let lost = uses.map { right[$0] }.filter { $0 >= 0 }.sorted()
    return gained == lost
  }
}
