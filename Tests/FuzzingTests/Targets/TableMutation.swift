import TestSupport

/// Damage to files in which everything has its position, and keeps it.
enum TableMutation {
  /// The bytes with another number somewhere, a few others as many as before, or after any mutation.
  static func mutated(
    _ bytes: [UInt8], limit: Int, _ random: inout SplitMix64, byteMutation: ByteMutation
  ) -> [UInt8] {
    var bytes = bytes
    let width = [1, 2, 4, 8][Int.random(in: 0..<4, using: &random)]
    guard bytes.count >= width else { return byteMutation(bytes, limit) }
    let position = Int.random(in: 0...bytes.count - width, using: &random)
    switch Int.random(in: 0..<6, using: &random) {
    case 0, 1:
      let old = bytes.number(position, bytes: width)
      let new = number(near: old, &random)
      bytes.setNumber(
        position, bytes: width, Bool.random(using: &random) ? new : new.byteSwapped >> UInt64(64 - 8 * width))
    case 2:
      let from = Int.random(in: 0...bytes.count - width, using: &random)
      bytes.setNumber(position, bytes: width, bytes.number(from, bytes: width))
    case 3, 4:
      let end = min(bytes.count, position + Int.random(in: 1...64, using: &random))
      let changed = byteMutation(Array(bytes[position..<end]), end - position)
      bytes.replaceSubrange(position..<position + changed.count, with: changed)
    default:
      bytes = byteMutation(bytes, limit)
    }
    return bytes
  }

  /// Another number, by preference one that hurts: also as the bits of a Double.
  private static func number(near old: UInt64, _ random: inout SplitMix64) -> UInt64 {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: 0
    case 1, 2: old &+ UInt64.random(in: 0...8, using: &random) &- 4
    case 3: UInt64.random(in: 0...300, using: &random)
    case 4: .max
    case 5: 1 << UInt64.random(in: 0..<64, using: &random)
    case 6: [0.0, 90, 180, 360, 180 + 1e-10, .infinity, .nan, 1e300][Int.random(in: 0..<8, using: &random)].bitPattern
    default: Double.random(in: -400...400, using: &random).rounded().bitPattern
    }
  }
}
