import Foundation
import TestSupport
import Testing

/// A small invented island of four regions, two with a part apart from the rest, as GeoJSON text.
///
/// Borders are rough lines that neighbors share vertex for vertex; the same seed gives the same island.
struct Island {
  /// One polygon: its code, its name and its ring, closed.
  struct Piece {
    var code: String
    var name: String
    var ring: [(x: Double, y: Double)]
  }

  var pieces: [Piece]

  init(seed: UInt64 = 1) {
    var random = SplitMix64(seed: seed)
    func rough(_ from: (Double, Double), _ to: (Double, Double)) -> [(x: Double, y: Double)] {
      let steps = 40
      return (0...steps).map { step in
        let share = Double(step) / Double(steps)
        let isEnd = step == 0 || step == steps
        let jitter = { isEnd ? 0 : Double.random(in: -0.004...0.004, using: &random) }
        return (from.0 + (to.0 - from.0) * share + jitter(), from.1 + (to.1 - from.1) * share + jitter())
      }
    }
    // Corners by row and column, then the lines between them.
    func corner(_ column: Int, _ row: Int) -> (Double, Double) { (10 + Double(column), 50 + Double(row)) }
    let across = (0...2).map { row in (0..<2).map { rough(corner($0, row), corner($0 + 1, row)) } }
    let up = (0...2).map { column in (0..<2).map { rough(corner(column, $0), corner(column, $0 + 1)) } }
    pieces = []
    let names = [["Südwest", "Südost"], ["Nordwest", "Nordost"]]
    for row in 0..<2 {
      for column in 0..<2 {
        let ring =
          across[row][column].dropLast() + up[column + 1][row].dropLast()
          + across[row + 1][column].reversed().dropLast() + up[column][row].reversed()
        pieces.append(Piece(code: "0\(row)\(column)", name: names[row][column], ring: Array(ring)))
      }
    }
    for (code, name, x) in [("000", "Südwest", 8.0), ("011", "Nordost", 13.0)] {
      let ring = [(x, 50.2), (x + 0.3, 50.2), (x + 0.3, 50.4), (x, 50.4), (x, 50.2)]
      pieces.append(Piece(code: code, name: name, ring: ring.map { (x: $0.0, y: $0.1) }))
    }
  }

  /// The island with its features in another order, and rings that start elsewhere and run the other way round.
  func shuffled(seed: UInt64) -> Island {
    var random = SplitMix64(seed: seed)
    var island = self
    island.pieces.shuffle(using: &random)
    for index in island.pieces.indices {
      var ring = Array(island.pieces[index].ring.dropLast())
      let start = Int.random(in: 0..<ring.count, using: &random)
      ring = Array(ring[start...] + ring[..<start])
      if Bool.random(using: &random) { ring.reverse() }
      island.pieces[index].ring = ring + [ring[0]]
    }
    return island
  }

  func without(_ code: String) -> Island {
    var island = self
    island.pieces.removeAll { $0.code == code }
    return island
  }

  var geoJSON: String {
    GeoJSONText.collection(
      pieces.map { piece in
        let polygon = GeoJSONText.polygon(piece.ring.map { ($0.x, $0.y) })
        return GeoJSONText.feature(["code": piece.code, "name": piece.name], polygon)
      })
  }

  /// A pipeline file for it, but for its beginning; `more` is added at the end.
  static func pipeline(more: String = "") -> String {
    """
    map: Island
    sources: [{ path: RawData/island.geojson, publisher: Nobody, edition: "1" }]
    merge: { key: code, name: name }
    simplify: { tolerance: 1 km, levels: 2 }
    output: { pack: Output/Island.mappack, swift: Output/Island.swift }

    """ + more
  }
}

extension Workspace {
  /// The path of the island's pipeline file.
  var pipeline: String { path("Pipelines/island.yml") }

  /// A project in which the island's map has been made.
  static func made(
    _ island: Island = Island(), more: String = "", at location: SourceLocation = #_sourceLocation
  ) throws -> Workspace {
    let workspace = try Workspace(island, more: more)
    CommandOutput.of("run", workspace.pipeline, exits: 0, at: location)
    return workspace
  }

  /// A project with the island's source and pipeline file.
  convenience init(_ island: Island, more: String = "") throws {
    try self.init()
    try write(island.geoJSON, to: "RawData/island.geojson")
    try write(Island.pipeline(more: more), to: "Pipelines/island.yml")
  }
}
