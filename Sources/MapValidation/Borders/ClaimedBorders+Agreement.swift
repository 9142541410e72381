import MapGeometry

extension ClaimedBorders {
  /// Whether no edge has two regions on one side, and round every node and below every part the claims agree. Where
  /// besides no border meets another outside of a vertex of both, no two regions claim the same land.
  func claimsAgree(jobs: Int) -> Bool {
    edgesHaveOneRegionASide(jobs: jobs) && nodesAgree(jobs: jobs) && partsAgree()
  }

  private func edgesHaveOneRegionASide(jobs: Int) -> Bool {
    let (rings, edges) = (drawing.rings, drawing.edges)
    let groups = rings.paths.groups(ofVertices: 65_536)
    return concurrentMap(groups.count, jobs: jobs) { group in
      for ring in groups[group] {
        let own = region[Int(rings.featureOfRing[ring])]
        for segment in rings.vertices(ofRing: ring) where edges.secondUse[segment] >= 0 {
          let second = Int(edges.secondUse[segment])
          if edges.furtherUses.isEmpty {
            if edges.isForward(second, of: segment), own != region(ofVertex: second) { return false }
            continue
          }
          var left: Set<Int32> = []
          var right: Set<Int32> = []
          edges.forEachUse(of: segment) { use in
            let owner = region(ofVertex: use)
            guard owner >= 0 else { return }
            if edges.isForward(use, of: segment) { left.insert(owner) } else { right.insert(owner) }
          }
          if left.count > 1 || right.count > 1 { return false }
        }
      }
      return true
    }.allSatisfy { $0 }
  }

  // MARK: Nodes

  /// Whether round every node each two lines that follow each other agree on who claims what lies between them.
  private func nodesAgree(jobs: Int) -> Bool {
    let nodes = drawing.edges.nodes
    let chunks = (0..<nodes.count).chunks(of: 512) { _ in 1 }
    return concurrentMap(chunks.count, jobs: jobs) { chunk in
      var sides: [Side] = []
      return chunks[chunk].allSatisfy { agrees(nodes[$0], &sides) }
    }.allSatisfy { $0 }
  }

  /// A line as it leaves a node, and who claims what comes behind it counter-clockwise, or before it.
  private struct Side {
    var towards: GridPoint
    var isBehind: Bool
    var owner: Int32
  }

  /// - Parameter sides: room to work in.
  private func agrees(_ node: Int32, _ sides: inout [Side]) -> Bool {
    let rings = drawing.rings
    let centre = rings.point(Int(node))
    sides.removeAll(keepingCapacity: true)
    for visit in visits[node] {
      let owner = region(ofVertex: Int(visit))
      guard owner >= 0 else { continue }
      sides.append(Side(towards: rings.point(rings.next(Int(visit))), isBehind: true, owner: owner))
      sides.append(Side(towards: rings.point(rings.previous(Int(visit))), isBehind: false, owner: owner))
    }
    sides.sort { a, b in
      if a.towards != b.towards { return precedes(a.towards, b.towards, around: centre) }
      return a.isBehind == b.isBehind ? a.owner < b.owner : b.isBehind
    }
    guard !sides.isEmpty else { return true }
    // Round once, from the first line on: what one has behind it the next must have before it. On each line, what is
    // before it comes first.
    func line(from begin: Int) -> (before: Range<Int>, behind: Range<Int>) {
      var end = begin
      var middle = begin
      while end < sides.count, sides[end].towards == sides[begin].towards {
        end += 1
        if !sides[end - 1].isBehind { middle = end }
      }
      return (begin..<middle, middle..<end)
    }
    let first = line(from: 0)
    var current = first
    while true {
      let isLast = current.behind.upperBound == sides.count
      let next = isLast ? first : line(from: current.behind.upperBound)
      if !haveSameOwners(sides, current.behind, next.before) { return false }
      if isLast { return true }
      current = next
    }
  }

  /// Whether the same regions, each once or several times in a row, are on two sides of lines.
  private func haveSameOwners(_ sides: [Side], _ one: Range<Int>, _ other: Range<Int>) -> Bool {
    var a = one.lowerBound
    var b = other.lowerBound
    while a < one.upperBound, b < other.upperBound {
      let owner = sides[a].owner
      guard sides[b].owner == owner else { return false }
      while a < one.upperBound, sides[a].owner == owner { a += 1 }
      while b < other.upperBound, sides[b].owner == owner { b += 1 }
    }
    return a == one.upperBound && b == other.upperBound
  }

  // MARK: Parts

  /// Whether what each connected part of the drawing claims below its lowest point is what the edge below it claims
  /// above. Parts of one region that lie in that region are no matter.
  private func partsAgree() -> Bool {
    let (rings, edges) = (drawing.rings, drawing.edges)
    // -2: none; -3: several.
    var only = ContiguousArray<Int32>(repeating: -2, count: rings.ringCount)
    for ring in 0..<rings.ringCount where !rings.vertices(ofRing: ring).isEmpty {
      let owner = region[Int(rings.featureOfRing[ring])]
      guard owner >= 0 else { continue }
      let part = Int(part[ring])
      only[part] = only[part] == -2 || only[part] == owner ? owner : -3
    }
    for part in parts {
      let point = rings.point(part.lowest)
      var below: Set<Int32> = []
      for visit in visits[drawing.points.representative[part.lowest]] {
        let owner = region(ofVertex: Int(visit))
        guard owner >= 0 else { continue }
        let before = rings.point(rings.previous(Int(visit)))
        if orientation(before, point, rings.point(rings.next(Int(visit)))) < 0 { below.insert(owner) }
      }
      var above: Set<Int32> = []
      if let hit = part.below {
        edges.forEachUse(of: hit.segment) { use in
          let owner = region(ofVertex: use)
          if owner >= 0, edges.isForward(use, of: hit.segment) == hit.runsTowardsGrowingX { above.insert(owner) }
        }
      }
      let only = only[part.number]
      guard above != below, only != -2 else { continue }
      if only < 0 || !above.union(below).subtracting([only]).isEmpty { return false }
    }
    return true
  }
}

/// Whether one direction from a point comes before another in the order of angles from growing x on.
func precedes(_ a: GridPoint, _ b: GridPoint, around centre: GridPoint) -> Bool {
  func isLower(_ p: GridPoint) -> Bool { p.y < centre.y || (p.y == centre.y && p.x < centre.x) }
  if isLower(a) != isLower(b) { return isLower(b) }
  return orientation(centre, a, b) > 0
}
