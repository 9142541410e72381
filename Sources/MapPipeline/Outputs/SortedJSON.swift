import Foundation
import MapFeatures

/// JSON as the commands write it: keys sorted, slashes as they are, a newline at the end.
enum SortedJSON {
  /// Throws `unreadableData` where a number is not finite.
  ///
  /// - Parameter isForReaders: whether each value has a line of its own.
  static func encoded(_ value: some Encodable, isForReaders: Bool = true) throws(StageError) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if isForReaders { encoder.outputFormatting.insert(.prettyPrinted) }
    do {
      var data = try encoder.encode(value)
      data.append(UInt8(ascii: "\n"))
      return data
    } catch {
      throw StageError(.unreadableData, "the result cannot be written as JSON: \(error.localizedDescription)")
    }
  }
}
