import TestSupport

/// A reader that is fed with damaged files.
package protocol FuzzTarget: Sendable {
  /// The name of the target, and of its folders in `Seeds` and `Finds`.
  static var name: String { get }

  /// Reads the bytes and asks everything that the reader answers. Reports each promise that is not kept.
  /// - Returns: whether the reader took them; if not, it refused them in words.
  @discardableResult
  static func read(_ bytes: UnsafeRawBufferPointer) -> Bool

  /// A file after changes that suit its format.
  /// - Parameters:
  ///   - limit: the most bytes that the result may have.
  ///   - byteMutation: how bytes are changed if the format does not matter.
  static func mutated(
    _ bytes: [UInt8], limit: Int, _ random: inout SplitMix64, byteMutation: ByteMutation
  ) -> [UInt8]

  /// The most memory that reading so many bytes may hold at once, in bytes.
  static func memoryLimit(_ count: Int) -> Int

  /// The most processor time for one input, in seconds. It is far more than any input takes whose work is bounded by
  /// its size. Open-ended fuzzing alone looks at it.
  static var secondsLimit: Double { get }
}

extension FuzzTarget {
  package static var secondsLimit: Double { 1 }

  package static func mutated(
    _ bytes: [UInt8], limit: Int, _ random: inout SplitMix64, byteMutation: ByteMutation
  ) -> [UInt8] {
    byteMutation(bytes, limit)
  }
}

package enum FuzzTargets {
  /// A target for each parser.
  package static let all: [any FuzzTarget.Type] = [
    PackTarget.self, ShapefileTarget.self, ProjectedTarget.self, DBaseTarget.self, GeoJSONTarget.self,
    TopoJSONTarget.self, GeoPackageTarget.self, KMLTarget.self, GPXTarget.self, IMDFTarget.self, ZipTarget.self,
    GzipTarget.self, WellKnownTextTarget.self,
    FeaturesTarget.self, CoverageTarget.self, YAMLTarget.self, TablesTarget.self,
  ]

  package static func named(_ name: String) -> (any FuzzTarget.Type)? { all.first { $0.name == name } }
}

/// What is done about a promise that is not kept.
package enum BrokenPromise {
  /// Stops the program, which makes a find of the input. Tests put a report in its place.
  @TaskLocal package static var report: @Sendable (String) -> Void = { fatalError($0) }
}

/// Reports a promise unless it is kept.
func promise(_ isKept: Bool, _ broken: @autoclosure () -> String) {
  if !isKept { BrokenPromise.report(broken()) }
}
