import MapPack
import MapPackCoverage
import MapPackFeatures

extension PackWriter {
  /// The columns of section NUMS: how each number is stored, the names of the numbers, the whole numbers and the Doubles
  /// by raw value; none if no region has a number.
  ///
  /// The numbers are in the order of their first occurrence. A number is stored in 32 bits if all regions have whole
  /// values that fit.
  /// - Throws: `usage` if there are more numbers than a pack can hold.
  /// - Complexity: O(r × n²) for r regions and n numbers, which are at most 255
  func numbers() throws(StageError) -> [PackColumn] {
    let names = coverage.regions.numberNames
    guard !names.isEmpty else { return [] }
    guard PackFormat.numberCounts ~= names.count else {
      throw StageError(
        .usage, "\(Figures.grouped(names.count)) numbers of each region are more than a pack can hold",
        remedy: "merge with at most \(PackFormat.numberCounts.upperBound)")
    }
    var forms: [Int] = []
    var wholes: [Int32] = []
    var doubles: [Double] = []
    for name in names {
      let values = regionOfSlot.map { region in region.flatMap { coverage.regions[$0].number(name) } }
      let exact = values.map { $0.map { Int32(exactly: $0) ?? PackFormat.noWholeNumber } }
      if exact.contains(PackFormat.noWholeNumber) {
        forms.append(1)
        doubles += values.map { $0 ?? .nan }
      } else {
        forms.append(0)
        wholes += exact.map { $0 ?? PackFormat.noWholeNumber }
      }
    }
    return [PackColumn(forms)] + PackColumn.texts(names) + [PackColumn(wholes), PackColumn(doubles)]
  }
}
