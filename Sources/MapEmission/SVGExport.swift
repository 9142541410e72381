import Foundation
import MapFeatures
import MapGeometry
import MapPack
import MapTopology

/// A coverage as a picture in SVG 1.1: a filled path per region, neighbours in different colours, with the name as
/// its title, and over them coast and borders, each stretch once; what lies on the cut at ±180° is not stroked.
///
/// North is up, the picture is 1,000 units wide, or high where the map is higher than wide. A map that lies on both
/// sides of the 180th meridian is drawn in one piece.
/// - Parameters:
///   - level: 0 is the finest; polygons and vertices of coarser levels than this are left out.
/// - Throws: `StageError` where the coverage has no such level.
/// - Complexity: O(vertices)
package func svg(_ coverage: Coverage, level: Int = 0) throws(StageError) -> Data {
  try checkLevel(level, of: coverage.levels.count)
  var writer = SVGWriter(coverage, level: level)
  return writer.written()
}

private struct SVGWriter {
  private let coverage: Coverage
  private let level: Int
  private let frame: PictureFrame
  private var text: ContiguousArray<UInt8> = []

  /// Pale enough for text and strokes to stand out, and told apart by readers who do not see red or green.
  private static let fills: [StaticString] = [
    "#f6d6ad", "#c3dbe6", "#d9e2b0", "#e7c6cf", "#cfc8e3", "#f2e8b8", "#b9dccb", "#dcd3c5",
  ]

  init(_ coverage: Coverage, level: Int) {
    self.coverage = coverage
    self.level = level
    frame = PictureFrame(coverage)
  }

  mutating func written() -> Data {
    append("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ")
    append(hundredths: frame.width)
    append(" ")
    append(hundredths: frame.height)
    append("\">\n<g fill-rule=\"evenodd\" stroke=\"none\">\n")
    let colours = regionColours()
    var rings = GridRings()
    for (index, region) in coverage.regions.enumerated() {
      rings.removeAll()
      coverage.appendRings(of: index, level: level, to: &rings)
      append("<path fill=\"")
      append(Self.fills[colours[index]])
      append("\" d=\"")
      for ring in 0..<rings.ringCount {
        appendLine(rings.ringStart[ring]..<rings.ringStart[ring + 1], closed: true) { (rings.x[$0], rings.y[$0]) }
      }
      append("\"><title>")
      append(escaped: region.name)
      append("</title></path>\n")
    }
    append("</g>\n<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n")
    appendStrokes(ofCoast: false, "<path stroke=\"#ffffff\" stroke-width=\"0.8\" d=\"")
    appendStrokes(ofCoast: true, "<path stroke=\"#55697a\" stroke-width=\"0.8\" d=\"")
    append("</g>\n</svg>\n")
    return Data(text)
  }

  /// A path of all arcs with a region on both sides, or of those with one on a single side.
  private mutating func appendStrokes(ofCoast coast: Bool, _ opening: StaticString) {
    let present = presentArcs()
    append(opening)
    let arcs = coverage.arcs
    for arc in 0..<arcs.count where present[arc] && !arcs.isSeam[arc] {
      let isCoast = arcs.left[arc] == ArcTable.none || arcs.right[arc] == ArcTable.none
      guard isCoast == coast else { continue }
      let vertices = arcs.vertices(of: arc).filter { Int(arcs.vertexLevel[$0]) >= level }
      appendLine(vertices, closed: arcs.isClosed[arc]) { (arcs.x[$0], arcs.y[$0]) }
    }
    append("\"/>\n")
  }

  /// Which arcs belong to a polygon that is present at the level.
  private func presentArcs() -> ContiguousArray<Bool> {
    var present = ContiguousArray(repeating: false, count: coverage.arcs.count)
    for polygon in 0..<coverage.polygonCount where Int(coverage.polygonLevel[polygon]) >= level {
      let rings = coverage.ringStart[polygon]..<coverage.ringStart[polygon + 1]
      for place in coverage.referenceStart[rings.lowerBound]..<coverage.referenceStart[rings.upperBound] {
        present[coverage.references[place].arc] = true
      }
    }
    return present
  }

  /// Appends a line to a path; vertices that fall on the one before, in the picture, are passed over.
  private mutating func appendLine(
    _ vertices: some Sequence<Int>, closed: Bool, place: (Int) -> (Int32, Int32)
  ) {
    var previous: (x: Int64, y: Int64)?
    for vertex in vertices {
      let (x, y) = place(vertex)
      let point = frame.place(x, y)
      if let previous {
        if point == previous { continue }
        append("l")
        append(hundredths: point.x - previous.x)
        append(" ")
        append(hundredths: point.y - previous.y)
      } else {
        append("M")
        append(hundredths: point.x)
        append(" ")
        append(hundredths: point.y)
      }
      previous = point
    }
    if closed && previous != nil { append("z") }
  }

  /// Per region the first colour that no neighbour with a smaller index has; where they have all, the least used.
  private func regionColours() -> [Int] {
    let arcs = coverage.arcs
    var neighbours = [[Int]](repeating: [], count: coverage.regions.count)
    for arc in 0..<arcs.count where arcs.left[arc] != ArcTable.none && arcs.right[arc] != ArcTable.none {
      let (left, right) = (Int(arcs.left[arc]), Int(arcs.right[arc]))
      neighbours[max(left, right)].append(min(left, right))
    }
    var colours: [Int] = []
    for region in coverage.regions.indices {
      // Begin at another colour each time, so that islands are not all of the first.
      var uses = [Int](repeating: 0, count: Self.fills.count)
      for neighbour in neighbours[region] { uses[colours[neighbour]] += 1 }
      let order = Self.fills.indices.map { (region + $0) % Self.fills.count }
      colours.append(order.min { uses[$0] < uses[$1] } ?? 0)
    }
    return colours
  }

  private mutating func append(_ part: StaticString) {
    part.withUTF8Buffer { text.append(contentsOf: $0) }
  }

  private mutating func append(hundredths value: Int64) {
    appendDecimal(value, digits: 2, to: &text)
  }

  private mutating func append(escaped string: String) {
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "&"): append("&amp;")
      case UInt8(ascii: "<"): append("&lt;")
      case UInt8(ascii: ">"): append("&gt;")
      // XML 1.0 has no other control characters, not even escaped.
      case 0..<0x20 where byte != 0x09 && byte != 0x0A && byte != 0x0D: append("\u{FFFD}")
      default: text.append(byte)
      }
    }
  }
}
