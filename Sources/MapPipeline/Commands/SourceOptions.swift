import ArgumentParser
import MapFeatures

/// How sources that a command line names are read, where they do not say.
struct SourceOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The layer to read, where a source has several.", valueName: "NAME"))
  var layer: String?

  @Option(help: ArgumentHelp("The encoding of attribute text: UTF-8, CP932, …", valueName: "NAME"))
  var encoding: String?

  @Option(
    name: .customLong("crs"),
    help: ArgumentHelp("The coordinate system, where the source does not say.", valueName: "EPSG:n"))
  var coordinateSystem: String?

  @Flag(help: "Take the rows of HTML tables in the descriptions of KML as fields.")
  var descriptionTables = false

  @Option(help: ArgumentHelp("What to read: areas, lines or points. (default: areas)", valueName: "KIND"))
  var geometry: GeometryKind?

  /// Whether nothing is said.
  var isEmpty: Bool {
    geometry == nil && layer == nil && encoding == nil && coordinateSystem == nil && !descriptionTables
  }

  /// What is said of every source.
  var reading: IngestStage.Reading {
    IngestStage.Reading(
      layer: layer, encoding: encoding, coordinateSystem: coordinateSystem,
      readsDescriptionTables: descriptionTables ? true : nil, geometry: geometry)
  }
}

extension GeometryKind: ExpressibleByArgument {}
