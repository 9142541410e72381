import Foundation
import MapPackFeatures
import TestSupport

/// Damage to stage files that is not seen at first: the checksums fit.
enum StageFileMutation {
  private static let headerLength = 64

  /// The file after one to three mutations of its sections; of one file in 16 the bytes are changed anywhere.
  static func mutated(
    _ bytes: [UInt8], kind: StageFile.Kind, limit: Int, _ random: inout SplitMix64, byteMutation: ByteMutation
  ) -> [UInt8] {
    var result = bytes
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      guard Int.random(in: 0..<16, using: &random) > 0, let file = try? StageFile(Data(result), kind: kind, file: ""),
        let section = file.sectionNames.randomElement(using: &random),
        let changed = try? Reseal.section(
          section, of: Data(result), kind: kind,
          change: { $0 = ContiguousArray(mutated(Array($0), limit: limit, &random, byteMutation)) })
      else {
        result = byteMutation(result, limit)
        if Bool.random(using: &random), result.count >= headerLength {
          var data = Data(result)
          Reseal.header(of: &data)
          result = Array(data)
        }
        continue
      }
      if changed.count <= limit { result = Array(changed) }
    }
    return result
  }

  private static func mutated(
    _ section: [UInt8], limit: Int, _ random: inout SplitMix64, _ byteMutation: ByteMutation
  ) -> [UInt8] {
    var section = section
    // The columns hold bytes, and numbers of 4 and 8 bytes.
    let width = [1, 4, 8, 8][Int.random(in: 0..<4, using: &random)]
    guard let last = section.count / width > 0 ? section.count / width - 1 : nil else {
      return byteMutation(section, limit)
    }
    let position = width * Int.random(in: 0...last, using: &random)
    switch Int.random(in: 0..<8, using: &random) {
    case 0, 1, 2:
      section.setNumber(position, bytes: width, number(near: section.number(position, bytes: width), &random))
    case 3:
      // A number that stands elsewhere.
      section.setNumber(
        width * Int.random(in: 0...last, using: &random), bytes: width, section.number(position, bytes: width))
    case 4: section.removeLast(width)
    case 5: section += section[(width * last)..<(width * (last + 1))]
    default: section = byteMutation(section, limit)
    }
    return section
  }

  /// Another number, by preference one that hurts.
  private static func number(near old: UInt64, _ random: inout SplitMix64) -> UInt64 {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: 0
    case 1, 2, 3: old &+ UInt64.random(in: 0...8, using: &random) &- 4
    case 4: UInt64.random(in: 0...300, using: &random)
    case 5: .max
    case 6: 1 << UInt64.random(in: 0..<64, using: &random)
    default: Double.random(in: -200...200, using: &random).bitPattern
    }
  }
}
