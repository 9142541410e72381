import MapFeatures

/// The structure of a publisher's boundary files: which fields tell regions apart, which name them, and what is no
/// region.
///
/// A pipeline file that names a schema by its id, `schema: n03`, need not name the fields: `PipelineFile` takes from
/// the schema what is not written. `mappack init` proposes the schema that `matching(_:)` finds. The schemas themselves
/// are in `SourceSchema+Known.swift`.
struct SourceSchema: Sendable {
  /// The word by which pipeline files name it: n03.
  var id: String
  /// What the files are, for people.
  var title: String
  /// The forms in which the files have been published, the more specific ones first.
  var editions: [Edition]
  /// A field, and its value in features that are no region's land.
  var excluded: (field: String, value: String)?
  /// The ending of codes that are no region's.
  var excludedCodeEnding: String?
  /// Whether wards become part of their designated city.
  var mergesWards = false
  /// The field that tells the levels of a building apart, and the field with their names. Levels lie above each other,
  /// so a map has one of them.
  var layeredBy: (field: String, name: String)?
  /// The geometry that its features have, if they are not areas.
  var geometry: GeometryKind?
  /// The field that says what a region is or whose, which becomes its group.
  var group: String?
  /// The beginnings of the names of fields whose values regions keep.
  var texts: [String] = []
  /// The fields with longitude and latitude of the location of a region's name; empty if there are none.
  var label: [String] = []
  /// The bounds in degrees within which everything lies.
  var bounds: ExpectedBounds?
  var publisher: String?
  var license: String?
  /// The credit that the publisher asks for.
  var attribution: String?
  /// Why an app may not ship a map of the files; `nil` if nothing is known that forbids it.
  var restriction: String?
  /// What the user should know. It becomes a comment in a new pipeline file.
  var advice: String?

  /// A form of the files, recognized by its fields.
  struct Edition: Sendable {
    var title: String
    /// The fields that must all be there. Capitals make no difference.
    var fields: [String]
    /// Templates for codes, of which the first whose fields are there is used. If there are none, each feature is a
    /// region.
    var key: [String]
    /// Templates for names, of which the first whose fields are there is used.
    var name: [String]
  }

  /// Whether fields tell regions apart; else each feature is a region.
  var hasKey: Bool { editions.contains { !$0.key.isEmpty } }

  /// The first edition whose fields are all among some fields; `nil` if there is none.
  func edition(of fields: some Collection<String>) -> Edition? {
    let lower = Set(fields.map { $0.lowercased() })
    return editions.first { $0.fields.allSatisfy { lower.contains($0.lowercased()) } }
  }

  /// The schema with an id.
  /// - Throws: `usage` if there is none.
  static func named(_ id: String) throws(StageError) -> SourceSchema {
    if let schema = known.first(where: { $0.id == id }) { return schema }
    let ids = known.map(\.id)
    throw StageError(
      .usage, "there is no schema “\(id)”",
      remedy: (nearestWord(to: id, in: ids).map { "did you mean \($0)? " } ?? "") + "the schemas are "
        + ids.joined(separator: ", "))
  }

  /// The first schema with an edition whose fields are all among some fields; `nil` if there is none.
  static func matching(_ fields: some Collection<String>) -> SourceSchema? {
    known.first { $0.edition(of: fields) != nil }
  }
}

extension SourceSchema.Edition {
  /// The first of some templates whose fields are all there, in the spelling of the table; `nil` if there is none. A
  /// text that is not a template is passed over. `adding(to:)` and `MapProposal` choose key and name with it.
  ///
  /// - Parameter spelling: gives a field's name as the table spells it, and whether any feature has a value for it;
  ///   `nil` if there is no such field. The first field of a template must have a value.
  static func template(
    _ templates: [String], spelling: (String) -> (name: String, hasValue: Bool)?
  ) -> String? {
    for text in templates {
      guard let template = try? Template(text) else { continue }
      var spelled = ""
      var fields = 0
      var isWhole = true
      for piece in template.pieces {
        switch piece {
        case .literal(let literal): spelled += literal
        case .field(let name):
          fields += 1
          guard let found = spelling(name), found.hasValue || fields > 1 else {
            isWhole = false
            continue
          }
          spelled += template.pieces.count == 1 ? found.name : "{\(found.name)}"
        }
      }
      if isWhole { return spelled }
    }
    return nil
  }
}
