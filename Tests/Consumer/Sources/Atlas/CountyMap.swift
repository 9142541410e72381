import Foundation
import MapPack

/// The map and what is drawn of it.
struct CountyMap {
  let map: RegionMap<NewEnglandCounties>
  let diary: Diary

  func state(of county: NewEnglandCounties) -> String {
    map.group(of: county).flatMap { NewEngland(code: $0.name) }?.name ?? ""
  }

  /// The whole map: areas, photos, borders and names.
  func overview(in frame: MapFrame, selected: NewEnglandCounties?) -> String {
    // All counties at one level, so that neighbors fit. A screen has two pixels a point.
    let level = map.level(metersPerPixel: frame.metersPerUnit / 2)
    let visited = Set(diary.visited)
    var svg = ""
    for (county, shape) in map.shapes {
      let color = visited.contains(county) ? "#8fbfae" : "#e2e5e0"
      // The stroke closes the hairline between two areas that share a border.
      svg += path("fill='\(color)' stroke='\(color)' stroke-width='.5'") {
        shape.draw(level: level, in: frame, to: &$0)
      }
      svg += photo(of: county, in: frame, level: level, id: "map-\(county.code)")
    }
    svg += lines(map.innerBorders(level: level), in: frame, "stroke='#fff' stroke-width='.6'")
    svg += lines(map.groupBorders(level: level), in: frame, "stroke='#fff' stroke-width='1.6'")
    svg += lines(map.coast(level: level), in: frame, "stroke='#5d8a80' stroke-width='.5'")
    if let selected {
      let outline = map.outline(of: [selected], level: level)
      svg += lines(outline, in: frame, "stroke='#fff' stroke-width='2.6'")
      svg += lines(outline, in: frame, "stroke='#e4572e' stroke-width='1.2'")
    }
    return svg + labels(in: frame, without: selected)
  }

  /// A county as large as there is room: its photo in its shape.
  func portrait(of county: NewEnglandCounties, in rect: CGRect, line: String) -> String {
    let frame = MapFrame(map[county].mainBounds, in: rect)
    let level = map.level(metersPerPixel: frame.metersPerUnit / 2)
    return photo(of: county, in: frame, level: level, id: "portrait-\(county.code)")
      + lines(map.outline(of: [county], level: level), in: frame, line)
  }

  private func photo(of county: NewEnglandCounties, in frame: MapFrame, level: Int, id: String) -> String {
    guard let photo = diary.photos[county] else { return "" }
    let shape = path("") { map[county].draw(level: level, in: frame, to: &$0) }
    return """
      <clipPath id="\(id)">\(shape)</clipPath>
      <g clip-path="url(#\(id))"><use href="#\(photo.file)" \(box(frame.rect(map[county].mainBounds)))/></g>

      """
  }

  private func lines(_ lines: LineBuffer, in frame: MapFrame, _ attributes: String) -> String {
    path("fill='none' stroke-linejoin='round' \(attributes)") { lines.draw(in: frame, to: &$0) }
  }

  /// The names that find room in their own counties. So none meets another.
  private func labels(in frame: MapFrame, without selected: NewEnglandCounties?) -> String {
    var svg = ""
    var taken: [CGRect] = []
    for (county, shape) in map.shapes where county != selected && diary.photos[county] == nil {
      let point = frame.point(shape.labelPoint)
      // The widest row at the label point, above or below it.
      let rows = stride(from: -24.0, through: 24, by: 4).map { row(of: county, x: point.x, y: point.y + $0, frame) }
      guard let room = rows.max(by: { $0.width < $1.width }) else { continue }
      let size = min(11, room.width / (Double(county.name.count) * 0.55))
      guard size >= 7.5 else { continue }
      precondition(!taken.contains(where: room.intersects), "\(county.name) meets another name")
      taken.append(room)
      svg += text(
        county.name, x: room.midX, y: room.midY + size * 0.36, size: rounded(size),
        "fill='#24423b' font-weight='500' text-anchor='middle'")
    }
    return svg
  }

  /// The room for a line of text through a point: as far as the county reaches to both sides, less a margin.
  private func row(of county: NewEnglandCounties, x: Double, y: Double, _ frame: MapFrame) -> CGRect {
    func isInside(_ x: Double) -> Bool {
      [y - 5, y + 5].allSatisfy { map.region(at: frame.mapPoint(x: x, y: $0)) == county }
    }
    var (west, east) = (x, x)
    while isInside(west - 3) { west -= 1 }
    while isInside(east + 3) { east += 1 }
    return CGRect(x: west, y: y - 5, width: east - west, height: 10)
  }
}
