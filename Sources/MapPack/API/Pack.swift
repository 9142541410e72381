import Foundation

/// The shapes of a map's regions, read from a pack.
///
/// Regions are found by raw value, code or name. An app that has the generated enum opens a `RegionMap` instead.
///
/// ```swift
/// let pack = try Pack(contentsOf: url)
/// for shape in pack.shapes { print(shape.code, shape.name, shape.area) }
/// let here = pack.shape(at: MapPoint(longitude: -72.57, latitude: 44.26))
/// ```
///
/// Guarantees:
/// - Opening reads only the header, the directory of sections, the descriptors of columns and the names of texts and
///   numbers, whatever the pack's size. A file is mapped into memory, and shapes are decoded when they are asked for.
/// - Damaged bytes, by chance or by malice, lead to an error or to a wrong shape, never to a crash, an endless loop or
///   a read outside the pack. No answer takes more memory than a multiple of the pack's size.
///   (No reader can cope with a file that is cut off while it is mapped, so replace packs by renaming, as the tools do.
///   The same holds for a file that iOS locks while it is mapped; see `init(contentsOf:options:)`.)
/// - A pack is a value, can be used from any thread, and copies in O(1).
///
/// The bytes are described in <doc:Format>.
public struct Pack: Sendable {
  let storage: PackStorage

  /// Opens the pack in a file.
  ///
  /// - Parameters:
  ///   - url: the file.
  ///   - options: how the file is read. `.mappedIfSafe` maps the file, unless the system says that it could become
  ///     unreadable while it is mapped, as on a removable volume; such a file is read as a whole. A file with complete
  ///     data protection is unreadable while an iPhone is locked: give it another class of protection, or pass no
  ///     options. `.alwaysMapped` is right for files in an app's bundle.
  /// - Throws: `PackError`: `.unreadable` if the file cannot be read; else as `init(data:)` does.
  /// - Complexity: O(1) in the size of the pack if the file is mapped.
  public init(contentsOf url: URL, options: Data.ReadingOptions = .mappedIfSafe) throws(PackError) {
    let data: Data
    do {
      data = try Data(contentsOf: url, options: options)
    } catch {
      throw .unreadable(path: url.path, reason: error.localizedDescription)
    }
    try self.init(data: data)
  }

  /// Opens the pack in these bytes, and keeps them.
  ///
  /// It finds damage in the header, the directory and the descriptors of columns. For all other damage, see `verify()`.
  /// - Throws: `PackError`: `.notAPack`, `.tooNew` or `.damaged`.
  /// - Complexity: O(1) in the size of the pack.
  public init(data: Data) throws(PackError) {
    storage = try PackStorage(data)
  }
}

extension Pack: Hashable {
  /// Equal if both hold the same map in the same bytes.
  ///
  /// Only headers are compared; each holds a digest of the pack's other bytes.
  public static func == (a: Pack, b: Pack) -> Bool { a.storage.header == b.storage.header }
  public func hash(into hasher: inout Hasher) { hasher.combine(contentDigest) }
}

extension Pack {
  /// The number that the pack shares with its enum; see `RegionTable.identity`.
  public var identity: UInt64 { storage.header.identity }

  /// The first 16 bytes of the SHA-256 of all bytes after the header. Other shapes have another digest.
  package var contentDigest: [UInt8] { storage.header.contentDigest }

  /// How many regions the pack holds.
  public var regionCount: Int { storage.header.regionCount }

  /// How many levels of detail the pack holds; level 0 is the finest.
  public var levelCount: Int { storage.header.levelCount }

  /// The tolerance to which a level was simplified, in meters on the ground; 0 if nothing was removed.
  ///
  /// If the pack was made for a zoom, the tolerance is a length in the plane. It is given as it measures on the
  /// equator.
  /// - Parameter level: 0 is the finest; levels outside `0 ..< levelCount` are taken as the nearest.
  public func tolerance(level: Int) -> Double {
    let tolerance = Double(
      bitPattern: storage.levelTolerance.bits(storage.clamped(level: level), in: storage.data.bytes))
    return tolerance.isFinite && tolerance > 0 ? tolerance : 0
  }

  /// The width and height of a cell of the pack grid, on which all vertices lie, in map points; a power of two.
  public var cell: Double { storage.cell }

  /// g: a cell is 2ᵍ map points wide.
  package var cellExponent: Int { storage.header.cellExponent }
  /// Where the stored x 0 lies, in cells to the east of 180° W.
  package var originX: Int64 { storage.header.originX }
  /// Where the stored y 0 lies, in cells to the south of the plane's northern edge.
  package var originY: Int64 { storage.header.originY }

  /// The map's name, which is the name of the generated enum too.
  public var mapName: String { storage.mapName }

  /// The kinds of further texts about regions, such as `kana` or `N03_003`, in the order of the pipeline file.
  /// - Complexity: O(1)
  public var textKinds: [String] { storage.furtherKinds }

  /// The names of the groups of regions, in the order of their UTF-8 bytes.
  public var groups: [String] {
    let begin = PackFormat.mapTextCount + storage.textKindCount
    return storage.informations(begin..<begin + storage.groupCount)
  }

  /// The datasets that the shapes were made from, in the order of the pipeline file.
  public var sources: [PackSource] {
    let begin = PackFormat.mapTextCount + storage.textKindCount + storage.groupCount
    let count = PackFormat.sourceTextCount
    let texts = storage.informations(begin..<begin + count * storage.sourceCount)
    return stride(from: 0, to: texts.count, by: count).map { index in
      PackSource(
        publisher: texts[index], license: texts[index + 1], edition: texts[index + 2], attribution: texts[index + 3])
    }
  }

  /// The smallest rectangle round all regions at the finest level, in map points.
  ///
  /// It runs past the 180th meridian if that makes it narrower. Width and height are 0 if there is no region.
  /// - Complexity: O(1)
  public var bounds: MapRect { storage.bounds(storage.header.slotCount) }

  /// The smallest rectangle round what makes up most of the map to the eye, in map points.
  ///
  /// It is what `RegionShape.mainBounds` would be for all regions together.
  /// - Complexity: O(log regions)
  public var mainBounds: MapRect { storage.mainBounds(storage.header.slotCount) }

  /// The tags and lengths in bytes of the pack's sections, in file order.
  package var sectionLengths: [(tag: String, bytes: Int)] {
    storage.directory.map { ($0.tag, $0.range.count) }
  }

  /// How many vertices the pack's arcs have at the finest level.
  package var vertexCount: Int { storage.header.vertexCount }

  /// How many vertices there are to decode for a level of the whole map, at most.
  package func decodedVertexCount(level: Int) -> Int {
    storage.decodedVertexCount(level: storage.clamped(level: level))
  }
}

// The shapes of a pack by raw value, code, name and group. Apps without the enum ask it, and so do the tools.
extension Pack {
  /// The shape of the region with this raw value; nil if the pack holds none.
  /// - Complexity: O(1)
  public subscript(rawValue rawValue: UInt16) -> RegionShape? {
    let shape = RegionShape(pack: self, rawValue: rawValue)
    return shape.isEmpty ? nil : shape
  }

  /// The shapes of all regions, in the order of their codes' UTF-8 bytes.
  /// - Complexity: O(1), also for each shape.
  public var shapes: some RandomAccessCollection<RegionShape> { RegionShapes(pack: self) }

  /// The shape of the region with this code; nil if there is none.
  ///
  /// Canonically equivalent texts are equal, as `String` has it. Letter case counts.
  /// - Complexity: O(log regions)
  public func shape(code: String) -> RegionShape? {
    guard let index = index(of: code, by: storage.byCode, kind: PackFormat.codeKind) else { return nil }
    return self[rawValue: rawValue(at: index, by: storage.byCode)]
  }

  /// The shape of the region with this name as published; nil if no region has it, or several have it.
  ///
  /// Texts are compared as in `shape(code:)`.
  /// - Complexity: O(log regions)
  public func shape(name: String) -> RegionShape? {
    let order = storage.byName
    guard let index = index(of: name, by: order, kind: PackFormat.nameKind) else { return nil }
    let slot = Int(rawValue(at: index, by: order))
    // The search finds the first of equal names.
    if index + 1 < order.count, storage.name(Int(rawValue(at: index + 1, by: order))) == storage.name(slot) {
      return nil
    }
    return self[rawValue: UInt16(truncatingIfNeeded: slot)]
  }

  /// The shapes of the regions in a group, in the order of their codes' UTF-8 bytes; empty if there is no such group.
  /// - Complexity: O(regions)
  public func shapes(inGroup group: String) -> [RegionShape] {
    guard let number = groups.firstIndex(of: group) else { return [] }
    let bytes = storage.data.bytes
    return shapes.filter { storage.group.value(Int($0.rawValue), in: bytes) == number + 1 }
  }

  fileprivate func rawValue(at index: Int, by order: PackedColumn) -> UInt16 {
    UInt16(truncatingIfNeeded: order.value(index, in: storage.data.bytes))
  }

  /// The index, in an order of the regions (`byCode`, `byName`), of the first region with this text of a kind; nil if
  /// none has it.
  ///
  /// Texts are compared by the UTF-8 bytes of their composed form (NFC), and the orders are sorted by it. The pack
  /// holds the texts themselves as they were published.
  /// - Complexity: O(log regions)
  private func index(of wanted: String, by order: PackedColumn, kind: Int) -> Int? {
    let wanted = ContiguousArray(wanted.precomposedStringWithCanonicalMapping.utf8)
    let low = (0..<order.count).partitioningIndex {
      compare(Int(rawValue(at: $0, by: order)), kind, with: wanted) >= 0
    }
    guard low < order.count, compare(Int(rawValue(at: low, by: order)), kind, with: wanted) == 0 else { return nil }
    return low
  }

  /// Compares a region's text with the wanted one.
  /// - Returns: a number below 0 if the region's text comes before the wanted one, 0 if they are equal, else one above
  ///   0.
  private func compare(_ slot: Int, _ kind: Int, with wanted: ContiguousArray<UInt8>) -> Int {
    let found = storage.text(kind, of: slot).precomposedStringWithCanonicalMapping
    let bytes = ContiguousArray(found.utf8)
    for (one, other) in zip(bytes, wanted) where one != other { return one < other ? -1 : 1 }
    return bytes.count - wanted.count
  }
}

/// All shapes of a pack, by code.
private struct RegionShapes: RandomAccessCollection {
  let pack: Pack

  var startIndex: Int { 0 }
  var endIndex: Int { pack.regionCount }

  subscript(index: Int) -> RegionShape {
    RegionShape(pack: pack, rawValue: pack.rawValue(at: index, by: pack.storage.byCode))
  }

  func makeIterator() -> Iterator { Iterator(shapes: self) }

  /// An iterator that allocates nothing.
  ///
  /// The default iterator of collections reads elements in place. If the collection's type is opaque, that allocates
  /// for each element.
  struct Iterator: IteratorProtocol {
    let shapes: RegionShapes
    private var position = 0

    init(shapes: RegionShapes) { self.shapes = shapes }

    mutating func next() -> RegionShape? {
      guard position < shapes.endIndex else { return nil }
      defer { position += 1 }
      return shapes[position]
    }
  }
}

// The rule that chooses a level of detail for a scale.
extension Pack {
  /// The level for a scale: the coarsest whose tolerance is at most a pixel; 0 if there is none.
  ///
  /// Simplification by half a pixel cannot be seen, and by a whole pixel hardly.
  /// - Parameter metersPerPixel: the length on the ground, in meters, that a pixel shows. On screens with several
  ///   pixels per point, it is that of a physical pixel.
  /// - Complexity: O(levels)
  public func level(metersPerPixel: Double) -> Int {
    (0..<levelCount).last { tolerance(level: $0) <= metersPerPixel } ?? 0
  }
}

extension RegionShape {
  /// The level for a scale in map points: `pack.level(metersPerPixel:)` at the latitude of the middle of the bounds.
  ///
  /// If the region fills a view from west to east, a pixel shows `bounds.width` divided by the view's width in pixels.
  /// - Parameter mapPointsPerPixel: the length, in map points, that a pixel shows.
  /// - Complexity: O(levels)
  public func level(mapPointsPerPixel: Double) -> Int {
    let meters = WebMercator.metersPerMapPointAtEquator * WebMercator.cosineOfLatitude(y: bounds.midY)
    return pack.level(metersPerPixel: mapPointsPerPixel * meters)
  }
}
