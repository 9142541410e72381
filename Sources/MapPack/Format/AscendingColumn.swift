/// A column of a section whose numbers ascend: starts of lists, positions in a stream, members of a set.
///
/// It is an Elias–Fano code, and takes about two bits per number more than the information in the set of numbers. From
/// each number, the first number is subtracted, and `step` for each entry before it. The rest is cut in two: the low
/// bits are in a row; the high part is the number of zeros before the entry's one in a string of bits. The position of
/// every 64th entry's one is noted (`PackFormat.sampleShift`).
///
/// All of its bits lie in the pack, which is checked when a pack is opened. Damaged bits give wrong numbers, but nothing
/// outside the pack is read.
///
/// Source: P. Elias, "Efficient storage and retrieval by content and address of static files" (1974); R. Fano (1971).
struct AscendingColumn: Sendable {
  let count: Int
  /// The first number.
  let minimum: Int
  /// The smallest difference between consecutive numbers.
  let step: Int
  /// The number of bits of each low part, 0 … 56.
  let width: Int
  /// The number of bits of the string of ones and zeros.
  let highCount: Int
  /// Where the low parts, the noted positions and the string begin, in bytes from the start of the pack.
  private let low, samples, high: Int
  /// The number of noted positions, and the bits of each.
  private let sampleCount, sampleWidth: Int
  /// The number of noted positions divided by the range of the numbers, about.
  private let samplesPerNumber: Double

  /// - Parameter offset: the position of the first byte, from the start of the pack.
  init(offset: Int, count: Int, width: Int, minimum: Int, step: Int, highCount: Int) {
    self.count = count
    self.minimum = minimum
    self.step = step
    self.width = width
    self.highCount = highCount
    sampleCount = max(0, count - 1) >> PackFormat.sampleShift
    sampleWidth = PackFormat.bitCount(highCount)
    low = offset
    samples = low + (count * width + 7) >> 3
    high = samples + (sampleCount * sampleWidth + 7) >> 3
    // About the last number, less the first. Its one is the last bit of the string.
    let last = Double(count) * Double(step) + Double(highCount - count + 1) * Double(1 << width)
    samplesPerNumber = Double(sampleCount + 1) / last
  }

  /// The bytes from the first low part to the end of the string.
  var length: Int { high - low + (highCount + 7) >> 3 }

  /// The number at an index; the minimum outside the column.
  /// - Complexity: O(1): it reads some words from the noted position before.
  @inline(__always)
  func value(_ index: Int, in bytes: RawSpan) -> Int {
    guard index >= 0 && index < count else { return minimum }
    return number(index, at: position(of: index, in: bytes), in: bytes)
  }

  /// The range from the number at an index to the next number, in a column of starts. It is empty if they contradict
  /// each other or are above the limit.
  @inline(__always)
  func range(_ index: Int, limit: Int, in bytes: RawSpan) -> Range<Int> {
    guard index >= 0 && index < count &- 1 else { return 0..<0 }
    var cursor = cursor(at: index, in: bytes)
    let lower = cursor.value
    advance(&cursor, in: bytes)
    guard lower >= 0 && lower <= cursor.value && cursor.value <= limit else { return 0..<0 }
    return lower..<cursor.value
  }

  /// The last index whose number is not above a given one; -1 if all numbers are above it. In a column of starts or of
  /// firsts, it is the thing that owns the element with this number.
  /// - Complexity: O(1) if the numbers are spread evenly, else O(log count)
  func lastIndex(notAbove number: Int, in bytes: RawSpan) -> Int {
    first(above: number, in: bytes).index &- 1
  }

  /// An entry of a column, from which `advance` goes to the next.
  struct Cursor {
    fileprivate(set) var index: Int
    /// The position of the entry's one in the string; the string's end if there is none.
    fileprivate(set) var position: Int
    /// The entry's number; `Int.max` after the last entry.
    fileprivate(set) var value: Int
  }

  /// A cursor at an index.
  @inline(__always)
  func cursor(at index: Int, in bytes: RawSpan) -> Cursor {
    guard index >= 0 && index < count else { return Cursor(index: max(0, index), position: 0, value: .max) }
    let position = position(of: index, in: bytes)
    return Cursor(index: index, position: position, value: number(index, at: position, in: bytes))
  }

  /// Moves a cursor to another entry, which is quick if that is one of the next few.
  @inline(__always)
  func move(_ cursor: inout Cursor, to index: Int, in bytes: RawSpan) {
    guard index >= cursor.index, index &- cursor.index < 4 else {
      cursor = self.cursor(at: index, in: bytes)
      return
    }
    while cursor.index < index { advance(&cursor, in: bytes) }
  }

  /// A cursor at the first number above a given one.
  @inline(__always)
  func cursor(above number: Int, in bytes: RawSpan) -> Cursor {
    let (index, position) = first(above: number, in: bytes)
    guard index < count else { return Cursor(index: index, position: 0, value: .max) }
    return Cursor(index: index, position: position, value: self.number(index, at: position, in: bytes))
  }

  /// Moves a cursor to the next entry.
  @inline(__always)
  func advance(_ cursor: inout Cursor, in bytes: RawSpan) {
    cursor.index &+= 1
    guard cursor.index < count else {
      cursor.value = .max
      return
    }
    cursor.position = position(ofOne: 0, from: cursor.position &+ 1, in: bytes)
    cursor.value = number(cursor.index, at: cursor.position, in: bytes)
  }

  /// The index of the first number above a given one, and the position of its one; if there is none, `count` and the
  /// end of the string.
  private func first(above number: Int, in bytes: RawSpan) -> (index: Int, position: Int) {
    guard count > 0, minimum <= number else { return (0, 0) }
    let sample = sampleCount > 0 ? lastSample(notAbove: number, in: bytes) : 0
    var index = sample << PackFormat.sampleShift
    // The next noted entry is above the number.
    let end = min(count, index + 1 << PackFormat.sampleShift)
    var position = noted(sample, in: bytes)
    let reach = reach(from: position)
    while position < reach {
      var word = word(at: position, in: bytes)
      // All ones of the word are skipped if the last of them is not above the number.
      let ones = word.nonzeroBitCount
      let last = position &+ 63 &- word.leadingZeroBitCount
      if ones > 0, index &+ ones < end, !isAbove(number, index &+ ones &- 1, at: last, in: bytes) {
        index &+= ones
        word = 0
      }
      while word != 0 {
        let one = position &+ word.trailingZeroBitCount
        if index >= end || isAbove(number, index, at: one, in: bytes) { return (index, one) }
        word &= word &- 1
        index &+= 1
      }
      position &+= 64 &- (position & 7)
    }
    return (count, highCount)
  }

  /// The last sample whose number is not above a given one. Samples are the first entry and every 64th after it.
  private func lastSample(notAbove number: Int, in bytes: RawSpan) -> Int {
    func isAbove(_ sample: Int) -> Bool {
      self.isAbove(number, sample << PackFormat.sampleShift, at: noted(sample, in: bytes), in: bytes)
    }
    // The search begins where the sample would be if the numbers were spread evenly. From there it takes steps that
    // double, until halving the range is the smaller step.
    var (lowest, beyond, step) = (0, sampleCount + 1, 1)
    var sample = max(1, Int(min(Double(sampleCount), Double(number &- minimum) * samplesPerNumber)))
    while beyond - lowest > 1 {
      let isBeyond = isAbove(sample)
      if isBeyond { beyond = sample } else { lowest = sample }
      let middle = (lowest + beyond) >> 1
      sample = isBeyond ? max(middle, beyond - step) : min(max(middle, lowest + 1), lowest + step)
      step *= 2
    }
    return lowest
  }

  /// The number of an entry whose one is at a position of the string.
  @inline(__always)
  private func number(_ index: Int, at position: Int, in bytes: RawSpan) -> Int {
    let high = (position &- index) &<< width
    return minimum &+ index &* step &+ (high | bits(index, width, from: low, in: bytes))
  }

  /// Whether an entry whose one is at a position of the string is above a number. The low part is only read if the high
  /// part does not decide.
  @inline(__always)
  private func isAbove(_ number: Int, _ index: Int, at position: Int, in bytes: RawSpan) -> Bool {
    let rest = number &- minimum &- index &* step
    let high = position &- index
    let wanted = rest &>> width
    if high != wanted { return high > wanted }
    return bits(index, width, from: low, in: bytes) > rest & ((1 &<< width) &- 1)
  }

  /// The position of a sample's one.
  @inline(__always)
  private func noted(_ sample: Int, in bytes: RawSpan) -> Int {
    sample == 0 ? 0 : bits(sample &- 1, sampleWidth, from: samples, in: bytes)
  }

  /// A number in a row of numbers of equal width, at most 56 bits.
  /// - Parameter offset: the position of the row's first byte, from the start of the pack.
  /// - Precondition: the row lies in the column.
  @inline(__always)
  private func bits(_ index: Int, _ width: Int, from offset: Int, in bytes: RawSpan) -> Int {
    // The index is below 2³², so neither the product nor the sum can wrap.
    let bit = index &* width
    let word = bytes.word(at: offset &+ bit >> 3) >> UInt64(bit & 7)
    return Int(truncatingIfNeeded: word & ((1 &<< UInt64(truncatingIfNeeded: width)) &- 1))
  }

  /// The position up to which a one is searched for from another position. In a damaged column, the next one may be as
  /// far away as the pack is long.
  @inline(__always)
  private func reach(from position: Int) -> Int { min(highCount, position &+ PackFormat.sampleReach) }

  /// The position of an entry's one; the end of the string if damage has removed it.
  @inline(__always)
  private func position(of index: Int, in bytes: RawSpan) -> Int {
    position(
      ofOne: index & ((1 << PackFormat.sampleShift) - 1), from: noted(index >> PackFormat.sampleShift, in: bytes),
      in: bytes)
  }

  /// The position of the one with a given rank among those from a position on; the end of the string if there is none.
  @inline(__always)
  private func position(ofOne rank: Int, from start: Int, in bytes: RawSpan) -> Int {
    var (position, wanted) = (start, rank)
    let reach = reach(from: start)
    while position < reach {
      let word = word(at: position, in: bytes)
      if rank == 0 {
        if word != 0 { return min(highCount, position &+ word.trailingZeroBitCount) }
      } else {
        let (offset, ones) = word.offset(ofOne: wanted)
        if let offset { return position &+ offset }
        wanted &-= ones
      }
      position &+= 64 &- (position & 7)
    }
    return highCount
  }

  /// The bits from a position on, as many as its byte and the next seven have; zeros follow.
  @inline(__always)
  private func word(at position: Int, in bytes: RawSpan) -> UInt64 {
    bytes.word(at: high &+ position >> 3) >> UInt64(position & 7)
  }
}

extension UInt64 {
  /// The position of the one with a given rank, and the number of ones in the word.
  ///
  /// The ones of each byte are counted side by side, and then added up by a multiplication.
  ///
  /// Source: S. Vigna, "Broadword implementation of rank/select queries" (2008).
  /// - Parameter wanted: how many ones are before the wanted one, 0 … 63.
  /// - Returns: the offset is nil if there are too few ones.
  @inline(__always)
  func offset(ofOne wanted: Int) -> (offset: Int?, ones: Int) {
    let ofPairs = self &- ((self >> 1) & 0x5555_5555_5555_5555)
    let ofFours = (ofPairs & 0x3333_3333_3333_3333) &+ ((ofPairs >> 2) & 0x3333_3333_3333_3333)
    // Byte i: the ones of bytes 0 … i.
    let sums = ((ofFours &+ (ofFours >> 4)) & 0x0F0F_0F0F_0F0F_0F0F) &* 0x0101_0101_0101_0101
    let ones = Int(truncatingIfNeeded: sums >> 56)
    guard wanted < ones else { return (nil, ones) }
    // The highest bit of a byte stays set if the sum up to the byte is not above the wanted rank: the one comes later.
    let passed =
      ((UInt64(truncatingIfNeeded: wanted) &* 0x0101_0101_0101_0101 | 0x8080_8080_8080_8080) &- sums)
      & 0x8080_8080_8080_8080
    let first = Int(truncatingIfNeeded: ((passed >> 7) &* 0x0101_0101_0101_0101) >> 56) &* 8
    var byte = self &>> UInt64(truncatingIfNeeded: first)
    var left = wanted &- Int(truncatingIfNeeded: ((sums &<< 8) &>> UInt64(truncatingIfNeeded: first)) & 0xFF)
    while left > 0 {
      byte &= byte &- 1
      left &-= 1
    }
    return (first &+ byte.trailingZeroBitCount, ones)
  }
}

/// A column of a section: numbers of equal width in bits, to which a common minimum is added, and `step` times the
/// index.
///
/// All of its bits lie in the pack, which is checked when a pack is opened. An index outside the column gives the
/// minimum. So a damaged index leads to a wrong shape at worst.
struct PackedColumn: Sendable {
  /// The position of the first byte, from the start of the pack.
  let offset: Int
  let count: Int
  /// The bits of each number: 0 … 56, or 64 if minimum and step are 0.
  let width: Int
  /// What is added to every number; below 2³².
  let minimum: Int
  /// What is added to a number for each entry before it; below 2¹⁶.
  let step: Int
  private let mask: UInt64

  init(offset: Int, count: Int, width: Int, minimum: Int, step: Int = 0) {
    self.offset = offset
    self.count = count
    self.width = width
    self.minimum = minimum
    self.step = step
    mask = width == 64 ? .max : (1 << UInt64(width)) - 1
  }

  /// The bytes from the first number to the end of the last.
  var length: Int { (count * width + 7) >> 3 }

  /// The number at an index; the minimum outside the column.
  /// - Complexity: O(1): it reads one word.
  @inline(__always)
  func value(_ index: Int, in bytes: RawSpan) -> Int {
    guard index >= 0 && index < count else { return minimum }
    return minimum &+ index &* step &+ Int(truncatingIfNeeded: bits(index, in: bytes))
  }

  /// The bits at an index, without minimum and step; 0 outside the column. In columns of floating-point numbers, they
  /// are the bit pattern.
  @inline(__always)
  func bits(_ index: Int, in bytes: RawSpan) -> UInt64 {
    guard index >= 0 && index < count && width > 0 else { return 0 }
    // count < 2³² and width ≤ 64, so neither the product nor the sum can wrap.
    let bit = index &* width
    return (bytes.word(at: offset &+ bit >> 3) >> UInt64(bit & 7)) & mask
  }
}
