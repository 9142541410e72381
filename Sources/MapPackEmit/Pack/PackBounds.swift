import MapPack
import MapPackCoverage
import MapPackGeometry

/// The bounds of some polygons in a pack's plane, in cells, and inside of them the main bounds, which leave out what lies
/// far from the main part for its size. The bounds may run past the world's eastern edge. Without polygons, all numbers
/// are 0.
///
/// The main bounds begin as those of the first part. Each other part joins if it does not reach far beyond the bounds so
/// far: at most twice their diagonal, times the root of its size as a share of the first part's. A part that joins makes
/// the bounds larger and its own reach nothing, so it does not matter in which order parts are tried, until none joins.
/// Then those join that reach beyond by at most a thirty-second of the diagonal, whatever their size.
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

    let whole = parts.map { part in Box(joining: part.boxes.map { Box($0, self) }) }
    let main =
      switch choice {
      case .found: Self.main(of: whole, sizes: parts.map(\.size))
      case .parts(let chosen): Box(joining: chosen.map { whole[$0] })
      }
    (mainX, mainY) = (main.minX - minX, main.minY - minY)
    (mainWidth, mainHeight) = (main.maxX - main.minX, main.maxY - main.minY)
  }

  /// Source: none; the numbers were chosen by the countries of the world and the municipalities of Japan.
  /// - Complexity: O(n²) for n parts at worst; a few times O(n) in practice
  private static func main(of boxes: [Box], sizes: [Double]) -> Box {
    var main = boxes[0]
    var others = Array(boxes.indices.dropFirst())
    var count = 0
    while others.count != count {
      count = others.count
      others.removeAll { index in
        let (reach, size) = (main.squaredReach(of: boxes[index]), min(sizes[index], sizes[0]))
        guard reach * sizes[0] <= 4 * main.squaredDiagonal * size else { return false }
        main.extend(to: boxes[index])
        return true
      }
    }
    let near = main.squaredDiagonal / (32 * 32)
    return Box(joining: [main] + others.map { boxes[$0] }.filter { main.squaredReach(of: $0) <= near })
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

  /// Its x are counted as the bounds count them.
  private struct Box {
    var minX, minY, maxX, maxY: Int

    init(_ box: GridBox, _ bounds: PackBounds) {
      minX = bounds.x(Int(box.minX))
      maxX = minX + Int(box.maxX) - Int(box.minX)
      (minY, maxY) = (Int(box.minY), Int(box.maxY))
    }

    /// - Precondition: there is a box.
    init(joining boxes: [Box]) {
      self = boxes[0]
      for box in boxes { extend(to: box) }
    }

    /// All are below 2³¹, so the squares of whole numbers fit.
    var squaredDiagonal: Double { Self.square(maxX - minX, maxY - minY) }

    /// How far another box reaches beyond this one, squared: along both axes, on both sides together.
    func squaredReach(of other: Box) -> Double {
      Self.square(
        max(0, other.maxX - maxX) + max(0, minX - other.minX), max(0, other.maxY - maxY) + max(0, minY - other.minY))
    }

    private static func square(_ x: Int, _ y: Int) -> Double { Double(x) * Double(x) + Double(y) * Double(y) }

    mutating func extend(to other: Box) {
      (minX, minY) = (min(minX, other.minX), min(minY, other.minY))
      (maxX, maxY) = (max(maxX, other.maxX), max(maxY, other.maxY))
    }
  }
}
