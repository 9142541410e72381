import MapFeatures
import Testing

@testable import MapIngest

/// Ingests one file; messages show it as its name.
func ingest(
  _ path: String, layer: String? = nil, encoding: String? = nil, system: String? = nil, select: FeatureFilter? = nil,
  drop: FeatureFilter? = nil
) throws(StageError) -> FeatureTable {
  try ingest(
    [request(path, layer: layer, encoding: encoding, system: system)], select: select, drop: drop)
}

func request(
  _ path: String, layer: String? = nil, encoding: String? = nil, system: String? = nil
) -> SourceRequest {
  let name = path.split(separator: "/").last.map(String.init) ?? path
  return SourceRequest(
    location: path, source: Source(path: name), layer: layer, encoding: encoding, coordinateSystem: system)
}

/// The error of an ingest that fails.
func failure(_ body: () throws(StageError) -> FeatureTable) throws -> StageError {
  do throws(StageError) {
    _ = try body()
  } catch {
    return error
  }
  return try #require(nil as StageError?, "no error was thrown")
}

extension FeatureTable {
  /// The attributes of a field, by feature.
  func column(_ name: String) -> [AttributeValue] { fields.firstIndex(of: name).map { values[$0] } ?? [] }

  /// The vertices of ring r of the table.
  func ring(_ r: Int) -> [SIMD2<Double>] {
    (vertexStart[r]..<vertexStart[r + 1]).map { SIMD2(longitude[$0], latitude[$0]) }
  }

  /// Per feature, per polygon: how many rings.
  var ringCounts: [[Int]] {
    (0..<featureCount).map { feature in
      (polygonStart[feature]..<polygonStart[feature + 1]).map { ringStart[$0 + 1] - ringStart[$0] }
    }
  }

  func count(of rule: String) -> Int { findings.filter { $0.rule == rule }.reduce(0) { $0 + $1.count } }

  /// Outcomes of the ledger by rule, "pending" for those kept, in order.
  var outcomes: [String] {
    ledger.entries.map { entry in
      switch entry.outcome {
      case .pending: "pending"
      case .region(let code): "region " + code
      case .dropped(let rule): rule
      }
    }
  }

  /// What a table promises of its geometry, looked at from outside; the sentences that do not hold.
  var brokenPromises: [String] {
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
