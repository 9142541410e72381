import Foundation
import MapPack

/// A travel diary on two phones, drawn as SVG: the counties that were visited are filled, some show photos, and a tap
/// has found one of them.
///
///     Atlas NewEnglandCounties.mappack Diary Atlas.svg
@main
struct Atlas {
  static func main() throws {
    let files = CommandLine.arguments.dropFirst().map { URL(fileURLWithPath: $0) }
    guard files.count == 3 else { fatalError("usage: Atlas COUNTIES.mappack DIARY SVG") }
    let diary = try JSONDecoder().decode(
      Diary.self, from: Data(contentsOf: files[1].appendingPathComponent("visits.json")))
    let atlas = Atlas(
      counties: CountyMap(map: try RegionMap(NewEnglandCounties.self, contentsOf: files[0]), diary: diary))
    // The photos are drawings. Each becomes a symbol, which is shown more than once.
    let photos = try diary.photos.values.map(\.file).sorted().map { file in
      try String(contentsOf: files[1].appendingPathComponent(file), encoding: .utf8)
        .replacingOccurrences(of: "<svg xmlns=\"http://www.w3.org/2000/svg\"", with: "<symbol id=\"\(file)\"")
        .replacingOccurrences(of: "</svg>", with: "</symbol>")
    }
    let svg = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 800" \
      font-family="-apple-system, Segoe UI, Roboto, Helvetica Neue, Arial, system-ui, sans-serif">
      <defs>
      <filter id="shadow" x="-20%" y="-20%" width="140%" height="140%">
      <feDropShadow dy="10" stdDeviation="14" flood-color="#0b1620" flood-opacity=".28"/></filter>
      <filter id="lift" x="-30%" y="-30%" width="160%" height="160%">
      <feDropShadow dy="3" stdDeviation="5" flood-color="#0b1620" flood-opacity=".22"/></filter>
      <clipPath id="screen"><rect width="360" height="720" rx="46"/></clipPath>
      <clipPath id="thumbnail"><rect width="38" height="38" rx="9"/></clipPath>
      \(photos.joined())</defs>
      \(atlas.phone(x: 40, color: "#f5f6f3", atlas.overview()))\
      \(atlas.phone(x: 480, color: "#15202b", atlas.county(.hancock)))</svg>

      """
    try Data(svg.utf8).write(to: files[2])
  }

  let counties: CountyMap

  func phone(x: Double, color: String, _ screen: String) -> String {
    """
    <rect x="\(x)" y="20" width="380" height="740" rx="56" fill="#0b0e13" filter="url(#shadow)"/>
    <rect x="\(x)" y="20" width="380" height="740" rx="56" fill="none" stroke="#8b95a1" stroke-width="2"/>
    <g transform="translate(\(x + 10) 30)" clip-path="url(#screen)">
    <rect width="360" height="720" fill="\(color)"/>
    \(screen)<rect x="136" y="14" width="88" height="24" rx="12" fill="#0b0e13"/>
    <rect x="120" y="704" width="120" height="4" rx="2" fill="#8b95a1"/>
    </g>

    """
  }

  /// The whole map, what a tap has found, and how much of each state was visited.
  func overview() -> String {
    let map = counties.map
    let visited = Set(counties.diary.visited)
    var svg = text("New England", x: 24, y: 86, size: 30, "fill='#17232e' font-weight='700'")
    svg += text("\(visited.count) of \(map.regions.count) counties", x: 24, y: 108, size: 14, "fill='#6a7781'")

    let frame = MapFrame(map.bounds, in: CGRect(x: 14, y: 124, width: 332, height: 450))
    // A tap in the sea: the tip of a finger reaches the islands beside it.
    let tap = frame.point(MapPoint(longitude: -68.2, latitude: 44.05))
    let found = map.region(under: tap, in: frame)
    svg += counties.overview(in: frame, selected: found)
    if let found { svg += callout(found, tap: tap) }

    for (index, group) in map.groups.enumerated() {
      let (x, y) = (24 + Double(index % 3) * 108, 620 + Double(index / 3) * 44)
      let count = group.regions.count { visited.contains($0) }
      let name = NewEngland(code: group.name)?.name ?? group.name
      svg += text(name, x: x, y: y, size: 11, "fill='#17232e' font-weight='600'")
      let width = 96 * Double(count) / Double(group.regions.count)
      svg += rect(CGRect(x: x, y: y + 8, width: 96, height: 4), "rx='2' fill='#e2e5e0'")
      svg += rect(CGRect(x: x, y: y + 8, width: width, height: 4), "rx='2' fill='#5fa08b'")
    }
    return svg
  }

  private func callout(_ county: NewEnglandCounties, tap: CGPoint) -> String {
    let photo = counties.diary.photos[county]
    return """
      <circle cx="\(rounded(tap.x))" cy="\(rounded(tap.y))" r="8" fill="#e4572e" fill-opacity=".3"/>
      <g transform="translate(\(rounded(tap.x - 72)) \(rounded(tap.y + 18)))">
      <path d="M0 12a12 12 0 0 1 12-12h52l8-9l8 9h40a12 12 0 0 1 12 12v30a12 12 0 0 1-12 12H12a12 12 0 0 1-12-12z" \
      fill="#fff" filter="url(#lift)"/>
      <g transform="translate(8 8)" clip-path="url(#thumbnail)">
      <use href="#\(photo?.file ?? "")" width="38" height="38"/></g>
      \(text(county.name, x: 56, y: 24, size: 14, "fill='#17232e' font-weight='700'"))\
      \(text(photo?.month ?? "", x: 56, y: 41, size: 11, "fill='#6a7781'"))</g>

      """
  }

  /// One county with its photo, and the other photos below.
  func county(_ county: NewEnglandCounties) -> String {
    let photos = counties.diary.photos
    let others = counties.map.regions.filter { photos[$0] != nil && $0 != county }
    var svg = text(county.name, x: 24, y: 86, size: 30, "fill='#fff' font-weight='700'")
    let caption = "\(counties.state(of: county)) · \(photos[county]?.month ?? "")"
    svg += text(caption, x: 24, y: 108, size: 14, "fill='#93a3b1'")
    let screen = CGRect(x: 24, y: 134, width: 312, height: 420)
    svg += counties.portrait(of: county, in: screen, line: "stroke='#fff'")
    svg += text("More photos", x: 24, y: 580, size: 12, "fill='#fff' font-weight='600'")
    for (index, other) in others.enumerated() {
      let room = CGRect(x: 23 + Double(index) * 54, y: 594, width: 44, height: 58)
      svg += counties.portrait(of: other, in: room, line: "stroke='#fff' stroke-width='.75'")
      svg += text(other.name, x: room.midX, y: 674, size: 9, "fill='#93a3b1' text-anchor='middle'")
    }
    return svg
  }
}
