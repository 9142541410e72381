import MapPackGeometry

/// Pieces of runs that begin at a point where two lines meet, and widen until the lines are no longer near. They are no
/// near misses, so `NearRuns` leaves them out.
struct Wedges {
  /// What is known of one of the two lines. Distances are squared, and in cells on the ground: a step along x counts
  /// less the nearer it is to a pole (`GroundRows`), as in `Nearness.approaches`.
  private struct Line {
    /// The squared distance of the tip from the meeting; −1 if the line has no vertex in the piece.
    var square: Int64 = -1
    /// The vertex of `boundary.paths` that is farthest from the meeting; −1 if the line has none.
    var tip = -1
    /// The squared distance of the tip from the other line.
    var tipWidth: Int64 = 0
    /// The largest squared distance of a vertex from the other line.
    var width: Int64 = 0
  }

  private struct Piece {
    /// The meeting at which it begins, as an index into `meetings.points`; −1 if it has several.
    var meeting: Int
    /// The line of the lower region.
    var lower = Line()
    /// The line of the higher region.
    var higher = Line()
  }

  /// The pieces that are wedges, each by the root of its set in `sets`: an index into `nearness.approaches`, or that of
  /// a meeting after their end. They come in no order.
  private(set) var roots: [Int] = []

  /// Finds the wedges.
  ///
  /// A piece is a wedge if it has one meeting, and on either line the vertex farthest from the meeting is the widest,
  /// and the line leads on from there away from the meeting. A border that was drawn twice and ends at a coast is none:
  /// it may be widest anywhere, and the coasts turn away from it.
  ///
  /// - Parameters:
  ///   - boundary: the lines of which runs are made.
  ///   - members: which approaches belong to runs.
  ///   - nearness: the approaches of vertices to other lines.
  ///   - meetings: the points at which two regions' lines meet.
  ///   - links: which approaches touch which meetings. In `sets`, meeting m is the member
  ///     `nearness.approaches.count + m`, and so it is here.
  ///   - isMiss: per root, whether the piece is a near miss so far.
  ///   - ground: measures on the ground.
  ///   - sets: the pieces, as sets of approaches and meetings.
  init(
    _ boundary: OneSidedBoundary, _ members: RunMembers, _ nearness: Nearness, _ meetings: PairMeetings,
    _ links: [(approach: Int, meeting: Int)], _ isMiss: ContiguousArray<Bool>, _ ground: GroundRows,
    _ sets: inout DisjointSets
  ) {
    var pieces: [Int: Piece] = [:]
    for link in links {
      let root = sets.find(link.approach)
      guard isMiss[root] else { continue }
      let meeting = link.meeting - nearness.approaches.count
      if let known = pieces[root]?.meeting {
        if known != meeting { pieces[root]?.meeting = -1 }
      } else {
        pieces[root] = Piece(meeting: meeting)
      }
    }
    var rootOfVertex: [Int: Int] = [:]
    for (index, approach) in nearness.approaches.enumerated() where members.isMember[index] {
      let root = sets.find(index)
      guard var piece = pieces[root], piece.meeting >= 0 else { continue }
      let vertex = Int(approach.vertex)
      rootOfVertex[vertex] = root
      let square = ground.squaredDistance(meetings.points[piece.meeting].point, boundary.paths.point(vertex))
      func extend(_ line: inout Line) {
        line.width = max(line.width, approach.square)
        if square > line.square {
          line.square = square
          line.tip = vertex
          line.tipWidth = approach.square
        }
      }
      if boundary.region(ofVertex: vertex) < approach.region { extend(&piece.lower) } else { extend(&piece.higher) }
      pieces[root] = piece
    }
    for (root, piece) in pieces where piece.meeting >= 0 {
      let meeting = meetings.points[piece.meeting].point
      let isWedge = [piece.lower, piece.higher].allSatisfy { line in
        line.tip < 0
          || line.tipWidth == line.width
            && Self.leadsOn(from: line.tip, awayFrom: meeting, boundary) { rootOfVertex[$0] == root }
      }
      if isWedge { roots.append(root) }
    }
  }

  /// Whether the line leads on beyond the last vertex of a piece, and not back toward the meeting.
  private static func leadsOn(
    from tip: Int, awayFrom meeting: GridPoint, _ boundary: OneSidedBoundary, isInPiece: (Int) -> Bool
  ) -> Bool {
    let paths = boundary.paths
    let path = Int(boundary.pathOfVertex[tip])
    let (begin, end) = (paths.start[path], paths.start[path + 1])
    let here = paths.point(tip)
    for step in [-1, 1] {
      var next = tip + step
      if next < begin || next == end {
        guard paths.isClosed[path] else { continue }
        next = next < begin ? end - 1 : begin
      }
      let there = paths.point(next)
      if there == meeting || isInPiece(next) { continue }
      let ahead =
        (Int64(here.x) - Int64(meeting.x)) * (Int64(there.x) - Int64(here.x))
        + (Int64(here.y) - Int64(meeting.y)) * (Int64(there.y) - Int64(here.y))
      if ahead > 0 { return true }
    }
    return false
  }
}
