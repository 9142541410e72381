import MapPackFeatures

package enum FuzzTargets {
  /// A target for each parser.
  package static let all: [any FuzzTarget.Type] = [
    PackTarget.self, ShapefileTarget.self, ProjectedTarget.self, DBaseTarget.self, GeoJSONTarget.self,
    TopoJSONTarget.self, GeoPackageTarget.self, KMLTarget.self, GPXTarget.self, IMDFTarget.self, ZipTarget.self,
    GzipTarget.self, WellKnownTextTarget.self,
    FeaturesTarget.self, CoverageTarget.self, YAMLTarget.self, TablesTarget.self,
  ]

  package static func named(_ name: String) -> (any FuzzTarget.Type)? { all.first { $0.name == name } }
}

enum KMLTarget: LayerTarget {
  static let name = "kml"

  static func memoryLimit(_ count: Int) -> Int { 1 << 22 + 1024 * count }
}

enum GPXTarget: LayerTarget {
  static let name = "gpx"
  static let kinds = [GeometryKind.lines, .points]

  static func memoryLimit(_ count: Int) -> Int { 1 << 22 + 1024 * count }
}

enum GeoPackageTarget: LayerTarget {
  static let name = "gpkg"
  static let refusals: Set<ExitStatus> = [.unreadableData, .usage]

  /// SQLite keeps the pages of the file and its statements, and PROJ what it needs for a system.
  static func memoryLimit(_ count: Int) -> Int { 1 << 25 + 4096 * count }

  /// A view may join tables, and PROJ looks through all ways between two datums.
  static let secondsLimit = 5.0
}

enum GeoJSONTarget: LayerTarget {
  static let name = "geojson"
  /// What turns out to be a topology may have several objects.
  static let refusals: Set<ExitStatus> = [.unreadableData, .usage]

  /// Pieces of a mebibyte in which the file is read, and what PROJ keeps if a "crs" asks for it.
  static func memoryLimit(_ count: Int) -> Int { 1 << 24 + 1024 * count }

  /// PROJ looks through all ways between two datums.
  static let secondsLimit = 5.0
}
