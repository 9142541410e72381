import MapArrangement
import MapGeometry

/// The tiles of a zoom through which lines run, or near which: elsewhere no line has to be cut.
struct TouchedTiles {
  private struct Tile: Hashable, Comparable {
    var x: Int32
    var y: Int32

    static func < (a: Tile, b: Tile) -> Bool { (a.x, a.y) < (b.x, b.y) }
  }

  private var tiles: Set<Tile> = []

  /// - Complexity: O(vertices, and tiles that the lines run through)
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

  /// Touches the tiles along a segment: those of the boxes round its pieces, which are no longer than a tile.
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

  /// The tile of a coordinate, also of one to the west or north of the world.
  private static func tile(_ coordinate: Int32) -> Int32 {
    (coordinate >= 0 ? coordinate : coordinate - TileGrid.extent + 1) / TileGrid.extent
  }

  /// Adds the lines on which the sides of the tiles' boxes lie, as edges of strips.
  ///
  /// On either edge of a row or column of tiles there are three lines: the edge, and a buffer before and behind it. A strip
  /// has two of them and another the third, so that each line has a claim on one side alone.
  /// - Parameter claim: whose the strips are: nobody's whom the map knows, nor is the claim after it.
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

  /// The runs of tiles above each other: their column, and from where to where their boxes reach.
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
  /// Adds a rectangle with a claim inside.
  fileprivate mutating func append(x: ClosedRange<Int32>, y: ClosedRange<Int32>, _ claim: Int32) {
    let (west, north, east, south) = (x.lowerBound, y.lowerBound, x.upperBound, y.upperBound)
    for (x, y) in [(west, north), (east, north), (east, south), (west, south)] { paths.append(GridPoint(x: x, y: y)) }
    endPath(isClosed: true, left: claim, right: Self.none)
  }
}
