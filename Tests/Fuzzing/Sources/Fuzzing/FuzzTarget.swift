import LibFuzzer

/// A reader that is fed with damaged files.
protocol FuzzTarget {
  /// The name by which it is asked for, and of its folder in Seeds.
  static var name: String { get }

  /// Reads the bytes and asks everything that the reader answers; stops the program where an answer is impossible.
  static func read(_ bytes: UnsafeRawBufferPointer)

  /// Changes a file, by `defaultMutation` and by what the format suggests.
  /// - Parameters:
  ///   - bytes: room for as much as the result may take, of which the first `count` are the file.
  /// - Returns: how many bytes the result takes.
  static func mutate(_ bytes: UnsafeMutableRawBufferPointer, count: Int, _ random: inout SplitMix64) -> Int

  /// What reading so many bytes may hold at once, in bytes.
  static func memoryLimit(_ count: Int) -> Int
}

extension FuzzTarget {
  static func mutate(_ bytes: UnsafeMutableRawBufferPointer, count: Int, _ random: inout SplitMix64) -> Int {
    defaultMutation(bytes, count: count)
  }
}

/// libFuzzer's own mutation.
func defaultMutation(_ bytes: UnsafeMutableRawBufferPointer, count: Int) -> Int {
  LLVMFuzzerMutate(bytes.assumingMemoryBound(to: UInt8.self).baseAddress, count, bytes.count)
}

/// Stops the program, which makes a find of the input, unless a promise is kept.
func promise(_ isKept: Bool, _ broken: @autoclosure () -> String) {
  if !isKept { fatalError(broken()) }
}

/// Reads an input within the limits of work and memory.
func readWithinLimits(_ target: any FuzzTarget.Type, _ bytes: UnsafeRawBufferPointer) {
  let begin = fuzz_seconds()
  fuzz_begin_counting()
  target.read(bytes)
  let (peak, seconds) = (fuzz_peak(), fuzz_seconds() - begin)
  promise(peak <= target.memoryLimit(bytes.count), "\(peak) bytes were held to read \(bytes.count)")
  promise(seconds < secondsLimit, "reading \(bytes.count) bytes took \(seconds) s")
}

/// Processor time for an input, far more than any takes whose work is bounded by its size; libFuzzer ends what goes on
/// for ever.
private let secondsLimit = 1.0

/// Source: S. Vigna, "An experimental exploration of Marsaglia's xorshift generators, scrambled" (2016).
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
