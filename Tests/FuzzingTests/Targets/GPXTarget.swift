import MapPackFeatures
import MapPackIngest

package enum GPXTarget: FuzzTarget {
  package static let name = "gpx"

  package static func read(_ bytes: UnsafeRawBufferPointer) -> Bool {
    FuzzFolder.put(bytes, to: "layer.gpx")
    return FeatureReading.read(
      SourceRequest(location: FuzzFolder.path(of: "layer.gpx"), source: Source(path: "layer.gpx")),
      kinds: [.lines, .points])
  }

  package static func memoryLimit(_ count: Int) -> Int { 1 << 22 + 1024 * count }
}
