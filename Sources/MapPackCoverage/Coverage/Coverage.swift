import Foundation
import MapPackFeatures
import MapPackGeometry

/// A map whose regions do not overlap and whose borders are stored once.
///
/// An **arc** is a line between two **nodes**, or a closed line without a node. It knows the regions on its left and on
/// its right. A **ring** is a list of arc references, a **polygon** is a shell and its holes, a **region** is a list of
/// polygons. *Left* and *counter-clockwise* are meant with x drawn to the right and y drawn upwards, whichever way the
/// plane's y really grows.
///
/// A coverage keeps these promises by the way in which it is made, and `prove(_:jobs:)` proves them:
/// - Two arcs, or two parts of one, meet in nodes only. No arc has a vertex twice, except its node at both ends.
/// - The two sides of an arc differ, and at least one of them is a region.
/// - Shells run counter-clockwise and holes clockwise, so the region is on their left. No ring has a vertex twice.
/// - A polygon's inside is connected. Two polygons share points and arcs at most.
///
/// A coverage is canonical: the same map gives the same coverage, whatever the order of features and vertices was.
/// - Arcs run as `CanonicalWalk` says: from their smaller end, or round a ring from its smallest vertex.
/// - Arcs are sorted by first vertex, then second vertex.
/// - A ring starts with the arc whose first vertex, in the ring's direction, is the smallest.
/// - A polygon's holes and a region's polygons are sorted by `SizeOrder`: the largest first.
/// - Regions are sorted by the UTF-8 bytes of their codes.
///
/// A coverage of **lines** has the same columns. Each polygon is one line, with one ring of one arc; the region is on
/// the arc's left and nobody is on its right. Its vertices run from end to end, and consecutive ones differ. A line
/// that ends in its first vertex has that vertex at both ends. Lines may cross and touch. A region's lines are sorted
/// by length, the longest first.
///
/// In a coverage of **points**, each polygon is one point in the same way: a closed arc of one vertex.
package struct Coverage: Sendable {
  /// Whether the regions are made of areas, lines or points.
  package var kind = GeometryKind.areas
  /// The integer plane on which the vertices lie.
  package var plane: Plane
  /// The levels of detail, the finest first.
  package var levels: [Level] = [Level()]
  /// The name of the map that this dataset is for, if it is known.
  package var map: String?
  /// The files and layers that were read.
  package var sources: [Source] = []
  /// The pipeline file, the files that it names, and the name table; empty if the coverage was made without a pipeline
  /// file.
  package var inputs: [InputFile] = []
  /// How much was read; `nil` if that is not known.
  package var read: TableFigures?
  /// The members of the map, sorted by the UTF-8 bytes of their codes.
  package var regions: [Region] = []
  /// All borders, each once.
  package var arcs = ArcTable()

  /// The polygons of region r are `polygonStart[r] ..< polygonStart[r + 1]`.
  package var polygonStart: ContiguousArray<Int> = [0]
  /// The rings of polygon p are `ringStart[p] ..< ringStart[p + 1]`, the shell first.
  package var ringStart: ContiguousArray<Int> = [0]
  /// The arc references of ring q are `references[referenceStart[q] ..< referenceStart[q + 1]]`.
  package var referenceStart: ContiguousArray<Int> = [0]
  /// The arcs of all rings, in the order and direction in which the rings walk them.
  package var references: ContiguousArray<ArcReference> = []
  /// Per polygon: the coarsest level at which it is present; it is present at all finer ones.
  package var polygonLevel: ContiguousArray<UInt8> = []
  /// Per polygon: its published area in m² on the WGS 84 ellipsoid, with edges straight in longitude and latitude; for
  /// a line, its length in meters; 0 for a point.
  package var polygonArea: ContiguousArray<Double> = []

  /// What became of every feature, polygon and piece of land that was read.
  package var ledger = Ledger()
  /// What was found and mended on the way.
  package var findings: [Finding] = []

  /// An empty coverage of areas, with one level.
  package init(plane: Plane) { self.plane = plane }

  /// Takes the shapes of regions. Levels and areas of the polygons are 0.
  package mutating func take(_ arcs: ArcTable, _ rings: RingAssembly) {
    self.arcs = arcs
    (polygonStart, ringStart) = (rings.polygonStart, rings.ringStart)
    (referenceStart, references) = (rings.referenceStart, rings.references)
    polygonLevel = ContiguousArray(repeating: 0, count: polygonCount)
    polygonArea = ContiguousArray(repeating: 0, count: polygonCount)
  }

  package var polygonCount: Int { ringStart.count - 1 }
  package var ringCount: Int { referenceStart.count - 1 }
}

/// The integer plane on which a coverage lies.
package enum Plane: Hashable, Codable, Sendable {
  /// Longitude and latitude, the plane of `merge`; y grows to the north.
  case lonlat(NodingGrid)
  /// Web Mercator, the plane of `simplify` and everything after it; y grows to the south.
  case mercator(PackGrid)
}

/// A level of detail.
package struct Level: Hashable, Codable, Sendable {
  /// The tolerance in meters on the ground; at the equator, if a zoom was asked for. 0 if nothing was removed.
  package var tolerance: Double = 0

  package init(tolerance: Double = 0) { self.tolerance = tolerance }
}

// The polygons of regions, the rings of polygons, and the arc references of both. All are O(1) if they do not say otherwise.
extension Coverage {
  /// The polygons of a region.
  @inlinable
  package func polygons(of region: Int) -> Range<Int> { polygonStart[region]..<polygonStart[region + 1] }

  /// The rings of a polygon, the shell first.
  @inlinable
  package func rings(of polygon: Int) -> Range<Int> { ringStart[polygon]..<ringStart[polygon + 1] }

  /// The rings of consecutive polygons.
  @inlinable
  package func rings(ofAll polygons: Range<Int>) -> Range<Int> {
    ringStart[polygons.lowerBound]..<ringStart[polygons.upperBound]
  }

  /// The shell of a polygon; of a line or a point, its only ring.
  @inlinable
  package func shell(of polygon: Int) -> Int { ringStart[polygon] }

  /// The arc references of a ring.
  @inlinable
  package func references(of ring: Int) -> ArraySlice<ArcReference> {
    references[referenceStart[ring]..<referenceStart[ring + 1]]
  }

  /// The arc references of all rings of a polygon.
  @inlinable
  package func references(ofPolygon polygon: Int) -> ArraySlice<ArcReference> {
    references[referenceStart[ringStart[polygon]]..<referenceStart[ringStart[polygon + 1]]]
  }

  /// Per arc: the polygons on its left and on its right, `none` if there is none.
  package func polygonSides(
    where isPresent: (Int) -> Bool = { _ in true }
  ) -> (left: ContiguousArray<Int32>, right: ContiguousArray<Int32>) {
    var left = ContiguousArray(repeating: ArcTable.none, count: arcs.count)
    var right = left
    for polygon in 0..<polygonCount where isPresent(polygon) {
      let number = Int32(truncatingIfNeeded: polygon)
      for reference in references(ofPolygon: polygon) {
        if reference.isReversed { right[reference.arc] = number } else { left[reference.arc] = number }
      }
    }
    return (left, right)
  }

  /// The only arc of a line or a point.
  @inlinable
  package func arc(ofLine line: Int) -> Int { references[referenceStart[ringStart[line]]].arc }

  /// The number of vertices of a region's rings at the finest level, to compare editions. Vertices of a border count
  /// for both regions. Of a line, it is one less than its vertices. Points count one each. O(its arc references).
  package func ringVertices(of region: Int) -> Int {
    let uses = polygons(of: region).lazy.flatMap { references(ofPolygon: $0) }
    return uses.reduce(0) { count, reference in
      count + arcs.vertices(of: reference.arc).count - (arcs.isClosed[reference.arc] ? 0 : 1)
    }
  }

  /// The indices of the regions that have a shape. O(regions).
  package var liveRegions: [Int] {
    regions.indices.filter { !polygons(of: $0).isEmpty }
  }
}

extension Coverage {
  /// The section of a coverage's file that keeps the features that the coverage was made of.
  static let featuresSection = "features"
}

extension FeatureTable {
  /// The features that the file of a coverage keeps, so that several coverages can be joined; `nil` if it keeps none.
  ///
  /// Coverages that were merged separately cannot be joined line by line: noding rounds crossings to the grid, and the
  /// result depends on every line nearby, including those of the other coverage. So the whole is merged from the
  /// features, which gives the bytes of a single merge of all of them.
  /// - Throws: `unreadableData` if the file is damaged, or is not a coverage's.
  package init?(keptByCoverage data: Data, file: String) throws(StageError) {
    let stage = try StageFile(data, kind: .coverage, file: file)
    guard stage.sectionNames.contains(Coverage.featuresSection) else { return nil }
    try self.init(encoded: stage.data(Coverage.featuresSection), file: file)
  }
}
