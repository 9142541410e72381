import Foundation
import MapPack

/// What a pack holds, as the second reader prints it, byte for byte: all that the reader answers, in JSON.
///
/// All numbers are in cells of the pack's lattice, but label points, which are in map points.
/// - Parameter locations: those at which to name the region, or for a map of lines or points the nearest one.
func text(of pack: Pack, locations: [PackLocation]) -> String {
  let members: [(String, String?)] = [
    ("map", quoted(pack.mapName)),
    ("identity", quoted(hexadecimal(pack.identity, digits: 16))),
    ("contentDigest", quoted(pack.contentDigest.map { hexadecimal($0, digits: 2) }.joined())),
    ("cell", "\(pack.cellExponent)"),
    ("origin", "[\(pack.originX),\(pack.originY)]"),
    ("tolerances", list((0..<pack.levelCount).map { plain(pack.tolerance(level: $0)) })),
    ("kinds", list((["code", "name"] + pack.textKinds).map(quoted))),
    ("groups", list(pack.groups.map(quoted))),
    ("sources", lines(pack.sources.map(text))),
    ("unknownSections", list(unknownSections(of: pack).map(quoted))),
    ("numbers", pack.numberNames.isEmpty ? nil : list(pack.numberNames.map(quoted))),
    ("kind", pack.kind == .areas ? nil : quoted("\(pack.kind)")),
    ("bounds", text(pack.bounds, pack)),
    ("mainBounds", text(pack.mainBounds, pack)),
    ("byCode", list(pack.shapes.map { "\($0.rawValue)" })),
    ("regions", lines(pack.shapes.sorted { $0.rawValue < $1.rawValue }.map { text($0, pack) })),
    ("arcs", lines((0..<pack.arcCount).map { text(arc: $0, pack) })),
    ("places", lines(locations.map { "[\(plain($0.x)),\(plain($0.y)),\(region(at: $0, pack))]" })),
  ]
  return "{\n" + present(members).joined(separator: ",\n") + "\n}\n"
}

/// Members that are there.
private func present(_ members: [(String, String?)]) -> [String] {
  members.compactMap { name, value in value.map { quoted(name) + ":" + $0 } }
}

/// A location in cells of a pack's lattice.
struct PackLocation: Equatable {
  var x: Double
  var y: Double

  /// The locations that such a text asks about.
  static func all(in text: String) -> [PackLocation] {
    text.split(separator: "\"places\":", maxSplits: 1).last?.split(separator: "\n").compactMap { line in
      let numbers = line.drop { $0 == "[" }.split(separator: ",").prefix(2).compactMap { Double($0) }
      return numbers.count == 2 ? PackLocation(x: numbers[0], y: numbers[1]) : nil
    } ?? []
  }
}

/// Those that the second reader does not know.
private func unknownSections(of pack: Pack) -> [String] {
  let known = PackSection.allCases.filter { $0 != .cases && $0 != .overview }.map(\.tag)
  return pack.sectionLengths.map(\.tag).filter { !known.contains($0) }
}

private func text(_ source: PackSource) -> String {
  let members = [
    ("publisher", source.publisher), ("license", source.license), ("edition", source.edition),
    ("attribution", source.attribution),
  ]
  return "{" + members.map { quoted($0.0) + ":" + quoted($0.1) }.joined(separator: ",") + "}"
}

private func text(_ rect: MapRect, _ pack: Pack) -> String {
  list(
    [
      rect.minX / pack.cell - Double(pack.originX), rect.minY / pack.cell - Double(pack.originY),
      rect.width / pack.cell, rect.height / pack.cell,
    ].map(plain))
}

private func text(_ shape: RegionShape, _ pack: Pack) -> String {
  let texts = [shape.code, shape.name] + pack.textKinds.map { shape.text($0) ?? "" }
  func numbers(_ points: some Sequence<MapPoint>) -> String {
    list(
      points.flatMap { point in
        [point.x / pack.cell - Double(pack.originX), point.y / pack.cell - Double(pack.originY)].map(plain)
      })
  }
  let levels = (0..<pack.levelCount).map { level in
    guard pack.kind == .areas else {
      let lines = shape.lines(level: level)
      return list((0..<lines.lineCount).map { list([numbers(lines.points(ofLine: $0))]) })
    }
    var buffer = RingBuffer()
    shape.appendRings(level: level, to: &buffer)
    return list(
      (0..<buffer.polygonCount).map { polygon in
        list(
          (buffer.polygonStart[polygon]..<buffer.polygonStart[polygon + 1]).map { numbers(buffer.points(ofRing: $0)) })
      })
  }
  let numbers = PackSection.allCases.compactMap { section in
    section.number.map { ($0, shape.number(section).map(plain)) }
  }
  let chosen = pack.numberNames.map { shape.number($0).map(plain) ?? "null" }
  let members: [(String, String?)] =
    [
      ("rawValue", "\(shape.rawValue)"), ("texts", list(texts.map(quoted))), ("bounds", text(shape.bounds, pack)),
      ("mainBounds", text(shape.mainBounds, pack)),
      ("labelPoint", list([shape.labelPoint.x, shape.labelPoint.y].map(plain))), ("area", plain(shape.area)),
    ] + numbers + [
      ("numbers", chosen.isEmpty ? nil : list(chosen)), ("group", shape.group.map(quoted) ?? "null"),
      ("levels", list(levels)),
    ]
  return "{" + present(members).joined(separator: ",") + "}"
}

private func text(arc number: Int, _ pack: Pack) -> String {
  var vertices = GridRings()
  let arc = pack.appendVertices(ofArc: number, level: 0, to: &vertices)
  var coarsest = [Int](repeating: 0, count: vertices.x.count)
  // The vertices of a coarser level are some of level 0's, in the same order.
  for level in (0..<pack.levelCount).dropFirst() {
    var kept = GridRings()
    _ = pack.appendVertices(ofArc: number, level: level, to: &kept)
    var next = 0
    for vertex in coarsest.indices where next < kept.x.count {
      guard vertices.x[vertex] == kept.x[next], vertices.y[vertex] == kept.y[next] else { continue }
      coarsest[vertex] = level
      next += 1
    }
  }
  let numbers = coarsest.indices.flatMap { ["\(vertices.x[$0])", "\(vertices.y[$0])", "\(coarsest[$0])"] }
  return "{\"left\":\(arc.left),\"right\":\(arc.right.map { "\($0)" } ?? "null"),\"seam\":\(arc.isSeam),"
    + "\"closed\":\(arc.isClosed),\"vertices\":\(list(numbers))}"
}

private func region(at location: PackLocation, _ pack: Pack) -> String {
  let point = MapPoint(
    x: (Double(pack.originX) + location.x) * pack.cell, y: (Double(pack.originY) + location.y) * pack.cell)
  let shape =
    pack.kind == .areas ? pack.shape(at: point) : pack.shape(nearest: point, withinMapPoints: .infinity)?.shape
  return shape.map { "\($0.rawValue)" } ?? "null"
}

private func list(_ elements: [String]) -> String { "[" + elements.joined(separator: ",") + "]" }

/// Each element on a line of its own.
private func lines(_ elements: [String]) -> String {
  elements.isEmpty ? "[]" : "[\n" + elements.joined(separator: ",\n") + "\n]"
}

private func hexadecimal(_ number: some FixedWidthInteger, digits: Int) -> String {
  let text = String(number, radix: 16)
  return String(repeating: "0", count: digits - text.count) + text
}

/// Whole numbers without a point.
private func plain(_ number: Double) -> String {
  Int64(exactly: number).map { "\($0)" } ?? "\(number)"
}

private func quoted(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"", "\\": result += "\\" + String(scalar)
    case "\n": result += "\\n"
    case "\r": result += "\\r"
    case "\t": result += "\\t"
    case "\u{8}": result += "\\b"
    case "\u{C}": result += "\\f"
    case "\0"..<" ": result += "\\u" + hexadecimal(scalar.value, digits: 4)
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}
