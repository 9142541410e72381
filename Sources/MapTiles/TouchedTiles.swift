import MapArrangement
import MapGeometry

/// The tiles of a zoom that borders run through or near. `TileRings` cuts borders at the sides of these tiles only, so
/// that the work does not grow with the tiles inside large regions.
///
/// Maps of lines do not need it: `TileLines` finds the crossings of each segment. Both have to know the sides of
/// `TileBox`.
struct TouchedTiles {
  private struct Tile: Hashable, Comparable {
    var x: Int32
    var y: Int32

    static func < (a: Tile, b: Tile) -> Bool { (a.x, a.y) < (b.x, b.y) }
  }

  private var tiles: Set<Tile> = []

  /// Takes the tiles that closed paths run through, or come nearer to than their buffer. A few tiles more may be taken,
  /// which does no harm.
  ///
  /// - Parameter paths: the paths, in units of the zoom. All of them are taken as closed.
  /// - Complexity: O(n + t) for n vertices and t tiles that the lines run through.
  init(_ paths: Paths) {
    for path in 0..<paths.count {
      let vertices = paths.vertices(of: path)
      guard var previous = vertices.last.map(paths.point) else { continue }
      for vertex in vertices {
        let point = paths.point(vertex)
        touch(previous, point)
        previous = point
      }
    }
  }

  /// Adds the tiles along a segment. The segment is divided into pieces that are at most as long as a tile, and the
  /// tiles that the bounds of a piece touch are added.
  private mutating func touch(_ a: GridPoint, _ b: GridPoint) {
    let (dx, dy) = (Int64(b.x) - Int64(a.x), Int64(b.y) - Int64(a.y))
    let pieces = max(abs(dx), abs(dy)) / Int64(TileGrid.extent) + 1
    for piece in 0..<pieces {
      func ends(_ start: Int32, _ length: Int64) -> ClosedRange<Int32> {
        let ends = [piece, piece + 1].map { Int32(truncatingIfNeeded: Int64(start) + length * $0 / pieces) }
        let reach = TileGrid.buffer + 1
        return Self.tile(min(ends[0], ends[1]) - reach)...Self.tile(max(ends[0], ends[1]) + reach)
      }
      for x in ends(a.x, dx) {
        for y in ends(a.y, dy) { tiles.insert(Tile(x: x, y: y)) }
      }
    }
  }

  /// The column or row of the tile at a coordinate; negative to the west or north of the world.
  private static func tile(_ coordinate: Int32) -> Int32 {
    (coordinate >= 0 ? coordinate : coordinate - TileGrid.extent + 1) / TileGrid.extent
  }

  /// Adds the lines on which the sides of the tiles' boxes lie, as edges of strips.
  ///
  /// Each edge between rows or columns of tiles has three lines: the edge itself, and one a buffer before and behind
  /// it. Two strips make them: one from the first line to the last, one from the edge to the last. So each line has
  /// different claims on its two sides, and stays.
  ///
  /// - Parameter claim: the claim of the strips. It and the number after it are claims of no region.
  /// - Complexity: O(t log t) for t tiles.
  func appendSides(to claims: inout ClaimedPaths, claim: Int32) {
    let buffer = TileGrid.buffer
    for run in Self.runs(of: tiles) {
      for edge in [run.line * TileGrid.extent, (run.line + 1) * TileGrid.extent] {
        claims.append(x: edge - buffer...edge + buffer, y: run.span, claim)
        claims.append(x: edge...edge + buffer, y: run.span, claim + 1)
      }
    }
    for run in Self.runs(of: Set(tiles.map { Tile(x: $0.y, y: $0.x) })) {
      for edge in [run.line * TileGrid.extent, (run.line + 1) * TileGrid.extent] {
        claims.append(x: run.span, y: edge - buffer...edge + buffer, claim)
        claims.append(x: run.span, y: edge...edge + buffer, claim + 1)
      }
    }
  }

  /// The runs of tiles above each other: the column, and the range from the northern to the southern side of their
  /// boxes.
  private static func runs(of tiles: Set<Tile>) -> [(line: Int32, span: ClosedRange<Int32>)] {
    var runs: [(line: Int32, first: Int32, last: Int32)] = []
    for tile in tiles.sorted() {
      if let run = runs.last, run.line == tile.x, run.last + 1 == tile.y {
        runs[runs.count - 1].last = tile.y
      } else {
        runs.append((tile.x, tile.y, tile.y))
      }
    }
    return runs.map { run in
      let (north, south) = (run.first * TileGrid.extent, (run.last + 1) * TileGrid.extent)
      return (run.line, north - TileGrid.buffer...south + TileGrid.buffer)
    }
  }
}

extension ClaimedPaths {
  /// Adds a rectangle whose inside is claimed.
  fileprivate mutating func append(x: ClosedRange<Int32>, y: ClosedRange<Int32>, _ claim: Int32) {
    let (west, north, east, south) = (x.lowerBound, y.lowerBound, x.upperBound, y.upperBound)
    for (x, y) in [(west, north), (east, north), (east, south), (west, south)] { paths.append(GridPoint(x: x, y: y)) }
    endPath(isClosed: true, left: claim, right: Self.none)
  }
}
