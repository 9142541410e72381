import MapPackFeatures
import MapPackGeometry
import MapPackMerge

/// The layout of the parts of a map in its picture: the main part in the middle, insets in a row below it. The function
/// `svg` makes it. An inset of bounds takes the polygons whose whole shells lie within them, edges included.
///
/// Lengths are hundredths of the picture's unit.
struct PictureLayout {
  /// A part of the map, with its frame in the picture.
  struct Part {
    var frame: PictureFrame
    /// The box that is drawn round an inset; `nil` for the main part.
    var box: PictureBox?
  }

  /// The main part, then the insets.
  private(set) var parts: [Part] = []
  /// Per polygon: its index in `parts`.
  let partOfPolygon: ContiguousArray<Int>
  private(set) var width: Int64
  private(set) var height: Int64

  /// The distance between insets. The margin round the map in each is half of it.
  private static let gap: Int64 = 1_000
  /// The largest height of an inset, as a share of the picture's width.
  private static let highest = 0.22

  /// Lays out a coverage. A polygon of several insets is in the first of them.
  /// - Throws: `StageError` (usage) if an inset names a code that no region has or a box without polygons, or if
  ///   nothing is left for the main part.
  /// - Complexity: O(n log n) for n vertices, times the number of insets.
  init(_ coverage: Coverage, insets: [PictureOptions.Inset]) throws(StageError) {
    var partOfPolygon = ContiguousArray(repeating: 0, count: coverage.polygonCount)
    for (index, inset) in insets.enumerated() {
      for polygon in try coverage.polygons(of: inset) where partOfPolygon[polygon] == 0 {
        partOfPolygon[polygon] = index + 1
      }
    }
    guard insets.isEmpty || partOfPolygon.contains(0) else {
      throw StageError(
        .usage, file: coverage.map, "the insets take the whole map", remedy: "leave its main part out of the insets")
    }
    let extents = (0...insets.count).map { part in
      PictureExtent(coverage, arcs: coverage.presentArcs(level: 0) { partOfPolygon[$0] == part })
    }
    self.partOfPolygon = partOfPolygon
    let main = PictureFrame(extents[0])
    (width, height) = (main.width, main.height)
    parts = [Part(frame: main)]
    append(Array(extents.dropFirst()))
  }

  /// Appends insets of equal height, as high as the width of the row allows.
  private mutating func append(_ extents: [PictureExtent]) {
    guard !extents.isEmpty else { return }
    // A box is never very narrow. A narrow part stands in the middle of its box.
    let shapes = extents.map { min(max($0.columns / $0.rows, 0.5), 3) }
    let room = Double(width - Self.gap * Int64(extents.count + 1))
    let side = max(1, min(Double(width) * Self.highest, room / shapes.reduce(0, +)))
    var left = Self.gap
    for (extent, shape) in zip(extents, shapes) {
      let box = PictureBox(
        left: left, top: height, width: Int64((side * shape).rounded()), height: Int64(side.rounded()))
      parts.append(Part(frame: PictureFrame(extent, in: box, margin: Double(Self.gap) / 2), box: box))
      left += box.width + Self.gap
    }
    height += Int64(side.rounded()) + Self.gap
  }
}

/// A box in a picture, in hundredths of its unit.
struct PictureBox {
  var left: Int64
  var top: Int64
  var width: Int64
  var height: Int64
}

extension Coverage {
  /// The polygons of an inset.
  /// - Throws: `StageError` (usage) if no region has a code, or if no polygon lies wholly in the box.
  fileprivate func polygons(of inset: PictureOptions.Inset) throws(StageError) -> [Int] {
    switch inset {
    case .codes(let codes):
      var found: [Int] = []
      for code in codes {
        guard let region = regions.firstIndex(where: { $0.code == code }) else {
          throw StageError(
            .usage, file: map, "an inset names the code \(code), which no region has",
            remedy: "take it out of `insets`, or correct it")
        }
        found += polygons(of: region)
      }
      return found
    case .bounds(let west, let south, let east, let north):
      let found = (0..<polygonCount).filter { polygon in
        var isInside = true
        forEachVertex(ofRing: shell(of: polygon), level: 0) { point in
          let (longitude, latitude) = plane.degrees(of: point)
          let isBetween =
            west <= east ? west <= longitude && longitude <= east : west <= longitude || longitude <= east
          isInside = isInside && isBetween && south <= latitude && latitude <= north
        }
        return isInside
      }
      guard !found.isEmpty else {
        throw StageError(
          .usage, file: map, "no polygon lies entirely in the inset \(west), \(south), \(east), \(north)",
          remedy: "write west, south, east, north in degrees")
      }
      return found
    }
  }
}
