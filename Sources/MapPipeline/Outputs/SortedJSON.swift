import Foundation
import MapFeatures

/// JSON as the commands write it: two spaces, keys sorted, slashes as they are, a newline at the end.
enum SortedJSON {
  /// Throws `unreadableData` where a number is not finite.
  static func encoded(_ value: some Encodable) throws(StageError) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      var data = try encoder.encode(value)
      data.append(UInt8(ascii: "\n"))
      return data
    } catch {
      throw StageError(.unreadableData, "the result cannot be written as JSON: \(error.localizedDescription)")
    }
  }
}
