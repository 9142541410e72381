import Foundation
import MapEmission
import MapFeatures
import MapTopology
import TestSupport
import Testing

private func page(_ coverage: Coverage, level: Int = 0) throws -> String {
  String(decoding: try html(coverage, level: level), as: UTF8.self)
}

@Test func `a page says each region's name and code to its script, and whose data it is`() throws {
  let page = try page(letters())
  #expect(page.hasPrefix("<!DOCTYPE html>\n<html>\n"))
  #expect(page.contains("<title>Letters</title>") && page.contains("<h1>Letters</h1>"))
  #expect(page.contains(#"<path data-code="01" data-name="甲 &amp; &lt;A&gt;" d="M"#))
  #expect(page.contains(#"<path data-code="03" data-name="丙" d="M"#))
  #expect(page.contains("<footer>\n<p>国土, 2024-01-01</p>\n</footer>"))
  // What viewers of pictures show beside the pointer, the page shows itself.
  #expect(page.matches(of: #/<title>/#).count == 1)
}

@Test func `a page asks for nothing but itself`() throws {
  let page = try page(letters())
  #expect(page.contains("default-src 'none'"))
  let addresses = page.matches(of: #/https?:[^"']*/#).map { String($0.output) }
  #expect(addresses == ["http://www.w3.org/2000/svg"])
  for word in ["src=", "href=", "url(", "@import", "fetch(", "import("] { #expect(!page.contains(word), "\(word)") }
}

@Test func `text from the data cannot become anything else in a page`() throws {
  let harmless = try page(letters())
  var coverage = letters()
  coverage.map = nastyText
  for region in coverage.regions.indices {
    coverage.regions[region].name = nastyText
    coverage.regions[region].code += nastyText
  }
  coverage.sources[0].attribution = nastyText
  let page = try page(coverage)
  // The same tags and quotes as with other text, the names at the label points set aside.
  func marks(_ page: String) -> [Substring.Element] {
    page.replacing(#/<g class="names".*?<\/g>/#.dotMatchesNewlines(), with: "").filter { "<>\"'".contains($0) }
  }
  #expect(marks(page) == marks(harmless))
  #expect(page.matches(of: #/<script/#).count == 1 && page.matches(of: #/<\/script/#).count == 1)
  #expect(!page.contains("\u{1}") && !page.contains("\u{FFFE}"))
  // The script is the same, whatever the data.
  let script = #/<script>.*<\/script>/#.dotMatchesNewlines()
  #expect(page.firstMatch(of: script)?.output == harmless.firstMatch(of: script)?.output)
}

@Test func `a page has names that zooming will make room for`() throws {
  let map = try mergedMap(seed: 1)
  let picture = try #require(DrawnPicture(try svg(map)))
  let inPage = try page(map).matches(of: #/<text /#).count
  #expect(inPage > picture.names.count && inPage <= map.regions.count)
}
