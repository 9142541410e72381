extension RegionShape {
  /// Draws the region's rings at a level of detail, each as a closed subpath.
  ///
  /// Outer rings and holes run opposite ways round, so that the even-odd and the non-zero rule fill alike. A ring is
  /// drawn where it lies in the frame, on whichever side of the 180th meridian that is: twice where the frame shows
  /// it twice, and where the frame shows none of it, at its place nearest to the middle.
  /// - Parameters:
  ///   - level: 0 is the finest; levels outside `0 ..< pack.levelCount` are taken as the nearest.
  ///   - frame: where the map lies.
  ///   - path: gets the rings.
  ///   - rings: is emptied, and holds the region's rings afterwards. Given one buffer for all regions, nothing is
  ///     allocated once its memory suffices for the largest of them.
  /// - Complexity: O(vertices of the region's arcs at the finest level)
  @inlinable
  public func draw(
    level: Int = 0, in frame: MapFrame, to path: inout some PathSink, using rings: inout RingBuffer
  ) {
    rings.removeAll()
    appendRings(level: level, to: &rings)
    rings.draw(in: frame, to: &path)
  }

  /// Draws the region's rings at a level of detail, each as a closed subpath, with a buffer of its own: for one
  /// region. See `draw(level:in:to:using:)`.
  @inlinable
  public func draw(level: Int = 0, in frame: MapFrame, to path: inout some PathSink) {
    var rings = RingBuffer()
    draw(level: level, in: frame, to: &path, using: &rings)
  }
}

extension RingBuffer {
  /// Draws all rings, each as a closed subpath; see `RegionShape.draw(level:in:to:using:)`.
  /// - Complexity: O(vertices); nothing is allocated but by the path.
  @inlinable
  public func draw(in frame: MapFrame, to path: inout some PathSink) {
    for ring in 0..<ringCount {
      frame.draw(points, ringStart[ring]..<ringStart[ring + 1], isClosed: true, to: &path)
    }
  }
}

extension LineBuffer {
  /// Draws all lines, each as a subpath that is closed where the line is; wherever the frame shows them round the world,
  /// as rings are.
  /// - Complexity: O(vertices); nothing is allocated but by the path.
  @inlinable
  public func draw(in frame: MapFrame, to path: inout some PathSink) {
    for line in 0..<lineCount {
      frame.draw(points, lineStart[line]..<lineStart[line + 1], isClosed: isClosed[line], to: &path)
    }
  }
}

extension MapFrame {
  /// Draws a line wherever the frame shows it round the world, and else at its place nearest to the middle.
  ///
  /// A line is at most a world wide and so is the frame, so they meet at the turn that brings their middles nearest to
  /// each other if they meet at all, and otherwise only at the turns next to it.
  @inlinable
  func draw(
    _ points: ContiguousArray<MapPoint>, _ vertices: Range<Int>, isClosed: Bool, to path: inout some PathSink
  ) {
    guard !vertices.isEmpty else { return }
    let first = vertices.lowerBound
    var minX = points[first].x
    var maxX = minX
    for vertex in vertices {
      minX = min(minX, points[vertex].x)
      maxX = max(maxX, points[vertex].x)
    }
    let nearest = nearestTurn((minX + maxX) / 2)
    for step in -1...1 {
      let shift = (nearest + Double(step)) * WebMercator.worldSize
      guard step == 0 || (minX + shift < bounds.maxX && maxX + shift > bounds.minX) else { continue }
      // Subtracted as Doubles and scaled then: a map point is small beside the world.
      let west = bounds.minX - shift
      for vertex in vertices {
        let x = originX + (points[vertex].x - west) * scale
        let y = originY + (points[vertex].y - bounds.minY) * scale
        if vertex == first { path.move(toX: x, y: y) } else { path.addLine(toX: x, y: y) }
      }
      if isClosed { path.closeSubpath() }
    }
  }
}
