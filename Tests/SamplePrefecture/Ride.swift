import TestSupport

/// A bicycle ride along the coast, as a phone records it: a point every five seconds, each a little off, pauses in which the
/// points wander, a point far away, and a tunnel without any.
struct Ride {
  struct Point {
    var position: Position
    /// In meters.
    var height: Double
    /// Seconds since midnight.
    var time: Int
  }

  /// One before the tunnel, one behind it.
  var segments: [[Point]] = []

  private static let stops = [
    Position(x: 4, y: 5), Position(x: -2, y: 9), Position(x: -7, y: 4), Position(x: -9, y: 0),
    Position(x: -13, y: -6), Position(x: -11, y: -13), Position(x: -14, y: -20), Position(x: -11, y: -26),
  ]
  private static let hills = Noise(seed: 131, wavelength: 4, octaves: 4)

  init() {
    var random = SplitMix64(seed: 9)
    var time = 8 * 3_600
    var segment: [Point] = []
    var last: Position?
    /// Adds a point that is off by up to so many kilometers.
    func record(_ position: Position, off: Double) {
      let height = (1 + Self.hills.height(at: position)) * 40
      let moved = Position(
        x: position.x + random.share(in: -off...off), y: position.y + random.share(in: -off...off))
      segment.append(Point(position: moved, height: max(1, height), time: time))
      time += 5
    }
    for leg in 0..<Self.stops.count - 1 {
      for position in Railways.curve(Self.stops, from: leg) {
        // From 3 to 7 meters a second.
        let speed = random.share(in: 0.015...0.035)
        let start = last ?? position
        let count = Int(start.distance(to: position) / speed)
        for step in 0..<count { record(start.moved(Double(step) / Double(count), to: position), off: 0.004) }
        last = position
      }
      guard let here = last else { continue }
      switch leg {
      case 1, 5: for _ in 0..<25 { record(here, off: 0.009) }
      case 2: record(Position(x: here.x + 0.3, y: here.y - 0.2), off: 0)
      case 3:
        segments.append(segment)
        segment = []
        time += 240
      default: break
      }
    }
    segments.append(segment)
  }
}
