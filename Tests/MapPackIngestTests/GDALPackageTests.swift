import Foundation
import MapPackFeatures
import TestSupport
import Testing

@testable import MapPackIngest

/// A GeoPackage that GDAL wrote, beside what GDAL reads of it. Both are made by GDAL/write_packages.py.
@Suite struct GDALPackageTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("GDAL")

  /// A feature as GDAL reads it: a line of layers.tsv.
  private struct Row: Equatable {
    var identifier: String
    /// Each with its field: `code=a`.
    var attributes: [String]
    /// Rings, lines or points, in degrees, without closing positions.
    var paths: [[SIMD2<Double>]]
  }

  private struct Layer {
    var name: String
    var kind: GeometryKind
    var rows: [Row] = []
  }

  private static func layers() throws -> [Layer] {
    let text = try String(contentsOf: folder.appendingPathComponent("layers.tsv"), encoding: .utf8)
    var layers: [Layer] = []
    for line in text.split(separator: "\n") {
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      try #require(cells.count == 5)
      if layers.last?.name != cells[0] {
        layers.append(Layer(name: cells[0], kind: try #require(GeometryKind(rawValue: cells[1]))))
      }
      let paths = cells[4].split(separator: ";").map { path in
        path.split(separator: ",").map { position in
          let numbers = position.split(separator: " ").compactMap { Double($0) }
          return SIMD2(numbers[0], numbers[1])
        }
      }
      let attributes = cells[3].split(separator: "|").map(String.init)
      layers[layers.count - 1].rows.append(Row(identifier: cells[2], attributes: attributes, paths: paths))
    }
    return layers
  }

  /// Whether two paths have the same positions, to a tenth of a millimeter; a ring may begin anywhere and run either way.
  private static func areSame(_ a: [SIMD2<Double>], _ b: [SIMD2<Double>], isRing: Bool) -> Bool {
    func isNear(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Bool { abs(a.x - b.x) < 1e-9 && abs(a.y - b.y) < 1e-9 }
    guard a.count == b.count else { return false }
    if !isRing { return zip(a, b).allSatisfy(isNear) }
    return [b, b.reversed()].contains { b in
      b.indices.contains { first in zip(a, b[first...] + b[..<first]).allSatisfy(isNear) }
    }
  }

  @Test func `every layer is the table that GDAL reads`() throws {
    let path = Self.folder.appendingPathComponent("layers.gpkg.gz").path
    let layers = try Self.layers()
    #expect(layers.map(\.name) == ["areas", "high", "lambert", "swapped", "own", "ways", "stops", "mixed"])
    for layer in layers {
      let table = try ingest(path, layer: layer.name, kind: layer.kind)
      try #require(table.identifier == layer.rows.map(\.identifier), "\(layer.name)")
      for (feature, row) in layer.rows.enumerated() {
        let attributes = zip(table.fields, table.values).map { "\($0)=\($1[feature].displayText ?? "")" }
        #expect(attributes == row.attributes, "\(layer.name)")
        let polygons = table.polygons(of: feature)
        let rings = polygons.flatMap { table.ringStart[$0]..<table.ringStart[$0 + 1] }.map(table.ring)
        #expect(rings.count == row.paths.count, "\(layer.name) \(row.identifier)")
        for path in row.paths {
          #expect(
            rings.contains { Self.areSame($0, path, isRing: layer.kind == .areas) },
            "\(layer.name) \(row.identifier): \(path) is not among \(rings)")
        }
      }
    }
  }
}
