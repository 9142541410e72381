import MapPackFeatures

extension FeatureTable {
  /// The vertices of ring r of the table.
  package func ring(_ r: Int) -> [SIMD2<Double>] {
    (vertexStart[r]..<vertexStart[r + 1]).map { SIMD2(longitude[$0], latitude[$0]) }
  }

  /// The promises about geometry that a table breaks, in words; empty if it keeps all.
  package var brokenPromises: [String] {
    var broken: [String] = []
    for polygon in 0..<polygonCount {
      let rings = ringStart[polygon]..<ringStart[polygon + 1]
      if rings.isEmpty { broken.append("polygon \(polygon) has no ring") }
      if kind != .areas, rings.count > 1 { broken.append("line \(polygon) has \(rings.count) rings") }
      for (index, r) in rings.enumerated() {
        let vertices = ring(r)
        for vertex in vertices where !(abs(vertex.x) <= 180 && abs(vertex.y) <= 90) {
          broken.append("ring \(r) leaves the range")
        }
        switch kind {
        case .areas: broken += Self.brokenPromises(ofRing: r, vertices, isShell: index == 0)
        case .lines:
          if vertices.count < 2 { broken.append("line \(r) has no two vertices") }
          for (a, b) in zip(vertices, vertices.dropFirst()) where a == b { broken.append("line \(r) repeats a vertex") }
        case .points:
          if vertices.count != 1 { broken.append("point \(r) has \(vertices.count) vertices") }
        }
      }
    }
    if values.contains(where: { $0.count != featureCount }) { broken.append("a column has holes") }
    if Set(fields).count != fields.count { broken.append("a field stands twice") }
    return broken
  }

  private static func brokenPromises(ofRing r: Int, _ vertices: [SIMD2<Double>], isShell: Bool) -> [String] {
    var broken: [String] = []
    if Set(vertices.map { [$0.x, $0.y] }).count < 3 { broken.append("ring \(r) has no three vertices") }
    var area = 0.0
    for (a, b) in zip(vertices, vertices.dropFirst() + vertices.prefix(1)) {
      if a == b { broken.append("ring \(r) repeats a vertex") }
      let (p, q) = (a - vertices[0], b - vertices[0])
      area += p.x * q.y - q.x * p.y
    }
    if isShell ? area < 0 : area > 0 { broken.append("ring \(r) is wound wrongly") }
    return broken
  }
}
