import MapGeometry
import MapPack

/// A piece of land between borders, by its ring on a grid: how large and how wide it is.
struct Sliver {
  /// Twice the area in cells, positive where the ring runs counter-clockwise.
  private(set) var doubledArea: Int64 = 0
  /// Square metres on the ellipsoid.
  private(set) var area = 0.0
  /// Metres: twice the area over the length of the ring, which for a long and narrow piece is its mean width.
  private(set) var width = 0.0
  /// The smallest vertex.
  let place: GridPoint

  /// A width, in metres, below which no lake of a boundary file lies: what is narrower is a border drawn twice.
  static let narrow = 10.0

  init(_ ring: [GridPoint], grid: NodingGrid) {
    place = ring.min() ?? GridPoint(x: 0, y: 0)
    let ellipsoid = EllipsoidalArea()
    // Metres per degree of a great circle.
    let degree = 111_195.0
    var length = 0.0
    for index in ring.indices {
      let (a, b) = (ring[index], ring[index + 1 == ring.count ? 0 : index + 1])
      // Partial sums may wrap; the whole, at most 2⁶¹, comes out right all the same.
      doubledArea &+= Int64(a.x) &* Int64(b.y) &- Int64(b.x) &* Int64(a.y)
      let (west, south) = (grid.longitude(x: a.x), grid.latitude(y: a.y))
      let (east, north) = (grid.longitude(x: b.x), grid.latitude(y: b.y))
      area += ellipsoid.underEdge(fromLongitude: west, latitude: south, toLongitude: east, latitude: north)
      let across = (east - west) * Series.sine(Series.radians(degrees: 90 - ((south + north) / 2).magnitude))
      length += ((north - south) * (north - south) + across * across).squareRoot() * degree
    }
    area = area.magnitude
    width = length > 0 ? 2 * area / length : 0
  }

  /// Size and width in words.
  var words: String { "\(Self.squareMetres(area)), \(Self.metres(width)) wide," }

  static func squareMetres(_ area: Double) -> String {
    area < 1_000_000 ? "\(digits(area)) m²" : "\(digits(area / 1_000_000)) km²"
  }

  static func metres(_ length: Double) -> String {
    length < 1_000 ? "\(digits(length)) m" : "\(digits(length / 1_000)) km"
  }

  /// Two digits after the point below 10, one below 100, then none.
  private static func digits(_ value: Double) -> String {
    let decimals = value < 10 ? 2 : value < 100 ? 1 : 0
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = Int((value * scale).rounded())
    guard decimals > 0 else { return String(scaled) }
    let fraction = String(scaled % Int(scale))
    return "\(scaled / Int(scale))." + String(repeating: "0", count: decimals - fraction.count) + fraction
  }
}
