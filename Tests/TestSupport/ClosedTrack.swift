import MapPackGeometry

/// A closed track as a satellite receiver records it: steps of about ten meters in cells of a centimeter, a heading
/// that wanders, positions that scatter by a meter. It may cross itself, and all its vertices differ.
package func closedTrack(vertices: Int, seed: UInt64) -> [GridPoint] {
  var random = SplitMix64(seed: seed)
  var x: [Double] = [0]
  var y: [Double] = [0]
  var heading = (x: 1.0, y: 0.0)
  for _ in 0..<vertices {
    // Turns without sine and cosine, so that every machine makes the same track.
    let turn = Double.random(in: -0.3...0.3, using: &random)
    let turned = (x: heading.x - turn * heading.y, y: heading.y + turn * heading.x)
    let length = (turned.x * turned.x + turned.y * turned.y).squareRoot()
    heading = (turned.x / length, turned.y / length)
    let step = Double.random(in: 800...1200, using: &random)
    x.append(x[x.count - 1] + step * heading.x)
    y.append(y[y.count - 1] + step * heading.y)
  }
  // The gap between the end and the start is distributed over all steps.
  var points: [GridPoint] = []
  var seen: Set<GridPoint> = []
  for vertex in 0..<vertices {
    let share = Double(vertex) / Double(vertices)
    var point = GridPoint(
      x: Int32((x[vertex] - share * x[vertices] + .random(in: -100...100, using: &random)).rounded()),
      y: Int32((y[vertex] - share * y[vertices] + .random(in: -100...100, using: &random)).rounded()))
    while !seen.insert(point).inserted { point.x += 1 }
    points.append(point)
  }
  return points
}
