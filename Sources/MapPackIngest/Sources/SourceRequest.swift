import MapPackFeatures

/// A source that the user asks for, and how to read it.
///
/// MapPackTool's `IngestStage` makes one for each file, from the pipeline file or the command line; `ingest` reads it.
package struct SourceRequest: Sendable {
  /// The path on disk.
  package var location: String
  /// The description of the source that goes into the table. Its path, as the user wrote it, is the one that messages
  /// show.
  package var source: Source
  /// The layer to read if there are several: the name of a file without its extension, with its folders if the name is
  /// ambiguous in an archive; or the name of an object of a topology. `nil`: the only layer, the main document of a
  /// .kmz, or the units of an IMDF archive.
  package var layer: String?
  /// The encoding of attribute text, as a label that `TextEncoding` knows; for KML and GPX, any name that iconv knows
  /// will do. `nil`: the one that the source declares, else the one that its bytes suggest. JSON allows UTF-8 only.
  package var encoding: String?
  /// The coordinate system, as `EPSG:n` or in another form that `CoordinateSystem.named` knows. `nil`: the one that the
  /// source declares, else WGS 84. GPX allows none, and KML only longitude and latitude.
  package var coordinateSystem: String?
  /// Whether rows of HTML tables in KML descriptions become fields. Other formats have no descriptions, and refuse it.
  package var readsDescriptionTables = false

  /// The kind of geometry to read. Other geometries are left out, with findings.
  package var geometry = GeometryKind.areas

  /// Creates a request for areas.
  package init(
    location: String, source: Source, layer: String? = nil, encoding: String? = nil, coordinateSystem: String? = nil
  ) {
    self.location = location
    self.source = source
    self.layer = layer
    self.encoding = encoding
    self.coordinateSystem = coordinateSystem
  }
}
