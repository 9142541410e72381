import MapPack
import MapPackFeatures
import MapPackNames

/// An encoded column of a section. Source: Format.md, "Sections".
struct PackColumn {
  private(set) var kind = PackFormat.packedColumn
  /// What is added to each number.
  private(set) var minimum = 0
  private(set) var count: Int
  /// The number of bits in the high part; 0 if the column is not ascending.
  private(set) var highCount = 0
  /// What is added to each number once more for each number before it.
  private(set) var step = 0
  /// The bits of each number, or of its low part in an ascending column.
  private(set) var width: Int
  private(set) var bytes: ContiguousArray<UInt8>

  /// Encodes numbers in equal widths, counted from their minimum.
  /// - Precondition: the numbers are from 0 to 2⁵⁶ − 1.
  init(_ values: some Collection<Int>) {
    // Subtract from each number its index, if that makes the width smaller. So numbers in their natural order, or
    // nearly so, take hardly any bits.
    let even = Self.range(values)
    let rising = Self.range(values.enumerated().lazy.map { $1 - $0 })
    count = values.count
    let isRising = count > 1 && rising.minimum >= 0 && rising.width < even.width
    (minimum, width) = isRising ? rising : even
    step = isRising ? 1 : 0
    var writer = BitWriter()
    for (index, value) in values.enumerated() { writer.append(UInt64(value - minimum - index * step), bits: width) }
    writer.finish()
    bytes = writer.bytes
  }

  private static func range(_ values: some Sequence<Int>) -> (minimum: Int, width: Int) {
    var (low, high) = (Int.max, Int.min)
    for value in values { (low, high) = (min(low, value), max(high, value)) }
    return low > high ? (0, 0) : (low, PackFormat.bitCount(high - low))
  }

  /// Encodes numbers that do not descend in the code of Elias and Fano, which takes about two bits per number more than
  /// the theoretical minimum. Source: Format.md, "Ascending columns".
  /// - Precondition: the numbers are from 0 to 2⁵⁶ − 1, and none is below the one before.
  init(ascending values: some RandomAccessCollection<Int>) {
    kind = PackFormat.ascendingColumn
    count = values.count
    minimum = values.first ?? 0
    let steps = zip(values, values.dropFirst()).lazy.map { $1 - $0 }
    step = min(steps.min() ?? 0, 0xFFFF)
    let rests = values.enumerated().map { [minimum, step] in $1 - minimum - $0 * step }
    // Any width of the low parts is valid. Take the cheapest with which every one bit is near the sample before it.
    width = Self.cheapestWidth(count: count, last: rests.last ?? 0)
    while !Self.isNear(rests, width) { width += 1 }

    var low = BitWriter()
    var samples: [Int] = []
    var high = BitWriter()
    for (index, rest) in rests.enumerated() {
      low.append(UInt64(rest & ((1 << width) - 1)), bits: width)
      for _ in high.position..<rest >> width + index { high.append(0, bits: 1) }
      if index > 0 && index & ((1 << PackFormat.sampleShift) - 1) == 0 { samples.append(high.position) }
      high.append(1, bits: 1)
    }
    highCount = high.position
    var sampled = BitWriter()
    for sample in samples { sampled.append(UInt64(sample), bits: PackFormat.bitCount(highCount)) }
    low.finish()
    sampled.finish()
    high.finish()
    bytes = low.bytes + sampled.bytes + high.bytes
  }

  private static func cheapestWidth(count: Int, last: Int) -> Int {
    func bits(_ width: Int) -> Int { count * width + last >> width }
    return (0...PackFormat.columnWidthLimit).min { bits($0) < bits($1) } ?? 0
  }

  /// Whether every one bit of the high part is within reach of the sample before it.
  private static func isNear(_ rests: [Int], _ width: Int) -> Bool {
    let stride = 1 << PackFormat.sampleShift
    return Swift.stride(from: 0, to: rests.count, by: stride).allSatisfy { first in
      let last = min(first + stride, rests.count - 1)
      return (rests[last] >> width) - (rests[first] >> width) + last - first < PackFormat.sampleReach
    }
  }

  /// Encodes numbers by their bit patterns.
  init(_ values: some Collection<Int32>) {
    self.init(bytes: ContiguousArray(values.flatMap(\.littleEndianBytes)), width: 32)
  }

  /// Encodes numbers by their bit patterns.
  init(_ values: some Collection<Float>) {
    self.init(bytes: ContiguousArray(values.flatMap { $0.bitPattern.littleEndianBytes }), width: 32)
  }

  /// Encodes numbers by their bit patterns.
  init(_ values: some Collection<Double>) {
    self.init(bytes: ContiguousArray(values.flatMap { $0.bitPattern.littleEndianBytes }), width: 64)
  }

  /// Two columns for texts: their starts, and their UTF-8 bytes one after the other.
  static func texts(_ texts: [String]) -> [PackColumn] {
    var start: ContiguousArray<Int> = [0]
    var blob: ContiguousArray<UInt8> = []
    for text in texts {
      blob.append(contentsOf: text.utf8)
      start.append(blob.count)
    }
    return [PackColumn(ascending: start), PackColumn(bytes: blob)]
  }

  init(bytes: ContiguousArray<UInt8>) { self.init(bytes: bytes, width: 8) }

  private init(bytes: ContiguousArray<UInt8>, width: Int) {
    count = bytes.count / (width / 8)
    self.width = width
    self.bytes = bytes
  }

  var hasDescriptor: Bool { max(minimum, count, highCount) <= UInt32.max }

  /// - Precondition: `hasDescriptor`.
  var descriptor: [UInt8] {
    UInt32(minimum).littleEndianBytes + UInt32(count).littleEndianBytes + UInt32(highCount).littleEndianBytes
      + UInt16(step).littleEndianBytes + [UInt8(kind), UInt8(width)]
  }
}

extension PackSection {
  /// The bytes of a section: the descriptors of its columns, the columns, guard bytes, and zeros up to the alignment.
  ///
  /// - Throws: `usage` if a column has more than 2³² − 1 values, which are bytes in a column of texts.
  /// - Precondition: there are as many columns as `columnCount` says.
  func encoded(_ columns: [PackColumn]) throws(StageError) -> ContiguousArray<UInt8> {
    precondition(columns.count == columnCount, "Section \(tag) has \(columnCount) columns, not \(columns.count)")
    var bytes: ContiguousArray<UInt8> = []
    bytes.append(contentsOf: UInt32(columns.count).littleEndianBytes)
    bytes.append(contentsOf: UInt32(0).littleEndianBytes)
    guard columns.allSatisfy(\.hasDescriptor) else {
      throw StageError(
        .usage, "section \(tag) takes more than a pack can hold",
        remedy: [.info, .texts, .cases, .groups, .numbers].contains(self)
          ? "merge with fewer attributes or shorter ones"
          : "ask for a coarser grid with \(.grid) or fewer vertices with \(.tolerance), \(.keep) or \(.size)")
    }
    for column in columns { bytes.append(contentsOf: column.descriptor) }
    for column in columns { bytes.append(contentsOf: column.bytes) }
    let end = bytes.count + PackFormat.guardLength
    let aligned = (end + PackFormat.alignment - 1) / PackFormat.alignment * PackFormat.alignment
    bytes.append(contentsOf: repeatElement(0, count: aligned - bytes.count))
    return bytes
  }
}

extension FixedWidthInteger {
  /// The lowest byte first.
  var littleEndianBytes: [UInt8] {
    (0..<Self.bitWidth / 8).map { UInt8(truncatingIfNeeded: self >> (8 * $0)) }
  }
}

extension PackCases {
  /// The cases of the regions in a name lock, retired ones included. Successors with unknown codes are left out.
  /// - Precondition: the regions of the lock have the raw values 1, 2, 3, … in their order.
  package init(_ lock: NameLock, origin: String, groups: Groups? = nil) {
    let rawValueByCode = Dictionary(
      lock.regions.map { ($0.code, $0.rawValue) }, uniquingKeysWith: { first, _ in first })
    self.init(
      origin: origin,
      regions: lock.regions.map { entry in
        var region = Region(caseName: entry.caseName)
        region.former = entry.former
        region.successors = entry.successors.compactMap { rawValueByCode[$0] }
        if entry.status == .retired {
          region.retired = Retired(code: entry.code, name: entry.name, since: entry.since ?? "")
        }
        return region
      })
    self.groups = groups
  }

  /// The columns of section CASE of Format.md.
  /// - Parameter texts: the name and the code of the region with a raw value; `nil` if the pack has no such region.
  func columns(_ texts: (Int) -> (name: String, code: String)?) -> [PackColumn] {
    var spellings: [Int] = []
    var retired: [Int] = []
    var former: [Int] = []
    var divided: [Int] = []
    var successors: [Int] = []
    var inFull: [String] = []
    for (rawValue, region) in zip(1..., regions) {
      let spelling =
        texts(rawValue).flatMap { known in
          Spelling.allCases.first { $0.caseName(name: known.name, code: known.code) == region.caseName }
        } ?? .inFull
      if spelling == .inFull { inFull.append(region.caseName) }
      spellings.append(spelling.rawValue)
      if region.retired != nil { retired.append(rawValue) }
      former += region.former.map { _ in rawValue }
      divided += region.successors.map { _ in rawValue }
      successors += region.successors.map(Int.init)
    }
    let gone = regions.compactMap(\.retired).flatMap { [$0.code, $0.name, $0.since] }
    return [PackColumn(spellings), PackColumn(ascending: retired)]
      + PackColumn.texts([origin] + inFull + gone + regions.flatMap(\.former))
      + [PackColumn(former), PackColumn(divided), PackColumn(successors)]
  }

  /// The columns of section GRPS of Format.md; none if there is no map of groups.
  var groupColumns: [PackColumn] {
    groups.map { [PackColumn($0.rawValues.map { Int($0) }), PackColumn(bytes: ContiguousArray($0.map.utf8))] } ?? []
  }
}
