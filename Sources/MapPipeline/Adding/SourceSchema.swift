import MapFeatures

/// The fields of a publisher's boundary files: which tells regions apart, which names them, what is no region.
struct SourceSchema: Sendable {
  /// A word for it: n03.
  var id: String
  /// What it is, for people.
  var title: String
  /// All of them must be there, in whatever capitals.
  var fields: [String]
  /// Templates; of several the first whose fields are there is taken.
  var key: [String]
  var name: [String]
  /// A field and the value of features that are no region.
  var drop: (field: String, value: String)?
  var publisher: String?
  var licence: String?
  /// What the publisher asks to be shown.
  var attribution: String?
  /// What the user should know, put into the pipeline file as a comment.
  var advice: String?

  /// The schemas that are known, the more particular before the more general. Sources: the publishers' product
  /// specifications.
  static let all: [SourceSchema] = [
    SourceSchema(
      id: "n03", title: "N03 administrative areas, from 2024 on (国土数値情報)",
      fields: ["N03_001", "N03_004", "N03_005", "N03_007"], key: ["N03_007"], name: ["{N03_004}{N03_005}"],
      drop: ("N03_004", "所属未定地"), publisher: "国土交通省",
      licence: "国土数値情報ダウンロードサイトコンテンツ利用規約", attribution: "「国土数値情報（行政区域データ）」（国土交通省）を加工して作成",
      advice: "Readings make cases such as .sasebo: get the list of codes from 総務省, then `mappack names LIST.csv`"),
    SourceSchema(
      id: "n03", title: "N03 administrative areas, up to 2023 (国土数値情報)", fields: ["N03_001", "N03_004", "N03_007"],
      key: ["N03_007"], name: ["N03_004"], drop: ("N03_004", "所属未定地"), publisher: "国土交通省",
      licence: "国土数値情報ダウンロードサイトコンテンツ利用規約", attribution: "「国土数値情報（行政区域データ）」（国土交通省）を加工して作成",
      advice: "Readings make cases such as .sasebo: get the list of codes from 総務省, then `mappack names LIST.csv`"),
    SourceSchema(
      id: "e-stat", title: "e-Stat small areas, from 2015 on (国勢調査 小地域)",
      fields: ["KEY_CODE", "PREF", "CITY", "CITY_NAME", "HCODE"], key: ["{PREF}{CITY}"], name: ["CITY_NAME"],
      drop: ("HCODE", "8154"), publisher: "総務省統計局", licence: "政府統計の総合窓口（e-Stat）利用規約",
      attribution: "「国勢調査」（総務省統計局）を加工して作成", advice: "Small areas become municipalities; HCODE 8154 is water"),
    SourceSchema(
      id: "e-stat", title: "e-Stat small areas, 2010 (国勢調査 小地域)", fields: ["KEN", "CITY", "KEN_NAME", "CSS_NAME"],
      key: ["{KEN}{CITY}"], name: ["{GST_NAME}{CSS_NAME}", "CSS_NAME"], drop: ("HCODE", "8154"), publisher: "総務省統計局",
      licence: "政府統計の総合窓口（e-Stat）利用規約", attribution: "「国勢調査」（総務省統計局）を加工して作成",
      advice: "Small areas become municipalities; HCODE 8154 is water"),
    SourceSchema(
      id: "census", title: "US Census cartographic boundaries", fields: ["GEOID", "STATEFP", "NAME"], key: ["GEOID"],
      name: ["NAMELSAD", "NAME"], publisher: "US Census Bureau", licence: "public domain"),
    SourceSchema(
      id: "census", title: "US Census cartographic boundaries, 2010", fields: ["GEO_ID", "STATE", "COUNTY", "NAME"],
      key: ["{STATE}{COUNTY}"], name: ["{NAME} {LSAD}", "NAME"], publisher: "US Census Bureau", licence: "public domain"
    ),
    SourceSchema(
      id: "natural-earth", title: "Natural Earth countries", fields: ["ADM0_A3", "NAME"], key: ["ADM0_A3"],
      name: ["NAME_LONG", "ADMIN", "NAME"], publisher: "Natural Earth", licence: "public domain",
      advice: "Borders are drawn as they are held, not as they are claimed; other points of view are in other files"),
    SourceSchema(
      id: "geoboundaries", title: "geoBoundaries", fields: ["shapeID", "shapeName", "shapeType"], key: ["shapeID"],
      name: ["shapeName"], publisher: "geoBoundaries",
      advice: "The licence differs from country to country, and shapeID from release to release"),
    SourceSchema(
      id: "gadm", title: "GADM", fields: ["GID_0"], key: ["GID_3", "GID_2", "GID_1", "GID_0"],
      name: ["NAME_3", "NAME_2", "NAME_1", "COUNTRY", "NAME_0"], publisher: "GADM",
      licence: "GADM licence: no redistribution, no commercial use",
      advice: "GADM's licence forbids redistribution and commercial use: an app may not ship this map"),
  ]
}
