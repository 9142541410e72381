import Foundation
import MapPackFeatures
import MapPackMerge
import MapPackSimplify

/// What the page shows beside the map. `PreviewSession` asks for it when the page does.
extension PreviewSource {
  /// The source in full detail, as a pack.
  ///
  /// - Throws: `findings` if a region would have no shape; what `EmitStage.run` throws.
  /// - Precondition: the source is merged and not simplified.
  func wholePack() throws(StageError) -> Data {
    var options = SimplifyOptions()
    options.jobs = jobs
    let whole = try Simplifier(coverage, options: options).simplified()
    return try emit.run(whole).pack
  }

  /// The map at ten tolerances, each twice the one before, as the levels of a pack, which the page draws while a slider
  /// moves. The finest tolerance is 1/16,384 of the map's size, and at least 1 cm.
  ///
  /// - Throws: `usage` for points, which cannot be simplified; `findings` if a region would have no shape; what
  ///   `EmitStage.run` throws.
  /// - Precondition: the source is merged and not simplified.
  func ladder() throws(StageError) -> Data {
    var options = SimplifyOptions()
    options.jobs = jobs
    options.amount = .tolerance(meters: max(coverage.side / 16_384, 0.01))
    options.levels = 10
    let steps = try Simplifier(coverage, options: options).simplified()
    return try emit.run(steps).pack
  }

  /// What `validate` finds in the sources, and what merging found. Of a stage file or a pack, what `validate` finds in
  /// it and what it carries.
  ///
  /// - Throws: `usage` if a template names a field that the sources do not have.
  func findings() throws(StageError) -> [PreviewFinding] {
    var findings: [Finding] = []
    if let table, let how = validation {
      let validation = TableValidation(
        key: how.key, name: how.name, codes: how.codes, expected: how.expected, jobs: jobs)
      findings = try validation.findings(of: table)
    } else {
      findings = structuralFindings(of: coverage, file: name, jobs: jobs)
    }
    let known = Set(findings)
    findings += coverage.findings.filter { !known.contains($0) }
    return findings.map(PreviewFinding.init)
  }

  /// What merging mended, and the polygons that are not part of the last map at any level, by rule. Of a finished map,
  /// only the first is known. The page sorts them by area.
  /// - Parameter simplifier: what made the last map; `nil` if no map has been made.
  func dropped(by simplifier: Simplifier?) -> [PreviewDropped] {
    let mended = coverage.findings.compactMap(PreviewDropped.init)
    guard case .lonlat(let grid) = coverage.plane, let simplifier else { return mended }
    var regionOfPolygon = ContiguousArray<Int>(repeating: 0, count: coverage.polygonCount)
    for region in coverage.regions.indices {
      for polygon in coverage.polygons(of: region) {
        regionOfPolygon[polygon] = region
      }
    }
    return mended
      + simplifier.droppedPolygons.sorted { $0.key < $1.key }.flatMap { rule, polygons in
        polygons.map { polygon in
          let region = coverage.regions[regionOfPolygon[polygon]]
          var shell: [Double] = []
          coverage.forEachVertex(ofRing: coverage.shell(of: polygon), level: 0) {
            shell += [grid.longitude(x: $0.x), grid.latitude(y: $0.y)]
          }
          return PreviewDropped(
            rule: rule, code: region.code, name: region.name, area: coverage.polygonArea[polygon], shell: shell)
        }
      }
  }
}
