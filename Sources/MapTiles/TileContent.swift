/// The part of a map that lies in a tile, in the units of a zoom (`TileGrid`).
protocol TileContent: Sendable {
  var isEmpty: Bool { get }
  /// The indices of the regions that are present.
  var regions: Set<Int32> { get }

  /// The part that lies in a box.
  func clipped(to box: TileBox) -> Self

  /// The layers that show this content.
  ///
  /// - Parameters:
  ///   - members: the map's members, by region index.
  ///   - x: the tile's column.
  ///   - y: the tile's row.
  ///   - box: the tile's box, to which this content is clipped.
  func layers(of members: [TileMap.Member], x: Int32, y: Int32, _ box: TileBox) -> [TileLayer]
}
