/// A buffer of map points, which a `PointSink` fills.
protocol PointBuffer {
  var points: ContiguousArray<MapPoint> { get set }

  /// A buffer without any memory. It stands in while another one is moved out, and must not be used.
  init(empty: Void)
}
