import Foundation
import MapPack
import MapPackCoverage
import MapPackEmit
import MapPackFeatures
import MapPackGeometry
import MapPackMerge
import TestSupport
import Testing

/// What a page and a picture must not take for anything but text.
let nastyText = "</title></script><script>alert(1)</script>\"'& ]]> <b> \u{1}\u{FFFE}"

/// A made-up map, merged: islands, nests, lakes.
func mergedMap(seed: UInt64) throws -> Coverage {
  try merge(
    RandomCoverage(seed: seed).table,
    options: MergeOptions(key: Template("CODE"), name: Template("NAME"), jobs: 1), progress: nil)
}

/// Whether a point of a picture lies inside lines that are filled by the even-odd rule.
private func fill(of lines: [DrawnPicture.Line], contains x: Double, _ y: Double) -> Bool {
  var isInside = false
  for line in lines {
    for (a, b) in zip(line.points, line.points.dropFirst() + line.points.prefix(1)) {
      let (ax, ay, bx, by) = (Double(a.x) / 100, Double(a.y) / 100, Double(b.x) / 100, Double(b.y) / 100)
      if (ay > y) != (by > y), x < ax + (y - ay) / (by - ay) * (bx - ax) { isInside.toggle() }
    }
  }
  return isInside
}

@Test func `the picture reads as it is meant to`() throws {
  #expect(
    String(decoding: try svg(letters(), level: 1), as: UTF8.self) == """
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" \
      viewBox="0 0 1020 389.14" font-family="system-ui, 'Helvetica \
      Neue', Arial, 'Hiragino Sans', 'Noto Sans CJK JP', 'Yu Gothic', Meiryo, sans-serif">
      <title>Letters</title>
      <rect id="water" width="1020" height="389.14" fill="#bad1e0"/>
      <g id="regions" inkscape:groupmode="layer" inkscape:label="regions" class="areas" fill-rule="evenodd" \
      stroke-linejoin="round" stroke-linecap="round" stroke-width=".6">
      <g id="r-01" data-code="01" data-name="甲 &amp; &lt;A&gt;" fill="#f4e8cc" stroke="#f4e8cc"><title>甲 &amp; \
      &lt;A&gt;</title><path d="M367.14 10l0 357.14-357.14 0 0-357.14zM117.14 117.14l0 107.15 107.15 0 0-107.15z"/></g>
      <g id="r-02" data-code="02" data-name="乙" fill="#dcebc8" stroke="#dcebc8"><title>乙</title>\
      <path d="M367.14 10l357.15 0 0 357.14-357.15 0z"/></g>
      <g id="r-03" data-code="03" data-name="丙" fill="#f6dccb" stroke="#f6dccb"><title>丙</title>\
      <path d="M224.29 117.14l0 107.15-107.15 0 0-107.15z"/></g>
      </g>
      <g id="borders" inkscape:groupmode="layer" inkscape:label="borders" fill="none" stroke-linejoin="round" \
      stroke-linecap="round" stroke-width=".6">
      <path stroke="#3a5062" stroke-opacity=".42" d="M367.14 10l0 357.14M117.14 117.14l0 107.15 107.15 0 0-107.15z"/>
      </g>
      <g id="coasts" inkscape:groupmode="layer" inkscape:label="coasts" fill="none" stroke-linejoin="round" \
      stroke-linecap="round" stroke-width=".7" stroke="#3f627c">
      <path d="M367.14 10l-357.14 0 0 357.14 357.14 0M367.14 10l357.15 0 0 357.14-357.15 0"/>
      </g>
      <g id="labels" inkscape:groupmode="layer" inkscape:label="labels" text-anchor="middle" font-weight="500" \
      stroke-opacity="1" stroke-width="3" stroke-linejoin="round" paint-order="stroke">
      <text x="545.71" y="220.71" font-size="15" fill="#22303b" stroke="#dcebc8"><tspan x="545.71" dy=".36em">乙</tspan></text>
      <text x="295.71" y="277.86" font-size="15" fill="#22303b" stroke="#f4e8cc"><tspan x="295.71" dy=".36em">甲 \
      &amp; &lt;A&gt;</tspan></text>
      <text x="170.71" y="170.71" font-size="13" fill="#22303b" stroke="#f6dccb"><tspan x="170.71" dy=".36em">丙</tspan>\
      </text>
      </g>
      <g id="sources" inkscape:groupmode="layer" inkscape:label="sources" text-anchor="end" font-size="9" \
      fill="#22303b" fill-opacity=".75">
      <text x="1010" y="381.14">国土, 2024-01-01</text>
      </g>
      </svg>

      """)
}

@Test func `a map across the 180th meridian is drawn in one piece, the cut not stroked`() throws {
  let picture = try #require(DrawnPicture(try svg(antimeridian())))
  // 2,500 cells from the western edge to the eastern one of the region beyond, 1,000 high.
  #expect(picture.width == 1020 && picture.height == 420)
  #expect(picture.borders.isEmpty)
  #expect(picture.coast.count == 3)
  // The cut is 1,000 cells from the western edge.
  #expect(!picture.coast.flatMap(\.stretches).contains { $0.allSatisfy { $0.x == 41_000 } })
}

@Test(arguments: ExportSample.allCases)
func `the picture is well-formed XML, a path per region with its name, whatever the name`(sample: ExportSample) throws {
  var coverage = sample.coverage
  coverage.map = nastyText
  coverage.regions[0].name = nastyText
  coverage.sources = [Source(path: "a")]
  coverage.sources[0].attribution = nastyText
  let picture = try #require(DrawnPicture(try svg(coverage)))
  let shown = nastyText.replacing("\u{1}", with: "\u{FFFD}").replacing("\u{FFFE}", with: "\u{FFFD}")
  #expect(picture.title == shown)
  #expect(picture.regions.map(\.title).sorted() == ([shown] + coverage.regions.dropFirst().map(\.name)).sorted())
  #expect(picture.sources.joined(separator: " ").filter { $0 != " " } == shown.filter { $0 != " " })
}

@Test func `neighbors have different colors`() throws {
  let picture = try #require(DrawnPicture(try svg(quilt(columns: 5, rows: 5, verticesPerArc: 4, seed: 3))))
  let colors = picture.regions.sorted { $0.title < $1.title }.map(\.color)
  #expect(colors.count == 25)
  for index in 0..<25 {
    if index % 5 < 4 { #expect(colors[index] != colors[index + 1]) }
    if index < 20 { #expect(colors[index] != colors[index + 5]) }
  }
}

@Test(arguments: 0..<3)
func `each stretch of border and of coast is stroked once, and is the fills' very edge`(level: Int) throws {
  let picture = try #require(
    DrawnPicture(try svg(quilt(columns: 4, rows: 3, verticesPerArc: 9, levels: 3, seed: 5), level: level)))
  let edges = picture.regions.flatMap { $0.lines.flatMap(\.stretches) }
  let uses = Dictionary(edges.map { ($0, 1) }, uniquingKeysWith: +)
  let borders = picture.borders.flatMap(\.stretches)
  let coast = picture.coast.flatMap(\.stretches)
  #expect(!borders.isEmpty && !coast.isEmpty)
  #expect(Set(borders).count == borders.count && Set(coast).count == coast.count)
  #expect(Set(borders) == Set(uses.filter { $0.value == 2 }.keys))
  #expect(Set(coast) == Set(uses.filter { $0.value == 1 }.keys))
}

@Test(arguments: 0..<8 as Range<UInt64>)
func `names lie in their regions, within the picture and not over each other`(seed: UInt64) throws {
  let picture = try #require(DrawnPicture(try svg(mergedMap(seed: seed))))
  #expect(picture.names.count > 3)
  // A name is 第, a number of three digits and 区.
  let boxes = picture.names.map { name in
    (name, width: name.fontSize * (2 + 3 * 0.55), height: name.fontSize)
  }
  for (index, (name, width, height)) in boxes.enumerated() {
    let region = try #require(picture.regions.first { $0.title == name.lines.joined(separator: " ") })
    #expect(fill(of: region.lines, contains: name.x, name.y))
    #expect((11...15).contains(name.fontSize))
    #expect(name.x > width / 2 && name.x + width / 2 < picture.width)
    #expect(name.y > height / 2 && name.y + height / 2 < picture.height)
    for (other, otherWidth, otherHeight) in boxes[..<index] {
      #expect(
        abs(other.x - name.x) > (width + otherWidth) / 2 || abs(other.y - name.y) > (height + otherHeight) / 2,
        "\(name.lines) lies over \(other.lines)")
    }
  }
}

/// Squares in a row, 100, 30 and 5 units wide in the picture, all with one name.
private func row(name: String, areas: [Double] = [3, 2, 1]) -> Coverage {
  var drawing = CoverageDrawing()
  for (index, side) in [100, 30, 5].enumerated() {
    let (x, end) = (Int32(400 * index), Int32(400 * index + side))
    let arc = drawing.arc([(x, 0), (end, 0), (end, Int32(side)), (x, Int32(side))], left: Int32(index), closed: true)
    drawing.region(String(index), name, area: areas[index], polygons: [[[arc]]])
  }
  let edge = drawing.arc([(995, 0), (1000, 0), (1000, 5)], left: 3, closed: true)
  drawing.region("3", " ", area: 0.5, polygons: [[[edge]]])
  return drawing.coverage
}

@Test func `a name is as large as its region's area in the picture asks for, or left out if there is no room`() throws {
  let picture = try #require(DrawnPicture(try svg(row(name: "那覇市"))))
  // Squares of 10,000 and 900 square units; the third, of 25, is too small for any name.
  #expect(picture.names.map(\.fontSize) == [13, 11])
  #expect(picture.names.map(\.x) == [60, 425])
  // Four letters of 11 units are wider than the square of 30, by more than a fifth.
  let tight = try #require(DrawnPicture(try svg(row(name: "那覇市内"))))
  #expect(tight.names.map(\.fontSize) == [13])
}

@Test func `a capital has the largest name if a field says so, and names in its way give way`()
  throws
{
  var coverage = row(name: "那覇")
  for (region, people) in ["1,000", "x", "16 000", ""].enumerated() {
    coverage.regions[region].attributes = [Region.Attribute(field: "PEOPLE", value: people)]
  }
  coverage.regions[0].name = "Countryside that is long enough to reach it"
  var options = PictureOptions()
  options.importance = "PEOPLE"
  let picture = try #require(DrawnPicture(try svg(coverage, options: options)))
  #expect(picture.names.map { $0.lines.joined(separator: " ") }.first == "那覇")
  // The largest at which it lies within the picture; a sixteenth of the people ask for less.
  #expect(picture.names.first?.fontSize == 16)
  let country = try #require(picture.names.dropFirst().first)
  #expect(country.fontSize == 15 && country.lines.count == 3)
  // By area the small square has no name at all.
  let byArea = try #require(DrawnPicture(try svg(coverage)))
  #expect(byArea.names.count < picture.names.count)
}

@Test func `insets are drawn in boxes below the rest, each region once, and the rest fills the picture`() throws {
  let plain = try #require(DrawnPicture(try svg(row(name: "那覇市"))))
  var options = PictureOptions()
  options.insets = [.codes(["1"]), .codes(["2", "3"])]
  let picture = try #require(DrawnPicture(try svg(row(name: "那覇市"), options: options)))
  #expect(picture.regions.count == plain.regions.count)
  #expect(picture.insets.count == 2)
  // The first square alone fills the picture's width; the others lie in the boxes, next to each other.
  let points = picture.regions.map { $0.lines.flatMap(\.points) }
  #expect(points[0].map(\.x).min() == 1_000 && points[0].map(\.x).max() == 101_000)
  #expect(points[1].allSatisfy(picture.insets[0].contains))
  #expect((points[2] + points[3]).allSatisfy(picture.insets[1].contains))
  #expect(picture.insets[0].right < picture.insets[1].left)
  #expect(points[0].allSatisfy { $0.y < picture.insets[0].top })
  #expect(
    picture.insets.allSatisfy { Double($0.right) / 100 < picture.width && Double($0.bottom) / 100 < picture.height })
  // The name of an inset's region lies in its box.
  let names = picture.names.map { DrawnPicture.Point(x: Int($0.x * 100), y: Int($0.y * 100)) }
  #expect(names.contains { picture.insets[0].contains($0) })
}

@Test func `an inset with bounds takes the polygons that lie in them, also of a region whose mainland stays`() throws {
  let grid = NodingGrid(west: 0, south: 0, east: 60, north: 10)
  var drawing = CoverageDrawing()
  func square(_ west: Double) -> Int {
    drawing.arc(
      [(west, 0.0), (west + 8, 0), (west + 8, 8), (west, 8)].map {
        let point = grid.point(longitude: $0.0, latitude: $0.1)
        return (point.x, point.y)
      }, left: 0, closed: true)
  }
  drawing.region("1", "France", polygons: [[[square(0)]], [[square(50)]]])
  drawing.set { $0.plane = .lonlat(grid) }
  var options = PictureOptions()
  options.insets = [.bounds(Bounds(west: 40, south: -1, east: 60, north: 10))]
  let picture = try #require(DrawnPicture(try svg(drawing.coverage, options: options)))
  #expect(picture.regions.map(\.lines.count) == [2])
  #expect(picture.regions[0].lines[1].points.allSatisfy(picture.insets[0].contains))
  #expect(picture.coast.count == 2)
  // West of the 180th meridian's other side lies nothing of the map.
  options.insets = [.bounds(Bounds(west: 170, south: -1, east: -170, north: 10))]
  #expect(throws: StageError.self) { try svg(drawing.coverage, options: options) }
  options.insets = [.bounds(Bounds(west: -1, south: -1, east: 60, north: 10))]
  #expect(throws: StageError.self) { try svg(drawing.coverage, options: options) }
  options.insets = [.codes(["2"])]
  #expect(throws: StageError.self) { try svg(drawing.coverage, options: options) }
}

@Test func `if land lies beyond the map, its outer line is a border`() throws {
  var options = PictureOptions()
  let coast = try #require(DrawnPicture(try svg(letters(), options: options)))
  options.outline = .border
  let border = try #require(DrawnPicture(try svg(letters(), options: options)))
  #expect(coast.outline == "#3f627c" && border.outline != coast.outline)
  #expect(coast.coast.map(\.points) == border.coast.map(\.points))
}

@Test func `a long name is broken into lines if it has no room in one`() throws {
  let picture = try #require(DrawnPicture(try svg(row(name: "Saint Vincent and the Grenadines"))))
  #expect(picture.names.map(\.lines) == [["Saint Vincent and", "the Grenadines"]])
  let short = try #require(DrawnPicture(try svg(row(name: "Fort Kent"))))
  // On the large square there is room for one line.
  #expect(short.names.map(\.lines) == [["Fort Kent"], ["Fort", "Kent"]])
}

@Test func `if names would lie over each other, the larger region's stays`() throws {
  // Boxes one upon the other, too small for names beside each other, and one so wide that a cell is a unit.
  var drawing = CoverageDrawing()
  for (index, (name, area)) in [("上", 1.0), ("中", 3), ("下", 2), ("", 4)].enumerated() {
    let (low, high, end) = (Int32(index) * 13, Int32(index) * 13 + 13, Int32(name.isEmpty ? 1000 : 14))
    let arc = drawing.arc([(0, low), (end, low), (end, high), (0, high)], left: Int32(index), closed: true)
    drawing.region(String(index), name, area: area, polygons: [[[arc]]])
  }
  var names = try #require(DrawnPicture(try svg(drawing.coverage))).names
  #expect(names.map(\.lines) == [["中"]])
  drawing.set { $0.regions[1].area = 0.5 }
  names = try #require(DrawnPicture(try svg(drawing.coverage))).names
  #expect(names.map(\.lines) == [["下"], ["上"]])
}

@Test func `a coverage in longitude and latitude is drawn in Web Mercator`() throws {
  let grid = NodingGrid(west: 0, south: 59, east: 2, north: 61)
  var drawing = CoverageDrawing()
  let corners = [(0.0, 59.5), (1, 59.5), (1, 60.5), (0, 60.5)].map {
    let point = grid.point(longitude: $0.0, latitude: $0.1)
    return (point.x, point.y)
  }
  let arc = drawing.arc(corners, left: 0, closed: true)
  drawing.region("1", "Square", polygons: [[[arc]]])
  drawing.set { $0.plane = .lonlat(grid) }
  let picture = try #require(DrawnPicture(try svg(drawing.coverage)))
  // A degree of latitude is twice as high at 60° as one of longitude is wide; north is up.
  #expect(abs((picture.height - 20) - 2 * (picture.width - 20)) < 2)
  #expect(picture.coast[0].points[0].y > picture.coast[0].points[2].y)
}

@Test(arguments: [ExportSample.letters, .antimeridian, .quilt, .fine])
func `a pack's picture, page and topology are those of the coverage it was made from`(sample: ExportSample) throws {
  func packed(_ coverage: Coverage, rawValue: (Int) -> Int) throws -> Coverage {
    Coverage(
      try Pack(
        data: packData(
          PackContents(
            map: "Test", identity: 1, coverage: coverage,
            rawValues: coverage.regions.indices.map { UInt16(rawValue($0)) }))))
  }
  // Hand-drawn arcs run as they were drawn; what comes out of a pack runs as the pipeline's do.
  let coverage = try packed(sample.coverage) { $0 }
  let pack = try packed(coverage) { coverage.regions.count - $0 }
  for level in coverage.levels.indices {
    #expect(try svg(pack, level: level) == svg(coverage, level: level))
    for coordinates in ExportCoordinates.allCases {
      #expect(
        try topoJSON(pack, level: level, coordinates: coordinates)
          == topoJSON(coverage, level: level, coordinates: coordinates))
    }
  }
}

@Test func `a map without regions is an empty picture`() throws {
  let picture = try #require(DrawnPicture(try svg(CoverageDrawing().coverage)))
  #expect(picture.regions.isEmpty && picture.width > 0 && picture.height > 0)
}

@Test func `islands that nobody could see are dots, so that no region is without a trace`() throws {
  var drawing = CoverageDrawing()
  let land = drawing.arc([(0, 0), (900_000, 0), (900_000, 900_000)], left: 0, closed: true)
  let speck = drawing.arc([(100_000, 800_000), (100_010, 800_000), (100_000, 800_010)], left: 1, closed: true)
  drawing.region("1", "Land", polygons: [[[land]]])
  drawing.region("2", "Speck", polygons: [[[speck]]])
  let picture = try #require(DrawnPicture(try svg(drawing.coverage)))
  #expect(picture.regions.map { $0.lines.map(\.points.count) } == [[3], [1]])
  #expect(picture.regions[1].lines[0].isClosed)
}

@Test(arguments: [false, true])
func `names of points stand beside their dots, and cover others only if they are more important`(
  hasImportance: Bool
) throws {
  var random = SplitMix64(seed: 4)
  var drawing = CoverageDrawing()
  drawing.set { $0.kind = .points }
  for region in 0..<60 as Range<Int32> {
    let points = (0..<(region % 9 == 0 ? 3 : 1)).map { _ in
      (Int32.random(in: 0...900_000, using: &random), Int32.random(in: 0...700_000, using: &random))
    }
    drawing.region(
      "\(region)", "Station \(region)", area: 0,
      polygons: points.map { [[drawing.arc([$0], left: region, closed: true)]] })
  }
  drawing.set { coverage in
    for region in coverage.regions.indices {
      coverage.regions[region].attributes = [.init(field: "people", value: "\(1 + region * region)")]
    }
  }
  var options = PictureOptions()
  if hasImportance { options.importance = "people" }
  let data = try svg(drawing.coverage, options: options)
  let picture = try #require(DrawnPicture(data))
  #expect(picture.names.count > 30 && picture.names.allSatisfy { $0.lines.count == 1 })
  let dots = String(decoding: data, as: UTF8.self).matches(of: /M([0-9.]+) ([0-9.]+)z/).compactMap { dot in
    Double(dot.1).flatMap { x in Double(dot.2).map { (x: x, y: $0) } }
  }
  #expect(dots.count == 74)
  // Ten letters or so of half their height.
  let covering = picture.names.filter { name in
    dots.contains {
      abs($0.x - name.x) < 2.2 * name.fontSize && abs($0.y - name.y) < name.fontSize / 2
    }
  }
  #expect(hasImportance || covering.isEmpty, "\(covering.map(\.lines))")
}

@Test func `features are drawn as they are, with thin outlines and without names`() throws {
  // A hole that reaches out of its shell, as nothing has been repaired yet.
  var table = FeatureTable(polygons: [[[[(0, -5), (10, -5), (10, 5), (0, 5)], [(2, -1), (2, 1), (12, 0)]]], []])
  table.sources[0].publisher = "<Office>"
  #expect(
    String(decoding: svg(table), as: UTF8.self) == """
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" \
      viewBox="0 0 1020 866.39" font-family="system-ui, 'Helvetica Neue', \
      Arial, 'Hiragino Sans', 'Noto Sans CJK JP', 'Yu Gothic', Meiryo, sans-serif">
      <rect id="water" width="1020" height="866.39" fill="#bad1e0"/>
      <g id="features" inkscape:groupmode="layer" inkscape:label="features" fill-rule="evenodd" fill-opacity=".8" \
      stroke-width=".4" stroke-linejoin="round" stroke-linecap="round" fill="#f4e8cc" stroke="#3f627c">
      <path d="M10 844.39l833.33 0 0-834.39-833.33 0zM176.67 510.53l0-166.67 833.33 83.34z"/>
      </g>
      <g id="sources" inkscape:groupmode="layer" inkscape:label="sources" text-anchor="end" font-size="9" \
      fill="#22303b" fill-opacity=".75">
      <text x="1010" y="858.39">&lt;Office&gt;</text>
      </g>
      </svg>

      """)
}

@Test func `features on both sides of the 180th meridian are drawn in one piece`() throws {
  let table = FeatureTable(polygons: [
    [[[(178, -89), (180, -89), (180, -80)]]], [[[(-180, -89), (-178, -80), (-180, -80)]]],
  ])
  let picture = try #require(DrawnPicture(svg(table)))
  let points = picture.regions.flatMap { $0.lines.flatMap(\.points) }
  #expect(picture.regions.count == 2)
  // What lies beyond the square's end lies at its end.
  #expect((points.map(\.y).max() ?? 0) <= Int(picture.height * 100) - 1_000)
  #expect(points.map(\.x).min() == picture.regions[0].lines[0].points[0].x)
}

@Test func `a name that lies over a more important one goes beside its dot`() throws {
  // Bands one upon the other, each with its name in the middle.
  var drawing = CoverageDrawing()
  for (index, name) in ["上", "中", "下"].enumerated() {
    let (low, high) = (Int32(index) * 12, Int32(index) * 12 + 11)
    let arc = drawing.arc([(0, low), (1000, low), (1000, high), (0, high)], left: Int32(index), closed: true)
    drawing.region(String(index), name, polygons: [[[arc]]])
  }
  drawing.set { coverage in
    for (region, people) in ["2", "300", "2"].enumerated() {
      coverage.regions[region].attributes = [Region.Attribute(field: "PEOPLE", value: people)]
    }
  }
  var options = PictureOptions()
  options.importance = "PEOPLE"
  let names = try #require(DrawnPicture(try svg(drawing.coverage, options: options))).names
  #expect(names.map(\.lines) == [["中"], ["上"], ["下"]])
  for name in names.dropFirst() { #expect(abs(name.x - names[0].x) > 5 || abs(name.y - names[0].y) > 10) }
}
