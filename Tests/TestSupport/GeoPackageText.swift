import CMapPackSQLite
import MapPackFeatures

/// The error if a database cannot be written, in SQLite's words.
package struct DatabaseError: Error {
  package var message: String
}

/// Runs statements on a database, which is made if it is not there.
package func runSQL(_ statements: String, on path: String) throws {
  var database: OpaquePointer?
  defer { sqlite3_close_v2(database) }
  guard sqlite3_open(path, &database) == SQLITE_OK, sqlite3_exec(database, statements, nil, nil, nil) == SQLITE_OK
  else { throw DatabaseError(message: sqlite3_errmsg(database).map { String(cString: $0) } ?? path) }
}

/// A small GeoPackage, as the statements that make it. Its tables have the columns that readers need, and no others.
package struct GeoPackageText {
  package struct Layer {
    package var name = "towns"
    package var identifier = ""
    package var type = "POLYGON"
    package var system = 4326
    /// The columns behind the key and the geometry.
    package var columns = ["name TEXT"]
    /// Per row, its geometry and its other values, as SQL.
    package var rows: [(geometry: [UInt8]?, values: [String])] = []

    package init(name: String = "towns", rows: [(geometry: [UInt8]?, values: [String])]) {
      self.name = name
      self.rows = rows
    }
  }

  package var layers: [Layer]
  /// Rows of the table of coordinate systems, as SQL: number, name, organization, its number, definition.
  package var systems = ["4326, 'WGS 84', 'EPSG', 4326, 'undefined'"]
  /// Statements behind all others.
  package var more = ""

  package init(_ layers: [Layer]) { self.layers = layers }

  package func write(to path: String) throws { try runSQL(statements, on: path) }

  private var statements: String {
    var lines = [
      "PRAGMA page_size = 512", "PRAGMA application_id = 0x47504B47", "PRAGMA journal_mode = OFF",
      "CREATE TABLE gpkg_spatial_ref_sys(srs_name, srs_id, organization, organization_coordsys_id, definition)",
      "CREATE TABLE gpkg_contents(table_name, data_type, identifier)",
      "CREATE TABLE gpkg_geometry_columns(table_name, column_name, geometry_type_name, srs_id)",
    ]
    lines += systems.map {
      "INSERT INTO gpkg_spatial_ref_sys(srs_id, srs_name, organization, organization_coordsys_id, definition) VALUES (\($0))"
    }
    for layer in layers {
      let columns = ["fid INTEGER PRIMARY KEY", "geom \(layer.type)"] + layer.columns
      lines.append("CREATE TABLE \"\(layer.name)\"(\(columns.joined(separator: ", ")))")
      lines.append("INSERT INTO gpkg_contents VALUES ('\(layer.name)', 'features', '\(layer.identifier)')")
      lines.append(
        "INSERT INTO gpkg_geometry_columns VALUES ('\(layer.name)', 'geom', '\(layer.type)', \(layer.system))")
      for row in layer.rows {
        let values = ["NULL", row.geometry.map(Self.literal) ?? "NULL"] + row.values
        lines.append("INSERT INTO \"\(layer.name)\" VALUES (\(values.joined(separator: ", ")))")
      }
    }
    return (["BEGIN"] + lines.dropFirst(3)).reduce(lines.prefix(3).map { $0 + ";\n" }.joined()) { $0 + $1 + ";\n" }
      + "COMMIT;\n\(more)"
  }

  private static func literal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    return "X'" + String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self) + "'"
  }
}

extension GeoPackageText {
  /// A package with the features of a table that has areas.
  package init(_ table: FeatureTable, layer name: String) {
    var layer = Layer(name: name, rows: [])
    layer.type = "MULTIPOLYGON"
    layer.columns = table.fields.map { "\"\($0)\"" }
    for feature in 0..<table.featureCount {
      let polygons = table.polygons(of: feature).map { polygon in
        BinaryGeometry().polygon(
          (table.ringStart[polygon]..<table.ringStart[polygon + 1]).map { ring in
            let vertices = table.vertexStart[ring]..<table.vertexStart[ring + 1]
            return (Array(vertices) + [vertices.lowerBound]).map { (table.longitude[$0], table.latitude[$0]) }
          })
      }
      layer.rows.append(
        (BinaryGeometry().inPackage(BinaryGeometry().many(6, polygons)), table.values.map { $0[feature].sql }))
    }
    self.init([layer])
  }
}

extension AttributeValue {
  fileprivate var sql: String {
    switch self {
    case .null: "NULL"
    case .text(let text):
      "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
    case .integer(let number): String(number)
    case .real(let number): String(number)
    case .boolean(let isTrue): isTrue ? "1" : "0"
    }
  }
}

/// Writes geometries in well-known binary.
package struct BinaryGeometry {
  package var isLittle = true
  /// What is added to the number of a type: 1000 for heights, 2000 for measures, 3000 for both.
  package var extra: UInt32 = 0
  /// How many numbers each vertex has behind its two coordinates.
  package var dimensions = 0

  package init() {}

  package init(isLittle: Bool = true, extra: UInt32, dimensions: Int) {
    self.isLittle = isLittle
    self.extra = extra
    self.dimensions = dimensions
  }

  package func number(_ number: UInt32) -> [UInt8] {
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * UInt32($0))) }
    return isLittle ? bytes : bytes.reversed()
  }

  private func vertex(_ x: Double, _ y: Double) -> [UInt8] {
    ([x, y] + Array(repeating: 9.5, count: dimensions)).flatMap { value in
      let bytes = (0..<8).map { UInt8(truncatingIfNeeded: value.bitPattern >> (8 * UInt64($0))) }
      return isLittle ? bytes : bytes.reversed()
    }
  }

  package func head(_ type: UInt32) -> [UInt8] { [isLittle ? 1 : 0] + number(type + extra) }

  package func point(_ x: Double, _ y: Double) -> [UInt8] { head(1) + vertex(x, y) }

  package func line(_ vertices: [(Double, Double)]) -> [UInt8] { head(2) + chain(vertices) }

  package func polygon(_ rings: [[(Double, Double)]]) -> [UInt8] {
    head(3) + number(UInt32(rings.count)) + rings.flatMap(chain)
  }

  private func chain(_ vertices: [(Double, Double)]) -> [UInt8] {
    number(UInt32(vertices.count)) + vertices.flatMap(vertex)
  }

  /// A geometry of several parts: of type 4 to 6, or 7 for a collection.
  package func many(_ type: UInt32, _ parts: [[UInt8]]) -> [UInt8] {
    head(type) + number(UInt32(parts.count)) + parts.flatMap(\.self)
  }

  /// A geometry with the header that GeoPackages put before it.
  /// - Parameter flags: those beside the order of bytes. A box is filled with zeros.
  package func inPackage(_ geometry: [UInt8], system: Int32 = 4326, version: UInt8 = 0, flags: UInt8 = 0) -> [UInt8] {
    let box = [0, 32, 48, 48, 64, 0, 0, 0][Int(flags >> 1 & 7)]
    return [0x47, 0x50, version, flags | (isLittle ? 1 : 0)] + number(UInt32(bitPattern: system))
      + Array(repeating: 0, count: box) + geometry
  }
}
