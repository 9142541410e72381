extension Pack {
  /// The smallest rectangle round a rectangle of each of some shapes; zero if there is none.
  ///
  /// Rectangles of shapes lie on the pack's lattice, so all of this is exact.
  package func bounds(of shapes: [RegionShape], _ rect: (RegionShape) -> MapRect) -> MapRect {
    let world = Int64(storage.world)
    var intervals: [ClosedRange<Int64>] = []
    var (minY, maxY) = (Double.infinity, -Double.infinity)
    for shape in shapes where !shape.isEmpty {
      let rect = rect(shape)
      // Numbers of a damaged pack are brought into the world; those of a sound one are there, and stay below 2⁵⁸ either way.
      let column = Int64(rect.minX / storage.cell) % world
      let west = column < 0 ? column + world : column
      let east = west + min(max(Int64(rect.width / storage.cell), 0), world)
      // What runs past the world's eastern edge goes on at the western one.
      intervals.append(west...min(east, world))
      if east > world { intervals.append(0...(east - world)) }
      (minY, maxY) = (min(minY, rect.minY), max(maxY, rect.maxY))
    }
    guard !intervals.isEmpty else { return MapRect(minX: 0, minY: 0, width: 0, height: 0) }
    let span = GlobeSpan(intervals, world: world)
    return MapRect(
      minX: Double(span.minX) * storage.cell, minY: minY, width: Double(span.width) * storage.cell,
      height: maxY - minY)
  }
}
