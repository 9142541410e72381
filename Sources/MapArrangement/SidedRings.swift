import MapGeometry

/// Rings whose uses say on which side their land lies, whichever way they were drawn.
///
/// A ring that runs clockwise has its inside on its right, and one that crosses itself has it now on one side and now
/// on the other. So the uses of such rings do not tell whether a line has land on one side alone, which is what
/// snapping asks. Here the uses of a simple ring say where its inside is, by its direction. Any other ring is replaced
/// by the lines round all that it winds round.
package struct SidedRings: Sendable {
  /// The lines, each with its claim on the side of the land.
  package private(set) var paths = ClaimedPaths()
  /// The claims whose lines differ from those that were drawn, or have their land on the other side.
  package private(set) var changed: Set<Int32> = []
  /// The points at which rings cross themselves, as noding finds them; sorted.
  package private(set) var crossings: [GridPoint] = []
  /// The points at which rings touch themselves, as noding finds them; sorted.
  package private(set) var touches: [GridPoint] = []

  /// Finds the sides of the land.
  ///
  /// - Parameters:
  ///   - rings: closed paths with one use each, with the claim on the left.
  ///   - isShell: per ring; the others are holes.
  /// - Complexity: O(n log n) for n vertices if few edges meet. The result does not depend on `jobs`.
  package init(_ rings: ClaimedPaths, isShell: ContiguousArray<Bool>, jobs: Int) {
    let groups = rings.paths.groups(ofVertices: 1 << 14)
    let parts = concurrentMap(groups.count, jobs: jobs) { group in
      var part = SidedRings()
      for ring in groups[group] { part.append(ring, of: rings, isShell: isShell[ring]) }
      return part
    }
    self.init()
    for part in parts {
      paths.append(part.paths)
      changed.formUnion(part.changed)
      crossings += part.crossings
      touches += part.touches
    }
    crossings = Set(crossings).sorted()
    touches = Set(touches).subtracting(crossings).sorted()
  }

  private init() {}

  private mutating func append(_ ring: Int, of rings: ClaimedPaths, isShell: Bool) {
    var line = Paths()
    line.append(ring, of: rings.paths, reversed: false)
    let claim = rings.left[rings.useStart[ring]]
    if line.isSimpleRing {
      let hasInsideLeft = line.doubledAreas[0] > 0
      append(line, path: 0, claim: claim, isShell: isShell, hasInsideLeft: hasInsideLeft)
      if hasInsideLeft != isShell { changed.insert(claim) }
      return
    }
    changed.insert(claim)
    var alone = ClaimedPaths()
    alone.paths = line
    alone.left = [0]
    alone.right = [ClaimedPaths.none]
    alone.useStart = [0, 1]
    let land = arrange(alone, regionCount: 1, jobs: 1) { $0.isEmpty ? [] : [0] }
    let border = land.arcs.paths
    for arc in 0..<border.count {
      append(border, path: arc, claim: claim, isShell: isShell, hasInsideLeft: land.arcs.left[arc] == 0)
    }
    crossings += land.noding.crossings
    touches += land.noding.touches
  }

  /// Adds a line. A shell claims its inside. A hole gives its inside up, which is as good as a claim of what is around
  /// it.
  private mutating func append(_ lines: Paths, path: Int, claim: Int32, isShell: Bool, hasInsideLeft: Bool) {
    for vertex in lines.start[path]..<lines.start[path + 1] { paths.paths.append(lines.point(vertex)) }
    let isLeft = hasInsideLeft == isShell
    paths.endPath(
      isClosed: lines.isClosed[path], left: isLeft ? claim : ClaimedPaths.none,
      right: isLeft ? ClaimedPaths.none : claim)
  }
}

extension Paths {
  /// Whether a set of one closed path passes no point twice.
  fileprivate var isSimpleRing: Bool {
    let keys = (0..<vertexCount).map { point($0).key }.sorted()
    guard zip(keys, keys.dropFirst()).allSatisfy({ $0 != $1 }) else { return false }
    return interactions(of: self, jobs: 1).isEmpty
  }
}
