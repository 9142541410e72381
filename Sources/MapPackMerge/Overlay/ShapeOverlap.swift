import MapPackGeometry

/// How the regions of two editions of a map overlap: the land that each old region shares with each new one, and the
/// connected pieces of land that pass from one to another.
///
/// Both editions are rounded to one noding grid and noded together. So they share one set of faces, and areas are sums
/// over faces. Edges are straight in longitude and latitude; areas are in m² on the WGS 84 ellipsoid.
///
/// Land that was cut at ±180° stays cut: pieces on the two sides are two pieces. Regions and polygons are indices into
/// the coverages.
///
/// - The same two maps give the same value on any machine, whatever the order of their features was.
/// - `ShapeOverlap(b, a)` is `ShapeOverlap(a, b)` with old and new exchanged.
package struct ShapeOverlap: Sendable {
  /// Land that one old region and one new region have in common.
  package struct Shared: Hashable, Sendable {
    /// The old region.
    package var old: Int
    /// The new region.
    package var new: Int
    /// In m².
    package var area: Double
  }

  /// Connected land with one old owner and one new owner.
  package struct Piece: Hashable, Sendable {
    /// The region that had it; `nil` for nobody.
    package var old: Int?
    /// The region that has it; `nil` for nobody.
    package var new: Int?
    /// A polygon of the old coverage that has land of the piece: the only one if nobody has the piece now, else one of
    /// possibly several. `nil` if nobody had it.
    package var oldPolygon: Int?
    /// A polygon of the new coverage that has land of the piece: the only one if nobody had the piece, else one of
    /// possibly several. `nil` if nobody has it.
    package var newPolygon: Int?
    /// The area on the ground. It is a whole number, so that sums do not depend on their order.
    package var squareCentimeters: Int64
    /// The length of its boundary, in meters.
    package var perimeter: Double
    /// The smallest vertex of its boundary, on the noding grid of both editions.
    package var smallestPoint: GridPoint

    /// The area in m².
    package var area: Double { Double(squareCentimeters) / 10_000 }

    /// The width of a strip of this area and perimeter, in meters.
    package var meanWidth: Double { perimeter > 0 ? 2 * area / perimeter : 0 }
  }

  /// All lines between two regions of one edition, or between one and nobody (`nil`, the coast). Lines along an edge of
  /// the plane, such as the cut at ±180°, count as coast.
  package struct Border: Hashable, Sendable {
    package var region: Int
    package var other: Int?
    /// In meters.
    package var length: Double
  }

  /// The noding grid on which both editions lie, with its measures on the ground.
  package let ground: Ground
  /// Per old region: its area in m².
  package let oldArea: [Double]
  /// Per new region: its area in m².
  package let newArea: [Double]
  /// Per old polygon: how much of it a region of the new edition covers, and its whole area; both in m².
  package let oldPolygons: [(covered: Double, area: Double)]
  /// Per new polygon: how much of it a region of the old edition covers, and its whole area; both in m².
  package let newPolygons: [(covered: Double, area: Double)]
  /// Sorted by old, then by new region.
  package let shared: [Shared]
  /// Sorted by old region, new region and smallest point; nobody comes first.
  package let pieces: [Piece]
  /// The borders of the old edition, sorted; `region` is smaller than `other`.
  package let oldBorders: [Border]
  /// The borders of the new edition, sorted; `region` is smaller than `other`.
  package let newBorders: [Border]

  private let boundaries: PieceBoundaries

  /// Lays two editions over each other, with all vertices of level 0; `nil` if neither has a shape.
  /// - Precondition: both have areas.
  /// - Complexity: O(n log n) for n vertices if few lines cross. The result does not depend on `jobs`.
  package init?(_ old: Coverage, _ new: Coverage, jobs: Int) {
    let oldLines = OverlayLines(old)
    let newLines = OverlayLines(new)
    let west = min(oldLines.west, newLines.west)
    guard west.isFinite else { return nil }
    let grid = NodingGrid(
      west: west, south: min(oldLines.south, newLines.south), east: max(oldLines.east, newLines.east),
      north: max(oldLines.north, newLines.north))
    var lines = ClaimedPaths()
    oldLines.append(to: &lines, on: grid, firstClaim: 0)
    newLines.append(to: &lines, on: grid, firstClaim: old.polygonCount)
    let division = PlaneDivision(lines, jobs: jobs)
    ground = Ground(grid)
    let faces = OverlayFaces(division, oldCount: old.polygonCount, on: ground, jobs: jobs)
    let oldRegion = old.regionByPolygon
    let newRegion = new.regionByPolygon
    let oldFaces = RegionFaces(faces.oldPolygon, oldRegion)
    let newFaces = RegionFaces(faces.newPolygon, newRegion)
    oldArea = oldFaces.areas(faces.area, count: old.regions.count)
    newArea = newFaces.areas(faces.area, count: new.regions.count)
    oldPolygons = Self.polygons(faces.oldPolygon, faces.area, others: faces.newPolygon, count: old.polygonCount)
    newPolygons = Self.polygons(faces.newPolygon, faces.area, others: faces.oldPolygon, count: new.polygonCount)
    let lengths = (0..<division.arcs.count).map { length(of: $0, division.arcs.paths, on: Ground(grid)) }
    oldBorders = oldFaces.borders(division, lengths)
    newBorders = newFaces.borders(division, lengths)
    (pieces, boundaries) = Self.pieces(division, faces, oldFaces, newFaces, lengths)

    var areaByPair: [UInt64: Int64] = [:]
    for face in 1..<max(1, faces.area.count) where oldFaces.region[face] >= 0 && newFaces.region[face] >= 0 {
      let pair = UInt64(oldFaces.region[face]) << 32 | UInt64(newFaces.region[face])
      areaByPair[pair, default: 0] += faces.area[face]
    }
    shared = areaByPair.sorted { $0.key < $1.key }.map { pair, area in
      Shared(old: Int(pair >> 32), new: Int(pair & 0xffff_ffff), area: Double(area) / 10_000)
    }
  }

  /// The total area of some pieces, in m².
  package func area(ofPieces numbers: some Sequence<Int>) -> Double {
    Double(numbers.reduce(0) { $0 + pieces[$1].squareCentimeters }) / 10_000
  }

  /// The width of a piece in meters: the diameter of the largest circle in it, to 1 %.
  /// - Complexity: O(n log n) for n vertices of its boundary.
  package func width(ofPiece piece: Int) -> Double {
    ground.width(of: boundaries.boundary(of: piece))
  }

  /// How far the area of a small piece may be off, in m²: it is the difference of areas down to the equator, in whole
  /// square centimeters. That of a piece of some millimeters may be all of it, or negative.
  private static let areaError = 0.0005

  /// Whether a piece is wider than a length in meters.
  /// - Complexity: mostly O(1), by the area and the perimeter; otherwise as `width(ofPiece:)`.
  package func isWider(piece: Int, than limit: Double) -> Bool {
    // A circle of that width has more area than the piece. The factor is π/4.
    let area = pieces[piece].area
    if area + Self.areaError < 0x1.921fb54442d18p-1 * limit * limit { return false }
    // No point of a piece is farther from its edge than the radius of the largest circle. So its area is at most that
    // radius times the length of the edge.
    if 2 * (area - Self.areaError) >= limit * pieces[piece].perimeter { return true }
    return width(ofPiece: piece) > limit
  }

  /// Per polygon of one edition: how much of it the other edition covers, and its whole area; both in m².
  private static func polygons(
    _ polygon: ContiguousArray<Int32>, _ area: ContiguousArray<Int64>, others: ContiguousArray<Int32>, count: Int
  ) -> [(covered: Double, area: Double)] {
    var sums = [(covered: Int64, area: Int64)](repeating: (0, 0), count: count)
    for face in polygon.indices where polygon[face] >= 0 {
      sums[Int(polygon[face])].area += area[face]
      if others[face] >= 0 { sums[Int(polygon[face])].covered += area[face] }
    }
    return sums.map { (Double($0.covered) / 10_000, Double($0.area) / 10_000) }
  }
}

extension Coverage {
  fileprivate var regionByPolygon: ContiguousArray<Int32> {
    var result = ContiguousArray<Int32>(repeating: ArcTable.none, count: polygonCount)
    for region in regions.indices {
      for polygon in polygons(of: region) { result[polygon] = Int32(region) }
    }
    return result
  }
}

struct RegionFaces {
  /// Per face: the region, or `ArcTable.none`.
  let region: ContiguousArray<Int32>

  init(_ polygon: ContiguousArray<Int32>, _ regionByPolygon: ContiguousArray<Int32>) {
    region = ContiguousArray(polygon.map { $0 < 0 ? ArcTable.none : regionByPolygon[Int($0)] })
  }

  /// Per region: the sum of the areas of its faces, in m².
  func areas(_ area: ContiguousArray<Int64>, count: Int) -> [Double] {
    var sums = [Int64](repeating: 0, count: count)
    for face in region.indices where region[face] >= 0 { sums[Int(region[face])] += area[face] }
    return sums.map { Double($0) / 10_000 }
  }

  /// The borders between the regions of this edition, and between them and nobody; sorted by region, then by the other
  /// one, nobody last.
  /// - Parameter lengths: per arc, its length in micrometers.
  func borders(_ division: PlaneDivision, _ lengths: [Int64]) -> [ShapeOverlap.Border] {
    var lengthByPair: [UInt64: Int64] = [:]
    for arc in lengths.indices {
      let left = region[Int(division.faces.face[2 * arc])]
      let right = region[Int(division.faces.face[2 * arc + 1])]
      guard left != right else { continue }
      // As an unsigned number, nobody (−1) is the largest.
      let pair =
        UInt64(min(UInt32(bitPattern: left), UInt32(bitPattern: right))) << 32
        | UInt64(max(UInt32(bitPattern: left), UInt32(bitPattern: right)))
      lengthByPair[pair, default: 0] += lengths[arc]
    }
    return lengthByPair.sorted { $0.key < $1.key }.map { pair, length in
      let other = UInt32(truncatingIfNeeded: pair)
      return ShapeOverlap.Border(
        region: Int(pair >> 32), other: other == .max ? nil : Int(other), length: Double(length) / 1_000_000)
    }
  }
}

struct PieceBoundaries {
  let paths: Paths
  /// The boundary of piece p is `halves[start[p] ..< start[p + 1]]`.
  let start: ContiguousArray<Int>
  /// Half-edges with the piece on their left.
  let halves: ContiguousArray<Int32>

  /// Sorts half-edges by their pieces, and within a piece in an order that does not depend on their numbers.
  fileprivate init(of boundary: [(piece: Int32, half: Int32)], count: Int, _ paths: Paths) {
    let sorted = boundary.sorted { a, b in
      if a.piece != b.piece { return a.piece < b.piece }
      let (p, q) = (HalfEdges.firstPoint(of: Int(a.half), paths), HalfEdges.firstPoint(of: Int(b.half), paths))
      return p != q
        ? p < q : HalfEdges.secondPoint(of: Int(a.half), paths) < HalfEdges.secondPoint(of: Int(b.half), paths)
    }
    self.paths = paths
    start = Grouping(sorted.lazy.map { Int($0.piece) }, count: count).start
    halves = ContiguousArray(sorted.map(\.half))
  }

  /// The arcs round a piece, outside and inside, each directed so that the piece is on its left.
  func boundary(of piece: Int) -> Paths {
    var boundary = Paths()
    for half in halves[start[piece]..<start[piece + 1]] {
      boundary.append(Int(half) >> 1, of: paths, reversed: half & 1 == 1)
    }
    return boundary
  }
}

extension ShapeOverlap {
  /// The pieces of an overlay, in the order of `ShapeOverlap.pieces`, and their boundaries, in the same order.
  ///
  /// Faces that meet along a line belong to one piece if they have the same old and the same new owner. Faces that
  /// have neither an old nor a new owner belong to none.
  /// - Parameter lengths: per arc of the division, its length in micrometers on the ground.
  static func pieces(
    _ division: PlaneDivision, _ faces: OverlayFaces, _ old: RegionFaces, _ new: RegionFaces, _ lengths: [Int64]
  ) -> ([Piece], PieceBoundaries) {
    let face = division.faces.face
    var united = DisjointSets(count: faces.area.count)
    for half in stride(from: 0, to: face.count, by: 2) {
      let (a, b) = (Int(face[half]), Int(face[half + 1]))
      if a != b, old.region[a] == old.region[b], new.region[a] == new.region[b] { united.unite(a, b) }
    }
    func isLand(_ face: Int) -> Bool { old.region[face] >= 0 || new.region[face] >= 0 }

    var numberByFace: [Int: Int] = [:]
    var pieces: [Piece] = []
    for face in faces.area.indices where isLand(face) {
      let first = united.find(face)
      let number = numberByFace[first] ?? pieces.count
      if number == pieces.count {
        numberByFace[first] = number
        pieces.append(
          Piece(
            old: owner(old.region[face]), new: owner(new.region[face]), oldPolygon: owner(faces.oldPolygon[face]),
            newPolygon: owner(faces.newPolygon[face]), squareCentimeters: 0, perimeter: 0,
            smallestPoint: GridPoint(x: .max, y: .max)))
      }
      pieces[number].squareCentimeters += faces.area[face]
    }
    var length = [Int64](repeating: 0, count: pieces.count)
    var boundary: [(piece: Int32, half: Int32)] = []
    for half in face.indices {
      let here = united.find(Int(face[half]))
      guard here != united.find(Int(face[half ^ 1])), let piece = numberByFace[here] else { continue }
      length[piece] += lengths[half >> 1]
      pieces[piece].smallestPoint = min(
        pieces[piece].smallestPoint, division.arcs.paths.smallestPoint(of: half >> 1))
      boundary.append((Int32(truncatingIfNeeded: piece), Int32(truncatingIfNeeded: half)))
    }
    for piece in pieces.indices {
      pieces[piece].perimeter = Double(length[piece]) / 1_000_000
    }

    // The order does not depend on how faces and arcs are numbered.
    let order = pieces.indices.sorted { a, b in
      let (p, q) = (pieces[a], pieces[b])
      if p.old != q.old { return (p.old ?? -1) < (q.old ?? -1) }
      if p.new != q.new { return (p.new ?? -1) < (q.new ?? -1) }
      if p.smallestPoint != q.smallestPoint { return p.smallestPoint < q.smallestPoint }
      return p.squareCentimeters < q.squareCentimeters
    }
    var rank = [Int32](repeating: 0, count: pieces.count)
    for (index, piece) in order.enumerated() { rank[piece] = Int32(truncatingIfNeeded: index) }
    let boundaries = PieceBoundaries(
      of: boundary.map { (piece: rank[Int($0.piece)], half: $0.half) }, count: pieces.count, division.arcs.paths)
    return (order.map { pieces[$0] }, boundaries)
  }

  private static func owner(_ number: Int32) -> Int? { number < 0 ? nil : Int(number) }
}
