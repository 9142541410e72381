import Foundation

#if canImport(CoreGraphics)
  import CoreGraphics
#endif

/// The paths of a map at one level of detail: made once, and drawn at any zoom by moving and scaling them.
///
/// `PackMap` in `MapPackUI` draws it; a `MapPlacing` says where. In a map of lines or points, all of them are in
/// `coast`, and the paths of areas are empty.
///
/// The paths lie in a plane of their own, whose unit is a map point and whose origin is the north-western corner of the
/// map's bounds. So numbers stay small, and a path that is kept in 32 bits is exact to a millionth of the map.
package struct MapLayer<Region: MapRegion, Path: PathSink> {
  /// A region, as it is drawn.
  package struct Area {
    /// The region's case.
    package var region: Region
    /// What makes up most of the region to the eye, in the layer's plane.
    package var mainBounds: MapRect
    /// Where its name goes, in the layer's plane.
    package var labelPoint: MapPoint
    /// Its rings at the layer's level, in the layer's plane.
    package var path: Path
  }

  /// The level of detail; 0 is the finest.
  package let level: Int
  /// The regions of the map, by raw value.
  package let areas: [Area]
  /// Per area: its bounds in the layer's plane. They are a column of their own because each drawing reads all of them.
  private let bounds: [MapRect]
  /// Each border between two regions, once.
  package let borders: Path
  /// Each border between a region and what belongs to no region, once.
  package let coast: Path

  /// Draws the paths of a map at a level.
  /// - Parameters:
  ///   - map: the map.
  ///   - level: 0 is the finest.
  ///   - empty: an empty path, from which all paths are made.
  /// - Complexity: O(vertices of the map at the finest level)
  package init(_ map: RegionMap<Region>, level: Int, empty: Path) {
    self.level = level
    // A frame as large as the map itself: its units are map points.
    let plane = MapFrame(map.bounds, width: map.bounds.width, height: map.bounds.height)
    var rings = RingBuffer()
    let shapes = map.shapes
    bounds = shapes.map { plane.extent(of: $0.shape.bounds) }
    areas = shapes.map { region, shape in
      var path = empty
      shape.draw(level: level, in: plane, to: &path, using: &rings)
      let label = plane.position(of: shape.labelPoint)
      return Area(
        region: region, mainBounds: plane.position(of: shape.mainBounds),
        labelPoint: MapPoint(x: label.x, y: label.y), path: path)
    }
    var lines = LineBuffer()
    map.pack.appendInnerBorders(level: level, to: &lines)
    var borders = empty
    lines.draw(in: plane, to: &borders)
    lines.removeAll()
    map.pack.appendCoast(level: level, to: &lines)
    var coast = empty
    lines.draw(in: plane, to: &coast)
    (self.borders, self.coast) = (borders, coast)
  }

  /// Lists the areas that a rectangle of the layer's plane may show, by their bounds.
  /// - Parameter indices: is emptied first; nothing is allocated if its memory suffices.
  /// - Complexity: O(regions)
  package func collectVisible(in rect: MapRect, into indices: inout [Int]) {
    indices.removeAll(keepingCapacity: true)
    for index in bounds.indices where bounds[index].meets(rect) { indices.append(index) }
  }
}

extension MapRect {
  fileprivate func meets(_ other: MapRect) -> Bool {
    minX <= other.maxX && maxX >= other.minX && minY <= other.maxY && maxY >= other.minY
  }
}

extension MapFrame {
  /// Where a rectangle of the map lies on the screen, in the screen's unit.
  /// - Parameters:
  ///   - rect: a rectangle of the map, in map points.
  ///   - turns: how many turns further round the world than the position whose middle is nearest to that of the part.
  fileprivate func position(of rect: MapRect, turns: Double = 0) -> MapRect {
    let turn = (nearestTurn(rect.minX + rect.width / 2) + turns) * WebMercator.worldSize
    return MapRect(
      minX: originX + (rect.minX + turn - bounds.minX) * scale, minY: originY + (rect.minY - bounds.minY) * scale,
      width: rect.width * scale, height: rect.height * scale)
  }

  /// Where a rectangle of the map lies on the screen, in the screen's unit. If the frame shows it at both of its edges,
  /// it is all that lies between the two.
  package func extent(of rect: MapRect) -> MapRect {
    let edges = position(of: bounds)
    var extent = position(of: rect)
    for turns in [-1.0, 1] {
      let other = position(of: rect, turns: turns)
      guard other.maxX > edges.minX, other.minX < edges.maxX else { continue }
      let minX = min(extent.minX, other.minX)
      extent.width = max(extent.maxX, other.maxX) - minX
      extent.minX = minX
    }
    return extent
  }
}

extension MapLayer: Sendable where Path: Sendable {}
extension MapLayer.Area: Sendable where Path: Sendable {}

/// Chooses labels that do not overlap, for `PackMap` in `MapPackUI`.
package enum LabelLayout {
  /// The indices of the labels to draw, ascending. A label is drawn if it collides with no earlier one that is drawn.
  ///
  /// - Parameters:
  ///   - boxes: the labels' boxes on the screen, the most important first. Labels with empty boxes are not drawn.
  ///   - bounds: the visible rectangle. Labels that are not completely in it are not drawn.
  ///   - gap: the smallest distance between two labels, in the screen's unit.
  /// - Complexity: O(n · k) for n labels, of which k are drawn side by side in a row of the screen
  package static func standing(_ boxes: [CGRect], in bounds: CGRect, gap: Double = 2) -> [Int] {
    // Labels that collide begin in the same row or in rows next to each other.
    let row = max(1, (boxes.map(\.height).max() ?? 0) + gap)
    var boxesByRow: [Int: [CGRect]] = [:]
    var standing: [Int] = []
    for (index, box) in boxes.enumerated() where !box.isEmpty && bounds.contains(box) {
      let number = Int((box.minY / row).rounded(.down))
      let room = box.insetBy(dx: -gap, dy: -gap)
      let isFree = (number - 1...number + 1).allSatisfy { row in
        boxesByRow[row, default: []].allSatisfy { !$0.intersects(room) }
      }
      guard isFree else { continue }
      boxesByRow[number, default: []].append(box)
      standing.append(index)
    }
    return standing
  }
}
