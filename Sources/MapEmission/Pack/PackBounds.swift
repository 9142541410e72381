import MapGeometry
import MapPack
import MapTopology

/// Where some polygons lie in a pack's plane, in cells: their bounds, which may run past the world's eastern edge, and
/// the main bounds inside of them.
struct PackBounds {
  private(set) var minX = 0
  private(set) var minY = 0
  private(set) var width = 0
  private(set) var height = 0
  /// Of the main bounds; their place is counted from that of the bounds.
  private(set) var mainX = 0
  private(set) var mainY = 0
  private(set) var mainWidth = 0
  private(set) var mainHeight = 0
  private let seams: SeamLines

  /// - Parameters:
  ///   - boxes: of the polygons, those first that count most.
  ///   - isMainAll: whether the main bounds are to hold all of them.
  init(_ boxes: [GridBox], on grid: PackGrid, isMainAll: Bool = false) {
    seams = SeamLines(grid)
    guard !boxes.isEmpty else { return }
    let frame = GlobeSpan(
      boxes.map { grid.originX + Int64($0.minX)...grid.originX + Int64($0.maxX) }, world: seams.world)
    minX = Int(frame.minX - grid.originX)
    minY = boxes.map { Int($0.minY) }.min() ?? 0
    width = Int(frame.width)
    height = (boxes.map { Int($0.maxY) }.max() ?? 0) - minY

    var main = Box(boxes[0], self)
    for box in boxes.dropFirst() {
      let box = Box(box, self)
      if isMainAll || main.isNear(box) { main.extend(to: box) }
    }
    (mainX, mainY) = (main.minX - minX, main.minY - minY)
    (mainWidth, mainHeight) = (main.maxX - main.minX, main.maxY - main.minY)
  }

  /// Cells round the world.
  var world: Double { Double(seams.world) }

  /// Whether the main bounds are others than the bounds.
  var hasMain: Bool { mainWidth < width || mainHeight < height }

  /// An x of the plane as the bounds count it: from their western edge round the world.
  func x(_ x: Int) -> Int { x < minX ? x + Int(seams.world) : x }

  /// Appends a point as the first vertices of arcs are written.
  func append(_ point: GridPoint, to writer: inout BitWriter) {
    // The cut is at two places, the eastern and, one further, the western.
    let x = Int(point.x) < minX ? Int(point.x) + Int(seams.world) + 1 : Int(point.x)
    writer.append(UInt64(x - minX), bits: PackFormat.bitCount(width + 1))
    writer.append(UInt64(Int(point.y) - minY), bits: PackFormat.bitCount(height))
  }

  /// A box in the frame of some bounds.
  private struct Box {
    var minX, minY, maxX, maxY: Int

    init(_ box: GridBox, _ bounds: PackBounds) {
      minX = bounds.x(Int(box.minX))
      maxX = minX + Int(box.maxX) - Int(box.minX)
      (minY, maxY) = (Int(box.minY), Int(box.maxY))
    }

    /// Whether the gap to another box is at most half of this one's diagonal.
    func isNear(_ other: Box) -> Bool {
      let gapX = max(0, other.minX - maxX, minX - other.maxX)
      let gapY = max(0, other.minY - maxY, minY - other.maxY)
      let (width, height) = (maxX - minX, maxY - minY)
      // All four are below 2³¹, so both sums fit.
      return gapX * gapX + gapY * gapY <= (width * width + height * height) / 4
    }

    mutating func extend(to other: Box) {
      (minX, minY) = (min(minX, other.minX), min(minY, other.minY))
      (maxX, maxY) = (max(maxX, other.maxX), max(maxY, other.maxY))
    }
  }
}
