import ArgumentParser
import MapPackFeatures

/// The options for how sources of a command line are read, if the sources do not say it themselves.
///
/// `ingest`, `init`, `validate`, `preview` and `diff` have them. Each option has a member in `IngestStage.Reading`, and
/// stands in `isEmpty` and `reading`.
struct SourceOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The layer to read, if a source has several.", valueName: "NAME"))
  var layer: String?

  @Option(help: ArgumentHelp("The encoding of attribute text: UTF-8, CP932, …", valueName: "NAME"))
  var encoding: String?

  @Option(
    name: .customLong("crs"),
    help: ArgumentHelp("The coordinate system, if the source does not say it.", valueName: "EPSG:n"))
  var coordinateSystem: String?

  @Flag(help: "Take the rows of HTML tables in the descriptions of KML as fields.")
  var descriptionTables = false

  @Option(help: ArgumentHelp("What to read: areas, lines or points. (default: areas)", valueName: "KIND"))
  var geometry: GeometryKind?

  /// Whether all options are absent. Then `ingest` reads a pipeline's sources as the pipeline file says.
  var isEmpty: Bool {
    geometry == nil && layer == nil && encoding == nil && coordinateSystem == nil && !descriptionTables
  }

  /// What the options say, which holds for every source.
  var reading: IngestStage.Reading {
    IngestStage.Reading(
      layer: layer, encoding: encoding, coordinateSystem: coordinateSystem,
      readsDescriptionTables: descriptionTables ? true : nil, geometry: geometry)
  }
}

extension GeometryKind: ExpressibleByArgument {}
