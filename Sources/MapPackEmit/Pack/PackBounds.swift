import MapPack
import MapPackGeometry
import MapPackMerge

/// The bounds of some polygons in a pack's plane, in cells, and inside of them the main bounds, which leave out
/// polygons that lie far from the main one. The bounds may run past the world's eastern edge. Without polygons, all
/// numbers are 0.
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

  /// - Parameter boxes: the boxes of the polygons. The first is the main one; the others join it in this order, each if
  ///   it is near the main bounds so far, or if `isMainAll`.
  init(_ boxes: [GridBox], on grid: PackGrid, isMainAll: Bool = false) {
    seams = SeamLines(grid)
    guard !boxes.isEmpty else { return }
    let span = GlobeSpan(
      boxes.map { grid.originX + Int64($0.minX)...grid.originX + Int64($0.maxX) }, world: seams.world)
    minX = Int(span.minX - grid.originX)
    minY = boxes.map { Int($0.minY) }.min() ?? 0
    width = Int(span.width)
    height = (boxes.map { Int($0.maxY) }.max() ?? 0) - minY

    var main = Box(boxes[0], self)
    for box in boxes.dropFirst() {
      let box = Box(box, self)
      if isMainAll || main.isNear(box) { main.extend(to: box) }
    }
    (mainX, mainY) = (main.minX - minX, main.minY - minY)
    (mainWidth, mainHeight) = (main.maxX - main.minX, main.maxY - main.minY)
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

    /// Whether the gap to another box is at most half as long as this box's diagonal.
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

/// The contents of a pack.
package struct PackContents: Sendable {
  /// The map's name, which is also the name of the generated enum.
  package var map: String
  /// The number by which a pack and its enum know each other; see `NameLock.identity(map:)`.
  package var identity: UInt64
  /// The shapes, on a plane of Web Mercator: the result of `simplify`.
  package var coverage: Coverage
  /// Per region of the coverage: the raw value of its case, all of them different.
  package var rawValues: [UInt16]
  /// The cases of the enum; `nil` if the pack has none.
  package var cases: PackCases?

  package init(
    map: String, identity: UInt64, coverage: Coverage, rawValues: [UInt16], cases: PackCases? = nil
  ) {
    self.map = map
    self.identity = identity
    self.coverage = coverage
    self.rawValues = rawValues
    self.cases = cases
  }
}
