extension RandomCoverage {
  /// The map with the faults that published data has: borders that cross, overlap and miss each other, vertices that
  /// one neighbour lacks, rings that cross themselves, spikes, features that come twice.
  ///
  /// No region is lost where a place that several claim goes to the first code: what regions of nests alone have
  /// stays as it is, and all others are larger than any fault.
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

  /// Under its own code or a later one: the earlier keeps what both claim.
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
    // A reader would have turned it.
    if (Self.doubledArea(features[f].polygons[p][r]) > 0) != (r == 0) { features[f].polygons[p][r].reverse() }
  }

  /// Every third vertex goes: the neighbour's border keeps them.
  private static func thin(_ ring: inout [Position]) {
    ring = ring.enumerated().filter { $0.offset % 3 != 1 }.map(\.element)
  }

  /// Out along the edge's direction and back.
  private static func addSpike(_ ring: inout [Position], at k: Int) {
    let a = ring[k]
    let b = ring[(k + 1) % ring.count]
    ring.insert(contentsOf: [Position(x: a.x - (b.y - a.y), y: a.y + (b.x - a.x)), a], at: k + 1)
  }

  /// A vertex in the middle of an edge, as well as it can be written down.
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
