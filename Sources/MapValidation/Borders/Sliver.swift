import MapFeatures
import MapGeometry
import MapPack

/// A piece of land between borders, by the lines round it on a grid: how large and how wide it is.
struct Sliver {
  /// Twice the area in cells, positive where the lines run counter-clockwise.
  private(set) var doubledArea: Int64 = 0
  /// Square metres on the ellipsoid.
  private(set) var area = 0.0
  /// Metres: twice the area over the length of the lines, which for a long and narrow piece is its mean width.
  private(set) var width = 0.0
  /// The smallest vertex.
  private(set) var place = GridPoint(x: .max, y: .max)
  /// How wide a cell of the grid is, in metres, along a meridian.
  let cell: Double

  /// A width, in metres, below which no lake of a boundary file lies: what is narrower is a border drawn twice.
  static let narrow = 10.0
  /// Metres per degree of a great circle.
  static let degree = 111_195.0

  /// - Parameter outline: all lines round it, with the piece on their left.
  init(_ outline: Paths, grid: NodingGrid) {
    cell = grid.unit * Self.degree
    let ellipsoid = EllipsoidalArea()
    var length = 0.0
    for path in 0..<outline.count {
      let vertices = outline.start[path]..<outline.start[path + 1]
      for vertex in vertices {
        let a = outline.point(vertex)
        place = min(place, a)
        if vertex + 1 == vertices.upperBound, !outline.isClosed[path] { break }
        let b = outline.point(vertex + 1 == vertices.upperBound ? vertices.lowerBound : vertex + 1)
        // Partial sums may wrap; the whole, at most 2⁶¹, comes out right all the same.
        doubledArea &+= Int64(a.x) &* Int64(b.y) &- Int64(b.x) &* Int64(a.y)
        let (west, south) = (grid.longitude(x: a.x), grid.latitude(y: a.y))
        let (east, north) = (grid.longitude(x: b.x), grid.latitude(y: b.y))
        area += ellipsoid.underEdge(fromLongitude: west, latitude: south, toLongitude: east, latitude: north)
        let across = (east - west) * Series.cosine(Series.radians(degrees: (south + north) / 2))
        length += ((north - south) * (north - south) + across * across).squareRoot() * Self.degree
      }
    }
    area = area.magnitude
    width = length > 0 ? 2 * area / length : 0
  }

  /// Whether it is narrower than a centimetre, or than a cell: no map shows it.
  var isInvisible: Bool { width < max(cell, 0.01) }

  /// Size and width in words; of what has next to no area, length and width.
  var words: String {
    guard width > 0 else { return "without area" }
    return (area < 0.01 ? "\(Self.metres(area / width)) long" : Self.squareMetres(area))
      + ", \(Self.metres(width)) wide"
  }

  static func squareMetres(_ area: Double) -> String {
    area < 1_000_000 ? "\(digits(area)) m²" : "\(digits(area / 1_000_000)) km²"
  }

  /// A length; below a centimetre in millimetres.
  static func metres(_ length: Double) -> String {
    if length < 0.000_01 { return "less than 0.01 mm" }
    if length < 0.01 { return "\(digits(length * 1_000)) mm" }
    return length < 1_000 ? "\(digits(length)) m" : "\(digits(length / 1_000)) km"
  }

  /// Two digits after the point below 10, one below 100, then none.
  private static func digits(_ value: Double) -> String {
    let decimals = value < 10 ? 2 : value < 100 ? 1 : 0
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = Int((value * scale).rounded())
    guard decimals > 0 else { return Figures.grouped(scaled) }
    let fraction = String(scaled % Int(scale))
    return "\(scaled / Int(scale))." + String(repeating: "0", count: decimals - fraction.count) + fraction
  }
}
