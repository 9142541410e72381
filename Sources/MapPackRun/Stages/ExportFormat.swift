import Foundation
import MapPack
import MapPackCoverage
import MapPackEmit
import MapPackFeatures
import MapPackFiles
import MapPackPage
import MapPackSimplify

/// The formats that a map is exported to.
package enum ExportFormat: String, CaseIterable {
  case geojson, topojson, gpkg, csv, svg, html

  /// Whether it is a picture, or a page with one, which can be drawn in several ways.
  package var isDrawn: Bool { self == .svg || self == .html }

  /// A map in this format.
  /// - Parameters:
  ///   - pack: the pack that the map was read from, and its bytes; `nil` if it was not.
  ///   - coordinates, quantization: for GeoJSON and TopoJSON.
  ///   - options: for pictures and pages.
  package func exported(
    _ coverage: Coverage, _ pack: (pack: Pack, bytes: Data)?, level: Int = 0,
    coordinates: ExportCoordinates = .lonlat, quantization: Int? = nil, options: PictureOptions = PictureOptions()
  ) throws(StageError) -> Data {
    switch self {
    case .geojson:
      return try geoJSON(coverage, fields: pack?.pack.textKinds, level: level, coordinates: coordinates)
    case .topojson:
      return try topoJSON(coverage, level: level, coordinates: coordinates, quantization: quantization)
    case .gpkg: return try geoPackage(coverage, pack: pack?.pack, level: level)
    case .csv: return MapPackEmit.csv(coverage, pack: pack?.pack)
    case .svg:
      let labeled = if let pack { Optional(pack.pack) } else { try Self.pack(of: coverage) }
      return try MapPackEmit.svg(coverage, level: level, options: options, pack: labeled)
    case .html:
      guard let pack else { return try MapPage.html(coverage, level: level, options: options) }
      return try MapPage.html(coverage, pack: pack.bytes, level: level, options: options)
    }
  }

  /// The pack of a finished map, whose label points are those of a picture; `nil` for a map that is not finished.
  private static func pack(of coverage: Coverage) throws(StageError) -> Pack? {
    guard case .mercator = coverage.plane else { return nil }
    let emit = EmitStage(map: coverage.map ?? "Map")
    return try OpenPack.made(try emit.pack(of: coverage, try emit.naming.run(coverage)))
  }
}

extension MapPage {
  /// Makes the pack of a map. A map that was merged and not simplified is shown in full detail. Cases and raw values
  /// are those of a map without a name lock.
  package static func html(_ coverage: Coverage, level: Int, options: PictureOptions) throws(StageError) -> Data {
    var finished = coverage
    if case .lonlat = coverage.plane { finished = try Simplifier(coverage, options: SimplifyOptions()).simplified() }
    let emit = EmitStage(map: coverage.map ?? "Map")
    return try html(
      finished, pack: try emit.pack(of: finished, try emit.naming.run(finished)), level: level, options: options)
  }
}
