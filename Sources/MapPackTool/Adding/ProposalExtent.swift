import MapPackFeatures

/// A box in degrees of longitude and latitude, from which `MapProposal` estimates the size and the bounds of a map.
///
/// ±180° is an edge like any other: land on both sides of it counts as far apart. A new box is empty.
struct ProposalExtent {
  private(set) var west = Double.infinity
  private(set) var south = Double.infinity
  private(set) var east = -Double.infinity
  private(set) var north = -Double.infinity

  /// The boxes of the polygons, lines or points of some features.
  ///
  /// Vertices at longitude 0 and latitude 0 do not count if everything else lies far from there: devices and programs
  /// write zeros where they know no location.
  /// - Complexity: O(vertices)
  static func boxes(of features: [Int], in table: FeatureTable) -> [ProposalExtent] {
    var boxes: [ProposalExtent] = []
    var zero = ProposalExtent()
    for feature in features {
      for polygon in table.polygons(of: feature) {
        var box = ProposalExtent()
        for vertex in table.vertices(ofRing: table.shell(of: polygon)) {
          let (longitude, latitude) = (table.longitude[vertex], table.latitude[vertex])
          if max(abs(longitude), abs(latitude)) <= Self.zeroReach {
            zero.extend(longitude: longitude, latitude: latitude)
          } else {
            box.extend(longitude: longitude, latitude: latitude)
          }
        }
        if !box.isEmpty { boxes.append(box) }
      }
    }
    var all = ProposalExtent()
    for box in boxes { all.extend(to: box) }
    guard !zero.isEmpty else { return boxes }
    let isFar = !all.isEmpty && all.gap(to: zero) > Self.farFromZero && !boxes.contains { $0.isNear(zero) }
    return isFar ? boxes : boxes + [zero]
  }

  /// How near to longitude 0 and latitude 0 a vertex counts as lying there, in degrees: about a kilometer.
  private static let zeroReach = 0.01
  /// How far from there, in degrees, a map lies that has no vertex there in earnest.
  private static let farFromZero = 5.0

  var isEmpty: Bool { west > east }

  /// Extends the box to a location in degrees.
  mutating func extend(longitude: Double, latitude: Double) {
    west = min(west, longitude)
    east = max(east, longitude)
    south = min(south, latitude)
    north = max(north, latitude)
  }

  /// Extends the box to another one, which is not empty.
  mutating func extend(to box: ProposalExtent) {
    extend(longitude: box.west, latitude: box.south)
    extend(longitude: box.east, latitude: box.north)
  }

  /// The largest box, extended by those near it: from the larger to the smaller ones, by each whose gap to the extended
  /// box is at most half of its diagonal. Empty if there are no boxes.
  /// - Complexity: O(n log n)
  static func main(of boxes: [ProposalExtent]) -> ProposalExtent {
    let sorted = boxes.sorted { ($0.area, $0.west, $0.south) > ($1.area, $1.west, $1.south) }
    guard var main = sorted.first else { return ProposalExtent() }
    for box in sorted.dropFirst() where main.isNear(box) { main.extend(to: box) }
    return main
  }

  /// The longer side in meters on the ground, to about 1 % up to 70° of latitude; 0 for an empty box.
  var longerSide: Double {
    guard !isEmpty else { return 0 }
    return max((east - west) * cosine, north - south) * 111_000
  }

  /// The box as bounds in a pipeline file are written: west, south, east, north.
  var text: String { ExpectedBounds(west: west, south: south, east: east, north: north).text }

  /// Whether another box is this one with longitude and latitude exchanged, to a twentieth of its longer side.
  func isSwapped(_ other: ProposalExtent) -> Bool {
    let reach = max(east - west, north - south) / 20
    return [other.west - south, other.south - west, other.east - north, other.north - east].allSatisfy {
      abs($0) <= reach
    }
  }

  /// In square degrees of latitude.
  private var area: Double { isEmpty ? 0 : (east - west) * cosine * (north - south) }

  /// The cosine of the middle latitude, computed by its series, so that every machine proposes the same.
  private var cosine: Double {
    let middle = (south + north) / 2 * .pi / 180
    return max(0.05, 1 - middle * middle / 2 + middle * middle * middle * middle / 24)
  }

  /// How far apart two boxes are, in degrees of latitude; 0 if they meet.
  private func gap(to other: ProposalExtent) -> Double {
    let x = max(0, other.west - east, west - other.east) * cosine
    let y = max(0, other.south - north, south - other.north)
    return (x * x + y * y).squareRoot()
  }

  private func isNear(_ other: ProposalExtent) -> Bool {
    let (width, height) = ((east - west) * cosine, north - south)
    return 2 * gap(to: other) <= (width * width + height * height).squareRoot()
  }
}
