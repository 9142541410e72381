import MapPackFeatures

/// A random map from a seed, with everything that is hard about real maps.
///
/// Regions are patches of a `FractalMesh`: rough coasts, borders whose vertices neighbors share to the last bit,
/// islands, exclaves, lakes, four regions at a point, holes that touch each other or their shell.
///
/// Some cells have a **nest** in their middle. It consists of enclaves in enclaves, with lakes and islands down to some
/// meters, whose borders are arcs without a node. Or it is two pieces with a corridor between them that may be narrower
/// than a cell of the pack grid. With `hasExtremes`, a nest may also be coasts two cells of the noding grid apart, many
/// regions round one point, or holes that touch each other in a chain, open or closed.
///
/// Some regions consist of nests only. A region is one feature or several.
///
/// The map is a valid coverage. `dirty` makes it an invalid one, and `shuffled` writes it in another order.
package struct RandomCoverage {
  /// A location, in degrees.
  package struct Position: Hashable, Sendable {
    package var x: Double
    package var y: Double

    package init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }
  }

  /// The size of a map, and what it has.
  package struct Options: Sendable {
    package var columns = 8
    package var rows = 8
    /// The number of regions on the mesh; nests add a few more.
    package var regions = 9
    /// The most times that an edge of the mesh is refined; an edge has up to 4ᵈᵉᵖᵗʰ pieces.
    package var depth = 2
    /// The share of cells that have a nest.
    package var nests = 0.3
    /// Whether nests may be straits of two cells of the noding grid, fans and necklaces.
    package var hasExtremes = false
    /// The size of a cell of the mesh and the lower left corner of the map, in degrees.
    package var cell = 0.1
    package var west = 128.0
    package var south = 32.0

    package init() {}
  }

  /// A feature as in a source: shells counter-clockwise, holes clockwise, without closing vertices.
  package struct Feature: Sendable {
    package var code: String
    package var name: String
    package var polygons: [[[Position]]]
  }

  package var features: [Feature] = []
  /// The codes of the regions, sorted by their UTF-8 bytes.
  package private(set) var codes: [String] = []
  /// The number of polygons of each region after its features are merged, by code.
  package private(set) var polygonCounts: [String: Int] = [:]
  package let options: Options

  private static let sea = -1

  /// - Parameter change: sets the options in which the map is unlike the usual one.
  package init(seed: UInt64, _ change: (inout Options) -> Void) {
    var options = Options()
    change(&options)
    self.init(seed: seed, options: options)
  }

  package init(seed: UInt64, options: Options = Options()) {
    self.options = options
    var random = SplitMix64(seed: seed)
    let mesh = FractalMesh(options: options, using: &random)
    let labels = Self.labels(on: mesh, regions: options.regions, using: &random)

    var nextRegion = options.regions
    var pieces: [(label: Int, rings: [[Position]])] = []
    var holes: [Int: [[Position]]] = [:]
    for cell in labels.indices where Double.random(in: 0..<1, using: &random) < options.nests {
      let nest = Nest(
        center: mesh.center(of: cell), options: options, inside: labels[cell], nextRegion: &nextRegion, using: &random)
      pieces += nest.pieces
      holes[cell] = nest.shells.map { $0.reversed() }
    }

    for label in 0..<nextRegion {
      let cells = labels.indices.filter { labels[$0] == label }
      let nests = pieces.filter { $0.label == label }.map(\.rings)
      guard cells.count + nests.count > 0 else { continue }
      // Regions that consist of nests only have the first codes, so that faults of their neighbors take no land from
      // them.
      let code = (cells.isEmpty ? "00" : "01") + String(101 + label)
      let name = "第\(label)区"
      codes.append(code)
      polygonCounts[code] = mesh.components(of: Set(cells)).count + nests.count

      // A region is one feature, or its cells are dealt out to several.
      let hands = Bool.random(using: &random) ? 1 : Int.random(in: 2...6, using: &random)
      var dealt = [Set<Int>](repeating: [], count: hands)
      for cell in cells { dealt[Int.random(in: 0..<hands, using: &random)].insert(cell) }
      var parts: [Feature] = []
      for hand in dealt where !hand.isEmpty {
        let polygons = mesh.components(of: hand).map { component in
          mesh.rings(round: component) + component.flatMap { holes[$0] ?? [] }
        }
        parts.append(Feature(code: code, name: name, polygons: polygons))
      }
      for nest in nests {
        if !parts.isEmpty, Bool.random(using: &random) {
          parts[Int.random(in: 0..<parts.count, using: &random)].polygons.append(nest)
        } else {
          parts.append(Feature(code: code, name: name, polygons: [nest]))
        }
      }
      features += parts
    }
    codes.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    features.shuffle(using: &random)
  }

  /// The region that each cell belongs to. Patches grow from seeds; then some cells are given away, so that there are
  /// exclaves, lakes and cells that touch in corners.
  private static func labels(on mesh: FractalMesh, regions: Int, using random: inout SplitMix64) -> [Int] {
    let count = mesh.columns * mesh.rows
    let unknown = -2
    var labels = (0..<count).map { cell in
      let isOnEdge = mesh.neighbors(of: cell).count < 4
      return Double.random(in: 0..<1, using: &random) < (isOnEdge ? 0.6 : 0.07) ? sea : unknown
    }
    var fringe: [Int] = []
    for (label, cell) in (0..<count).shuffled(using: &random).prefix(regions).enumerated() {
      labels[cell] = label
      fringe.append(cell)
    }
    while !fringe.isEmpty {
      let cell = fringe.remove(at: Int.random(in: 0..<fringe.count, using: &random))
      for next in mesh.neighbors(of: cell) where labels[next] == unknown {
        labels[next] = labels[cell]
        fringe.append(next)
      }
    }
    for cell in labels.indices {
      // A cell that no patch has reached is cut off by sea: it becomes an island of a random region.
      if labels[cell] == unknown { labels[cell] = Int.random(in: 0..<regions, using: &random) }
      if Double.random(in: 0..<1, using: &random) < 0.1 { labels[cell] = Int.random(in: -1..<regions, using: &random) }
    }
    return labels
  }

  /// The map as a feature table, as `ingest` would make it, with records numbered in the order of the features.
  package var table: FeatureTable {
    FeatureTable(
      path: "random.geojson",
      fields: ["CODE": features.map { .text($0.code) }, "NAME": features.map { .text($0.name) }],
      polygons: features.map { $0.polygons.map { $0.map { $0.map { ($0.x, $0.y) } } } })
  }
}
