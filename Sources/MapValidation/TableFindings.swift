import MapFeatures
import MapGeometry

/// What is wrong with the features of a table, each judged for itself, by `Rule`; after the table's own findings.
///
/// Every source is judged on its own finest noding grid, the one to which `merge` would round it alone. A place is
/// given as published where it is a vertex, else on that grid.
/// - Parameters:
///   - key: the template of a feature's code; without it the code is the feature's id, where it has one.
///   - name: the template of a feature's name.
/// - Complexity: O(n log n) for n vertices where few edges meet. The result does not depend on `jobs`.
/// - Throws: `StageError` (usage) where a template names a field that there is not.
package func structuralFindings(
  of table: FeatureTable, key: Template? = nil, name: Template? = nil, jobs: Int = 1,
  progress: ProgressHandler? = nil
) throws(StageError) -> [Finding] {
  progress?(ProgressEvent(activity: "validating", done: 0, total: table.vertexCount, unit: "vertices"))
  let key = try key.map { template throws(StageError) in try BoundTemplate(template, in: table) }
  let name = try name.map { template throws(StageError) in try BoundTemplate(template, in: table) }
  let grids = nodingGrids(of: table)
  let chunks = chunks(of: table)
  let found = concurrentMap(chunks.count, jobs: jobs) { index -> [Finding] in
    let chunk = chunks[index]
    // A source without a vertex has no grid, and nothing to be judged.
    guard let grid = grids[Int(table.source[chunk.lowerBound])] else { return [] }
    return PolygonRules.defects(in: PolygonBatch(table, chunk, grid)).map { defect in
      finding(of: defect, in: table, feature: chunk.lowerBound + defect.feature, grid, key, name)
    }
  }
  progress?(
    ProgressEvent(activity: "validating", done: table.vertexCount, total: table.vertexCount, unit: "vertices"))
  return table.findings + found.flatMap { $0 }
}

private func finding(
  of defect: Defect, in table: FeatureTable, feature: Int, _ grid: NodingGrid, _ key: BoundTemplate?,
  _ name: BoundTemplate?
) -> Finding {
  var finding = defect.finding
  let source = table.sources[Int(table.source[feature])]
  finding.file = source.path
  finding.layer = source.layer
  finding.record = Int(table.record[feature])
  finding.code = key.map { $0.code(of: feature, in: table) } ?? table.identifier[feature]
  finding.name = name.flatMap { $0.text(of: feature, in: table) }
  finding.longitude = grid.longitude(x: defect.place.x)
  finding.latitude = grid.latitude(y: defect.place.y)
  let ring = table.ringStart[table.polygonStart[feature] + defect.polygon] + defect.ring
  let vertex = table.vertexStart[ring] + defect.vertex
  if grid.point(longitude: table.longitude[vertex], latitude: table.latitude[vertex]) == defect.place {
    finding.longitude = table.longitude[vertex]
    finding.latitude = table.latitude[vertex]
  }
  return finding
}

/// The finest grid of each source; `nil` where it has no vertex.
private func nodingGrids(of table: FeatureTable) -> [NodingGrid?] {
  struct Extent {
    var west = Double.infinity
    var south = Double.infinity
    var east = -Double.infinity
    var north = -Double.infinity
  }
  var extents = [Extent](repeating: Extent(), count: table.sources.count)
  for feature in 0..<table.featureCount {
    var extent = extents[Int(table.source[feature])]
    for vertex in table.vertices(ofFeature: feature) {
      extent.west = min(extent.west, table.longitude[vertex])
      extent.east = max(extent.east, table.longitude[vertex])
      extent.south = min(extent.south, table.latitude[vertex])
      extent.north = max(extent.north, table.latitude[vertex])
    }
    extents[Int(table.source[feature])] = extent
  }
  return extents.map {
    $0.west <= $0.east ? NodingGrid(west: $0.west, south: $0.south, east: $0.east, north: $0.north) : nil
  }
}

/// Runs of features of one source with some thousands of vertices: enough for an index to pay, few enough to stay
/// in the cache.
private func chunks(of table: FeatureTable) -> [Range<Int>] {
  let verticesPerChunk = 16_384
  var chunks: [Range<Int>] = []
  var begin = 0
  var count = 0
  for feature in 0..<table.featureCount {
    if feature > begin, count >= verticesPerChunk || table.source[feature] != table.source[begin] {
      chunks.append(begin..<feature)
      begin = feature
      count = 0
    }
    count += table.vertices(ofFeature: feature).count
  }
  if begin < table.featureCount { chunks.append(begin..<table.featureCount) }
  return chunks
}

extension FeatureTable {
  fileprivate func vertices(ofFeature feature: Int) -> Range<Int> {
    let rings = ringStart[polygonStart[feature]]..<ringStart[polygonStart[feature + 1]]
    return vertexStart[rings.lowerBound]..<vertexStart[rings.upperBound]
  }
}

extension PolygonBatch {
  /// Features of a table on a grid.
  fileprivate init(_ table: FeatureTable, _ features: Range<Int>, _ grid: NodingGrid) {
    self.init()
    for feature in features {
      for polygon in table.polygonStart[feature]..<table.polygonStart[feature + 1] {
        for ring in table.ringStart[polygon]..<table.ringStart[polygon + 1] {
          let begin = table.vertexStart[ring]
          appendRing(count: table.vertexStart[ring + 1] - begin) { index in
            grid.point(longitude: table.longitude[begin + index], latitude: table.latitude[begin + index])
          }
        }
        endPolygon()
      }
      endFeature()
    }
  }
}
