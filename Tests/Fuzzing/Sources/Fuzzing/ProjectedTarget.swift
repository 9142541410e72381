/// Reads the files of a Shapefile whose coordinates go through PROJ; slow.
enum ProjectedTarget: FuzzTarget {
  static let name = "projected"

  static func read(_ bytes: UnsafeRawBufferPointer) {
    var input = ShapefileInput(Array(bytes))
    let system = input.projectedSystem
    input.parts[3] = []
    ShapefileTarget.read(input, system: system)
  }

  /// What PROJ and its database keep.
  static func memoryLimit(_ count: Int) -> Int { 1 << 24 + ShapefileTarget.memoryLimit(count) }

  /// PROJ looks through all ways between two datums.
  static let secondsLimit = 5.0

  static func mutate(_ bytes: UnsafeMutableRawBufferPointer, count: Int, _ random: inout SplitMix64) -> Int {
    ShapefileTarget.mutate(bytes, count: count, &random)
  }
}
