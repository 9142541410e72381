import Foundation
import MapPack
import MapPackCoverage
import MapPackFeatures
import MapPackGeometry
import MapPackIngest
import MapPackMerge

/// The boxes of a proposal: ±180° is an edge like any other, so land on both sides of it counts as far apart.
extension Bounds {
  package init(of feature: Int, in table: FeatureTable) {
    self.init()
    extend(to: feature, of: table)
  }

  /// The boxes of the polygons, lines or points of some features. Vertices at longitude 0 and latitude 0 do not count
  /// if everything else lies far from there: devices and programs write zeros where they know no location.
  package static func boxes(of features: [Int], in table: FeatureTable) -> [Bounds] {
    var boxes: [Bounds] = []
    var zero = Bounds()
    for feature in features {
      for polygon in table.polygons(of: feature) {
        var box = Bounds()
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
    var all = Bounds()
    for box in boxes { all.extend(to: box) }
    guard !zero.isEmpty else { return boxes }
    let isFar = !all.isEmpty && all.gap(to: zero) > Self.farFromZero && !boxes.contains { $0.isNear(zero) }
    return isFar ? boxes : boxes + [zero]
  }

  /// How near to longitude 0 and latitude 0 a vertex counts as lying there, in degrees: about a kilometer.
  private static let zeroReach = 0.01
  /// How far from there, in degrees, a map lies that has no vertex there in earnest.
  private static let farFromZero = 5.0

  /// By all vertices of a feature.
  package mutating func extend(to feature: Int, of table: FeatureTable) {
    let rings = table.rings(ofAll: table.polygons(of: feature))
    for vertex in table.vertexStart[rings.lowerBound]..<table.vertexStart[rings.upperBound] {
      extend(longitude: table.longitude[vertex], latitude: table.latitude[vertex])
    }
  }

  /// The box of the main part: of the largest box and what is not far from it for its size (`PartBox`). Empty if there are
  /// no boxes.
  /// - Parameter byLength: whether the size of a box is its diagonal, as that of lines, else its area.
  package static func main(of boxes: [Bounds], byLength: Bool) -> Bounds {
    guard let cosine = boxes.union?.cosine else { return Bounds() }
    let parts = boxes.map { box in
      let part = PartBox(minX: box.west * cosine, minY: box.south, maxX: box.east * cosine, maxY: box.north)
      return (box: part, size: byLength ? part.squaredDiagonal.squareRoot() : part.width * part.height)
    }
    let sorted = parts.sorted { ($0.size, $0.box.minX, $0.box.minY) > ($1.size, $1.box.minX, $1.box.minY) }
    let main = PartBox(ofMain: sorted.map(\.box), sizes: sorted.map(\.size))
    return Bounds(west: main.minX / cosine, south: main.minY, east: main.maxX / cosine, north: main.maxY)
  }

  /// In meters on the ground, to about 1 % up to 70° of latitude; 0 for an empty box.
  var size: (width: Double, height: Double) {
    guard !isEmpty else { return (0, 0) }
    let degree = WebMercator.metersPerDegreeAtEquator
    return ((east - west) * cosine * degree, (north - south) * degree)
  }

  /// Whether another box is this one with longitude and latitude exchanged, to a twentieth of its longer side.
  package func isSwapped(_ other: Bounds) -> Bool {
    let reach = max(east - west, north - south) / 20
    return [other.west - south, other.south - west, other.east - north, other.north - east].allSatisfy {
      abs($0) <= reach
    }
  }

  /// The cosine of the middle latitude, computed by its series, so that every machine proposes the same.
  private var cosine: Double {
    let middle = (south + north) / 2 * .pi / 180
    return max(0.05, 1 - middle * middle / 2 + middle * middle * middle * middle / 24)
  }

  /// How far apart two boxes are, in degrees of latitude; 0 if they meet.
  private func gap(to other: Bounds) -> Double {
    let x = max(0, other.west - east, west - other.east) * cosine
    let y = max(0, other.south - north, south - other.north)
    return (x * x + y * y).squareRoot()
  }

  func isNear(_ other: Bounds) -> Bool {
    let (width, height) = ((east - west) * cosine, north - south)
    return 2 * gap(to: other) <= (width * width + height * height).squareRoot()
  }
}
