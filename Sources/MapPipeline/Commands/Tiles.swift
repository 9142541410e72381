import ArgumentParser
import Foundation
import MapEmission
import MapFeatures
import MapPack
import MapTiles
import MapTopology

/// `mappack tiles`: writes a pack as vector tiles. `TilePyramid` makes the tiles, and `TileArchive` makes the file.
package struct Tiles: ParsableCommand {
  package static let configuration = CommandConfiguration(
    abstract: "Write a pack as vector tiles, in one PMTiles archive.",
    usage: "mappack tiles <X.mappack> --output <X.pmtiles> [<options>]",
    discussion: """
      For renderers of vector tiles, such as MapLibre. The layer `regions` has the
      regions as polygons with `code`, `name`, `group` and the map's other texts;
      `borders` the lines, of the `kind` border or coast; `labels` a point for each
      name, the largest regions first. An id is the region's raw value plus one. A
      map of lines has the layer `lines` instead of the first two, a map of points
      the layer `points`.

      At each zoom a tile has the level of detail that its pixels can show. Its
      polygons are valid on the tile's own grid, and tiles beside each other
      have the same borders and lines where they meet. Empty tiles are left out,
      and tiles with the same content stand in the archive once.

      EXAMPLES
        mappack tiles Output/World.mappack -o world.pmtiles
        mappack tiles Output/SamplePrefecture.mappack --zooms 6-14 -o p.pmtiles
      """,
    version: ToolVersion.current)

  @Argument(help: ArgumentHelp("A pack.", valueName: "X.mappack"), completion: .pack)
  var pack: String

  @OptionGroup var output: OutputOption

  @Option(
    help: ArgumentHelp(
      "The first and the last zoom, as in 0-6. (default: 0 to the one that shows the finest level)", valueName: "A-B"))
  var zooms: String?

  @OptionGroup var jobs: JobsOption

  @Flag(name: .shortAndLong, help: "Print nothing but results.")
  var quiet = false

  package init() {}

  /// The zooms of `--zooms`; `nil` without the option.
  ///
  /// - Throws: `ValidationError` if they are not a zoom or a range of zooms.
  private func zoomRange() throws(ValidationError) -> ClosedRange<Int>? {
    guard let zooms else { return nil }
    let ends = zooms.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2, first <= last,
      TilePyramid.zooms.contains(first), TilePyramid.zooms.contains(last)
    else {
      throw ValidationError("--zooms must be a zoom or two, such as 0-6, from 0 to \(TilePyramid.zooms.upperBound).")
    }
    return first...last
  }

  package func validate() throws {
    guard output.output.hasSuffix(".pmtiles") || output.output.hasPrefix("/dev/") else {
      throw ValidationError("--output must end in .pmtiles.")
    }
    _ = try zoomRange()
  }

  package func run() throws {
    var roles = FileRoles()
    try roles.read([pack])
    try roles.write(output.output, at: output.output)
    let pack = try OpenPack.verified(self.pack)
    let coverage = Coverage(pack)
    guard case .mercator(let grid) = coverage.plane else { return }
    let pyramid = TilePyramid(pack, coverage, on: grid, jobs: jobs.jobs)
    let zooms = try zoomRange() ?? 0...pyramid.highestZoom
    var archive = TileArchive()
    var count = 0
    for zoom in zooms {
      for tile in try pyramid.tiles(zoom: zoom) {
        try archive.append(tile)
        count += 1
      }
    }
    let data = try archive.data(summary(of: pack, coverage, pyramid))
    try output.write(data)
    guard !quiet else { return }
    Console.current.print(
      "\(output.output): \(Figures.counted(count, "tile")) at zooms \(zooms.lowerBound) to \(zooms.upperBound), "
        + "\(Figures.grouped(data.count)) bytes")
  }

  /// What the archive's metadata say: the name, the attribution, the bounds, and the layers with their fields.
  ///
  /// The bounds are in degrees; west is greater than east if the map crosses ±180°.
  private func summary(of pack: Pack, _ coverage: Coverage, _ pyramid: TilePyramid) -> TileArchive.Summary {
    let bounds = pack.bounds
    let east = WebMercator.longitude(x: bounds.minX + bounds.width)
    return TileArchive.Summary(
      name: pack.mapName, attribution: Attribution.lines(of: coverage.sources).joined(separator: "; "),
      west: WebMercator.longitude(x: bounds.minX), south: WebMercator.latitude(y: bounds.minY + bounds.height),
      east: east > 180 ? east - 360 : east, north: WebMercator.latitude(y: bounds.minY), layers: pyramid.layers)
  }
}
