import MapPack

/// The regions of a pack in the plane of its layers, whose unit is a map point and whose origin is the north-western corner
/// of the pack's bounds. So numbers stay small, and a path that is kept in 32 bits is exact to a millionth of the map.
final class PlaneRegions: Sendable {
  /// A region, as it is drawn.
  struct Area: Sendable {
    var shape: RegionShape
    /// The smallest rectangle round it.
    var bounds: MapRect
    /// What makes up most of the region to the eye.
    var mainBounds: MapRect
    /// Where its name goes.
    var labelPoint: MapPoint
  }

  let pack: Pack
  /// The regions of the pack, by raw value.
  let areas: [Area]
  /// The smallest `mainBounds` with an extent; nil if there are none.
  let smallest: MapRect?

  /// - Complexity: O(regions)
  init(_ pack: Pack) {
    self.pack = pack
    let plane = MapFrame(plane: pack.bounds)
    areas = pack.shapesByRawValue.map { shape in
      let label = plane.position(of: shape.labelPoint)
      return Area(
        shape: shape, bounds: plane.extent(of: shape.bounds), mainBounds: plane.position(of: shape.mainBounds),
        labelPoint: MapPoint(x: label.x, y: label.y))
    }
    let extent = { (rect: MapRect) in max(rect.width, rect.height) }
    smallest = areas.map(\.mainBounds).filter { extent($0) > 0 }.min { extent($0) < extent($1) }
  }
}

/// A map, or what a window shows of it, at one level of detail, decoded once: what a view draws, however it moves the map.
///
/// `MapPicture` makes the paths of a window of it; a `MapPlacing` says where they lie on the screen. All is in the plane of
/// `PlaneRegions`.
final class MapLayer: Sendable {
  typealias Area = PlaneRegions.Area

  private let regions: PlaneRegions?
  /// The level of detail; 0 is the finest.
  let level: Int
  /// The rectangle round the whole map, in map points; its north-western corner is the plane's origin.
  let bounds: MapRect
  /// Of what it has all that may be seen, in the plane.
  let window: MapRect
  /// By area: its rings among `shapes`; in a map of lines or points, these. None if the area does not meet the window.
  private let pathsOfArea: [Range<Int>]
  /// The rings of areas, or the lines or points of regions.
  let shapes: PlanePaths
  /// Each border between two regions, once.
  let borders: PlanePaths
  /// Each border between regions of different groups, once.
  let groupBorders: PlanePaths
  /// Each border between a region and what belongs to no region, once.
  let coast: PlanePaths
  /// An app's own lines, those of each stroke.
  let routes: [PlanePaths]

  /// Decodes what meets a window.
  /// - Parameter window: in the plane; all of it if nil.
  /// - Complexity: O(regions, plus vertices of those that meet the window at the finest level, or at that of the pack's
  ///   overview)
  init(_ regions: PlaneRegions, level: Int, in window: MapRect? = nil) {
    let pack = regions.pack
    (self.regions, self.level, bounds, self.window) = (regions, level, pack.bounds, window ?? .everywhere)
    let plane = MapFrame(plane: pack.bounds)
    let visible = regions.areas.indices.filter { index in window.map { regions.areas[index].bounds.meets($0) } ?? true }
    var paths = PlanePaths()
    var rings = RingBuffer()
    var lines = LineBuffer()
    var pathsOfArea = [Range<Int>](repeating: 0..<0, count: regions.areas.count)
    for index in visible {
      let begin = paths.count
      let shape = regions.areas[index].shape
      if pack.kind == .areas {
        shape.draw(level: level, in: plane, to: &paths, using: &rings)
      } else {
        lines.removeAll()
        shape.appendLines(level: level, to: &lines)
        lines.draw(in: plane, to: &paths)
      }
      pathsOfArea[index] = begin..<paths.count
    }
    (shapes, self.pathsOfArea) = (paths, pathsOfArea)

    func drawn(_ borders: Pack.Borders) -> PlanePaths {
      var paths = PlanePaths()
      guard pack.kind == .areas || borders != .coast else { return paths }
      lines.removeAll()
      pack.append(borders, of: visible.lazy.map { regions.areas[$0].shape }, level: level, to: &lines)
      lines.draw(in: plane, to: &paths)
      return paths
    }
    (borders, groupBorders, coast, routes) = (drawn(.inner), drawn(.group), drawn(.coast), [])
  }

  /// An app's own lines, those of each stroke.
  /// - Complexity: O(points)
  init(_ routes: [LineBuffer], bounds: MapRect) {
    (regions, level, self.bounds, window) = (nil, 0, bounds, .everywhere)
    (pathsOfArea, shapes, borders, groupBorders, coast) = ([], PlanePaths(), PlanePaths(), PlanePaths(), PlanePaths())
    self.routes = routes.map { lines in
      var paths = PlanePaths()
      lines.draw(in: MapFrame(plane: bounds), to: &paths)
      return paths
    }
  }

  /// The pack; nil if these are an app's own lines.
  var pack: Pack? { regions?.pack }

  /// The regions of the pack, by raw value, whether they meet the window or not.
  var areas: [Area] { regions?.areas ?? [] }

  /// The rings of an area among `shapes`; in a map of lines or points, these.
  func paths(of area: Int) -> Range<Int> { pathsOfArea[area] }

  /// How many points its paths have.
  var pointCount: Int { [shapes, borders, groupBorders, coast].reduce(0) { $0 + $1.pointCount } }

  /// About how much memory it takes of its own.
  var byteCount: Int {
    [shapes, borders, groupBorders, coast].reduce(pathsOfArea.count * MemoryLayout<Range<Int>>.stride) {
      $0 + $1.byteCount
    }
  }

  /// Whether it is of a level and has all that a rectangle of its plane shows.
  func fits(level: Int, showing rect: MapRect) -> Bool {
    level == self.level && (window == .everywhere || window.holds(rect))
  }

  /// The indices of the areas that a rectangle of the layer's plane may show, by their bounds.
  /// - Complexity: O(regions)
  func visible(in rect: MapRect) -> [Int] { areas.indices.filter { areas[$0].bounds.meets(rect) } }
}

extension MapFrame {
  /// A frame as large as a map itself: its units are map points.
  fileprivate init(plane bounds: MapRect) { self.init(bounds, width: bounds.width, height: bounds.height) }

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
