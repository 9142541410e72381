import Foundation
import MapPack
import TestSupport

/// Opens bytes as a pack and asks everything that a pack answers.
package enum PackTarget: FuzzTarget {
  package static let name = "pack"

  package static func read(_ bytes: UnsafeRawBufferPointer) -> Bool {
    // Just as much memory as there are bytes, so that AddressSanitizer sees a read behind the last one.
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, bytes.count), alignment: 1)
    defer { copy.deallocate() }
    copy.copyMemory(from: bytes)
    guard let start = copy.baseAddress else { return false }
    let data = Data(bytesNoCopy: start, count: bytes.count, deallocator: .none)
    guard let pack = try? Pack(data: data) else { return false }
    PackQuestions(pack, size: bytes.count, promise: promise).ask()
    return true
  }

  /// A vertex takes two bits at least and 16 bytes in the caller's buffer, which grows by doubling; a text takes one bit
  /// at least, and what an empty string does.
  package static func memoryLimit(_ count: Int) -> Int { 1 << 20 + 1024 * count }

  package static func mutated(
    _ bytes: [UInt8], limit: Int, _ random: inout SplitMix64, byteMutation: ByteMutation
  ) -> [UInt8] {
    PackMutation.mutated(bytes, limit: limit, &random, byteMutation: byteMutation)
  }
}
