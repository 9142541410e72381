import CMapPack
import MapPackFeatures

/// The fields that KML itself gives a feature.
package enum KMLFields {
  static let name = "name"
  /// The names of the folders in which a Placemark stands, from the outer to the inner one, with slashes between them.
  package static let folder = "Folder"
  static let description = "description"
}
