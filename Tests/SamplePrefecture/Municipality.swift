/// A municipality of the prefecture, and where it lies.
struct Municipality {
  /// A position whose surroundings belong to the municipality, as far as no other seat reaches there.
  struct Seat {
    var position: Position
    /// How far it reaches compared with others. One that reaches less than those round it makes an enclave.
    var reach: Double

    init(_ x: Double, _ y: Double, reach: Double = 1) {
      position = Position(x: x, y: y)
      self.reach = reach
    }
  }

  var code: String
  /// 郡; a city is in none.
  var district: String?
  var name: String
  /// The share of the shallows before its coast that has a rock, as `Plan.features` counts them.
  var rocks: Double
  var seats: [Seat]

  init(_ code: String, _ district: String?, _ name: String, rocks: Double = 0.02, _ seats: Seat...) {
    self.code = code
    self.district = district
    self.name = name
    self.rocks = rocks
    self.seats = seats
  }

  func distance(to position: Position) -> Double {
    seats.reduce(.infinity) { min($0, position.distance(to: $1.position) / $1.reach) }
  }
}
