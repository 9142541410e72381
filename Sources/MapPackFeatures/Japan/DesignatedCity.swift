/// One of Japan's designated cities (政令指定都市), whose wards have codes of their own: 横浜市 14100 has 14101 to 14118.
///
/// The third digit of a ward's code is 1. The ward belongs to the city of its prefecture with the next lower code. It
/// would be wrong to replace the last digit of the ward's code by 0.
///
/// Sources: 地方自治法 252条の19 and the order that designates the cities; for the codes, 全国地方公共団体コード, 総務省.
package struct DesignatedCity: Hashable, Sendable {
  /// The city's own code of five digits.
  package let code: String
  package let name: String

  /// The city of a ward.
  /// - Parameter code: the ward's code of five digits, or the city's own.
  /// - Returns: `nil` for any other municipality, such as 東京都's special wards.
  package init?(ofWard code: String) {
    let bytes = Array(code.utf8)
    guard bytes.count == 5, bytes.allSatisfy({ (0x30...0x39).contains($0) }), bytes[2] == UInt8(ascii: "1"),
      let city = Self.nameByCode.last(where: { $0.code <= code }), city.code.prefix(2) == code.prefix(2)
    else { return nil }
    (self.code, name) = city
  }

  /// The cities in ascending order of their codes, which `init(ofWard:)` relies on. A city that is designated in the
  /// future has to be entered here.
  private static let nameByCode: [(code: String, name: String)] = [
    ("01100", "札幌市"), ("04100", "仙台市"), ("11100", "さいたま市"), ("12100", "千葉市"), ("14100", "横浜市"), ("14130", "川崎市"),
    ("14150", "相模原市"), ("15100", "新潟市"), ("22100", "静岡市"), ("22130", "浜松市"), ("23100", "名古屋市"), ("26100", "京都市"),
    ("27100", "大阪市"), ("27140", "堺市"), ("28100", "神戸市"), ("33100", "岡山市"), ("34100", "広島市"), ("40100", "北九州市"),
    ("40130", "福岡市"), ("43100", "熊本市"),
  ]
}
