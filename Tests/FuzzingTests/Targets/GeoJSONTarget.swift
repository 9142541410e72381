import MapPackFeatures
import MapPackIngest

package enum GeoJSONTarget: FuzzTarget {
  package static let name = "geojson"

  package static func read(_ bytes: UnsafeRawBufferPointer) -> Bool {
    FuzzFolder.put(bytes, to: "layer.geojson")
    // What turns out to be a topology may have several objects.
    return FeatureReading.read(
      SourceRequest(location: FuzzFolder.path(of: "layer.geojson"), source: Source(path: "layer.geojson")),
      refusals: [.unreadableData, .usage])
  }

  /// Pieces of a mebibyte in which the file is read, and what PROJ keeps if a "crs" asks for it.
  package static func memoryLimit(_ count: Int) -> Int { 1 << 24 + 1024 * count }

  /// PROJ looks through all ways between two datums.
  package static let secondsLimit = 5.0
}
