/// Where the land is: strokes of a brush on the sea, their edges frayed by noise into bays, capes and islands.
struct Relief {
  /// A straight stroke that ends `width` from its line.
  struct Stroke {
    var from: Position
    var to: Position
    var width: Double

    init(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double, width: Double) {
      from = Position(x: x0, y: y0)
      to = Position(x: x1, y: y1)
      self.width = width
    }

    /// 0 at the edge, more inside and less outside; a broad stroke is the gentler slope.
    func height(at position: Position) -> Double {
      let (dx, dy) = (to.x - from.x, to.y - from.y)
      let length = dx * dx + dy * dy
      let along = length == 0 ? 0 : ((position.x - from.x) * dx + (position.y - from.y) * dy) / length
      let nearest = from.moved(min(max(along, 0), 1), to: to)
      return (width - position.distance(to: nearest)) / (3 + 0.2 * width)
    }
  }

  var land: [Stroke]
  var lakes: [Stroke]

  private static let bendEast = Noise(seed: 11, wavelength: 26, octaves: 6)
  private static let bendNorth = Noise(seed: 23, wavelength: 26, octaves: 6)
  private static let hills = Noise(seed: 37, wavelength: 11, octaves: 7)
  /// So low that no hill reaches the surface.
  private static let abyss = -1.9

  /// Above 0 on land, below in water.
  func height(at position: Position) -> Double {
    let bent = Position(
      x: position.x + 5 * Self.bendEast.height(at: position), y: position.y + 5 * Self.bendNorth.height(at: position))
    let ground = land.reduce(Self.abyss) { max($0, $1.height(at: bent)) }
    guard ground > Self.abyss else { return Self.abyss }
    let hill = Self.hills.height(at: position)
    return lakes.reduce(min(ground, 1.1) + 1.25 * hill) { min($0, 0.4 * hill - $1.height(at: position)) }
  }
}
