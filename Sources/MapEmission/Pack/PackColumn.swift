import MapPack

/// A column of a section, encoded.
struct PackColumn {
  private(set) var kind = PackFormat.packedColumn
  private(set) var minimum = 0
  private(set) var count: Int
  private(set) var highCount = 0
  private(set) var step = 0
  private(set) var width: Int
  private(set) var bytes: ContiguousArray<UInt8>

  /// Numbers of equal width, counted from their minimum.
  /// - Precondition: 0 or more, below 2⁵⁶, fewer than 2³² of them.
  init(_ values: some Collection<Int>) {
    // A place's own number is taken off where that makes all of them smaller: an order that is the natural one, or
    // nearly so, takes no bits.
    let even = Self.range(values)
    let rising = Self.range(values.enumerated().lazy.map { $1 - $0 })
    count = values.count
    let isRising = count > 1 && rising.minimum >= 0 && rising.width < even.width
    (minimum, width) = isRising ? rising : even
    step = isRising ? 1 : 0
    var writer = BitWriter()
    for (place, value) in values.enumerated() { writer.append(UInt64(value - minimum - place * step), bits: width) }
    writer.finish()
    bytes = writer.bytes
  }

  private static func range(_ values: some Sequence<Int>) -> (minimum: Int, width: Int) {
    var (low, high) = (Int.max, Int.min)
    for value in values { (low, high) = (min(low, value), max(high, value)) }
    return low > high ? (0, 0) : (low, PackFormat.bitCount(high - low))
  }

  /// Numbers that ascend, each in about two bits more than the set of them is worth.
  /// - Precondition: 0 or more, below 2⁵⁶, fewer than 2³² of them, none below the one before.
  init(ascending values: some RandomAccessCollection<Int>) {
    kind = PackFormat.ascendingColumn
    count = values.count
    minimum = values.first ?? 0
    let steps = zip(values, values.dropFirst()).lazy.map { $1 - $0 }
    step = min(steps.min() ?? 0, 0xFFFF)
    let rests = values.enumerated().map { [minimum, step] in $1 - minimum - $0 * step }
    // The low part may have any width; the cheapest is taken with which no one is far from the place noted before.
    width = Self.cheapestWidth(count: count, last: rests.last ?? 0)
    while !Self.isNear(rests, width) { width += 1 }

    var low = BitWriter()
    var samples: [Int] = []
    var high = BitWriter()
    for (place, rest) in rests.enumerated() {
      low.append(UInt64(rest & ((1 << width) - 1)), bits: width)
      for _ in high.position..<rest >> width + place { high.append(0, bits: 1) }
      if place > 0 && place & ((1 << PackFormat.sampleShift) - 1) == 0 { samples.append(high.position) }
      high.append(1, bits: 1)
    }
    highCount = high.position
    var noted = BitWriter()
    for sample in samples { noted.append(UInt64(sample), bits: PackFormat.bitCount(highCount)) }
    low.finish()
    noted.finish()
    high.finish()
    bytes = low.bytes + noted.bytes + high.bytes
  }

  private static func cheapestWidth(count: Int, last: Int) -> Int {
    func bits(_ width: Int) -> Int { count * width + last >> width }
    return (0...PackFormat.columnWidthLimit).min { bits($0) < bits($1) } ?? 0
  }

  /// Whether every one stands near enough to that of the place noted before.
  private static func isNear(_ rests: [Int], _ width: Int) -> Bool {
    let stride = 1 << PackFormat.sampleShift
    return Swift.stride(from: 0, to: rests.count, by: stride).allSatisfy { first in
      let last = min(first + stride, rests.count - 1)
      return (rests[last] >> width) - (rests[first] >> width) + last - first < PackFormat.sampleReach
    }
  }

  /// Patterns of 32-bit floating-point numbers.
  init(_ values: some Collection<Float>) {
    self.init(bytes: ContiguousArray(values.flatMap { $0.bitPattern.littleEndianBytes }), width: 32)
  }

  /// Patterns of 64-bit floating-point numbers.
  init(_ values: some Collection<Double>) {
    self.init(bytes: ContiguousArray(values.flatMap { $0.bitPattern.littleEndianBytes }), width: 64)
  }

  /// The starts of texts, and the texts one behind the other.
  static func texts(_ texts: [String]) -> [PackColumn] {
    var start: ContiguousArray<Int> = [0]
    var blob: ContiguousArray<UInt8> = []
    for text in texts {
      blob.append(contentsOf: text.utf8)
      start.append(blob.count)
    }
    return [PackColumn(ascending: start), PackColumn(bytes: blob)]
  }

  /// Bytes as they are.
  init(bytes: ContiguousArray<UInt8>) { self.init(bytes: bytes, width: 8) }

  private init(bytes: ContiguousArray<UInt8>, width: Int) {
    count = bytes.count / (width / 8)
    self.width = width
    self.bytes = bytes
  }

  /// How the column lies, as a section's head says it.
  var descriptor: [UInt8] {
    UInt32(minimum).littleEndianBytes + UInt32(count).littleEndianBytes + UInt32(highCount).littleEndianBytes
      + UInt16(step).littleEndianBytes + [UInt8(kind), UInt8(width)]
  }
}

extension PackSection {
  /// A section's bytes: the descriptors of its columns, the columns, guard bytes, and zeros up to the alignment.
  func encoded(_ columns: [PackColumn]) -> ContiguousArray<UInt8> {
    precondition(columns.count == columnCount, "Section \(tag) has \(columnCount) columns, not \(columns.count)")
    var bytes: ContiguousArray<UInt8> = []
    bytes.append(contentsOf: UInt32(columns.count).littleEndianBytes)
    bytes.append(contentsOf: UInt32(0).littleEndianBytes)
    for column in columns { bytes.append(contentsOf: column.descriptor) }
    for column in columns { bytes.append(contentsOf: column.bytes) }
    let end = bytes.count + PackFormat.guardLength
    let aligned = (end + PackFormat.alignment - 1) / PackFormat.alignment * PackFormat.alignment
    bytes.append(contentsOf: repeatElement(0, count: aligned - bytes.count))
    return bytes
  }
}

extension FixedWidthInteger {
  /// The bytes of the number, the lowest first.
  var littleEndianBytes: [UInt8] {
    (0..<Self.bitWidth / 8).map { UInt8(truncatingIfNeeded: self >> (8 * $0)) }
  }
}
