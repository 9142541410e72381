import MapGeometry

/// The arcs that remain when all faces of one owner that meet along an arc are united. `PlaneDivision` makes them for
/// an `Arrangement`.
struct Dissolved {
  /// Canonical arcs (see `cutIntoArcs`), sorted by their first two points, with the owners on both sides.
  private(set) var arcs: ArcTable
  /// Per half-edge of `arcs`: the united face on its left.
  private(set) var face: ContiguousArray<Int32>
  /// Per face: the united face that it is part of, named by its first face; 0 is the unbounded face.
  private(set) var unitedFace: ContiguousArray<Int32>

  /// Unites the faces of one owner.
  ///
  /// - Parameters:
  ///   - paths: noded arcs, of which `halves` and `faces` are made.
  ///   - owner: per face, its owner, or `ArcTable.none`.
  ///   - seams: lines along which an arc runs wholly or not at all; if it is `nil`, no arc is flagged as a seam.
  /// - Complexity: O(n + a log a) for n vertices and a arcs.
  init(
    _ paths: Paths, _ halves: HalfEdges, _ faces: Faces, owner: ContiguousArray<Int32>,
    seams: SeamLines?
  ) {
    var united = DisjointSets(count: faces.count)
    var isBorder = ContiguousArray<Bool>(repeating: false, count: paths.count)
    for arc in 0..<paths.count {
      let left = Int(faces.face[2 * arc])
      let right = Int(faces.face[2 * arc + 1])
      if owner[left] == owner[right] {
        united.unite(left, right)
      } else {
        isBorder[arc] = true
      }
    }
    unitedFace = ContiguousArray((0..<faces.count).map { Int32(united.find($0)) })
    let joined = Self.join(paths, halves, isBorder, seams)
    arcs = ArcTable()
    face = []
    for line in joined {
      let half = line.firstHalf
      let leftFace = Int(unitedFace[Int(faces.face[half])])
      let rightFace = Int(unitedFace[Int(faces.face[half ^ 1])])
      for point in line.points {
        arcs.x.append(point.x)
        arcs.y.append(point.y)
      }
      arcs.start.append(arcs.x.count)
      arcs.left.append(owner[leftFace])
      arcs.right.append(owner[rightFace])
      arcs.isClosed.append(line.isClosed)
      arcs.isSeam.append(line.isSeam)
      face.append(Int32(leftFace))
      face.append(Int32(rightFace))
    }
    arcs.vertexLevel = ContiguousArray(repeating: 0, count: arcs.x.count)
  }

  private struct Line {
    var points: ContiguousArray<GridPoint>
    /// A half-edge of the undissolved arcs that runs along this line, in its direction.
    var firstHalf: Int
    var isClosed: Bool
    var isSeam = false
  }

  /// Joins the arcs between different owners, through nodes at which only two of them meet.
  private static func join(
    _ paths: Paths, _ halves: HalfEdges, _ isBorder: ContiguousArray<Bool>, _ seams: SeamLines?
  ) -> [Line] {
    var degree = ContiguousArray<Int32>(repeating: 0, count: halves.nodes.count)
    for half in 0..<halves.count where isBorder[half >> 1] && halves.origin[half] >= 0 {
      degree[Int(halves.origin[half])] += 1
    }
    var isNode = ContiguousArray<Bool>(repeating: false, count: halves.nodes.count)
    for node in 0..<halves.nodes.count { isNode[node] = degree[node] != 2 }

    var isDone = ContiguousArray<Bool>(repeating: false, count: paths.count)
    var lines: [Line] = []
    for arc in 0..<paths.count where isBorder[arc] && paths.isClosed[arc] {
      isDone[arc] = true
      lines.append(canonicalRing(ContiguousArray((paths.start[arc]..<paths.start[arc + 1]).map(paths.point)), 2 * arc))
    }
    for half in 0..<halves.count {
      let origin = Int(halves.origin[half])
      guard isBorder[half >> 1], !isDone[half >> 1], origin >= 0, isNode[origin] else { continue }
      lines.append(canonicalLine(follow(half, paths, halves, isBorder, isNode, &isDone), half))
    }
    // The arcs that are left form rings; at each of their nodes only two bordering arcs meet.
    for half in stride(from: 0, to: halves.count, by: 2) where isBorder[half >> 1] && !isDone[half >> 1] {
      var points = follow(half, paths, halves, isBorder, isNode, &isDone)
      points.removeLast()
      lines.append(canonicalRing(points, half))
    }
    if let seams { lines = lines.flatMap { divide($0, at: seams) } }
    lines.sort { a, b in
      (a.points[0].key, a.points[1].key) < (b.points[0].key, b.points[1].key)
    }
    return lines
  }

  /// Divides a line into pieces that run along a seam and pieces that do not.
  private static func divide(_ line: Line, at seams: SeamLines) -> [Line] {
    guard line.points.contains(where: seams.contains) else { return [line] }
    let count = line.points.count
    let segments = line.isClosed ? count : count - 1
    func isSeam(_ segment: Int) -> Bool { seams.contains(line.points[segment], line.points[(segment + 1) % count]) }
    // The positions at which one kind changes into the other.
    let changes = ((line.isClosed ? 0 : 1)..<segments)
      .filter { isSeam($0) != isSeam($0 == 0 ? segments - 1 : $0 - 1) }
    guard let first = changes.first else {
      var line = line
      line.isSeam = isSeam(0)
      return [line]
    }
    let bounds = line.isClosed ? changes + [first + count] : [0] + changes + [segments]
    return zip(bounds, bounds.dropFirst()).map { begin, end in
      var piece = canonicalLine(ContiguousArray((begin...end).map { line.points[$0 % count] }), line.firstHalf)
      piece.isSeam = isSeam(begin)
      return piece
    }
  }

  /// The points from a half-edge's origin to the next node, or back to the origin.
  private static func follow(
    _ start: Int, _ paths: Paths, _ halves: HalfEdges, _ isBorder: ContiguousArray<Bool>,
    _ isNode: ContiguousArray<Bool>, _ isDone: inout ContiguousArray<Bool>
  ) -> ContiguousArray<GridPoint> {
    var points: ContiguousArray<GridPoint> = [halves.nodes[Int(halves.origin[start])]]
    var half = start
    while true {
      let arc = half >> 1
      isDone[arc] = true
      let range = paths.start[arc]..<paths.start[arc + 1]
      if half & 1 == 0 {
        for vertex in range.dropFirst() { points.append(paths.point(vertex)) }
      } else {
        for vertex in range.dropLast().reversed() { points.append(paths.point(vertex)) }
      }
      let node = Int(halves.origin[half ^ 1])
      if isNode[node] || node == Int(halves.origin[start]) { return points }
      // The other bordering half-edge that leaves this node.
      for entry in halves.outgoingStart[node]..<halves.outgoingStart[node + 1] {
        let candidate = Int(halves.outgoing[entry])
        if isBorder[candidate >> 1] && candidate != half ^ 1 {
          half = candidate
          break
        }
      }
    }
  }

  private static func canonicalLine(_ points: ContiguousArray<GridPoint>, _ half: Int) -> Line {
    let first = points[0]
    let last = points[points.count - 1]
    let reversed = first == last ? points[points.count - 2] < points[1] : last < first
    return Line(
      points: reversed ? ContiguousArray(points.reversed()) : points, firstHalf: reversed ? half ^ 1 : half,
      isClosed: false)
  }

  private static func canonicalRing(_ points: ContiguousArray<GridPoint>, _ half: Int) -> Line {
    let count = points.count
    var smallest = 0
    for position in 0..<count where points[position] < points[smallest] { smallest = position }
    let reversed = points[(smallest + count - 1) % count] < points[(smallest + 1) % count]
    var rotated = ContiguousArray<GridPoint>()
    rotated.reserveCapacity(count)
    for step in 0..<count {
      rotated.append(points[(smallest + (reversed ? count - step : step)) % count])
    }
    return Line(points: rotated, firstHalf: reversed ? half ^ 1 : half, isClosed: true)
  }
}
