/// Rings as lines whose claims lie on the side of the land, whichever way the rings were drawn.
///
/// Snapping joins lines that have land on one side only, so it must know each line's side. The claims of rings as they
/// were read do not tell: they are always on the left, although a ring may run clockwise or cross itself.
///
/// - A **simple** ring passes no point twice. It keeps its line. If it runs counter-clockwise, its inside is on its
///   left, otherwise on its right.
/// - Any other ring is replaced by the border of all faces whose winding number is not 0. If there are none, it is left
///   out.
///
/// A shell claims its inside. A hole claims the land around it. Each ring is looked at by itself; different rings may
/// still cross and overlap. Left and counter-clockwise are meant with x to the right and y up.
package struct SidedRings: Sendable {
  /// The lines, each with one use: its claim on the side of the land, and nobody on the other. A ring that is not
  /// simple may have become several open and closed lines.
  package private(set) var paths = ClaimedPaths()
  /// The claims of rings that are not simple, of shells that run clockwise and of holes that run counter-clockwise.
  package private(set) var changed: Set<Int32> = []

  /// Finds the sides of the land.
  ///
  /// - Parameters:
  ///   - rings: closed paths with one use each, with the claim on the left and `none` on the right.
  ///   - isShell: per ring of `rings`, whether it is a shell; the others are holes.
  /// - Precondition: consecutive vertices of a ring differ.
  /// - Complexity: O(n log n) for n vertices if few edges of a ring meet; about m² log m for a ring of m edges if
  ///   most of them cross each other. One thread works on a ring. The result does not depend on `jobs`.
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
    }
  }

  private init() {}

  private mutating func append(_ ring: Int, of rings: ClaimedPaths, isShell: Bool) {
    var line = Paths()
    line.append(ring, of: rings.paths, reversed: false)
    let claim = rings.left[rings.useStart[ring]]
    if line.isSimpleRing {
      let hasInsideLeft = line.doubledAreas()[0] > 0
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
  }

  /// Adds a line with its claim: a shell's on the side of the ring's inside, a hole's on the other side.
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
