import Foundation

/// The fixed fields at the start of a pack, each within its limits. `PackStorage` reads them, and checks whether counts
/// fit the sections. Two packs are equal if their headers are.
struct PackHeader: Hashable, Sendable {
  /// See `RegionTable.identity`.
  let identity: UInt64
  /// The first 16 bytes of the SHA-256 of all bytes after the header. Readers do not compute it.
  let contentDigest: [UInt8]
  /// g: a cell is 2ᵍ map points wide.
  let cellExponent: Int
  /// The number of levels, at least 1.
  let levelCount: Int
  /// How many bits each coordinate of a label takes.
  let labelBits: Int
  /// The largest raw value in the pack, plus one; 0 if there is no region.
  let slotCount: Int
  /// Where the stored x 0 lies, in cells to the east of 180° W.
  let originX: Int64
  /// Where the stored y 0 lies, in cells to the south of the plane's northern edge.
  let originY: Int64
  /// The slots that have rings.
  let regionCount: Int
  let polygonCount: Int
  let ringCount: Int
  /// How often rings use arcs.
  let useCount: Int
  let arcCount: Int
  let restartCount: Int
  /// The vertices of all arcs at level 0. Both ends of an open arc count.
  let vertexCount: Int
  let sectionCount: Int
  /// The Rice parameter of the regions on the right of arcs.
  let sideParameter: Int
  /// The Rice parameter of the pieces in squares.
  let squareParameter: Int

  /// Reads the header.
  /// - Throws: `PackError`: `.notAPack`; `.tooNew` if the pack has another major version, another plane, or a number
  ///   above a limit of `PackFormat`; `.damaged` if it is cut off or too long, contradicts its checksum, or has an
  ///   impossible field.
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
  /// - Throws: `PackError`: `.notAPack`, `.tooNew` for another major version, `.damaged` for all else.
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
