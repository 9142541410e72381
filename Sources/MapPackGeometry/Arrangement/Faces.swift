/// The faces into which noded arcs divide the plane, and what is claimed on each.
package struct Faces {
  /// Per half-edge: the face on its left. Face 0 is the unbounded face.
  package private(set) var face: ContiguousArray<Int32>
  package let count: Int
  private let boundariesByFace: Grouping

  init(_ arcs: ClaimedPaths, _ halves: HalfEdges, _ boundaries: FaceBoundaries, index: ChainIndex, jobs: Int) {
    let nesting = Nesting(arcs.paths, halves, boundaries, index, jobs: jobs)
    face = ContiguousArray(repeating: 0, count: halves.count)
    for half in 0..<halves.count { face[half] = nesting.face[Int(boundaries.boundary[half])] }
    count = nesting.faceCount
    boundariesByFace = Grouping(nesting.face.lazy.map { Int($0) }, count: count)
  }

  /// Calls `body` with each face and its **label**: the claims on it, sorted by claim, none with count 0.
  ///
  /// Walks from the unbounded face, on which nothing is claimed, across one arc after the other and back again, and
  /// keeps the label of the current face only: if thousands of claims lie on each of thousands of faces, all labels
  /// together are larger than any memory.
  ///
  /// The unbounded face comes first, the others in no particular order, each once.
  /// - Precondition: the lines of each claim are closed (`ClaimedPaths`); otherwise labels depend on the way to a face.
  /// - Complexity: O(h) for h half-edges, plus the length of the label for each use of an arc that is crossed; O(faces)
  ///   memory.
  func forEachLabel(
    _ arcs: ClaimedPaths, _ halves: HalfEdges, _ boundaries: FaceBoundaries,
    _ body: (_ face: Int, _ label: [ClaimCount]) -> Void
  ) {
    /// A face whose boundary is being walked, half-edge by half-edge.
    struct Visit {
      /// The index of the current boundary in `boundariesByFace.items`.
      var entry: Int
      /// The half-edge to look across next; −1 if all have been looked across.
      var half: Int
      /// The half-edge that closes the boundary.
      var start: Int
      /// The half-edge across which the face was entered; −1 for the first.
      var entrance: Int
    }
    func visit(_ face: Int, from entrance: Int) -> Visit {
      let entry = boundariesByFace.start[face]
      let start =
        entry < boundariesByFace.start[face + 1] ? Int(boundaries.first[Int(boundariesByFace.items[entry])]) : -1
      return Visit(entry: entry, half: start, start: start, entrance: entrance)
    }
    var isVisited = ContiguousArray<Bool>(repeating: false, count: count)
    var label = Label()
    isVisited[0] = true
    body(0, label.claims)
    var path = [visit(0, from: -1)]
    while var here = path.popLast() {
      if here.half < 0 {
        if here.entrance >= 0 { label.cross(here.entrance ^ 1, arcs) }
        continue
      }
      let half = here.half
      let home = Int(face[half])
      let there = Int(face[half ^ 1])
      here.half = Int(halves.next[half])
      if here.half == here.start {
        here.entry += 1
        let isLast = here.entry == boundariesByFace.start[home + 1]
        here.start = isLast ? -1 : Int(boundaries.first[Int(boundariesByFace.items[here.entry])])
        here.half = here.start
      }
      path.append(here)
      if !isVisited[there] {
        isVisited[there] = true
        label.cross(half, arcs)
        body(there, label.claims)
        path.append(visit(there, from: half))
      }
    }
  }
}

private struct Label {
  private(set) var claims: [ClaimCount] = []

  mutating func cross(_ half: Int, _ arcs: ClaimedPaths) {
    let isForwards = half & 1 == 0
    for use in arcs.useStart[half >> 1]..<arcs.useStart[(half >> 1) + 1] {
      add(arcs.left[use], isForwards ? -1 : 1)
      add(arcs.right[use], isForwards ? 1 : -1)
    }
  }

  private mutating func add(_ claim: Int32, _ change: Int32) {
    guard claim >= 0 else { return }
    let low = claims.indices.partitioningIndex { claims[$0].claim >= claim }
    if low < claims.count && claims[low].claim == claim {
      claims[low].count += change
      if claims[low].count == 0 { claims.remove(at: low) }
    } else {
      claims.insert(ClaimCount(claim: claim, count: change), at: low)
    }
  }
}

private struct Nesting {
  /// Per boundary: its face.
  private(set) var face: ContiguousArray<Int32>
  private(set) var faceCount: Int

  init(_ paths: Paths, _ halves: HalfEdges, _ boundaries: FaceBoundaries, _ index: ChainIndex, jobs: Int) {
    // A counter-clockwise boundary is the outer one of a face of its own. A clockwise one is the outside of a connected
    // part of the drawing: it lies in the face of whatever is next below its smallest point.
    face = ContiguousArray(repeating: -1, count: boundaries.count)
    faceCount = 1
    for boundary in 0..<boundaries.count where boundaries.doubledArea[boundary] > 0 {
      face[boundary] = Int32(faceCount)
      faceCount += 1
    }
    var outside = ContiguousArray<Int32>(repeating: -1, count: boundaries.count)
    let clockwise = (0..<boundaries.count).filter { boundaries.doubledArea[$0] <= 0 }
    let smallest = ContiguousArray(clockwise.indices.chunks(of: 64), jobs: jobs) {
      halves.smallestPoint(of: clockwise[$0], boundaries, paths)
    }
    let below = index.firstSegments(below: Array(smallest), jobs: jobs)
    for (boundary, below) in zip(clockwise, below) {
      guard let (segment, forwards) = below else { continue }
      let arc = paths.path(ofVertex: segment)
      outside[boundary] = boundaries.boundary[forwards ? 2 * arc : 2 * arc + 1]
    }
    // `outside` leads to what lies below, and never back. So every chain of outsides ends at a bounded face or at
    // nothing.
    for boundary in 0..<boundaries.count where face[boundary] < 0 {
      var chain: [Int] = []
      var current = boundary
      while face[current] < 0 && outside[current] >= 0 {
        chain.append(current)
        current = Int(outside[current])
      }
      let found = max(0, face[current])
      face[current] = found
      for member in chain { face[member] = found }
    }
  }
}
