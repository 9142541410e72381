import MapPackFeatures

/// Random lines from a seed: rough ways between the nodes of a lattice, as railways are published.
///
/// Ways meet in nodes, several regions share a way, ways cross without a vertex, some are loops, and some features run
/// backwards.
package struct RandomLines {
  package typealias Position = RandomCoverage.Position

  /// A feature as in a source.
  package struct Feature: Sendable {
    package var code: String
    package var lines: [[Position]]

    package init(code: String, lines: [[Position]]) {
      self.code = code
      self.lines = lines
    }
  }

  package var features: [Feature] = []

  package init(seed: UInt64, ways: Int = 24, verticesPerWay: Int = 40) {
    var random = SplitMix64(seed: seed)
    func unit() -> Double { Double.random(in: -1...1, using: &random) }
    let size = 4
    func node(_ index: Int) -> Position {
      Position(x: 135 + Double(index % size) * 0.1, y: 35 + Double(index / size) * 0.1)
    }
    for way in 0..<ways {
      let (from, to) = (
        Int.random(in: 0..<size * size, using: &random), Int.random(in: 0..<size * size, using: &random)
      )
      let (a, b) = (node(from), node(to))
      var line = [a]
      for step in 1..<verticesPerWay {
        let share = Double(step) / Double(verticesPerWay)
        let rough = 0.004 * (share * (1 - share)).squareRoot()
        // A loop would not leave its node otherwise.
        let bulge = from == to ? 0.04 * share * (1 - share) * 4 : 0
        line.append(
          Position(x: a.x + (b.x - a.x) * share + rough * unit() + bulge, y: a.y + (b.y - a.y) * share + rough * unit())
        )
      }
      line.append(b)
      if Bool.random(using: &random) { line.reverse() }
      let code = "\(Int.random(in: 0..<8, using: &random))"
      if way % 3 == 0 {
        // Two sections.
        features.append(Feature(code: code, lines: [Array(line[..<20])]))
        features.append(Feature(code: code, lines: [Array(line[19...].reversed())]))
      } else {
        features.append(Feature(code: code, lines: [line]))
      }
      // Another region runs on a stretch of the same way, backwards.
      if way % 5 == 0 { features.append(Feature(code: "shared", lines: [Array(line[8..<30].reversed())])) }
    }
  }

  /// The same lines with features in another order.
  package func shuffled(seed: UInt64) -> RandomLines {
    var random = SplitMix64(seed: seed)
    var lines = self
    lines.features.shuffle(using: &random)
    return lines
  }

  /// The lines as a feature table, as `ingest` would make it.
  package var table: FeatureTable {
    FeatureTable(
      .lines, path: "lines.geojson", fields: ["CODE": features.map { .text($0.code) }],
      polygons: features.map { $0.lines.map { [$0.map { ($0.x, $0.y) }] } })
  }
}
