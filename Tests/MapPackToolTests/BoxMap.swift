import Foundation
import TestSupport

/// A map of boxes in thousandths of a degree, as GeoJSON text: the smallest map in which regions merge and split.
struct BoxMap {
  struct Box: Hashable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int

    init(_ x: Int, _ y: Int, _ width: Int, _ height: Int) {
      (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }
  }

  struct Region {
    var code: String
    var name: String
    var boxes: [Box]
  }

  var regions: [Region]

  init(_ regions: [(code: String, name: String, boxes: [Box])]) {
    self.regions = regions.map { Region(code: $0.code, name: $0.name, boxes: $0.boxes) }
  }

  /// A feature for each box, in another order and from another vertex if there is a seed.
  func geoJSON(shuffledBy seed: UInt64? = nil) -> String {
    var random = SplitMix64(seed: seed ?? 0)
    var features: [String] = []
    for region in regions {
      for box in region.boxes {
        let (right, top) = (box.x + box.width, box.y + box.height)
        var ring = [(box.x, box.y), (right, box.y), (right, top), (box.x, top)]
        if seed != nil {
          let first = Int.random(in: 0..<4, using: &random)
          ring = Array(ring[first...] + ring[..<first])
        }
        ring.append(ring[0])
        let degrees: [(Double, Double)] = ring.map { x, y in (137 + Double(x) / 1000, 34 + Double(y) / 1000) }
        let polygon = GeoJSONText.polygon(degrees)
        features.append(GeoJSONText.feature(["code": region.code, "name": region.name], polygon))
      }
    }
    if seed != nil { features.shuffle(using: &random) }
    return GeoJSONText.collection(features)
  }
}
