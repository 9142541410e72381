import MapPack

/// Lines cut into pieces, of which those of one class are stroked alike: a route by speed, or what of it is done.
struct RoutePieces {
  /// Per class, the lines of its pieces, in map points.
  private(set) var classes: [LineBuffer]

  /// Cuts lines.
  /// - Parameters:
  ///   - lines: the lines.
  ///   - count: how many classes there are.
  ///   - progress: which share of the length is of the classes; the rest is of one class more, the last.
  ///   - classOf: returns the class of the segment that begins at a point of `lines.points`, below `count`.
  /// - Complexity: O(points)
  init(_ lines: LineBuffer, count: Int, progress: Double, classOf: (Int) -> Int) {
    var paths = [[[MapPoint]]](repeating: [], count: count + 1)
    var left = progress < 1 ? progress * Self.length(lines) : .infinity
    lines.forEachLine { isClosed, points in
      var last = -1
      func add(_ a: MapPoint, _ b: MapPoint, _ number: Int) {
        if last == number {
          paths[number][paths[number].count - 1].append(b)
        } else {
          paths[number].append([a, b])
        }
        last = number
      }
      for (first, second) in Self.segments(points, isClosed: isClosed) {
        let (a, b) = (lines.points[first], lines.points[second])
        let length = Self.length(a, b)
        if left <= 0 {
          add(a, b, count)
        } else if length <= left {
          add(a, b, classOf(first))
        } else {
          let share = left / length
          let middle = MapPoint(x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share)
          add(a, middle, classOf(first))
          add(middle, b, count)
        }
        left -= length
      }
    }
    classes = paths.map { LineBuffer(lines: $0) }
  }

  /// The class of each of `count` equal steps between the least and the largest value in which the mean of a segment's ends
  /// lies. A segment without a value is of the first.
  static func steps(of values: [Double], count: Int) -> (range: ClosedRange<Double>, classOf: (Int) -> Int) {
    let known = values.filter(\.isFinite)
    let range = (known.min() ?? 0)...(known.max() ?? 0)
    let width = (range.upperBound - range.lowerBound) / Double(count)
    return (
      range,
      { first in
        let ends = [first, first + 1].filter { values.indices.contains($0) }.map { values[$0] }.filter(\.isFinite)
        guard !ends.isEmpty, width > 0, width.isFinite else { return 0 }
        let mean = ends.reduce(0, +) / Double(ends.count)
        return Int(min(Double(count - 1), max(0, (mean - range.lowerBound) / width)))
      }
    )
  }

  private static func segments(_ points: Range<Int>, isClosed: Bool) -> [(Int, Int)] {
    guard !points.isEmpty else { return [] }
    let open = Array(zip(points, points.dropFirst()))
    return isClosed && points.count > 1 ? open + [(points.upperBound - 1, points.lowerBound)] : open
  }

  private static func length(_ a: MapPoint, _ b: MapPoint) -> Double {
    let (x, y) = (b.x - a.x, b.y - a.y)
    return (x * x + y * y).squareRoot()
  }

  private static func length(_ lines: LineBuffer) -> Double {
    var length = 0.0
    lines.forEachLine { isClosed, points in
      for (first, second) in segments(points, isClosed: isClosed) {
        length += Self.length(lines.points[first], lines.points[second])
      }
    }
    return length
  }
}
