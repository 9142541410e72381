import TestSupport

/// Reads the files of a Shapefile whose coordinates go through PROJ; slow.
package enum ProjectedTarget: FuzzTarget {
  package static let name = "projected"

  package static func read(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var input = ShapefileInput(Array(bytes))
    let system = input.projectedSystem
    input.parts[3] = []
    return ShapefileTarget.read(input, system: system)
  }

  /// What PROJ and its database keep.
  package static func memoryLimit(_ count: Int) -> Int { 1 << 24 + ShapefileTarget.memoryLimit(count) }

  /// PROJ looks through all ways between two datums.
  package static let secondsLimit = 5.0

  package static func mutated(
    _ bytes: [UInt8], limit: Int, _ random: inout SplitMix64, byteMutation: ByteMutation
  ) -> [UInt8] {
    ShapefileTarget.mutated(bytes, limit: limit, &random, byteMutation: byteMutation)
  }
}
