import Foundation
import MapPackFeatures

/// JSON as the commands write it: keys are sorted, slashes are not escaped, a newline is at the end. So the same value
/// gives the same bytes. Reports, provenance, the journal of a commit and the preview's answers are written with it.
enum SortedJSON {
  /// Encodes a value.
  ///
  /// - Parameter isForReaders: whether each value gets a line of its own.
  /// - Throws: `unreadableData` if a number is not finite.
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
