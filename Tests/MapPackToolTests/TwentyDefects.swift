import MapPackFeatures

/// A GeoJSON file of invented municipalities with twenty different defects, and where each is.
///
/// Every feature lies in a square degree of its own, named by its row and column; lengths are tenths of a degree.
enum TwentyDefects {
  /// A finding that is to come: rule, severity, record, polygon, ring, vertex, longitude and latitude.
  struct Expected: Hashable {
    var rule: Rule
    var severity: String
    var record: Int
    var polygon: Int?
    var ring: Int?
    var vertex: Int?
    var longitude: Double?
    var latitude: Double?

    init(
      _ rule: Rule, _ record: Int, _ polygon: Int? = nil, _ ring: Int? = nil, _ vertex: Int? = nil,
      at longitude: Double? = nil, _ latitude: Double? = nil, severity: String = "error"
    ) {
      self.rule = rule
      self.severity = severity
      self.record = record
      self.polygon = polygon
      self.ring = ring
      self.vertex = vertex
      self.longitude = longitude
      self.latitude = latitude
    }
  }

  static let expected = [
    Expected(.ringUnclosed, 2, 0, 0, at: 131, 30, severity: "warning"),
    Expected(.tooFewPoints, 3, 0, 0, at: 132, 30),
    Expected(.nonFinite, 4, 0, 0, 2),
    Expected(.malformedFeature, 5, 0, 0, 1),
    Expected(.outOfRange, 6, 0, 0, 1, at: 400, 30),
    Expected(.swappedCoordinates, 7, 0, 0, 0, at: 30, 136),
    Expected(.projectedCoordinates, 8, 0, 0, 0, at: -4_000, 40_000),
    Expected(.noShape, 9),
    Expected(.selfIntersection, 10, 0, 0, 0, at: 139.2, 30.2, severity: "warning"),
    Expected(.ringSelfIntersection, 11, 0, 0, 6, at: 130.2, 31.2, severity: "warning"),
    Expected(.ringsByDepth, 12, 0, 1, at: 131.6, 31.8, severity: "warning"),
    Expected(.ringWinding, 12, 1, 0, severity: "note"),
    Expected(.nestedShells, 14, 1, 0, 0, at: 133.2, 31.2, severity: "warning"),
    Expected(.disconnectedInterior, 15, 0, 1, 2, at: 134.4, 31.8, severity: "warning"),
    // Between 16 and 17, 18 and 19, 20 and 21.
    Expected(.overlap, 16, at: 135.4, 31, severity: "warning"),
    Expected(.gap, 18, at: 137.3999, 31.3, severity: "warning"),
    Expected(.unmatchedEdge, 20, at: 139.4, 31.2, severity: "warning"),
    Expected(.noKey, 22, at: 130, 32, severity: "warning"),
    Expected(.severalNames, 24, at: 132, 32, severity: "warning"),
    Expected(.suspiciousEncoding, 25, severity: "warning"),
  ]

  static var geoJSON: String { GeoJSONText.collection(features) }

  private static func feature(_ code: String?, _ name: String, _ geometry: String) -> String {
    let key = code.map { "\"\($0)\"" } ?? "null"
    return
      "{\"type\":\"Feature\",\"properties\":{\"code\":\(key),\"name\":\"\(name)\"},\"geometry\":\(geometry)}"
  }

  /// Rings in tenths of a degree from the corner of a square degree.
  private static func polygon(_ column: Int, _ row: Int, _ rings: [[(Double, Double)]], closes: Bool = true) -> String {
    "{\"type\":\"Polygon\",\"coordinates\":["
      + rings.map { ring(column, row, $0, closes: closes) }.joined(separator: ",")
      + "]}"
  }

  private static func ring(_ column: Int, _ row: Int, _ points: [(Double, Double)], closes: Bool = true) -> String {
    let closed = closes ? points + points.prefix(1) : points
    return "["
      + closed.map { "[\((Double(130 + column) * 10 + $0.0) / 10),\((Double(30 + row) * 10 + $0.1) / 10)]" }
      .joined(separator: ",") + "]"
  }

  private static func square(_ x: Double, _ y: Double, _ size: Double) -> [(Double, Double)] {
    [(x, y), (x + size, y), (x + size, y + size), (x, y + size)]
  }

  private static func hole(_ x: Double, _ y: Double, _ size: Double) -> [(Double, Double)] {
    square(x, y, size).reversed()
  }

  private static let features = [
    feature("01", "Akagi", polygon(0, 0, [square(0, 0, 4)])),
    feature("02", "Biwa", polygon(1, 0, [square(0, 0, 4)], closes: false)),
    feature("03", "Chino", "{\"type\":\"Polygon\",\"coordinates\":[[[132,30],[132.4,30],[132,30],[132,30]]]}"),
    feature("04", "Daigo", "{\"type\":\"Polygon\",\"coordinates\":[[[133,30],[133.4,30],[1e400,30.4],[133,30]]]}"),
    feature("05", "Ebino", "{\"type\":\"Polygon\",\"coordinates\":[[[134,30],[134.4],[134.4,30.4],[134,30]]]}"),
    feature("06", "Furano", "{\"type\":\"Polygon\",\"coordinates\":[[[135,30],[400,30],[135.4,30.4],[135,30]]]}"),
    feature("07", "Gujo", "{\"type\":\"Polygon\",\"coordinates\":[[[30,136],[30.4,136],[30.4,136.4],[30,136]]]}"),
    feature(
      "08", "Hakuba",
      "{\"type\":\"Polygon\",\"coordinates\":[[[-4000,40000],[-3000,40000],[-3000,41000],[-4000,40000]]]}"),
    feature("09", "Iwami", "null"),
    feature("10", "Joetsu", polygon(9, 0, [[(0, 0), (4, 4), (4, 0), (0, 4)]])),
    feature("11", "Kiso", polygon(0, 1, [[(0, 0), (4, 0), (4, 4), (2, 2), (4, 8), (0, 8), (2, 2), (0, 4)]])),
    feature("12", "Leno", polygon(1, 1, [square(0, 0, 4), hole(6, 6, 2)])),
    feature("13", "Miki", polygon(2, 1, [square(0, 0, 9), hole(1, 1, 7)])),
    feature(
      "14", "Nara",
      "{\"type\":\"MultiPolygon\",\"coordinates\":[[\(ring(3, 1, square(0, 0, 9)))],[\(ring(3, 1, square(2, 2, 2)))]]}"),
    feature(
      "15", "Otsu",
      polygon(4, 1, [[(0, 0), (4, 0), (8, 0), (8, 8), (4, 8), (0, 8)], [(4, 0), (3, 4), (4, 8), (5, 4)]])),
    feature("16", "Rikuzen", polygon(5, 1, [[(0, 0), (5, 0), (5, 4), (0, 4)]])),
    feature("17", "Sado", polygon(5, 1, [[(4, 0), (9, 0), (9, 4), (4, 4)]])),
    feature("18", "Toyo", polygon(7, 1, [[(0, 0), (4, 0), (4, 2), (3.999, 3), (4, 4), (0, 4)]])),
    feature("19", "Uwa", polygon(7, 1, [[(4, 0), (8, 0), (8, 4), (4, 4), (4, 2)]])),
    feature("20", "Wajima", polygon(9, 1, [[(0, 0), (4, 0), (4, 4), (0, 4)]])),
    feature("21", "Yame", polygon(9, 1, [[(4, 0), (8, 0), (8, 4), (4, 4), (4, 2)]])),
    feature(nil, "Zama", polygon(0, 2, [square(0, 0, 4)])),
    feature("24", "Aioi", polygon(1, 2, [square(0, 0, 4)])),
    feature("24", "Aoi", polygon(2, 2, [square(0, 0, 4)])),
    feature("26", "MÃ©guro", polygon(3, 2, [square(0, 0, 4)])),
  ]
}
