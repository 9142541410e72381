import MapPackFeatures
import MapPackIngest

package enum TopoJSONTarget: FuzzTarget {
  package static let name = "topojson"

  package static func read(_ bytes: UnsafeRawBufferPointer) -> Bool {
    FuzzFolder.put(bytes, to: "layer.topojson")
    let path = FuzzFolder.path(of: "layer.topojson")
    // Of several objects one has to be named.
    let readings = [nil, "a"].map { object in
      FeatureReading.read(
        SourceRequest(location: path, source: Source(path: "layer.topojson"), layer: object),
        refusals: [.unreadableData, .usage])
    }
    return readings.contains(true)
  }

  /// A topology may name its arcs again and again: ten vertices for each of its bytes.
  package static func memoryLimit(_ count: Int) -> Int { 1 << 24 + 2048 * count }

  /// PROJ looks through all ways between two datums.
  package static let secondsLimit = 5.0
}
