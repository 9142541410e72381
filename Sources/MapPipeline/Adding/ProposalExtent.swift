/// A box in degrees of longitude and latitude, from which `MapProposal` estimates the size of a map.
///
/// ±180° is an edge like any other: land on both sides of it counts as far apart. A new box is empty.
struct ProposalExtent {
  private var west = Double.infinity
  private var south = Double.infinity
  private var east = -Double.infinity
  private var north = -Double.infinity

  /// Extends the box to a location in degrees.
  mutating func extend(longitude: Double, latitude: Double) {
    west = min(west, longitude)
    east = max(east, longitude)
    south = min(south, latitude)
    north = max(north, latitude)
  }

  /// The largest box, extended by those near it: from the larger to the smaller ones, by each whose gap to the extended
  /// box is at most half of its diagonal. Empty if there are no boxes.
  /// - Complexity: O(n log n)
  static func main(of boxes: [ProposalExtent]) -> ProposalExtent {
    let sorted = boxes.sorted { ($0.area, $0.west, $0.south) > ($1.area, $1.west, $1.south) }
    guard var main = sorted.first else { return ProposalExtent() }
    for box in sorted.dropFirst() where main.isNear(box) {
      main.extend(longitude: box.west, latitude: box.south)
      main.extend(longitude: box.east, latitude: box.north)
    }
    return main
  }

  /// The longer side in meters on the ground, to about 1 % up to 70° of latitude; 0 for an empty box.
  var longerSide: Double {
    guard west <= east else { return 0 }
    return max((east - west) * cosine, north - south) * 111_000
  }

  /// In square degrees of latitude.
  private var area: Double { west <= east ? (east - west) * cosine * (north - south) : 0 }

  /// The cosine of the middle latitude, computed by its series, so that every machine proposes the same.
  private var cosine: Double {
    let middle = (south + north) / 2 * .pi / 180
    return max(0.05, 1 - middle * middle / 2 + middle * middle * middle * middle / 24)
  }

  private func isNear(_ other: ProposalExtent) -> Bool {
    let scale = cosine
    let gapX = max(0, other.west - east, west - other.east) * scale
    let gapY = max(0, other.south - north, south - other.north)
    let (width, height) = ((east - west) * scale, north - south)
    return gapX * gapX + gapY * gapY <= (width * width + height * height) / 4
  }
}
