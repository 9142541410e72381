import Foundation

/// The shapes of a map's regions, read from a pack: without the enum, by raw values, codes and names. An app that has the
/// enum opens a `RegionMap`.
///
/// ```swift
/// let pack = try Pack(contentsOf: url)
/// for shape in pack.shapes { print(shape.code, shape.name, shape.area) }
/// let here = pack.shape(at: MapPoint(longitude: -72.57, latitude: 44.26))
/// ```
///
/// Guarantees:
/// - Opening reads the header and the directory of sections and nothing else, whatever the pack's size; a file is
///   mapped into memory, its shapes are decoded as they are asked for.
/// - Damaged bytes, chance's or malice's, lead to an error or to a wrong shape, never to a crash, an endless loop or
///   a read outside the pack, and no answer takes more memory than a multiple of the pack's size.
///   (A file that is cut off while it is mapped is beyond any reader: replace packs by renaming, as the tools do. So is one
///   that iOS locks away while it is mapped; see `init(contentsOf:options:)`.)
/// - A pack is a value, can be used from any thread, and copies in O(1).
///
/// The bytes are described in <doc:Format>.
public struct Pack: Sendable {
  let storage: PackStorage

  /// Opens the pack in a file.
  ///
  /// - Parameters:
  ///   - url: the file.
  ///   - options: how the file is read. `.mappedIfSafe` maps it unless the system says that a mapped file could
  ///     become unreadable, as on a volume that can be taken away; such a file is read. A file with complete data protection
  ///     is unreadable while an iPhone is locked: give it another class of protection, or read it with no options.
  ///     `.alwaysMapped` is right for what lies in an app's bundle.
  /// - Throws: `PackError`
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

  /// Opens the pack in these bytes, which are kept.
  ///
  /// - Throws: `PackError`
  /// - Complexity: O(1) in the size of the pack.
  public init(data: Data) throws(PackError) {
    storage = try PackStorage(data)
  }
}

extension Pack: Hashable {
  /// Equal if both hold the same map in the same bytes.
  public static func == (a: Pack, b: Pack) -> Bool { a.storage.header == b.storage.header }
  public func hash(into hasher: inout Hasher) { hasher.combine(contentDigest) }
}

extension Pack {
  /// The number that pack and enum share; see `RegionTable.identity`.
  public var identity: UInt64 { storage.header.identity }

  /// The first 16 bytes of SHA-256 over all that follows the header: another for other shapes.
  package var contentDigest: [UInt8] { storage.header.contentDigest }

  /// How many regions the pack holds.
  public var regionCount: Int { storage.header.regionCount }

  /// How many levels of detail the pack holds; level 0 is the finest.
  public var levelCount: Int { storage.header.levelCount }

  /// The tolerance, in meters on the ground, to which a level was simplified; 0 where nothing was removed.
  ///
  /// Of a pack made for a zoom it is that on the equator, since such a tolerance is one in the plane.
  /// - Parameter level: `0 ..< levelCount`; levels outside are taken as the nearest.
  public func tolerance(level: Int) -> Double {
    let tolerance = Double(
      bitPattern: storage.levelTolerance.bits(storage.clamped(level: level), in: storage.data.bytes))
    return tolerance.isFinite && tolerance > 0 ? tolerance : 0
  }

  /// The width and height, in map points, of a cell of the lattice on which all vertices lie; a power of two.
  public var cell: Double { storage.cell }

  /// g: a cell is 2ᵍ map points wide.
  package var cellExponent: Int { storage.header.cellExponent }
  /// The lattice index of cell 0, in each direction.
  package var originX: Int64 { storage.header.originX }
  package var originY: Int64 { storage.header.originY }

  /// The map's name; that of the generated enum.
  public var mapName: String { storage.mapName }

  /// What further texts regions have, in the order of the pipeline's file: `kana`, `N03_003`.
  public var textKinds: [String] {
    let begin = PackFormat.mapTextCount
    return storage.informations(begin + PackFormat.nameKind + 1..<begin + storage.textKindCount)
  }

  /// What regions are grouped under, in the order of the UTF-8 bytes.
  public var groups: [String] {
    let begin = PackFormat.mapTextCount + storage.textKindCount
    return storage.informations(begin..<begin + storage.groupCount)
  }

  /// Whose data the shapes were made from, in the order of the pipeline's sources.
  public var sources: [PackSource] {
    let begin = PackFormat.mapTextCount + storage.textKindCount + storage.groupCount
    let count = PackFormat.sourceTextCount
    let texts = storage.informations(begin..<begin + count * storage.sourceCount)
    return stride(from: 0, to: texts.count, by: count).map { place in
      PackSource(
        publisher: texts[place], license: texts[place + 1], edition: texts[place + 2], attribution: texts[place + 3])
    }
  }

  /// The smallest rectangle round all regions at the finest level; where going past the 180th meridian makes it
  /// narrower, it does.
  /// - Complexity: O(1)
  public var bounds: MapRect { storage.bounds(storage.header.slotCount) }

  /// The smallest rectangle round what makes up most of the map to the eye, as `RegionShape.mainBounds` of all
  /// regions together.
  /// - Complexity: O(log regions)
  public var mainBounds: MapRect { storage.mainBounds(storage.header.slotCount) }

  /// The sections of the pack and their lengths in bytes, in the order in which they lie.
  package var sectionLengths: [(tag: String, bytes: Int)] {
    storage.directory.map { ($0.tag, $0.range.count) }
  }
}
