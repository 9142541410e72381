import Foundation

/// Maps whose cost would show if it followed how thin a region is, or how many lines meet in a point, instead of how many
/// lines there are.
enum Shape: String, CaseIterable {
  /// Regions from one edge of the map to the other.
  case strips
  /// Regions each round the one before, of 64 vertices a coast.
  case rings
  /// Regions that meet in one point.
  case sectors
  /// One region with square holes.
  case holes
  /// One region of square islands.
  case islands
  /// One region that winds round its beginning, four vertices a turn.
  case spiral
  /// One region that winds round its beginning in a smooth curve.
  case roundSpiral = "round-spiral"
  /// One region with long teeth.
  case comb

  typealias Ring = [(x: Double, y: Double)]

  /// Per region its polygons, each a list of rings that do not repeat their first vertex.
  func regions(_ count: Int) -> [[[Ring]]] {
    func square(_ x: Double, _ y: Double, _ side: Double) -> Ring {
      [(x, y), (x + side, y), (x + side, y + side), (x, y + side)]
    }
    func circle(_ radius: Double, _ count: Int) -> Ring {
      (0..<count).map {
        let angle = 2 * Double.pi * Double($0) / Double(count)
        return (135 + radius * cos(angle), 35 + radius * sin(angle))
      }
    }
    func squares() -> [Ring] {
      let rows = Int(Double(count).squareRoot())
      let pitch = 10 / Double(rows)
      return (0..<rows * rows).map { index in
        square(130.3 + pitch * Double(index % rows), 30.3 + pitch * Double(index / rows), 0.4 * pitch)
      }
    }
    switch self {
    case .strips:
      let height = 10 / Double(count)
      return (0..<count).map { index in
        let y = 30 + height * Double(index)
        return [[[(130, y), (140, y), (140, y + height), (130, y + height)]]]
      }
    case .rings:
      return (0..<count).map { index in
        let outer = circle(5 * Double(index + 1) / Double(count), 64)
        return [index == 0 ? [outer] : [outer, circle(5 * Double(index) / Double(count), 64).reversed()]]
      }
    case .sectors:
      let rim = circle(5, count)
      return (0..<count).map { [[[(135, 35), rim[$0], rim[($0 + 1) % count]]]] }
    case .holes: return [[[square(129, 29, 13)] + squares().map { $0.reversed() }]]
    case .islands: return [squares().map { [$0] }]
    case .spiral:
      let turns = max(2, count / 8)
      let pitch = 5 / Double(turns + 2)
      func corner(_ step: Int, _ width: Double) -> (x: Double, y: Double) {
        let reach = 5 - pitch * Double(step) / 4 - width
        return (
          135 + (step % 4 == 1 || step % 4 == 2 ? reach : -reach), 35 + (step % 4 >= 2 ? reach : -reach)
        )
      }
      let steps = 0..<4 * turns
      return [[[steps.map { corner($0, 0) } + steps.reversed().map { corner($0, pitch / 2) }]]]
    case .roundSpiral:
      let steps = max(8, count / 2)
      let turns = max(6, Double(steps).squareRoot() / 6)
      let width = 0.36 * 5 / turns
      func point(_ step: Int, _ width: Double) -> (x: Double, y: Double) {
        let share = Double(step) / Double(steps)
        let radius = 5 * (1 - 0.9 * share) - width
        let angle = 2 * Double.pi * turns * share
        return (135 + radius * cos(angle), 35 + radius * sin(angle))
      }
      return [[[(0..<steps).map { point($0, 0) } + (0..<steps).reversed().map { point($0, width) }]]]
    case .comb:
      let teeth = max(2, count / 4)
      let pitch = 10 / Double(teeth)
      var ring: Ring = [(130, 30), (140, 30)]
      for tooth in (0..<teeth).reversed() {
        let x = 130 + pitch * Double(tooth)
        ring += [(x + pitch, 31), (x + pitch / 2, 31), (x + pitch / 2, 40), (x, 40)]
      }
      return [[[ring]]]
    }
  }

  /// Writes the regions as GeoJSON, with their numbers as `id`.
  func write(_ count: Int, to path: String) throws {
    var text = #"{"type":"FeatureCollection","features":["#
    for (number, polygons) in regions(count).enumerated() {
      let coordinates = polygons.map { rings in
        "["
          + rings.map { ring in
            "[" + (ring + ring.prefix(1)).map { "[\($0.x),\($0.y)]" }.joined(separator: ",") + "]"
          }.joined(separator: ",") + "]"
      }.joined(separator: ",")
      text += number == 0 ? "\n" : ",\n"
      text += #"{"type":"Feature","properties":{"id":"\#(number)"},"#
      text += #""geometry":{"type":"MultiPolygon","coordinates":[\#(coordinates)]}}"#
    }
    text += "\n]}\n"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }
}
