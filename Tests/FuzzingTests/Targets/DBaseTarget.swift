import MapPackFeatures
import MapPackIngest
import TestSupport

/// Reads bytes as the .dbf of a Shapefile that has no shape: every row is a feature without one.
package enum DBaseTarget: FuzzTarget {
  package static let name = "dbf"

  package static func read(_ bytes: UnsafeRawBufferPointer) -> Bool {
    _ = shapes
    FuzzFolder.put(bytes, to: "table.dbf")
    return FeatureReading.read(
      SourceRequest(location: FuzzFolder.path(of: "table.shp"), source: Source(path: "table.shp")), kinds: [.areas])
  }

  private static let shapes: Void = ShapefileInput.shapesWithoutRecord.withUnsafeBytes {
    FuzzFolder.put($0, to: "table.shp")
  }

  /// A row has a byte for each value at least: one of the table, and of its stage file.
  package static func memoryLimit(_ count: Int) -> Int { 1 << 22 + 1024 * count }

  package static func mutated(
    _ bytes: [UInt8], limit: Int, _ random: inout SplitMix64, byteMutation: ByteMutation
  ) -> [UInt8] {
    TableMutation.mutated(bytes, limit: limit, &random, byteMutation: byteMutation)
  }
}
