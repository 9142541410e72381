import Testing

@testable import MapPackMerge

@Test(arguments: [
  ("Orl饌ns", SuspiciousText.japaneseForLatin), ("M疝aga", .japaneseForLatin), ("OrlÃ©ans", .latinForUTF8),
  ("SÃ£o Paulo", .latinForUTF8), ("åä¸­å¸", .latinForUTF8), ("ÐœÐ¾ÑÐºÐ²Ð°", .latinForUTF8),
  ("Doe \u{E123} Ana", .privateUse), ("Bras\u{FFFD}lia", .replacementCharacter), ("Caf\u{85}", .controlCharacter),
  ("髟ｷ蟠主ｸ\u{82}", .controlCharacter), ("縺ｪ縺斐ｄ", .japaneseForUTF8),
])
func `a text that was decoded in a wrong encoding shows it`(text: String, sign: SuspiciousText) {
  #expect(SuspiciousText(in: text) == sign)
}

@Test(arguments: [
  "Orléans", "São Paulo", "Doña Ana", "Evenes - Evenášši", "Deatnu Tana", "Málaga", "Île-de-France", "L’Haÿ-les-Roses",
  "Łódź", "İstanbul", "Ærø", "Åland", "Đắk Lắk", "Ōsaka", "Москва", "Αθήνα", "서울특별시", "長崎市", "七ヶ宿町", "𠮷野町",
  "T字路", "JR東日本", "A棟B", "iPhone用ケース", "TsukubaとTokyo", "ﾅｶﾞｻｷ", "Parc «Été»", "Café…", "CITÉ – Nord", "40 µm²",
  "Guóvdageaidnu–Kautokeino", "Å", "ÄÖÜ äöü ß", "الرياض", "बेंगलुरु", "Çeşme",
])
func `a text as its publisher wrote it shows nothing`(text: String) {
  #expect(SuspiciousText(in: text) == nil)
}
