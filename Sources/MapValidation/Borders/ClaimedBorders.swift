import MapArrangement
import MapGeometry

/// The borders of a drawing, and which regions claim the land beside them.
struct ClaimedBorders: Sendable {
  let drawing: BorderDrawing
  /// Per feature: its region, or -1 where it is of none.
  let region: ContiguousArray<Int32>
  /// Per ring.
  let regionOfRing: ContiguousArray<Int32>

  init(_ drawing: BorderDrawing, region: ContiguousArray<Int32>) {
    self.drawing = drawing
    self.region = region
    regionOfRing = ContiguousArray(drawing.rings.featureOfRing.lazy.map { region[Int($0)] })
  }
}
