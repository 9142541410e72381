import MapArrangement
import MapGeometry
import MapPack
import MapTopology

/// The arcs of a coverage in the order and direction in which a pack holds them, and the rings as lists of them.
///
/// The rings of all regions are walked by raw value; the region that meets an arc first owns it. Its arcs have
/// the next numbers and run forward along its rings, so the region on an arc's left is its owner, and what an owner's
/// ring has to say of its own arcs is only which of its places they take.
struct PackArcs {
  /// Per slot: its first ring; one more at the end.
  private(set) var ringOfSlot: ContiguousArray<Int> = [0]
  private(set) var ringOfPolygon: ContiguousArray<Int> = []
  private(set) var polygonLevel: ContiguousArray<Int> = []
  private(set) var useOfRing: ContiguousArray<Int> = []
  private(set) var useOfArc: ContiguousArray<Int> = []
  private(set) var foreignArc: ContiguousArray<Int> = []
  private(set) var useCount = 0
  /// Per arc: the coverage's arc, walked as its owner does.
  private(set) var reference: ContiguousArray<ArcReference> = []
  private(set) var owner: ContiguousArray<Int> = []
  /// Whether the next arc begins where this one ends, in the same ring.
  private(set) var isJoined: ContiguousArray<Bool> = []

  init(_ coverage: Coverage, regionOfSlot: [Int?]) {
    var numbers = ContiguousArray<Int>(repeating: -1, count: coverage.arcs.count)
    for (slot, region) in regionOfSlot.enumerated() {
      for polygon in region.map({ coverage.polygonStart[$0]..<coverage.polygonStart[$0 + 1] }) ?? 0..<0 {
        ringOfPolygon.append(useOfRing.count)
        polygonLevel.append(min(Int(coverage.polygonLevel[polygon]), coverage.levels.count - 1))
        for ring in coverage.ringStart[polygon]..<coverage.ringStart[polygon + 1] {
          let references = coverage.references[coverage.referenceStart[ring]..<coverage.referenceStart[ring + 1]]
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
    // A ring begins where own arcs follow foreign ones, so that own arcs are next to each other.
    let ring = Array(references)
    let isOwn = ring.map { numbers[$0.arc] < 0 }
    let begin = ring.indices.first { isOwn[$0] && !isOwn[$0 > 0 ? $0 - 1 : ring.count - 1] } ?? 0
    for step in ring.indices {
      let place = (begin + step) % ring.count
      if isOwn[place] {
        numbers[ring[place].arc] = count
        useOfArc.append(useCount)
        reference.append(ring[place])
        owner.append(slot)
        isJoined.append(step + 1 < ring.count && isOwn[(place + 1) % ring.count])
      } else {
        foreignArc.append(numbers[ring[place].arc])
      }
      useCount += 1
    }
  }

  /// The vertices of an arc as its owner walks it, in the coverage's columns; of an arc that returns to its node that
  /// one once.
  func vertices(of arc: Int, in coverage: Coverage) -> (vertices: [Int], isClosed: Bool) {
    let arcs = coverage.arcs
    let range = arcs.vertices(of: reference[arc].arc)
    var vertices = reference[arc].isReversed ? Array(range.reversed()) : Array(range)
    var isClosed = arcs.isClosed[reference[arc].arc]
    if !isClosed, arcs.point(range.lowerBound) == arcs.point(range.upperBound - 1) {
      vertices.removeLast()
      isClosed = true
    }
    // A closed arc begins at the same vertex whichever way it is walked.
    if arcs.isClosed[reference[arc].arc] && reference[arc].isReversed {
      vertices.insert(vertices.removeLast(), at: 0)
    }
    return (vertices, isClosed)
  }
}
