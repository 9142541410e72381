/// A publisher of boundaries or of tables of names, and what its fields are called.
///
/// `known` is the one place that says so. All that guess by the names of fields have their part of it.
package struct Publisher: Sendable {
  /// What is known of a field, or of a word in names of fields.
  enum Use: Hashable, Sendable {
    /// The usual code of municipalities or counties, also in files that others make.
    case key
    /// It holds names, and no word of it says so.
    case name
    /// Fields that begin so, or are called so if it has two letters, are those of the publisher's country.
    case country
    /// A word for codes.
    case codeWord
    /// A word for codes and nothing else, such as the row or the object of a program.
    case onlyCode
    /// A word for codes at the end of a longer one.
    case codeEnding
    /// A word for codes at the beginning of a longer one.
    case codeBeginning
    /// A word for names.
    case nameWord
    /// A word for names at the beginning of a longer one.
    case nameBeginning
    /// A word for the kind of something.
    case classWord
    /// A column of a table of names.
    case heading(NameHeading)
  }

  /// What a column of a publisher's table of names holds.
  package enum NameHeading: Hashable, Sendable {
    case code, name, kana, prefectureName, prefectureKana
    /// It is not read.
    case other
  }

  /// The country, by its code in ISO 3166 in small letters; `nil` if the publisher's files are of several.
  let country: String?
  /// In small letters. Of several with one use, the better ones stand first.
  let fields: KeyValuePairs<String, [Use]>
  let schemas: [SourceSchema]

  /// - Parameter name: what pipeline files credit; `nil` if anybody may be the publisher.
  init(
    _ name: String?, country: String? = nil, fields: KeyValuePairs<String, [Use]> = [:], schemas: [SourceSchema] = []
  ) {
    self.country = country
    self.fields = fields
    self.schemas = schemas.map { schema in
      var schema = schema
      schema.publisher = name
      return schema
    }
  }

  private func names(_ use: Use) -> [String] { fields.filter { $0.value.contains(use) }.map(\.key) }

  /// The fields or words of all publishers with a use, in the order of the table.
  static func names(_ use: Use) -> [String] { known.flatMap { $0.names(use) } }

  /// The fields in which offices of statistics give the usual codes of municipalities and counties, the best first.
  /// Files may have codes of other offices beside them, so those of a later publisher, which fewer files have, come first.
  package static let usualKeys = known.reversed().flatMap { $0.names(.key) }

  private static let marks = known.flatMap { publisher in
    publisher.country.map { country in publisher.names(.country).map { (field: $0, country: country) } } ?? []
  }

  /// The countries whose offices call a field so.
  package static func countries(ofField field: String) -> [String] {
    let field = field.lowercased()
    return marks.filter { field.hasPrefix($0.field) && (field == $0.field || $0.field.count > 2) }.map(\.country)
  }

  /// What publishers call a column of a table of names, the better ones first.
  package static func headings(_ heading: NameHeading) -> [String] { names(.heading(heading)) }
}

extension SourceSchema {
  /// All schemas. If several have an edition with the fields of a source, the first is proposed for a new map.
  package static let known = Publisher.known.flatMap(\.schemas)
}
