import ArgumentParser
import Foundation
import MapPack
import MapPackCoverage
import MapPackEmit
import MapPackFeatures
import MapPackFiles
import MapPackGeometry
import MapPackMerge
import MapPackProject
import MapPackRun

/// `mappack export`: a stage file or a pack in a format that other tools read.
struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write a stage file or a pack as GeoJSON, TopoJSON, GeoPackage, CSV, SVG or HTML.",
    usage: "mappack export <FILE> --output <FILE> [<options>]",
    discussion: """
      The ending of the output says the format: .geojson, .topojson, .gpkg (a
      GeoPackage), .csv (the table of regions without shapes), .svg (a picture)
      or .html (the page of `mappack preview` as one file).
      Features are written as .geojson or .svg only. Exported regions carry
      `code`, `name`, the map's `group`, its attributes (`kana`, `english`,
      fields of the source) and its numbers. The file carries its `bbox`, whose
      west is greater than its east if the map crosses ±180°. TopoJSON has the
      arcs as they are stored, so neighbors share their borders; --quantize
      makes it smaller by rounding positions to whole steps of its extent.
      Rounded shapes are not proved valid.

      Lines are straight in the map's own plane, which is Web Mercator for a pack.
      If they are drawn straight in longitude and latitude instead, long lines of
      a coarse level can cross. --coordinates grid writes the numbers of the
      plane, in which every level is valid. Regions that are not valid in degrees
      get a warning, and the file is written.

      An exported map can be read again. Ingest and merge it, and simplify it
      with --none --grid and the same cells: level 0 of a map whose borders do not
      cross in degrees, as `mappack validate` of the export tells, has each vertex
      where it was. Land along 85.05°, where the plane ends, gets a vertex at each
      11.25° there.

      EXAMPLES
        mappack export Output/World.mappack -o world.geojson
        mappack export Output/World.mappack --level 2 -o world.svg
        mappack export Output/World.mappack -o world.html
        mappack export Output/World.mappack -o world.gpkg
        mappack export Output/World.mappack --palette gray -o print.svg
        mappack export Output/World.mappack -o people.svg \
          --look 'number: people, per: km2, title: People'
        mappack export small.coverage --coordinates grid -o cells.topojson
        mappack export Output/World.mappack --quantize 10000 -o world.topojson
        mappack export counties.features -o counties.geojson
      """)

  @Argument(
    help: ArgumentHelp("A .features, .coverage or .mappack file.", valueName: "FILE"),
    completion: .file(extensions: ["features", "coverage", "mappack"]))
  var input: String

  @OptionGroup var output: OutputOption

  @Option(help: ArgumentHelp("The level of detail; 0 is the finest.", valueName: "K"))
  var level: Int = 0

  @Option(
    help: ArgumentHelp(
      "The coordinates in a .geojson or .topojson file: lonlat, grid. (default: lonlat)", valueName: "KIND"))
  var coordinates: ExportCoordinates?

  @Option(
    help: ArgumentHelp(
      "Round longitudes and latitudes of a .topojson file to N values in each direction.", valueName: "N"))
  var quantize: Int?

  @Option(
    help: ArgumentHelp(
      "The colors of an .svg or .html file: paper, vivid, clear, gray. (default: paper)", valueName: "NAME"))
  var palette: MapPalette.Name?

  @Option(
    help: ArgumentHelp(
      "How an .svg or .html file is drawn: keys of output.preview as in a pipeline file, such as 'number: people'.",
      valueName: "KEYS"))
  var look: String?

  @OptionGroup var jobs: JobsOption

  @OptionGroup var talk: QuietOption

  /// The format that the output's ending names; `nil` for a stream such as /dev/stdout, which gets GeoJSON.
  private var format: ExportFormat? { ExportFormat(rawValue: output.ending) }

  func validate() throws {
    try require(
      format != nil || output.output.hasPrefix("/dev/"),
      "--output must end in .geojson, .topojson, .gpkg, .csv, .svg or .html.")
    try require(level >= 0, "--level must be 0 or more.")
    try require(
      coordinates == nil || [.geojson, .topojson, nil].contains(format),
      "--coordinates is for .geojson and .topojson: other formats have numbers of their own.")
    try require(
      palette == nil || format?.isDrawn == true,
      "--palette is for .svg and .html: no other format has colors.")
    try require(
      look == nil || format?.isDrawn == true, "--look is for .svg and .html: no other format is drawn.")
    guard let quantize else { return }
    try require(format == .topojson, "--quantize is for .topojson: no other format has whole steps.")
    try require(
      coordinates ?? .lonlat == .lonlat,
      "--quantize is for longitude and latitude: the grid's numbers are whole already.")
    let allowed = Quantization.allowed
    try require(allowed.contains(quantize), "--quantize must be from \(allowed.lowerBound) to \(allowed.upperBound).")
  }

  func run() throws {
    try FileRoles.check([input], to: output.output)
    let ending = URL(fileURLWithPath: input).pathExtension.lowercased()
    guard ending != "features" else { return try write(try exported(try StageInput.featureTable([input]))) }
    guard ending == "coverage" || ending == "mappack" else {
      throw StageError(
        .usage, file: input, "this is neither a stage file nor a pack",
        remedy: "name a file that ends in .features, .coverage or .mappack")
    }
    let pack = ending == "mappack" ? try OpenPack.verified(input) : nil
    let coverage = try pack.map { Coverage($0) } ?? StageInput.coverage(input)
    let bytes = try FileReading.contents(of: input, called: input)
    let data = try (format ?? .geojson).exported(
      coverage, pack.map { ($0, bytes) }, level: level, coordinates: coordinates ?? .lonlat, quantization: quantize,
      options: try options(for: coverage, pack))
    let isInDegrees = format?.isDrawn != true && format != .csv && coordinates ?? .lonlat == .lonlat && quantize == nil
    let isChecked = isInDegrees && !talk.quiet
    try write(
      data,
      findings: isChecked ? coverage.findingsInDegrees(level: level, file: output.output, jobs: jobs.jobs) : [])
  }

  private func options(for coverage: Coverage, _ pack: Pack?) throws(StageError) -> PictureOptions {
    var options = PictureOptions()
    if let look {
      let fields = Set(coverage.regions.flatMap { $0.attributes.map(\.field) })
      options = try PictureOptions(
        written: "{ \(look) }", in: "--look", attributes: pack?.textKinds ?? fields.sorted(),
        numbers: coverage.regions.numberNames)
    }
    options.palette = palette ?? options.palette
    return options
  }

  private func write(_ data: Data, findings: [Finding] = []) throws {
    try output.write(.data(data))
    talk.note(findings)
    talk.print("\(output.output): \(Figures.grouped(data.count)) bytes")
  }

  private func exported(_ table: FeatureTable) throws(StageError) -> Data {
    guard look == nil else {
      throw StageError(
        .usage, file: input, "features are drawn as they were read: --look is for finished maps",
        remedy: "leave it out, or merge the features and name the .coverage file")
    }
    guard level == 0, coordinates ?? .lonlat == .lonlat else {
      throw StageError(
        .usage, file: input, "features have no levels and no grid: --level and --coordinates are for finished maps",
        remedy: "leave them out, or merge the features and name the .coverage file")
    }
    switch format {
    case .geojson, nil: return geoJSON(table)
    case .svg: return svg(table, palette: palette ?? .paper)
    case .topojson?, .gpkg?, .csv?, .html?:
      throw StageError(
        .usage, file: input, "features are not written as .\(output.ending): they are no regions yet",
        remedy: "merge them and name the .coverage file, or write .geojson or .svg")
    }
  }
}

extension ExportCoordinates: ExpressibleByArgument {}

extension MapPalette.Name: ExpressibleByArgument {}
