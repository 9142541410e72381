import MapPackCoverage
import MapPackMerge

/// The columns in which two coverages differ, by name; empty if they are the same map, written down the same way.
func differences(_ a: Coverage, _ b: Coverage) -> [String] {
  var names: [String] = []
  if a.plane != b.plane { names.append("plane") }
  if a.levels != b.levels { names.append("levels") }
  if a.regions != b.regions { names.append("regions") }
  if a.polygonStart != b.polygonStart { names.append("polygonStart") }
  if a.ringStart != b.ringStart { names.append("ringStart") }
  if a.referenceStart != b.referenceStart { names.append("referenceStart") }
  if a.references != b.references { names.append("references") }
  if a.polygonLevel != b.polygonLevel { names.append("polygonLevel") }
  if a.polygonArea != b.polygonArea { names.append("polygonArea") }
  if a.arcs.points != b.arcs.points { names.append("points") }
  if a.arcs.start != b.arcs.start { names.append("start") }
  if a.arcs.left != b.arcs.left { names.append("left") }
  if a.arcs.right != b.arcs.right { names.append("right") }
  if a.arcs.isClosed != b.arcs.isClosed { names.append("isClosed") }
  if a.arcs.isSeam != b.arcs.isSeam { names.append("isSeam") }
  if a.arcs.vertexLevel != b.arcs.vertexLevel { names.append("vertexLevel") }
  return names
}
