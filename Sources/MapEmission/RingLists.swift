import MapTopology

/// Polygons, rings and arc references of a coverage in the order of the raw values, as section RING holds them.
struct RingLists {
  /// Per slot: its first polygon; one more at the end. Likewise rings of polygons and references of rings.
  private(set) var polygonStart: ContiguousArray<Int> = [0]
  private(set) var polygonLevel: ContiguousArray<Int> = []
  private(set) var ringStart: ContiguousArray<Int> = [0]
  private(set) var referenceStart: ContiguousArray<Int> = [0]
  /// Twice the arc's index, and one where it is walked backwards.
  private(set) var references: ContiguousArray<Int> = []

  init(_ coverage: Coverage, regionOfSlot: [Int?]) {
    for region in regionOfSlot {
      if let region {
        for polygon in coverage.polygonStart[region]..<coverage.polygonStart[region + 1] {
          for ring in coverage.ringStart[polygon]..<coverage.ringStart[polygon + 1] {
            for place in coverage.referenceStart[ring]..<coverage.referenceStart[ring + 1] {
              let reference = coverage.references[place]
              references.append(2 * reference.arc + (reference.isReversed ? 1 : 0))
            }
            referenceStart.append(references.count)
          }
          ringStart.append(referenceStart.count - 1)
          polygonLevel.append(min(Int(coverage.polygonLevel[polygon]), coverage.levels.count - 1))
        }
      }
      polygonStart.append(ringStart.count - 1)
    }
  }
}
