import MapPackFeatures
import MapPackGeometry

extension Coverage {
  /// The map of the regions' groups: each group is a region, made of those that are in it.
  ///
  /// Its code and its name are the text of the group. Its shapes are those of its regions without the borders between
  /// them, so at every level its arcs are arcs of this coverage, vertex for vertex. Land of regions that are in no group
  /// is left out. It keeps what this coverage promises, has the same plane, levels and sources, and an empty ledger.
  /// - Parameter numbers: the numbers that are summed; a group has the sum of the values that its regions have. Groups
  ///   have no other numbers.
  /// - Complexity: O(n log n) for n vertices.
  package func grouped(numbers: [String] = [], jobs: Int) -> Coverage {
    var map = Coverage(plane: plane)
    (map.kind, map.levels, map.sources, map.inputs) = (kind, levels, sources, inputs)
    map.regions = groupRegions(numbers: numbers)
    let index = Dictionary(
      map.regions.indices.map { (map.regions[$0].code, $0) }, uniquingKeysWith: { first, _ in first })
    let groupOfRegion = regions.map { $0.group.flatMap { index[$0] } }
    if kind == .areas {
      map.dissolve(self, groupOfRegion, jobs: jobs)
    } else {
      map.takeLines(of: self, groupOfRegion)
    }
    return map
  }

  /// The regions of the map of groups, without shapes.
  /// - Parameter numbers: the numbers that are summed.
  package func groupRegions(numbers: [String] = []) -> [Region] {
    let codes = regions.compactMap(\.group).canonicallyDistinct
    let index = Dictionary(zip(codes, codes.indices), uniquingKeysWith: { first, _ in first })
    var groups = codes.map { Region(code: $0, name: $0) }
    for region in regions {
      if let group = region.group.flatMap({ index[$0] }) { groups[group].add(region, numbers) }
    }
    return groups
  }

  /// Takes the areas of another coverage, without the borders between regions of one group.
  private mutating func dissolve(_ fine: Coverage, _ groupOfRegion: [Int?], jobs: Int) {
    // A face is a polygon; face 0 is all the rest.
    let (left, right) = fine.polygonSides()
    var face = ContiguousArray<Int32>(repeating: 0, count: 2 * fine.arcs.count)
    for arc in 0..<fine.arcs.count { (face[2 * arc], face[2 * arc + 1]) = (left[arc] + 1, right[arc] + 1) }
    var owner: ContiguousArray = [ArcTable.none]
    for region in fine.regions.indices {
      let group = groupOfRegion[region].map { Int32(truncatingIfNeeded: $0) } ?? ArcTable.none
      owner += repeatElement(group, count: fine.polygons(of: region).count)
    }
    let paths = fine.arcs.paths
    let dissolved = Dissolved(
      paths, HalfEdges(paths), face, owner: owner, seams: SeamLines(plane), levels: fine.arcs.vertexLevel, jobs: jobs)
    let rings = RingAssembly(dissolved.arcs, face: dissolved.face, regionCount: regions.count, jobs: jobs)
    take(dissolved.arcs, rings)
    var areas = ContiguousArray<Double>(repeating: 0, count: owner.count)
    var presence = ContiguousArray<UInt8>(repeating: 0, count: owner.count)
    for polygon in 0..<fine.polygonCount {
      let united = Int(dissolved.unitedFace[polygon + 1])
      areas[united] += fine.polygonArea[polygon]
      presence[united] = max(presence[united], fine.polygonLevel[polygon])
    }
    polygonArea = ContiguousArray(rings.polygonFace.lazy.map { areas[Int($0)] })
    polygonLevel = ContiguousArray(rings.polygonFace.lazy.map { presence[Int($0)] })
  }

  /// Takes the lines or points of another coverage as they are.
  private mutating func takeLines(of fine: Coverage, _ groupOfRegion: [Int?]) {
    var lines = [[Int]](repeating: [], count: regions.count)
    for region in fine.regions.indices {
      if let group = groupOfRegion[region] { lines[group] += fine.polygons(of: region) }
    }
    func first(_ line: Int) -> GridPoint { fine.arcs.point(fine.arcs.start[fine.arc(ofLine: line)]) }
    for group in regions.indices {
      // The longest line comes first; points have no length.
      let sorted = lines[group].sorted { one, other in
        fine.polygonArea[one] != fine.polygonArea[other]
          ? fine.polygonArea[one] > fine.polygonArea[other] : (first(one), one) < (first(other), other)
      }
      for line in sorted {
        let vertices = fine.arcs.vertices(of: fine.arc(ofLine: line))
        appendLine(
          fine.arcs.points[vertices], of: Int32(truncatingIfNeeded: group), length: fine.polygonArea[line])
        arcs.vertexLevel.replaceSubrange(
          arcs.vertices(of: arcs.count - 1), with: fine.arcs.vertexLevel[vertices])
        polygonLevel[polygonCount - 1] = fine.polygonLevel[line]
      }
      polygonStart.append(polygonCount)
    }
  }
}

extension Region {
  /// Adds the figures of a region of this group.
  fileprivate mutating func add(_ region: Region, _ names: [String]) {
    area += region.area
    if let more = region.length { length = (length ?? 0) + more }
    for name in names {
      guard let value = region.number(name) else { continue }
      if let known = numbers.firstIndex(where: { $0.name == name }) {
        numbers[known].value += value
      } else {
        numbers.append(Number(name: name, value: value))
      }
    }
  }
}
