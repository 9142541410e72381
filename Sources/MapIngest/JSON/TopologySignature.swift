import MapFeatures

/// Recognizes a topology among JSON texts by the member "type" of its outermost object. The member is most often the
/// first and may be the last. `SourceKind` asks it. Text that is not JSON may get either answer; its reader finds the
/// fault.
struct TopologySignature {
  /// Members whose presence also shows that a text is not a topology.
  private static let membersOfGeoJSON = ["features", "geometry", "coordinates", "geometries"]

  private var hasBegun = false
  /// The current string or the one before, without its quotation marks.
  private var string: [UInt8] = []
  private var isInString = false
  private var isEscaped = false
  /// Whether the string before is the key "type", and its colon has been read.
  private var isTypeNext = false
  /// The scan of an object or array inside the outermost object, if the position is in one.
  private var inner: ElementScan?

  /// Whether the first text of a file is a topology. False if nothing decides.
  /// - Throws: `unreadableData` if the file cannot be read.
  /// - Complexity: O(n) for n bytes up to the member that decides.
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

  /// Scans the next bytes.
  /// - Returns: whether the text is a topology; `nil` if it is not known yet.
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
          // Longer strings do not matter.
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
        // A byte order mark and white space may come before the object.
        break
      }
      index += 1
    }
    return nil
  }
}
