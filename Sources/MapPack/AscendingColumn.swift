/// A column of a section whose numbers ascend: starts of lists, places in a stream, members of a set.
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
  private let low: PackedColumn
  private let samples: PackedColumn
  private let high: Int

  /// - Parameter offset: of the first byte, from the start of the pack.
  init(offset: Int, count: Int, width: Int, minimum: Int, step: Int, highCount: Int) {
    self.count = count
    self.minimum = minimum
    self.step = step
    self.width = width
    self.highCount = highCount
    low = PackedColumn(offset: offset, count: count, width: width, minimum: 0)
    samples = PackedColumn(
      offset: offset + low.length, count: max(0, count - 1) >> PackFormat.sampleShift,
      width: PackFormat.bitCount(highCount), minimum: 0)
    high = offset + low.length + samples.length
  }

  /// Bytes from the first low part to the end of the last high one.
  var length: Int { low.length + samples.length + (highCount + 7) >> 3 }

  /// The number at this place; the minimum outside the column.
  /// - Complexity: O(1) where the numbers are spread evenly: some words from the noted place before.
  @inline(__always)
  func value(_ index: Int, in bytes: RawSpan) -> Int {
    guard index >= 0 && index < count else { return minimum }
    return number(index, at: position(of: index, in: bytes), in: bytes)
  }

  /// The half-open range between two neighbouring entries of a column of starts; empty where they contradict each
  /// other or pass the limit.
  @inline(__always)
  func range(_ index: Int, limit: Int, in bytes: RawSpan) -> Range<Int> {
    guard index >= 0 && index < count &- 1 else { return 0..<0 }
    let position = position(of: index, in: bytes)
    let lower = number(index, at: position, in: bytes)
    let upper = number(index &+ 1, at: nextOne(from: position &+ 1, in: bytes), in: bytes)
    guard lower >= 0 && lower <= upper && upper <= limit else { return 0..<0 }
    return lower..<upper
  }

  /// The last place whose number is not above this one; -1 where all are.
  /// - Complexity: O(log count)
  func lastIndex(notAbove number: Int, in bytes: RawSpan) -> Int {
    guard count > 0, minimum <= number else { return -1 }
    var lowest = 0
    var beyond = samples.count + 1
    while beyond - lowest > 1 {
      let middle = (lowest + beyond) >> 1
      let index = middle << PackFormat.sampleShift
      if self.number(index, at: noted(middle, in: bytes), in: bytes) <= number {
        lowest = middle
      } else {
        beyond = middle
      }
    }
    var index = lowest << PackFormat.sampleShift
    var position = position(of: index, in: bytes)
    let end = min(count, index + 1 << PackFormat.sampleShift)
    while index + 1 < end {
      position = nextOne(from: position &+ 1, in: bytes)
      guard self.number(index + 1, at: position, in: bytes) <= number else { break }
      index += 1
    }
    return index
  }

  /// A place in the column from which one goes to the next.
  struct Cursor {
    private let column: AscendingColumn
    private(set) var index: Int
    private var position: Int
    /// The number there; `Int.max` behind the last.
    private(set) var value: Int

    @inline(__always)
    init(_ column: AscendingColumn, at index: Int, in bytes: RawSpan) {
      self.column = column
      self.index = index
      position = index < column.count ? column.position(of: index, in: bytes) : 0
      value = index < column.count ? column.number(index, at: position, in: bytes) : .max
    }

    @inline(__always)
    mutating func advance(in bytes: RawSpan) {
      index &+= 1
      guard index < column.count else {
        value = .max
        return
      }
      position = column.nextOne(from: position &+ 1, in: bytes)
      value = column.number(index, at: position, in: bytes)
    }
  }

  /// The number of an entry whose one stands at this place of the string.
  @inline(__always)
  private func number(_ index: Int, at position: Int, in bytes: RawSpan) -> Int {
    let high = UInt64(truncatingIfNeeded: position &- index) &<< UInt64(width)
    return minimum &+ index &* step &+ Int(truncatingIfNeeded: high | low.bits(index, in: bytes))
  }

  /// Where the one of every 64th entry stands.
  @inline(__always)
  private func noted(_ sample: Int, in bytes: RawSpan) -> Int {
    sample == 0 ? 0 : Int(truncatingIfNeeded: samples.bits(sample &- 1, in: bytes))
  }

  /// Where an entry's one stands; the end of the string where damage has taken it away.
  @inline(__always)
  private func position(of index: Int, in bytes: RawSpan) -> Int {
    var position = noted(index >> PackFormat.sampleShift, in: bytes)
    var wanted = index & ((1 << PackFormat.sampleShift) - 1)
    while position < highCount {
      var word = word(at: position, in: bytes)
      let ones = word.nonzeroBitCount
      if wanted < ones {
        while wanted > 0 {
          word &= word &- 1
          wanted &-= 1
        }
        return position &+ word.trailingZeroBitCount
      }
      wanted &-= ones
      position &+= 64 &- (position & 7)
    }
    return highCount
  }

  /// The first one at or behind a place; the end of the string where there is none.
  @inline(__always)
  private func nextOne(from start: Int, in bytes: RawSpan) -> Int {
    var position = start
    while position < highCount {
      let word = word(at: position, in: bytes)
      if word != 0 { return min(highCount, position &+ word.trailingZeroBitCount) }
      position &+= 64 &- (position & 7)
    }
    return highCount
  }

  /// The bits from a place on, as many as its byte and the seven behind it have; zeros follow.
  @inline(__always)
  private func word(at position: Int, in bytes: RawSpan) -> UInt64 {
    bytes.word(at: high &+ position >> 3) >> UInt64(position & 7)
  }
}
