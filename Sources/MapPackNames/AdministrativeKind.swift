/// The kinds of Japan's administrative areas, which the last characters of their names tell. The raw value is the
/// English word for a kind. `RomanizedName` has the endings of names in Latin letters.
///
/// Source: 地名等の英語表記規程, 国土地理院, 2016.
enum AdministrativeKind: String, CaseIterable {
  case city = "City"
  case town = "Town"
  case village = "Village"
  case ward = "Ward"
  case metropolis = "Metropolis"
  case prefecture = "Prefecture"

  /// The kind of a name, and the readings of its last character, in hiragana; `nil` if the name ends in none of these.
  /// The 道 of 北海道 belongs to the name itself, so its reading is empty and nothing is cut off.
  static func of(_ name: some StringProtocol) -> (kind: AdministrativeKind, readings: [String])? {
    switch name.last {
    case "市": (.city, ["し"])
    case "町": (.town, ["ちょう", "まち"])
    case "村": (.village, ["むら", "そん"])
    case "区": (.ward, ["く"])
    case "都": (.metropolis, ["と"])
    case "府": (.prefecture, ["ふ"])
    case "県": (.prefecture, ["けん"])
    case "道": (.prefecture, [""])
    default: nil
    }
  }
}
