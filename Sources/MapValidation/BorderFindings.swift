import MapFeatures
import MapGeometry
import MapPack
import MapTopology

/// Where the regions of a table do not fit beside each other: land claimed twice, land between them that nobody claims,
/// borders that meet outside of common vertices.
///
/// With a key the features of one code are one region, and how they lie to each other is their own affair; without, each
/// feature is a region and all findings are warnings at most.
///
/// A coverage is found valid from the drawing alone: no border meets another outside of a vertex of both, no edge has
/// two regions on one side, round every node and below every part the claims agree. Only where that fails the plane is
/// divided into faces.
struct BorderFindings {
  private let drawing: BorderDrawing
  private let labels: FeatureLabels
  private let table: FeatureTable
  private let jobs: Int
  /// Per feature: its region, or -1 where it is of none.
  private var region: ContiguousArray<Int32> = []
  /// Per region: its features, the first ones first.
  private var featureOfRegion: [Int] = []
  /// Per representative of a node or of the lowest point of a part: the vertices there.
  private var visits: [Int32: [Int]] = [:]
  /// Per vertex that is a representative: whether its point is a node.
  private var isNode: ContiguousArray<Bool> = []
  /// Land that several claim, or nobody, and the regions beside it.
  private var explained: [(box: GridBox, regions: [Int32])] = []
  /// The gaps found, by area.
  private var gaps: [Sliver] = []
  private(set) var findings: [Finding] = []

  /// Two regions, the smaller one first.
  private struct Pair: Hashable {
    var a: Int32
    var b: Int32

    init(_ a: Int32, _ b: Int32) {
      self.a = min(a, b)
      self.b = max(a, b)
    }
  }

  /// A place where borders of two regions meet outside of a common vertex.
  private struct Crossing {
    var pair: Pair
    var interaction: Interaction
    var place: GridPoint
  }

  /// - Parameter duplicates: features that have the shape of another, which are told of already.
  init(_ drawing: BorderDrawing, _ labels: FeatureLabels, duplicates: Set<Int>, jobs: Int) {
    self.drawing = drawing
    self.labels = labels
    self.jobs = jobs
    table = drawing.rings.table
    numberRegions(except: duplicates)
    let crossings = crossings()
    let lowest = lowestVertices()
    gatherVisits(lowest)
    // Near misses take as long as the rest, and are another matter.
    let distance = min(100, medianEdge() / 10)
    let borders = self
    let found = concurrentMap(2, jobs: jobs) { task -> (misses: [NearMiss], isValid: Bool) in
      if task == 0 { return (borders.nearMisses(within: distance), true) }
      let isValid =
        crossings.isEmpty && borders.edgesHaveOneRegionASide() && borders.nodesAgree() && borders.partsAgree(lowest)
      return ([], isValid)
    }
    if found.allSatisfy(\.isValid) { findGaps(lowest) } else { divide(crossings) }
    report(found.flatMap(\.misses), searched: distance)
    proposeFilling()
  }

  // MARK: Regions

  private mutating func numberRegions(except duplicates: Set<Int>) {
    var indexByCode: [String: Int32] = [:]
    for feature in 0..<table.featureCount {
      if labels.hasKey {
        guard let code = labels.code[feature] else {
          region.append(-1)
          continue
        }
        let number = indexByCode[code] ?? Int32(featureOfRegion.count)
        if indexByCode[code] == nil {
          indexByCode[code] = number
          featureOfRegion.append(feature)
        }
        region.append(number)
      } else if duplicates.contains(feature) {
        region.append(-1)
      } else {
        region.append(Int32(featureOfRegion.count))
        featureOfRegion.append(feature)
      }
    }
  }

  private func region(ofVertex vertex: Int) -> Int32 { region[drawing.rings.feature(of: vertex)] }

  /// What a region is called in a message.
  private func words(_ region: Int32) -> String {
    let feature = featureOfRegion[Int(region)]
    let record = "record \(table.record[feature])"
    switch (labels.name[feature], labels.hasKey ? labels.code[feature] : nil) {
    case (let name?, let code?): return name == code ? code : "\(name) (\(code))"
    case (nil, let code?): return code
    case (let name?, nil): return "\(name) (\(record))"
    case (nil, nil): return record
    }
  }

  private func finding(_ rule: Rule, of region: Int32, at place: GridPoint, _ message: String) -> Finding {
    var finding = labels.finding(rule, of: featureOfRegion[Int(region)], in: table, message)
    if !labels.hasKey { finding.severity = min(finding.severity, .warning) }
    finding.longitude = drawing.rings.grid.longitude(x: place.x)
    finding.latitude = drawing.rings.grid.latitude(y: place.y)
    return finding
  }

  // MARK: What the drawing says

  private func crossings() -> [Crossing] {
    let rings = drawing.rings
    var crossings: [Crossing] = []
    for interaction in drawing.meetings.interactions {
      var pair: Pair?
      rings.forEachUse(of: Int(drawing.vertex[interaction.first])) { one in
        rings.forEachUse(of: Int(drawing.vertex[interaction.second])) { other in
          let (a, b) = (region(ofVertex: one), region(ofVertex: other))
          if a >= 0, b >= 0, a != b, pair == nil { pair = Pair(a, b) }
        }
      }
      if let pair {
        crossings.append(Crossing(pair: pair, interaction: interaction, place: place(of: interaction)))
      }
    }
    return crossings
  }

  private func place(of interaction: Interaction) -> GridPoint {
    let one = Int(drawing.vertex[interaction.first])
    let other = Int(drawing.vertex[interaction.second])
    let rings = drawing.rings
    let (a, b) = (rings.point(one), rings.point(rings.next(one)))
    let (c, d) = (rings.point(other), rings.point(rings.next(other)))
    if interaction.relation == .crossing { return roundedCrossing(a, b, c, d) }
    let inside =
      [a, b].filter { segment(c, d, contains: $0) && $0 != c && $0 != d }
      + [c, d].filter { segment(a, b, contains: $0) && $0 != a && $0 != b }
    return inside.min() ?? a
  }

  private func edgesHaveOneRegionASide() -> Bool {
    let rings = drawing.rings
    let region = region
    let size = 65_536
    let chunks = (rings.secondUse.count + size - 1) / size
    return concurrentMap(chunks, jobs: jobs) { chunk in
      for segment in chunk * size..<min((chunk + 1) * size, rings.secondUse.count) where rings.secondUse[segment] >= 0 {
        let second = Int(rings.secondUse[segment])
        if rings.furtherUses.isEmpty {
          let isClean =
            !rings.isForward(second, of: segment)
            || region[rings.feature(of: segment)] == region[rings.feature(of: second)]
          if !isClean { return false }
          continue
        }
        var left: Set<Int32> = []
        var right: Set<Int32> = []
        rings.forEachUse(of: segment) { use in
          let owner = region[rings.feature(of: use)]
          guard owner >= 0 else { return }
          if rings.isForward(use, of: segment) { left.insert(owner) } else { right.insert(owner) }
        }
        if left.count > 1 || right.count > 1 { return false }
      }
      return true
    }.allSatisfy { $0 }
  }

  /// Per ring that is not empty, by parts: the lowest vertex of each part; of several the leftmost.
  private func lowestVertices() -> [(part: Int, vertex: Int)] {
    let rings = drawing.rings
    var parts = rings.parts
    let all = 0..<rings.end.count
    let chunks = all.chunks(of: 65_536) { rings.table.vertexStart[$0 + 1] - rings.table.vertexStart[$0] }
    let lowestOfRing = concurrentMap(chunks.count, jobs: jobs) { chunk in
      chunks[chunk].map { ring in
        var lowest = -1
        for vertex in rings.vertices(ofRing: ring)
        where lowest < 0
          || (rings.y[vertex], rings.x[vertex])
            < (rings.y[lowest], rings.x[lowest])
        {
          lowest = vertex
        }
        return lowest
      }
    }.flatMap { $0 }
    var lowest: [Int: Int] = [:]
    for (ring, vertex) in lowestOfRing.enumerated() where vertex >= 0 {
      let part = parts.find(ring)
      if let known = lowest[part], (rings.y[known], rings.x[known]) <= (rings.y[vertex], rings.x[vertex]) { continue }
      lowest[part] = vertex
    }
    return lowest.sorted { $0.key < $1.key }.map { (part: $0.key, vertex: $0.value) }
  }

  private mutating func gatherVisits(_ lowest: [(part: Int, vertex: Int)]) {
    let rings = drawing.rings
    isNode = ContiguousArray(repeating: false, count: rings.x.count)
    for node in rings.nodes { isNode[Int(node)] = true }
    var isWanted = isNode
    for (_, vertex) in lowest { isWanted[Int(rings.representative[vertex])] = true }
    for vertex in rings.representative.indices {
      let point = rings.representative[vertex]
      if point >= 0, isWanted[Int(point)] { visits[point, default: []].append(vertex) }
    }
  }

  // MARK: Nodes

  /// The direction in which something lies from a point, in the order of angles from growing x on.
  private static func precedes(_ a: GridPoint, _ b: GridPoint, around centre: GridPoint) -> Bool {
    func isLower(_ p: GridPoint) -> Bool { p.y < centre.y || (p.y == centre.y && p.x < centre.x) }
    if isLower(a) != isLower(b) { return isLower(b) }
    return orientation(centre, a, b) > 0
  }

  /// Whether direction x lies in the sector counter-clockwise from `from` (included) to `to` (excluded).
  private static func sector(_ from: GridPoint, _ to: GridPoint, contains x: GridPoint, around centre: GridPoint)
    -> Bool
  {
    let startsBefore = !precedes(x, from, around: centre)
    let endsAfter = precedes(x, to, around: centre)
    return precedes(from, to, around: centre) ? startsBefore && endsAfter : startsBefore || endsAfter
  }

  /// Whether round every node each two lines that follow each other agree on who claims what lies between them.
  private func nodesAgree() -> Bool {
    let rings = drawing.rings
    let nodes = rings.nodes
    let chunks = (0..<nodes.count).chunks(of: 512) { _ in 1 }
    return concurrentMap(chunks.count, jobs: jobs) { chunk in
      chunks[chunk].allSatisfy { agrees(nodes[$0]) }
    }.allSatisfy { $0 }
  }

  private func agrees(_ node: Int32) -> Bool {
    /// A line as it leaves the node, and who claims what comes behind it counter-clockwise, or before it.
    struct Side {
      var towards: GridPoint
      var isBehind: Bool
      var owner: Int32
    }
    let rings = drawing.rings
    let centre = rings.point(Int(node))
    var sides: [Side] = []
    for visit in visits[node, default: []] {
      let owner = region(ofVertex: visit)
      guard owner >= 0 else { continue }
      sides.append(Side(towards: rings.point(rings.next(visit)), isBehind: true, owner: owner))
      sides.append(Side(towards: rings.point(rings.previous(visit)), isBehind: false, owner: owner))
    }
    sides.sort { a, b in
      if a.towards != b.towards { return Self.precedes(a.towards, b.towards, around: centre) }
      return a.isBehind == b.isBehind ? a.owner < b.owner : b.isBehind
    }
    // Round once, from the first line on: what one has behind it the next must have before it.
    func owners(of line: Range<Int>, behind: Bool) -> [Int32] {
      var owners: [Int32] = []
      for side in sides[line] where side.isBehind == behind && owners.last != side.owner { owners.append(side.owner) }
      return owners
    }
    func line(from begin: Int) -> Range<Int> {
      var end = begin
      while end < sides.count, sides[end].towards == sides[begin].towards { end += 1 }
      return begin..<end
    }
    guard !sides.isEmpty else { return true }
    let first = line(from: 0)
    var current = first
    while true {
      let next = current.upperBound == sides.count ? first : line(from: current.upperBound)
      if owners(of: current, behind: true) != owners(of: next, behind: false) { return false }
      if current.upperBound == sides.count { return true }
      current = next
    }
  }

  // MARK: Parts

  /// Whether what each connected part of the drawing claims below its lowest point is what the edge below it claims above.
  /// Parts of one region that lie in that region are no matter.
  private func partsAgree(_ lowest: [(part: Int, vertex: Int)]) -> Bool {
    let rings = drawing.rings
    var parts = rings.parts
    // -2: not seen; -3: several.
    var only: [Int: Int32] = [:]
    for ring in rings.end.indices where rings.end[ring] > table.vertexStart[ring] {
      let owner = region[Int(rings.featureOfRing[ring])]
      guard owner >= 0 else { continue }
      let part = parts.find(ring)
      only[part] = only[part] == nil || only[part] == owner ? owner : -3
    }
    for (part, vertex) in lowest {
      let point = rings.point(vertex)
      var below: Set<Int32> = []
      for visit in visits[rings.representative[vertex], default: []] where region(ofVertex: visit) >= 0 {
        let before = rings.point(rings.previous(visit))
        if orientation(before, point, rings.point(rings.next(visit))) < 0 { below.insert(region(ofVertex: visit)) }
      }
      var above: Set<Int32> = []
      if let hit = drawing.index.firstSegment(below: point) {
        let segment = Int(drawing.vertex[hit.segment])
        rings.forEachUse(of: segment) { use in
          let owner = region(ofVertex: use)
          if owner >= 0, rings.isForward(use, of: segment) == hit.runsTowardsGrowingX { above.insert(owner) }
        }
      }
      if above != below, let owner = only[part], owner < 0 || !above.union(below).subtracting([owner]).isEmpty {
        return false
      }
    }
    return true
  }

  // MARK: Gaps

  /// A line round land that nobody claims, with it on the left, as far as one part of the drawing goes: round a gap from
  /// outside where it runs counter-clockwise, else round all of its part.
  private struct Shore {
    /// A vertex from whose previous one the line starts.
    var start: Int
    var doubledArea: Int64 = 0
    var owners: Set<Int32> = []
    /// Shores of parts that lie in the gap.
    var inner: [Int] = []
  }

  /// Walks round what nobody claims. What a shore that runs counter-clockwise encloses is a gap, together with the parts in
  /// it; a hole of one region alone is none: the region says so itself.
  private mutating func findGaps(_ lowest: [(part: Int, vertex: Int)]) {
    let rings = drawing.rings
    var shores: [Shore] = []
    var shoreOfSegment = ContiguousArray<Int32>(repeating: -1, count: rings.x.count)
    for ring in rings.end.indices where region[Int(rings.featureOfRing[ring])] >= 0 {
      for vertex in rings.vertices(ofRing: ring)
      where isOneSided(rings.previous(vertex)) && shoreOfSegment[rings.previous(vertex)] < 0 {
        var shore = Shore(start: vertex)
        forEachVertex(ofShoreFrom: vertex) { vertex in
          let before = rings.previous(vertex)
          shoreOfSegment[before] = Int32(truncatingIfNeeded: shores.count)
          let (a, b) = (rings.point(vertex), rings.point(before))
          // Partial sums may wrap; the whole, at most 2⁶¹, comes out right all the same.
          shore.doubledArea &+= Int64(a.x) &* Int64(b.y) &- Int64(b.x) &* Int64(a.y)
          let owner = region(ofVertex: vertex)
          if shore.owners.count < 2 || !shore.owners.contains(owner) { shore.owners.insert(owner) }
        }
        shores.append(shore)
      }
    }
    guard shores.contains(where: { $0.doubledArea > 0 }) else { return }

    // The shore round each part, and the gap in which the part lies.
    var parts = rings.parts
    var outer: [Int: Int] = [:]
    for (index, shore) in shores.enumerated() where shore.doubledArea < 0 {
      outer[parts.find(Int(rings.ringOfVertex[shore.start]))] = index
    }
    var below: [Int: Int] = [:]
    for (part, vertex) in lowest where outer[part] != nil {
      guard let hit = drawing.index.firstSegment(below: rings.point(vertex)) else { continue }
      let shore = Int(shoreOfSegment[Int(drawing.vertex[hit.segment])])
      if shore >= 0 { below[part] = shore }
    }
    for (part, _) in lowest {
      guard let own = outer[part], var shore = below[part] else { continue }
      // What lies below lies lower: the way ends.
      while shores[shore].doubledArea < 0, let next = below[parts.find(Int(rings.ringOfVertex[shores[shore].start]))] {
        shore = next
      }
      guard shores[shore].doubledArea > 0 else { continue }
      shores[shore].owners.formUnion(shores[own].owners)
      shores[shore].inner.append(own)
    }
    for shore in shores where shore.doubledArea > 0 && shore.owners.count > 1 {
      var outline = Paths()
      for start in [shore.start] + shore.inner.map({ shores[$0].start }) {
        forEachVertex(ofShoreFrom: start) { outline.append(rings.point($0)) }
        outline.endPath(isClosed: true)
      }
      addGap(Sliver(outline, grid: rings.grid), outline, shore.owners.sorted())
    }
  }

  private func isOneSided(_ vertex: Int) -> Bool {
    drawing.rings.secondUse[Int(drawing.rings.canonical[vertex])] < 0
  }

  /// Calls `body` with each vertex from which a shore goes on to the one before it in its ring.
  private func forEachVertex(ofShoreFrom start: Int, _ body: (Int) -> Void) {
    let rings = drawing.rings
    var vertex = start
    var steps = 0
    repeat {
      body(vertex)
      vertex = rings.previous(vertex)
      if isNode[Int(rings.representative[vertex])], let onwards = nextBoundary(clockwiseFrom: vertex) {
        vertex = onwards
      }
      steps += 1
      // Every shore is shorter than all lines together.
    } while vertex != start && steps <= rings.x.count
  }

  /// Of the visits of a node the one that comes from the first direction clockwise from where this one leaves.
  private func nextBoundary(clockwiseFrom vertex: Int) -> Int? {
    let rings = drawing.rings
    let centre = rings.point(vertex)
    let out = rings.point(rings.next(vertex))
    var best: (visit: Int, from: GridPoint)?
    for visit in visits[rings.representative[vertex], default: []] {
      let from = rings.point(rings.previous(visit))
      // Nearer clockwise: the sector from it to `out` is the smaller one.
      if let known = best, !Self.sector(known.from, out, contains: from, around: centre) || from == known.from {
        continue
      }
      best = (visit, from)
    }
    return best?.visit
  }

  private mutating func addGap(_ sliver: Sliver, _ outline: Paths, _ neighbours: [Int32]) {
    var finding = finding(
      .gap, of: neighbours[0], at: sliver.place,
      "no region claims the land between \(list(neighbours)): \(sliver.words)")
    if sliver.width < Sliver.narrow { finding.severity = .warning }
    findings.append(finding)
    gaps.append(sliver)
    explained.append((Self.box(of: outline), neighbours))
  }

  /// Says by which area `merge` would fill the narrow gaps and no other: a round one, at least as large as the largest of
  /// them and smaller than every other gap.
  private mutating func proposeFilling() {
    let narrow = gaps.filter { $0.width < Sliver.narrow }
    guard let largest = narrow.map(\.area).max() else { return }
    let others = gaps.filter { $0.width >= Sliver.narrow }.map(\.area)
    var area = 1.0
    while area <= largest { area *= 10 }
    guard others.allSatisfy({ $0 > area }) else { return }
    for index in findings.indices
    where findings[index].rule == Rule.gap.rawValue && findings[index].severity == .warning {
      findings[index].remedy =
        "mend the border in the source, or let merge give it to a neighbour with --fill-gaps \"\(Int(area)) m2\""
    }
  }

  // MARK: Near misses

  /// Borders that run beside each other without meeting, where no gap or overlap says so already. They are looked for up to
  /// a tenth of the edges' median length: between borders farther apart than that there is room for land.
  private func nearMisses(within distance: Double) -> [NearMiss] {
    return MapTopology.nearMisses(
      among: oneSidedBoundary(), region: region, grid: drawing.rings.grid, within: distance, jobs: jobs)
  }

  /// - Parameter searched: up to which distance they were looked for.
  private mutating func report(_ misses: [NearMiss], searched: Double) {
    let snap = proposedSnap(misses, searched: searched)
    for miss in misses {
      let isExplained = explained.contains { land in
        land.box.contains(miss.place) && land.regions.contains(miss.a) && land.regions.contains(miss.b)
      }
      if isExplained { continue }
      let other = miss.a == miss.region ? miss.b : miss.a
      let length = miss.length > 0 ? " over \(Sliver.metres(miss.length))" : ""
      let sentence =
        miss.a == miss.b
        ? "the border of \(words(miss.region)) is \(Sliver.metres(miss.width)) from ±180°\(length), beyond which it goes on"
        : "the borders of \(words(miss.region)) and \(words(other)) are \(Sliver.metres(miss.width)) apart\(length) and "
          + "do not meet"
      var finding = finding(.nearMiss, of: miss.region, at: miss.place, sentence)
      if let snap, miss.width <= snap {
        finding.remedy = "move the borders together, or let merge do it with --snap \"\(Sliver.metres(snap))\""
      } else {
        finding.severity = .note
        finding.remedy = "if it is no strait, move the borders together"
      }
      findings.append(finding)
    }
  }

  /// The edges that one feature alone draws, cut at the nodes and at the edges of the plane; each line from its smaller end, a closed one from its
  /// smallest vertex towards the smaller neighbour.
  private func oneSidedBoundary() -> ClaimedPaths {
    let rings = drawing.rings
    let seams = SeamLines(rings.grid)
    var boundary = ClaimedPaths()
    func add(_ vertices: [Int], isClosed: Bool, feature: Int) {
      var line = vertices
      if isClosed {
        let smallest = line.indices.min { rings.point(line[$0]) < rings.point(line[$1]) } ?? 0
        line = Array(line[smallest...] + line[..<smallest])
      }
      let (first, last) = isClosed ? (line[1], line[line.count - 1]) : (line[0], line[line.count - 1])
      let isReversed = rings.point(last) < rings.point(first)
      if isReversed { line = isClosed ? [line[0]] + line.dropFirst().reversed() : line.reversed() }
      for vertex in line { boundary.paths.append(rings.point(vertex)) }
      let owner = Int32(truncatingIfNeeded: feature)
      boundary.endPath(
        isClosed: isClosed, left: isReversed ? ClaimedPaths.none : owner, right: isReversed ? owner : ClaimedPaths.none)
    }
    for ring in rings.end.indices where rings.end[ring] > table.vertexStart[ring] {
      let feature = Int(rings.featureOfRing[ring])
      guard region[feature] >= 0 else { continue }
      let vertices = rings.vertices(ofRing: ring)
      func isOneSided(_ vertex: Int) -> Bool { rings.secondUse[Int(rings.canonical[vertex])] < 0 }
      func isSeam(_ vertex: Int) -> Bool { seams.contains(rings.point(vertex), rings.point(rings.next(vertex))) }
      func ends(_ vertex: Int) -> Bool {
        isNode[Int(rings.representative[vertex])] || !isOneSided(vertex) || !isOneSided(rings.previous(vertex))
          || isSeam(vertex) != isSeam(rings.previous(vertex))
      }
      guard let start = vertices.first(where: ends) else {
        if isOneSided(vertices.lowerBound) { add(Array(vertices), isClosed: true, feature: feature) }
        continue
      }
      var line: [Int] = []
      var vertex = start
      repeat {
        let next = rings.next(vertex)
        if isOneSided(vertex) {
          if line.isEmpty { line.append(vertex) }
          line.append(next)
          if ends(next) {
            add(line, isClosed: false, feature: feature)
            line.removeAll(keepingCapacity: true)
          }
        }
        vertex = next
      } while vertex != start
    }
    return boundary
  }

  /// In metres.
  private func medianEdge() -> Double {
    let rings = drawing.rings
    let step = max(1, rings.x.count / 4_096)
    var lengths: [Double] = []
    for vertex in stride(from: 0, to: rings.x.count, by: step) where rings.representative[vertex] >= 0 {
      let (a, b) = (rings.point(vertex), rings.point(rings.next(vertex)))
      let latitude = Series.radians(degrees: rings.grid.latitude(y: a.y))
      let across = Double(Int64(b.x) - Int64(a.x)) * Series.cosine(latitude)
      let along = Double(Int64(b.y) - Int64(a.y))
      lengths.append((across * across + along * along).squareRoot())
    }
    lengths.sort()
    return lengths.isEmpty ? 0 : lengths[lengths.count / 2] * rings.grid.unit * Sliver.degree
  }

  private func list(_ regions: [Int32]) -> String {
    regions.prefix(4).map(words).joined(separator: ", ") + (regions.count > 4 ? ", …" : "")
  }

  // MARK: Faces

  /// Divides the plane, and reports all land that is claimed twice, all that is enclosed by several regions and claimed by
  /// nobody, and the meetings of borders that none of these explain.
  private mutating func divide(_ crossings: [Crossing]) {
    let rings = drawing.rings
    // As `merge` has it: a polygon claims what lies in its shell and in none of its holes.
    var claims = ClaimedPaths()
    var polygonOfRing = ContiguousArray<Int32>(repeating: 0, count: table.ringCount)
    for polygon in 0..<table.polygonCount {
      for ring in table.ringStart[polygon]..<table.ringStart[polygon + 1] {
        polygonOfRing[ring] = Int32(truncatingIfNeeded: polygon)
      }
    }
    for ring in rings.end.indices where rings.end[ring] > table.vertexStart[ring] {
      guard region[Int(rings.featureOfRing[ring])] >= 0 else { continue }
      for vertex in rings.vertices(ofRing: ring) { claims.paths.append(rings.point(vertex)) }
      claims.endPath(isClosed: true, left: Int32(truncatingIfNeeded: ring), right: ClaimedPaths.none)
    }
    let ground = Ground(rings.grid)
    let arrangement = arrange(claims, regionCount: featureOfRegion.count, jobs: jobs, on: ground) { label in
      let holes = Set(label.map { Int($0.claim) }.filter { !isShell($0, polygonOfRing) }.map { polygonOfRing[$0] })
      let shells = label.map { Int($0.claim) }.filter {
        isShell($0, polygonOfRing) && !holes.contains(polygonOfRing[$0])
      }
      return Set(shells.map { region[Int(rings.featureOfRing[$0])] }).sorted()
    }
    for land in arrangement.contested {
      let sliver = Sliver(land.outline, grid: rings.grid)
      var finding = finding(
        .overlap, of: land.claimants[0], at: land.place, "\(list(land.claimants)) claim the same land: \(sliver.words)")
      if sliver.width < sliver.cell {
        finding.severity = min(finding.severity, .warning)
        finding.message += ", within the grid"
      }
      findings.append(finding)
      explained.append((Self.box(of: land.outline), land.claimants))
    }
    for land in arrangement.gaps(on: ground) where land.neighbours.count > 1 {
      let neighbours = land.neighbours.map(\.region).sorted()
      addGap(Sliver(land.outline, grid: rings.grid), land.outline, neighbours)
    }
    reportRuns(
      of: crossings.filter { crossing in
        !explained.contains { land in
          land.box.contains(crossing.place) && land.regions.contains(crossing.pair.a)
            && land.regions.contains(crossing.pair.b)
        }
      })
  }

  private func isShell(_ ring: Int, _ polygonOfRing: ContiguousArray<Int32>) -> Bool {
    table.ringStart[Int(polygonOfRing[ring])] == ring
  }

  /// The box round an outline, and two cells more.
  private static func box(of outline: Paths) -> GridBox {
    var box = GridBox()
    for vertex in 0..<outline.vertexCount { box.extend(to: outline.point(vertex)) }
    box.minX -= 2
    box.minY -= 2
    box.maxX += 2
    box.maxY += 2
    return box
  }

  /// Meetings of the same two regions that follow each other along one ring, with at most a few edges between them, are one
  /// finding.
  private mutating func reportRuns(of crossings: [Crossing]) {
    struct Place {
      var crossing: Crossing
      var ring: Int
      var vertex: Int
    }
    let places = crossings.map { crossing in
      let vertex = Int(drawing.vertex[crossing.interaction.first])
      return Place(crossing: crossing, ring: Int(drawing.rings.ringOfVertex[vertex]), vertex: vertex)
    }.sorted { a, b in
      (a.crossing.pair.a, a.crossing.pair.b, a.ring, a.vertex) < (
        b.crossing.pair.a, b.crossing.pair.b, b.ring, b.vertex
      )
    }
    var last: Place?
    var said: Set<GridPoint> = []
    for place in places {
      // Several regions may meet in one such place.
      guard said.insert(place.crossing.place).inserted else { continue }
      let pair = place.crossing.pair
      if let known = last, known.crossing.pair == pair, known.ring == place.ring, place.vertex - known.vertex <= 16 {
        findings[findings.count - 1].count += 1
      } else {
        findings.append(
          finding(
            .unmatchedEdge, of: pair.a, at: place.crossing.place,
            "the borders of \(words(pair.a)) and \(words(pair.b)) meet where not both have a vertex"))
      }
      last = place
    }
  }
}
