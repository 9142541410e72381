extension RandomCoverage {
  /// The map with the faults of published data: borders that cross, overlap and miss each other, vertices that one
  /// neighbor lacks, rings that cross themselves, spikes, features that come twice.
  ///
  /// If the first code gets the land that several regions claim, no region is lost: regions that consist of nests only
  /// stay as they are, and all others are larger than any fault.
  package func dirty(using random: inout SplitMix64) -> RandomCoverage {
    var copy = self
    for _ in 0..<(2 + features.count / 4) {
      let f = Int.random(in: 0..<copy.features.count, using: &random)
      guard copy.features[f].code.hasPrefix("01") else { continue }
      switch Int.random(in: 0..<7, using: &random) {
      case 0: copy.repeatFeature(f, using: &random)
      case 1: copy.moveFeature(f, by: 0.01 * options.cell, using: &random)
      case 2: copy.moveVertices(of: f, by: 0.0003 * options.cell, using: &random)
      case 3: copy.changeRing(of: f, using: &random) { ring, _ in Self.thin(&ring) }
      case 4: copy.changeRing(of: f, using: &random) { ring, k in ring.swapAt(k, (k + 1) % ring.count) }
      case 5: copy.changeRing(of: f, using: &random) { ring, k in Self.addSpike(&ring, at: k) }
      default: copy.changeRing(of: f, using: &random) { ring, k in Self.addMiddle(&ring, at: k) }
      }
    }
    return copy
  }

  /// Repeats a feature under its own code or a later one. The earlier code keeps what both claim.
  private mutating func repeatFeature(_ f: Int, using random: inout SplitMix64) {
    var twin = features[f]
    let later = codes.filter { !$0.utf8.lexicographicallyPrecedes(twin.code.utf8) }
    twin.code = later[Int.random(in: 0..<later.count, using: &random)]
    features.insert(twin, at: Int.random(in: 0...features.count, using: &random))
  }

  private mutating func moveFeature(_ f: Int, by distance: Double, using random: inout SplitMix64) {
    let dx = Double.random(in: -distance...distance, using: &random)
    let dy = Double.random(in: -distance...distance, using: &random)
    change(f) { Position(x: $0.x + dx, y: $0.y + dy) }
  }

  private mutating func moveVertices(of f: Int, by distance: Double, using random: inout SplitMix64) {
    change(f) {
      Position(
        x: $0.x + .random(in: -distance...distance, using: &random),
        y: $0.y + .random(in: -distance...distance, using: &random))
    }
  }

  private mutating func change(_ f: Int, _ body: (Position) -> Position) {
    features[f].polygons = features[f].polygons.map { $0.map { $0.map(body) } }
  }

  private mutating func changeRing(
    of f: Int, using random: inout SplitMix64, _ body: (inout [Position], Int) -> Void
  ) {
    let p = Int.random(in: 0..<features[f].polygons.count, using: &random)
    let r = Int.random(in: 0..<features[f].polygons[p].count, using: &random)
    guard features[f].polygons[p][r].count >= 5 else { return }
    let k = Int.random(in: 0..<features[f].polygons[p][r].count, using: &random)
    body(&features[f].polygons[p][r], k)
    // A reader would have reversed the ring.
    if (Self.doubledArea(features[f].polygons[p][r]) > 0) != (r == 0) { features[f].polygons[p][r].reverse() }
  }

  /// Removes every third vertex, which the neighbor's border keeps.
  private static func thin(_ ring: inout [Position]) {
    ring = ring.enumerated().filter { $0.offset % 3 != 1 }.map(\.element)
  }

  /// Adds a spike at right angles to an edge, out and back.
  private static func addSpike(_ ring: inout [Position], at k: Int) {
    let a = ring[k]
    let b = ring[(k + 1) % ring.count]
    ring.insert(contentsOf: [Position(x: a.x - (b.y - a.y), y: a.y + (b.x - a.x)), a], at: k + 1)
  }

  /// Adds a vertex in the middle of an edge, rounded to a Double.
  private static func addMiddle(_ ring: inout [Position], at k: Int) {
    let a = ring[k]
    let b = ring[(k + 1) % ring.count]
    ring.insert(Position(x: (a.x + b.x) / 2, y: (a.y + b.y) / 2), at: k + 1)
  }

  private static func doubledArea(_ ring: [Position]) -> Double {
    guard let origin = ring.first else { return 0 }
    var sum = 0.0
    for k in ring.indices {
      let a = ring[k]
      let b = ring[(k + 1) % ring.count]
      sum += (a.x - origin.x) * (b.y - origin.y) - (b.x - origin.x) * (a.y - origin.y)
    }
    return sum
  }
}
