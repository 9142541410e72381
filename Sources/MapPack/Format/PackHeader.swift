import Foundation

/// The fixed fields at the start of a pack, checked.
struct PackHeader: Hashable, Sendable {
  let identity: UInt64
  let contentDigest: [UInt8]
  let cellExponent: Int
  let levelCount: Int
  let labelBits: Int
  let slotCount: Int
  let originX: Int64
  let originY: Int64
  let regionCount: Int
  let polygonCount: Int
  let ringCount: Int
  let useCount: Int
  let arcCount: Int
  let restartCount: Int
  let vertexCount: Int
  let sectionCount: Int
  /// The Rice parameter of the regions on the right of arcs.
  let sideParameter: Int
  /// The Rice parameter of the pieces in squares.
  let squareParameter: Int

  /// Reads the header.
  /// - Throws: `PackError` if the bytes are not a pack, have another version, are cut off, or contradict their
  ///   checksum.
  init(_ bytes: RawSpan) throws(PackError) {
    try Self.checkThatPackIsWhole(bytes)
    func half(_ field: Int) -> Int { Int(bytes.halfWord(at: field)) }
    let plane = Int(bytes.byte(at: PackHeaderField.plane))
    guard plane == PackFormat.planeMercator else { throw .unsupported(what: "plane", found: plane) }
    let exponent = Int(Int8(bitPattern: bytes.byte(at: PackHeaderField.cellExponent)))
    guard PackFormat.cellExponents.contains(exponent) else {
      throw .unsupported(what: "cell exponent", found: exponent)
    }
    let levels = Int(bytes.byte(at: PackHeaderField.levelCount))
    guard 1...PackFormat.levelLimit ~= levels else { throw .unsupported(what: "number of levels", found: levels) }
    let labels = Int(bytes.byte(at: PackHeaderField.labelBits))
    guard PackFormat.labelBits ~= labels else { throw .unsupported(what: "width of labels", found: labels) }
    let side = Int(bytes.byte(at: PackHeaderField.sideParameter))
    let square = Int(bytes.byte(at: PackHeaderField.squareParameter))
    guard max(side, square) < 1 << PackFormat.riceParameterBits else {
      throw .damagedHeader("a Rice parameter is above 31")
    }
    let slots = half(PackHeaderField.slotCount)
    guard slots <= PackFormat.slotLimit else { throw .unsupported(what: "number of raw values", found: slots) }

    identity = bytes.word(at: PackHeaderField.identity)
    contentDigest = (0..<16).map { bytes.byte(at: PackHeaderField.contentDigest + $0) }
    cellExponent = exponent
    levelCount = levels
    labelBits = labels
    sideParameter = side
    squareParameter = square
    slotCount = slots
    originX = Int64(bitPattern: bytes.word(at: PackHeaderField.originX))
    originY = Int64(bitPattern: bytes.word(at: PackHeaderField.originY))
    // So every coordinate in cells is an exact Double, and sums of two cannot wrap.
    guard originX.magnitude <= 1 << 52, originY.magnitude <= 1 << 52 else {
      throw .damagedHeader("the origin lies outside the world")
    }
    regionCount = half(PackHeaderField.regionCount)
    polygonCount = half(PackHeaderField.polygonCount)
    ringCount = half(PackHeaderField.ringCount)
    useCount = half(PackHeaderField.useCount)
    arcCount = half(PackHeaderField.arcCount)
    restartCount = half(PackHeaderField.restartCount)
    guard let vertices = Int(exactly: bytes.word(at: PackHeaderField.vertexCount)) else {
      throw .damagedHeader("the number of vertices is too large")
    }
    vertexCount = vertices
    sectionCount = half(PackHeaderField.sectionCount)
    guard sectionCount <= PackFormat.sectionLimit else {
      throw .damagedHeader("\(sectionCount) sections, at most \(PackFormat.sectionLimit) are allowed")
    }
  }

  /// Checks the magic number, the version, the checksum and the length.
  /// - Throws: `PackError` if the bytes are not a pack, have another version, are cut off, or contradict their
  ///   checksum.
  private static func checkThatPackIsWhole(_ bytes: RawSpan) throws(PackError) {
    guard bytes.byteCount >= 8, bytes.word(at: PackHeaderField.magic) == PackFormat.magic else { throw .notAPack }
    guard bytes.byteCount >= PackFormat.headerLength else {
      throw .truncated(needed: PackFormat.headerLength, found: bytes.byteCount)
    }
    let version = Int(bytes.halfWord(at: PackHeaderField.majorVersion)) & 0xFFFF
    guard version == PackFormat.majorVersion else {
      throw .unsupportedVersion(found: version, understood: PackFormat.majorVersion)
    }
    let checksum = CRC32.checksum(bytes.extracting(0..<PackHeaderField.headerChecksum))
    guard checksum == bytes.halfWord(at: PackHeaderField.headerChecksum) else {
      throw .damagedHeader("its checksum does not fit")
    }
    let fileLength = bytes.word(at: PackHeaderField.fileLength)
    guard fileLength == UInt64(bytes.byteCount) else {
      guard fileLength > UInt64(bytes.byteCount) else {
        throw .damagedHeader("\(UInt64(bytes.byteCount) - fileLength) bytes follow the pack's end")
      }
      throw .truncated(needed: Int(clamping: fileLength), found: bytes.byteCount)
    }
  }
}
