import MapPack
import MapPackCoverage
import MapPackGeometry

/// The names of regions and where they may stand, whatever the scale is, for pictures and the page.
///
/// A name stands on the largest part of its region as it is drawn, nearest its label point, where its box is for the most
/// part on that land and not on another region's. Names of lines and points stand beside them, so they have no stands.
struct RegionNames: Sendable {
  /// A place for the middle of a name.
  struct Stand: Hashable, Sendable {
    /// The column and the row.
    var x: Double
    var y: Double
    /// The largest font size, in cells.
    var size: Double
    /// The index in the name's variants.
    var variant: Int
  }

  struct Name: Sendable {
    /// In one line, and in more.
    var variants: [NameLines]
    /// Whether it has characters as wide as high.
    var isWide: Bool
    /// The column and the row of the label point.
    var point: (x: Double, y: Double)
    /// The largest piece of the largest part as it is drawn.
    var polygon: Int
    /// The area of that part, in square cells.
    var area = 0.0
    /// The best first.
    var stands: [Stand] = []
  }

  /// Per region; `nil` without a name or a shape.
  let names: [Name?]

  /// The number of places along each side of a part's box that are looked at.
  fileprivate static let places = 40
  /// A farther place is taken if it allows a name so much larger.
  fileprivate static let gain = 1.04
  /// Every so many places along each side, one is taken for names that have no room nearer if it allows a name as large as
  /// this share of the largest.
  fileprivate static let others = (step: 5, share: 0.6)
  /// Such a place is so far from others, as a share of the square root of the part's area.
  fileprivate static let apart = 0.12
  /// A further line counts as so much distance from the label point, as a share of the square root of the part's area.
  fileprivate static let lineCost = 0.1

  /// - Parameter pack: the pack of the map, whose label points are taken; without it they are found.
  /// - Complexity: O(vertices), and about as long for each region
  init(_ coverage: Coverage, pack: Pack? = nil, jobs: Int = 1) {
    let world = Double(coverage.plane.world)
    let points = pack.map { pack in pack.shapes.map(\.labelPoint) }
    let rows = coverage.kind == .areas ? LandRows(coverage) : nil
    names = concurrentMap(coverage.regions.count, jobs: jobs) { region in
      let variants = NameLines.variants(of: coverage.regions[region].name)
      guard !variants.isEmpty, let part = coverage.drawnLargestPart(of: region),
        let polygon = part.polygons.first
      else { return nil }
      var name = Name(
        variants: variants, isWide: TextMeasure.isWide(coverage.regions[region].name), point: (0, 0), polygon: polygon)
      if let points {
        let scale = world / WebMercator.worldSize
        name.point = (points[region].x * scale, points[region].y * scale)
      } else if let point = coverage.labelPoint(of: region) {
        name.point = (coverage.plane.column(x: point.x), coverage.plane.row(y: point.y))
      }
      if let rows { name.take(coverage, part, of: region, rows) }
      return name
    }
  }
}

extension RegionNames.Name {
  /// Finds the area of the part and the stands on it.
  fileprivate mutating func take(_ coverage: Coverage, _ part: RegionPart, of region: Int, _ rows: LandRows) {
    let world = Double(coverage.plane.world)
    let (polygons, box) = coverage.pieces(of: part)
    let own = coverage.polygons(of: region)
    let room = NameRoom(
      rows, in: box, world: world, isOwn: { polygons.contains($0) }, isOther: { !own.contains($0) })
    area = room.area
    guard area > 0 else { return }
    // Once round the world, if it is not in the box otherwise.
    func moved(_ x: Double) -> Double { x < box.west ? x + world : x >= box.west + world ? x - world : x }
    var from = (x: moved(point.x), y: point.y)
    if !room.hasLand(at: from.x, from.y) {
      let pole = coverage.poleOfInaccessibility(of: part)
      from = (moved(coverage.plane.column(x: pole.x)), coverage.plane.row(y: pole.y))
    }
    let places = Self.places(on: room, from: from)
    var found: [(stand: RegionNames.Stand, cost: Double)] = []
    for (index, lines) in variants.enumerated() {
      let lineCost = Double(index) * RegionNames.lineCost * area.squareRoot()
      func take(_ place: Place, size: Double) {
        let stand = RegionNames.Stand(
          x: place.x < world ? place.x : place.x - world, y: place.y, size: (size * 10).rounded(.down) / 10,
          variant: index)
        found.append((stand, place.distance + lineCost))
      }
      var largest = 0.0
      for place in places {
        let size = room.largestSize(of: lines, at: place.x, place.y, above: largest * RegionNames.gain)
        guard size > 0 else { continue }
        largest = size
        take(place, size: size)
      }
      let apart = RegionNames.apart * area.squareRoot()
      for place in places where place.isCoarse {
        let isBeside = found.contains { other in
          other.stand.variant == index && abs(other.stand.y - place.y) < apart
            && abs(moved(other.stand.x) - place.x) < apart
        }
        if isBeside { continue }
        let size = room.largestSize(of: lines, at: place.x, place.y, above: largest * RegionNames.others.share)
        if size > 0 { take(place, size: size) }
      }
    }
    let order = found.indices.sorted { (found[$0].cost, $0) < (found[$1].cost, $1) }
    stands = order.map { found[$0].stand }
  }

  private struct Place {
    var x: Double
    var y: Double
    /// From the first one.
    var distance: Double
    /// Whether it is one of `others`.
    var isCoarse: Bool
  }

  /// Places all over the land of a part, the nearest to one first; that one begins.
  private static func places(on room: NameRoom, from first: (x: Double, y: Double)) -> [Place] {
    let count = RegionNames.places
    let box = room.box
    var places: [Place] = []
    places.reserveCapacity(count * count)
    for row in 0..<count {
      for column in 0..<count {
        let x = (box.west + (Double(column) + 0.5) / Double(count) * box.width).rounded()
        let y = (box.north + (Double(row) + 0.5) / Double(count) * box.height).rounded()
        guard room.hasLand(at: x, y) else { continue }
        let (right, down) = (x - first.x, y - first.y)
        let step = RegionNames.others.step
        places.append(
          Place(
            x: x, y: y, distance: (right * right + down * down).squareRoot(),
            isCoarse: row % step == step / 2 && column % step == step / 2))
      }
    }
    places.sort { $0.distance < $1.distance }
    return [Place(x: first.x.rounded(), y: first.y.rounded(), distance: 0, isCoarse: false)] + places
  }
}

extension Coverage {
  /// The part of a region that is the largest in its plane. Lines and points have the order of their polygons.
  fileprivate func drawnLargestPart(of region: Int) -> RegionPart? {
    largestPart(of: region) { kind == .areas ? Double(doubledArea(ofPolygon: $0)) : 0 }
  }

  /// The polygons of a part and its box in columns and rows. Pieces that meet at the cut at ±180° lie beside each other,
  /// so the box may reach beyond the eastern edge of the world. If one reaches both ends, only the largest counts.
  fileprivate func pieces(of part: RegionPart) -> (polygons: [Int], box: NameRoom.Box) {
    let boxes = part.polygons.map { polygon in
      var box = GridBox()
      forEachVertex(ofRing: shell(of: polygon), level: 0) { box.extend(to: $0) }
      return (west: plane.column(x: box.minX), east: plane.column(x: box.maxX), box: box)
    }
    let isJoined = boxes.allSatisfy { ($0.west == 0) != ($0.east == plane.world) }
    let taken = boxes.count > 1 && isJoined ? boxes[...] : boxes.prefix(1)
    let isAcross = taken.count > 1
    let west = taken.map { isAcross && $0.west == 0 ? plane.world : $0.west }.min() ?? 0
    let east = taken.map { isAcross && $0.west == 0 ? $0.east + plane.world : $0.east }.max() ?? 0
    let ends = taken.flatMap { [plane.row(y: Double($0.box.minY)), plane.row(y: Double($0.box.maxY))] }
    let (north, south) = (ends.min() ?? 0, ends.max() ?? 0)
    return (
      Array(part.polygons.prefix(taken.count)),
      NameRoom.Box(west: Double(west), north: north, width: Double(east - west), height: south - north)
    )
  }
}
