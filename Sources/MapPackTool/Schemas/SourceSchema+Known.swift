import MapPackIngest

extension SourceSchema {
  /// All schemas. If several have an edition with the fields of a source, the first is proposed for a new map.
  ///
  /// A new schema also needs a row in the page PipelineFile.md. `Pipelines/mappack.schema.json` lists the ids, and is
  /// made again by `mappack schemas --pipeline-file`.
  ///
  /// Sources: the publishers' product specifications and licenses.
  static let known: [SourceSchema] = [
    n03, n03.mergingWards(id: "n03-cities"), n02, eStat, eStat.mergingWards(id: "e-stat-cities"), census, naturalEarth,
    naturalEarth.parts(id: "natural-earth-units", of: "map units", key: "GU_A3"),
    naturalEarth.parts(id: "natural-earth-subunits", of: "map subunits", key: "SU_A3"),
    naturalEarth.parts(id: "natural-earth-disputed", of: "disputed areas", key: "BRK_A3"), geoBoundaries, gadm, gisco,
    ons, bkg, istat, ibge, inegi, statCan, osm, imdf,
  ]

  /// The same schema, with the wards of a designated city as one region: the city.
  private func mergingWards(id: String) -> SourceSchema {
    var schema = self
    schema.id = id
    schema.title += ", wards merged into their designated city"
    schema.mergesWards = true
    return schema
  }

  private static let japan = ExpectedBounds(west: 122, south: 20, east: 154, north: 46)

  private static let n03 = SourceSchema(
    id: "n03", title: "N03 administrative areas (国土数値情報)",
    editions: [
      Edition(
        title: "from 2024 on", fields: ["N03_001", "N03_004", "N03_005", "N03_007"], key: ["N03_007"],
        name: ["{N03_004}{N03_005}"]),
      Edition(
        title: "up to 2023", fields: ["N03_001", "N03_004", "N03_007"], key: ["N03_007"], name: ["N03_004"]),
    ],
    excluded: ("N03_004", "所属未定地"), excludedCodeEnding: "000", mergesFeatures: true, bounds: japan, publisher: "国土交通省",
    license: "国土数値情報ダウンロードサイトコンテンツ利用規約", attribution: "「国土数値情報（行政区域データ）」（国土交通省）を加工して作成",
    advice: "Readings make cases such as .sasebo: get the list of codes from 総務省, then `mappack names LIST.csv`")

  private static let n02 = SourceSchema(
    id: "n02", title: "N02 railways (国土数値情報): lines, or in the file of stations these",
    editions: [
      Edition(
        title: "stations from 2022 on", fields: ["N02_003", "N02_004", "N02_005", "N02_005c"], key: ["N02_005c"],
        name: ["N02_005"]),
      Edition(
        title: "stations up to 2021", fields: ["N02_003", "N02_004", "N02_005"],
        key: ["{N02_004} {N02_003} {N02_005}"], name: ["N02_005"]),
      Edition(
        title: "lines", fields: ["N02_001", "N02_003", "N02_004"], key: ["{N02_004} {N02_003}"], name: ["N02_003"]),
    ],
    mergesFeatures: true, geometry: .lines, group: "N02_004", bounds: japan, publisher: "国土交通省",
    license: "国土数値情報ダウンロードサイトコンテンツ利用規約", attribution: "「国土数値情報（鉄道データ）」（国土交通省）を加工して作成",
    advice: "Stations are lines too, as long as their platforms; those of one group have the same N02_005g")

  private static let eStat = SourceSchema(
    id: "e-stat", title: "e-Stat small areas (国勢調査 小地域), merged to municipalities",
    editions: [
      Edition(
        title: "from 2015 on", fields: ["KEY_CODE", "PREF", "CITY", "CITY_NAME", "HCODE"], key: ["{PREF}{CITY}"],
        name: ["CITY_NAME"]),
      Edition(
        title: "2010 and before", fields: ["KEN", "CITY", "KEN_NAME", "CSS_NAME"], key: ["{KEN}{CITY}"],
        name: ["{GST_NAME}{CSS_NAME}", "CSS_NAME"]),
    ],
    excluded: ("HCODE", "8154"), mergesFeatures: true, bounds: japan, publisher: "総務省統計局",
    license: "政府統計の総合窓口（e-Stat）利用規約",
    attribution: "「国勢調査」（総務省統計局）を加工して作成", advice: "Small areas become municipalities; HCODE 8154 is water")

  private static let census = SourceSchema(
    id: "census", title: "US Census cartographic boundaries",
    editions: [
      Edition(
        title: "from 2013 on", fields: ["GEOID", "STATEFP", "NAME"], key: ["GEOID"], name: ["NAMELSAD", "NAME"]),
      Edition(
        title: "2010", fields: ["GEO_ID", "STATE", "COUNTY", "NAME"], key: ["{STATE}{COUNTY}"],
        name: ["{NAME} {LSAD}", "NAME"]),
    ],
    publisher: "US Census Bureau", license: "public domain")

  private static let geoBoundaries = SourceSchema(
    id: "geoboundaries", title: "geoBoundaries",
    editions: [
      Edition(
        title: "any edition", fields: ["shapeID", "shapeName", "shapeType"], key: ["shapeID"], name: ["shapeName"]),
      Edition(
        title: "all countries", fields: ["shapeGroup", "shapeName", "shapeType"], key: ["shapeGroup"],
        name: ["shapeName"]),
    ],
    publisher: "geoBoundaries",
    advice: "The license differs from country to country, and shapeID from release to release")

  private static let imdf = SourceSchema(
    id: "imdf", title: "IMDF, a building",
    editions: [Edition(title: "1.0.0", fields: [IMDFFields.id], key: [IMDFFields.id], name: [IMDFFields.name])],
    layeredBy: (IMDFFields.level, IMDFFields.levelName), group: "category", texts: ["name.", "alt_name."],
    label: [IMDFFields.labelLongitude, IMDFFields.labelLatitude],
    advice: "Names are in the archive's language; for English ones say `merge: { name: name.en }`")
}
