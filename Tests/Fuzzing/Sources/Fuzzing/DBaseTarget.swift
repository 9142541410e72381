import MapFeatures
import MapIngest

/// Reads bytes as the .dbf of a Shapefile that has no shape: every row is a feature without one.
enum DBaseTarget: FuzzTarget {
  static let name = "dbf"

  static func read(_ bytes: UnsafeRawBufferPointer) {
    _ = shapes
    FuzzFolder.put(bytes, to: "table.dbf")
    FeatureReading.read(
      SourceRequest(location: FuzzFolder.path(of: "table.shp"), source: Source(path: "table.shp")))
  }

  private static let shapes: Void = ShapefileInput.shapesWithoutRecord.withUnsafeBytes {
    FuzzFolder.put($0, to: "table.shp")
  }

  /// A row has a byte for each value at least: one of the table, and of its stage file.
  static func memoryLimit(_ count: Int) -> Int { 1 << 22 + 1024 * count }

  static func mutate(_ bytes: UnsafeMutableRawBufferPointer, count: Int, _ random: inout SplitMix64) -> Int {
    let result = TableMutation.mutated(Array(bytes.prefix(count)), limit: bytes.count, &random)
    bytes.copyBytes(from: result)
    return result.count
  }
}
