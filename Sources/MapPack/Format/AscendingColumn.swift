/// A column of a section whose numbers ascend: starts of lists, positions in a stream, members of a set.
///
/// The numbers are kept in about two bits each more than the set of them is worth: what each exceeds the first by,
/// less `step` for each entry in between, is cut in two; its low bits stand in a row, its high part is the number of
/// zeros before the entry's one in a string of bits. Every 64th entry's one is noted.
/// Source: P. Elias, "Efficient storage and retrieval by content and address of static files" (1974); R. Fano (1971).
///
/// Made by `open`, which has checked that all of its bits lie in the pack. Damaged bits give wrong numbers, never one
/// from outside the pack; callers check what they get.
struct AscendingColumn: Sendable {
  let count: Int
  /// The first number.
  let minimum: Int
  /// The least that each number exceeds the one before by.
  let step: Int
  /// Bits of each number's low part, 0 … 56.
  let width: Int
  /// Bits of the string of ones and zeros.
  let highCount: Int
  /// Positions of the low parts, the noted positions and the string, from the start of the pack.
  private let low, samples, high: Int
  private let sampleCount, sampleWidth: Int
  /// So many noted positions there are to a number on average.
  private let samplesPerNumber: Double

  /// - Parameter offset: of the first byte, from the start of the pack.
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
    // The last number, about: its one is the last bit of the string.
    let last = Double(count) * Double(step) + Double(highCount - count + 1) * Double(1 << width)
    samplesPerNumber = Double(sampleCount + 1) / last
  }

  /// Bytes from the first low part to the end of the last high one.
  var length: Int { high - low + (highCount + 7) >> 3 }

  /// The number at this position; the minimum outside the column.
  /// - Complexity: O(1): some words from the noted position before.
  @inline(__always)
  func value(_ index: Int, in bytes: RawSpan) -> Int {
    guard index >= 0 && index < count else { return minimum }
    return number(index, at: position(of: index, in: bytes), in: bytes)
  }

  /// The half-open range between two neighboring entries of a column of starts; empty where they contradict each
  /// other or pass the limit.
  @inline(__always)
  func range(_ index: Int, limit: Int, in bytes: RawSpan) -> Range<Int> {
    guard index >= 0 && index < count &- 1 else { return 0..<0 }
    var cursor = cursor(at: index, in: bytes)
    let lower = cursor.value
    advance(&cursor, in: bytes)
    guard lower >= 0 && lower <= cursor.value && cursor.value <= limit else { return 0..<0 }
    return lower..<cursor.value
  }

  /// The last position whose number is not above this one; -1 where all are.
  /// - Complexity: O(1) where the numbers are spread evenly, O(log count) where they are not.
  func lastIndex(notAbove number: Int, in bytes: RawSpan) -> Int {
    first(above: number, in: bytes).index &- 1
  }

  /// A position in a column from which one goes to the next.
  struct Cursor {
    fileprivate(set) var index: Int
    /// Where its one stands in the string; the string's end where there is none.
    fileprivate(set) var position: Int
    /// The number there; `Int.max` behind the last.
    fileprivate(set) var value: Int
  }

  @inline(__always)
  func cursor(at index: Int, in bytes: RawSpan) -> Cursor {
    guard index >= 0 && index < count else { return Cursor(index: max(0, index), position: 0, value: .max) }
    let position = position(of: index, in: bytes)
    return Cursor(index: index, position: position, value: number(index, at: position, in: bytes))
  }

  /// Goes to another entry, quickly where that comes soon behind.
  @inline(__always)
  func move(_ cursor: inout Cursor, to index: Int, in bytes: RawSpan) {
    guard index >= cursor.index, index &- cursor.index < 4 else {
      cursor = self.cursor(at: index, in: bytes)
      return
    }
    while cursor.index < index { advance(&cursor, in: bytes) }
  }

  /// At the first number above this one.
  @inline(__always)
  func cursor(above number: Int, in bytes: RawSpan) -> Cursor {
    let (index, position) = first(above: number, in: bytes)
    guard index < count else { return Cursor(index: index, position: 0, value: .max) }
    return Cursor(index: index, position: position, value: self.number(index, at: position, in: bytes))
  }

  @inline(__always)
  func advance(_ cursor: inout Cursor, in bytes: RawSpan) {
    cursor.index &+= 1
    guard cursor.index < count else {
      cursor.value = .max
      return
    }
    cursor.position = nextOne(from: cursor.position &+ 1, in: bytes)
    cursor.value = number(cursor.index, at: cursor.position, in: bytes)
  }

  /// The first entry above a number, and where its one stands; what is behind the last where none is.
  private func first(above number: Int, in bytes: RawSpan) -> (index: Int, position: Int) {
    guard count > 0, minimum <= number else { return (0, 0) }
    let sample = sampleCount > 0 ? lastSample(notAbove: number, in: bytes) : 0
    var index = sample << PackFormat.sampleShift
    // The entry noted next is above.
    let end = min(count, index + 1 << PackFormat.sampleShift)
    var position = noted(sample, in: bytes)
    let reach = reach(from: position)
    while position < reach {
      var word = word(at: position, in: bytes)
      // All ones of the word are passed over if the last of them is not above.
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

  /// The last noted position whose number is not above this one, of the first entry and every 64th behind it.
  private func lastSample(notAbove number: Int, in bytes: RawSpan) -> Int {
    func isAbove(_ sample: Int) -> Bool {
      self.isAbove(number, sample << PackFormat.sampleShift, at: noted(sample, in: bytes), in: bytes)
    }
    // Where it would be if the numbers were spread evenly; from there by steps that double, then by halves.
    var lowest = Int(min(Double(sampleCount), Double(number &- minimum) * samplesPerNumber))
    var beyond = lowest + 1
    var step = 1
    if lowest > 0 && isAbove(lowest) {
      repeat {
        beyond = lowest
        lowest = max(0, lowest - step)
        step *= 2
      } while lowest > 0 && isAbove(lowest)
    } else {
      while beyond <= sampleCount && !isAbove(beyond) {
        lowest = beyond
        beyond = min(beyond + step, sampleCount + 1)
        step *= 2
      }
    }
    while beyond - lowest > 1 {
      let middle = (lowest + beyond) >> 1
      if isAbove(middle) { beyond = middle } else { lowest = middle }
    }
    return lowest
  }

  /// The number of an entry whose one stands at this position of the string.
  @inline(__always)
  private func number(_ index: Int, at position: Int, in bytes: RawSpan) -> Int {
    let high = (position &- index) &<< width
    return minimum &+ index &* step &+ (high | bits(index, width, from: low, in: bytes))
  }

  /// Whether an entry whose one stands at this position of the string is above a number. The low part is read only where
  /// the high one does not decide.
  @inline(__always)
  private func isAbove(_ number: Int, _ index: Int, at position: Int, in bytes: RawSpan) -> Bool {
    let rest = number &- minimum &- index &* step
    let high = position &- index
    let wanted = rest &>> width
    if high != wanted { return high > wanted }
    return bits(index, width, from: low, in: bytes) > rest & ((1 &<< width) &- 1)
  }

  /// Where the one of every 64th entry stands.
  @inline(__always)
  private func noted(_ sample: Int, in bytes: RawSpan) -> Int {
    sample == 0 ? 0 : bits(sample &- 1, sampleWidth, from: samples, in: bytes)
  }

  /// Number i of some of equal width, at most 56, that lie at a position of the pack.
  /// - Precondition: they all lie in the column.
  @inline(__always)
  private func bits(_ index: Int, _ width: Int, from offset: Int, in bytes: RawSpan) -> Int {
    // The index is below 2³², so neither the product nor the sum can wrap.
    let bit = index &* width
    let word = bytes.word(at: offset &+ bit >> 3) >> UInt64(bit & 7)
    return Int(truncatingIfNeeded: word & ((1 &<< UInt64(truncatingIfNeeded: width)) &- 1))
  }

  /// How far a one is looked for from a position. In damaged columns there may be none for as long as the pack.
  @inline(__always)
  private func reach(from position: Int) -> Int { min(highCount, position &+ PackFormat.sampleReach) }

  /// Where an entry's one stands; the end of the string where damage has taken it away.
  @inline(__always)
  private func position(of index: Int, in bytes: RawSpan) -> Int {
    var position = noted(index >> PackFormat.sampleShift, in: bytes)
    let reach = reach(from: position)
    var wanted = index & ((1 << PackFormat.sampleShift) - 1)
    while position < reach {
      let (offset, ones) = word(at: position, in: bytes).offset(ofOne: wanted)
      if let offset { return position &+ offset }
      wanted &-= ones
      position &+= 64 &- (position & 7)
    }
    return highCount
  }

  /// The first one at or behind a position; the end of the string where there is none.
  @inline(__always)
  private func nextOne(from start: Int, in bytes: RawSpan) -> Int {
    var position = start
    let reach = reach(from: start)
    while position < reach {
      let word = word(at: position, in: bytes)
      if word != 0 { return min(highCount, position &+ word.trailingZeroBitCount) }
      position &+= 64 &- (position & 7)
    }
    return highCount
  }

  /// The bits from a position on, as many as its byte and the seven behind it have; zeros follow.
  @inline(__always)
  private func word(at position: Int, in bytes: RawSpan) -> UInt64 {
    bytes.word(at: high &+ position >> 3) >> UInt64(position & 7)
  }
}

extension UInt64 {
  /// Where the one stands before which there are so many (0 … 63); nil where there is none. And how many ones there
  /// are.
  ///
  /// The ones of each byte are counted side by side, then added up by a multiplication.
  /// Source: S. Vigna, "Broadword implementation of rank/select queries" (2008).
  @inline(__always)
  func offset(ofOne wanted: Int) -> (offset: Int?, ones: Int) {
    let ofPairs = self &- ((self >> 1) & 0x5555_5555_5555_5555)
    let ofFours = (ofPairs & 0x3333_3333_3333_3333) &+ ((ofPairs >> 2) & 0x3333_3333_3333_3333)
    // Byte i: the ones of bytes 0 … i.
    let sums = ((ofFours &+ (ofFours >> 4)) & 0x0F0F_0F0F_0F0F_0F0F) &* 0x0101_0101_0101_0101
    let ones = Int(truncatingIfNeeded: sums >> 56)
    guard wanted < ones else { return (nil, ones) }
    // A byte's highest bit stays where the sum up to it is not above the number wanted: the one stands behind it.
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
