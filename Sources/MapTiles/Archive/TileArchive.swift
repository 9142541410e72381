import Foundation
import MapFeatures
import MapGeometry
import MapPack

/// Tiles in one file, which readers fetch in parts. `mappack tiles` makes one.
///
/// The same tiles give the same bytes, with the same zlib. Tiles with equal contents are stored once. While the archive
/// is made, the bytes of all different tiles are in memory, both as they are and compressed.
///
/// Source: PMTiles specification, version 3, https://github.com/protomaps/PMTiles (sections 3 to 5).
package struct TileArchive {
  /// The description of the whole archive.
  package struct Summary {
    package var name: String
    package var attribution: String
    /// The bounds of the map, in degrees. If the map crosses ±180°, `east` is less than `west`.
    package var west, south, east, north: Double
    /// The layers, with the keys and the types of their fields (`String` or `Number`); see `TilePyramid.layers`.
    package var layers: [(name: String, fields: [(key: String, type: String)])]

    package init(
      name: String, attribution: String, west: Double, south: Double, east: Double, north: Double,
      layers: [(name: String, fields: [(key: String, type: String)])]
    ) {
      (self.name, self.attribution, self.layers) = (name, attribution, layers)
      (self.west, self.south, self.east, self.north) = (west, south, east, north)
    }
  }

  /// A run of consecutive tiles with the same content, or a directory (`runLength` 0).
  struct Entry {
    /// The number of the first tile: all tiles of lower zooms come before those of its zoom, and these lie along the
    /// Hilbert curve.
    var identifier: UInt64
    var runLength: UInt32
    /// How many bytes the content, or the directory, has in the file.
    var length: UInt32
    /// Where it begins, in bytes from the beginning of all contents, or of all leaf directories.
    var offset: UInt64
  }

  private var entries: [Entry] = []
  private var contents = Data()
  private var known: [[UInt8]: (offset: UInt64, length: UInt32)] = [:]
  private var tileCount: UInt64 = 0
  private var zooms: ClosedRange<Int>?

  package init() {}

  /// Adds a tile.
  ///
  /// - Precondition: tiles come in the order of zooms, and within a zoom along the Hilbert curve (`hilbertIndex`).
  ///   Otherwise the program may end, here or in `data(_:)`.
  /// - Throws: `internalFault` if there is no memory.
  package mutating func append(_ tile: Tile) throws(StageError) {
    // The identifiers of all tiles of lower zooms come first.
    let identifier = ((UInt64(1) << UInt64(2 * tile.zoom)) - 1) / 3 + hilbertIndex(tile.x, tile.y, zoom: tile.zoom)
    zooms = (zooms?.lowerBound ?? tile.zoom)...tile.zoom
    tileCount += 1
    let range: (offset: UInt64, length: UInt32)
    if let before = known[tile.bytes] {
      range = before
    } else {
      let packed = try gzipped(tile.bytes)
      range = (UInt64(contents.count), UInt32(packed.count))
      contents.append(packed)
      known[tile.bytes] = range
    }
    if let last = entries.last, last.offset == range.offset, last.identifier + UInt64(last.runLength) == identifier {
      entries[entries.count - 1].runLength += 1
    } else {
      entries.append(Entry(identifier: identifier, runLength: 1, length: range.length, offset: range.offset))
    }
  }

  /// The bytes of the archive's file, with all tiles that were added so far. Readers begin with the middle of the map,
  /// at the lowest zoom. Without a tile, that is zoom 0, and the directory is empty.
  ///
  /// - Throws: `internalFault` if there is no memory, or if the description cannot be written.
  package func data(_ summary: Summary) throws(StageError) -> Data {
    let (root, leaves) = try directories()
    let metadata = try gzipped(Array(try self.metadata(summary)))
    var file = Data("PMTiles".utf8)
    file.append(3)
    var offset = UInt64(Self.headerLength)
    // Each part follows the one before without a gap.
    for part in [root, metadata, leaves, contents] {
      file.append(littleEndian: offset)
      file.append(littleEndian: UInt64(part.count))
      offset += UInt64(part.count)
    }
    for count in [tileCount, UInt64(entries.count), UInt64(known.count)] { file.append(littleEndian: count) }
    // Clustered; directories and tiles are compressed by gzip; tiles are vector tiles.
    file.append(contentsOf: [1, 2, 2, 1])
    let zooms = zooms ?? 0...0
    file.append(contentsOf: [UInt8(zooms.lowerBound), UInt8(zooms.upperBound)])
    for degrees in [summary.west, summary.south, summary.east, summary.north] { file.append(degrees: degrees) }
    file.append(UInt8(zooms.lowerBound))
    let middle = summary.west + (summary.east - summary.west + (summary.east < summary.west ? 360 : 0)) / 2
    file.append(degrees: middle > 180 ? middle - 360 : middle)
    file.append(degrees: (summary.south + summary.north) / 2)
    return file + root + metadata + leaves + contents
  }

  private static let headerLength = 127
  /// The number of bytes that a reader gets with its first request.
  private static let firstRequest = 16_384

  // MARK: Directories

  /// The root directory, which fits into the first request, and the leaf directories. There are no leaves if the root
  /// has room for all entries.
  private func directories() throws(StageError) -> (root: Data, leaves: Data) {
    let whole = try Self.directory(entries)
    if whole.count <= Self.firstRequest - Self.headerLength { return (whole, Data()) }
    var size = 4_096
    while true {
      var (roots, leaves): ([Entry], Data) = ([], Data())
      for start in stride(from: 0, to: entries.count, by: size) {
        let leaf = try Self.directory(Array(entries[start..<min(start + size, entries.count)]))
        // A run length of 0 marks an entry for a directory.
        roots.append(
          Entry(
            identifier: entries[start].identifier, runLength: 0, length: UInt32(leaf.count),
            offset: UInt64(leaves.count)))
        leaves.append(leaf)
      }
      let root = try Self.directory(roots)
      if root.count <= Self.firstRequest - Self.headerLength { return (root, leaves) }
      size *= 2
    }
  }

  /// The compressed bytes of a directory.
  private static func directory(_ entries: [Entry]) throws(StageError) -> Data {
    var bytes: [UInt8] = []
    func append(_ value: UInt64) {
      var rest = value
      while rest >= 0x80 {
        bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
        rest >>= 7
      }
      bytes.append(UInt8(truncatingIfNeeded: rest))
    }
    append(UInt64(entries.count))
    var last: UInt64 = 0
    for entry in entries {
      append(entry.identifier - last)
      last = entry.identifier
    }
    for entry in entries { append(UInt64(entry.runLength)) }
    for entry in entries { append(UInt64(entry.length)) }
    for (index, entry) in entries.enumerated() {
      let follows = index > 0 && entry.offset == entries[index - 1].offset + UInt64(entries[index - 1].length)
      append(follows ? 0 : entry.offset + 1)
    }
    return try gzipped(bytes)
  }

  // MARK: Metadata

  private struct Metadata: Encodable {
    struct Layer: Encodable {
      var id: String
      var fields: [String: String]
      var minzoom: Int
      var maxzoom: Int
    }

    var name: String
    var attribution: String
    var format = "pbf"
    var type = "overlay"
    var layers: [Layer]

    enum CodingKeys: String, CodingKey {
      case layers = "vector_layers"
      case name, attribution, format, type
    }
  }

  private func metadata(_ summary: Summary) throws(StageError) -> Data {
    let zooms = zooms ?? 0...0
    let layers = summary.layers.map { layer in
      Metadata.Layer(
        id: layer.name, fields: Dictionary(layer.fields.map { ($0.key, $0.type) }) { first, _ in first },
        minzoom: zooms.lowerBound, maxzoom: zooms.upperBound)
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return try encoder.encode(
        Metadata(name: summary.name, attribution: summary.attribution, layers: layers))
    } catch {
      throw StageError(.internalFault, "the archive's description cannot be written: \(error.localizedDescription)")
    }
  }
}

extension Data {
  fileprivate mutating func append(littleEndian value: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) { append(UInt8(truncatingIfNeeded: value >> UInt64(shift))) }
  }

  /// Appends degrees as ten-millionths.
  fileprivate mutating func append(degrees: Double) {
    let value = UInt32(bitPattern: Int32((degrees * 1e7).rounded()))
    for shift in stride(from: 0, to: 32, by: 8) { append(UInt8(truncatingIfNeeded: value >> UInt32(shift))) }
  }
}
