import MapPack
import MapPackGeometry
import MapPackMerge

/// The colors of a map's picture (`Picture`), as SVG has them. The page of `mappack preview` has its colors in
/// `page.css` of `MapPackTool`: its light ones are equal to these, except those of lines and of small print.
enum MapColors {
  /// The fills of land: calm, pale enough for text and strokes to stand out, and of about one lightness.
  static let land: [StaticString] = [
    "#f5e3c5", "#d6e4c9", "#f1d3c8", "#dcd6e6", "#f3ecc0", "#cde3da", "#ead9cb", "#e6d3de",
  ]
  /// The strokes of lines, strong enough to be seen on `beyond`.
  static let lines: [StaticString] = [
    "#c8553d", "#3d7ea6", "#588157", "#8d6a9f", "#c98a1b", "#2a9d8f", "#a4586e", "#5b6c8f",
  ]
  static let sea: StaticString = "#e3edf3"
  static let coast: StaticString = "#8ba3b3"
  static let border: StaticString = "#ffffff"
  /// The fill of land that the map does not have.
  static let beyond: StaticString = "#efede8"
  /// The stroke of the border with land that the map does not have.
  static let outerBorder: StaticString = "#b3ac9f"
  static let text: StaticString = "#39434c"
  static let smallPrint: StaticString = "#6d7f8b"

  /// Per region: the index in `land` of a color that no neighbor has; if the neighbors have all colors, of the one that
  /// the fewest of them have.
  /// - Complexity: O(n log n + regions × colors) for n arcs and vertices on the cut
  static func indices(of coverage: Coverage) -> [Int] {
    let arcs = coverage.arcs
    var neighbors = [[Int]](repeating: [], count: coverage.regions.count)
    for arc in 0..<arcs.count where arcs.left[arc] != ArcTable.none && arcs.right[arc] != ArcTable.none {
      let (left, right) = (Int(arcs.left[arc]), Int(arcs.right[arc]))
      neighbors[max(left, right)].append(min(left, right))
    }
    for border in coverage.cutBorders {
      neighbors[max(border.atWest, border.atEast)].append(min(border.atWest, border.atEast))
    }
    var colors: [Int] = []
    for region in coverage.regions.indices {
      var uses = [Int](repeating: 0, count: land.count)
      for neighbor in neighbors[region] { uses[colors[neighbor]] += 1 }
      // Begin at another color each time, so that islands do not all have the first color.
      let order = land.indices.map { (region + $0) % land.count }
      colors.append(order.min { uses[$0] < uses[$1] } ?? 0)
    }
    return colors
  }
}
