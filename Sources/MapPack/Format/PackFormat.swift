/// The numbers of the pack format that the reader and the writer share. `Format.md` in this target's documentation says
/// what each of them means.
///
/// A change is a change of the format.
package enum PackFormat {
  /// `MAPPACK` and a control character, so that text tools do not take a pack for text.
  package static let magic: UInt64 = 0x1A4B_4341_5050_414D
  package static let majorVersion = 1

  /// The length of the header, in bytes.
  package static let headerLength = 128
  /// The length of a directory entry, in bytes.
  package static let directoryEntryLength = 32
  /// The length of a column's descriptor, in bytes.
  package static let columnDescriptorLength = 16
  /// Zero bytes after the last column of a section, so that eight bytes can be read wherever a value begins.
  package static let guardLength = 8
  /// Sections begin at multiples of this many bytes.
  package static let alignment = 8
  /// The largest number of sections.
  package static let sectionLimit = 64

  /// The largest number of slots, one per raw value from 0.
  package static let slotLimit = 65_536
  /// The largest number of levels.
  package static let levelLimit = 16
  /// The range of g. A cell is 2ᵍ map points wide: from 0.14 µm to 157 km at the equator. Every coordinate in cells is
  /// an exact Double.
  package static let cellExponents = -20...20
  /// The world is 2²⁸ map points wide, as in `WebMercator.worldSize`.
  package static let worldExponent = 28
  /// The largest width of packed columns in bits, so that one word read at any bit contains a value. A width of exactly
  /// 64 is allowed too.
  package static let columnWidthLimit = 56
  /// The position of one entry in 2 to this power is noted in ascending columns.
  package static let sampleShift = 6
  /// There are fewer bits than this from one noted position to the next, and from the last one to the last entry. So
  /// every entry is found in bounded time, whatever the numbers are.
  package static let sampleReach = 4096
  /// The allowed numbers of bits for a label's coordinates, which are fractions of the main bounds.
  package static let labelBits = 1...24

  /// The number of bits of each of an arc's two Rice parameters.
  package static let riceParameterBits = 5
  /// After this many zeros in a row, a number follows in 32 bits as it is.
  package static let riceEscape = 16

  /// The number of the plane of Web Mercator in the header.
  package static let planeMercator = 0
  /// The flag of sections that a reader must understand.
  package static let mustUnderstand: UInt32 = 1

  /// The kind of a `PackedColumn` in its descriptor.
  package static let packedColumn = 0
  /// The kind of an `AscendingColumn` in its descriptor.
  package static let ascendingColumn = 1

  /// The number of texts of section INFO before those of the text kinds.
  package static let mapTextCount = 1
  /// The number of texts of section INFO for each source.
  package static let sourceTextCount = 4
  /// The kind of text that is a region's code. Every pack has it.
  package static let codeKind = 0
  /// The kind of text that is a region's name. Every pack has it.
  package static let nameKind = 1
  /// How many kinds of texts a pack may have.
  package static let textKinds = 2...255
  /// How many texts a region may have besides its code and its name.
  package static let attributeLimit = textKinds.upperBound - textKinds.lowerBound
  /// How many numbers each region has, in a pack with section NUMS.
  package static let numberCounts = 1...255
  /// The whole number that stands for no value.
  package static let noWholeNumber = Int32.min

  /// How many bits the numbers from 0 to this value take: 0 for 0, 1 for 1, 3 for 7, 4 for 8; 64 for a negative value.
  package static func bitCount(_ value: Int) -> Int { Int.bitWidth - value.leadingZeroBitCount }
}

/// Positions of the header's fields, in bytes from the start of the pack. `Format.md` has their widths and meanings.
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

/// The sections of a pack. `Format.md` describes each under its tag.
package enum PackSection: Int, CaseIterable, Sendable {
  case info, levels, regions, texts, rings, arcs, stream, restarts, squares
  /// The enum, for build tools. A pack need not have it, and readers skip it.
  case cases
  /// The map of the regions' groups, for build tools. Only packs with an enum can have it, and readers skip it.
  case groups
  /// Numbers of regions that the makers of the map chose. Only some packs have it, and readers may skip it.
  case numbers
  /// The arcs once more, with the vertices of coarse levels alone. Large packs have it, and readers may skip it.
  case overview
  /// Says that the pack's regions are lines, and how long they are. Readers that do not know it must not open the pack.
  case lines
  /// Says that the pack's regions are points. Readers that do not know it must not open the pack.
  case points

  /// What the number of a region is, if the section has one for each: one column of 32-bit floating-point numbers by raw
  /// value, none of them negative. Packs without the section have no such numbers.
  package var number: String? { self == .lines ? "length" : nil }

  /// Whether readers that do not know the section may skip it.
  package var isOptional: Bool { [.cases, .groups, .numbers, .overview].contains(self) }

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
    case .groups: "GRPS"
    case .numbers: "NUMS"
    case .overview: "OVER"
    case .lines: "LINE"
    case .points: "PNTS"
    }
  }

  /// The minor version that added the section to the format. A pack has the largest one of its sections, so the bytes of
  /// packs without a new section stay.
  package var minorVersion: Int {
    switch self {
    case .info, .levels, .regions, .texts, .rings, .arcs, .stream, .restarts, .squares, .cases, .groups, .numbers,
      .lines, .points:
      0
    case .overview: 1
    }
  }

  /// The number of columns that version 1.0 defines. A later minor version may add further columns.
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
    case .groups: 2
    case .numbers: 5
    case .overview: 5
    case .lines: 1
    case .points: 0
    }
  }
}
