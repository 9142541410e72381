import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// A picture as a reader of SVG sees it.
struct DrawnPicture {
  struct Region {
    var fill: String
    var title: String
    var lines: [Line]
  }

  /// A line of a path, in hundredths.
  struct Line {
    var points: [Point]
    var isClosed: Bool

    /// Its stretches, each with its smaller end first.
    var stretches: [[Point]] {
      let ends = points.dropFirst() + (isClosed ? [points[0]] : [])
      return zip(points, ends).map { [$0, $1].sorted() }
    }
  }

  struct Point: Hashable, Comparable {
    var x: Int
    var y: Int

    static func < (a: Point, b: Point) -> Bool { (a.x, a.y) < (b.x, b.y) }
  }

  struct Text {
    var x: Double
    var y: Double
    var fontSize: Double
    var lines: [String]
  }

  var width = 0.0
  var height = 0.0
  var title: String?
  var regions: [Region] = []
  var borders: [Line] = []
  var coast: [Line] = []
  var names: [Text] = []
  var sources: [String] = []
  /// The color of the outer lines.
  var outline: String?
  /// Of insets, in hundredths.
  var insets: [Box] = []

  struct Box {
    var left: Int
    var top: Int
    var right: Int
    var bottom: Int

    func contains(_ point: Point) -> Bool {
      left < point.x && point.x < right && top < point.y && point.y < bottom
    }
  }

  /// `nil` if the bytes are not well-formed XML.
  init?(_ data: Data) {
    let reader = Reader()
    let parser = XMLParser(data: data)
    parser.delegate = reader
    guard parser.parse(), let root = reader.root else { return nil }
    let box = (root.attributes["viewBox"] ?? "").split(separator: " ").compactMap { Double($0) }
    guard box.count == 4 else { return nil }
    (width, height) = (box[2], box[3])
    title = root.children.first { $0.name == "title" }?.text
    func group(_ name: String) -> [Reader.Element] {
      root.children.filter { $0.attributes["class"] == name }.flatMap(\.children)
    }
    for color in group("land") {
      for path in color.name == "g" ? color.children : [color] {
        regions.append(
          Region(
            fill: color.attributes["fill"] ?? "", title: path.children.first?.text ?? "",
            lines: Self.lines(path.attributes["d"] ?? "")))
      }
    }
    let lines = group("lines").map { Self.lines($0.attributes["d"] ?? "") }
    // Each part of the map has two paths.
    for index in stride(from: 0, to: lines.count - 1, by: 2) {
      borders += lines[index]
      coast += lines[index + 1]
    }
    outline = group("lines").last?.attributes["stroke"]
    insets = root.children.filter { $0.attributes["class"] == "inset" }.map { box in
      let numbers = ["x", "y", "width", "height"].map { Int((Double(box.attributes[$0] ?? "") ?? .nan) * 100) }
      return Box(left: numbers[0], top: numbers[1], right: numbers[0] + numbers[2], bottom: numbers[1] + numbers[3])
    }
    names = group("names").map { text in
      Text(
        x: Double(text.attributes["x"] ?? "") ?? .nan, y: Double(text.attributes["y"] ?? "") ?? .nan,
        fontSize: Double(text.attributes["font-size"] ?? "") ?? .nan, lines: text.children.map(\.text))
    }
    sources = group("sources").map(\.text)
  }

  /// The lines of a path's data, of which only what the exporter writes is understood: M, l, z.
  private static func lines(_ data: String) -> [Line] {
    data.split(separator: "M").map { part in
      var numbers: [Int] = []
      var number = ""
      func end() {
        if let value = Double(number) { numbers.append(Int((value * 100).rounded())) }
        number = ""
      }
      for character in part {
        if character == "-" || !"0123456789.".contains(character) { end() }
        if "-0123456789.".contains(character) { number.append(character) }
      }
      end()
      var points: [Point] = []
      for index in stride(from: 0, to: numbers.count - 1, by: 2) {
        let from = points.last ?? Point(x: 0, y: 0)
        points.append(Point(x: from.x + numbers[index], y: from.y + numbers[index + 1]))
      }
      return Line(points: points, isClosed: part.hasSuffix("z"))
    }
  }

  private final class Reader: NSObject, XMLParserDelegate {
    final class Element {
      let name: String
      let attributes: [String: String]
      var text = ""
      var children: [Element] = []

      init(name: String, attributes: [String: String]) {
        self.name = name
        self.attributes = attributes
      }
    }

    var root: Element?
    private var open: [Element] = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      let element = Element(name: name, attributes: attributes)
      open.last?.children.append(element)
      if open.isEmpty { root = element }
      open.append(element)
    }

    func parser(_ parser: XMLParser, didEndElement: String, namespaceURI: String?, qualifiedName: String?) {
      open.removeLast()
    }

    func parser(_ parser: XMLParser, foundCharacters characters: String) { open.last?.text += characters }
  }
}
