import MapFeatures

extension FeatureTable {
  /// The vertices of ring r of the table.
  package func ring(_ r: Int) -> [SIMD2<Double>] {
    (vertexStart[r]..<vertexStart[r + 1]).map { SIMD2(longitude[$0], latitude[$0]) }
  }

  /// What a table promises of its geometry, looked at from outside; the sentences that do not hold.
  package var brokenPromises: [String] {
    var broken: [String] = []
    for polygon in 0..<polygonCount {
      if ringStart[polygon] == ringStart[polygon + 1] { broken.append("polygon \(polygon) has no ring") }
      for (place, r) in (ringStart[polygon]..<ringStart[polygon + 1]).enumerated() {
        let vertices = ring(r)
        if Set(vertices.map { [$0.x, $0.y] }).count < 3 { broken.append("ring \(r) has no three vertices") }
        var area = 0.0
        for (a, b) in zip(vertices, vertices.dropFirst() + vertices.prefix(1)) {
          if a == b { broken.append("ring \(r) repeats a vertex") }
          if !(abs(a.x) <= 180 && abs(a.y) <= 90) { broken.append("ring \(r) leaves the range") }
          let (p, q) = (a - vertices[0], b - vertices[0])
          area += p.x * q.y - q.x * p.y
        }
        if place == 0 ? area < 0 : area > 0 { broken.append("ring \(r) is wound wrongly") }
      }
    }
    if values.contains(where: { $0.count != featureCount }) { broken.append("a column has holes") }
    if Set(fields).count != fields.count { broken.append("a field stands twice") }
    return broken
  }
}
