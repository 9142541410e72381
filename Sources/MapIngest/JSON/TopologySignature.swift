import MapFeatures

/// Tells whether a JSON text is a topology, by the member "type" of its own object, which most often stands in front and
/// may stand at the end.
struct TopologySignature {
  /// Members that say as well that it is none.
  private static let membersOfGeoJSON = ["features", "geometry", "coordinates", "geometries"]

  private var hasBegun = false
  /// The string at hand or before, its quotation marks left out.
  private var string: [UInt8] = []
  private var isInString = false
  private var isEscaped = false
  /// Whether the string before is the key "type", and its colon has come.
  private var isTypeNext = false
  /// Inside an object or array of the text's own object.
  private var inner: ElementScan?

  /// Whether the first text of a file is a topology.
  ///
  /// - Complexity: O(bytes) before the member that decides.
  static func matches(_ file: borrowing InputFile) throws(StageError) -> Bool {
    var signature = TopologySignature()
    var position = 0
    while position < file.size {
      let bytes = try file.bytes(at: position, count: position == 0 ? 4096 : 1 << 20)
      if bytes.isEmpty { break }
      if let answer = bytes.withUnsafeBytes({ signature.scan($0) }) { return answer }
      position += bytes.count
    }
    return false
  }

  /// Goes on with these bytes; the answer, once it is found.
  private mutating func scan(_ bytes: UnsafeRawBufferPointer) -> Bool? {
    var index = 0
    while index < bytes.count {
      if inner != nil {
        index += inner?.scan(UnsafeRawBufferPointer(rebasing: bytes[index...])) ?? 0
        if inner?.depth == 0 { inner = nil }
        continue
      }
      let byte = bytes[index]
      if isInString {
        index += 1
        if byte == UInt8(ascii: "\""), !isEscaped {
          isInString = false
          if isTypeNext { return string.elementsEqual("Topology".utf8) }
        } else {
          // Longer ones are none that matter.
          if string.count < 16 { string.append(byte) }
          isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "{") where !hasBegun:
        hasBegun = true
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        isTypeNext = false
        inner = ElementScan()
        continue
      case UInt8(ascii: "}"):
        return false
      case UInt8(ascii: "\""):
        string.removeAll(keepingCapacity: true)
        isInString = true
      case UInt8(ascii: ":"):
        isTypeNext = string.elementsEqual("type".utf8)
        if Self.membersOfGeoJSON.contains(where: { string.elementsEqual($0.utf8) }) { return false }
      case UInt8(ascii: ","):
        isTypeNext = false
      default:
        // Before the object a mark and white space may stand.
        break
      }
      index += 1
    }
    return nil
  }
}
