import Foundation
import MapFeatures
import MapTopology

/// A coverage as a page in HTML that needs nothing but itself: the picture of `svg(_:level:)`, which can be zoomed and
/// moved, the name and the code of the region under the pointer, and whose data it is.
///
/// Names appear as zooming makes room for them. The page asks for no other resource and its own policy forbids it to.
/// Text from the data is text and nothing else: the script has none in it.
/// - Parameters:
///   - level: 0 is the finest; polygons and vertices of coarser levels than this are left out.
/// - Throws: `StageError` where the coverage has no such level.
/// - Complexity: O(n log n) in the vertices
package func html(_ coverage: Coverage, level: Int = 0) throws(StageError) -> Data {
  try checkLevel(level, of: coverage.levels.count)
  let frame = PictureFrame(coverage)
  let picture = Picture.embedded(frame) { picture in
    picture.append(coverage, level: level, naming: .attributes)
    // Down to names that can be read at the page's largest scale.
    picture.append(PictureLabels(coverage, frame: frame, sizes: 20...4_000).labels)
  }
  var page = MarkupText()
  page.append(HTMLPage.beforeTitle)
  page.append(escaped: coverage.map ?? "Map")
  page.append(HTMLPage.afterTitle)
  page.append(picture)
  page.append("<header><h1>")
  page.append(escaped: coverage.map ?? "Map")
  page.append("</h1></header>\n<footer>\n")
  for line in Attribution.lines(of: coverage.sources) {
    page.append("<p>")
    page.append(escaped: line)
    page.append("</p>\n")
  }
  page.append("</footer>\n")
  page.append(HTMLPage.afterMap)
  return Data(page.bytes)
}
