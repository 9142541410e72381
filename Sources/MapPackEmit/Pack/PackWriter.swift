import Foundation
import MapPack
import MapPackCoverage
import MapPackFeatures
import MapPackGeometry

/// Writes a pack. The same contents give the same bytes, whatever `jobs` is.
///
/// - Throws: `usage` if the coverage lies in longitude and latitude or exceeds what a pack can hold.
/// - Precondition: the coverage keeps its promises, and each region has one raw value, which no other region has.
/// - Complexity: O(n log n) for n vertices, because of the index for locations and the labels; O(n) for all the rest.
///
/// - Parameter overviewLimit: how many vertices a pack has at most without an overview.
package func packData(
  _ contents: PackContents, overviewLimit: Int = PackWriter.overviewLimit, jobs: Int = 1
) throws(StageError) -> Data {
  try PackWriter(contents, overviewLimit: overviewLimit, jobs: jobs).encoded()
}

/// Encodes the sections of a pack. A slot is the index of a raw value.
package struct PackWriter {
  let contents: PackContents
  let grid: PackGrid
  /// Per slot: the region of the coverage that has the raw value.
  let regionOfSlot: [Int?]
  /// The fields of the regions' attributes, in the order of their first occurrence.
  private let textFields: [String]
  /// All groups, in the order of their UTF-8 bytes.
  private let groups: [String]
  private let overviewLimit: Int
  let jobs: Int

  /// A map of fewer vertices is decoded in the time between two pictures, at any level.
  package static let overviewLimit = 200_000

  var coverage: Coverage { contents.coverage }

  init(_ contents: PackContents, overviewLimit: Int, jobs: Int) throws(StageError) {
    guard case .mercator(let grid) = contents.coverage.plane else {
      throw StageError(
        .usage, "the coverage lies in longitude and latitude, a pack in the plane in which it is drawn",
        remedy: "simplify it first; `simplify --none` keeps every vertex")
    }
    guard PackFormat.cellExponents.contains(grid.cellExponent) else {
      throw StageError(
        .usage, "a pack cannot have cells of \(PackGrid.width(ofExponent: grid.cellExponent).words)",
        remedy: "ask for cells from \(PackGrid.width(ofExponent: PackFormat.cellExponents.lowerBound).words) to "
          + "\(PackGrid.width(ofExponent: PackFormat.cellExponents.upperBound).words) with \(.grid)")
    }
    guard contents.coverage.levels.count <= PackFormat.levelLimit else {
      throw StageError(
        .usage, "\(Figures.grouped(contents.coverage.levels.count)) levels are more than a pack can hold",
        remedy: "ask for at most \(PackFormat.levelLimit) levels")
    }
    var seen: Set<String> = []
    let textFields = contents.coverage.regions.flatMap { $0.attributes.map(\.field) }
      .filter { seen.insert($0).inserted }
    guard textFields.count <= PackFormat.attributeLimit else {
      throw StageError(
        .usage, "\(Figures.grouped(textFields.count)) attributes are more than a pack can hold",
        remedy: "merge with at most \(PackFormat.attributeLimit), with those of a name table")
    }
    precondition(contents.rawValues.count == contents.coverage.regions.count, "One raw value per region")
    var regionOfSlot = [Int?](repeating: nil, count: (contents.rawValues.max().map { Int($0) + 1 }) ?? 0)
    for (region, rawValue) in contents.rawValues.enumerated() {
      precondition(regionOfSlot[Int(rawValue)] == nil, "Two regions have the raw value \(rawValue)")
      regionOfSlot[Int(rawValue)] = region
    }
    self.contents = contents
    self.grid = grid
    self.textFields = textFields
    groups = contents.coverage.regions.compactMap(\.group).canonicallyDistinct
    self.regionOfSlot = regionOfSlot
    self.overviewLimit = overviewLimit
    self.jobs = jobs
  }

  func encoded() throws(StageError) -> Data {
    let boxes = (0..<coverage.polygonCount).map(box)
    func part(_ polygons: [Int]) -> PackBounds.Part {
      .init(boxes: polygons.map { boxes[$0] }, size: polygons.reduce(0) { $0 + coverage.polygonArea[$1] })
    }
    var bounds = try regionOfSlot.map { region throws(StageError) in
      guard let region else { return PackBounds([], on: grid) }
      let parts = partsByWeight(region)
      return PackBounds(parts.map(part), on: grid, main: try main(of: region, parts))
    }
    let masses = coverage.landMasses.map(part)
    let largestFirst = masses.indices.sorted { (-masses[$0].size, $0) < (-masses[$1].size, $1) }.map { masses[$0] }
    bounds.append(
      PackBounds(largestFirst, on: grid, main: coverage.kind == .points ? .parts(Array(masses.indices)) : .found))

    let arcs = PackArcs(coverage, regionOfSlot: regionOfSlot)
    // Labels take about as long as all the rest.
    let laterLabels = Deferred(jobs: jobs) { [self, bounds] in self.labels(bounds) }
    let slotOfRegion = contents.rawValues.map { Int($0) }
    let stream = ArcStream(arcs, of: coverage, slotOfRegion: slotOfRegion, bounds: bounds)
    guard stream.bytes.count < Self.streamLimit else {
      throw StageError(
        .usage, "the shapes take \(Figures.grouped(stream.bytes.count)) bytes, more than a pack can hold",
        remedy: "ask for a coarser grid with \(.grid) or fewer vertices with \(.tolerance), \(.keep) or \(.size)")
    }
    let index = SquareIndexWriter(coverage.arcs, pieces: stream.pieces)
    let squares = index.encoded(slotCount: regionOfSlot.count)
    let labels = laterLabels.value
    var sections = try sections(bounds, labels, arcs, stream, squares.columns)
    if let finest = overviewLevel(stream) {
      let overview = ArcStream(arcs, of: coverage, slotOfRegion: slotOfRegion, bounds: bounds, from: finest)
      sections.append(
        (
          .overview,
          [
            PackColumn([finest, overview.vertexCount]), PackColumn(overview.openLevels),
            PackColumn(overview.closedLevels), PackColumn(ascending: overview.arcStart),
            PackColumn(bytes: overview.bytes),
          ]
        ))
    }
    var header = PackHeader()
    header.identity = contents.identity
    header.cellExponent = grid.cellExponent
    header.levelCount = coverage.levels.count
    header.labelBits = labels.bits
    header.sideParameter = stream.sideParameter
    header.squareParameter = squares.parameter
    (header.originX, header.originY) = (grid.originX, grid.originY)
    header.sectionCount = sections.count
    header.slotCount = regionOfSlot.count
    header.regionCount = coverage.regions.count
    header.polygonCount = arcs.ringOfPolygon.count
    header.ringCount = arcs.useOfRing.count
    header.useCount = arcs.useCount
    header.arcCount = arcs.count
    header.restartCount = stream.restartBit.count
    header.vertexCount = stream.vertexCount
    var encoded: [(PackSection, ContiguousArray<UInt8>)] = []
    for (section, columns) in sections { encoded.append((section, try section.encoded(columns))) }
    return Self.assembled(encoded, header)
  }

  /// In bytes: positions in the stream are counted in bits, in 32-bit numbers.
  private static let streamLimit = 1 << 29

  /// The finest level of the overview of a large map: the finest one with at most a tenth of all vertices; nil if there
  /// is none, or if the map is small.
  private func overviewLevel(_ stream: ArcStream) -> Int? {
    let coarsest = coverage.levels.count - 1
    guard stream.vertexCount > overviewLimit, coarsest > 0 else { return nil }
    var counts = [Int](repeating: 0, count: coarsest + 1)
    for level in coverage.arcs.vertexLevel { counts[min(Int(level), coarsest)] += 1 }
    return (1...coarsest).first { 10 * counts[$0...].reduce(0, +) <= stream.vertexCount }
  }

  private func sections(
    _ bounds: [PackBounds], _ labels: Labels, _ arcs: PackArcs, _ stream: ArcStream, _ squares: [PackColumn]
  ) throws(StageError) -> [(PackSection, [PackColumn])] {
    var sections: [(PackSection, [PackColumn])] = [
      (.info, information()),
      (
        .levels,
        [PackColumn(coverage.levels.map(\.tolerance)), PackColumn(stream.openLevels), PackColumn(stream.closedLevels)]
      ),
      (.regions, regions(bounds, labels)),
      (.texts, texts()),
      (
        .rings,
        [
          PackColumn(ascending: arcs.ringOfSlot), PackColumn(ascending: arcs.ringOfPolygon),
          PackColumn(ascending: arcs.useOfRing), PackColumn(ascending: arcs.useOfArc), PackColumn(arcs.foreignArc),
          PackColumn(arcs.polygonLevel),
        ]
      ),
      (
        .arcs,
        [
          PackColumn(ascending: stream.arcStart),
          PackColumn(arcs.reference.map { coverage.arcs.isSeam[$0.arc] ? 1 : 0 }),
        ]
      ),
      (.stream, [PackColumn(bytes: stream.bytes)]),
      (
        .restarts,
        [
          PackColumn(ascending: stream.restartBit), PackColumn(stream.restartX), PackColumn(stream.restartY),
        ]
      ),
      (.squares, squares),
    ]
    let numbers = try numbers()
    if !numbers.isEmpty { sections.append((.numbers, numbers)) }
    if coverage.kind == .lines {
      let lengths = regionOfSlot.map { region in Float(region.flatMap { coverage.regions[$0].length } ?? 0) }
      sections.append((.lines, [PackColumn(lengths)]))
    }
    if coverage.kind == .points { sections.append((.points, [])) }
    if let cases = contents.cases {
      sections.append(
        (
          .cases,
          cases.columns { rawValue in
            guard rawValue < regionOfSlot.count, let region = regionOfSlot[rawValue] else { return nil }
            return (coverage.regions[region].name, coverage.regions[region].code)
          }
        ))
      let groups = cases.groupColumns
      if !groups.isEmpty { sections.append((.groups, groups)) }
    }
    return sections
  }

  /// The parts of a region, the largest first, then in the coverage's order.
  private func partsByWeight(_ region: Int) -> [[Int]] {
    let largest = coverage.largestPart(of: region) { coverage.polygonArea[$0] }?.polygons
    return [largest].compactMap(\.self) + coverage.parts(of: region).map(\.polygons).filter { $0 != largest }
  }

  /// Which parts of a region its main bounds hold. No point counts more than another, and none has a size that says
  /// what is far.
  private func main(of region: Int, _ parts: [[Int]]) throws(StageError) -> PackBounds.Main {
    if coverage.kind == .points { return .parts(Array(parts.indices)) }
    guard let box = coverage.regions[region].main else { return .found }
    let within = parts.indices.filter { part in parts[part].allSatisfy { coverage.isPolygon($0, within: box) } }
    guard !within.isEmpty else {
      throw StageError(
        .usage, file: coverage.map,
        "no polygon of \(coverage.regions[region].title) lies entirely in \(box.west), \(box.south), \(box.east), "
          + "\(box.north)", remedy: "correct the bounds of `merge.main`: west, south, east, north in degrees")
    }
    return .parts(within)
  }

  private func box(_ polygon: Int) -> GridBox {
    var box = GridBox()
    coverage.forEachVertex(ofRing: coverage.shell(of: polygon), level: 0) { box.extend(to: $0) }
    return box
  }

  /// The columns of section INFO: the map's name, the kinds of texts, the groups; then publisher, license, edition and
  /// attribution of each source.
  private func information() -> [PackColumn] {
    let kinds = ["code", "name"] + textFields
    let sources = coverage.sources.flatMap {
      [$0.publisher, $0.license, $0.edition, $0.attribution].map { $0 ?? "" }
    }
    let counts = PackColumn([kinds.count, groups.count, coverage.sources.count])
    return [counts] + PackColumn.texts([contents.map] + kinds + groups + sources)
  }

  /// The columns of section TEXT: code, name and further texts by raw value, then the raw values in the order of the
  /// codes, and in that of the names. Both are compared in composed form (NFC).
  private func texts() -> [PackColumn] {
    let live = regionOfSlot.enumerated().compactMap { slot, region in region.map { (slot, coverage.regions[$0]) } }
    func order(by text: (Region) -> String) -> PackColumn {
      let keys = live.map { (Array(text($0.1).precomposedStringWithCanonicalMapping.utf8), $0.0) }
      return PackColumn(
        keys.sorted { $0.0 == $1.0 ? $0.1 < $1.1 : $0.0.lexicographicallyPrecedes($1.0) }.map(\.1))
    }
    let fields = textFields
    return PackColumn.texts(
      regionOfSlot.flatMap { region in
        guard let region = region.map({ coverage.regions[$0] }) else {
          return [String](repeating: "", count: 2 + fields.count)
        }
        return [region.code, region.name]
          + fields.map { field in region.attributes.first { $0.field == field }?.value ?? "" }
      }
    ) + [order(by: \.code), order(by: \.name)]
  }

  /// The columns of section REGN: bounds, area, label, group and main bounds by raw value.
  private func regions(_ bounds: [PackBounds], _ labels: Labels) -> [PackColumn] {
    let numberByGroup = Dictionary(zip(groups, 1...), uniquingKeysWith: { first, _ in first })
    let main = bounds.indices.filter { bounds[$0].hasMain }
    return [
      PackColumn(bounds.map(\.minX)), PackColumn(bounds.map(\.minY)), PackColumn(bounds.map(\.width)),
      PackColumn(bounds.map(\.height)),
      PackColumn(regionOfSlot.map { region in Float(region.map { coverage.regions[$0].area } ?? 0) }),
      PackColumn(labels.x), PackColumn(labels.y),
      PackColumn(
        regionOfSlot.map { region in
          region.flatMap { coverage.regions[$0].group }.flatMap { numberByGroup[$0] } ?? 0
        }),
      PackColumn(ascending: main), PackColumn(main.map { bounds[$0].mainX }), PackColumn(main.map { bounds[$0].mainY }),
      PackColumn(main.map { bounds[$0].mainWidth }), PackColumn(main.map { bounds[$0].mainHeight }),
    ]
  }

  /// Per slot: the location of the label, as a fraction of the main bounds in `bits` bits; 0 if there is none.
  private struct Labels: Sendable {
    var bits = PackFormat.labelBits.lowerBound
    var x: [Int] = []
    var y: [Int] = []
  }

  /// The labels, in the fewest bits that move none of them by more than 1 % of its distance from the border.
  private func labels(_ bounds: [PackBounds]) -> Labels {
    let (coverage, regionOfSlot) = (coverage, regionOfSlot)
    // Begin with the largest, so that no thread is left with a large one at the end.
    let slots = bounds.indices.dropLast().sorted { bounds[$0].mainWidth > bounds[$1].mainWidth }
    var poles = [PoleOfInaccessibility?](repeating: nil, count: regionOfSlot.count)
    let found = concurrentMap(slots.count, jobs: jobs) { index in
      regionOfSlot[slots[index]].flatMap { coverage.labelPoint(of: $0) }
    }
    for (slot, pole) in zip(slots, found) { poles[slot] = pole }
    var labels = Labels()
    for (bounds, pole) in zip(bounds, poles) {
      guard let pole else { continue }
      let (width, height) = (Double(bounds.mainWidth), Double(bounds.mainHeight))
      let diagonal = (width * width + height * height).squareRoot()
      // Rounding moves a label by at most half a step along each axis.
      var step = diagonal / Double(2 << labels.bits)
      while step > pole.radius / 100 && labels.bits < PackFormat.labelBits.upperBound {
        labels.bits += 1
        step /= 2
      }
    }
    let limit = (1 << labels.bits) - 1
    for (bounds, pole) in zip(bounds, poles) {
      func fraction(_ position: Double, _ size: Int) -> Int {
        size == 0 ? 0 : min(limit, max(0, Int((position / Double(size) * Double(limit + 1)).rounded(.down))))
      }
      let x = pole.map { $0.x < Double(bounds.minX) ? $0.x + bounds.world : $0.x } ?? 0
      let y = pole?.y ?? 0
      labels.x.append(pole == nil ? 0 : fraction(x - Double(bounds.minX + bounds.mainX), bounds.mainWidth))
      labels.y.append(pole == nil ? 0 : fraction(y - Double(bounds.minY + bounds.mainY), bounds.mainHeight))
    }
    return labels
  }
}

extension PackWriter {
  /// Source: Format.md.
  private static func assembled(
    _ sections: [(section: PackSection, bytes: ContiguousArray<UInt8>)], _ fields: PackHeader
  ) -> Data {
    var directory: ContiguousArray<UInt8> = []
    var offset = PackFormat.headerLength + sections.count * PackFormat.directoryEntryLength
    for (section, bytes) in sections {
      directory.append(contentsOf: section.tag.utf8)
      directory.append(contentsOf: (section.isOptional ? 0 : PackFormat.mustUnderstand).littleEndianBytes)
      directory.append(contentsOf: UInt64(offset).littleEndianBytes)
      directory.append(contentsOf: UInt64(bytes.count).littleEndianBytes)
      directory.append(contentsOf: CRC32.checksum(bytes.span.bytes).littleEndianBytes)
      directory.append(contentsOf: UInt32(0).littleEndianBytes)
      offset += bytes.count
    }
    var digest = SHA256Digest()
    digest.update(Data(directory))
    for (_, bytes) in sections { digest.update(Data(bytes)) }

    var header = ContiguousArray<UInt8>(repeating: 0, count: PackFormat.headerLength)
    func set(_ field: Int, _ value: some FixedWidthInteger) {
      for (index, byte) in value.littleEndianBytes.enumerated() { header[field + index] = byte }
    }
    set(PackHeaderField.magic, PackFormat.magic)
    set(PackHeaderField.majorVersion, UInt16(PackFormat.majorVersion))
    set(PackHeaderField.minorVersion, UInt16(sections.map(\.section.minorVersion).max() ?? 0))
    set(PackHeaderField.identity, fields.identity)
    for (index, byte) in digest.finalize().prefix(16).enumerated() {
      header[PackHeaderField.contentDigest + index] = byte
    }
    set(PackHeaderField.plane, UInt8(PackFormat.planeMercator))
    set(PackHeaderField.cellExponent, Int8(fields.cellExponent))
    set(PackHeaderField.levelCount, UInt8(fields.levelCount))
    set(PackHeaderField.labelBits, UInt8(fields.labelBits))
    set(PackHeaderField.sideParameter, UInt8(fields.sideParameter))
    set(PackHeaderField.squareParameter, UInt8(fields.squareParameter))
    set(PackHeaderField.originX, fields.originX)
    set(PackHeaderField.originY, fields.originY)
    for (field, count) in PackHeader.counts { set(field, UInt32(fields[keyPath: count])) }
    set(PackHeaderField.vertexCount, UInt64(fields.vertexCount))
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
