import Foundation
import MapPackCoverage
import MapPackEmit
import MapPackMerge
import TestSupport
import Testing

/// A color in OKLab, whose distances are about as large as what readers see. Source: B. Ottosson, A perceptual color
/// space for image processing, 2020.
private struct OKLab {
  var (l, a, b) = (0.0, 0.0, 0.0)

  /// A reader's eyes as a matrix on linear red, green and blue. Source: Machado, Oliveira and Fernandes, A
  /// physiologically-based model for simulation of color vision deficiency, 2009, severity 1.
  static let eyes: [(name: String, rows: [[Double]])] = [
    ("all cones", [[1, 0, 0], [0, 1, 0], [0, 0, 1]]),
    (
      "protanopia",
      [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    (
      "deuteranopia",
      [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
  ]

  init(_ color: String, seenBy eyes: [[Double]]) {
    let linear = Self.linear(color)
    let seen = eyes.map { row in min(1, max(0, zip(row, linear).reduce(0) { $0 + $1.0 * $1.1 })) }
    func cube(_ r: Double, _ g: Double, _ b: Double) -> Double { cbrt(r * seen[0] + g * seen[1] + b * seen[2]) }
    let long = cube(0.4122214708, 0.5363325363, 0.0514459929)
    let middle = cube(0.2119034982, 0.6806995451, 0.1073969566)
    let short = cube(0.0883024619, 0.2817188376, 0.6299787005)
    l = 0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short
    a = 1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short
    b = 0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short
  }

  /// Red, green and blue as shares of the most light.
  static func linear(_ color: String) -> [Double] {
    let value = Int(color.dropFirst(), radix: 16) ?? 0
    return [16, 8, 0].map { place in
      let share = Double((value >> place) & 0xFF) / 255
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
  }

  func distance(to other: OKLab) -> Double {
    (pow(l - other.l, 2) + pow(a - other.a, 2) + pow(b - other.b, 2)).squareRoot()
  }
}

/// The contrast of two colors as WCAG 2 has it, from 1 to 21.
private func contrast(_ one: String, _ other: String) -> Double {
  let light = [one, other].map { color in
    zip([0.2126, 0.7152, 0.0722], OKLab.linear(color)).reduce(0.05) { $0 + $1.0 * $1.1 }
  }
  return max(light[0], light[1]) / min(light[0], light[1])
}

@Suite struct `The palettes` {
  static let all = MapPalette.all.flatMap { [$0.light, $0.dark] }

  private func least(_ colors: [String], _ eyes: [[Double]]) -> Double {
    let seen = colors.map { OKLab($0, seenBy: eyes) }
    return seen.indices.flatMap { a in seen[..<a].map { $0.distance(to: seen[a]) } }.min() ?? 0
  }

  @Test(arguments: OKLab.eyes.map(\.name))
  func `readers who are blind to red or green tell all colors of “clear” apart`(eyes: String) throws {
    let rows = try #require(OKLab.eyes.first { $0.name == eyes }).rows
    let palette = MapPalette(.clear)
    #expect(least(palette.light.land.colors, rows) >= 0.06)
    for colors in [palette.light, palette.dark] { #expect(least(colors.lines.colors + [colors.beyond], rows) >= 0.1) }
    // The other palettes do not promise it, so the measure can fail.
    if eyes != "all cones" { #expect(least(MapPalette(.vivid).light.land.colors, rows) < 0.05) }
  }

  @Test(arguments: all) func `colors are #rrggbb, and names stand out on land and water`(colors: MapPalette.Colors) {
    let others = [colors.water, colors.coast, colors.border.color, colors.beyond, colors.outer, colors.ink]
    for color in colors.land.colors + colors.lines.colors + others + [colors.halo.color].compactMap(\.self) {
      #expect(color.wholeMatch(of: /#[0-9a-f]{6}/) != nil, "\(color)")
    }
    for color in colors.land.colors + [colors.water, colors.beyond] {
      #expect(contrast(color, colors.ink) >= 4.5, "\(color)")
    }
    #expect(contrast(colors.coast, colors.water) > 4 && contrast(colors.outer, colors.beyond) > 3)
    for line in colors.lines.colors { #expect(contrast(line, colors.beyond) > 2.4, "\(line)") }
    #expect(colors.land.colors.count == ColorList.count && colors.lines.colors.count == ColorList.count)
    #expect(Set(colors.land.colors).count == ColorList.count && Set(colors.lines.colors).count == ColorList.count)
  }

  @Test func `land stands out from water: paper by its coast, in dark each fill by itself`() {
    let paper = MapPalette(.paper).light
    for color in paper.land.colors {
      #expect((1.2...1.34).contains(contrast(color, paper.water)) && contrast(color, paper.coast) > 4.9)
    }
    for colors in MapPalette.all.map(\.dark) {
      for color in colors.land.colors { #expect(contrast(color, colors.water) >= 3, "\(color)") }
      for ramp in MapRamp.all {
        for color in ramp.dark.classes { #expect(contrast(color, colors.water) >= 3, "\(color)") }
        #expect(contrast(ramp.dark.none, colors.water) > 2.1)
      }
    }
  }

  @Test(arguments: all) func `the shades of a palette beyond its end are further colors`(colors: MapPalette.Colors) {
    for list in [colors.land, colors.lines] {
      let shades = (0..<3 * ColorList.count).map { list[$0] }
      #expect(Array(shades.prefix(ColorList.count)) == list.colors)
      #expect(Set(shades).count == shades.count)
    }
  }
}

@Suite struct `The ramps` {
  static let all = MapRamp.all.flatMap { ramp in [(ramp.light, false), (ramp.dark, true)] }

  /// Of no light at all, 0.
  private func lightness(_ color: String) -> Double { OKLab(color, seenBy: OKLab.eyes[0].rows).l }

  @Test(arguments: NumberLook.classCounts) func `more is darker in light and lighter in dark, in any number of classes`(
    count: Int
  ) {
    for (ramp, isDark) in Self.all {
      let colors = ramp.colors(ofClasses: count)
      #expect(colors.fills.count == count + 1 && colors.fills.last == ramp.none)
      #expect(colors.fills.first == ramp.classes.first && colors.fills[count - 1] == ramp.classes.last)
      let light = colors.fills.dropLast().map(lightness)
      for (low, high) in zip(light, light.dropFirst()) { #expect(isDark ? low < high : high < low) }
      // Between two colors of the ramp there may be less.
      for (fill, ink) in zip(colors.fills, colors.inks) {
        #expect(contrast(fill, ink) >= (count == 5 ? 4.5 : 4), "\(ink) on \(fill)")
      }
      for (ink, border) in zip(colors.inks, colors.borderOfFill) {
        #expect(colors.borders.indices.contains(border) && (border == 1) == (!isDark && ink == "#ffffff"))
      }
    }
  }

  @Test(arguments: MapRamp.Name.allCases)
  func `five classes have the ramp's own colors, of which the two darkest have white borders`(
    name: MapRamp.Name
  ) {
    let ramp = MapRamp(name)
    for colors in [ramp.light, ramp.dark] {
      #expect(colors.classes.count == 5 && colors.colors(ofClasses: 5).fills == colors.classes + [colors.none])
    }
    #expect(ramp.light.colors(ofClasses: 5).borderOfFill == [0, 0, 0, 1, 1, 0])
    #expect(ramp.light.colors(ofClasses: 1).fills == [ramp.light.classes[2], ramp.light.none])
  }
}

@Suite struct `The looks of a picture` {
  /// Regions that all border each other: for each two of them, a square of one beside a square of the other.
  private func complete(_ count: Int32) -> Coverage {
    var drawing = CoverageDrawing()
    var polygons = [[[[Int]]]](repeating: [], count: Int(count))
    var row: Int32 = 0
    for a in 0..<count {
      for b in a + 1..<count {
        let (low, high) = (row, row + 10)
        let border = drawing.arc([(10, low), (10, high)], left: a, right: b)
        let left = drawing.arc([(10, high), (0, high), (0, low), (10, low)], left: a)
        let right = drawing.arc([(10, high), (20, high), (20, low), (10, low)], right: b)
        polygons[Int(a)].append([[border, left]])
        polygons[Int(b)].append([[~border, right]])
        row += 20
      }
    }
    for (index, polygons) in polygons.enumerated() {
      drawing.region("\(10 + index)", "Region \(index)", polygons: polygons)
    }
    return drawing.coverage
  }

  @Test(arguments: MapPalette.Name.allCases)
  func `no neighbors are alike, though they are more than the palette has colors`(palette: MapPalette.Name) throws {
    var options = PictureOptions()
    options.palette = palette
    let picture = try #require(DrawnPicture(try svg(complete(13), options: options)))
    #expect(Set(picture.regions.map(\.color)).count == 13)
    let land = MapPalette(palette).light.land.colors
    #expect(Set(picture.regions.map(\.color)).isSuperset(of: land))
    let quilt = try svg(quilt(columns: 6, rows: 5, verticesPerArc: 4, seed: 9), options: options)
    let colors = try #require(DrawnPicture(quilt)).regions.sorted { $0.title < $1.title }.map(\.color)
    for index in colors.indices {
      if index % 6 < 5 { #expect(colors[index] != colors[index + 1]) }
      if index < 24 { #expect(colors[index] != colors[index + 6]) }
    }
    // Four colors are enough for a quilt, and all that there are are seen.
    #expect(Set(colors) == Set(land))
  }

  @Test func `a wheel needs an own color for its hub only, however many spokes it has`() throws {
    // Around a hub lie 20 regions, of which each touches the next: more than a palette has colors.
    var drawing = CoverageDrawing()
    let count: Int32 = 20
    func corner(_ index: Int32, _ radius: Double) -> (Int32, Int32) {
      let angle = 2 * Double.pi * Double(index % count) / Double(count)
      return (Int32((radius * cos(angle)).rounded()), Int32((radius * sin(angle)).rounded()))
    }
    let spokes = (0..<count).map { index in
      drawing.arc(
        [corner(index, 500), corner(index, 1000)], left: (index % count) + 1, right: (index + count - 1) % count + 1)
    }
    let inner = (0..<count).map { drawing.arc([corner($0, 500), corner($0 + 1, 500)], left: 0, right: $0 + 1) }
    let outer = (0..<count).map { drawing.arc([corner($0, 1000), corner($0 + 1, 1000)], left: $0 + 1) }
    drawing.region("00", "Hub", polygons: [[inner]])
    for index in 0..<Int(count) {
      let next = (index + 1) % Int(count)
      drawing.region(
        "\(10 + index)", "Spoke", polygons: [[[spokes[index], outer[index], ~spokes[next], ~inner[index]]]])
    }
    for palette in MapPalette.Name.allCases {
      var options = PictureOptions()
      options.palette = palette
      let colors = try #require(DrawnPicture(try svg(drawing.coverage, options: options))).regions.map(\.color)
      #expect(colors.count == 21 && Set(colors).isSubset(of: MapPalette(palette).light.land.colors))
      #expect(!colors.dropFirst().contains(colors[0]))
      for index in 1...20 { #expect(colors[index] != colors[index % 20 + 1]) }
    }
  }

  @Test func `water and land have the colors that were chosen`() throws {
    var options = PictureOptions()
    (options.water, options.land) = ("#123456", "#abcdef")
    let text = String(decoding: try svg(letters(), options: options), as: UTF8.self)
    #expect(text.contains("<rect id=\"water\" width=\"1020\" height=\"389.14\" fill=\"#123456\"/>"))
    let picture = try #require(DrawnPicture(Data(text.utf8)))
    #expect(Set(picture.regions.map(\.color)) == ["#abcdef"])
    // Credits are read on dark water, names on light land.
    #expect(text.contains("font-size=\"9\" fill=\"#ffffff\"") && text.contains("fill=\"#12202a\" stroke=\"#abcdef\""))
    options.land = "#102030"
    let dark = String(decoding: try svg(letters(), options: options), as: UTF8.self)
    #expect(
      dark.contains("stroke=\"#ffffff\" stroke-opacity=\".5\" d=")
        && dark.contains("fill=\"#ffffff\" stroke=\"#102030\""))
    #expect(!MapPalette(.paper).light.land.colors.contains { text.contains($0) })
  }

  /// An island with a lake between two regions; in the lake an island with a pond; off the coast a small island.
  private func lakes() -> Coverage {
    var drawing = CoverageDrawing()
    let north = drawing.arc([(100, 0), (100, 30)], left: 0, right: 1)
    let south = drawing.arc([(100, 70), (100, 100)], left: 0, right: 1)
    let west = drawing.arc([(100, 100), (0, 100), (0, 0), (100, 0)], left: 0)
    let east = drawing.arc([(100, 100), (200, 100), (200, 0), (100, 0)], right: 1)
    let westShore = drawing.arc([(100, 30), (60, 30), (60, 70), (100, 70)], left: 0)
    let eastShore = drawing.arc([(100, 30), (140, 30), (140, 70), (100, 70)], right: 1)
    let island = drawing.arc([(90, 40), (110, 40), (110, 60), (90, 60)], left: 2, closed: true)
    let pond = drawing.arc([(97, 47), (97, 53), (103, 53), (103, 47)], left: 2, closed: true)
    let off = drawing.arc([(220, 10), (230, 10), (230, 20), (220, 20)], left: 3, closed: true)
    drawing.region("W", "West", polygons: [[[north, westShore, south, west]]])
    drawing.region("E", "East", polygons: [[[~north, ~east, ~south, ~eastShore]]])
    drawing.region("I", "Island", polygons: [[[island], [pond]]])
    drawing.region("O", "Off", polygons: [[[off]]])
    return drawing.coverage
  }

  @Test func `shores of lakes and of islands in them are coasts; with land beyond the map, borders with it`() throws {
    let picture = try #require(DrawnPicture(try svg(lakes())))
    #expect(picture.layers == ["regions", "borders", "coasts", "labels"])
    // Of the lake two lines, of its island's shore and pond one each; of the coast two, and one of the island off it.
    #expect(picture.coast.count == 7 && picture.borders.count == 2)
    var options = PictureOptions()
    options.outline = .border
    let inland = try #require(DrawnPicture(try svg(lakes(), options: options)))
    #expect(inland.layers == ["regions", "borders", "outer-borders", "labels"] && inland.coast.count == 7)
  }

  @Test func `a region is a group with an id that XML allows, its code and its name; no two have the same id`() throws {
    let codes = ["a", "A", "a b", "a_20_b", "a_b", "甲", "r-a", "", "1.2-3", "\"<&>'"].sorted {
      Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8))
    }
    var drawing = CoverageDrawing()
    for (index, code) in codes.enumerated() {
      let x = Int32(index) * 20
      let arc = drawing.arc([(x, 0), (x + 10, 0), (x + 10, 10)], left: Int32(index), closed: true)
      drawing.region(code, "Name of \(code)", polygons: [[[arc]]])
    }
    let picture = try #require(DrawnPicture(try svg(drawing.coverage)))
    #expect(picture.regions.map(\.code) == codes)
    #expect(picture.regions.map(\.title) == codes.map { "Name of \($0)" })
    let ids = picture.regions.compactMap(\.id)
    #expect(Set(ids + picture.layers).count == codes.count + picture.layers.count)
    for id in ids { #expect(id.wholeMatch(of: /r-[-.A-Za-z0-9_]*/) != nil, "\(id)") }
    #expect(
      ids[codes.firstIndex(of: "1.2-3") ?? 0] == "r-1.2-3" && ids.contains("r-a_20_b") && ids.contains("r-a_5f_b"))
  }

  @Test func `names of lines stand beside the lines and over none, and have the lines' order of colors`() throws {
    var random = SplitMix64(seed: 12)
    var drawing = CoverageDrawing()
    drawing.set { $0.kind = .lines }
    for region in 0..<10 as Range<Int32> {
      var (x, y) = (Int32.random(in: 0...900_000, using: &random), Int32.random(in: 0...700_000, using: &random))
      let line = (0..<12).map { _ in
        x += Int32.random(in: -60_000...90_000, using: &random)
        y += Int32.random(in: -60_000...60_000, using: &random)
        return (x, y)
      }
      drawing.region("\(region)", "Line \(region)", area: 0, polygons: [[[drawing.arc(line, left: region)]]])
    }
    let picture = try #require(DrawnPicture(try svg(drawing.coverage)))
    #expect(picture.names.count >= 8)
    #expect(
      picture.regions.map(\.color)
        == (0..<10).map { MapPalette(.paper).light.lines[$0 % 6] })
    for name in picture.names {
      // Six letters of about half their height.
      let (x, y) = (name.fontSize * 1.5, name.fontSize * 0.4)
      for stretch in picture.regions.flatMap(\.lines).flatMap(\.stretches) where stretch.count == 2 {
        for step in 0...200 {
          let share = Double(step) / 200
          let (px, py) = (
            Double(stretch[0].x) + share * Double(stretch[1].x - stretch[0].x),
            Double(stretch[0].y) + share * Double(stretch[1].y - stretch[0].y)
          )
          #expect(abs(px / 100 - name.x) > x || abs(py / 100 - name.y) > y, "\(name.lines)")
        }
      }
    }
  }
}
