import MapFeatures

/// One source as the user asks for it: where it is and how to read it.
package struct SourceRequest: Sendable {
  /// Path on disk of a file.
  package var location: String
  /// What is known of the source; its path, as the user wrote it, stands in messages.
  package var source: Source
  /// Which layer to read where there are several: a file's name without its extension, in an archive with the folders
  /// before it where that is not enough; of a topology an object's name.
  package var layer: String?
  /// The encoding of attribute text; `nil`: what the source says, else the evidence of its bytes.
  package var encoding: String?
  /// The coordinate system as `EPSG:n`; `nil`: what the source says, else WGS 84.
  package var coordinateSystem: String?
  /// Whether the rows of HTML tables in the descriptions of KML are fields.
  package var readsDescriptionTables = false

  /// What is read of it; the rest is left out.
  package var geometry = GeometryKind.areas

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
