import MapPack
import MapPackGeometry
import MapPackMerge

/// The arcs of a coverage in the order and direction in which a pack holds them, and the rings as lists of arcs.
///
/// The rings are read in the order of the regions' raw values. The region that uses an arc first owns it: the arc gets
/// the next index and the direction of the region's ring, so its owner lies on its left. So a ring needs no references
/// to the arcs that its region owns, only which of its uses they are.
///
/// `PackWriter` writes the columns, and `ArcStream` encodes the arcs in this order. A slot is the index of a raw value.
/// A use is the occurrence of an arc in a ring.
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

  /// - Parameter regionOfSlot: per slot, the region of the coverage that has the raw value.
  /// - Complexity: O(references)
  init(_ coverage: Coverage, regionOfSlot: [Int?]) {
    var numbers = ContiguousArray<Int>(repeating: -1, count: coverage.arcs.count)
    for (slot, region) in regionOfSlot.enumerated() {
      for polygon in region.map({ coverage.polygons(of: $0) }) ?? 0..<0 {
        ringOfPolygon.append(useOfRing.count)
        polygonLevel.append(min(Int(coverage.polygonLevel[polygon]), coverage.levels.count - 1))
        for ring in coverage.rings(of: polygon) {
          let references = coverage.references(of: ring)
          appendRing(references, of: slot, &numbers)
        }
      }
      ringOfSlot.append(useOfRing.count)
    }
  }

  var count: Int { reference.count }

  private mutating func appendRing(
    _ references: some Collection<ArcReference>, of slot: Int, _ numbers: inout ContiguousArray<Int>
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
      } else {
        foreignArc.append(numbers[ring[index].arc])
      }
      useCount += 1
    }
  }

  /// The indices of an arc's vertices in the coverage, in the arc's direction.
  ///
  /// An arc that returns to its node is closed here, and its node comes once.
  /// - Complexity: O(vertices of the arc)
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
