/// The numbers of the pack format that reader and writer share. `Format.md` in this target's documentation says
/// what each means.
package enum PackFormat {
  /// `MAPPACK` and a control character, so that text tools do not take a pack for text.
  package static let magic: UInt64 = 0x1A4B_4341_5050_414D
  package static let majorVersion = 1
  package static let minorVersion = 0

  package static let headerLength = 128
  package static let directoryEntryLength = 32
  package static let columnDescriptorLength = 16
  /// Zero bytes after the last column of a section, so that eight bytes can be read wherever a value begins.
  package static let guardLength = 8
  /// Sections begin at multiples of this.
  package static let alignment = 8
  package static let sectionLimit = 64

  package static let slotLimit = 65_536
  package static let levelLimit = 16
  /// g of the cell, 2ᵍ map points: from 0.14 µm to 157 km at the equator. Every lattice index is an exact Double.
  package static let cellExponents = -20...20
  /// Columns are at most this wide, so that one word read at any bit holds a value; or exactly 64.
  package static let columnWidthLimit = 56

  /// Bits of each of a block's two Rice parameters.
  package static let riceParameterBits = 5
  /// As many zeros in a row announce a number of 32 bits as it is.
  package static let riceEscape = 16

  package static let planeMercator = 0
  package static let mustUnderstand: UInt32 = 1
}

/// Places of the header's fields, in bytes from the start of the pack.
package enum PackHeaderField {
  package static let magic = 0
  package static let majorVersion = 8
  package static let minorVersion = 10
  package static let sectionCount = 12
  package static let identity = 16
  package static let contentDigest = 24
  package static let plane = 40
  package static let cellExponent = 41
  package static let levelCount = 42
  package static let blockShift = 43
  package static let slotCount = 44
  package static let originX = 48
  package static let originY = 56
  package static let regionCount = 64
  package static let polygonCount = 68
  package static let ringCount = 72
  package static let referenceCount = 76
  package static let arcCount = 80
  package static let blockCount = 84
  package static let vertexCount = 88
  package static let fileLength = 96
  package static let directoryChecksum = 104
  package static let headerChecksum = 124
}

/// The sections of a pack.
package enum PackSection: Int, CaseIterable, Sendable {
  case info, levels, regions, texts, rings, arcs, blocks, stream, index

  /// Four ASCII characters.
  package var tag: String {
    switch self {
    case .info: "INFO"
    case .levels: "LEVL"
    case .regions: "REGN"
    case .texts: "TEXT"
    case .rings: "RING"
    case .arcs: "ARCS"
    case .blocks: "BLCK"
    case .stream: "BITS"
    case .index: "GRID"
    }
  }

  /// The columns that version 1.0 defines; a later minor version may add more behind them.
  package var columnCount: Int {
    switch self {
    case .info: 2
    case .levels: 1
    case .regions: 6
    case .texts: 4
    case .rings: 4
    case .arcs: 5
    case .blocks: 3
    case .stream: 1
    case .index: 3
    }
  }
}
