/// What the numbers in a buffer of rings or lines mean.
public enum MapCoordinates: Hashable, Sendable, CaseIterable {
  /// x to the east and y to the south in map points, as in MapKit's `MKMapPoint`.
  case mapPoints
  /// Longitude to the east and latitude to the north in degrees. Where x runs past the world's eastern edge,
  /// longitudes run past 180.
  case degrees
}

extension MapCoordinates {
  /// Turns map points, from a place of the column on, into these coordinates.
  func convert(_ column: inout ContiguousArray<Double>, from start: Int) {
    guard self == .degrees else { return }
    for place in stride(from: start, to: column.count - 1, by: 2) {
      column[place] = WebMercator.longitude(x: column[place])
      column[place + 1] = WebMercator.latitude(y: column[place + 1])
    }
  }
}
