import Foundation
import MapPackFeatures
import MapPackGeometry

extension Coverage {
  /// The part of a stage file that is JSON.
  private struct Description: Codable {
    /// `nil` for areas.
    var kind: GeometryKind?
    var plane: Plane
    var levels: [Level]
    var map: String?
    var sources: [Source]
    var inputs: [InputFile]
    var read: TableFigures?
    var regions: [Region]
    var findings: [Finding]
  }

  /// The coverage as a stage file.
  ///
  /// Equal coverages have equal bytes, and `init(encoded:file:)` restores everything.
  /// - Complexity: O(n + r) for n vertices and r arc references.
  package func encoded() -> Data { stageFile().data }

  /// The contents of the stage file that `encoded()` gives, without a copy of the columns.
  /// - Parameter features: the features that the coverage was made of. They are kept beside it, so that it can be
  ///   joined with other coverages.
  package func stageFile(keeping features: FeatureTable? = nil) -> StageFileContents {
    var writer = StageFileWriter(kind: .coverage)
    writer.add(
      "description",
      json: Description(
        kind: kind == .areas ? nil : kind, plane: plane, levels: levels, map: map, sources: sources, inputs: inputs,
        read: read, regions: regions,
        findings: findings))
    writer.add("arc.start", arcs.start)
    writer.add("arc.left", arcs.left)
    writer.add("arc.right", arcs.right)
    writer.add("arc.closed", arcs.isClosed)
    writer.add("arc.seam", arcs.isSeam)
    writer.add("vertex.x", ContiguousArray(arcs.points.lazy.map(\.x)))
    writer.add("vertex.y", ContiguousArray(arcs.points.lazy.map(\.y)))
    writer.add("vertex.level", arcs.vertexLevel)
    writer.add("polygon.start", polygonStart)
    writer.add("polygon.level", polygonLevel)
    writer.add("polygon.area", polygonArea)
    writer.add("ring.start", ringStart)
    writer.add("reference.start", referenceStart)
    writer.add("reference", ContiguousArray(references.lazy.map(\.rawValue)))
    ledger.write(to: &writer)
    if let features { writer.add(Self.featuresSection, ContiguousArray(features.encoded())) }
    return writer.finish()
  }

  /// Reads a stage file of a coverage.
  ///
  /// Bytes are not trusted. It is checked that every count, offset and index is valid, that coordinates lie within the
  /// range of the exact predicates, that rings are closed chains of arcs with their own region on the left, and that
  /// regions are in order. Whether lines cross is not checked here, but by `prove(_:jobs:)`.
  /// - Throws: `unreadableData` if a check fails.
  /// - Complexity: O(n + r) for n vertices and r arc references.
  package init(encoded data: Data, file: String) throws(StageError) {
    let stage = try StageFile(data, kind: .coverage, file: file)
    let description = try stage.value("description", as: Description.self)
    self.init(plane: description.plane)
    kind = description.kind ?? .areas
    levels = description.levels
    map = description.map
    sources = description.sources
    inputs = description.inputs
    read = description.read
    regions = description.regions
    findings = description.findings
    try checkDescription(stage)

    let x: ContiguousArray<Int32> = try stage.column("vertex.x")
    let y: ContiguousArray<Int32> = try stage.column("vertex.y", count: x.count)
    arcs.points = ContiguousArray(zip(x, y).lazy.map { GridPoint(x: $0, y: $1) })
    arcs.vertexLevel = try stage.column("vertex.level", count: x.count)
    arcs.start = try stage.starts("arc.start", owned: x.count, minimum: min(kind.leastVertices, 2))
    arcs.left = try stage.column("arc.left", count: arcs.count)
    arcs.right = try stage.column("arc.right", count: arcs.count)
    arcs.isClosed = try stage.booleans("arc.closed", count: arcs.count)
    arcs.isSeam = try stage.booleans("arc.seam", count: arcs.count)
    try checkArcs(stage)

    references = ContiguousArray((try stage.column("reference")).lazy.map { ArcReference(rawValue: $0) })
    referenceStart = try stage.starts("reference.start", owned: references.count, minimum: 1)
    ringStart = try stage.starts("ring.start", owned: ringCount, minimum: 1)
    polygonStart = try stage.starts("polygon.start", owners: regions.count, owned: polygonCount)
    polygonLevel = try stage.column("polygon.level", count: polygonCount)
    polygonArea = try stage.column("polygon.area", count: polygonCount)
    switch kind {
    case .areas: try checkRings(stage)
    case .lines, .points: try checkLines(stage)
    }
    ledger = try Ledger(from: stage, sourceCount: sources.count)
  }

  private func checkDescription(_ stage: StageFile) throws(StageError) {
    guard plane.isPlausible else { throw stage.damage("description", "no plane is like \(plane)") }
    // A level's number has one byte.
    guard (1...256).contains(levels.count), levels.allSatisfy({ $0.tolerance >= 0 && $0.tolerance.isFinite }) else {
      throw stage.damage("description", "no coverage has the levels \(levels.map(\.tolerance))")
    }
    for (region, next) in zip(regions, regions.dropFirst()) {
      guard region.code.utf8.lexicographicallyPrecedes(next.code.utf8) else {
        throw stage.damage("description", "the region \(next.code) follows \(region.code)")
      }
    }
    guard regions.allSatisfy({ $0.area.isFinite }) else {
      throw stage.damage("description", "a region's area is not a number")
    }
    guard regions.allSatisfy({ $0.numbers.allSatisfy { !$0.name.isEmpty && $0.value.isFinite } }) else {
      throw stage.damage("description", "a number of a region has no name, or is not finite")
    }
  }

  private func checkArcs(_ stage: StageFile) throws(StageError) {
    let limit = Int32(GridPoint.coordinateLimit)
    guard arcs.points.allSatisfy({ 0 <= min($0.x, $0.y) && max($0.x, $0.y) <= limit }) else {
      throw stage.damage("vertex.x", "a coordinate is not within 0 … \(limit)")
    }
    guard arcs.vertexLevel.allSatisfy({ $0 < levels.count }) else {
      throw stage.damage("vertex.level", "a vertex is on none of the \(levels.count) levels")
    }
    for arc in 0..<arcs.count {
      let (left, right) = (arcs.left[arc], arcs.right[arc])
      guard left != right, left >= ArcTable.none, right >= ArcTable.none, max(left, right) < regions.count else {
        throw stage.damage("arc.left", "arc \(arc) lies between regions \(left) and \(right) of \(regions.count)")
      }
      let vertices = arcs.vertices(of: arc)
      guard !arcs.isClosed[arc] || kind == .points || vertices.count >= 3 else {
        throw stage.damage("arc.closed", "arc \(arc) is closed and has \(vertices.count) vertices")
      }
      for vertex in vertices.dropFirst() {
        guard arcs.point(vertex) != arcs.point(vertex - 1) else {
          throw stage.damage("vertex.x", "arc \(arc) has a vertex twice in a row")
        }
      }
    }
  }

  /// Checks that each polygon is one arc of its region: an open one if it is a line, a closed one of one vertex if it
  /// is a point.
  private func checkLines(_ stage: StageFile) throws(StageError) {
    try checkReferences(stage)
    guard ringCount == polygonCount, references.count == polygonCount, arcs.count == polygonCount,
      references.enumerated().allSatisfy({ $1 == ArcReference(arc: $0, reversed: false) })
    else { throw stage.damage("reference", "a \(kind.part) is not one arc") }
    for region in regions.indices {
      for line in polygons(of: region) {
        guard arcs.left[line] == Int32(region), arcs.right[line] == ArcTable.none,
          arcs.isClosed[line] == (kind == .points), kind == .lines || arcs.vertices(of: line).count == 1
        else {
          throw stage.damage("arc.left", "\(kind.part) \(line) is not of region \(region)")
        }
      }
    }
    guard kind == .points || regions.allSatisfy({ $0.length?.isFinite == true }) else {
      throw stage.damage("description", "a region's length is not a number")
    }
  }

  private func checkRings(_ stage: StageFile) throws(StageError) {
    try checkReferences(stage)
    for region in regions.indices {
      let polygons = polygons(of: region)
      for ring in rings(ofAll: polygons) {
        try checkRing(ring, of: region, stage)
      }
    }
  }

  private func checkReferences(_ stage: StageFile) throws(StageError) {
    guard polygonLevel.allSatisfy({ $0 < levels.count }) else {
      throw stage.damage("polygon.level", "a polygon is on none of the \(levels.count) levels")
    }
    guard polygonArea.allSatisfy(\.isFinite) else {
      throw stage.damage("polygon.area", "an area is not a number")
    }
    guard references.allSatisfy({ $0.arc < arcs.count }) else {
      throw stage.damage("reference", "it names none of the \(arcs.count) arcs")
    }
  }

  /// Checks that a ring is a closed chain of arcs, each with the ring's region on its left.
  private func checkRing(_ ring: Int, of region: Int, _ stage: StageFile) throws(StageError) {
    let chain = references(of: ring)
    var previousEnd = chain.last.map { end(of: $0) }
    for reference in chain {
      let left = reference.isReversed ? arcs.right[reference.arc] : arcs.left[reference.arc]
      guard left == Int32(region) else {
        throw stage.damage("reference", "ring \(ring) of region \(region) has region \(left) on its left")
      }
      guard !arcs.isClosed[reference.arc] || chain.count == 1 else {
        throw stage.damage("reference", "ring \(ring) has a closed arc among others")
      }
      guard arcs.isClosed[reference.arc] || start(of: reference) == previousEnd else {
        throw stage.damage("reference", "the arcs of ring \(ring) are no chain")
      }
      previousEnd = end(of: reference)
    }
  }

  private func start(of reference: ArcReference) -> GridPoint {
    let vertices = arcs.vertices(of: reference.arc)
    return arcs.point(reference.isReversed ? vertices.upperBound - 1 : vertices.lowerBound)
  }

  private func end(of reference: ArcReference) -> GridPoint { start(of: reference.opposite) }
}

extension Plane {
  /// Whether cells have a size that a map can have, and their coordinates can be computed without overflow.
  fileprivate var isPlausible: Bool {
    let limit = Int64(1) << 61
    func isPlausible(_ origin: Int64) -> Bool { -limit <= origin && origin <= limit }
    switch self {
    case .lonlat(let grid):
      return (0...NodingGrid.finestExponent).contains(grid.exponent) && isPlausible(grid.originX)
        && isPlausible(grid.originY)
    case .mercator(let grid):
      // From 2⁻⁶⁰ map points to the whole world.
      return (-60...28).contains(grid.cellExponent) && isPlausible(grid.originX) && isPlausible(grid.originY)
    }
  }
}
