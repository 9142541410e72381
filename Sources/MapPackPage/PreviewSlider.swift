import Foundation
import MapPackCoverage
import MapPackFeatures

/// What a slider of the page can be set to. The field beside it takes other values too.
package struct PreviewSlider: Encodable {
  /// What a pipeline file has at each stop, from the least to the most.
  package var stops: [String]
  /// Why less than the first stop, and more than the last, is not taken; `nil` if it is.
  package var below: String?
  package var above: String?
}

extension PreviewSlider {
  /// - Parameter text: what is written for a number. If some stops have one text, they are one.
  private init(_ least: Double, _ most: Double, text: (Double) -> String) {
    stops = (0...300).map { text(min(least * pow(most / least, Double($0) / 300), most)) }
      .reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }

  private static func length(from least: Double, to most: Double) -> PreviewSlider {
    // With two digits, and so each power of ten among them.
    PreviewSlider(least, most) { meters in
      let step = pow(10, log10(meters).rounded(.down) - 1)
      return Quantity.length(meters: (meters / step).rounded() * step).typed
    }
  }

  package static let leastShare = 0.0005

  package static func share(from least: Double) -> PreviewSlider {
    PreviewSlider(min(max(least, leastShare), 0.999), 1, text: Quantity.typedShare)
  }

  /// Sizes have two digits, of which the last is rounded up, so that no pack is larger.
  package static func size(from least: Int, to most: Int) -> PreviewSlider {
    PreviewSlider(Double(least), Double(most)) { bytes in
      let step = pow(10, max(log10(bytes).rounded(.down) - 1, 0))
      let size = Int((bytes / step).rounded(.up) * step)
      return size < 10_000 ? "\(size) B" : "\(size / 1000) KB"
    }
  }

  /// The ends of the slider of tolerances, in meters.
  private static func ends(for map: Coverage) -> (least: Double, most: Double) {
    (max(map.side / 100_000, 0.1), max(map.side / 10, 10))
  }

  /// Eight tolerances from end to end of their slider; none for points.
  package static func tolerances(of map: Coverage) -> [Double] {
    let (least, most) = ends(for: map)
    return map.kind == .points ? [] : (0...7).map { least * pow(most / least, Double($0) / 7) }
  }

  /// The sliders of a merged map, as far as they do not depend on the settings.
  package static func all(for map: Coverage) -> [String: PreviewSlider] {
    var repair = length(from: 0.01, to: max(map.side / 50, 10))
    repair.stops.insert("", at: 0)
    return [
      "tolerance": length(from: ends(for: map).least, to: ends(for: map).most),
      "zoom": PreviewSlider(stops: (0...18).map(String.init)), "keep": share(from: 0),
      "size": size(from: 500, to: max(6 * map.arcs.distinctVertexCount, 2000)), "repair": repair,
    ]
  }
}
