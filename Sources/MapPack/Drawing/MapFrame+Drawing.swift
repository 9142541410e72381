// How rings and lines get into a path. `MapLayer`, and the paths and shapes of `MapPackUI`, are drawn with it.
extension RegionShape {
  /// Draws the region's rings at a level of detail, each as a closed subpath.
  ///
  /// Outer rings and holes run in opposite directions, so the even-odd rule and the non-zero rule fill alike. A ring is
  /// drawn wherever the frame shows it, on whichever side of the 180th meridian that is: twice if the frame shows it
  /// twice. If the frame shows none of it, it is drawn once, at its position nearest to the middle. Nothing is clipped.
  ///
  /// In a map of lines or points, there are no rings: draw `lines(level:)`.
  /// - Parameters:
  ///   - level: 0 is the finest; levels outside `0 ..< pack.levelCount` are taken as the nearest.
  ///   - frame: where the map lies on the screen.
  ///   - path: gets the rings.
  ///   - rings: is emptied, and holds the region's rings afterwards. If one buffer is used for all regions, nothing is
  ///     allocated once its memory suffices for the largest region.
  /// - Complexity: O(vertices of the region's arcs at the finest level)
  @inlinable
  public func draw(
    level: Int = 0, in frame: MapFrame, to path: inout some PathSink, using rings: inout RingBuffer
  ) {
    rings.removeAll()
    appendRings(level: level, to: &rings)
    rings.draw(in: frame, to: &path)
  }

  /// Draws the region's rings at a level of detail, each as a closed subpath.
  ///
  /// It allocates a buffer. To draw many regions, use `draw(level:in:to:using:)`.
  @inlinable
  public func draw(level: Int = 0, in frame: MapFrame, to path: inout some PathSink) {
    var rings = RingBuffer()
    draw(level: level, in: frame, to: &path, using: &rings)
  }
}

extension RingBuffer {
  /// Draws all rings, each as a closed subpath; see `RegionShape.draw(level:in:to:using:)`.
  /// - Complexity: O(vertices); only the path allocates.
  @inlinable
  public func draw(in frame: MapFrame, to path: inout some PathSink) {
    for ring in 0..<ringCount {
      frame.draw(points, ringStart[ring]..<ringStart[ring + 1], isClosed: true, to: &path)
    }
  }
}

extension LineBuffer {
  /// Draws all lines, each as a subpath, which is closed if the line is.
  ///
  /// Like rings, they are drawn wherever the frame shows them round the world. A point is a closed subpath without
  /// length.
  /// - Complexity: O(vertices); only the path allocates.
  @inlinable
  public func draw(in frame: MapFrame, to path: inout some PathSink) {
    for line in 0..<lineCount {
      frame.draw(points, lineStart[line]..<lineStart[line + 1], isClosed: isClosed[line], to: &path)
    }
  }
}

extension MapFrame {
  /// Draws a line wherever the frame shows it round the world; if the frame does not show it, at its position nearest
  /// to the middle.
  ///
  /// A line and the frame are each at most a world wide. So they can only meet at the turn that brings their middles
  /// nearest to each other and at the turns next to it, and if they meet at all, they meet at that turn.
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
      // First subtracted, then scaled, because a map point is small beside the world.
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
