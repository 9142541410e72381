import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// A picture as a reader of SVG sees it.
struct DrawnPicture {
  struct Region {
    var id: String?
    var code: String?
    var color: String
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
  /// The lines of the title above the map.
  var titles: [String] = []
  /// The box round the legend.
  var card: Box?
  /// The texts of the legend: its title, then a row for each class with its color.
  var legend: [(color: String, words: String)] = []
  /// The color of the outer lines.
  var outline: String?
  /// The ids of the layers, from back to front.
  var layers: [String] = []
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
    let groups = root.children.filter { $0.name == "g" }
    layers = groups.map { $0.attributes["id"] ?? "" }
    func layer(_ id: String) -> [Reader.Element] {
      groups.filter { $0.attributes["id"] == id }.flatMap(\.children)
    }
    func lines(_ id: String) -> [Line] { layer(id).flatMap { Self.lines($0.attributes["d"] ?? "") } }
    regions = layer("regions").map { region in
      Region(
        id: region.attributes["id"], code: region.attributes["data-code"], color: region.attributes["stroke"] ?? "",
        title: region.children.first { $0.name == "title" }?.text ?? "",
        lines: region.children.flatMap { Self.lines($0.attributes["d"] ?? "") })
    }
    // Features have a path each.
    regions += layer("features").map { Region(color: "", title: "", lines: Self.lines($0.attributes["d"] ?? "")) }
    borders = lines("borders")
    coast = lines("coasts") + lines("outer-borders")
    outline = groups.first { ["coasts", "outer-borders"].contains($0.attributes["id"]) }?.attributes["stroke"]
    insets = layer("insets").map(Self.box)
    names = layer("labels").map { text in
      Text(
        x: Double(text.attributes["x"] ?? "") ?? .nan, y: Double(text.attributes["y"] ?? "") ?? .nan,
        fontSize: Double(text.attributes["font-size"] ?? "") ?? .nan, lines: text.children.map(\.text))
    }
    sources = layer("sources").map(\.text)
    titles = layer("title").map(\.text)
    var color = ""
    for element in layer("legend").dropFirst() {
      if element.name == "rect" {
        color = element.attributes["fill"] ?? ""
      } else {
        legend.append((color, element.text))
      }
    }
    card = layer("legend").first.map(Self.box)
  }

  /// The lines of a path's data, of which only what the exporter writes is understood: M, l, z.
  private static func box(_ element: Reader.Element) -> Box {
    let numbers = ["x", "y", "width", "height"].map { Int((Double(element.attributes[$0] ?? "") ?? .nan) * 100) }
    return Box(left: numbers[0], top: numbers[1], right: numbers[0] + numbers[2], bottom: numbers[1] + numbers[3])
  }

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
