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

  /// One of the two editions.
  package struct Edition: Sendable {
    /// Per region: its area in m².
    package let area: [Double]
    /// Per polygon: how much of it a region of the other edition covers, and its whole area; both in m².
    package let polygons: [(covered: Double, area: Double)]
    /// The borders, sorted; `region` is smaller than `other`.
    package let borders: [Border]
  }

  /// The noding grid on which both editions lie, with its measures on the ground.
  package let ground: Ground
  package let old: Edition
  package let new: Edition
  /// Sorted by old, then by new region.
  package let shared: [Shared]
  /// Sorted by old region, new region and smallest point; nobody comes first.
  package let pieces: [Piece]

  /// Per piece: its number in `faces`.
  private let numbers: [Int]
  private let faces: FacePieces
  private let paths: Paths

  /// Lays two editions over each other, with all vertices of level 0; `nil` if neither has a shape.
  /// - Precondition: both have areas.
  /// - Complexity: O(n log n) for n vertices if few lines cross. The result does not depend on `jobs`.
  package init?(_ old: Coverage, _ new: Coverage, jobs: Int) {
    let (oldLines, newLines) = (OverlayLines(old), OverlayLines(new))
    guard let box = [oldLines.box, newLines.box].compactMap(\.self).union else { return nil }
    let grid = NodingGrid(box)
    let oldCount = Int32(truncatingIfNeeded: old.polygonCount)
    var lines = ClaimedPaths()
    oldLines.append(to: &lines, on: grid, firstClaim: 0)
    newLines.append(to: &lines, on: grid, firstClaim: oldCount)
    let division = PlaneDivision(lines, jobs: jobs)
    ground = Ground(grid)
    paths = division.arcs.paths
    var oldFaces = EditionFaces(old, division)
    var newFaces = EditionFaces(new, division)
    division.forEachLabel { face, label in
      // Rounding may have pushed a line over another of its own edition. Then the lower polygon gets the face.
      oldFaces.polygon[face] = label.first { $0.count > 0 && $0.claim < oldCount }?.claim ?? ArcTable.none
      let claim = label.first { $0.count > 0 && $0.claim >= oldCount }?.claim
      newFaces.polygon[face] = claim.map { $0 - oldCount } ?? ArcTable.none
    }
    let area = division.squareCentimeters(on: ground, jobs: jobs)
    let lengths = (0..<division.arcs.count).map { length(of: $0, division.arcs.paths, on: Ground(grid)) }
    self.old = oldFaces.edition(area, lengths, besides: newFaces)
    self.new = newFaces.edition(area, lengths, besides: oldFaces)
    let (oldRegion, newRegion) = (oldFaces.regions, newFaces.regions)

    // Faces that have neither an old nor a new owner belong to no piece.
    let faces = FacePieces(division) { face in
      oldRegion[face] < 0 && newRegion[face] < 0 ? nil : OwnerPair(old: oldRegion[face], new: newRegion[face])
    }
    func owner(_ number: Int32) -> Int? { number < 0 ? nil : Int(number) }
    var pieces: [Piece] = []
    var areaByPair: [OwnerPair: Int64] = [:]
    for (face, piece) in faces.piece.enumerated() where piece >= 0 {
      let pair = OwnerPair(old: oldRegion[face], new: newRegion[face])
      if Int(piece) == pieces.count {
        pieces.append(
          Piece(
            old: owner(pair.old), new: owner(pair.new), oldPolygon: owner(oldFaces.polygon[face]),
            newPolygon: owner(newFaces.polygon[face]), squareCentimeters: 0, perimeter: 0,
            smallestPoint: GridPoint(x: .max, y: .max)))
      }
      pieces[Int(piece)].squareCentimeters += area[face]
      if min(pair.old, pair.new) >= 0 { areaByPair[pair, default: 0] += area[face] }
    }
    for piece in pieces.indices {
      let arcs = faces.boundary[piece].lazy.map { Int($0) >> 1 }
      pieces[piece].perimeter = Double(arcs.reduce(0) { $0 + lengths[$1] }) / 1_000_000
      pieces[piece].smallestPoint = arcs.reduce(GridPoint(x: .max, y: .max)) {
        min($0, division.arcs.paths.smallestPoint(of: $1))
      }
    }
    // The order does not depend on how faces and arcs are numbered.
    numbers = pieces.indices.sorted { a, b in
      let (p, q) = (pieces[a], pieces[b])
      return (p.old ?? -1, p.new ?? -1, p.smallestPoint, p.squareCentimeters)
        < (q.old ?? -1, q.new ?? -1, q.smallestPoint, q.squareCentimeters)
    }
    self.pieces = numbers.map { pieces[$0] }
    self.faces = faces
    shared = areaByPair.sorted { ($0.key.old, $0.key.new) < ($1.key.old, $1.key.new) }.map { pair, area in
      Shared(old: Int(pair.old), new: Int(pair.new), area: Double(area) / 10_000)
    }
  }

  private struct OwnerPair: Hashable {
    var old: Int32
    var new: Int32
  }

  /// The total area of some pieces, in m².
  package func area(ofPieces numbers: some Sequence<Int>) -> Double {
    Double(numbers.reduce(0) { $0 + pieces[$1].squareCentimeters }) / 10_000
  }

  /// The width of a piece in meters: the diameter of the largest circle in it, to 1 %.
  /// - Complexity: O(n log n) for n vertices of its boundary.
  package func width(ofPiece piece: Int) -> Double {
    ground.width(of: faces.boundary(of: numbers[piece], paths))
  }

  /// How far the area of a small piece may be off, in m²: it is the difference of areas down to the equator, in whole
  /// square centimeters. That of a piece of some millimeters may be all of it, or negative.
  private static let areaError = 0.0005

  /// Whether a piece is wider than a length in meters.
  /// - Complexity: mostly O(1), by the area and the perimeter; otherwise as `width(ofPiece:)`.
  package func isWider(piece: Int, than limit: Double) -> Bool {
    ground.fits(limit, intoArea: pieces[piece].area, error: Self.areaError, edge: pieces[piece].perimeter)
      ?? (width(ofPiece: piece) > limit)
  }
}

/// The faces of one edition in a plane that both divide.
private struct EditionFaces {
  /// Per face: the polygon that covers it, or `ArcTable.none`.
  var polygon: ContiguousArray<Int32>
  private let coverage: Coverage
  private let face: ContiguousArray<Int32>

  init(_ coverage: Coverage, _ division: PlaneDivision) {
    self.coverage = coverage
    face = division.faces.face
    polygon = ContiguousArray(repeating: ArcTable.none, count: division.faces.count)
  }

  /// Per face: the region, or `ArcTable.none`.
  var regions: ContiguousArray<Int32> {
    ContiguousArray(
      polygon.map { $0 < 0 ? ArcTable.none : Int32(truncatingIfNeeded: coverage.polygonStart.owner(of: Int($0))) })
  }

  /// - Parameters:
  ///   - area: per face, in whole cm².
  ///   - lengths: per arc, in micrometers.
  func edition(
    _ area: ContiguousArray<Int64>, _ lengths: [Int64], besides other: EditionFaces
  ) -> ShapeOverlap.Edition {
    let regions = regions
    var regionArea = [Int64](repeating: 0, count: coverage.regions.count)
    var polygons = [(covered: Int64, area: Int64)](repeating: (0, 0), count: coverage.polygonCount)
    for face in polygon.indices where polygon[face] >= 0 {
      regionArea[Int(regions[face])] += area[face]
      polygons[Int(polygon[face])].area += area[face]
      if other.polygon[face] >= 0 { polygons[Int(polygon[face])].covered += area[face] }
    }
    return ShapeOverlap.Edition(
      area: regionArea.map { Double($0) / 10_000 },
      polygons: polygons.map { (Double($0.covered) / 10_000, Double($0.area) / 10_000) },
      borders: borders(regions, lengths))
  }

  /// The borders between regions, and between them and nobody; sorted by region, then by the other one, nobody last.
  private func borders(_ regions: ContiguousArray<Int32>, _ lengths: [Int64]) -> [ShapeOverlap.Border] {
    var lengthByPair: [UInt64: Int64] = [:]
    for arc in lengths.indices {
      // As an unsigned number, nobody (−1) is the largest.
      let left = UInt32(bitPattern: regions[Int(face[2 * arc])])
      let right = UInt32(bitPattern: regions[Int(face[2 * arc + 1])])
      guard left != right else { continue }
      lengthByPair[UInt64(min(left, right)) << 32 | UInt64(max(left, right)), default: 0] += lengths[arc]
    }
    return lengthByPair.sorted { $0.key < $1.key }.map { pair, length in
      let other = UInt32(truncatingIfNeeded: pair)
      return ShapeOverlap.Border(
        region: Int(pair >> 32), other: other == .max ? nil : Int(other), length: Double(length) / 1_000_000)
    }
  }
}
