/// The features of a dataset as they were read: what ingest passes to merge.
///
/// Geometry is stored in columns: feature f owns the polygons `polygonStart[f] ..< polygonStart[f + 1]`, polygon p the
/// rings `ringStart[p] ..< ringStart[p + 1]` (the shell first, then its holes), ring r the vertices `vertexStart[r] ..<
/// vertexStart[r + 1]`.
///
/// Promises, which all readers keep by using `FeatureTableBuilder`:
/// - coordinates are finite longitudes and latitudes in degrees, within ±180 and ±90, exactly as published or as a
///   transformation gave them;
/// - no segment crosses the antimeridian, because polygons are cut there;
/// - a ring's closing vertex is not repeated, consecutive vertices differ, and a ring has at least three;
/// - shells run counter-clockwise and holes clockwise (x east, y north).
///
/// In a table of lines, each polygon is a line and has one ring: two or more vertices from end to end. Consecutive
/// vertices differ. A line that ends where it begins has that vertex at both ends. In a table of points, each polygon
/// is a point and has one ring of one vertex.
///
/// Nothing else is promised. Rings may cross themselves and each other. A feature may have no polygon: it was read
/// without a geometry, so the ledger says that it is dropped, but its key is known.
package typealias FeatureTable = Features<DegreeColumns>

/// The features of a table without the coordinates of their vertices: what is left of it after these were rounded.
package typealias FeatureRecords = Features<Void>

/// Longitudes and latitudes, a column of each.
package struct DegreeColumns: Sendable {
  /// Per vertex: its longitude in degrees.
  package var longitude: ContiguousArray<Double> = []
  /// Per vertex: its latitude in degrees.
  package var latitude: ContiguousArray<Double> = []

  package init() {}
}

/// The columns of a `FeatureTable`, with the coordinates of the vertices or without.
package struct Features<Coordinates: Sendable>: Sendable {
  /// What all polygons of the table are.
  package var kind = GeometryKind.areas
  /// The name of the map that this dataset is for, if it is known.
  package var map: String?
  /// The sources of the dataset.
  package var sources: [Source] = []
  /// The pipeline file and the files that were read for it; empty if the dataset was read without a pipeline file.
  package var inputs: [InputFile] = []
  /// The names of the attributes, in the order of the sources. No name occurs twice.
  package var fields: [String] = []
  /// The values of the attributes: `values[field][feature]`.
  package var values: [[AttributeValue]] = []

  /// Per feature: the index of its source.
  package var source: [Int32] = []
  /// Per feature: its number in its source, from 1.
  package var record: [Int32] = []
  /// Per feature: its own id, if the source gives it one.
  package var identifier: [String?] = []

  /// Feature f owns the polygons `polygonStart[f] ..< polygonStart[f + 1]`.
  package var polygonStart: ContiguousArray<Int> = [0]
  /// Polygon p owns the rings `ringStart[p] ..< ringStart[p + 1]`.
  package var ringStart: ContiguousArray<Int> = [0]
  /// Ring r owns the vertices `vertexStart[r] ..< vertexStart[r + 1]`.
  package var vertexStart: ContiguousArray<Int> = [0]
  /// Those of all vertices, or nothing.
  package var coordinates: Coordinates

  /// What became of the features so far.
  package var ledger = Ledger()
  /// What was noticed while the features were read.
  package var findings: [Finding] = []

  fileprivate init(_ coordinates: Coordinates) { self.coordinates = coordinates }

  /// How many features there are, among them those without a polygon.
  package var featureCount: Int { source.count }
  package var polygonCount: Int { ringStart.count - 1 }
  package var ringCount: Int { vertexStart.count - 1 }
  /// How many vertices all rings have together; one that two rings share counts twice.
  package var vertexCount: Int { vertexStart[vertexStart.count - 1] }
}

extension FeatureTable {
  /// An empty table.
  package init() { self.init(DegreeColumns()) }

  /// - Precondition: the coordinates are those of the vertices of the features.
  package init(_ records: FeatureRecords, _ coordinates: DegreeColumns) {
    self = records.with(coordinates)
  }

  /// Per vertex: its longitude in degrees. Loops over many vertices take the column itself, out of `coordinates`.
  package var longitude: ContiguousArray<Double> {
    get { coordinates.longitude }
    _modify { yield &coordinates.longitude }
  }

  /// Per vertex: its latitude in degrees. Loops over many vertices take the column itself, out of `coordinates`.
  package var latitude: ContiguousArray<Double> {
    get { coordinates.latitude }
    _modify { yield &coordinates.latitude }
  }

  /// The same features without coordinates. It shares all columns.
  package var records: FeatureRecords { with(()) }
}

extension Features {
  fileprivate func with<Others>(_ coordinates: Others) -> Features<Others> {
    var other = Features<Others>(coordinates)
    (other.kind, other.map, other.sources, other.inputs) = (kind, map, sources, inputs)
    (other.fields, other.values) = (fields, values)
    (other.source, other.record, other.identifier) = (source, record, identifier)
    (other.polygonStart, other.ringStart, other.vertexStart) = (polygonStart, ringStart, vertexStart)
    (other.ledger, other.findings) = (ledger, findings)
    return other
  }
}

// The polygons of features, the rings of polygons, and the vertices of both, in O(1).
extension Features {
  /// The polygons of a feature; of a table of lines or points, its lines or points.
  @inlinable
  package func polygons(of feature: Int) -> Range<Int> { polygonStart[feature]..<polygonStart[feature + 1] }

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

  /// The vertices of a ring.
  @inlinable
  package func vertices(ofRing ring: Int) -> Range<Int> { vertexStart[ring]..<vertexStart[ring + 1] }

  /// The vertices of all rings of a polygon.
  @inlinable
  package func vertices(ofPolygon polygon: Int) -> Range<Int> {
    vertexStart[ringStart[polygon]]..<vertexStart[ringStart[polygon + 1]]
  }
}

extension FeatureTable {
  /// Joins several tables, one after the other. The result is the same as if all their sources were read at once.
  ///
  /// Fields of one name become one field, in the order of their first occurrence. Features of a table without the field
  /// have no value there. The map is the first one that is named. Without tables, the result is an empty table of
  /// areas.
  /// - Precondition: all tables are of one kind, and are as they were read: what merge enters into a ledger is not
  ///   joined.
  /// - Complexity: O(n + f · v) for n vertices and f fields of v features in all.
  package init(joining tables: [FeatureTable]) {
    self.init()
    kind = tables.first?.kind ?? .areas
    var indexByField: [String: Int] = [:]
    for table in tables {
      let firstSource = sources.count
      let firstFeature = featureCount
      map = map ?? table.map
      sources += table.sources
      inputs += table.inputs.filter { !inputs.contains($0) }

      for (field, column) in zip(table.fields, table.values) {
        let index: Int
        if let known = indexByField[field] {
          index = known
        } else {
          index = fields.count
          indexByField[field] = index
          fields.append(field)
          values.append(Array(repeating: .null, count: firstFeature))
        }
        values[index] += column
      }
      source += table.source.map { $0 + Int32(firstSource) }
      record += table.record
      identifier += table.identifier
      for index in values.indices where values[index].count < featureCount {
        values[index] += Array(repeating: .null, count: featureCount - values[index].count)
      }

      let (polygons, rings, vertices) = (polygonCount, ringCount, vertexCount)
      polygonStart += table.polygonStart.dropFirst().map { $0 + polygons }
      ringStart += table.ringStart.dropFirst().map { $0 + rings }
      vertexStart += table.vertexStart.dropFirst().map { $0 + vertices }
      longitude += table.longitude
      latitude += table.latitude

      ledger.entries += table.ledger.entries.map { entry in
        var entry = entry
        entry.source += firstSource
        return entry
      }
      ledger.droppedPolygons.merge(table.ledger.droppedPolygons, uniquingKeysWith: +)
      findings += table.findings
    }
  }
}

/// How much was read, for reports: the numbers of a feature table.
///
/// They say nothing about the merged map, whose vertices are counted once per arc.
package struct TableFigures: Hashable, Codable, Sendable {
  /// The features of the table, with and without geometry. What `select` and `drop` leave out is not in the table.
  package var features: Int
  /// The polygons of all features. In a table of lines, each line counts as one; in a table of points, each point.
  package var polygons: Int
  /// The vertices of all rings, as often as rings have them: a border of two features counts twice. A ring's closing
  /// vertex is not repeated in a table, so it is not counted; the vertices of cuts at ±180° are.
  package var vertices: Int
}

extension Features {
  /// How much the table holds.
  package var figures: TableFigures {
    TableFigures(features: featureCount, polygons: polygonCount, vertices: vertexCount)
  }
}
