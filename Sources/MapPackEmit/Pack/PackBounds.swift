import MapPack
import MapPackCoverage
import MapPackGeometry

/// The bounds of some polygons in a pack's plane, in cells, and inside of them the main bounds, which leave out what lies
/// far from the main part for its size (`PartBox`). The bounds may run past the world's eastern edge. Without polygons,
/// all numbers are 0.
struct PackBounds {
  private(set) var minX = 0
  private(set) var minY = 0
  private(set) var width = 0
  private(set) var height = 0
  /// The north-western corner of the main bounds, counted from that of the bounds.
  private(set) var mainX = 0
  private(set) var mainY = 0
  private(set) var mainWidth = 0
  private(set) var mainHeight = 0
  private let seams: SeamLines

  /// Polygons that join the main bounds together: a part of a region, or a land mass.
  struct Part {
    var boxes: [GridBox]
    /// The area, or the length of lines.
    var size: Double
  }

  /// Which parts make up the main bounds.
  enum Main {
    /// The first, and what is not far from it for its size.
    case found
    /// Those at some places in the list of parts, which has to name one.
    case parts([Int])
  }

  init(_ parts: [Part], on grid: PackGrid, main choice: Main = .found) {
    seams = SeamLines(grid)
    let boxes = parts.flatMap(\.boxes)
    guard !boxes.isEmpty else { return }
    let span = GlobeSpan(
      boxes.map { grid.originX + Int64($0.minX)...grid.originX + Int64($0.maxX) }, world: seams.world)
    minX = Int(span.minX - grid.originX)
    minY = boxes.map { Int($0.minY) }.min() ?? 0
    width = Int(span.width)
    height = (boxes.map { Int($0.maxY) }.max() ?? 0) - minY

    let whole = parts.map { part in PartBox(joining: part.boxes.map(moved)) }
    let main =
      switch choice {
      case .found: PartBox(ofMain: whole, sizes: parts.map(\.size))
      case .parts(let chosen): PartBox(joining: chosen.map { whole[$0] })
      }
    (mainX, mainY) = (Int(main.minX) - minX, Int(main.minY) - minY)
    (mainWidth, mainHeight) = (Int(main.width), Int(main.height))
  }

  var world: Double { Double(seams.world) }

  var hasMain: Bool { mainWidth < width || mainHeight < height }

  /// An x of the plane, moved round the world if it lies west of the bounds.
  func x(_ x: Int) -> Int { x < minX ? x + Int(seams.world) : x }

  /// - Precondition: the point lies in the bounds.
  func append(_ point: GridPoint, to writer: inout BitWriter) {
    // The cut at ±180° has two x: that of its eastern end, and one more for its western end.
    let x = Int(point.x) < minX ? Int(point.x) + Int(seams.world) + 1 : Int(point.x)
    writer.append(UInt64(x - minX), bits: PackFormat.bitCount(width + 1))
    writer.append(UInt64(Int(point.y) - minY), bits: PackFormat.bitCount(height))
  }

  /// A box whose x are counted as the bounds count them.
  private func moved(_ box: GridBox) -> PartBox {
    let minX = x(Int(box.minX))
    return PartBox(
      minX: Double(minX), minY: Double(box.minY), maxX: Double(minX + Int(box.maxX) - Int(box.minX)),
      maxY: Double(box.maxY))
  }
}
