import MapPackFeatures
import MapPackFiles
import MapPackProject
import MapPackRun

extension Inspection {
  /// Of each field: its type, how many different values it has, the first of them, and how many features have none.
  /// - Parameter proposal: what `init` proposes of a source, or why it refuses; `nil` for a stage file.
  init(_ table: FeatureTable, proposal: Result<[MapProposal], StageError>? = nil) {
    var lines = [[StageInput.figures(table)]]
    for source in table.sources {
      let said = [source.encoding, source.coordinateSystem].compactMap(\.self)
      lines.append([
        "from \(source.path)" + (source.layer.map { ", layer \($0)" } ?? "")
          + (said.isEmpty ? "" : ": " + said.joined(separator: ", "))
      ])
    }
    let fields = FieldSummary.all(of: table)
    if !fields.isEmpty { lines.append(["field", "type", "values", "empty", "fits as", "samples"]) }
    lines += fields.map(Self.line)
    switch proposal {
    case .success(let proposals): lines += proposals.map { ["init would choose: \($0.summary)"] }
    case .failure(let error): lines.append(["init would refuse it: \(error.message)"])
    case nil: break
    }
    self.init(
      json: [
        "geometry": Self.geometry(table.kind), "sources": Self.sources(table.sources),
        "features": .integer(table.featureCount), "polygons": .integer(table.polygonCount),
        "vertices": .integer(table.vertexCount), "fields": .list(fields.map(Self.json)),
        "proposals": (try? proposal?.get()).map { .list($0.map(Self.json)) } ?? .null,
      ], lines: lines)
  }

  private static func line(_ field: FieldSummary) -> [String] {
    let column = field.column
    let samples = column.values.prefix(3).map { $0.count > 40 ? $0.prefix(40) + "…" : $0 }
    let fits = [field.fitsAsKey ? "key" : nil, field.fitsAsName ? "name" : nil].compactMap(\.self)
    return [
      column.name, column.type.rawValue, Figures.grouped(column.values.count), Figures.grouped(column.missing),
      fits.joined(separator: ", "), samples.joined(separator: ", ") + (column.values.count > 3 ? ", …" : ""),
    ]
  }

  private static func json(_ field: FieldSummary) -> JSON {
    let column = field.column
    return [
      "name": .text(column.name), "type": .text(column.type.rawValue), "values": .integer(column.values.count),
      "missing": .integer(column.missing), "examples": .list(column.values.prefix(4).map(JSON.text)),
      "fitsAsKey": .flag(field.fitsAsKey), "fitsAsName": .flag(field.fitsAsName),
    ]
  }

  private static func json(_ proposal: MapProposal) -> JSON {
    [
      "schema": JSON(proposal.schema?.id), "key": JSON(proposal.key), "name": JSON(proposal.name),
      "select": proposal.select.isEmpty
        ? .null : .members(proposal.select.map { (key: $0.field, value: $0.value.map(JSON.text) ?? .null) }),
      "regions": .integer(proposal.count), "summary": .text(proposal.summary),
    ]
  }
}
