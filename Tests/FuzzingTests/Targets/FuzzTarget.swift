import MapPackFeatures
import MapPackIngest
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

/// A reader of features that is fed with single files. Their ending is the name of the target.
protocol LayerTarget: FuzzTarget {
  /// What the format can have.
  static var kinds: [GeometryKind] { get }
  /// The statuses with which a file may be refused: wrong usage if one of several layers has to be named.
  static var refusals: Set<ExitStatus> { get }
}

extension LayerTarget {
  static var kinds: [GeometryKind] { GeometryKind.allCases }
  static var refusals: Set<ExitStatus> { [.unreadableData] }

  static func read(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let file = "layer." + name
    FuzzFolder.put(bytes, to: file)
    return FeatureReading.read(
      SourceRequest(location: FuzzFolder.path(of: file), source: Source(path: file)), refusals: refusals, kinds: kinds)
  }
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
