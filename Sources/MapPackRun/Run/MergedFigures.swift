import Foundation
import MapPackCoverage
import MapPackFeatures
import MapPackMerge

/// What is said of a merged map in the end. Its shapes need not be kept for that.
struct MergedFigures {
  let sources: [Source]
  let inputs: [InputFile]
  let read: TableFigures?
  let regions: Int
  let polygons: Int
  let arcs: Int
  let vertices: Int
  /// Each node counts once.
  let distinctVertices: Int

  init(_ merged: Coverage) {
    (sources, inputs, read) = (merged.sources, merged.inputs, merged.read)
    (regions, polygons, arcs) = (merged.regions.count, merged.polygonCount, merged.arcs.count)
    (vertices, distinctVertices) = (merged.arcs.vertexCount, merged.arcs.distinctVertexCount)
  }
}
