import MapPackFeatures
import Testing

@Suite struct MunicipalityCodeTests {
  @Test(arguments: [
    (["42201", "42202"], MunicipalityCode.Form.fiveDigits), (["422011", "011002"], .sixDigits),
    (["1100", "42201"], .fiveDigits), (["11002", "422011"], .sixDigits), (["11002", "11011", "11029"], .sixDigits),
    (["11002", "11011"], .fiveDigits), (["1100"], .fiveDigits),
  ])
  func `lost zeros are made out from the other codes of the list`(codes: [String], form: MunicipalityCode.Form) {
    #expect(MunicipalityCode.form(of: codes) == form)
  }

  @Test(arguments: [[], ["48201"], ["00100"], ["42201", "FRA"], ["42201", ""], ["422"], ["4220111"], ["4220１"]])
  func `other codes are none of municipalities`(codes: [String]) {
    #expect(MunicipalityCode.form(of: codes) == nil)
  }

  @Test(
    arguments: [
      ("422011", "42201", nil), ("11002", "01100", nil), ("422012", "42201", 1), ("011037", "01103", nil),
      ("131016", "13101", nil), ("402020", "40202", 8),
    ] as [(String, String, Int?)])
  func `six digits become five, and the last is verified`(code: String, short: String, right: Int?) throws {
    let found = try #require(MunicipalityCode.fiveDigits(code, form: .sixDigits))
    #expect(found.code == short)
    #expect(found.rightCheckDigit == right)
  }

  @Test func `what is no such code has no five digits`() {
    #expect(MunicipalityCode.fiveDigits("42", form: .fiveDigits) == nil)
    #expect(MunicipalityCode.fiveDigits("982011", form: .sixDigits) == nil)
  }
}
