// Bounds of several regions together; `RegionMap.bounds(of:)` and `mainBounds(of:)` ask for them. Those of one region
// are stored.
extension Pack {
  /// The smallest rectangle round one rectangle for each of some shapes, in map points; zero if all shapes are empty.
  ///
  /// It runs past the 180th meridian if that makes it narrower. Rectangles of shapes lie on the pack grid, so the
  /// result is exact.
  /// - Complexity: O(n log n) for n shapes
  package func bounds(of shapes: [RegionShape], _ rect: (RegionShape) -> MapRect) -> MapRect {
    let world = Int64(storage.world)
    var intervals: [ClosedRange<Int64>] = []
    var (minY, maxY) = (Double.infinity, -Double.infinity)
    for shape in shapes where !shape.isEmpty {
      let rect = rect(shape)
      // Rectangles of a damaged pack may lie outside the world, and are brought into it. All numbers stay below 2⁵⁸.
      let column = Int64(rect.minX / storage.cell) % world
      let west = column < 0 ? column + world : column
      let east = west + min(max(Int64(rect.width / storage.cell), 0), world)
      // What runs past the world's eastern edge goes on at the western one.
      intervals.append(west...min(east, world))
      if east > world { intervals.append(0...(east - world)) }
      (minY, maxY) = (min(minY, rect.minY), max(maxY, rect.maxY))
    }
    guard !intervals.isEmpty else { return .nowhere }
    let span = GlobeSpan(intervals, world: world)
    return MapRect(
      minX: Double(span.minX) * storage.cell, minY: minY, width: Double(span.width) * storage.cell,
      height: maxY - minY)
  }
}
