import Crypto
import Foundation
import MapFeatures
import MapGeometry
import MapPack
import MapTopology

/// Writes a pack. The same contents give the same bytes.
///
/// - Throws: `StageError` where the coverage lies on another plane than the pack's, or has more levels or a finer
///   lattice than a pack can hold.
/// - Precondition: the coverage keeps its promises; there is one raw value per region.
/// - Complexity: O(vertices), and the sorting of the index for locations.
package func packData(_ contents: PackContents) throws(StageError) -> Data {
  try PackWriter(contents).encoded()
}

private struct PackWriter {
  let contents: PackContents
  let grid: PackGrid
  /// Per slot: the region of the coverage that has the raw value.
  let regionOfSlot: [Int?]

  var coverage: Coverage { contents.coverage }

  init(_ contents: PackContents) throws(StageError) {
    guard case .mercator(let grid) = contents.coverage.plane else {
      throw StageError(
        .usage, "the coverage lies in longitude and latitude, a pack in the plane in which it is drawn",
        remedy: "simplify it first; `simplify --none` keeps every vertex")
    }
    guard PackFormat.cellExponents.contains(grid.cellExponent) else {
      throw StageError(
        .usage, "cells of 2^\(grid.cellExponent) map points are outside of what a pack can hold",
        remedy: "ask for a grid between 2^\(PackFormat.cellExponents.lowerBound) and "
          + "2^\(PackFormat.cellExponents.upperBound) map points with --grid")
    }
    guard contents.coverage.levels.count <= PackFormat.levelLimit else {
      throw StageError(
        .usage, "\(contents.coverage.levels.count) levels are more than a pack can hold",
        remedy: "ask for at most \(PackFormat.levelLimit) levels")
    }
    precondition(contents.rawValues.count == contents.coverage.regions.count, "One raw value per region")
    var regionOfSlot = [Int?](repeating: nil, count: (contents.rawValues.max().map { Int($0) + 1 }) ?? 0)
    for (region, rawValue) in contents.rawValues.enumerated() {
      precondition(regionOfSlot[Int(rawValue)] == nil, "Two regions have the raw value \(rawValue)")
      regionOfSlot[Int(rawValue)] = region
    }
    self.contents = contents
    self.grid = grid
    self.regionOfSlot = regionOfSlot
  }

  func encoded() -> Data {
    let arcs = coverage.arcs
    let blocks = PackBlocks(arcs, levels: coverage.levels.count)
    let rings = RingLists(coverage, regionOfSlot: regionOfSlot)
    let left = arcs.left.map(side)
    let right = arcs.right.map(side)
    let index = LocationIndexWriter(arcs, blocks: blocks, sides: ContiguousArray(zip(left, right).map { $0 ^ $1 }))
    let sections: [(PackSection, [PackColumn])] = [
      (.info, information()),
      (.levels, [PackColumn(coverage.levels.map(\.tolerance))]),
      (.regions, regions(rings)),
      (.texts, texts()),
      (
        .rings,
        [
          PackColumn(rings.ringStart), PackColumn(rings.polygonLevel), PackColumn(rings.referenceStart),
          PackColumn(rings.references),
        ]
      ),
      (
        .arcs,
        [
          PackColumn(blocks.blockStart), PackColumn((0..<arcs.count).map { arcs.vertices(of: $0).count }),
          PackColumn(left), PackColumn(right),
          PackColumn((0..<arcs.count).map { (arcs.isClosed[$0] ? 1 : 0) | (arcs.isSeam[$0] ? 2 : 0) }),
        ]
      ),
      (
        .blocks,
        [
          PackColumn(blocks.bitStart), PackColumn(blocks.firstVertex.map { Int(arcs.x[$0]) }),
          PackColumn(blocks.firstVertex.map { Int(arcs.y[$0]) }),
        ]
      ),
      (.stream, [PackColumn(bytes: blocks.stream)]),
      (.index, index.encoded()),
    ]
    return assembled(sections.map { ($0.0, $0.0.encoded($0.1)) }, rings: rings, blocks: blocks)
  }

  /// A region beside an arc as the pack numbers it: its raw value and one, or 0 for none.
  private func side(_ region: Int32) -> Int {
    region == ArcTable.none ? 0 : Int(contents.rawValues[Int(region)]) + 1
  }

  /// The map's name, then publisher, licence, edition and attribution of each source.
  private func information() -> [PackColumn] {
    textColumns(
      [contents.map]
        + coverage.sources.flatMap { [$0.publisher, $0.licence, $0.edition, $0.attribution].map { $0 ?? "" } })
  }

  private func textColumns(_ texts: [String]) -> [PackColumn] {
    var start: ContiguousArray<Int> = [0]
    var blob: ContiguousArray<UInt8> = []
    for text in texts {
      blob.append(contentsOf: text.utf8)
      start.append(blob.count)
    }
    return [PackColumn(start), PackColumn(bytes: blob)]
  }

  /// Code and name by raw value, and the raw values in the orders of both, compared in composed form (NFC).
  private func texts() -> [PackColumn] {
    let live = regionOfSlot.enumerated().compactMap { slot, region in region.map { (slot, coverage.regions[$0]) } }
    func order(by text: (Region) -> String) -> PackColumn {
      let keys = live.map { (Array(text($0.1).precomposedStringWithCanonicalMapping.utf8), $0.0) }
      return PackColumn(
        keys.sorted { $0.0 == $1.0 ? $0.1 < $1.1 : $0.0.lexicographicallyPrecedes($1.0) }.map(\.1))
    }
    return textColumns(
      regionOfSlot.flatMap { region in
        region.map { [coverage.regions[$0].code, coverage.regions[$0].name] } ?? ["", ""]
      }
    ) + [order(by: \.code), order(by: \.name)]
  }

  /// First polygon, bounds and area by raw value.
  private func regions(_ rings: RingLists) -> [PackColumn] {
    let world = Int64(1) << Int64(28 - grid.cellExponent)
    var minX: [Int] = []
    var minY: [Int] = []
    var width: [Int] = []
    var height: [Int] = []
    for region in regionOfSlot {
      let boxes = region.map(shellBoxes) ?? []
      guard !boxes.isEmpty else {
        minX.append(0)
        minY.append(0)
        width.append(0)
        height.append(0)
        continue
      }
      let frame = RegionFrame(
        boxes.map { grid.originX + Int64($0.minX)...grid.originX + Int64($0.maxX) }, world: world)
      let north = boxes.map(\.minY).min() ?? 0
      let south = boxes.map(\.maxY).max() ?? 0
      minX.append(Int(frame.minX - grid.originX))
      minY.append(Int(north))
      width.append(Int(frame.width))
      height.append(Int(south) - Int(north))
    }
    return [
      PackColumn(rings.polygonStart), PackColumn(minX), PackColumn(minY), PackColumn(width), PackColumn(height),
      PackColumn(regionOfSlot.map { region in Float(region.map { coverage.regions[$0].area } ?? 0) }),
    ]
  }

  /// The box of each of a region's shells.
  private func shellBoxes(_ region: Int) -> [GridBox] {
    (coverage.polygonStart[region]..<coverage.polygonStart[region + 1]).map { polygon in
      let shell = coverage.ringStart[polygon]
      var box = GridBox()
      for reference in coverage.references[coverage.referenceStart[shell]..<coverage.referenceStart[shell + 1]] {
        for vertex in coverage.arcs.vertices(of: reference.arc) { box.extend(to: coverage.arcs.point(vertex)) }
      }
      return box
    }
  }

  /// Header, directory and sections.
  private func assembled(
    _ sections: [(section: PackSection, bytes: ContiguousArray<UInt8>)], rings: RingLists, blocks: PackBlocks
  ) -> Data {
    var directory: ContiguousArray<UInt8> = []
    var offset = PackFormat.headerLength + sections.count * PackFormat.directoryEntryLength
    for (section, bytes) in sections {
      directory.append(contentsOf: section.tag.utf8)
      directory.append(contentsOf: PackFormat.mustUnderstand.littleEndianBytes)
      directory.append(contentsOf: UInt64(offset).littleEndianBytes)
      directory.append(contentsOf: UInt64(bytes.count).littleEndianBytes)
      directory.append(contentsOf: CRC32.checksum(bytes.span.bytes).littleEndianBytes)
      directory.append(contentsOf: UInt32(0).littleEndianBytes)
      offset += bytes.count
    }
    var digest = SHA256()
    digest.update(data: Data(directory))
    for (_, bytes) in sections { digest.update(data: Data(bytes)) }

    var header = ContiguousArray<UInt8>(repeating: 0, count: PackFormat.headerLength)
    func set(_ field: Int, _ value: some FixedWidthInteger) {
      for (place, byte) in value.littleEndianBytes.enumerated() { header[field + place] = byte }
    }
    set(PackHeaderField.magic, PackFormat.magic)
    set(PackHeaderField.majorVersion, UInt16(PackFormat.majorVersion))
    set(PackHeaderField.minorVersion, UInt16(PackFormat.minorVersion))
    set(PackHeaderField.sectionCount, UInt32(sections.count))
    set(PackHeaderField.identity, contents.identity)
    for (place, byte) in digest.finalize().prefix(16).enumerated() {
      header[PackHeaderField.contentDigest + place] = byte
    }
    set(PackHeaderField.plane, UInt8(PackFormat.planeMercator))
    set(PackHeaderField.cellExponent, Int8(grid.cellExponent))
    set(PackHeaderField.levelCount, UInt8(coverage.levels.count))
    set(PackHeaderField.blockShift, UInt8(PackBlocks.shift))
    set(PackHeaderField.slotCount, UInt32(regionOfSlot.count))
    set(PackHeaderField.originX, grid.originX)
    set(PackHeaderField.originY, grid.originY)
    set(PackHeaderField.regionCount, UInt32(coverage.regions.count))
    set(PackHeaderField.polygonCount, UInt32(coverage.polygonCount))
    set(PackHeaderField.ringCount, UInt32(coverage.ringCount))
    set(PackHeaderField.referenceCount, UInt32(rings.references.count))
    set(PackHeaderField.arcCount, UInt32(coverage.arcs.count))
    set(PackHeaderField.blockCount, UInt32(blocks.count))
    set(PackHeaderField.vertexCount, UInt64(coverage.arcs.vertexCount))
    set(PackHeaderField.fileLength, UInt64(offset))
    set(PackHeaderField.directoryChecksum, CRC32.checksum(directory.span.bytes))
    let signed = ContiguousArray(header[..<PackHeaderField.headerChecksum])
    set(PackHeaderField.headerChecksum, CRC32.checksum(signed.span.bytes))

    var data = Data(capacity: offset)
    data.append(contentsOf: header)
    data.append(contentsOf: directory)
    for (_, bytes) in sections { data.append(contentsOf: bytes) }
    return data
  }
}
