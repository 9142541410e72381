import MapPack

/// A picture in SVG: on the left all states, on the right one of them; each with a fill, a photo and borders.
/// - Parameter photo: its address, such as a data URI.
func atlas(of map: RegionMap<NewEngland>, photo: String) -> String {
  var svg = """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 640" font-family="sans-serif">
    <rect width="1000" height="640" fill="#dcebf2"/>

    """
  svg += picture(of: map, photo: photo)
  svg += portrait(of: .maine, in: map, photo: photo)
  let credits = map.credits.joined(separator: ", ")
  svg += "<text x=\"980\" y=\"628\" font-size=\"10\" fill=\"#5b6b73\" text-anchor=\"end\">\(escaped(credits))</text>\n"
  return svg + "</svg>\n"
}

/// All states: in colors, one with a photo; borders and coast over them, names, and what a tap hits.
private func picture(of map: RegionMap<NewEngland>, photo: String) -> String {
  let frame = MapFrame(map.bounds, x: 20, y: 20, width: 540, height: 600)
  // One level for all of them, so that neighbours fit.
  let level = map.level(metersPerPixel: frame.metersPerUnit)
  var svg = "<g stroke-linejoin=\"round\" stroke-linecap=\"round\">\n"
  var rings = RingBuffer()
  for (region, shape) in map.shapes {
    var path = PathData()
    shape.draw(level: level, in: frame, to: &path, using: &rings)
    if region == .vermont {
      svg += image(photo, of: shape, in: frame, path, name: "vermont-of-all")
    } else {
      // Its own color round it too: between two areas that only share a border the background shines through.
      let color = region.color
      svg += "<path d=\"\(path.text)\" fill=\"\(color)\" fill-rule=\"evenodd\" stroke=\"\(color)\"/>\n"
    }
  }

  // Each border once, whichever states it parts.
  svg += stroke(map.innerBorders(level: level), in: frame, color: "#ffffff", width: 1.5)
  svg += stroke(map.coast(level: level), in: frame, color: "#3d6b80", width: 1)
  svg += "</g>\n<g font-size=\"12\" fill=\"#22333b\" text-anchor=\"middle\">\n"
  for (region, shape) in map.shapes where region != .vermont {
    let (x, y) = frame.position(of: shape.labelPoint)
    svg += "<text x=\"\(hundredths(x))\" y=\"\(hundredths(y))\">\(escaped(region.name))</text>\n"
  }
  svg += "</g>\n"

  // In Boston, and on the water beside Nantucket: the first is in a state, the second within a finger's reach of one.
  for (longitude, latitude) in [(-71.06, 42.36), (-70.22, 41.2)] {
    let tap = MapPoint(longitude: longitude, latitude: latitude)
    let region = map.region(nearest: tap, within: 22 / frame.scale)
    let place = frame.position(of: tap)
    svg += """
      <circle cx="\(hundredths(place.x))" cy="\(hundredths(place.y))" r="4" fill="none" stroke="#c1121f" \
      stroke-width="2"><title>\(escaped(region?.name ?? "sea"))</title></circle>

      """
  }
  return svg
}

/// One state as large as there is room: the photo within its shape, and its own border alone.
private func portrait(of region: NewEngland, in map: RegionMap<NewEngland>, photo: String) -> String {
  let shape = map[region]
  let frame = MapFrame(shape.mainBounds, x: 600, y: 60, width: 380, height: 520)
  let level = shape.level(mapPointsPerPixel: 1 / frame.scale)
  var path = PathData()
  shape.draw(level: level, in: frame, to: &path)
  let outline = map.outline(of: [region], level: level)
  return """
    <g stroke-linejoin="round" stroke-linecap="round">
    \(image(photo, of: shape, in: frame, path, name: "portrait"))\
    \(stroke(outline, in: frame, color: "#ffffff", width: 4))\
    \(stroke(outline, in: frame, color: "#22333b", width: 1.5))</g>
    <text x="790" y="40" font-size="20" fill="#22333b" text-anchor="middle">\(escaped(shape.name))</text>

    """
}

/// A photo that covers the region's bounds, cut to the region's shape.
private func image(
  _ photo: String, of shape: RegionShape, in frame: MapFrame, _ path: PathData, name: String
) -> String {
  let (x, y) = frame.position(of: MapPoint(x: shape.bounds.minX, y: shape.bounds.minY))
  let (width, height) = (shape.bounds.width * frame.scale, shape.bounds.height * frame.scale)
  return """
    <clipPath id="\(name)"><path d="\(path.text)" clip-rule="evenodd"/></clipPath>
    <image href="\(photo)" x="\(hundredths(x))" y="\(hundredths(y))" width="\(hundredths(width))" \
    height="\(hundredths(height))" preserveAspectRatio="xMidYMid slice" clip-path="url(#\(name))"/>

    """
}

private func stroke(_ lines: LineBuffer, in frame: MapFrame, color: String, width: Double) -> String {
  var path = PathData()
  lines.draw(in: frame, to: &path)
  return "<path d=\"\(path.text)\" fill=\"none\" stroke=\"\(color)\" stroke-width=\"\(width)\"/>\n"
}

extension NewEngland {
  /// A switch over a map's regions knows them all.
  fileprivate var color: String {
    switch self {
    case .maine: "#a3b18a"
    case .newHampshire: "#d8c99b"
    case .vermont: "#c8a27c"
    case .massachusetts: "#b5c2b7"
    case .rhodeIsland: "#e0afa0"
    case .connecticut: "#cdb4db"
    }
  }
}

/// Text as text: names come from data.
private func escaped(_ text: String) -> String {
  text.map { character in
    switch character {
    case "&": "&amp;"
    case "<": "&lt;"
    default: String(character)
    }
  }.joined()
}
