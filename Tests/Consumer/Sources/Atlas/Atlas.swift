import Foundation
import MapPack

/// A travel map, drawn as SVG: the regions that were visited are filled, one shows a photo, each border is drawn once, and a
/// ride lies over it.
///
///     Atlas SamplePrefecture.mappack SampleRailways.mappack visits.json photo.png Atlas.svg
@main
struct Atlas {
  static func main() throws {
    let files = CommandLine.arguments.dropFirst().map { URL(fileURLWithPath: $0) }
    guard files.count == 5 else {
      fatalError("usage: Atlas PREFECTURE.mappack RAILWAYS.mappack visits.json photo.png SVG")
    }
    let atlas = Atlas(
      map: try RegionMap(SamplePrefecture.self, contentsOf: files[0]),
      lines: try RegionMap(SampleRailways.self, contentsOf: files[1]))

    // The app stored codes. One of them, 99361, is a town that is now a part of 八百島市: its code leads there.
    let codes = try JSONDecoder().decode([String].self, from: Data(contentsOf: files[2]))
    let visited = Set(codes.flatMap(SamplePrefecture.regions(migrating:)))

    let photo = try "data:image/png;base64," + Data(contentsOf: files[3]).base64EncodedString()
    let svg = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 640" font-family="sans-serif" text-anchor="middle">
      <rect width="1000" height="640" fill="#dcebf2"/>
      \(atlas.overview(visited: visited))\(atlas.portrait(of: .髙嶺市, photo: photo))</svg>

      """
    try Data(svg.utf8).write(to: files[4])
  }

  let map: RegionMap<SamplePrefecture>
  let lines: RegionMap<SampleRailways>

  /// The whole map: areas, borders, names, and what two taps hit.
  func overview(visited: Set<SamplePrefecture>) -> String {
    let frame = MapFrame(map.bounds, x: 20, y: 20, width: 600, height: 600)
    // All regions at one level, so that neighbors fit.
    let level = map.level(metersPerPixel: frame.metersPerUnit)
    var svg = ""
    for (region, shape) in map.shapes {
      let color = visited.contains(region) ? "#e9a178" : "#e9e5d6"
      // The stroke closes the hairline between two areas that share a border.
      svg += path("fill=\"\(color)\" fill-rule=\"evenodd\" stroke=\"\(color)\"") {
        shape.draw(level: level, in: frame, to: &$0)
      }
    }
    svg += path("fill=\"none\" stroke=\"#ffffff\"") { map.innerBorders(level: level).draw(in: frame, to: &$0) }
    svg += path("fill=\"none\" stroke=\"#3d6b80\"") { map.coast(level: level).draw(in: frame, to: &$0) }
    svg += routes(in: frame, ride: .coastRide, tap: MapPoint(longitude: 146.66, latitude: 31.83))
    for (_, shape) in map.shapes { svg += text(shape.name, at: frame.point(shape.labelPoint), size: 12) }

    // A tap in a region, and one in the sea beside an island: a finger reaches 22 points far.
    for tap in [MapPoint(longitude: 147.07, latitude: 31.81), MapPoint(longitude: 146.59, latitude: 32.14)] {
      let at = frame.point(tap)
      let region = map.region(under: at, in: frame)
      svg += "<circle cx=\"\(rounded(at.x))\" cy=\"\(rounded(at.y))\" r=\"4\" fill=\"#3d405b\"/>\n"
      svg += text("tap: \(region?.name ?? "sea")", at: CGPoint(x: at.x, y: at.y + 18), size: 12)
    }
    return svg
  }

  /// The railways, a ride over them, and the point on the ride that is nearest to a tap.
  func routes(in frame: MapFrame, ride: SampleRailways, tap: MapPoint) -> String {
    let level = lines.level(metersPerPixel: frame.metersPerUnit)
    var svg = ""
    for (line, shape) in lines.shapes {
      svg += path(
        "fill=\"none\" stroke-linejoin=\"round\" "
          + (line == ride ? "stroke=\"#c1121f\" stroke-width=\"2\"" : "stroke=\"#6c6f85\"")
      ) {
        shape.lines(level: level).draw(in: frame, to: &$0)
      }
    }
    guard let nearest = lines[ride].nearestPoint(to: tap) else { return svg }
    let (from, to) = (frame.point(tap), frame.point(nearest.point))
    svg += path("stroke=\"#3d405b\" stroke-dasharray=\"3\"") {
      $0.move(toX: from.x, y: from.y)
      $0.addLine(toX: to.x, y: to.y)
    }
    svg += "<circle cx=\"\(rounded(from.x))\" cy=\"\(rounded(from.y))\" r=\"4\" fill=\"#3d405b\"/>\n"
    return svg
      + text("tap: \(rounded(nearest.meters / 1000)) km to the ride", at: CGPoint(x: from.x, y: from.y + 18), size: 12)
  }

  /// One region as large as there is room: a photo in its shape, and its border.
  func portrait(of region: SamplePrefecture, photo: String) -> String {
    let shape = map[region]
    let frame = MapFrame(shape.mainBounds, x: 640, y: 20, width: 340, height: 540)
    let level = map.level(metersPerPixel: frame.metersPerUnit)
    let box = frame.rect(shape.mainBounds)
    let mask = path("clip-rule=\"evenodd\"") { shape.draw(level: level, in: frame, to: &$0) }
    let border = path("fill=\"none\" stroke=\"#3d405b\" stroke-width=\"2\"") {
      map.outline(of: [region], level: level).draw(in: frame, to: &$0)
    }
    return """
      <clipPath id="photo">\(mask)</clipPath>
      <image href="\(photo)" x="\(rounded(box.minX))" y="\(rounded(box.minY))" width="\(rounded(box.width))" \
      height="\(rounded(box.height))" preserveAspectRatio="xMidYMid slice" clip-path="url(#photo)"/>
      \(border)\(text(shape.name, at: CGPoint(x: box.midX, y: box.maxY + 32), size: 20))
      """
  }

  private func path(_ attributes: String, draw: (inout PathData) -> Void) -> String {
    var path = PathData()
    draw(&path)
    return "<path \(attributes) d=\"\(path.text)\"/>\n"
  }

  private func text(_ text: String, at point: CGPoint, size: Int) -> String {
    let escaped = text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
    return "<text x=\"\(rounded(point.x))\" y=\"\(rounded(point.y))\" font-size=\"\(size)\">\(escaped)</text>\n"
  }
}

/// The data of a path in SVG.
struct PathData: PathSink {
  private(set) var text = ""
  mutating func move(toX x: Double, y: Double) { text += "M\(rounded(x)) \(rounded(y))" }
  mutating func addLine(toX x: Double, y: Double) { text += "L\(rounded(x)) \(rounded(y))" }
  mutating func closeSubpath() { text += "Z" }
}

func rounded(_ length: Double) -> Double { (length * 100).rounded() / 100 }
