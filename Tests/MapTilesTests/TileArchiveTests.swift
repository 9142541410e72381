import Foundation
import MapFeatures
import TestSupport
import Testing

@testable import MapTiles

/// An archive as a reader of the specification sees it.
private struct ReadArchive {
  let data: [UInt8]

  func number(_ offset: Int) -> Int {
    (0..<8).reduce(0) { $0 | Int(data[offset + $1]) << (8 * $1) }
  }

  func degrees(_ offset: Int) -> Double {
    Double(Int32(bitPattern: (0..<4).reduce(0) { $0 | UInt32(data[offset + $1]) << (8 * $1) })) / 1e7
  }

  func part(_ offset: Int, _ length: Int) throws -> [UInt8] { try unzipped(Array(data[offset..<offset + length])) }

  /// The tile with an identifier, or nil.
  func tile(_ identifier: Int) throws -> [UInt8]? {
    var (offset, length) = (number(8), number(16))
    for _ in 0..<3 {
      let entries = try directory(try part(offset, length))
      guard let entry = entries.last(where: { $0.identifier <= identifier }) else { return nil }
      if entry.runLength > 0 {
        guard identifier < entry.identifier + entry.runLength else { return nil }
        return try part(number(56) + entry.offset, entry.length)
      }
      (offset, length) = (number(40) + entry.offset, entry.length)
    }
    return nil
  }

  func directory(_ bytes: [UInt8]) throws -> [(identifier: Int, runLength: Int, length: Int, offset: Int)] {
    var index = 0
    func varint() -> Int {
      var (value, shift) = (0, 0)
      while true {
        value |= Int(bytes[index] & 0x7F) << shift
        shift += 7
        index += 1
        if bytes[index - 1] & 0x80 == 0 { return value }
      }
    }
    let count = varint()
    var identifier = 0
    let identifiers = (0..<count).map { _ in
      identifier += varint()
      return identifier
    }
    let runs = (0..<count).map { _ in varint() }
    let lengths = (0..<count).map { _ in varint() }
    var offsets: [Int] = []
    for entry in 0..<count {
      let value = varint()
      offsets.append(value == 0 ? offsets[entry - 1] + lengths[entry - 1] : value - 1)
    }
    #expect(index == bytes.count)
    return (0..<count).map { (identifiers[$0], runs[$0], lengths[$0], offsets[$0]) }
  }

  /// Through the system's gunzip: another reader than the one that the writer's library has.
  private func unzipped(_ bytes: [UInt8]) throws -> [UInt8] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["gzip", "-dc"]
    let (input, output) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    DispatchQueue.global().async {
      input.fileHandleForWriting.write(Data(bytes))
      try? input.fileHandleForWriting.close()
    }
    let result = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return Array(result)
  }
}

private let summary = TileArchive.Summary(
  name: "Test", attribution: "somebody", west: 170, south: -10.5, east: -170, north: 20,
  layers: [("regions", [("code", "String")])])

@Suite struct TileArchiveTests {
  @Test func `what is put in comes out, and what is the same stands there once`() throws {
    var archive = TileArchive()
    let (sea, land) = ([UInt8]([1, 2, 3]), [UInt8](repeating: 7, count: 900))
    try archive.append(Tile(zoom: 0, x: 0, y: 0, bytes: land))
    // Along the curve: (0, 0), (0, 1), (1, 1), (1, 0).
    for (x, y, bytes) in [(0, 0, sea), (0, 1, sea), (1, 0, land)] as [(Int32, Int32, [UInt8])] {
      try archive.append(Tile(zoom: 1, x: x, y: y, bytes: bytes))
    }
    let read = ReadArchive(data: Array(try archive.data(summary)))
    #expect(Array(read.data.prefix(8)) == Array("PMTiles".utf8) + [3])
    #expect(try (0...5).map { try read.tile($0) } == [land, sea, sea, nil, land, nil])
    // Four tiles, three entries, two contents; gathered, gzip within and without, vector tiles; zooms 0 to 1.
    #expect([72, 80, 88].map(read.number) == [4, 3, 2])
    #expect(Array(read.data[96..<102]) == [1, 2, 2, 1, 0, 1])
    #expect([102, 106, 110, 114].map(read.degrees) == [170, -10.5, -170, 20])
    // The middle lies at the 180th meridian.
    #expect([119, 123].map(read.degrees) == [180, 4.75])
    let metadata = try JSONSerialization.jsonObject(with: Data(read.part(read.number(24), read.number(32))))
    let layers = (metadata as? [String: Any])?["vector_layers"] as? [[String: Any]]
    #expect(layers?.first?["id"] as? String == "regions" && layers?.first?["maxzoom"] as? Int == 1)
  }

  @Test func `an archive of very many tiles has directories that lead to others`() throws {
    var archive = TileArchive()
    var random = SplitMix64(seed: 1)
    var tiles: [(x: Int32, y: Int32)] = []
    // With gaps, and of many sizes, so that directories cannot be packed well.
    for x in 0..<200 as Range<Int32> {
      for y in 0..<200 as Range<Int32> where Bool.random(using: &random) { tiles.append((x, y)) }
    }
    tiles.sort { hilbertIndex($0.x, $0.y, zoom: 10) < hilbertIndex($1.x, $1.y, zoom: 10) }
    func bytes(_ tile: (x: Int32, y: Int32)) -> [UInt8] {
      var random = SplitMix64(seed: UInt64(tile.x * 1000 + tile.y))
      return (0..<Int.random(in: 1...300, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
    for tile in tiles { try archive.append(Tile(zoom: 10, x: tile.x, y: tile.y, bytes: bytes(tile))) }
    let read = ReadArchive(data: Array(try archive.data(summary)))
    #expect(read.number(16) + 127 <= 16_384 && read.number(48) > 0)
    let below = ((1 << 20) - 1) / 3
    for tile in [tiles[0], tiles[777], tiles[tiles.count - 1]] {
      #expect(try read.tile(below + Int(hilbertIndex(tile.x, tile.y, zoom: 10))) == bytes(tile))
    }
  }

  @Test func `the curve passes each tile of a zoom once, from neighbor to neighbor`() {
    #expect([(0, 0), (0, 1), (1, 1), (1, 0)].map { hilbertIndex($0.0, $0.1, zoom: 1) } == [0, 1, 2, 3])
    var tiles: [UInt64: (x: Int32, y: Int32)] = [:]
    for x in 0..<32 as Range<Int32> { for y in 0..<32 as Range<Int32> { tiles[hilbertIndex(x, y, zoom: 5)] = (x, y) } }
    #expect(tiles.count == 1024)
    for index in 1..<1024 as Range<UInt64> {
      guard let a = tiles[index - 1], let b = tiles[index] else { continue }
      #expect(abs(a.x - b.x) + abs(a.y - b.y) == 1)
    }
  }
}
