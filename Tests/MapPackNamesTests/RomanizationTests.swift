import MapPackFeatures
import MapPackNames
import Testing

@Suite struct KanaTests {
  @Test(arguments: [
    ("ﾅｶﾞｻｷｼ", "ながさきし"), ("ナガサキシ", "ながさきし"), ("ながさきし", "ながさきし"), ("ﾆｾｺﾁｮｳ", "にせこちょう"),
    ("さっぽろし　ちゅうおうく", "さっぽろし ちゅうおうく"), ("ミナミ・アルプス", "みなみ あるぷす"), ("か\u{3099}", "が"), ("ヴ", "ゔ"),
  ])
  func `kana of every width become hiragana`(kana: String, hiragana: String) {
    #expect(Kana.hiragana(kana) == hiragana)
  }

  @Test(arguments: ["", " ", "長崎し", "Nagasaki", "ながさき1", "なが\nさき市"])
  func `anything else is no reading`(text: String) {
    #expect(Kana.hiragana(text) == nil)
  }
}

@Suite struct RomanizedNameTests {
  private static func stem(_ kana: String, _ name: String) throws -> String {
    let romanized = try #require(RomanizedName(hiragana: kana, name: name))
    return romanized.parts.map(\.stem).joined(separator: " ")
  }

  @Test(arguments: [
    ("ながさきし", "長崎市", "Nagasaki"), ("させぼし", "佐世保市", "Sasebo"), ("ごとうし", "五島市", "Goto"),
    ("みさとし", "三郷市", "Misato"), ("しんおんせんちょう", "新温泉町", "Shinonsen"), ("さんようおのだし", "山陽小野田市", "Sanyoonoda"),
    ("かんおんじし", "観音寺市", "Kanonji"), ("なんようし", "南陽市", "Nanyo"), ("とうきょうと", "東京都", "Tokyo"),
    ("おおさかし", "大阪市", "Osaka"), ("ほっかいどう", "北海道", "Hokkaido"), ("さっぽろし", "札幌市", "Sapporo"),
    ("べっぷし", "別府市", "Beppu"), ("いっちゅうし", "一中市", "Itchu"), ("ゆうすいちょう", "湧水町", "Yusui"),
    ("ふちゅうし", "府中市", "Fuchu"), ("えちぜんちょう", "越前町", "Echizen"), ("ぢ", "地", "Ji"), ("ニセコ", "", "Niseko"),
    ("にいはまし", "新居浜市", "Niihama"), ("めーぷる", "", "Mepuru"), ("こーおお", "", "Koo"),
    ("むかわちょう", "むかわ町", "Mukawa"), ("つちうらし", "土浦市", "Tsuchiura"),
  ])
  func `kana are romanized by Hepburn's rules, without the kind`(kana: String, name: String, stem: String) throws {
    #expect(try Self.stem(try #require(Kana.hiragana(kana)), name) == stem)
  }

  @Test(arguments: [
    ("まつうらし", "松浦市", "Matsuura"), ("ことうらちょう", "琴浦町", "Kotoura"), ("とよおかし", "豊岡市", "Toyooka"),
    ("わのうちちょう", "輪之内町", "Wanouchi"), ("たきのうえちょう", "滝上町", "Takinoue"), ("ひろおちょう", "広尾町", "Hiroo"),
    ("こうみまち", "小海町", "Koumi"), ("とうかいし", "東海市", "Tokai"), ("おおうちし", "大内市", "Ouchi"),
  ])
  func `a vowel that begins a word of its own lengthens nothing`(kana: String, name: String, stem: String) throws {
    #expect(try Self.stem(kana, name) == stem)
  }

  @Test(arguments: ["ん゛", "っ", "ながさっ", "っあ", "ー", "ゝ", ""])
  func `what cannot be read has no letters`(kana: String) {
    #expect(RomanizedName(hiragana: kana, name: "") == nil)
  }

  @Test(arguments: [
    ("ちょう", "町", true), ("まち", "町", true), ("むら", "村", true), ("そん", "村", true), ("む", "村", false),
    ("し", "町", false),
  ])
  func `both readings of a kind are known, and others stay`(ending: String, kind: String, isRegular: Bool) throws {
    #expect(RomanizedName.isRegular(hiragana: "やま\(ending)", name: "山\(kind)") == isRegular)
    #expect(try (Self.stem("やま\(ending)", "山\(kind)") == "Yama") == isRegular)
  }

  @Test(arguments: [
    ("さっぽろし ちゅうおうく", "札幌市 中央区", "Chuo Ward, Sapporo City"), ("ごとうし", "五島市", "Goto City"),
    ("おおしままち", "大島町", "Oshima Town"), ("とうきょうと", "東京都", "Tokyo Metropolis"),
    ("ほっかいどう", "北海道", "Hokkaido Prefecture"), ("なんもくむら", "南牧村", "Nanmoku Village"), ("とうや", "洞爺", "Toya"),
  ])
  func `English names have the kind behind and smaller areas before`(kana: String, name: String, english: String) throws
  {
    #expect(try #require(RomanizedName(hiragana: kana, name: name)).english() == english)
  }

  @Test func `Tokyo's special wards call themselves cities`() throws {
    let toshima = try #require(RomanizedName(hiragana: "としまく", name: "豊島区"))
    #expect(toshima.english(isSpecialWard: true) == "Toshima City")
  }

  @Test(arguments: [
    ("Nagasaki-shi", "長崎市"), ("NAGASAKI SHI", "長崎市"), ("Nagasaki", "長崎市"), ("Nagasaki City", "長崎市"),
    ("Nagasaki-machi", "長崎町"), ("Nagasaki Cho", "長崎町"), ("Nagasaki Village", "長崎村"), ("Nagasaki City", "長崎区"),
    ("Nagasaki Ken", "長崎県"), ("Nagasaki", "長崎"),
  ])
  func `romaji and English names lose the kind that the name has`(latin: String, name: String) throws {
    #expect(try #require(RomanizedName(latin: latin, name: name)).parts.map(\.stem) == ["Nagasaki"])
  }

  @Test func `a name that has no kind keeps its words`() throws {
    #expect(try #require(RomanizedName(latin: "New York City", name: "ニューヨーク")).parts.map(\.stem) == ["New York City"])
    #expect(RomanizedName(latin: " ", name: "長崎市") == nil)
  }
}

@Suite struct RomanizedCaseTests {
  private static func cases(_ regions: [(code: String, kana: String, name: String)], map: String) throws -> [String] {
    let inputs = regions.map { region in
      NamingInput(
        code: region.code, name: region.name, romanized: RomanizedName(hiragana: region.kana, name: region.name))
    }
    return try nameRegions(inputs, lock: nil, map: map).lock.regions.map(\.caseName)
  }

  @Test func `the kind is added to what is the map's own name`() throws {
    let regions = [
      ("42201", "ながさきし", "長崎市"), ("42202", "させぼし", "佐世保市"), ("42211", "ごとうし", "五島市"),
    ]
    #expect(try Self.cases(regions, map: "Nagasaki") == ["nagasakiCity", "sasebo", "goto"])
  }

  @Test(arguments: [
    ("くしろし", "釧路市", "くしろちょう", "釧路町", "kushiroCity", "kushiroTown"),
    ("としまく", "豊島区", "としまむら", "利島村", "toshimaWard", "toshimaVillage"),
    ("えちぜんし", "越前市", "えちぜんちょう", "越前町", "echizenCity", "echizenTown"),
    ("しらかわちょう", "白川町", "しらかわむら", "白川村", "shirakawaTown", "shirakawaVillage"),
    ("えさしちょう", "江差町", "えさしちょう", "枝幸町", "esashi01", "esashi02"),
  ])
  func `regions of one stem all take the longer form`(
    kana1: String, name1: String, kana2: String, name2: String, case1: String, case2: String
  ) throws {
    #expect(try Self.cases([("01", kana1, name1), ("02", kana2, name2)], map: "M") == [case1, case2])
  }

  @Test func `a ward's case begins with its city if its name does`() throws {
    let wards = [("01101", "さっぽろし ちゅうおうく", "札幌市 中央区"), ("14103", "にしく", "西区")]
    #expect(try Self.cases(wards, map: "M") == ["sapporoChuo", "nishi"])
  }
}
