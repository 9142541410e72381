import MapPackCoverage
import MapPackFeatures
import MapPackGeometry

/// A breach of the rules of OGC simple features by the rings of one feature.
struct RingFault {
  var rule: Rule
  /// The claim of the ring that has the fault: a number for the land that the ring encloses (`ClaimedPaths`).
  var claim: Int32
  /// The claim of the other ring that takes part; −1 if there is none.
  var other: Int32 = -1
  /// Where it is; `nil` for a fault of the whole ring.
  var point: GridPoint?
  /// Whether the rings have a line in common, not only a point.
  var isAlongLine = false
  /// How often a ring comes back to the point.
  var count = 1
  /// Points of the fault. A meeting of the published rings near one of them is the same fault.
  var witnesses: [GridPoint] = []
}

/// A point at which rings of one polygon touch.
struct RingTouch {
  var point: GridPoint
  /// The claims of the rings, ascending.
  var claims: [Int32]
}

/// What is wrong with the rings of single features, read off the labels of a divided plane.
///
/// - A line that a feature uses twice: it runs along itself, or two of its rings are one.
/// - Round a node, a ring and another one, or itself, alternate: they cross. If a ring comes back without crossing
///   itself, it touches itself.
/// - A face in a hole and not in its shell, in two holes of a polygon, or claimed by two polygons of a feature: rings are
///   misplaced, unless they cross or share a line.
///
/// Repeated points are no fault, nor is the direction of a ring. A ring that is the same as an earlier one has no other
/// fault, and neither has one round no land. Source: OGC, "Simple feature access, part 1" (06-103r4), 6.1.11.
/// - Complexity: O(h) for h half-edges, plus O(l) for l claims on all faces together if rings may be misplaced.
struct RingFaults {
  /// Up to this many points, and as many lines, are listed at which the rings of a feature meet wrongly.
  private static let listedMeetings = 10_000

  private(set) var faults: [RingFault] = []
  /// Per feature: at how many points its rings meet wrongly, and along how many lines.
  private var meetings: [Int: (points: Int, lines: Int)] = [:]
  /// The features with more meetings than are listed, ascending.
  var crowded: [Int] {
    meetings.filter { max($0.value.points, $0.value.lines) > Self.listedMeetings }.keys.sorted()
  }
  private(set) var touches: [RingTouch] = []
  private let plane: PlaneDivision
  private let claims: RingClaims
  private let land: LandAccounts
  /// Rings that cross, have a line in common or are the same.
  private var entangled: Set<ClaimPair> = []
  /// The rings that are the same as an earlier one.
  private var copies: Set<Int32> = []
  /// The holes outside of their shells or inside of other holes.
  private(set) var misplaced: Set<Int32> = []

  init(_ plane: PlaneDivision, _ claims: RingClaims, _ land: LandAccounts) {
    (self.plane, self.claims, self.land) = (plane, claims, land)
    findRepeatedLines()
    findMeetings()
    if !land.suspects.isEmpty { findMisplacedRings() }
  }

  func areEntangled(_ a: Int32, _ b: Int32) -> Bool { entangled.contains(ClaimPair(a, b)) }

  // MARK: Lines

  /// A line that two rings of a feature use, or one ring twice.
  private struct RepeatedLine {
    var from: GridPoint
    var to: GridPoint
    var smallest: GridPoint
  }

  private mutating func findRepeatedLines() {
    var lines: [ClaimPair: [RepeatedLine]] = [:]
    let (arcs, paths) = (plane.arcs, plane.arcs.paths)
    var uses: [Int32] = []
    for arc in 0..<arcs.count where arcs.useStart[arc + 1] - arcs.useStart[arc] > 1 {
      uses.removeAll(keepingCapacity: true)
      for use in arcs.useStart[arc]..<arcs.useStart[arc + 1] { uses.append(max(arcs.left[use], arcs.right[use])) }
      uses.sort()
      var first = 0
      for index in uses.indices.dropFirst() {
        guard claims.feature(ofClaim: uses[first]) == claims.feature(ofClaim: uses[index]) else {
          first = index
          continue
        }
        lines[ClaimPair(uses[first], uses[index]), default: []].append(
          RepeatedLine(
            from: HalfEdges.firstPoint(of: 2 * arc, paths), to: HalfEdges.firstPoint(of: 2 * arc + 1, paths),
            smallest: paths.smallestPoint(of: arc)))
      }
    }
    for line in plane.noding.canceled {
      lines[ClaimPair(line.claim, line.claim), default: []].append(
        RepeatedLine(from: line.from, to: line.to, smallest: min(line.from, line.to)))
    }
    guard !lines.isEmpty else { return }
    let arcCount = arcsPerClaim()
    var tips: [Int32: Set<GridPoint>] = [:]
    for spike in claims.spikes { tips[spike.claim, default: []].insert(spike.tip) }
    for (pair, lines) in lines.sorted(by: { $0.key < $1.key }) {
      if pair.a == pair.b {
        guard land.enclosesLand[Int(pair.a)] else { continue }
      } else {
        entangled.insert(pair)
        if lines.count == arcCount[Int(pair.a)], lines.count == arcCount[Int(pair.b)] {
          copies.insert(pair.b)
          faults.append(
            RingFault(
              rule: .duplicateRings, claim: pair.b, other: pair.a, point: lines.map(\.smallest).min(),
              isAlongLine: true))
          continue
        }
      }
      for run in Self.runs(of: lines) { report(run, of: pair, tips: tips[pair.a] ?? []) }
    }
  }

  /// How many ends of lines of a run are looked at to tell whether the published rings have it.
  private static let mostWitnesses = 8

  private mutating func report(_ run: [RepeatedLine], of pair: ClaimPair, tips: Set<GridPoint>) {
    let ends = run.flatMap { [$0.from, $0.to] }
    if pair.a == pair.b, let tip = ends.filter(tips.contains).min() {
      add(RingFault(rule: .spike, claim: pair.a, point: tip, witnesses: [tip]))
      return
    }
    add(
      RingFault(
        rule: .selfIntersection, claim: pair.a, other: pair.a == pair.b ? -1 : pair.b, point: ends.min(),
        isAlongLine: true,
        // A ring may not meet itself in a point either.
        witnesses: pair.a == pair.b ? Array(ends.prefix(Self.mostWitnesses)) : []))
  }

  /// The lines in groups that are connected by their ends, in the order of their first lines.
  private static func runs(of lines: [RepeatedLine]) -> [[RepeatedLine]] {
    var sets = DisjointSets(count: lines.count)
    var lineByEnd: [GridPoint: Int] = [:]
    for (index, line) in lines.enumerated() {
      for end in [line.from, line.to] {
        if let other = lineByEnd.updateValue(index, forKey: end) { sets.unite(index, other) }
      }
    }
    return Dictionary(grouping: lines.indices) { sets.find($0) }.sorted { $0.key < $1.key }
      .map { $0.value.map { lines[$0] } }
  }

  private func arcsPerClaim() -> ContiguousArray<Int> {
    var count = ContiguousArray(repeating: 0, count: claims.ring.count)
    for use in plane.arcs.left.indices { count[Int(max(plane.arcs.left[use], plane.arcs.right[use]))] += 1 }
    return count
  }

  // MARK: Nodes

  /// A ring that leaves a node along a line, or arrives along it.
  private struct End {
    var feature: Int
    var claim: Int32
    /// The position of the line round the node, counter-clockwise.
    var position: Int
    /// 1 if the ring leaves, −1 if it arrives: what crossing the line counter-clockwise adds to the winding number.
    var turn: Int
  }

  private mutating func findMeetings() {
    let (arcs, halves) = (plane.arcs, plane.halves)
    var ends: [End] = []
    for node in 0..<halves.nodes.count where halves.outgoingStart[node + 1] - halves.outgoingStart[node] > 3 {
      ends.removeAll(keepingCapacity: true)
      for position in halves.outgoingStart[node]..<halves.outgoingStart[node + 1] {
        let half = Int(halves.outgoing[position])
        for use in arcs.useStart[half >> 1]..<arcs.useStart[half >> 1 + 1] {
          let claim = max(arcs.left[use], arcs.right[use])
          if !copies.isEmpty, copies.contains(claim) { continue }
          ends.append(
            End(
              feature: claims.feature(ofClaim: claim), claim: claim, position: position,
              turn: (arcs.left[use] >= 0) == (half & 1 == 0) ? 1 : -1))
        }
      }
      ends.sort { ($0.feature, $0.position) < ($1.feature, $1.position) }
      var first = 0
      while first < ends.count {
        let last = ends[first...].firstIndex { $0.feature != ends[first].feature } ?? ends.count
        if last - first > 3 { judge(ends[first..<last], at: halves.nodes[node]) }
        first = last
      }
    }
  }

  /// Judges the rings of one feature that pass a node. Those that use one line there are entangled, and left out.
  private mutating func judge(_ all: ArraySlice<End>, at point: GridPoint) {
    var sharing: Set<Int32> = []
    for (a, b) in zip(all, all.dropFirst()) where a.position == b.position {
      sharing.formUnion([a.claim, b.claim])
    }
    let ends = all.filter { !sharing.contains($0.claim) }
    var rings: [Int32] = []
    let sorted = ends.sorted { ($0.claim, $0.position) < ($1.claim, $1.position) }
    var first = 0
    while first < sorted.count {
      let claim = sorted[first].claim
      let last = sorted[first...].firstIndex { $0.claim != claim } ?? sorted.count
      rings.append(claim)
      if last - first > 2 { judgeVisits(sorted[first..<last], at: point) }
      first = last
    }
    guard rings.count > 1 else { return }
    // Two rings that do not cross are like brackets. What is left when all brackets are removed crosses.
    let left = Self.withoutBrackets(ends.map(\.claim))
    let beside = Set(zip(left, left.dropFirst() + left.prefix(1)).map { ClaimPair($0, $1) }).sorted()
    for pair in beside
    where !Self.withoutBrackets(ends.map(\.claim).filter { $0 == pair.a || $0 == pair.b }).isEmpty {
      entangled.insert(pair)
      add(RingFault(rule: .selfIntersection, claim: pair.a, other: pair.b, point: point, witnesses: [point]))
    }
    for claims in Dictionary(grouping: rings, by: { claims.roles.polygon[Int($0)] }).values where claims.count > 1 {
      touches.append(RingTouch(point: point, claims: claims.sorted()))
    }
  }

  /// Judges a ring that passes a node several times. Round a touch, its winding number takes two values; round a
  /// crossing, it takes more.
  private mutating func judgeVisits(_ visits: ArraySlice<End>, at point: GridPoint) {
    var (sum, least, most) = (0, 0, 0)
    for end in visits {
      sum += end.turn
      (least, most) = (min(least, sum), max(most, sum))
    }
    let crosses = most - least > 1
    add(
      RingFault(
        rule: crosses ? .selfIntersection : .ringSelfIntersection, claim: visits[visits.startIndex].claim,
        point: point, count: visits.count / 2 - 1, witnesses: [point]))
  }

  /// Adds a fault at a point or along a line, as long as its feature has few.
  private mutating func add(_ fault: RingFault) {
    let member: WritableKeyPath<(points: Int, lines: Int), Int> = fault.isAlongLine ? \.lines : \.points
    var count = meetings[claims.feature(ofClaim: fault.claim)] ?? (0, 0)
    count[keyPath: member] += 1
    meetings[claims.feature(ofClaim: fault.claim)] = count
    if count[keyPath: member] <= Self.listedMeetings { faults.append(fault) }
  }

  /// A word without the pairs of equal letters that stand side by side, or at both ends, until none are left.
  private static func withoutBrackets(_ word: [Int32]) -> ArraySlice<Int32> {
    var open: [Int32] = []
    for letter in word {
      if open.last == letter { open.removeLast() } else { open.append(letter) }
    }
    var rest = open[...]
    while rest.count > 1, rest.first == rest.last { rest = rest.dropFirst().dropLast() }
    return rest
  }

  // MARK: Faces

  private mutating func findMisplacedRings() {
    let roles = claims.roles
    var isSuspect = ContiguousArray(repeating: false, count: land.twin.count)
    for feature in land.suspects { isSuspect[feature] = true }
    var faces = ContiguousArray(repeating: 0, count: claims.ring.count)
    var isOutside = ContiguousArray(repeating: false, count: claims.ring.count)
    var nested: Set<ClaimPair> = []
    plane.forEachLabel { _, label in
      var shells: [Int32] = []
      var feature = -1
      var next = 0
      while next < label.count {
        let polygon = roles.polygon[Int(label[next].claim)]
        let first = next
        while next < label.count, roles.polygon[Int(label[next].claim)] == polygon { next += 1 }
        guard isSuspect[Int(claims.featureOfPolygon[Int(polygon)])] else { continue }
        if Int(claims.featureOfPolygon[Int(polygon)]) != feature {
          nested.formUnion(Self.pairs(shells))
          shells.removeAll(keepingCapacity: true)
          feature = Int(claims.featureOfPolygon[Int(polygon)])
        }
        let rings = label[first..<next].map(\.claim)
        for ring in rings { faces[Int(ring)] += 1 }
        let isInShell = roles.isShell[Int(rings[0])]
        if isInShell && rings.count == 1 { shells.append(rings[0]) }
        if !isInShell { for hole in rings { isOutside[Int(hole)] = true } }
        if rings.count > 2 || !isInShell { nested.formUnion(Self.pairs(isInShell ? Array(rings.dropFirst()) : rings)) }
      }
      nested.formUnion(Self.pairs(shells))
    }
    report(isOutside: isOutside, nested: nested, faces: faces)
  }

  /// The pairs among some claims; if there are many, only those that follow each other.
  private static func pairs(_ claims: [Int32]) -> [ClaimPair] {
    if claims.count > 16 { return zip(claims, claims.dropFirst()).map { ClaimPair($0, $1) } }
    return claims.indices.flatMap { one in claims[..<one].map { ClaimPair($0, claims[one]) } }
  }

  private mutating func report(
    isOutside: ContiguousArray<Bool>, nested: Set<ClaimPair>, faces: ContiguousArray<Int>
  ) {
    let roles = claims.roles
    var shell: Int32 = 0
    for claim in 0..<Int32(truncatingIfNeeded: claims.ring.count) {
      if roles.isShell[Int(claim)] { shell = claim }
      guard isOutside[Int(claim)], !copies.contains(claim), !areEntangled(claim, shell) else { continue }
      faults.append(RingFault(rule: .holeOutsideShell, claim: claim, other: shell))
      misplaced.insert(claim)
    }
    let entangledPolygons = Set(
      entangled.map { ClaimPair(roles.polygon[Int($0.a)], roles.polygon[Int($0.b)]) })
    var told: Set<Int32> = []
    for pair in nested.sorted()
    where !copies.contains(pair.a) && !copies.contains(pair.b) && !areEntangled(pair.a, pair.b) {
      let (inner, outer) = faces[Int(pair.a)] < faces[Int(pair.b)] ? (pair.a, pair.b) : (pair.b, pair.a)
      let isHole = !roles.isShell[Int(inner)]
      let polygons = ClaimPair(roles.polygon[Int(pair.a)], roles.polygon[Int(pair.b)])
      guard isHole || !entangledPolygons.contains(polygons), told.insert(inner).inserted else { continue }
      faults.append(RingFault(rule: isHole ? .nestedHoles : .nestedShells, claim: inner, other: outer))
      if isHole { misplaced.insert(inner) }
    }
  }
}

/// Two claims, or polygons, in any order.
struct ClaimPair: Hashable, Comparable {
  let a: Int32
  let b: Int32

  init(_ a: Int32, _ b: Int32) { (self.a, self.b) = (min(a, b), max(a, b)) }

  static func < (one: ClaimPair, other: ClaimPair) -> Bool { (one.a, one.b) < (other.a, other.b) }
}
