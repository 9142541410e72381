import MapPack
import MapPackCoverage
import MapPackFeatures
import MapPackGeometry

extension Coverage {
  /// The coverage that a pack was made from: all arcs, polygons and levels.
  ///
  /// It lacks what a pack does not hold: the ledger, the findings, and the areas of single polygons and lengths of
  /// single lines, which are 0. It is canonical.
  /// - Precondition: the pack has been verified.
  /// - Complexity: O(vertices × levels)
  package init(_ pack: Pack) {
    self.init(
      plane: .mercator(PackGrid(cellExponent: pack.cellExponent, originX: pack.originX, originY: pack.originY)))
    map = pack.mapName
    levels = (0..<pack.levelCount).map { Level(tolerance: pack.tolerance(level: $0)) }
    sources = pack.sources.map { Source($0, ofMap: pack.mapName) }
    kind = GeometryKind(pack.kind)
    guard kind == .areas else {
      takeLines(of: pack)
      return
    }
    let packed = PackedArcs(pack)
    var indexByRawValue: [UInt16: Int32] = [:]
    for shape in pack.shapes {
      indexByRawValue[shape.rawValue] = Int32(regions.count)
      regions.append(Region(shape))
      appendPolygons(pack.polygons(of: shape), packed)
    }
    func region(_ rawValue: UInt16?) -> Int32 { rawValue.flatMap { indexByRawValue[$0] } ?? ArcTable.none }
    for number in packed.order {
      let line = packed.lines[number]
      arcs.points.append(contentsOf: line.points)
      arcs.start.append(arcs.vertexCount)
      let (left, right) = (region(line.arc.left), region(line.arc.right))
      arcs.left.append(line.isFlipped ? right : left)
      arcs.right.append(line.isFlipped ? left : right)
      arcs.isClosed.append(line.isClosed)
      arcs.isSeam.append(line.arc.isSeam)
      arcs.vertexLevel.append(contentsOf: line.levels)
    }
    setLevels()
  }

  /// Each line or point of a pack is a whole arc.
  private mutating func takeLines(of pack: Pack) {
    for shape in pack.shapes {
      let region = Int32(truncatingIfNeeded: regions.count)
      regions.append(Region(shape))
      for polygon in pack.polygons(of: shape) {
        guard let arc = polygon.rings.first?.first.map({ Int($0) }) else { continue }
        var line = PackedArcs.line(arc, of: pack)
        if line.isClosed, kind == .lines {
          line.points.append(line.points[0])
          line.levels.append(line.levels[0])
        }
        appendLine(line.points, of: region, length: 0)
        arcs.vertexLevel.replaceSubrange(arcs.vertices(of: arcs.count - 1), with: line.levels)
        polygonLevel[polygonLevel.count - 1] = UInt8(truncatingIfNeeded: polygon.level)
      }
      polygonStart.append(polygonCount)
    }
  }

  private mutating func appendPolygons(_ polygons: [Pack.Polygon], _ packed: PackedArcs) {
    for polygon in polygons {
      for ring in polygon.rings {
        let ring = ring.map { packed.reference($0) }
        // A ring begins at the smallest of its nodes.
        let first = ring.indices.min { packed.start(of: ring[$0]) < packed.start(of: ring[$1]) } ?? 0
        references.append(contentsOf: ring[first...])
        references.append(contentsOf: ring[..<first])
        referenceStart.append(references.count)
      }
      ringStart.append(referenceStart.count - 1)
      polygonLevel.append(UInt8(truncatingIfNeeded: polygon.level))
      polygonArea.append(0)
    }
    polygonStart.append(ringStart.count - 1)
  }

  /// An arc is present wherever a polygon beside it is, its nodes are wherever it is, and no vertex is where it is not.
  private mutating func setLevels() {
    var levelOfArc = [UInt8](repeating: 0, count: arcs.count)
    for polygon in 0..<polygonCount {
      for reference in references(ofPolygon: polygon) {
        levelOfArc[reference.arc] = max(levelOfArc[reference.arc], polygonLevel[polygon])
      }
    }
    for arc in 0..<arcs.count {
      let vertices = arcs.vertices(of: arc)
      for vertex in vertices { arcs.vertexLevel[vertex] = min(arcs.vertexLevel[vertex], levelOfArc[arc]) }
      guard !arcs.isClosed[arc] else { continue }
      for end in [vertices.lowerBound, vertices.upperBound - 1] { arcs.vertexLevel[end] = levelOfArc[arc] }
    }
  }
}

extension Region {
  init(_ shape: RegionShape) {
    self.init(code: shape.code, name: shape.name)
    area = shape.area
    length = shape.length
    group = shape.group
    for kind in shape.pack.textKinds {
      if let text = shape.text(kind) { attributes.append(.init(field: kind, value: text)) }
    }
    for name in shape.pack.numberNames {
      if let value = shape.number(name) { numbers.append(.init(name: name, value: value)) }
    }
  }
}

/// The arcs of a pack, in the direction and order that they have in a coverage.
private struct PackedArcs {
  struct Line {
    var arc: Pack.Arc
    var points: [GridPoint]
    /// Per point: the coarsest level at which it is present.
    var levels: [UInt8]
    var isClosed: Bool
    /// Whether the arc runs in the coverage against its direction in the pack.
    var isFlipped = false
  }

  private(set) var lines: [Line] = []
  /// The indices in the pack, in the coverage's order.
  private(set) var order: [Int] = []
  /// Per arc of the pack: its index in the coverage.
  private var indexInCoverage: [Int]

  init(_ pack: Pack) {
    var lines = (0..<pack.arcCount).map { Self.line($0, of: pack) }
    // A closed arc whose first vertex is an end of another arc is an arc that returns to its node.
    var meetings: [GridPoint: Int] = [:]
    for line in lines {
      meetings[line.points[0], default: 0] += 1
      if !line.isClosed { meetings[line.points[line.points.count - 1], default: 0] += 1 }
    }
    for index in lines.indices { lines[index].direct(isNode: (meetings[lines[index].points[0]] ?? 0) > 1) }
    order = lines.indices.sorted {
      (lines[$0].points[0], lines[$0].points[1]) < (lines[$1].points[0], lines[$1].points[1])
    }
    indexInCoverage = [Int](repeating: 0, count: lines.count)
    for (index, number) in order.enumerated() { indexInCoverage[number] = index }
    self.lines = lines
  }

  /// The coverage's reference to an arc. The pack's is the arc's index or, against its direction, the complement of it.
  func reference(_ packed: Int32) -> ArcReference {
    let number = Int(packed < 0 ? ~packed : packed)
    return ArcReference(arc: indexInCoverage[number], reversed: (packed < 0) != lines[number].isFlipped)
  }

  func start(of reference: ArcReference) -> GridPoint {
    let points = lines[order[reference.arc]].points
    return reference.isReversed ? points[points.count - 1] : points[0]
  }

  static func line(_ number: Int, of pack: Pack) -> Line {
    var vertices = GridRings()
    let arc = pack.appendVertices(ofArc: number, level: 0, to: &vertices)
    let points = zip(vertices.x, vertices.y).map { GridPoint(x: $0, y: $1) }
    var levels = [UInt8](repeating: 0, count: points.count)
    // The vertices of a coarser level are some of level 0's, in the same order.
    for level in (0..<pack.levelCount).dropFirst() {
      var kept = GridRings()
      _ = pack.appendVertices(ofArc: number, level: level, to: &kept)
      var next = 0
      for (vertex, point) in points.enumerated() where next < kept.x.count {
        guard point == GridPoint(x: kept.x[next], y: kept.y[next]) else { continue }
        levels[vertex] = UInt8(truncatingIfNeeded: level)
        next += 1
      }
    }
    return Line(arc: arc, points: points, levels: levels, isClosed: arc.isClosed)
  }
}

extension PackedArcs.Line {
  /// Gives the arc the direction that it has in a coverage: from the smaller of its ends, or, if the ends are equal,
  /// toward the smaller of the two vertices next to it.
  fileprivate mutating func direct(isNode: Bool) {
    if isClosed && isNode {
      points.append(points[0])
      levels.append(levels[0])
      isClosed = false
    }
    let last = points.count - 1
    if isClosed {
      guard points[last] < points[1] else { return }
      isFlipped = true
      points[1...].reverse()
      levels[1...].reverse()
    } else {
      guard points[0] == points[last] ? points[last - 1] < points[1] : points[last] < points[0] else { return }
      isFlipped = true
      points.reverse()
      levels.reverse()
    }
  }
}

extension GeometryKind {
  /// The kind of geometry of a pack's regions.
  package init(_ kind: RegionKind) {
    self =
      switch kind {
      case .areas: .areas
      case .lines: .lines
      case .points: .points
      }
  }
}

/// The arcs of a coverage in the order and direction in which a pack holds them, and the rings as lists of arcs.
///
/// The rings are read in the order of the regions' raw values. The region that uses an arc first owns it: the arc gets
/// the next index and the direction of the region's ring, so its owner lies on its left. So a ring needs no references
/// to the arcs that its region owns, only which of its uses they are.
///
/// A slot is the index of a raw value. A use is the occurrence of an arc in a ring.
///
/// Source: Format.md, section RING.
struct PackArcs {
  /// Per slot: its first ring; one more at the end.
  private(set) var ringOfSlot: ContiguousArray<Int> = [0]
  /// Per polygon: its first ring.
  private(set) var ringOfPolygon: ContiguousArray<Int> = []
  /// Per polygon: the coarsest level at which it is present.
  private(set) var polygonLevel: ContiguousArray<Int> = []
  /// Per ring: its first use.
  private(set) var useOfRing: ContiguousArray<Int> = []
  /// Per arc: its use by its owner.
  private(set) var useOfArc: ContiguousArray<Int> = []
  /// The arcs of all other uses, in the order of the uses: indices in the pack.
  private(set) var foreignArc: ContiguousArray<Int> = []
  private(set) var useCount = 0
  /// Per arc: the coverage's arc, in the direction of the owner's ring.
  private(set) var reference: ContiguousArray<ArcReference> = []
  /// Per arc: the slot of its owner.
  private(set) var owner: ContiguousArray<Int> = []
  /// Per arc: whether the next arc begins where this one ends, in the same ring. Then the node between them is written
  /// with the next arc only.
  private(set) var isJoined: ContiguousArray<Bool> = []
  /// Per arc: the coarsest level at which a polygon that uses it is present.
  private(set) var level: ContiguousArray<Int> = []

  /// - Parameter regionOfSlot: per slot, the region of the coverage that has the raw value.
  init(_ coverage: Coverage, regionOfSlot: [Int?]) {
    var numbers = ContiguousArray<Int>(repeating: -1, count: coverage.arcs.count)
    for (slot, region) in regionOfSlot.enumerated() {
      for polygon in region.map({ coverage.polygons(of: $0) }) ?? 0..<0 {
        ringOfPolygon.append(useOfRing.count)
        polygonLevel.append(min(Int(coverage.polygonLevel[polygon]), coverage.levels.count - 1))
        for ring in coverage.rings(of: polygon) {
          let references = coverage.references(of: ring)
          appendRing(references, of: slot, level: polygonLevel[polygonLevel.count - 1], &numbers)
        }
      }
      ringOfSlot.append(useOfRing.count)
    }
  }

  var count: Int { reference.count }

  private mutating func appendRing(
    _ references: some Collection<ArcReference>, of slot: Int, level: Int, _ numbers: inout ContiguousArray<Int>
  ) {
    useOfRing.append(useCount)
    // A ring begins with an own arc after a foreign one, so that own arcs follow each other and can be joined.
    let ring = Array(references)
    let isOwn = ring.map { numbers[$0.arc] < 0 }
    let begin = ring.indices.first { isOwn[$0] && !isOwn[$0 > 0 ? $0 - 1 : ring.count - 1] } ?? 0
    for step in ring.indices {
      let index = (begin + step) % ring.count
      if isOwn[index] {
        numbers[ring[index].arc] = count
        useOfArc.append(useCount)
        reference.append(ring[index])
        owner.append(slot)
        isJoined.append(step + 1 < ring.count && isOwn[(index + 1) % ring.count])
        self.level.append(level)
      } else {
        let arc = numbers[ring[index].arc]
        foreignArc.append(arc)
        self.level[arc] = max(self.level[arc], level)
      }
      useCount += 1
    }
  }

  /// The indices of an arc's vertices in the coverage, in the arc's direction. An arc that returns to its node is
  /// closed here, and its node comes once.
  func vertices(of arc: Int, in coverage: Coverage) -> (vertices: [Int], isClosed: Bool) {
    let arcs = coverage.arcs
    let range = arcs.vertices(of: reference[arc].arc)
    var vertices = reference[arc].isReversed ? Array(range.reversed()) : Array(range)
    var isClosed = arcs.isClosed[reference[arc].arc]
    if !isClosed, arcs.point(range.lowerBound) == arcs.point(range.upperBound - 1) {
      vertices.removeLast()
      isClosed = true
    }
    // A closed arc begins at the same vertex in both directions.
    if arcs.isClosed[reference[arc].arc] && reference[arc].isReversed {
      vertices.insert(vertices.removeLast(), at: 0)
    }
    return (vertices, isClosed)
  }
}
