/// What lies of a map in a tile, in the units of a zoom (`TileGrid`): `TileRings` for areas, `TileLines` for lines and
/// points.
///
/// `TilePyramid` clips the content of the world to a tile, then to the quarters of the tile, and so on. In the end it
/// asks for the layers. The public `TileContent` of MapPack, which apps draw, is another type.
protocol TileContent: Sendable {
  var isEmpty: Bool { get }
  /// The indices of the regions that are present.
  var regions: Set<Int32> { get }

  /// What lies in a box.
  ///
  /// - Precondition: the box is that of a tile in this content's units. If this content is clipped already, it lies
  ///   within the box that it was clipped to.
  func clipped(to box: TileBox) -> Self

  /// The layers that show this content. A layer may be without features; `TileMap` leaves it out.
  ///
  /// - Parameters:
  ///   - members: the map's members, by region index.
  ///   - x: the tile's column.
  ///   - y: the tile's row.
  ///   - box: the tile's box, to which this content is clipped.
  func layers(of members: [TileMap.Member], x: Int32, y: Int32, _ box: TileBox) -> [TileLayer]
}
