// The stored bounds and labels, turned from cells into map points for `RegionShape` and `Pack`.
extension PackStorage {
  /// The bounds of a region, in map points; at the index after the last slot, those of the whole map. A slot without a
  /// region has bounds without size.
  /// - Precondition: the slot is in 0 … `slotCount`.
  func bounds(_ slot: Int) -> MapRect {
    let bytes = data.bytes
    return rect(
      x: minX.value(slot, in: bytes), y: minY.value(slot, in: bytes), width: width.value(slot, in: bytes),
      height: height.value(slot, in: bytes))
  }

  /// The main bounds of a region, in map points; at the index after the last slot, those of the whole map.
  /// - Precondition: the slot is in 0 … `slotCount`.
  /// - Complexity: O(log regions)
  func mainBounds(_ slot: Int) -> MapRect {
    let bytes = data.bytes
    let entry = mainSlot.lastIndex(notAbove: slot, in: bytes)
    guard entry >= 0, mainSlot.value(entry, in: bytes) == slot else { return bounds(slot) }
    return rect(
      x: minX.value(slot, in: bytes) &+ mainInsetX.value(entry, in: bytes),
      y: minY.value(slot, in: bytes) &+ mainInsetY.value(entry, in: bytes),
      width: mainWidth.value(entry, in: bytes), height: mainHeight.value(entry, in: bytes))
  }

  /// The point at which a region's name goes, in map points. It lies in the main bounds.
  /// - Precondition: the slot is below `slotCount`.
  /// - Complexity: O(log regions)
  func labelPoint(_ slot: Int) -> MapPoint {
    let bytes = data.bytes
    let main = mainBounds(slot)
    func fraction(_ column: PackedColumn) -> Double {
      (Double(column.value(slot, in: bytes)) + 0.5)
        * Double(sign: .plus, exponent: -header.labelBits, significand: 1)
    }
    return MapPoint(x: main.minX + main.width * fraction(labelX), y: main.minY + main.height * fraction(labelY))
  }

  private func rect(x: Int, y: Int, width: Int, height: Int) -> MapRect {
    // The values of columns are at most 2³² + 2⁴⁸ + 2⁵⁶, and the origin is at most 2⁵². So the sums fit.
    MapRect(
      minX: Double(header.originX &+ Int64(x)) * cell, minY: Double(header.originY &+ Int64(y)) * cell,
      width: Double(width) * cell, height: Double(height) * cell)
  }
}
