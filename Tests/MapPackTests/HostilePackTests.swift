import Foundation
import MapPackCoverage
import MapPackMerge
import TestSupport
import Testing

@testable import MapPack
@testable import MapPackEmit

// Packs that no chance makes: every checksum and every count fits, but columns say what makes a trusting reader work
// for hours or fill the memory. Chance mutations find the smaller ones of them; see Tests/Fuzzing.

/// A pack of which some columns are replaced.
private struct HostilePack {
  private var parts: PackParts

  init(_ coverage: Coverage = letters()) throws {
    parts = try #require(PackParts([UInt8](try MapPackTests.data(coverage))))
  }

  mutating func set(_ field: Int, _ value: Int) { parts.header.setNumber(field, bytes: 4, UInt64(value)) }

  mutating func set(_ section: PackSection, _ index: Int, _ column: PackParts.Column) {
    parts.change(section.tag, index) { $0 = column }
  }

  var data: Data {
    var bytes = parts.bytes
    PackParts.sign(&bytes)
    return Data(bytes)
  }
}

extension PackParts.Column {
  fileprivate init(
    count: Int, minimum: Int = 0, width: Int = 0, highCount: Int? = nil, bytes: ContiguousArray<UInt8> = []
  ) {
    var descriptor = [UInt8](repeating: 0, count: 16)
    descriptor.setNumber(0, bytes: 4, UInt64(minimum))
    descriptor.setNumber(4, bytes: 4, UInt64(count))
    descriptor.setNumber(8, bytes: 4, UInt64(highCount ?? 0))
    descriptor[14] = UInt8(highCount == nil ? PackFormat.packedColumn : PackFormat.ascendingColumn)
    descriptor[15] = UInt8(width)
    self.init(descriptor: descriptor, bytes: Array(bytes))
  }

  /// An ascending column as it should be.
  fileprivate init(ascending values: some RandomAccessCollection<Int>) {
    let column = PackColumn(ascending: values)
    self.init(descriptor: column.descriptor, bytes: Array(column.bytes))
  }

  /// An ascending column that goes to and fro between 0 and a number: things that own all slots, and things that own
  /// none.
  fileprivate init(toAndFro number: Int, count: Int) {
    let width = PackFormat.bitCount(number)
    var low = BitWriter()
    for index in 0..<count { low.append(UInt64(index % 2 * number), bits: width) }
    low.finish()
    // The ones stand where those of a column of zeros do.
    let zeros = PackColumn(ascending: repeatElement(0, count: count))
    self.init(count: count, width: width, highCount: zeros.highCount, bytes: low.bytes + zeros.bytes)
  }
}

@Test func `a pack that counts more uses than its arcs can have does not open`() throws {
  var pack = try HostilePack()
  let uses = Int(UInt32.max)
  let arcs = try Pack(data: pack.data).storage.header.arcCount
  pack.set(PackHeaderField.useCount, uses)
  pack.set(.rings, 4, .init(count: uses - arcs))
  #expect(throws: PackError.self) { try Pack(data: pack.data) }
}

@Test(arguments: ["kinds", "groups", "sources"])
func `texts that claim the same bytes are no longer together than the pack`(list: String) throws {
  let text = ContiguousArray<UInt8>(repeating: 0x61, count: 10_000)
  let count = ["kinds": 255, "groups": 2000, "sources": 500][list] ?? 0
  var pack = try HostilePack()
  var counts = BitWriter()
  for number in [list == "kinds" ? count : 2, list == "groups" ? count : 0, list == "sources" ? count : 0] {
    counts.append(UInt64(number), bits: 16)
  }
  pack.set(.info, 0, .init(count: 3, width: 16, bytes: counts.bytes))
  pack.set(.info, 1, .init(toAndFro: text.count, count: 2001))
  pack.set(.info, 2, .init(count: text.count, width: 8, bytes: text))
  if list == "kinds" {
    let slots = try Pack(data: MapPackTests.data(letters())).storage.header.slotCount
    pack.set(.texts, 0, .init(ascending: repeatElement(0, count: count * slots + 1)))
  }
  let bytes = pack.data
  let opened = try Pack(data: bytes)
  let texts =
    switch list {
    case "kinds": opened.textKinds
    case "groups": opened.groups
    default: opened.sources.flatMap { [$0.publisher, $0.license, $0.edition, $0.attribution] }
    }
  #expect(texts.reduce(0) { $0 + $1.utf8.count } <= bytes.count)
  #expect(opened.shapes(inGroup: "none").isEmpty)
}

@Test func `names of numbers that claim the same bytes are no longer together than the pack`() throws {
  var coverage = letters()
  coverage.regions[0].numbers = [.init(name: "n", value: 1)]
  var pack = try HostilePack(coverage)
  let text = ContiguousArray<UInt8>(repeating: 0x61, count: 10_000)
  let values = 255 * (try Pack(data: pack.data).storage.header.slotCount)
  pack.set(.numbers, 0, .init(count: 255))
  pack.set(.numbers, 1, .init(toAndFro: text.count, count: 256))
  pack.set(.numbers, 2, .init(count: text.count, width: 8, bytes: text))
  pack.set(.numbers, 3, .init(count: values, width: 32, bytes: ContiguousArray(repeating: 0, count: 4 * values)))
  let opened = try Pack(data: pack.data)
  #expect(opened.numberNames.count == 255)
  #expect(opened.numberNames.reduce(0) { $0 + $1.utf8.count } <= pack.data.count)
  #expect(throws: PackError.self) { try opened.verify() }
}

@Test func `a region whose polygons begin behind their end has none`() throws {
  var pack = try HostilePack()
  let polygons = try Pack(data: pack.data).storage.header.polygonCount
  pack.set(.rings, 1, .init(toAndFro: 100, count: polygons))
  let opened = try Pack(data: pack.data)
  for rawValue in 0..<8 as Range<UInt16> { #expect(opened[rawValue: rawValue]?.polygonCount ?? 0 >= 0) }
}

@Test func `a square of the index whose corner lies in a retired region is found by a full check`() throws {
  var pack = try HostilePack()
  let storage = try Pack(data: pack.data).storage
  // Raw value 0 has no region. Every square says that its corner lies in it, and names no piece.
  let squares = storage.squareStart.count - 1
  let bits = 1 + PackFormat.bitCount(storage.header.slotCount)
  var square = BitWriter()
  for _ in 0..<squares { square.append(0b11, bits: bits) }
  square.finish()
  pack.set(.squares, 1, .init(ascending: (0...squares).map { $0 * bits }))
  pack.set(.squares, 2, .init(count: square.bytes.count, width: 8, bytes: square.bytes))
  let opened = try Pack(data: pack.data)
  #expect(throws: PackError.damagedSection("GRID", reason: "square 0 names a region that is not there")) {
    try opened.verify()
  }
}

// MARK: Work

/// Fails, and does not wait for ever, if reading takes longer than any machine needs for work that the pack's size bounds.
///
/// The work has a thread of its own, and no process: an exit test whose child has ended keeps a core busy until the other
/// tests let it go on.
private func watch(_ work: @escaping @Sendable () throws -> Void) {
  /// Unchecked: written before the semaphore is signaled, and read after that.
  final class Outcome: @unchecked Sendable { var error: (any Error)? }
  let outcome = Outcome()
  let done = DispatchSemaphore(value: 0)
  Thread {
    do { try work() } catch { outcome.error = error }
    done.signal()
  }.start()
  guard done.wait(timeout: .now() + 60) == .success else {
    Issue.record("it takes longer than a minute")
    return
  }
  #expect(outcome.error == nil)
}

@Test func `a ring whose uses begin long before the first one is read at once`() {
  watch {
    var pack = try HostilePack()
    let rings = try Pack(data: pack.data).storage.header.ringCount
    // The ones of all rings' first uses stand at position 200, so their high parts begin with the sign.
    var low = BitWriter()
    for _ in 0..<rings { low.append(0, bits: 56) }
    low.finish()
    let high = ContiguousArray<UInt8>(repeating: 0, count: 25) + [0xFF, 0xFF, 0xFF]
    pack.set(.rings, 2, .init(count: rings, width: 56, highCount: 224, bytes: low.bytes + high))
    // No polygon is present at the coarser level.
    let polygons = try Pack(data: pack.data).storage.header.polygonCount
    pack.set(.rings, 5, .init(count: polygons))
    var buffer = RingBuffer()
    let opened = try Pack(data: pack.data)
    for shape in opened.shapes { shape.appendRings(level: 1, to: &buffer) }
    #expect(buffer.points.count == 0)
  }
}

@Test func `a square through which every arc passes, each as long as all, is searched at once`() {
  watch {
    let (arcs, length) = (200_000, 200_000)
    var pack = try HostilePack()
    pack.set(PackHeaderField.arcCount, arcs)
    pack.set(PackHeaderField.useCount, arcs)
    pack.set(PackHeaderField.restartCount, 0)
    pack.set(.rings, 3, .init(ascending: 0..<arcs))
    pack.set(.rings, 4, .init(count: 0))
    pack.set(.arcs, 0, .init(toAndFro: length, count: arcs + 1))
    pack.set(.arcs, 1, .init(count: arcs))
    pack.set(.stream, 0, .init(count: length, width: 8, bytes: .init(repeating: 0xFF, count: length)))
    for column in 0..<3 { pack.set(.restarts, column, column == 0 ? .init(ascending: []) : .init(count: 0)) }
    // One square for the whole plane, with no region at its corner and every arc: 0 and then steps of none.
    var square = BitWriter()
    square.append(0, bits: 1 + PackFormat.bitCount(arcs))
    for _ in 1..<arcs { square.append(1, bits: 1) }
    square.finish()
    var parameters = BitWriter()
    for value in [31, 0, 0, 1, 1] { parameters.append(UInt64(value), bits: 8) }
    pack.set(.squares, 0, .init(count: 5, width: 8, bytes: parameters.bytes))
    pack.set(.squares, 1, .init(ascending: [0, 8 * square.bytes.count]))
    pack.set(.squares, 2, .init(count: square.bytes.count, width: 8, bytes: square.bytes))
    var bytes = pack.data
    bytes[PackHeaderField.squareParameter] = 0
    _ = try Pack(data: signed(bytes)).shape(at: MapPoint(x: 1_000_045 * 8, y: 2_000_045 * 8))
  }
}

@Test func `a column whose samples lead into miles of zeros is read at once`() {
  watch {
    let uses = 100_000
    let zeros = 5_000_000
    var pack = try HostilePack()
    let header = try Pack(data: pack.data).storage.header
    // All uses but the first belong to the last ring, and are of arc 0; all arcs lie behind the zeros.
    let arcs = uses / 2
    pack.set(PackHeaderField.arcCount, arcs)
    pack.set(PackHeaderField.useCount, uses)
    pack.set(.rings, 2, .init(ascending: (0..<header.ringCount).map { $0 }))
    pack.set(.rings, 3, .init(ascending: (0..<arcs).map { $0 + uses - arcs }))
    pack.set(.rings, 4, .init(count: uses - arcs))
    let samples = arcs >> PackFormat.sampleShift
    let highCount = 8 * zeros + arcs + 1
    let noted = (samples * PackFormat.bitCount(highCount) + 7) / 8
    let high =
      ContiguousArray<UInt8>(repeating: 0, count: noted + zeros)
      + ContiguousArray<UInt8>(repeating: 0xFF, count: (arcs + 8) / 8)
    pack.set(.arcs, 0, .init(count: arcs + 1, highCount: highCount, bytes: high))
    pack.set(.arcs, 1, .init(count: arcs))
    pack.set(.stream, 0, .init(count: uses, width: 8, bytes: .init(repeating: 0xFF, count: uses)))
    var buffer = RingBuffer()
    for shape in try Pack(data: pack.data).shapes { shape.appendRings(to: &buffer) }
  }
}
