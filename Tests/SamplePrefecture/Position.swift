/// A position on the sheet that the prefecture is drawn on: kilometers to the east and north of the sheet's middle.
struct Position: Hashable {
  var x: Double
  var y: Double

  func distance(to other: Position) -> Double {
    let (dx, dy) = (x - other.x, y - other.y)
    return (dx * dx + dy * dy).squareRoot()
  }

  /// The position at a share of the way to another.
  func moved(_ share: Double, to other: Position) -> Position {
    Position(x: x + share * (other.x - x), y: y + share * (other.y - y))
  }
}
