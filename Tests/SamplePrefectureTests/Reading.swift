import Foundation
import MapPackFeatures
import MapPackGeometry
import MapPackIngest
import MapPackMerge
import TestSupport

/// The prefecture as the pipeline reads it, each municipality a region under its name. Nothing may need repair.
struct Reading {
  let table: FeatureTable
  let coverage: Coverage

  /// Made once for all tests.
  static let once = Result { try Reading() }

  private init() throws {
    let archive = "RawData/sample-prefecture/N03-sample_99_GML.zip"
    table = try ingest([
      SourceRequest(location: SwiftCompiler.root.appendingPathComponent(archive).path, source: Source(path: archive))
    ])
    coverage = try merge(
      table, options: MergeOptions(key: Template("{N03_004}"), clean: MergeOptions.Clean.none), progress: nil)
  }

  /// The texts of a field, by record.
  func texts(_ field: String) throws -> [String?] {
    guard let column = table.fields.firstIndex(of: field) else { throw Missing(name: field) }
    return table.values[column].map(\.displayText)
  }

  struct Missing: Error {
    var name: String
  }

  /// Per polygon of a municipality, and per ring of it, the names of what lies beyond the ring; `nil` is water.
  func beyond(_ name: String) throws -> [[Set<String?>]] {
    guard let region = coverage.regions.firstIndex(where: { $0.code == name }) else { throw Missing(name: name) }
    return (coverage.polygonStart[region]..<coverage.polygonStart[region + 1]).map { polygon in
      (coverage.ringStart[polygon]..<coverage.ringStart[polygon + 1]).map { ring in
        let references = coverage.references[coverage.referenceStart[ring]..<coverage.referenceStart[ring + 1]]
        return Set(
          references.map { reference in
            let sides = reference.isReversed ? coverage.arcs.left : coverage.arcs.right
            let other = sides[reference.arc]
            return other == ArcTable.none ? nil : coverage.regions[Int(other)].code
          })
      }
    }
  }
}
