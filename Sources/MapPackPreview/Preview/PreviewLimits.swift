import MapPackRun

/// What the page is told about how far its settings can go.
struct PreviewLimits: Encodable {
  struct Span: Encodable {
    var least: Double
    var most: Double
  }

  /// The share of the vertices that may go. Below the least, nothing changes.
  var keep: Span
  /// In bytes.
  var size: Span
  /// How many vertices stay if all that may go are to go.
  var floor: Int
  /// How many vertices may go.
  var removable: Int

  init(_ limits: SimplifyLimits) {
    keep = Span(least: limits.leastShare, most: 1)
    size = Span(least: Double(limits.bytes.lowerBound), most: Double(limits.bytes.upperBound))
    floor = limits.floor
    removable = limits.removable
  }
}
