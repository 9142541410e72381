import MapPackFeatures
import MapPackIngest

package enum GeoPackageTarget: FuzzTarget {
  package static let name = "gpkg"

  package static func read(_ bytes: UnsafeRawBufferPointer) -> Bool {
    FuzzFolder.put(bytes, to: "layer.gpkg")
    // There may be several layers.
    return FeatureReading.read(
      SourceRequest(location: FuzzFolder.path(of: "layer.gpkg"), source: Source(path: "layer.gpkg")),
      refusals: [.unreadableData, .usage])
  }

  /// SQLite keeps the pages of the file and its statements, and PROJ what it needs for a system.
  package static func memoryLimit(_ count: Int) -> Int { 1 << 25 + 4096 * count }

  /// A view may join tables, and PROJ looks through all ways between two datums.
  package static let secondsLimit = 5.0
}
