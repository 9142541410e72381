/// The plane of a pack's cells, for a sink.
struct CellPlane {
  private let cell, originX, originY: Double
  /// Points to the west of it are moved one world to the east.
  private let turnMinX: Double

  init(_ storage: PackStorage, turnMinX: Double) {
    cell = storage.cell
    // Exact, because cells stay below 2⁵³ and the size of a cell is a power of two.
    originX = Double(storage.header.originX) * storage.cell
    originY = Double(storage.header.originY) * storage.cell
    self.turnMinX = turnMinX
  }

  @inline(__always)
  func point(_ x: Int32, _ y: Int32) -> MapPoint {
    let eastward = originX + Double(x) * cell
    return MapPoint(
      x: eastward < turnMinX ? eastward + WebMercator.worldSize : eastward, y: originY + Double(y) * cell)
  }
}
