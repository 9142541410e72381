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
  /// The world is 2²⁸ map points wide.
  package static let worldExponent = 28
  /// Packed columns are at most this wide, so that one word read at any bit holds a value; or exactly 64.
  package static let columnWidthLimit = 56
  /// One position in so many is noted in ascending columns.
  package static let sampleShift = 6
  /// Fewer bits than this lie between two noted positions, and behind the last one up to the last position, so that every
  /// position is found in bounded time, whatever the numbers.
  package static let sampleReach = 4096
  /// Bits of a fraction of the main bounds at which a label stands.
  package static let labelBits = 1...24

  /// Bits of each of an arc's two Rice parameters.
  package static let riceParameterBits = 5
  /// As many zeros in a row announce a number of 32 bits as it is.
  package static let riceEscape = 16

  package static let planeMercator = 0
  package static let mustUnderstand: UInt32 = 1

  package static let packedColumn = 0
  package static let ascendingColumn = 1

  /// Texts of section INFO before those of the text kinds, and texts per source.
  package static let mapTextCount = 1
  package static let sourceTextCount = 4
  /// The first two kinds of texts: every pack has them.
  package static let codeKind = 0
  package static let nameKind = 1
  package static let textKinds = 2...255

  /// How many bits it takes to write a number from 0 to this.
  package static func bitCount(_ value: Int) -> Int { Int.bitWidth - value.leadingZeroBitCount }
}

/// Positions of the header's fields, in bytes from the start of the pack.
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
  package static let labelBits = 43
  package static let slotCount = 44
  package static let originX = 48
  package static let originY = 56
  package static let regionCount = 64
  package static let polygonCount = 68
  package static let ringCount = 72
  package static let useCount = 76
  package static let arcCount = 80
  package static let restartCount = 84
  package static let vertexCount = 88
  package static let fileLength = 96
  package static let directoryChecksum = 104
  package static let sideParameter = 108
  package static let squareParameter = 109
  package static let headerChecksum = 124
}

/// The sections of a pack.
package enum PackSection: Int, CaseIterable, Sendable {
  case info, levels, regions, texts, rings, arcs, stream, restarts, squares
  /// For build tools; a pack need not have it, and readers pass over it.
  case cases
  /// That the pack's regions are lines, and their lengths. Readers that do not know it must not open the pack.
  case lines
  /// That the pack's regions are points. Readers that do not know it must not open the pack.
  case points

  package var isOptional: Bool { self == .cases }

  /// Four ASCII characters.
  package var tag: String {
    switch self {
    case .info: "INFO"
    case .levels: "LEVL"
    case .regions: "REGN"
    case .texts: "TEXT"
    case .rings: "RING"
    case .arcs: "ARCS"
    case .stream: "BITS"
    case .restarts: "JUMP"
    case .squares: "GRID"
    case .cases: "CASE"
    case .lines: "LINE"
    case .points: "PNTS"
    }
  }

  /// The columns that version 1.0 defines; a later minor version may add more behind them.
  package var columnCount: Int {
    switch self {
    case .info: 3
    case .levels: 3
    case .regions: 13
    case .texts: 4
    case .rings: 6
    case .arcs: 2
    case .stream: 1
    case .restarts: 3
    case .squares: 3
    case .cases: 7
    case .lines: 1
    case .points: 0
    }
  }
}
