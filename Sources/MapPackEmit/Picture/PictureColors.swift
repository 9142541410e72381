import MapPackCoverage
import MapPackFeatures

/// What the regions of a map are drawn with in a picture.
struct PictureColors {
  /// Per region: its fill, or the color of its lines or points.
  private(set) var fills: [String]
  /// Per region: the color of its name.
  private(set) var inks: [String]
  /// What borders are drawn with. A border between two regions has the later one of theirs.
  private(set) var borders: [MapStroke]
  /// Per region: the index in `borders`.
  private(set) var borderOfRegion: [Int]
  /// The rim of names.
  let halo: MapPalette.Halo
  /// The color of what lies beyond the map.
  let background: String
  /// Whether that is water.
  let isWater: Bool
  /// The lines between the map and what lies beyond it.
  let outer: String
  /// The color of text beyond the map.
  let ink: String
  /// The classes of the number that regions are colored by, and their colors.
  let classes: (number: NumberClasses, colors: ClassColors)?

  /// - Throws: `usage` if the map has not the number.
  init(_ coverage: Coverage, _ options: PictureOptions) throws(StageError) {
    let isAreas = coverage.kind == .areas
    let palette = MapPalette(options.palette)
    let colors = options.isDark ? palette.dark : palette.light
    isWater = isAreas && options.outline == .coast
    background = isWater ? options.water ?? colors.water : colors.beyond
    outer = options.outline == .coast ? colors.coast : colors.outer
    ink = options.water == nil || !isWater ? colors.ink : HexColor.ink(on: background)
    let count = coverage.regions.count
    borderOfRegion = [Int](repeating: 0, count: count)
    borders = [colors.border]
    inks = [String](repeating: isAreas ? colors.ink : ink, count: count)
    if let look = options.number {
      let number = try NumberClasses(look, of: coverage)
      let ramp = MapRamp(options.ramp)
      let found = (options.isDark ? ramp.dark : ramp.light).colors(ofClasses: number.count)
      classes = (number, found)
      fills = number.classOfRegion.map { found.fills[$0] }
      halo = .ofFill
      guard isAreas else { return }
      inks = number.classOfRegion.map { found.inks[$0] }
      (borders, borderOfRegion) = (found.borders, number.classOfRegion.map { found.borderOfFill[$0] })
      return
    }
    classes = nil
    if isAreas, let land = options.land {
      halo = .ofFill
      fills = [String](repeating: land, count: count)
      let ink = HexColor.ink(on: land)
      inks = [String](repeating: ink, count: count)
      // On dark land, dark borders could not be seen.
      if ink == HexColor.white { borders = [MapStroke(color: ink, opacity: 0.5)] }
    } else {
      halo = colors.halo
      let list = isAreas ? colors.land : colors.lines
      fills = RegionColors(coverage, count: ColorList.count).indices.map { list[$0] }
    }
  }
}
