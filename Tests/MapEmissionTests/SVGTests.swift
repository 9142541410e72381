import Foundation
import MapEmission
import MapTopology
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Test func `the picture reads as it is meant to`() throws {
  #expect(
    String(decoding: try svg(letters(), level: 1), as: UTF8.self) == """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1010 367.14">
      <g fill-rule="evenodd" stroke="none">
      <path fill="#f6d6ad" d="M362.14 5l0 357.14l-357.14 0l0 -357.14zM112.14 112.14l0 107.15l107.15 0l0 -107.15z">\
      <title>甲 &amp; &lt;A&gt;</title></path>
      <path fill="#c3dbe6" d="M362.14 5l357.15 0l0 357.14l-357.15 0z"><title>乙</title></path>
      <path fill="#d9e2b0" d="M219.29 112.14l0 107.15l-107.15 0l0 -107.15z"><title>丙</title></path>
      </g>
      <g fill="none" stroke-linecap="round" stroke-linejoin="round">
      <path stroke="#ffffff" stroke-width="0.8" d="M362.14 5l0 357.14M112.14 112.14l0 107.15l107.15 0l0 -107.15z"/>
      <path stroke="#55697a" stroke-width="0.8" d="M362.14 5l-357.14 0l0 357.14l357.14 0M362.14 5l357.15 0l0 357.14\
      l-357.15 0"/>
      </g>
      </svg>

      """)
}

@Test func `a map across the 180th meridian is drawn in one piece, the cut not stroked`() throws {
  let text = String(decoding: try svg(antimeridian()), as: UTF8.self)
  // 2,500 cells from the western edge to the eastern one of the region beyond; 1,000 high.
  #expect(text.contains("viewBox=\"0 0 1010 410\""))
  // Three coasts, and no border.
  #expect(text.contains("stroke=\"#ffffff\" stroke-width=\"0.8\" d=\"\"/>"))
  let coast = try #require(text.split(separator: "\n").first { $0.contains("#55697a") })
  #expect(coast.filter { $0 == "M" }.count == 3)
}

@Test(arguments: ExportSample.allCases)
func `the picture is well-formed XML, a path per region with its name`(sample: ExportSample) throws {
  final class Reader: NSObject, XMLParserDelegate {
    var titles: [String] = []
    var isTitle = false
    func parser(
      _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      isTitle = element == "title"
      if isTitle { titles.append("") }
    }
    func parser(_ parser: XMLParser, didEndElement: String, namespaceURI: String?, qualifiedName: String?) {
      isTitle = false
    }
    func parser(_ parser: XMLParser, foundCharacters characters: String) {
      if isTitle { titles[titles.count - 1] += characters }
    }
  }
  var coverage = sample.coverage
  coverage.regions[0].name = "a<b>&\"c\" ]]> \u{1}"
  let reader = Reader()
  let parser = XMLParser(data: try svg(coverage))
  parser.delegate = reader
  #expect(parser.parse())
  #expect(reader.titles == coverage.regions.map { $0.name.replacingOccurrences(of: "\u{1}", with: "\u{FFFD}") })
}

@Test func `neighbours have different colours`() throws {
  let text = String(decoding: try svg(quilt(columns: 5, rows: 5, verticesPerArc: 4, seed: 3)), as: UTF8.self)
  let colours = text.split(separator: "\n").filter { $0.hasPrefix("<path fill") }.map { $0.prefix(20) }
  #expect(colours.count == 25)
  for place in 0..<25 {
    if place % 5 < 4 { #expect(colours[place] != colours[place + 1]) }
    if place < 20 { #expect(colours[place] != colours[place + 5]) }
  }
}

@Test func `a map without regions is an empty picture`() throws {
  #expect(String(decoding: try svg(CoverageDrawing().coverage), as: UTF8.self).contains("viewBox"))
}
