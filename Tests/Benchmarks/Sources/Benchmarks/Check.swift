import Foundation
import MapPack

/// Compares the region at a location, by the pack, with exact arithmetic, at random locations and at points on and
/// beside every edge.
func check(_ url: URL) throws {
  let pack = try Pack(contentsOf: url)
  let exact = ExactLocation(pack)
  let random = randomLocations(in: pack.bounds, count: 1_000_000)
  for location in random {
    try exact.compare(pack, x: ExactLocation.units(location.x), y: ExactLocation.units(location.y))
  }
  var beside = 0
  for edge in exact.edges {
    // Its first end, its middle, and the nearest points round them that Doubles tell apart at the world's other end.
    for (x, y) in [(edge.ax, edge.ay), ((edge.ax + edge.bx) / 2, (edge.ay + edge.by) / 2)] {
      for dx in -1...1 as ClosedRange<Int64> {
        for dy in -1...1 as ClosedRange<Int64> {
          try exact.compare(pack, x: x + dx, y: y + dy)
          beside += 1
        }
      }
    }
  }
  print("\(url.lastPathComponent): right at \(random.count) random locations and \(beside) on and beside edges")
}

/// The region at a location by the rule that the pack promises, from its rings alone and in whole numbers: a ring goes
/// round a location if an odd number of its edges meet the parallel through it, their northern ends included, west of
/// the location or in it.
struct ExactLocation {
  /// In 2⁻²⁵ map points, which makes whole numbers of all cells; a point of this lattice is a Double.
  struct Edge {
    var ax, ay, bx, by: Int64
    var region: Int32
  }

  private(set) var edges: [Edge] = []
  /// The edges that meet a strip between two parallels.
  private var strips: [[Int32]]
  private let north: Int64
  private let height: Int64
  private static let scale = 0x1p25
  private static let world = units(WebMercator.worldSize)

  static func units(_ mapPoints: Double) -> Int64 { Int64(mapPoints * scale) }

  init(_ pack: Pack) {
    var rings = RingBuffer()
    for shape in pack.shapes {
      rings.removeAll()
      shape.appendRings(to: &rings)
      let units = rings.points.flatMap { [Self.units($0.x), Self.units($0.y)] }
      for ring in 0..<rings.ringCount {
        let vertices = rings.ringStart[ring]..<rings.ringStart[ring + 1]
        for a in vertices {
          let b = a + 1 < vertices.upperBound ? a + 1 : vertices.lowerBound
          edges.append(
            Edge(
              ax: units[2 * a], ay: units[2 * a + 1], bx: units[2 * b], by: units[2 * b + 1],
              region: Int32(shape.rawValue)))
        }
      }
    }
    let count = 1 << 13
    north = edges.reduce(.max) { min($0, $1.ay) }
    height = (edges.reduce(north) { max($0, $1.ay) } - north) / Int64(count) + 1
    strips = Array(repeating: [], count: count)
    for (number, edge) in edges.enumerated() {
      for strip in strip(min(edge.ay, edge.by))...strip(max(edge.ay, edge.by)) {
        strips[strip].append(Int32(number))
      }
    }
  }

  private func strip(_ y: Int64) -> Int { Int((y - north) / height) }

  /// The regions whose rings go round a location.
  private func regions(x: Int64, y: Int64) -> [Int32] {
    guard y >= north, strip(y) < strips.count else { return [] }
    var odd: [Int32] = []
    // Once in the frame of regions that end east of 180°, once in that of all others.
    for x in [x, x + Self.world] {
      var inFrame: [Int32] = []
      for number in strips[strip(y)] {
        let edge = edges[Int(number)]
        guard (edge.ay <= y) != (edge.by <= y), Self.isWest(edge, x, y) else { continue }
        if let position = inFrame.firstIndex(of: edge.region) {
          inFrame.swapAt(position, inFrame.count - 1)
          inFrame.removeLast()
        } else {
          inFrame.append(edge.region)
        }
      }
      for region in inFrame where !odd.contains(region) { odd.append(region) }
    }
    return odd
  }

  private static func isWest(_ edge: Edge, _ x: Int64, _ y: Int64) -> Bool {
    if x >= max(edge.ax, edge.bx) { return true }
    if x < min(edge.ax, edge.bx) { return false }
    let cross = Int128(edge.bx - edge.ax) * Int128(y - edge.ay) - Int128(edge.by - edge.ay) * Int128(x - edge.ax)
    return edge.by > edge.ay ? cross <= 0 : cross >= 0
  }

  /// - Throws: `WrongRegion` if the pack finds another region.
  func compare(_ pack: Pack, x: Int64, y: Int64) throws {
    let inWorld = ((x % Self.world) + Self.world) % Self.world
    let point = MapPoint(x: Double(inWorld) / Self.scale, y: Double(y) / Self.scale)
    // Nothing lies south of the plane: a point on its southern edge counts as lying just north of it.
    let isOnSouthernEdge = point.y == WebMercator.worldSize
    let expected = regions(x: inWorld, y: isOnSouthernEdge ? Self.world - 1 : y)
    let found = pack.shape(at: point)?.rawValue
    guard expected.count == (found == nil ? 0 : 1), found.map({ expected.contains(Int32($0)) }) ?? true
    else { throw WrongRegion(x: inWorld, y: y, found: found, expected: expected) }
  }
}

private struct WrongRegion: Error, CustomStringConvertible {
  let x, y: Int64
  let found: UInt16?
  let expected: [Int32]

  var description: String {
    "at \(Double(x) * 0x1p-25), \(Double(y) * 0x1p-25) the pack finds region \(found.map(String.init) ?? "none"), "
      + "its rings say \(expected.sorted())"
  }
}
