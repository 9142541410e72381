import MapPack

/// A map at one level of detail, decoded once: what a view draws, however it moves the map.
///
/// `MapPicture` makes the paths of a window of it; a `MapPlacing` says where they lie on the screen. All is in a plane of
/// its own, whose unit is a map point and whose origin is the north-western corner of the pack's bounds. So numbers stay
/// small, and a path that is kept in 32 bits is exact to a millionth of the map.
final class MapLayer: Sendable {
  /// A region, as it is drawn.
  struct Area: Sendable {
    var shape: RegionShape
    /// The smallest rectangle round it, in the layer's plane.
    var bounds: MapRect
    /// What makes up most of the region to the eye, in the layer's plane.
    var mainBounds: MapRect
    /// Where its name goes, in the layer's plane.
    var labelPoint: MapPoint
    /// Its rings among `MapLayer.shapes`; in a map of lines or points, these.
    var paths: Range<Int>
  }

  /// The pack; nil if these are an app's own lines.
  let pack: Pack?
  /// The level of detail; 0 is the finest.
  let level: Int
  /// The rectangle round all of it, in map points; its north-western corner is the plane's origin.
  let bounds: MapRect
  /// The regions of the pack, by raw value.
  let areas: [Area]
  /// The rings of areas, or the lines or points of regions.
  let shapes: PlanePaths
  /// Each border between two regions, once.
  let borders: PlanePaths
  /// Each border between regions of different groups, once.
  let groupBorders: PlanePaths
  /// Each border between a region and what belongs to no region, once.
  let coast: PlanePaths

  /// Decodes a pack at a level.
  /// - Complexity: O(vertices of the map at the finest level)
  init(_ pack: Pack, level: Int) {
    self.pack = pack
    self.level = level
    bounds = pack.bounds
    let plane = Self.plane(pack.bounds)
    var paths = PlanePaths()
    var rings = RingBuffer()
    var lines = LineBuffer()
    areas = pack.shapesByRawValue.map { shape in
      let begin = paths.count
      if pack.kind == .areas {
        shape.draw(level: level, in: plane, to: &paths, using: &rings)
      } else {
        lines.removeAll()
        shape.appendLines(level: level, to: &lines)
        lines.draw(in: plane, to: &paths)
      }
      let label = plane.position(of: shape.labelPoint)
      return Area(
        shape: shape, bounds: plane.extent(of: shape.bounds), mainBounds: plane.position(of: shape.mainBounds),
        labelPoint: MapPoint(x: label.x, y: label.y), paths: begin..<paths.count)
    }
    shapes = paths

    func drawn(_ append: (inout LineBuffer) -> Void) -> PlanePaths {
      lines.removeAll()
      append(&lines)
      var paths = PlanePaths()
      lines.draw(in: plane, to: &paths)
      return paths
    }
    borders = drawn { pack.appendInnerBorders(level: level, to: &$0) }
    groupBorders = drawn { pack.appendGroupBorders(level: level, to: &$0) }
    coast = drawn { if pack.kind == .areas { pack.appendCoast(level: level, to: &$0) } }
  }

  /// An app's own lines, as the coast of a map without regions.
  /// - Complexity: O(points)
  init(_ lines: LineBuffer) {
    pack = nil
    level = 0
    bounds = lines.bounds
    (areas, shapes, borders, groupBorders) = ([], PlanePaths(), PlanePaths(), PlanePaths())
    var paths = PlanePaths()
    lines.draw(in: Self.plane(bounds), to: &paths)
    coast = paths
  }

  /// A frame as large as the map itself: its units are map points.
  private static func plane(_ bounds: MapRect) -> MapFrame {
    MapFrame(bounds, width: bounds.width, height: bounds.height)
  }

  /// About how much memory it takes.
  var byteCount: Int {
    let points = [shapes, borders, groupBorders, coast].reduce(0) { $0 + $1.pointCount }
    return points * MemoryLayout<MapPoint>.stride + areas.count * MemoryLayout<Area>.stride
  }

  /// The indices of the areas that a rectangle of the layer's plane may show, by their bounds.
  /// - Complexity: O(regions)
  func visible(in rect: MapRect) -> [Int] { areas.indices.filter { areas[$0].bounds.meets(rect) } }
}

extension Pack {
  /// Whether a layer of the pack is made in a few milliseconds, so that a view makes it before its first picture.
  ///
  /// It takes about a tenth of a microsecond a vertex, at any level.
  var isDrawnAtOnce: Bool { vertexCount <= 200_000 }
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
  func extent(of rect: MapRect) -> MapRect {
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
