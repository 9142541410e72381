/// The way from a corner of a square of the index along its meridian, and then along a parallel, to a location.
///
/// All of it lies an infinitely small ε to the east of its coordinates, and ε² to the south. So it passes through no
/// vertex and along no border. The regions that it enters and leaves say in which one the location lies: see
/// `PackStorage.slot(at:)`.
struct LocationWay {
  /// Where the way begins.
  let corner: CellLocation
  /// The bend, on the corner's meridian and the location's parallel.
  private let bend: CellLocation
  /// Where the way ends.
  let location: CellLocation

  init(corner: CellLocation, location: CellLocation) {
    self.corner = corner
    self.location = location
    bend = CellLocation(x: corner.x, y: location.y, restX: corner.restX, restY: location.restY)
  }

  /// Whether the way crosses the segment an odd number of times: with exactly one of its two legs. Exact.
  @inline(__always)
  func crosses(_ segment: CellSegment) -> Bool {
    var isOdd = false
    if segment.meetsParallel(of: location), !segment.isWest(of: bend), segment.isWest(of: location) { isOdd.toggle() }
    if segment.meetsMeridian(of: bend), !segment.isNorth(of: corner), segment.isNorth(of: bend) { isOdd.toggle() }
    return isOdd
  }
}
