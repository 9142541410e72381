import MapPackGeometry

/// The borders of a drawing, and the regions that claim the land beside them. `BorderFindings` asks its extensions for
/// contested land, gaps, crossings and near misses.
struct ClaimedBorders: Sendable {
  let drawing: BorderDrawing
  /// Per feature: its region, or −1 if it has none.
  let region: ContiguousArray<Int32>
  /// Per ring: the region of its feature, or −1.
  let regionOfRing: ContiguousArray<Int32>

  init(_ drawing: BorderDrawing, region: ContiguousArray<Int32>) {
    self.drawing = drawing
    self.region = region
    regionOfRing = ContiguousArray(drawing.rings.featureOfRing.lazy.map { region[Int($0)] })
  }
}
