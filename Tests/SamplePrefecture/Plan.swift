/// What the prefecture is to be: its land, its municipalities and the ground won from the sea.
struct Plan {
  var relief: Relief
  var municipalities: [Municipality]
  /// Two corners of the ground. All its sides follow the lines of the lattice, so that they are straight.
  var reclaimed: (southWest: Position, northEast: Position)

  private static let bendEast = Noise(seed: 51, wavelength: 9, octaves: 6)
  private static let bendNorth = Noise(seed: 67, wavelength: 9, octaves: 6)

  /// The municipality with the nearest seat, and how much nearer it is than the next municipality's.
  func municipality(at position: Position) -> (index: Int, lead: Double) {
    let bent = Position(
      x: position.x + 3 * Self.bendEast.height(at: position), y: position.y + 3 * Self.bendNorth.height(at: position))
    var nearest = (index: 0, distance: Double.infinity)
    var next = Double.infinity
    for (index, municipality) in municipalities.enumerated() {
      let distance = municipality.distance(to: bent)
      if distance < nearest.distance {
        next = nearest.distance
        nearest = (index, distance)
      } else {
        next = min(next, distance)
      }
    }
    return (nearest.index, next - nearest.distance)
  }

  func isReclaimed(_ position: Position) -> Bool {
    // A line of the lattice leans so far east on its way north: the tangent of 30°.
    func across(_ position: Position) -> Double { position.x - 0.5773502691896258 * position.y }
    return position.y > reclaimed.southWest.y && position.y < reclaimed.northEast.y
      && across(position) > across(reclaimed.southWest) && across(position) < across(reclaimed.northEast)
  }
}
