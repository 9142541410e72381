import MapFeatures
import MapIngest

enum TopoJSONTarget: FuzzTarget {
  static let name = "topojson"

  static func read(_ bytes: UnsafeRawBufferPointer) {
    FuzzFolder.put(bytes, to: "layer.topojson")
    let path = FuzzFolder.path(of: "layer.topojson")
    // Of several objects one has to be named.
    for object in [nil, "a"] {
      FeatureReading.read(
        SourceRequest(location: path, source: Source(path: "layer.topojson"), layer: object),
        refusals: [.unreadableData, .usage])
    }
  }

  /// A topology may name its arcs again and again: ten vertices for each of its bytes.
  static func memoryLimit(_ count: Int) -> Int { 1 << 24 + 2048 * count }

  /// PROJ looks through all ways between two datums.
  static let secondsLimit = 5.0
}
