import MapPackFeatures
import TestSupport
import Testing

@testable import MapPackIngest

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
