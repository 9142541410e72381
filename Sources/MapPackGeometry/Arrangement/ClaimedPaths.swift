/// Lines with the claims on their two sides.
///
/// A **claim** is a number that stands for whoever claims the land: a ring of a feature, a region. A line that is used
/// several times carries several pairs of claims. What one use claims on a side and another one gives up cancels. Lines
/// may cross, overlap and touch.
///
/// The code relies on the following, and does not check it:
/// - Consecutive vertices of a path differ. A closed path has at least two vertices.
/// - The lines of a claim are closed, together if not each by itself. So a walk round any point meets as many uses that
///   enter the claim as uses that leave it.
@usableFromInline
package struct ClaimedPaths: Sendable {
  @usableFromInline package var paths = Paths()
  /// Path p carries the uses `useStart[p] ..< useStart[p + 1]`.
  package var useStart: ContiguousArray<Int> = [0]
  /// The claim on either side of a use (as seen along the path, x to the right and y up); `none` if nobody claims it.
  package var left: ContiguousArray<Int32> = []
  package var right: ContiguousArray<Int32> = []

  /// Stands for nobody.
  package static let none: Int32 = -1

  package init() {}

  /// The paths of several sets, one set after the other.
  package init(joining parts: [ClaimedPaths], jobs: Int) {
    paths = Paths(
      points: ContiguousArray(joining: parts.map(\.paths.points), jobs: jobs),
      start: ContiguousArray(joiningStarts: parts.map(\.paths.start)),
      isClosed: ContiguousArray(joining: parts.map(\.paths.isClosed), jobs: 1))
    left = ContiguousArray(joining: parts.map(\.left), jobs: 1)
    right = ContiguousArray(joining: parts.map(\.right), jobs: 1)
    useStart = ContiguousArray(joiningStarts: parts.map(\.useStart))
  }

  package var count: Int { paths.count }

  /// Ends the path that is being written, with one use.
  @usableFromInline
  package mutating func endPath(isClosed: Bool, left leftClaim: Int32, right rightClaim: Int32) {
    paths.endPath(isClosed: isClosed)
    left.append(leftClaim)
    right.append(rightClaim)
    useStart.append(left.count)
  }

  /// Adds a path through points that were rounded, with one use; consecutive equal points are one. A path that separates
  /// nothing any more is left out: one that has become a point, and a closed one with two vertices.
  /// - Parameter longest: a path with more vertices is cut into open ones that have so many at most.
  @inlinable
  package mutating func append(
    rounded points: some Sequence<GridPoint>, isClosed: Bool, left leftClaim: Int32, right rightClaim: Int32,
    longest: Int = .max
  ) {
    let begin = paths.vertexCount
    var start = begin
    for point in points where paths.vertexCount == begin || paths.point(paths.vertexCount - 1) != point {
      if paths.vertexCount - start == longest {
        endPath(isClosed: false, left: leftClaim, right: rightClaim)
        start = paths.vertexCount
        paths.append(paths.point(start - 1))
      }
      paths.append(point)
    }
    let isCut = start > begin
    if isClosed {
      if !isCut {
        paths.removeRepeatedEnd(from: begin)
      } else if paths.point(paths.vertexCount - 1) != paths.point(begin) {
        paths.append(paths.point(begin))
      }
    }
    if paths.vertexCount - start > (isClosed && !isCut ? 2 : 1) {
      endPath(isClosed: isClosed && !isCut, left: leftClaim, right: rightClaim)
    } else {
      paths.removeVertices(from: start)
    }
  }

  /// Adds a path of another set with its uses.
  package mutating func append(_ path: Int, of other: ClaimedPaths) {
    paths.append(path..<path + 1, of: other.paths)
    appendUses(of: path, in: other)
  }

  /// Gives the path that was ended last the uses of a path of another set.
  package mutating func appendUses(of path: Int, in other: ClaimedPaths) {
    let range = other.useStart[path]..<other.useStart[path + 1]
    left.append(contentsOf: other.left[range])
    right.append(contentsOf: other.right[range])
    useStart.append(left.count)
  }

  mutating func remove(_ isRemoved: ContiguousArray<Bool>) {
    var last = 0
    var end = 0
    for path in 0..<count where !isRemoved[path] {
      let range = useStart[path]..<useStart[path + 1]
      left.move(range, to: end)
      right.move(range, to: end)
      end += range.count
      last += 1
      useStart[last] = end
    }
    left.removeSubrange(end...)
    right.removeSubrange(end...)
    useStart.removeSubrange((last + 1)...)
    paths.remove(isRemoved)
  }

  /// Removes the uses that make a claim from one on. The paths stay.
  mutating func removeClaims(from limit: Int32) {
    var end = 0
    var next = 0
    for path in 0..<count {
      while next < useStart[path + 1] {
        if max(left[next], right[next]) < limit {
          (left[end], right[end]) = (left[next], right[next])
          end += 1
        }
        next += 1
      }
      useStart[path + 1] = end
    }
    left.removeSubrange(end...)
    right.removeSubrange(end...)
  }

  mutating func append(_ range: Range<Int>, of other: ClaimedPaths) {
    paths.append(range, of: other.paths)
    let base = left.count - other.useStart[range.lowerBound]
    let uses = other.useStart[range.lowerBound]..<other.useStart[range.upperBound]
    left += other.left[uses]
    right += other.right[uses]
    useStart.append(contentsOf: other.useStart[range.lowerBound...range.upperBound].dropFirst().lazy.map { base + $0 })
  }

  /// Adds all paths of another set.
  package mutating func append(_ other: ClaimedPaths) { append(0..<other.count, of: other) }
}

extension ClaimedPaths {
  /// The paths with a number added to each claim.
  package func claimed(from first: Int32) -> ClaimedPaths {
    var lines = self
    for use in left.indices {
      if left[use] >= 0 { lines.left[use] += first }
      if right[use] >= 0 { lines.right[use] += first }
    }
    return lines
  }
}
