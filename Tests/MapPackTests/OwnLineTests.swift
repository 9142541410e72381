import MapPack
import TestSupport
import Testing

/// Lines of an app's own.
@Suite struct OwnLineTests {
  @Test func `lines through points are drawn as borders are`() throws {
    let map = try pack(letters())
    var borders = LineBuffer()
    map.appendInnerBorders(to: &borders)
    map.appendCoast(to: &borders)
    var own = LineBuffer()
    borders.forEachLine { isClosed, points in own.append(borders.points[points], isClosed: isClosed) }
    try #require(borders.lineCount > 2 && borders.isClosed.contains(true) || borders.isClosed.contains(false))
    #expect(own.points == borders.points && own.lineStart == borders.lineStart && own.isClosed == borders.isClosed)
  }

  @Test func `a route over the 180th meridian is in one piece`() {
    let route = [178, 179.5, -179.5, -178, 179].map { MapPoint(longitude: $0, latitude: 0) }
    let lines = LineBuffer(lines: [route])
    #expect(lines.lineCount == 1 && !lines.isClosed[0])
    let degrees = lines.points.map { ($0.longitude * 1000).rounded() / 1000 }
    #expect(degrees == [178, 179.5, 180.5, 182, 179])
  }

  @Test func `points that are not finite are left out, and so is a line without points`() {
    let (a, b) = (MapPoint(x: 1, y: 2), MapPoint(x: 3, y: 4))
    let lines = LineBuffer(
      lines: [[a, MapPoint(x: .nan, y: 0), b], [MapPoint(x: 0, y: .infinity)], [], [b]], isClosed: true)
    #expect(lines.lineCount == 2 && lines.isClosed == [true, true])
    #expect(Array(lines.points(ofLine: 0)) == [a, b] && Array(lines.points(ofLine: 1)) == [b])
    #expect(LineBuffer(lines: []).lineCount == 0)
  }
}
