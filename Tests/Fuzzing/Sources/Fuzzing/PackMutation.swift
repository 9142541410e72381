extension PackTarget {
  /// One to three mutations; then all lengths and checksums are made to fit, but for one input of 16, so that the
  /// reader looks further than to its first check.
  static func mutate(_ bytes: UnsafeMutableRawBufferPointer, count: Int, _ random: inout SplitMix64) -> Int {
    var result = Array(bytes.prefix(count))
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      if Int.random(in: 0..<4, using: &random) > 0, var parts = PackParts(result) {
        mutate(&parts, room: bytes.count, &random)
        let changed = parts.bytes
        if changed.count <= bytes.count { result = changed }
      } else {
        result = anyMutation(result, limit: bytes.count)
      }
    }
    if Int.random(in: 0..<16, using: &random) > 0 { PackParts.sign(&result) }
    bytes.copyBytes(from: result)
    return result.count
  }

  /// The bytes after one of libFuzzer's own mutations.
  private static func anyMutation(_ bytes: [UInt8], limit: Int) -> [UInt8] {
    guard limit > 0 else { return bytes }
    var changed = bytes + [UInt8](repeating: 0, count: max(0, limit - bytes.count))
    let count = changed.withUnsafeMutableBytes { room in
      defaultMutation(UnsafeMutableRawBufferPointer(rebasing: room.prefix(limit)), count: min(bytes.count, limit))
    }
    return Array(changed.prefix(count))
  }

  /// Fields of the header: place, width.
  private static let fields = [
    (10, 2), (16, 8), (40, 1), (41, 1), (42, 1), (43, 1), (44, 4), (48, 8), (56, 8), (64, 4), (68, 4), (72, 4), (76, 4),
    (80, 4), (84, 4), (88, 8), (108, 1), (109, 1),
  ]

  /// A count of the header and the columns that have as many values: section, column, and how many more they have.
  private static let counts: [(field: Int, columns: [(String, Int, Int)])] = [
    (64, [("TEXT", 2, 0), ("TEXT", 3, 0)]),
    (68, [("RING", 1, 0), ("RING", 5, 0)]),
    (72, [("RING", 2, 0)]),
    (80, [("RING", 3, 0), ("ARCS", 0, 1), ("ARCS", 1, 0)]),
    (84, [("JUMP", 0, 0), ("JUMP", 1, 0), ("JUMP", 2, 0)]),
    (42, [("LEVL", 0, 0), ("LEVL", 1, 0), ("LEVL", 2, 0)]),
    (
      44,
      (0..<4).map { ("REGN", $0, 1) } + (4..<8).map { ("REGN", $0, 0) } + [("RING", 0, 1)]
    ),
  ]

  private static func mutate(_ parts: inout PackParts, room: Int, _ random: inout SplitMix64) {
    let section = Int.random(in: 0..<max(1, parts.sections.count), using: &random)
    guard section < parts.sections.count, !parts.sections[section].columns.isEmpty else { return }
    let column = Int.random(in: parts.sections[section].columns.indices, using: &random)
    switch Int.random(in: 0..<10, using: &random) {
    case 0:
      let (place, width) = fields[Int.random(in: fields.indices, using: &random)]
      parts.header.setNumber(
        place, bytes: width, number(near: parts.header.number(place, bytes: width), &random))
    case 1:
      let count = counts[Int.random(in: counts.indices, using: &random)]
      setCount(count.field, count.columns, &parts, room: room, &random)
    case 2, 3:
      // Minimum, number, high bits, step, kind, width.
      let (place, width) = [(0, 4), (4, 4), (8, 4), (12, 2), (14, 1), (15, 1)].randomElement(using: &random) ?? (0, 4)
      let old = parts.sections[section].columns[column].descriptor.number(place, bytes: width)
      parts.sections[section].columns[column].descriptor.setNumber(place, bytes: width, number(near: old, &random))
      fill(&parts.sections[section].columns[column], room: room, &random)
    case 4:
      let other = Int.random(in: parts.sections[section].columns.indices, using: &random)
      parts.sections[section].columns.swapAt(column, other)
    default:
      // The bytes of a column, as many as before.
      var bytes = parts.sections[section].columns[column].bytes
      guard !bytes.isEmpty else { return }
      let count = bytes.count
      bytes = Array(anyMutation(bytes, limit: count).prefix(count))
      parts.sections[section].columns[column].bytes = bytes + [UInt8](repeating: 0, count: count - bytes.count)
    }
  }

  /// Sets one of the header's counts and with it the columns that have to fit.
  private static func setCount(
    _ field: Int, _ columns: [(String, Int, Int)], _ parts: inout PackParts, room: Int, _ random: inout SplitMix64
  ) {
    let width = field == 42 ? 1 : 4
    let value = number(near: parts.header.number(field, bytes: width), &random) & (1 << UInt64(8 * width) - 1)
    parts.header.setNumber(field, bytes: width, value)
    let isNarrow = Bool.random(using: &random)
    for (tag, column, more) in columns {
      guard let section = parts.sections.firstIndex(where: { $0.tag == tag }),
        column < parts.sections[section].columns.count
      else { continue }
      parts.sections[section].columns[column].setCount(Int(value) + more)
      if isNarrow, column != 4, tag != "LEVL" { parts.sections[section].columns[column].descriptor[15] = 0 }
      fill(&parts.sections[section].columns[column], room: room, &random)
    }
    guard let texts = parts.sections.firstIndex(where: { $0.tag == "TEXT" }), field == 44,
      let kinds = parts.sections.first(where: { $0.tag == "INFO" })?.columns.first?.descriptor.number(0, bytes: 4),
      !parts.sections[texts].columns.isEmpty
    else { return }
    parts.sections[texts].columns[0].setCount(Int(truncatingIfNeeded: value &* min(kinds, 255) &+ 1))
    fill(&parts.sections[texts].columns[0], room: room, &random)
  }

  /// Gives a column as many bytes as it asks for, where there is room for them.
  private static func fill(_ column: inout PackParts.Column, room: Int, _ random: inout SplitMix64) {
    guard column.descriptor[15] <= 64, column.length <= room else { return }
    let more = column.length - column.bytes.count
    let byte = [0, 0xFF, 0x55, UInt8.random(in: 0...255, using: &random)].randomElement(using: &random) ?? 0
    column.bytes = Array(column.bytes.prefix(column.length)) + [UInt8](repeating: byte, count: max(0, more))
  }

  /// Another number, by preference one that hurts.
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
