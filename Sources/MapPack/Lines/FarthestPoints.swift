/// The points of a line that stay by the method of Ramer, Douglas and Peucker, for `LineSimplification`.
///
/// The farthest point is found in the plane, round the world by the shorter way (`MapPoint.offset(to:)` in
/// LineSimplification.swift). Its distance is then measured at its own latitude. Points that are not finite never stay.
/// `RamerDouglasPeucker` in `MapPackSimplify` applies the same method to the arcs of maps.
///
/// The array of the result is the working memory too. Indices that stay are written from the front, and the ends of the
/// parts that are still to be looked at wait at the back. No index is there twice, so the two never meet.
/// - Parameters:
///   - first: the index of the point that the line begins with.
///   - last: the index of the point that it ends with, above `first`.
///   - squareMeters: the square of the tolerance, in m² on the ground. At 0, only points exactly on the segments go.
/// - Precondition: the first and the last point are finite.
/// - Returns: indices of `points`, ascending.
/// - Complexity: O(n log n) for n points; O(n²) if each point splits off only one other
func farthestPoints(
  of points: Span<MapPoint>, from first: Int, to last: Int, squareMeters: Double
) -> [Int] {
  let room = last - first + 1
  var indices = [Int](repeating: 0, count: room)
  indices[0] = first
  var staying = 1
  indices[room - 1] = last
  var waiting = room - 1
  while waiting < room {
    let (start, end) = (indices[staying - 1], indices[waiting])
    if let split = farthestPoint(of: points, between: start, and: end, squareMeters: squareMeters) {
      waiting -= 1
      indices[waiting] = split
    } else {
      waiting += 1
      indices[staying] = end
      staying += 1
    }
  }
  indices.removeLast(room - staying)
  return indices
}

/// The index of the point between two others that is farthest from the segment between these; of equally far points the
/// first. Nil if there is none between, or if it is not farther than the tolerance.
private func farthestPoint(
  of points: Span<MapPoint>, between start: Int, and end: Int, squareMeters: Double
) -> Int? {
  let origin = points[start]
  let chord = origin.offset(to: points[end])
  let squaredLength = chord.x * chord.x + chord.y * chord.y
  var (farthest, squaredDistance) = (start, 0.0)
  for index in start + 1..<max(start + 1, end) {
    let offset = origin.offset(to: points[index])
    let along = offset.x * chord.x + offset.y * chord.y
    let share = squaredLength > 0 ? min(max(along / squaredLength, 0), 1) : 0
    let (x, y) = (offset.x - share * chord.x, offset.y - share * chord.y)
    let squared = x * x + y * y
    if squared > squaredDistance { (farthest, squaredDistance) = (index, squared) }
  }
  guard farthest > start else { return nil }
  return squaredDistance * points[farthest].squareMetersPerSquareMapPoint > squareMeters ? farthest : nil
}
