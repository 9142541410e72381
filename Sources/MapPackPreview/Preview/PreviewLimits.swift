import MapPackFeatures
import MapPackPage
import MapPackRun

/// What the page is told about how far its settings can go.
struct PreviewLimits: Encodable {
  /// By share and by size.
  var sliders: [String: PreviewSlider]
  /// How many vertices stay if all that may go are to go.
  var floor: Int
  /// How many vertices may go, and how many may not.
  var removable: Int
  var fixed: Int
  /// A tolerance in meters, and the bytes of the pack, at each point.
  var curve: [[Double]]

  init(_ limits: SimplifyLimits) {
    var keep = PreviewSlider.share(from: limits.leastShare)
    if limits.leastShare >= PreviewSlider.leastShare { keep.below = "With less, the map stays the same." }
    keep.above = "There are no more vertices."
    let (least, most) = (limits.bytes.lowerBound, limits.bytes.upperBound)
    var size = PreviewSlider.size(from: least, to: most)
    (size.stops[size.stops.count - 1], size.stops[0]) = ("\(most) B", "\(least) B")
    (size.below, size.above) = (
      "The smallest pack of this map takes \(Figures.grouped(least)) B.",
      "The whole map takes \(Figures.grouped(most)) B."
    )
    (sliders, floor) = (["keep": keep, "size": size], limits.floor)
    curve = limits.curve.map { [$0.tolerance, Double($0.bytes)] }
    (removable, fixed) = (limits.removable, limits.vertices - limits.removable)
  }
}
