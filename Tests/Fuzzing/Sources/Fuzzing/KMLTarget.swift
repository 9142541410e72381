import MapFeatures
import MapIngest

enum KMLTarget: FuzzTarget {
  static let name = "kml"

  static func read(_ bytes: UnsafeRawBufferPointer) {
    FuzzFolder.put(bytes, to: "layer.kml")
    FeatureReading.read(
      SourceRequest(location: FuzzFolder.path(of: "layer.kml"), source: Source(path: "layer.kml")))
  }

  static func memoryLimit(_ count: Int) -> Int { 1 << 22 + 1024 * count }
}
