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

  /// Processor time for an input, far more than any takes whose work is bounded by its size; libFuzzer ends what goes on
  /// for ever.
  static var secondsLimit: Double { get }
}

extension FuzzTarget {
  static var secondsLimit: Double { 1 }

  static func mutate(_ bytes: UnsafeMutableRawBufferPointer, count: Int, _ random: inout SplitMix64) -> Int {
    let result = defaultMutation(Array(bytes.prefix(count)), limit: bytes.count)
    bytes.copyBytes(from: result)
    return result.count
  }
}

/// The bytes after one of libFuzzer's own mutations.
func defaultMutation(_ bytes: [UInt8], limit: Int) -> [UInt8] {
  guard limit > 0 else { return [] }
  var room = Array(bytes.prefix(limit)) + [UInt8](repeating: 0, count: max(0, limit - bytes.count))
  let count = LLVMFuzzerMutate(&room, min(bytes.count, limit), limit)
  return Array(room.prefix(count))
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
  promise(seconds < target.secondsLimit, "reading \(bytes.count) bytes took \(seconds) s")
}
