import MapFeatures
import MapIngest

enum GeoJSONTarget: FuzzTarget {
  static let name = "geojson"

  static func read(_ bytes: UnsafeRawBufferPointer) {
    FuzzFolder.put(bytes, to: "layer.geojson")
    // What turns out to be a topology may have several objects.
    FeatureReading.read(
      SourceRequest(location: FuzzFolder.path(of: "layer.geojson"), source: Source(path: "layer.geojson")),
      refusals: [.unreadableData, .usage])
  }

  /// Pieces of a mebibyte in which the file is read, and what PROJ keeps where a "crs" asks for it.
  static func memoryLimit(_ count: Int) -> Int { 1 << 24 + 1024 * count }

  /// PROJ looks through all ways between two datums.
  static let secondsLimit = 5.0
}
