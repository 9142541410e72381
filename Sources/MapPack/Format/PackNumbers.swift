/// The numbers of regions that the makers of a map chose, such as inhabitants: where they lie in section NUMS of a pack.
///
/// Each number has a column with a value by raw value. Columns of whole numbers lie one behind the other, and so do those
/// of Doubles. Source: Format.md, section NUMS.
struct PackNumbers: Sendable {
  /// Where each name begins in `nameText`; one more number is the end of the last.
  let nameStart: AscendingColumn
  let nameText: PackedColumn
  /// The names; what is not UTF-8 is repaired.
  let names: [String]
  /// The Doubles by their bits.
  let doubles: PackedColumn
  /// The whole numbers in two's complement, 32 bits each.
  private let wholes: PackedColumn
  /// By number: how it is stored, and its first value there.
  private let columns: [(isWhole: Bool, first: Int)]

  /// - Throws: `PackError.damagedSection` if there are too few or too many numbers, one is stored in an unknown way, or
  ///   columns do not have a value for each slot.
  /// - Complexity: O(numbers)
  init(_ section: PackColumns, slotCount: Int, in bytes: RawSpan) throws(PackError) {
    let forms = try section.packed(0, count: nil)
    guard PackFormat.numberCounts ~= forms.count else {
      throw .damagedSection(section.section.tag, reason: "it has \(forms.count) numbers of each region")
    }
    var columns: [(isWhole: Bool, first: Int)] = []
    var (wholeCount, doubleCount) = (0, 0)
    for number in 0..<forms.count {
      switch forms.value(number, in: bytes) {
      case 0:
        columns.append((true, wholeCount))
        wholeCount += slotCount
      case 1:
        columns.append((false, doubleCount))
        doubleCount += slotCount
      default:
        throw .damagedSection(section.section.tag, reason: "number \(number + 1) is neither whole nor a Double")
      }
    }
    self.columns = columns
    nameStart = try section.ascending(1, count: forms.count + 1)
    nameText = try section.packed(2, count: nil, width: 8)
    names = nameStart.texts(0..<forms.count, of: nameText, in: bytes)
    wholes = try section.packed(3, count: wholeCount, width: 32)
    doubles = try section.packed(4, count: doubleCount, width: 64)
  }

  var count: Int { columns.count }

  /// A number of a region; nil if it has no value, or an infinite one.
  /// - Precondition: `number` is below `count`, and the slot below the number of slots.
  /// - Complexity: O(1)
  func value(_ number: Int, of slot: Int, in bytes: RawSpan) -> Double? {
    let column = columns[number]
    guard column.isWhole else {
      let value = Double(bitPattern: doubles.bits(column.first + slot, in: bytes))
      return value.isFinite ? value : nil
    }
    let value = Int32(truncatingIfNeeded: wholes.bits(column.first + slot, in: bytes))
    return value == PackFormat.noWholeNumber ? nil : Double(value)
  }
}
