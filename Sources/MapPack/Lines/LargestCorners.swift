/// The points of a line that stay by the method of Visvalingam and Whyatt, for `LineSimplification`.
///
/// Triangles go round the world by the shorter way (`MapPoint.offset(to:)` in LineSimplification.swift). Points that
/// are not finite never stay. For the arcs of maps, `VisvalingamWhyatt` in `MapPackSimplify` measures
/// areas in another way.
///
/// The area that counts for a point, its effective area, is at least that of each point that was removed before it. So
/// the points that stay at a threshold stay at each lower one.
/// - Parameters:
///   - first: the index of the point that the line begins with.
///   - last: the index of the point that it ends with, above `first`.
///   - squareMeters: the threshold, in m² on the ground. Points with a smaller triangle are removed, and those whose
///     triangle has no area.
/// - Precondition: the first and the last point are finite.
/// - Returns: indices of `points`, ascending.
/// - Complexity: O(n log n) for n points
func largestCorners(
  of points: Span<MapPoint>, from first: Int, to last: Int, squareMeters: Double
) -> [Int] {
  var corners = CornerHeap(points, from: first, to: last)
  while let least = corners.leastArea, least < squareMeters || least == 0 { corners.removeLeast(points) }
  return corners.remaining
}

/// The points of a line that are left, with the triangles that they form with their neighbors, in a binary heap. The
/// smallest triangle comes first; of equal ones, that of the first point of the line.
private struct CornerHeap {
  private struct Corner {
    /// The index of the point.
    var point: Int
    /// The corners before and after it that are left.
    var previous: Int
    var next: Int
    /// Its slot in the heap; −1 if it is an end of the line or was removed.
    var slot = -1
    /// The area of the triangle, in m².
    var area = 0.0
    /// The heap, in the same array: which corner is in the slot that has the index of this entry.
    var cornerInSlot = 0
  }

  private var corners: [Corner] = []
  /// How many corners are in the heap.
  private var count = 0

  init(_ points: Span<MapPoint>, from first: Int, to last: Int) {
    corners.reserveCapacity(last - first + 1)
    for point in first...last where points[point].isFinite {
      corners.append(Corner(point: point, previous: corners.count - 1, next: corners.count + 1))
    }
    for corner in corners.indices.dropFirst().dropLast() {
      corners[corner].area = area(at: corner, points)
      corners[count].cornerInSlot = corner
      corners[corner].slot = count
      count += 1
    }
    for slot in stride(from: count / 2 - 1, through: 0, by: -1) { sink(slot) }
  }

  /// The area of the smallest triangle; nil if only the ends are left.
  var leastArea: Double? { count > 0 ? corners[corners[0].cornerInSlot].area : nil }

  /// The indices of the points that are left, ascending.
  var remaining: [Int] {
    var points: [Int] = []
    points.reserveCapacity(count + 2)
    var corner = 0
    while corner < corners.count {
      points.append(corners[corner].point)
      corner = corners[corner].next
    }
    return points
  }

  /// Removes the point with the smallest triangle from the line.
  /// - Complexity: O(log n)
  mutating func removeLeast(_ points: Span<MapPoint>) {
    let corner = corners[0].cornerInSlot
    let (previous, next, area) = (corners[corner].previous, corners[corner].next, corners[corner].area)
    corners[corner].slot = -1
    count -= 1
    if count > 0 {
      place(corners[count].cornerInSlot, in: 0)
      sink(0)
    }
    corners[previous].next = next
    corners[next].previous = previous
    reconsider(previous, atLeast: area, points)
    reconsider(next, atLeast: area, points)
  }

  /// Gives a corner its new area, but at least that of the corner removed beside it.
  /// - Complexity: O(log n)
  private mutating func reconsider(_ corner: Int, atLeast least: Double, _ points: Span<MapPoint>) {
    guard corners[corner].slot >= 0 else { return }
    corners[corner].area = max(least, area(at: corner, points))
    rise(corners[corner].slot)
    sink(corners[corner].slot)
  }

  /// The area of a corner's triangle on the ground, in m².
  private func area(at corner: Int, _ points: Span<MapPoint>) -> Double {
    let point = points[corners[corner].point]
    let before = point.offset(to: points[corners[corners[corner].previous].point])
    let after = point.offset(to: points[corners[corners[corner].next].point])
    let doubled = (before.x * after.y - before.y * after.x).magnitude
    return doubled / 2 * point.squareMetersPerSquareMapPoint
  }

  // MARK: The heap

  private mutating func place(_ corner: Int, in slot: Int) {
    corners[slot].cornerInSlot = corner
    corners[corner].slot = slot
  }

  private func isLess(_ corner: Int, _ other: Int) -> Bool {
    corners[corner].area != corners[other].area ? corners[corner].area < corners[other].area : corner < other
  }

  private mutating func rise(_ slot: Int) {
    var slot = slot
    let corner = corners[slot].cornerInSlot
    while slot > 0 {
      let parent = (slot - 1) / 2
      guard isLess(corner, corners[parent].cornerInSlot) else { break }
      place(corners[parent].cornerInSlot, in: slot)
      slot = parent
    }
    place(corner, in: slot)
  }

  private mutating func sink(_ slot: Int) {
    var slot = slot
    let corner = corners[slot].cornerInSlot
    while 2 * slot + 1 < count {
      var child = 2 * slot + 1
      if child + 1 < count, isLess(corners[child + 1].cornerInSlot, corners[child].cornerInSlot) { child += 1 }
      guard isLess(corners[child].cornerInSlot, corner) else { break }
      place(corners[child].cornerInSlot, in: slot)
      slot = child
    }
    place(corner, in: slot)
  }
}
