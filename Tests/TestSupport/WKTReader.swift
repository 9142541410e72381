import Foundation

/// Rings of (x, y), the shell first, without closing vertices.
public typealias WKTPolygon = [[(x: Double, y: Double)]]

/// Reads the polygons of well-known text. Empty geometries, and numbers after x and y, are left out.
public struct WKTReader {
  private var rest: Substring.UTF8View
  private let takesRings: Bool

  /// The polygons and multipolygons of a text. Each member of a collection is a geometry of its own.
  ///
  /// - Parameter takesRings: whether a closed line counts as a polygon.
  public static func polygonalGeometries(in text: String, takesRings: Bool = false) -> [[WKTPolygon]] {
    var reader = WKTReader(rest: text[...].utf8, takesRings: takesRings)
    return reader.geometry()
  }

  private mutating func geometry() -> [[WKTPolygon]] {
    let type = word()
    switch type {
    case "POLYGON":
      let polygon = polygon()
      return polygon.isEmpty ? [] : [[polygon]]
    case "MULTIPOLYGON":
      let polygons = list { $0.polygon() }.filter { !$0.isEmpty }
      return polygons.isEmpty ? [] : [polygons]
    case "GEOMETRYCOLLECTION":
      return list { $0.geometry() }.flatMap { $0 }
    case "LINESTRING", "LINEARRING":
      let points = list { $0.point() }
      let isRing = takesRings && points.count > 3 && points[0] == points[points.count - 1]
      return isRing ? [[[Array(points.dropLast())]]] : []
    default:
      skip()
      return []
    }
  }

  private mutating func polygon() -> WKTPolygon {
    list { reader in
      var ring = reader.list { $0.point() }
      if let first = ring.first, let last = ring.last, ring.count > 1, first == last { ring.removeLast() }
      return ring
    }.filter { !$0.isEmpty }
  }

  private mutating func point() -> (x: Double, y: Double) {
    var values: [Double] = []
    while let byte = peek(), byte != UInt8(ascii: ","), byte != UInt8(ascii: ")") {
      values.append(Double(String(token()) ?? "") ?? .nan)
    }
    return (x: values.first ?? .nan, y: values.dropFirst().first ?? .nan)
  }

  /// `(a, b, …)`, or `EMPTY`.
  private mutating func list<Element>(_ element: (inout WKTReader) -> Element) -> [Element] {
    guard peek() == UInt8(ascii: "(") else {
      _ = word()
      return []
    }
    var elements: [Element] = []
    repeat {
      rest.removeFirst()
      elements.append(element(&self))
    } while peek() == UInt8(ascii: ",")
    if peek() == UInt8(ascii: ")") { rest.removeFirst() }
    return elements
  }

  /// Passes over the rest of a geometry.
  private mutating func skip() {
    guard peek() == UInt8(ascii: "(") else {
      _ = word()
      return
    }
    var depth = 0
    repeat {
      guard let byte = rest.popFirst() else { return }
      if byte == UInt8(ascii: "(") { depth += 1 }
      if byte == UInt8(ascii: ")") { depth -= 1 }
    } while depth > 0
  }

  private mutating func word() -> String { String(token())?.uppercased() ?? "" }

  /// The bytes before the next space, comma or parenthesis.
  private mutating func token() -> Substring.UTF8View {
    _ = peek()
    let end = rest.firstIndex {
      $0 <= 32 || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: ")")
    }
    let token = rest[..<(end ?? rest.endIndex)]
    rest = rest[(end ?? rest.endIndex)...]
    return token
  }

  /// The next byte that is not white space.
  private mutating func peek() -> UInt8? {
    while let byte = rest.first, byte <= 32 { rest.removeFirst() }
    return rest.first
  }
}

extension String {
  /// The text between the first occurrence of one text and the next of another; `nil` if one of them is absent.
  public func between(_ opening: String, _ closing: String) -> String? {
    guard let start = range(of: opening), let end = range(of: closing, range: start.upperBound..<endIndex) else {
      return nil
    }
    return String(self[start.upperBound..<end.lowerBound])
  }
}
