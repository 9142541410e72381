import MapArrangement
import MapFeatures
import MapGeometry

/// A map whose regions do not overlap and whose borders are stored once.
///
/// An **arc** is a line between two **nodes** (or a closed line without one); it knows the region on its left
/// and on its right. A **ring** is a list of arc references, a **polygon** a shell and its holes, a **region** a
/// list of polygons. *Left* and *counter-clockwise* are meant in the plane's numbers with y drawn upwards,
/// whichever way the plane's y really grows.
///
/// Promises, kept by the way in which a coverage is made, and proved by `prove(_:jobs:)` before anything is written:
/// - two arcs, or two parts of one, meet in nodes only; no arc has a vertex twice (but a closed one its node);
/// - the regions on an arc's two sides differ; at least one of them is a region;
/// - shells run counter-clockwise, holes clockwise, with the region on their left; no ring has a vertex twice;
/// - a polygon's inside is connected, two polygons have at most points and arcs in common.
///
/// Canonical: the same map has the same coverage whatever the order of features and vertices it was made from.
/// Arcs are directed from their smaller end (a closed arc starts at its smallest vertex or its node, towards
/// its smaller neighbour) and sorted by (first vertex, second vertex); rings start at the arc whose first vertex,
/// in the ring's direction, is smallest; a polygon's holes and a region's polygons are sorted by (area on the
/// grid descending, smallest vertex), regions by the UTF-8 bytes of their codes.
///
/// A coverage of **lines** has the same columns: each polygon is one line, with one ring of one arc, whose left is the
/// line's region and whose right is nobody. Its vertices run from end to end, consecutive ones different; a line that ends
/// where it begins has that vertex at both ends. Lines may cross and touch. A region's lines are sorted by length, the
/// longest first.
///
/// In a coverage of points each polygon is one point in the same way: a closed arc of one vertex.
package struct Coverage: Sendable {
  package var kind = GeometryKind.areas
  package var plane: Plane
  /// Level 0 is the finest.
  package var levels: [Level] = [Level()]
  /// The map that this dataset is for, where it is known.
  package var map: String?
  package var sources: [Source] = []
  /// The pipeline file, what was read by it, and the name table; empty if none says what was to be read and merged.
  package var inputs: [InputFile] = []
  /// How much was read; `nil` if that is not known.
  package var read: TableFigures?
  package var regions: [Region] = []
  package var arcs = ArcTable()

  /// Ring references of polygons and so on, by offsets: region r owns polygons
  /// `polygonStart[r] ..< polygonStart[r + 1]`, polygon p rings `ringStart[p] ..< ringStart[p + 1]`, shell first;
  /// ring q arc references `referenceStart[q] ..< referenceStart[q + 1]`.
  package var polygonStart: ContiguousArray<Int> = [0]
  package var ringStart: ContiguousArray<Int> = [0]
  package var referenceStart: ContiguousArray<Int> = [0]
  package var references: ContiguousArray<ArcReference> = []
  /// Per polygon: the coarsest level at which it is present; it is present at all finer ones.
  package var polygonLevel: ContiguousArray<UInt8> = []
  /// Per polygon: its area as published, in m² on the WGS 84 ellipsoid, edges straight in longitude/latitude; of a line
  /// its length in m.
  package var polygonArea: ContiguousArray<Double> = []

  package var ledger = Ledger()
  package var findings: [Finding] = []

  package init(plane: Plane) { self.plane = plane }

  package var polygonCount: Int { ringStart.count - 1 }
  package var ringCount: Int { referenceStart.count - 1 }
}

/// The integer plane on which a coverage lies.
package enum Plane: Hashable, Codable, Sendable {
  /// Longitude and latitude, as `merge` leaves it; y grows to the north.
  case lonlat(NodingGrid)
  /// Web Mercator, as `simplify` leaves it; y grows to the south.
  case mercator(PackGrid)
}

/// A level of detail.
package struct Level: Hashable, Codable, Sendable {
  /// The tolerance on the ground in metres, at the equator where a zoom was asked for; 0 where nothing was removed.
  package var tolerance: Double = 0

  package init(tolerance: Double = 0) { self.tolerance = tolerance }
}

/// A member of a map: a municipality, a country, a ward.
package struct Region: Hashable, Codable, Sendable {
  package var code: String
  package var name: String
  /// The name in Latin letters, where a name table has its reading: the case is named after it.
  package var romanized: RomanizedName?
  /// The area as published, in m² on the WGS 84 ellipsoid, edges straight in longitude/latitude.
  package var area: Double = 0
  /// The length of its lines as published, in m on the WGS 84 ellipsoid; `nil` for an area.
  package var length: Double?
  /// The value of `merge.group`, where asked for.
  package var group: String?
  /// Where its name goes, by `merge.label`; `nil` if that is to be found.
  package var label: Place?
  /// Values of `merge.attributes`, in the order of that list.
  package var attributes: [Attribute] = []

  /// In degrees.
  package struct Place: Hashable, Codable, Sendable {
    package var longitude: Double
    package var latitude: Double
  }

  package struct Attribute: Hashable, Codable, Sendable {
    package var field: String
    package var value: String

    package init(field: String, value: String) {
      self.field = field
      self.value = value
    }
  }

  package init(code: String, name: String) {
    self.code = code
    self.name = name
  }
}
