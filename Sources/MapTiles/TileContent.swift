/// What of a map lies in a tile, in the units of a zoom.
protocol TileContent: Sendable {
  var isEmpty: Bool { get }
  /// The regions of which it has something.
  var regions: Set<Int32> { get }

  /// What of it lies in a box.
  func clipped(to box: TileBox) -> Self

  /// The layers that show it.
  /// - Parameters:
  ///   - members: of the map, by region.
  ///   - box: the tile's, to which this is clipped.
  func layers(of members: [TileMap.Member], x: Int32, y: Int32, _ box: TileBox) -> [TileLayer]
}
