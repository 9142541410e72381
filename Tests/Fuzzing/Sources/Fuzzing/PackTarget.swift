import Foundation
import MapPack

/// Opens bytes as a pack and asks everything that a pack answers.
enum PackTarget: FuzzTarget {
  static let name = "pack"

  static func read(_ bytes: UnsafeRawBufferPointer) {
    // Just as much memory as there are bytes, so that AddressSanitizer sees a read behind the last one.
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, bytes.count), alignment: 1)
    defer { copy.deallocate() }
    copy.copyMemory(from: bytes)
    guard let start = copy.baseAddress else { return }
    let data = Data(bytesNoCopy: start, count: bytes.count, deallocator: .none)
    guard let pack = try? Pack(data: data) else { return }
    ask(pack, size: bytes.count)
    if (try? pack.verify()) != nil { checkPromises(of: pack) }
  }

  /// An arc's vertex takes two bits at least and 16 bytes in the caller's buffer, which grows by doubling; a text of
  /// one bit takes what an empty string does.
  static func memoryLimit(_ count: Int) -> Int { 1 << 20 + 1024 * count }

  /// So many regions are asked one by one; more would find nothing new and take long.
  private static let regionLimit = 24

  private static func ask(_ pack: Pack, size: Int) {
    promise(pack.regionCount <= 8 * size, "\(pack.regionCount) regions")
    let texts =
      [pack.mapName] + pack.textKinds + pack.groups
      + pack.sources.flatMap { [$0.publisher, $0.licence, $0.edition, $0.attribution] }
    // What is not UTF-8 is mended, by three bytes for one.
    promise(texts.reduce(0) { $0 + $1.utf8.count } <= 3 * size, "the texts are longer than the pack")
    _ = (pack.bounds, pack.mainBounds, pack.cell, pack.identity, pack.contentDigest, pack.sectionLengths)
    for level in -1...pack.levelCount { promise(pack.tolerance(level: level) >= 0, "a tolerance below 0") }

    var rawValues = Set<UInt16>([0, 1, 2, 3, 4, .max])
    for shape in pack.shapes.prefix(regionLimit) { rawValues.insert(shape.rawValue) }
    var buffer = RingBuffer()
    var places = [MapPoint(x: .nan, y: 0), MapPoint(x: 0, y: .infinity), MapPoint(x: -1, y: WebMercator.worldSize)]
    for rawValue in rawValues.sorted().prefix(regionLimit) {
      guard let shape = pack[rawValue: rawValue] else { continue }
      ask(shape, &buffer, &places, size: size)
    }
    for place in places { _ = pack.shape(at: place)?.rawValue }
    for code in ["", "01", "02", "FJI", "\u{0}", "\u{10FFFF}"] {
      _ = (pack.shape(code: code)?.rawValue, pack.shape(name: code)?.rawValue)
    }
    for group in pack.groups.prefix(4) + ["none"] {
      promise(pack.shapes(inGroup: group).count <= pack.regionCount, "a group of more regions than there are")
    }
  }

  private static func ask(_ shape: RegionShape, _ buffer: inout RingBuffer, _ places: inout [MapPoint], size: Int) {
    let pack = shape.pack
    for text in [shape.code, shape.name, shape.group ?? ""] + pack.textKinds.prefix(4).compactMap(shape.text) {
      promise(text.utf8.count <= 3 * size, "a text is longer than the pack")
    }
    _ = pack.shape(code: shape.code)?.rawValue
    _ = pack.shape(name: shape.name)?.rawValue
    promise(shape.area >= 0, "an area below 0")
    promise(shape.polygonCount >= 0 && shape.polygonCount <= 8 * size, "\(shape.polygonCount) polygons")
    let (bounds, main) = (shape.bounds, shape.mainBounds)
    for bounds in [bounds, main] {
      promise(bounds.width >= 0 && bounds.height >= 0, "bounds below 0")
      places.append(MapPoint(x: bounds.minX, y: bounds.minY))
      places.append(MapPoint(x: bounds.maxX, y: bounds.maxY))
    }
    places.append(shape.labelPoint)
    for level in 0..<pack.levelCount {
      buffer.removeAll()
      shape.appendRings(level: level, to: &buffer)
      promise(buffer.vertexCount <= 12 * size, "\(buffer.vertexCount) vertices from \(size) bytes")
      promise(buffer.ringCount <= 8 * size, "\(buffer.ringCount) rings from \(size) bytes")
      var vertices = 0
      buffer.forEachRing { _, ring in
        promise(ring.lowerBound == vertices, "rings are not one behind the other")
        vertices = ring.upperBound
      }
      promise(vertices == buffer.vertexCount, "vertices belong to no ring")
    }
    for vertex in 0..<min(8, buffer.vertexCount) {
      places.append(MapPoint(x: buffer.coordinates[2 * vertex], y: buffer.coordinates[2 * vertex + 1]))
    }
  }

  /// What holds of a pack that has passed the full check.
  private static func checkPromises(of pack: Pack) {
    promise(pack.shapes.allSatisfy { !$0.isEmpty }, "a region without a shape")
    for shape in pack.shapes.prefix(regionLimit) {
      promise(pack.shape(code: shape.code) == shape, "a code leads elsewhere")
      var buffer = RingBuffer()
      shape.appendRings(to: &buffer)
      promise(buffer.polygonCount == shape.polygonCount, "a polygon is missing")
    }
  }
}
