import Foundation
import MapPack
import MapPackCoverage
import MapPackEmit
import MapPackFeatures
import MapPackGeometry
import MapPackIngest
import MapPackMerge
import MapPackSimplify
import TestSupport
import Testing

private let corpora = ProcessInfo.processInfo.environment["MAPPACK_CORPORA"]

/// The files of the corpora with lines that are read, as the table of the corpora says.
private let files: [(path: String, asked: String)] = {
  let table = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../MapPackIngestTests/CorporaLines.tsv")
  let text = (try? String(contentsOf: table, encoding: .utf8)) ?? ""
  return text.split(separator: "\n").compactMap { line in
    let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
    guard cells.count > 7, cells[1] == "lines", cells[3] == "read", Int(cells[7]) ?? 0 > 0 else { return nil }
    return (String(cells[0]), String(cells[2]))
  }
}()

/// All lines of the corpora through merge, simplify and emit.
@Suite(.enabled(if: corpora != nil))
struct CorporaLinesTests {
  /// Each feature with a line is a region.
  private static func table(_ path: String, asked: String) throws -> FeatureTable {
    func word(_ kind: String) -> String? { asked.hasPrefix(kind) ? String(asked.dropFirst(kind.count)) : nil }
    var request = SourceRequest(
      location: path, source: Source(path: path), layer: word("layer "), encoding: word("encoding "),
      coordinateSystem: word("crs "))
    request.geometry = .lines
    var table = try ingest([request])
    // A key without any shape would end the merge.
    let hasLine = (0..<table.featureCount).map { table.polygonStart[$0] < table.polygonStart[$0 + 1] }
    let first = hasLine.firstIndex(of: true) ?? 0
    table.fields.append("the code")
    table.values.append(hasLine.indices.map { .integer(Int64(table.record[hasLine[$0] ? $0 : first])) })
    return table
  }

  private static func simplified(_ merged: Coverage, _ tolerance: Double) throws -> Coverage {
    var options = SimplifyOptions()
    options.amount = .tolerance(meters: tolerance)
    options.levels = 3
    return try simplify(merged, options: options)
  }

  /// Lines from level to level.
  private static func lines(_ coverage: Coverage, level: Int) -> [[GridPoint]] {
    (0..<coverage.arcs.count).map { line in
      coverage.arcs.vertices(of: line).filter { Int(coverage.arcs.vertexLevel[$0]) >= level }.map(coverage.arcs.point)
    }
  }

  @Test(arguments: files)
  func `lines of the corpora go through the road at four tolerances, and no region is lost`(
    path: String, asked: String
  ) throws {
    let table = try Self.table(try #require(corpora) + "/" + path, asked: asked)
    let codes = Set(table.values[table.values.count - 1].compactMap(\.displayText))
    let merged = try merge(table, options: MergeOptions(key: Template("the code")))
    for tolerance in [1.0, 30, 1000, 20_000] {
      let coverage = try Self.simplified(merged, tolerance)
      #expect(Set(coverage.regions.map(\.code)) == codes)
      #expect(coverage.ledger.fault(regions: coverage.regions.map(\.code)) == nil)
      #expect(!coverage.findings.contains { $0.rule == .crossingsUnchecked })
      for region in coverage.regions.indices {
        #expect(coverage.polygonStart[region] < coverage.polygonStart[region + 1], "\(coverage.regions[region].code)")
      }
      let levels = (0..<3).map { Self.lines(coverage, level: $0) }
      for (fine, coarse) in zip(levels, levels.dropFirst()) {
        for (line, kept) in zip(fine, coarse) {
          #expect(kept.count >= 2 && kept.first == line.first && kept.last == line.last)
          #expect(Set(kept).isSubset(of: line))
        }
      }
      let pack = try Pack(
        data: packData(
          PackContents(
            map: "Lines", identity: 7, coverage: coverage, rawValues: coverage.regions.indices.map { UInt16($0) })))
      try pack.verify()
      #expect(pack.kind == .lines && pack.regionCount == codes.count)
      for (region, shape) in zip(coverage.regions, pack.shapes) {
        // The length of what was published, in whatever detail it is drawn.
        let length = try #require(region.length)
        #expect(abs((shape.length ?? -1) - length) <= 1e-6 * length)
      }
    }
  }

  @Test func `the table names the files`() { #expect(files.count > 60) }
}
