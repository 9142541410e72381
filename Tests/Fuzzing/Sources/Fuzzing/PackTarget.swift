import Foundation
import MapPack

/// Opens bytes as a pack and asks everything that a pack answers.
enum PackTarget: FuzzTarget {
  static let name = "pack"

  static func read(_ bytes: UnsafeRawBufferPointer) {
    // Just as much memory as there are bytes, so that AddressSanitizer sees a read behind the last one.
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, bytes.count), alignment: 1)
    defer { copy.deallocate() }
    copy.copyMemory(from: bytes)
    guard let start = copy.baseAddress else { return }
    let data = Data(bytesNoCopy: start, count: bytes.count, deallocator: .none)
    guard let pack = try? Pack(data: data) else { return }
    PackQuestions(pack, size: bytes.count, promise: promise).ask()
  }

  /// A vertex takes two bits at least and 16 bytes in the caller's buffer, which grows by doubling; a text takes one bit
  /// at least, and what an empty string does.
  static func memoryLimit(_ count: Int) -> Int { 1 << 20 + 1024 * count }

  static func mutate(_ bytes: UnsafeMutableRawBufferPointer, count: Int, _ random: inout SplitMix64) -> Int {
    let result = PackMutation.mutated(Array(bytes.prefix(count)), limit: bytes.count, &random) { bytes, limit in
      defaultMutation(bytes, limit: limit)
    }
    bytes.copyBytes(from: result)
    return result.count
  }
}
