import MapArrangement
import MapPack
import MapTopology

/// The colours of a map's picture.
enum MapColours {
  /// Of land: calm, pale enough for text and strokes to stand out, all of about one lightness.
  static let land: [StaticString] = [
    "#f5e3c5", "#d6e4c9", "#f1d3c8", "#dcd6e6", "#f3ecc0", "#cde3da", "#ead9cb", "#e6d3de",
  ]
  /// Of lines, strong enough to be seen on `beyond`.
  static let lines: [StaticString] = [
    "#c8553d", "#3d7ea6", "#588157", "#8d6a9f", "#c98a1b", "#2a9d8f", "#a4586e", "#5b6c8f",
  ]
  static let sea: StaticString = "#e3edf3"
  static let coast: StaticString = "#8ba3b3"
  static let border: StaticString = "#ffffff"
  /// Of land that the map does not have, and of the border with it.
  static let beyond: StaticString = "#efede8"
  static let outerBorder: StaticString = "#b3ac9f"
  static let text: StaticString = "#39434c"
  static let smallPrint: StaticString = "#6d7f8b"

  /// Per region the place in `land` of a colour that no neighbour has; where they have all, the least used.
  /// - Complexity: O(n log n + regions × colours) for n arcs and vertices on the cut
  static func indices(of coverage: Coverage) -> [Int] {
    let arcs = coverage.arcs
    var neighbours = [[Int]](repeating: [], count: coverage.regions.count)
    for arc in 0..<arcs.count where arcs.left[arc] != ArcTable.none && arcs.right[arc] != ArcTable.none {
      let (left, right) = (Int(arcs.left[arc]), Int(arcs.right[arc]))
      neighbours[max(left, right)].append(min(left, right))
    }
    for border in coverage.cutBorders {
      neighbours[max(border.atWest, border.atEast)].append(min(border.atWest, border.atEast))
    }
    var colours: [Int] = []
    for region in coverage.regions.indices {
      var uses = [Int](repeating: 0, count: land.count)
      for neighbour in neighbours[region] { uses[colours[neighbour]] += 1 }
      // Begin at another colour each time, so that islands are not all of the first.
      let order = land.indices.map { (region + $0) % land.count }
      colours.append(order.min { uses[$0] < uses[$1] } ?? 0)
    }
    return colours
  }
}
