import MapPack

/// A column of a section: numbers of equal width in bits, counted from their minimum.
struct PackColumn {
  private(set) var minimum: Int
  private(set) var count: Int
  private(set) var width: Int
  private(set) var bytes: ContiguousArray<UInt8>

  /// The narrowest column for these numbers.
  /// - Precondition: 0 or more, below 2⁵⁶, fewer than 2³² of them.
  init(_ values: some Collection<Int>) {
    minimum = values.min() ?? 0
    let range = (values.max() ?? 0) - minimum
    width = Int.bitWidth - range.leadingZeroBitCount
    count = values.count
    var writer = BitWriter()
    for value in values { writer.append(UInt64(value - minimum), bits: width) }
    writer.finish()
    bytes = writer.bytes
  }

  /// Patterns of 32-bit floating-point numbers.
  init(_ values: some Collection<Float>) {
    self.init(bytes: ContiguousArray(values.flatMap { $0.bitPattern.littleEndianBytes }), width: 32)
  }

  /// Patterns of 64-bit floating-point numbers.
  init(_ values: some Collection<Double>) {
    self.init(bytes: ContiguousArray(values.flatMap { $0.bitPattern.littleEndianBytes }), width: 64)
  }

  /// Bytes as they are.
  init(bytes: ContiguousArray<UInt8>) { self.init(bytes: bytes, width: 8) }

  private init(bytes: ContiguousArray<UInt8>, width: Int) {
    minimum = 0
    count = bytes.count / (width / 8)
    self.width = width
    self.bytes = bytes
  }
}

extension PackSection {
  /// A section's bytes: the descriptors of its columns, the columns, guard bytes, and zeros up to the alignment.
  func encoded(_ columns: [PackColumn]) -> ContiguousArray<UInt8> {
    precondition(columns.count == columnCount, "Section \(tag) has \(columnCount) columns, not \(columns.count)")
    var bytes: ContiguousArray<UInt8> = []
    bytes.append(contentsOf: UInt32(columns.count).littleEndianBytes)
    bytes.append(contentsOf: UInt32(0).littleEndianBytes)
    for column in columns {
      bytes.append(contentsOf: UInt64(column.minimum).littleEndianBytes)
      bytes.append(contentsOf: UInt32(column.count).littleEndianBytes)
      bytes.append(contentsOf: UInt32(column.width).littleEndianBytes)
    }
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
