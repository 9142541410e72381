import MapGeometry

/// How often a claim is made on a face.
package struct ClaimCount: Hashable, Sendable {
  package var claim: Int32
  package var count: Int32
}

/// The faces into which noded arcs divide the plane, and what is claimed on each.
struct Faces {
  /// Per half-arc: the face on its left. Face 0 is the one without end.
  private(set) var face: ContiguousArray<Int32>
  /// Per face: its label.
  private(set) var label: ContiguousArray<Int32>
  /// The distinct labels: which claims, sorted by claim, none with count 0. Label 0 is empty.
  private(set) var labels: [[ClaimCount]] = [[]]

  var count: Int { label.count }

  /// - Complexity: O(a log a) for a arcs, plus a short search per connected part of the drawing.
  init(_ arcs: ClaimedPaths, _ halves: HalfArcs, _ cycles: Cycles, index: ChainIndex) {
    let nesting = Nesting(arcs.paths, halves, cycles, index)
    face = ContiguousArray(repeating: 0, count: halves.count)
    for half in 0..<halves.count { face[half] = nesting.face[Int(cycles.cycle[half])] }
    label = ContiguousArray(repeating: -1, count: nesting.faceCount)
    spreadLabels(arcs, halves, cycles, nesting)
  }

  /// From the endless face, on which nothing is claimed, across one arc after the other.
  private mutating func spreadLabels(
    _ arcs: ClaimedPaths, _ halves: HalfArcs, _ cycles: Cycles, _ nesting: Nesting
  ) {
    var indexByLabel: [[ClaimCount]: Int32] = [[]: 0]
    let cyclesOfFace = nesting.cyclesByFace
    label[0] = 0
    var queue: ContiguousArray<Int32> = [0]
    var head = 0
    while head < queue.count {
      let here = Int(queue[head])
      head += 1
      for entry in cyclesOfFace.start[here]..<cyclesOfFace.start[here + 1] {
        let start = Int(cycles.first[Int(cyclesOfFace.cycles[entry])])
        var half = start
        repeat {
          let there = Int(face[half ^ 1])
          if label[there] < 0 {
            // Crossing from the left side of the half-arc to its right.
            let changed = crossed(labels[Int(label[here])], arcs, arc: half >> 1, fromLeft: half & 1 == 0)
            if let known = indexByLabel[changed] {
              label[there] = known
            } else {
              label[there] = Int32(labels.count)
              indexByLabel[changed] = Int32(labels.count)
              labels.append(changed)
            }
            queue.append(Int32(there))
          }
          half = Int(halves.next[half])
        } while half != start
      }
    }
  }

  private func crossed(
    _ label: [ClaimCount], _ arcs: ClaimedPaths, arc: Int, fromLeft: Bool
  ) -> [ClaimCount] {
    var result = label
    func add(_ claim: Int32, _ change: Int32) {
      guard claim >= 0 else { return }
      let position = result.firstIndex { $0.claim >= claim } ?? result.count
      if position < result.count && result[position].claim == claim {
        result[position].count += change
        if result[position].count == 0 { result.remove(at: position) }
      } else {
        result.insert(ClaimCount(claim: claim, count: change), at: position)
      }
    }
    for use in arcs.useStart[arc]..<arcs.useStart[arc + 1] {
      add(arcs.left[use], fromLeft ? -1 : 1)
      add(arcs.right[use], fromLeft ? 1 : -1)
    }
    return result
  }
}

/// Which cycles bound the same face.
private struct Nesting {
  /// Per cycle: its face.
  private(set) var face: ContiguousArray<Int32>
  private(set) var faceCount: Int

  init(_ paths: Paths, _ halves: HalfArcs, _ cycles: Cycles, _ index: ChainIndex) {
    // A counter-clockwise cycle bounds a face of its own from outside. A clockwise one is the outside of a connected
    // part of the drawing: it lies in the face of whatever is next below its smallest point.
    face = ContiguousArray(repeating: -1, count: cycles.count)
    faceCount = 1
    for cycle in 0..<cycles.count where cycles.doubledArea[cycle] > 0 {
      face[cycle] = Int32(faceCount)
      faceCount += 1
    }
    var outside = ContiguousArray<Int32>(repeating: -1, count: cycles.count)
    for cycle in 0..<cycles.count where cycles.doubledArea[cycle] <= 0 {
      let smallest = halves.smallestPoint(of: cycle, cycles, paths)
      if let (segment, forwards) = index.firstSegment(below: smallest) {
        let arc = paths.path(ofVertex: segment)
        outside[cycle] = cycles.cycle[forwards ? 2 * arc : 2 * arc + 1]
      }
    }
    // What is below lies below for good: every chain of outsides ends at a bounded face or at nothing.
    for cycle in 0..<cycles.count where face[cycle] < 0 {
      var chain: [Int] = []
      var current = cycle
      while face[current] < 0 && outside[current] >= 0 {
        chain.append(current)
        current = Int(outside[current])
      }
      let found = max(0, face[current])
      face[current] = found
      for member in chain { face[member] = found }
    }
  }

  /// The cycles of each face, side by side.
  var cyclesByFace: (start: ContiguousArray<Int>, cycles: ContiguousArray<Int32>) {
    var start = ContiguousArray<Int>(repeating: 0, count: faceCount + 1)
    for face in face { start[Int(face) + 1] += 1 }
    for index in 0..<faceCount { start[index + 1] += start[index] }
    var next = start
    var sorted = ContiguousArray<Int32>(repeating: 0, count: face.count)
    for (cycle, face) in face.enumerated() {
      sorted[next[Int(face)]] = Int32(cycle)
      next[Int(face)] += 1
    }
    return (start, sorted)
  }
}
