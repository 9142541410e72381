import ArgumentParser
import Foundation
import MapEmission
import MapFeatures
import MapPack
import MapTopology

/// `mappack export`: a stage file or a pack in a format that other tools read.
package struct Export: ParsableCommand {
  package static let configuration = CommandConfiguration(
    abstract: "Write a stage file or a pack as GeoJSON or SVG.",
    discussion: """
      The ending of the output says the format. Exported regions carry `code` and
      `name`.

      EXAMPLES
        mappack export Output/World.mappack -o world.geojson
        mappack export Output/World.mappack --level 2 -o world.svg
        mappack export small.coverage --coordinates grid -o cells.geojson
        mappack export counties.features -o counties.geojson
      """,
    version: ToolVersion.current)

  @Argument(help: ArgumentHelp("A .features, .coverage or .mappack file.", valueName: "FILE"))
  var input: String

  @OptionGroup var output: OutputOption

  @Option(help: ArgumentHelp("The level of detail; 0 is the finest.", valueName: "K"))
  var level: Int = 0

  @Option(help: ArgumentHelp("The numbers of a GeoJSON file: lonlat, grid.", valueName: "KIND"))
  var coordinates: ExportCoordinates = .lonlat

  @Flag(name: .shortAndLong, help: "Print nothing but results.")
  var quiet = false

  package init() {}

  private enum Format: String, CaseIterable {
    case geojson, svg
  }

  private var format: Format? { Format(rawValue: URL(fileURLWithPath: output.output).pathExtension.lowercased()) }

  package func validate() throws {
    guard format != nil || output.output.hasPrefix("/dev/") else {
      throw ValidationError("--output must end in .geojson or .svg.")
    }
    guard level >= 0 else { throw ValidationError("--level must be 0 or more.") }
  }

  package func run() throws {
    let data = try exported()
    try output.write(data)
    if !quiet { Console.current.print("\(output.output): \(Figures.grouped(data.count)) bytes") }
  }

  private func exported() throws(StageError) -> Data {
    switch (URL(fileURLWithPath: input).pathExtension.lowercased(), format ?? .geojson) {
    case ("features", .geojson):
      return geoJSON(try StageInput.featureTable([input]))
    case ("coverage", .geojson):
      return try geoJSON(try StageInput.coverage(input), level: level, coordinates: coordinates)
    case ("coverage", .svg):
      return try svg(try StageInput.coverage(input), level: level)
    case ("mappack", .geojson):
      return try geoJSON(try OpenPack.verified(input), level: level, coordinates: coordinates)
    case ("mappack", .svg):
      return try svg(Coverage(try OpenPack.verified(input)), level: level)
    case ("features", .svg):
      throw StageError(
        .usage, file: input, "features are not drawn as SVG",
        remedy: "merge them and name the .coverage file, or write .geojson")
    default:
      throw StageError(
        .usage, file: input, "this is no stage file and no pack",
        remedy: "name a file that ends in .features, .coverage or .mappack")
    }
  }
}

extension ExportCoordinates: ExpressibleByArgument {}
