import MapPackCoverage
import MapPackFeatures
import MapPackGeometry
import MapPackMerge
import MapPackSimplify
import TestSupport
import Testing

/// Simplification of made-up maps, judged by the checker that compares everything with everything.
@Suite struct RandomMapTests {
  static func merged(_ map: RandomCoverage) throws -> Coverage {
    try merge(map.table, options: MergeOptions(key: Template("CODE"), name: Template("NAME")))
  }

  static func small(_ seed: UInt64, depth: Int = 2) -> RandomCoverage {
    RandomCoverage(seed: seed) { ($0.columns, $0.rows, $0.regions, $0.depth) = (5, 5, 5, depth) }
  }

  static func options(_ amount: SimplifyOptions.Amount, levels: Int = 1, jobs: Int = 1) -> SimplifyOptions {
    SimplifyOptions { ($0.amount, $0.levels, $0.jobs) = (amount, levels, jobs) }
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func `without simplification only rounding changes the map, and it stays valid`(seed: UInt64) throws {
    let coverage = try Self.merged(Self.small(seed))
    let result = try simplify(coverage, options: Self.options(.none), progress: nil)
    #expect(GeometryExport.violations(of: result) == [])
    #expect(result.polygonCount == coverage.polygonCount)
    #expect(result.arcs.vertexCount == coverage.arcs.vertexCount)
    #expect(result.polygonArea.sorted() == coverage.polygonArea.sorted())
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `polygons of one area that meet in one vertex come in one order, whatever that of the input`(seed: UInt64) throws
  {
    let map = RandomCoverage.twins(seed: seed)
    var random = SplitMix64(seed: seed)
    var options = Self.options(.keep(share: 0.7), levels: 2)
    options.minimumIsland = [nil, 1e6, 1e8, 1e10][Int(seed % 4)]
    options.maximumParts = seed % 3 == 0 ? 2 : nil
    let first = try Self.merged(map)
    let simplified = try simplify(first, options: options, progress: nil)
    for _ in 0..<3 {
      let second = try Self.merged(map.shuffled(reversingRings: true, using: &random))
      #expect(Columns(first) == Columns(second))
      #expect(first.regions == second.regions)
      #expect(Columns(simplified) == Columns(try simplify(second, options: options, progress: nil)))
    }
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func `a finished coverage is in canonical order`(seed: UInt64) throws {
    let coverage = try Self.merged(Self.small(seed))
    let result = try simplify(coverage, options: Self.options(.tolerance(meters: 3000)), progress: nil)
    // The arrangement puts the same lines into its order; nothing may change.
    var input = ClaimedPaths()
    for arc in 0..<result.arcs.count {
      for vertex in result.arcs.vertices(of: arc) { input.paths.append(result.arcs.point(vertex)) }
      input.endPath(
        isClosed: result.arcs.isClosed[arc], left: result.arcs.left[arc], right: result.arcs.right[arc])
    }
    let again = arrange(input, regionCount: result.regions.count, jobs: 1) { claims in
      claims.map(\.claim)
    }
    #expect(again.noding.isClean)
    #expect(again.arcs.points == result.arcs.points && again.arcs.start == result.arcs.start)
    #expect(again.arcs.left == result.arcs.left && again.rings.references == result.references)
    #expect(again.rings.ringStart == result.ringStart && again.rings.polygonStart == result.polygonStart)
  }
}

/// What of a coverage goes into a pack.
struct Columns: Equatable {
  var integers: [ContiguousArray<Int32>]
  var offsets: [ContiguousArray<Int>]
  var references: ContiguousArray<ArcReference>
  var levels: [ContiguousArray<UInt8>]
  var flags: [ContiguousArray<Bool>]
  var areas: ContiguousArray<Double>
  var tolerances: [Level]

  init(_ coverage: Coverage) {
    let arcs = coverage.arcs
    integers = [
      ContiguousArray(arcs.points.map(\.x)), ContiguousArray(arcs.points.map(\.y)), arcs.left, arcs.right,
    ]
    offsets = [arcs.start, coverage.polygonStart, coverage.ringStart, coverage.referenceStart]
    references = coverage.references
    levels = [arcs.vertexLevel, coverage.polygonLevel]
    flags = [arcs.isClosed, arcs.isSeam]
    areas = coverage.polygonArea
    tolerances = coverage.levels
  }
}

/// How many points are a vertex.
func distinctVertices(_ coverage: Coverage) -> Int {
  Set((0..<coverage.arcs.vertexCount).map { coverage.arcs.point($0) }).count
}

/// How many vertices a share asks for: all that may not go, and the share of the others.
func verticesToKeep(_ share: Double, of coverage: Coverage, _ options: SimplifyOptions) throws -> Int {
  let simplifier = try Simplifier(coverage, options: options)
  let removable = simplifier.removableCount
  return simplifier.vertexCount - removable + Int((share * Double(removable)).rounded())
}

/// Pairs of regions with a common border.
func neighbors(_ coverage: Coverage) -> Set<[Int32]> {
  var pairs: Set<[Int32]> = []
  for arc in 0..<coverage.arcs.count where min(coverage.arcs.left[arc], coverage.arcs.right[arc]) >= 0 {
    pairs.insert([coverage.arcs.left[arc], coverage.arcs.right[arc]].sorted())
  }
  return pairs
}
