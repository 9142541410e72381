import MapPackFeatures

/// What a feature table holds, as `inspect` shows it.
///
/// The values of its fields show which field can be a map's key. The members are those of the JSON of `inspect --json`.
/// Fields are in the order of the table.
struct TableInspection: Encodable {
  /// `nil` for areas, so that JSON has no such member.
  private var geometry: GeometryKind?
  var sources: [Source]
  var features: Int
  /// The number of polygons, lines or points.
  var polygons: Int
  var vertices: Int
  var fields: [Field]

  struct Field: Encodable {
    var name: String
    /// The number of different values; missing ones do not count.
    var values: Int
    /// The number of features without a value.
    var missing: Int
    /// The first different values, in the order of the features.
    var examples: [String]
  }

  private static let exampleCount = 4

  /// - Complexity: O(features × fields).
  init(_ table: FeatureTable) {
    geometry = table.kind == .areas ? nil : table.kind
    sources = table.sources
    features = table.featureCount
    polygons = table.polygonCount
    vertices = table.vertexCount
    fields = table.fields.indices.map { column in
      var field = Field(name: table.fields[column], values: 0, missing: 0, examples: [])
      var seen: Set<String> = []
      for value in table.values[column] {
        guard let text = value.displayText else {
          field.missing += 1
          continue
        }
        guard seen.insert(text).inserted else { continue }
        if field.examples.count < Self.exampleCount { field.examples.append(text) }
      }
      field.values = seen.count
      return field
    }
  }

  /// The lines for a reader, each by its columns.
  var lines: [[String]] {
    var lines = [
      [
        "\(Figures.counted(features, "feature")), \(Figures.counted(polygons, (geometry ?? .areas).part)), "
          + "\(Figures.grouped(vertices)) vertices"
      ]
    ]
    for source in sources {
      let said = [source.encoding, source.coordinateSystem].compactMap(\.self)
      lines.append(["from \(source.path)" + (said.isEmpty ? "" : ": " + said.joined(separator: ", "))])
    }
    for field in fields {
      // Such a field can be a key that makes each feature a region.
      let isUnique = field.values == features && features > 1
      let values =
        Figures.counted(field.values, "value") + (isUnique ? ", one a feature" : "")
        + (field.missing == 0 ? "" : ", missing in \(Figures.grouped(field.missing))")
      let examples = field.examples.joined(separator: ", ") + (field.values > field.examples.count ? ", …" : "")
      lines.append([field.name, values] + (field.examples.isEmpty ? [] : [examples]))
    }
    return lines
  }
}
