/// GeoJSON as text, for the files that tests write.
enum GeoJSONText {
  /// A collection in which each feature has a line of its own.
  static func collection(_ features: [String]) -> String {
    "{\"type\":\"FeatureCollection\",\"features\":[\n" + features.joined(separator: ",\n") + "\n]}\n"
  }

  /// A feature whose properties are texts without a quotation mark.
  static func feature(_ properties: KeyValuePairs<String, String>, _ geometry: String) -> String {
    let properties = properties.map { "\"\($0)\":\"\($1)\"" }.joined(separator: ",")
    return #"{"type":"Feature","properties":{\#(properties)},"geometry":\#(geometry)}"#
  }

  /// A polygon of rings that are written as they are given.
  static func polygon(_ rings: [[(Double, Double)]]) -> String {
    let rings = rings.map { "[" + $0.map { "[\($0.0),\($0.1)]" }.joined(separator: ",") + "]" }
    return #"{"type":"Polygon","coordinates":[\#(rings.joined(separator: ","))]}"#
  }

  static func polygon(_ ring: [(Double, Double)]) -> String { polygon([ring]) }

  /// A polygon of one ring, closed, from its southwest corner on.
  static func box(_ west: Double, _ south: Double, _ east: Double, _ north: Double) -> String {
    polygon([(west, south), (east, south), (east, north), (west, north), (west, south)])
  }

  static func square(_ west: Double, _ south: Double, _ side: Double) -> String {
    box(west, south, west + side, south + side)
  }
}
