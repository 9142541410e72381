import Testing

@testable import MapPackFeatures

/// The table of publishers and what others read out of it.
@Suite struct PublisherTests {
  @Test func `a field or a word stands once in the table, in small letters, and has a use`() {
    let fields = Publisher.known.flatMap { $0.fields.map(\.key) }
    #expect(Set(fields).count == fields.count)
    for field in fields { #expect(field == field.lowercased()) }
    for publisher in Publisher.known {
      for (field, uses) in publisher.fields { #expect(!uses.isEmpty && Set(uses).count == uses.count, "\(field)") }
      #expect(publisher.country != nil || !publisher.fields.contains { $0.value.contains(.country) })
    }
  }

  @Test func `ids of schemas differ, and each schema has the credit of its publisher`() {
    let ids = SourceSchema.known.map(\.id)
    #expect(Set(ids).count == ids.count)
    #expect(SourceSchema.known.first { $0.id == "bkg" }?.publisher == "BKG")
  }

  /// Files have the codes of several offices beside each other.
  @Test func `the code of a country comes before that of Europe, and fips last`() {
    #expect(
      Publisher.usualKeys == [
        "com_istat_code", "pro_com_t", "pro_com", "ags", "code_insee", "insee_com", "insee", "ine_code", "natcode",
        "lau_id", "nuts_id", "geoid", "fips",
      ])
  }

  @Test(arguments: [
    ("AGS", ["de"]), ("AGS_0", ["de"]), ("RS", ["de"]), ("RS_0", []), ("N03_007", ["jp"]), ("LGA_CODE21", ["au"]),
    ("CODE", []),
  ])
  func `a field tells the country whose offices call it so`(field: String, countries: [String]) {
    #expect(Publisher.countries(ofField: field) == countries)
  }

  @Test(arguments: [
    ("INSEE_COM", FieldWords.Role.code, "com"), ("STATEFP", .code, "state"), ("ADM1_PCODE", .code, "adm 1"),
    ("CVEGEO", .code, "geo"), ("LIBGEO", .name, ""), ("COMUNE", .name, ""), ("BEZ", .other, "bez"),
  ])
  func `words of publishers say what a field holds, as words of languages do`(
    field: String, role: FieldWords.Role, stem: String
  ) {
    let words = FieldWords(field)
    #expect(words.role == role && words.stem == stem && words.isClass == (field == "BEZ"))
  }
}
