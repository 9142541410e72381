import MapPackFeatures

/// Tells a topology, and JSON of other programs, from GeoJSON by the members of the outermost object. The member "type"
/// of a topology is most often the first and may be the last. Text that is not JSON may get any answer; its reader
/// finds the fault.
struct JSONSignature {
  enum Answer {
    case geoJSON, topology
    case foreign(ForeignFormat)
  }

  /// Members whose presence also shows that a text is not a topology. What is in "features" tells Esri's JSON.
  private static let membersOfGeoJSON = ["features", "geometry", "coordinates", "geometries"]

  private var hasBegun = false
  private var string: [UInt8] = []
  private var isInString = false
  private var isEscaped = false
  /// Whether the string before is the key "type", and its colon has been read.
  private var isTypeNext = false
  /// The scan of an object or array inside the outermost object, if the position is in one.
  private var inner: ElementScan?

  private var members: Set<String> = []

  /// What the first text of a file is; GeoJSON if nothing decides.
  static func answer(_ file: borrowing InputFile) throws(StageError) -> Answer {
    var signature = JSONSignature()
    var position = 0
    while position < file.size {
      let bytes = try file.bytes(at: position, count: position == 0 ? 4096 : 1 << 20)
      if bytes.isEmpty { break }
      if let end = bytes.withUnsafeBytes({ signature.scan($0) }) {
        if signature.isTopology { return .topology }
        var feature: Set<String> = []
        if signature.members.contains("features") {
          feature = Self.membersOfFirstElement(try file.bytes(at: position + end, count: 65_536))
        }
        return ForeignFormat(jsonWith: signature.members, feature: feature).map { .foreign($0) } ?? .geoJSON
      }
      position += bytes.count
    }
    return .geoJSON
  }

  /// The members of the first object in an array, from the colon before it or later, as far as the bytes go.
  private static func membersOfFirstElement(_ bytes: [UInt8]) -> Set<String> {
    guard let start = bytes.firstIndex(of: UInt8(ascii: "{")),
      bytes[..<start].allSatisfy({ $0 <= 0x20 || $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: ":") })
    else { return [] }
    var signature = JSONSignature()
    signature.stops = false
    _ = bytes[start...].withUnsafeBytes { signature.scan($0) }
    return signature.members
  }

  /// Whether a member that decides ends the scan.
  private var stops = true
  private var isTopology = false

  /// Returns the index of the byte at which it is known what the text is; `nil` if it is not known yet.
  private mutating func scan(_ bytes: UnsafeRawBufferPointer) -> Int? {
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
          if isTypeNext, stops {
            isTopology = string.elementsEqual("Topology".utf8)
            return index
          }
        } else {
          // Longer strings do not matter.
          if string.count < 24 { string.append(byte) }
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
        return index
      case UInt8(ascii: "\""):
        string.removeAll(keepingCapacity: true)
        isInString = true
      case UInt8(ascii: ":"):
        isTypeNext = string.elementsEqual("type".utf8)
        members.insert(String(decoding: string, as: UTF8.self))
        if stops, Self.membersOfGeoJSON.contains(where: { string.elementsEqual($0.utf8) }) { return index }
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

/// Turns failures of a parser into errors that say where in the file they are: byte, line, polygon, ring, vertex. The
/// record, and the rule if only one feature is at fault, are left to be added.
struct JSONFaults {
  let path: String
  let shownPath: String
  /// The position whose line was asked for last. Lines are counted from there, so that a file with many faults is read
  /// once.
  private var counted = (offset: 0, line: 1)

  init(path: String, shownAs shownPath: String) {
    self.path = path
    self.shownPath = shownPath
  }

  /// - Parameter offset: the position of the fault in the file; `nil` if it is not known.
  mutating func error(_ failure: GeoJSONParser.Failure, at offset: Int?) -> StageError {
    StageError(
      .unreadableData,
      at: Location(
        file: shownPath, line: offset.flatMap { line(at: $0) }, polygon: failure.polygon, ring: failure.ring,
        vertex: failure.vertex),
      (failure.isJSON ? "" : "this is not JSON: ") + failure.message + (offset.map { " (byte \($0))" } ?? ""),
      remedy: failure.isJSON ? "mend the source" : "get the file again, or mend it")
  }

  /// The line, from 1, on which a byte lies; `nil` if the file cannot be read any more.
  mutating func line(at offset: Int) -> Int? {
    if offset < counted.offset { counted = (0, 1) }
    guard let file = try? InputFile(path: path, shownAs: shownPath),
      let line = try? file.line(at: offset, from: counted.offset, ofLine: counted.line)
    else { return nil }
    counted = (offset, line)
    return line
  }
}
