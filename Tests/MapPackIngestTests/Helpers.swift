import MapPackFeatures
import TestSupport
import Testing

@testable import MapPackIngest

/// Ingests one file; messages show it as its name.
func ingest(
  _ path: String, layer: String? = nil, encoding: String? = nil, system: String? = nil, kind: GeometryKind = .areas,
  select: FeatureFilter? = nil, drop: FeatureFilter? = nil, faults: Faults = .fail
) throws(StageError) -> FeatureTable {
  try ingest(
    [request(path, layer: layer, encoding: encoding, system: system, kind: kind)], select: select, drop: drop,
    faults: faults)
}

func request(
  _ path: String, layer: String? = nil, encoding: String? = nil, system: String? = nil, kind: GeometryKind = .areas
) -> SourceRequest {
  let name = path.split(separator: "/").last.map(String.init) ?? path
  var request = SourceRequest(
    location: path, source: Source(path: name), layer: layer, encoding: encoding, coordinateSystem: system)
  request.geometry = kind
  return request
}

/// The error of what fails.
func failure<Value: ~Copyable>(_ body: () throws(StageError) -> Value) throws -> StageError {
  do throws(StageError) {
    _ = try body()
  } catch {
    return error
  }
  return try #require(nil as StageError?, "no error was thrown")
}

extension FeatureGeometry {
  /// Rings in no polygon.
  init(rings: [[(Double, Double)]]) {
    self.init()
    for ring in rings {
      self.rings.append(x.count..<x.count + ring.count)
      x += ring.map(\.0)
      y += ring.map(\.1)
    }
  }
}

extension FeatureTable {
  /// The attributes of a field, by feature.
  func column(_ name: String) -> [AttributeValue] { fields.firstIndex(of: name).map { values[$0] } ?? [] }

  /// Per feature, per polygon: how many rings.
  var ringCounts: [[Int]] {
    (0..<featureCount).map { feature in
      (polygonStart[feature]..<polygonStart[feature + 1]).map { ringStart[$0 + 1] - ringStart[$0] }
    }
  }

  func count(of rule: Rule) -> Int { findings.filter { $0.rule == rule }.reduce(0) { $0 + $1.count } }

  /// Outcomes of the ledger by rule, "pending" for those kept, in order.
  var outcomes: [String] {
    ledger.entries.map { entry in
      switch entry.outcome {
      case .pending: "pending"
      case .region(let code): "region " + code
      case .dropped(let rule): rule.rawValue
      }
    }
  }
}
