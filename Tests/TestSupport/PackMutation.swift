/// Changes some bytes and their number, which stays within a limit.
package typealias ByteMutation = (_ bytes: [UInt8], _ limit: Int) -> [UInt8]

/// Damage to packs that readers do not see at first: lengths and checksums fit, and counts agree with one another.
package enum PackMutation {
  /// The pack after one to three mutations. Lengths and checksums are made to fit in 15 of 16 packs.
  ///
  /// - Parameters:
  ///   - limit: the most bytes that the result may have.
  ///   - byteMutation: changes bytes without regard to the format.
  package static func mutated(
    _ bytes: [UInt8], limit: Int, _ random: inout SplitMix64, byteMutation: ByteMutation
  ) -> [UInt8] {
    var result = bytes
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      if Int.random(in: 0..<4, using: &random) > 0, var parts = PackParts(result) {
        mutate(&parts, limit: limit, &random, byteMutation)
        let changed = parts.bytes
        if changed.count <= limit { result = changed }
      } else {
        result = byteMutation(result, limit)
      }
    }
    if Int.random(in: 0..<16, using: &random) > 0 { PackParts.sign(&result) }
    return result
  }

  /// The fields of the header: offset and width, in bytes.
  private static let fields = [
    (10, 2), (16, 8), (40, 1), (41, 1), (42, 1), (43, 1), (44, 4), (48, 8), (56, 8), (64, 4), (68, 4), (72, 4), (76, 4),
    (80, 4), (84, 4), (88, 8), (108, 1), (109, 1),
  ]

  private static let levelsField = 42
  private static let usesField = 76
  private static let arcsField = 80
  private static let slotsField = 44

  /// The counts of the header: offset and width, in bytes.
  private static let counts = [
    (levelsField, 1), (slotsField, 4), (64, 4), (68, 4), (72, 4), (usesField, 4), (arcsField, 4), (84, 4),
  ]

  private static func mutate(
    _ parts: inout PackParts, limit: Int, _ random: inout SplitMix64, _ byteMutation: ByteMutation
  ) {
    guard let section = parts.sections.indices.randomElement(using: &random),
      let column = parts.sections[section].columns.indices.randomElement(using: &random)
    else { return }
    switch Int.random(in: 0..<10, using: &random) {
    case 0:
      let (offset, width) = fields[Int.random(in: fields.indices, using: &random)]
      parts.header.setNumber(offset, bytes: width, number(near: parts.header.number(offset, bytes: width), &random))
    case 1:
      changeCount(&parts, limit: limit, &random)
    case 2, 3:
      // Minimum, number of values, high bits, step, kind, width.
      let (offset, width) = [(0, 4), (4, 4), (8, 4), (12, 2), (14, 1), (15, 1)][Int.random(in: 0..<6, using: &random)]
      let old = parts.sections[section].columns[column].descriptor.number(offset, bytes: width)
      parts.sections[section].columns[column].descriptor.setNumber(offset, bytes: width, number(near: old, &random))
      fill(&parts.sections[section].columns[column], limit: limit, &random)
    case 4:
      let other = Int.random(in: parts.sections[section].columns.indices, using: &random)
      parts.sections[section].columns.swapAt(column, other)
    default:
      // The bytes of a column, as many as before.
      let bytes = parts.sections[section].columns[column].bytes
      guard !bytes.isEmpty else { return }
      let changed = byteMutation(bytes, bytes.count).prefix(bytes.count)
      parts.sections[section].columns[column].bytes =
        changed + [UInt8](repeating: 0, count: bytes.count - changed.count)
    }
  }

  /// Changes one of the header's counts, and the columns that have as many values or one more.
  private static func changeCount(_ parts: inout PackParts, limit: Int, _ random: inout SplitMix64) {
    let (field, width) = counts[Int.random(in: counts.indices, using: &random)]
    let old = parts.header.number(field, bytes: width)
    let value = number(near: old, &random) & (1 << UInt64(8 * width) - 1)
    parts.header.setNumber(field, bytes: width, value)
    // A column of width 0 takes few bytes or none, whatever its number of values.
    let isNarrow = field != levelsField && Bool.random(using: &random)
    func resize(_ column: inout PackParts.Column, to count: Int) {
      column.setCount(min(max(0, count), Int(UInt32.max)))
      if isNarrow, column.width != 32 { column.setWidth(0) }
      fill(&column, limit: limit, &random)
    }
    for section in parts.sections.indices {
      for column in parts.sections[section].columns.indices {
        let more = parts.sections[section].columns[column].count - Int(old)
        if more == 0 || more == 1 { resize(&parts.sections[section].columns[column], to: Int(value) + more) }
      }
    }
    if field == slotsField, let kinds = parts.column("INFO", 0)?.descriptor.number(0, bytes: 4) {
      // The texts of all kinds.
      parts.change("TEXT", 0) { resize(&$0, to: Int(value) * Int(min(kinds, 255)) + 1) }
    }
    if field == usesField || field == arcsField {
      // The uses that are not by owners.
      let uses = Int(parts.header.number(usesField, bytes: 4))
      let arcs = Int(parts.header.number(arcsField, bytes: 4))
      parts.change("RING", 4) { resize(&$0, to: uses - arcs) }
    }
  }

  /// Gives a column the number of bytes that its descriptor asks for, unless they are too many.
  private static func fill(_ column: inout PackParts.Column, limit: Int, _ random: inout SplitMix64) {
    guard column.width <= 64, column.length <= limit else { return }
    let more = column.length - column.bytes.count
    let byte = [0, 0xFF, 0x55, UInt8.random(in: 0...255, using: &random)][Int.random(in: 0..<4, using: &random)]
    column.bytes = Array(column.bytes.prefix(column.length)) + [UInt8](repeating: byte, count: max(0, more))
  }

  /// Another number, often one that readers trip over.
  private static func number(near old: UInt64, _ random: inout SplitMix64) -> UInt64 {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: 0
    case 1: old &+ UInt64.random(in: 0...8, using: &random) &- 4
    case 2: UInt64.random(in: 0...300, using: &random)
    case 3: .max
    case 4: 1 << UInt64.random(in: 0..<64, using: &random)
    default: old &* 2
    }
  }
}
