import Foundation
import MapPack
import MapPackCoverage
import MapPackFeatures
import MapPackGeometry

/// Writes a map as a GeoPackage (OGC 12-128r19) with one layer, `regions`, in longitude and latitude (EPSG:4326): a row for
/// each region with its `RegionColumns`, in the order of the codes.
///
/// Positions are those of GeoJSON, shells run counter-clockwise and holes clockwise. Each region is of the multiple kind:
/// MULTIPOLYGON, MULTILINESTRING or MULTIPOINT. One without a polygon at the level has no geometry. The description of
/// the layer is the map's credits. The time of the last change is always the first of 1970.
/// - Parameters:
///   - pack: the pack of the coverage; `nil` if there is none.
///   - level: 0 is the finest. Polygons and vertices that are not present at this level are left out.
/// - Throws: `usage` if the coverage does not have the level; `cannotWrite` if there is no memory.
/// - Complexity: O(vertices)
package func geoPackage(_ coverage: Coverage, pack: Pack? = nil, level: Int = 0) throws(StageError) -> Data {
  try checkLevel(level, of: coverage.levels.count)
  let columns = RegionColumns(
    coverage.regions, fields: pack?.textKinds, cases: pack?.caseNames ?? [], reserved: ["fid", "geom"])
  let plane = ExportPlane(coverage, .lonlat)
  var bounds = Bounds()
  let geometries = coverage.regions.indices.map { region in
    let rings = coverage.gridRings(of: region, level: level).filled(by: plane.clip)
    let geometry = BinaryGeometry(rings, coverage.kind, on: plane)
    bounds.extend(to: geometry.bounds)
    return geometry
  }
  let database = try SQLiteWriter()
  try database.run(core(coverage.kind))
  try database.insert(into: "gpkg_contents", columns: 10, 0..<1) { _ in
    let credits = Attribution.lines(of: coverage.sources).joined(separator: "\n")
    let box =
      bounds.isEmpty
      ? Array(repeating: .null, count: 4)
      : [bounds.west, bounds.south, bounds.east, bounds.north].map(SQLiteWriter.Value.real)
    return [.text("regions"), .text("features"), .text(coverage.map ?? "regions"), .text(credits)]
      + [.text("1970-01-01T00:00:00.000Z")] + box + [.integer(4326)]
  }
  let names = columns.keys.enumerated().map { column, key in
    "\"\(key.replacing("\"", with: "\"\""))\" \(columns.isNumber(column) ? "REAL" : "TEXT")"
  }
  try database.run(
    "CREATE TABLE regions (\((["fid INTEGER PRIMARY KEY NOT NULL", "geom BLOB"] + names).joined(separator: ", ")))")
  try database.insert(into: "regions", columns: columns.keys.count + 2, coverage.regions.indices) { region in
    let geometry = geometries[region].bytes
    return [.integer(Int64(region + 1)), geometry.isEmpty ? .null : .bytes(geometry)]
      + columns.keys.indices.map { column in
        switch columns.value(column, of: region) {
        case .none: .null
        case .text(let text): .text(text)
        case .number(let number): .real(number)
        }
      }
  }
  try database.run("COMMIT")
  return try database.bytes
}

/// The tables that each GeoPackage has (clauses 1.1.2, 1.1.3 and 2.1.5), and the marks of the format (1.1.1).
private func core(_ kind: GeometryKind) -> String {
  let type =
    switch kind {
    case .areas: "MULTIPOLYGON"
    case .lines: "MULTILINESTRING"
    case .points: "MULTIPOINT"
    }
  let degrees =
    #"GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],"#
    + #"UNIT["degree",0.0174532925199433],AUTHORITY["EPSG","4326"]]"#
  return """
    PRAGMA encoding = 'UTF-8';
    PRAGMA application_id = 1196444487;
    PRAGMA user_version = 10300;
    BEGIN;
    CREATE TABLE gpkg_spatial_ref_sys (
      srs_name TEXT NOT NULL, srs_id INTEGER PRIMARY KEY, organization TEXT NOT NULL,
      organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT);
    INSERT INTO gpkg_spatial_ref_sys VALUES
      ('Undefined Cartesian', -1, 'NONE', -1, 'undefined', NULL),
      ('Undefined geographic', 0, 'NONE', 0, 'undefined', NULL),
      ('WGS 84', 4326, 'EPSG', 4326, '\(degrees)', 'longitude and latitude in degrees');
    CREATE TABLE gpkg_contents (
      table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE,
      description TEXT DEFAULT '', last_change DATETIME NOT NULL, min_x DOUBLE, min_y DOUBLE, max_x DOUBLE,
      max_y DOUBLE, srs_id INTEGER REFERENCES gpkg_spatial_ref_sys(srs_id));
    CREATE TABLE gpkg_geometry_columns (
      table_name TEXT NOT NULL UNIQUE REFERENCES gpkg_contents(table_name), column_name TEXT NOT NULL,
      geometry_type_name TEXT NOT NULL, srs_id INTEGER NOT NULL REFERENCES gpkg_spatial_ref_sys(srs_id),
      z TINYINT NOT NULL, m TINYINT NOT NULL, PRIMARY KEY (table_name, column_name));
    INSERT INTO gpkg_geometry_columns VALUES ('regions', 'geom', '\(type)', 4326, 0, 0);
    """
}

/// A geometry of a GeoPackage: a header with a box (clause 2.1.3), and well-known binary (OGC 06-103r4, clause 8), both
/// little-endian.
private struct BinaryGeometry {
  /// Empty if there is no polygon, line or point.
  private(set) var bytes: ContiguousArray<UInt8> = []
  private(set) var bounds = Bounds()

  init(_ rings: GridRings, _ kind: GeometryKind, on plane: ExportPlane) {
    guard rings.polygonCount > 0 else { return }
    let points = (0..<rings.x.count).map { vertex in
      let position = plane.position(of: rings.point(vertex))
      return (x: position.x.value, y: position.y.value)
    }
    for point in points { bounds.extend(longitude: point.x, latitude: point.y) }
    bytes += [UInt8(ascii: "G"), UInt8(ascii: "P"), 0, 3]
    append(UInt32(4326))
    for number: Double in [bounds.west, bounds.east, bounds.south, bounds.north] { append(number) }
    let type: UInt32 =
      switch kind {
      case .points: 1
      case .lines: 2
      case .areas: 3
      }
    begin(type + 3)
    append(UInt32(kind == .points ? points.count : rings.polygonCount))
    for polygon in 0..<rings.polygonCount {
      let ringsOfPolygon = rings.polygonStart[polygon]..<rings.polygonStart[polygon + 1]
      if kind == .areas {
        begin(type)
        append(UInt32(ringsOfPolygon.count))
      }
      for ring in ringsOfPolygon {
        let vertices = rings.ringStart[ring]..<rings.ringStart[ring + 1]
        switch kind {
        case .points:
          for vertex in vertices {
            begin(type)
            append(points[vertex])
          }
        case .lines:
          begin(type)
          append(UInt32(vertices.count))
          for vertex in vertices { append(points[vertex]) }
        case .areas:
          append(UInt32(vertices.count + 1))
          let start = plane.turnsRings ? vertices.upperBound - 1 : vertices.lowerBound
          if plane.turnsRings {
            for vertex in vertices.reversed() { append(points[vertex]) }
          } else {
            for vertex in vertices { append(points[vertex]) }
          }
          append(points[start])
        }
      }
    }
  }

  /// The byte order and the type of a geometry.
  private mutating func begin(_ type: UInt32) {
    bytes.append(1)
    append(type)
  }

  private mutating func append(_ number: UInt32) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  private mutating func append(_ number: Double) {
    withUnsafeBytes(of: number.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
  }

  private mutating func append(_ point: (x: Double, y: Double)) {
    append(point.x)
    append(point.y)
  }
}
