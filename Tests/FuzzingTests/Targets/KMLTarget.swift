import MapPackFeatures
import MapPackIngest

package enum KMLTarget: FuzzTarget {
  package static let name = "kml"

  package static func read(_ bytes: UnsafeRawBufferPointer) -> Bool {
    FuzzFolder.put(bytes, to: "layer.kml")
    return FeatureReading.read(
      SourceRequest(location: FuzzFolder.path(of: "layer.kml"), source: Source(path: "layer.kml")))
  }

  package static func memoryLimit(_ count: Int) -> Int { 1 << 22 + 1024 * count }
}
