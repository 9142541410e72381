import MapPack
import MapPackCoverage
import MapPackFeatures
import MapPackGeometry

extension ProjectedCoverage {
  /// Projects lines or points and rounds them to a pack grid. Unlike areas, they are not noded again.
  ///
  /// Takes a finer grid as long as a region would have no line left. Cuts off what lies beyond the plane. Pins
  /// junctions, so that lines that meet still do so when they are simplified.
  init(
    linesOf source: Coverage, on nodingGrid: NodingGrid, options: SimplifyOptions
  ) throws(StageError) {
    var coverage = source
    coverage.plane = .mercator(PackGrid(cellExponent: GridChoice.defaultExponent, originX: 0, originY: 0))
    let lines = LineProjection(source, on: nodingGrid)
    try coverage.clip(lines)
    guard let extent = lines.extent else {
      coverage.takeLines([], of: lines)
      self.init(coverage, on: PackGrid(cellExponent: GridChoice.defaultExponent, originX: 0, originY: 0))
      return
    }
    let finest = GridChoice.finestExponent(for: extent)
    let first = try GridChoice.exponent(for: extent, of: source.kind, options: options)
    var exponent = first
    while true {
      let grid = GridChoice.grid(exponent, for: extent)
      let rounded = lines.rounded(to: grid)
      let present = Set(
        zip(lines.pieces, rounded).lazy.filter { $1.points.count >= source.kind.leastVertices }.map(\.0.region))
      let lost = source.regions.indices.filter {
        !present.contains($0) && !source.polygons(of: $0).isEmpty
      }
      if lost.isEmpty {
        coverage.plane = .mercator(grid)
        let isPinned = coverage.takeLines(rounded, of: lines)
        self.init(coverage, on: grid, isPinned: isPinned, extent: extent)
        reportGrid(from: first, to: exponent, options)
        return
      }
      guard exponent > finest else { throw Self.noShape(lost, source) }
      exponent -= 1
    }
  }
}

/// Lines or points in the drawing plane, before they are rounded. What lies beyond ±85.05° is cut off.
struct LineProjection {
  /// A stretch of a line that lies within the plane.
  struct Piece {
    var line: Int
    var region: Int
    /// Per vertex: its x and y in map points, and whether it is a junction.
    var x: ContiguousArray<Double> = []
    var y: ContiguousArray<Double> = []
    var isJunction: ContiguousArray<Bool> = []
  }

  struct Rounded {
    var points: [GridPoint] = []
    var isJunction: [Bool] = []
  }

  /// The pieces, in the order of the source's lines.
  private(set) var pieces: [Piece] = []
  private(set) var regionsBeyond: Set<Int> = []
  private(set) var extent: PlaneBox?
  private let kind: GeometryKind

  init(_ source: Coverage, on grid: NodingGrid) {
    kind = source.kind
    let junctions = source.arcs.junctions
    let limit = WebMercator.latitudeLimit
    for region in source.regions.indices {
      for line in source.polygons(of: region) {
        var piece = Piece(line: line, region: region)
        var previous: (longitude: Double, latitude: Double)?
        for vertex in source.arcs.vertices(of: line) {
          let location = (
            longitude: grid.longitude(x: source.arcs.point(vertex).x),
            latitude: grid.latitude(y: source.arcs.point(vertex).y)
          )
          if location.latitude.magnitude > limit { regionsBeyond.insert(region) }
          if let previous {
            let (from, to) = (previous.latitude, location.latitude)
            for edge in from < to ? [-limit, limit] : [limit, -limit] where (from > edge) != (to > edge) {
              let share = (edge - from) / (to - from)
              piece.append(
                previous.longitude + (location.longitude - previous.longitude) * share, edge, isJunction: false)
              if to.magnitude > limit { take(&piece) }
            }
          }
          if location.latitude.magnitude <= limit {
            piece.append(location.longitude, location.latitude, isJunction: junctions[vertex])
          }
          previous = location
        }
        take(&piece)
      }
    }
    var box = PlaneBox()
    for piece in pieces { for (x, y) in zip(piece.x, piece.y) { box.extend(toX: x, y: y) } }
    if !pieces.isEmpty { extent = box }
  }

  /// Ends a piece, and begins another one of the same line.
  private mutating func take(_ piece: inout Piece) {
    if piece.x.count >= kind.leastVertices { pieces.append(piece) }
    piece = Piece(line: piece.line, region: piece.region)
  }

  /// The pieces on a grid, in the order of `pieces`. A line that has become a point has a single vertex.
  func rounded(to grid: PackGrid) -> [Rounded] {
    pieces.map { piece in
      var rounded = Rounded()
      for vertex in piece.x.indices {
        let point = grid.point(x: piece.x[vertex], y: piece.y[vertex])
        if rounded.points.last == point {
          rounded.isJunction[rounded.isJunction.count - 1] =
            rounded.isJunction[rounded.isJunction.count - 1] || piece.isJunction[vertex]
        } else {
          rounded.points.append(point)
          rounded.isJunction.append(piece.isJunction[vertex])
        }
      }
      return rounded
    }
  }
}

extension LineProjection.Piece {
  fileprivate mutating func append(_ longitude: Double, _ latitude: Double, isJunction: Bool) {
    let point = MapPoint(longitude: longitude, latitude: latitude)
    x.append(point.x)
    y.append(max(0, min(WebMercator.worldSize, point.y)))
    self.isJunction.append(isJunction)
  }
}

extension Coverage {
  /// Reports the regions that reach beyond ±85.05°, where the plane ends.
  fileprivate mutating func clip(_ lines: LineProjection) throws(StageError) {
    let within = Set(lines.pieces.map(\.region))
    for region in lines.regionsBeyond.sorted() {
      guard within.contains(region) else { throw .beyondThePlane(regions[region]) }
      findings.append(.clipped(regions[region]))
    }
  }

  /// Replaces the lines in longitude and latitude by rounded ones, in the same order and direction. Lines that have
  /// become points are dropped, counted in the ledger and reported. If the edge of the plane has cut a line, each piece
  /// has the published length of the whole line.
  /// - Returns: per vertex of the rounded lines, whether it is a junction.
  @discardableResult
  fileprivate mutating func takeLines(
    _ rounded: [LineProjection.Rounded], of lines: LineProjection
  ) -> ContiguousArray<Bool> {
    let source = self
    (arcs, references, levels) = (ArcTable(), [], [Level()])
    (polygonStart, ringStart, referenceStart, polygonLevel, polygonArea) = ([0], [0], [0], [], [])
    var isPinned: ContiguousArray<Bool> = []
    var collapsed = 0
    var index = 0
    for region in regions.indices {
      while index < rounded.count, lines.pieces[index].region == region {
        let line = rounded[index]
        if line.points.count >= kind.leastVertices {
          isPinned += line.isJunction
          appendLine(
            line.points, of: Int32(truncatingIfNeeded: region), length: source.polygonArea[lines.pieces[index].line])
        } else {
          collapsed += 1
        }
        index += 1
      }
      polygonStart.append(polygonCount)
    }
    if collapsed > 0 {
      ledger.droppedPolygons[.belowGrid, default: 0] += collapsed
      findings.append(
        Finding(
          .belowGrid, severity: .note,
          collapsed == 1
            ? "1 line is smaller than the pack grid can show and was dropped"
            : "\(Figures.grouped(collapsed)) lines are smaller than the pack grid can show and were dropped",
          count: collapsed))
    }
    return isPinned
  }
}
