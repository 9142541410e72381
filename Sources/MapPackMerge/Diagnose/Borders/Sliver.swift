import MapPack
import MapPackFeatures
import MapPackGeometry

/// The size and width of a piece of land between borders, for the messages of `BorderFindings`. Messages of `merge`
/// have their own words for lengths and areas: `inWords(meters:)` and `Figures.area(squareMeters:)`.
struct Sliver {
  /// Twice the area in cells² of the grid, positive if the lines run counter-clockwise.
  private(set) var doubledArea: Int64 = 0
  /// The area in square meters on the ellipsoid.
  private(set) var area = 0.0
  /// Twice the area over the length of the lines, in meters: the mean width, if the piece is long and narrow.
  private(set) var width = 0.0
  private(set) var smallestVertex = GridPoint(x: .max, y: .max)
  /// The width of a cell of the grid along a meridian, in meters.
  let cell: Double

  /// The width, in meters, below which a gap is a border drawn twice: no lake in a boundary file is as narrow.
  static let narrow = 10.0
  /// Meters per degree of a great circle, on a sphere. Widths are measured with it, and areas on the ellipsoid.
  static let degree = 111_195.0

  /// - Parameter boundary: all lines round the piece, which is on their left.
  /// - Complexity: O(n) for n vertices.
  init(_ boundary: Paths, grid: NodingGrid) {
    cell = grid.unit * Self.degree
    let ellipsoid = EllipsoidalArea()
    var length = 0.0
    for path in 0..<boundary.count {
      let vertices = boundary.start[path]..<boundary.start[path + 1]
      for vertex in vertices {
        let a = boundary.point(vertex)
        smallestVertex = min(smallestVertex, a)
        if vertex + 1 == vertices.upperBound, !boundary.isClosed[path] { break }
        let b = boundary.point(vertex + 1 == vertices.upperBound ? vertices.lowerBound : vertex + 1)
        // Partial sums may wrap; the total, at most 2⁶¹, is exact nevertheless.
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

  /// Whether the piece is narrower than a centimeter or than a cell, so that no map shows it.
  var isInvisible: Bool { width < max(cell, 0.01) }

  /// The area and the width in words; below 0.01 m² the length instead of the area.
  var words: String {
    guard width > 0 else { return "without area" }
    return (area < 0.01 ? "\(Self.meters(area / width)) long" : Self.squareMeters(area))
      + ", \(Self.meters(width)) wide"
  }

  /// An area in words, from square meters.
  static func squareMeters(_ area: Double) -> String {
    area < 1_000_000 ? "\(digits(area)) m²" : "\(digits(area / 1_000_000)) km²"
  }

  /// A length in words, from meters.
  static func meters(_ length: Double) -> String {
    if length < 0.000_01 { return "less than 0.01 mm" }
    if length < 0.01 { return "\(digits(length * 1_000)) mm" }
    return length < 1_000 ? "\(digits(length)) m" : "\(digits(length / 1_000)) km"
  }

  /// A number with two decimals below 10, one below 100, then none.
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
