// Sources: the publishers' product specifications, documentation and licenses.

extension Publisher {
  /// All publishers. Their schemas are proposed in this order.
  static let known = [
    Publisher(
      "国土交通省", country: "jp", fields: ["n03_": [.country], "n03_004": [.name]],
      schemas: [.n03, .n03.mergingWards(id: "n03-cities"), .n02]),
    Publisher(
      "総務省統計局", country: "jp", fields: ["pref_name": [.country]],
      schemas: [.eStat, .eStat.mergingWards(id: "e-stat-cities")]),
    // The official list of Japan's municipalities, and lists that are like it.
    Publisher(
      "総務省", country: "jp",
      fields: [
        "団体コード": [.heading(.code)], "全国地方公共団体コード": [.heading(.code)], "市区町村コード": [.heading(.code)],
        "行政区域コード": [.heading(.code)], "市区町村名(漢字)": [.heading(.name)], "市区町村名": [.heading(.name)],
        "市町村名": [.heading(.name)], "市区町村名(カナ)": [.heading(.kana)], "市区町村名カナ": [.heading(.kana)],
        "市区町村カナ": [.heading(.kana)], "読み": [.heading(.kana)], "よみ": [.heading(.kana)],
        "都道府県名(漢字)": [.heading(.prefectureName)], "都道府県名": [.heading(.prefectureName)],
        "都道府県名(カナ)": [.heading(.prefectureKana)], "都道府県名カナ": [.heading(.prefectureKana)],
      ]),
    Publisher(
      "localgovjp", country: "jp",
      fields: [
        "lgcode": [.heading(.code)], "cid": [.heading(.code)], "city": [.heading(.name)], "citykana": [.heading(.kana)],
        "pid": [.heading(.other)], "pref": [.heading(.other)], "lat": [.heading(.other)], "lng": [.heading(.other)],
        "url": [.heading(.other)], "phrase": [.heading(.other)],
      ]),
    Publisher(
      "US Census Bureau", country: "us",
      fields: [
        "geoid": [.key, .codeWord, .onlyCode, .codeEnding], "fips": [.key, .codeWord, .codeEnding],
        "fp": [.codeWord, .codeEnding], "statefp": [.country], "lsad": [.classWord],
      ], schemas: [.census]),
    Publisher(
      "Natural Earth", fields: ["featurecla": [.classWord], "scalerank": [.classWord]],
      schemas: [
        .naturalEarth, .naturalEarth.parts(id: "natural-earth-units", of: "map units", key: "GU_A3"),
        .naturalEarth.parts(id: "natural-earth-subunits", of: "map subunits", key: "SU_A3"),
        .naturalEarth.parts(id: "natural-earth-disputed", of: "disputed areas", key: "BRK_A3"),
      ]),
    Publisher("geoBoundaries", schemas: [.geoBoundaries]),
    Publisher(
      "GADM", fields: ["gid": [.codeWord], "hasc": [.codeWord], "engtype": [.classWord]], schemas: [.gadm]),
    Publisher("OCHA", fields: ["pcode": [.codeWord, .onlyCode, .codeEnding]]),
    Publisher("Eurostat GISCO", fields: ["lau_id": [.key], "nuts_id": [.key]], schemas: [.gisco]),
    Publisher(
      "Office for National Statistics", country: "gb",
      fields: ["lad": [.country], "lsoa": [.country], "msoa": [.country], "ctyua": [.country]], schemas: [.ons]),
    // Finland's survey has a field natcode, too.
    Publisher(
      "INE and IGN", country: "es",
      fields: ["ine": [.codeWord], "ine_code": [.key, .country], "natcode": [.key, .country]]),
    Publisher(
      "INSEE", country: "fr",
      fields: [
        "code_insee": [.key], "insee_com": [.key], "insee": [.key, .country, .codeWord], "code_dept": [.country],
        "libgeo": [.nameBeginning],
      ]),
    Publisher(
      "BKG", country: "de",
      fields: [
        "ags": [.key, .country, .codeWord], "ars": [.codeWord], "rs": [.country], "gen": [.nameWord],
        "bez": [.classWord],
      ], schemas: [.bkg]),
    // com_istat_code is what openpolis calls it.
    Publisher(
      "Istat", country: "it",
      fields: [
        "com_istat_code": [.key], "pro_com_t": [.key], "pro_com": [.key, .country], "com_istat": [.country],
        "cod_prov": [.country], "istat": [.codeWord], "comune": [.nameWord],
      ], schemas: [.istat]),
    Publisher("IBGE", country: "br", fields: ["cd_mun": [.country], "ibge": [.codeWord]], schemas: [.ibge]),
    Publisher(
      "INEGI", country: "mx", fields: ["cve": [.codeWord, .onlyCode, .codeEnding, .codeBeginning]], schemas: [.inegi]),
    Publisher("Statistics Canada", country: "ca", schemas: [.statCan]),
    Publisher(
      "Australian Bureau of Statistics", country: "au",
      fields: ["sa2_": [.country], "sa3_": [.country], "sa4_": [.country], "lga_": [.country]]),
    Publisher(
      "Bundesamt für Statistik", country: "ch", fields: ["bfs": [.codeWord], "bfs_nummer": [.country]]),
    Publisher("CBS", country: "nl", fields: ["gemeindecode": [.country]]),
    Publisher("Klimadatastyrelsen", country: "dk", fields: ["kommunekod": [.country]]),
    Publisher("Statistiska centralbyrån", country: "se", fields: ["kommunkod": [.country]]),
    // fclass is Geofabrik's.
    Publisher("OpenStreetMap", fields: ["fclass": [.classWord]], schemas: [.osm]),
    Publisher(nil, schemas: [.imdf]),
  ]
}

extension SourceSchema {
  /// The same schema, with the wards of a designated city as one region: the city.
  fileprivate func mergingWards(id: String) -> SourceSchema {
    var schema = self
    schema.id = id
    schema.title += ", wards merged into their designated city"
    schema.mergesWards = true
    return schema
  }

  fileprivate static let n03 = SourceSchema(
    id: "n03", title: "N03 administrative areas (国土数値情報)",
    editions: [
      Edition(
        "from 2024 on", ["N03_001", "N03_004", "N03_005", "N03_007"], key: ["N03_007"], name: ["{N03_004}{N03_005}"]),
      Edition(
        "up to 2023", ["N03_001", "N03_004", "N03_007"], key: ["N03_007"], name: ["N03_004"], city: "N03_003"),
    ],
    excluded: ("N03_004", "所属未定地"), excludedCodeEnding: "000", mergesFeatures: true, bounds: .japan,
    license: "国土数値情報ダウンロードサイトコンテンツ利用規約", attribution: "「国土数値情報（行政区域データ）」（国土交通省）を加工して作成",
    advice: "Readings make cases such as .sasebo: get the list of codes from 総務省, and name it: `names.table`")

  fileprivate static let n02 = SourceSchema(
    id: "n02", title: "N02 railways (国土数値情報): lines, or in the file of stations these",
    editions: [
      Edition(
        "stations from 2022 on", ["N02_003", "N02_004", "N02_005", "N02_005c"], key: ["N02_005c"], name: ["N02_005"]),
      Edition(
        "stations up to 2021", ["N02_003", "N02_004", "N02_005"], key: ["{N02_004} {N02_003} {N02_005}"],
        name: ["N02_005"]),
      Edition("lines", ["N02_001", "N02_003", "N02_004"], key: ["{N02_004} {N02_003}"]),
    ],
    mergesFeatures: true, geometry: .lines, group: "N02_004", bounds: .japan,
    license: "国土数値情報ダウンロードサイトコンテンツ利用規約", attribution: "「国土数値情報（鉄道データ）」（国土交通省）を加工して作成",
    advice: "Stations are lines too, as long as their platforms; those of one group have the same N02_005g")

  fileprivate static let eStat = SourceSchema(
    id: "e-stat", title: "e-Stat small areas (国勢調査 小地域), merged to municipalities",
    editions: [
      Edition(
        "from 2015 on", ["KEY_CODE", "PREF", "CITY", "CITY_NAME", "HCODE"], key: ["{PREF}{CITY}"], name: ["CITY_NAME"]),
      Edition(
        "2010 and before", ["KEN", "CITY", "KEN_NAME", "CSS_NAME"], key: ["{KEN}{CITY}"],
        name: ["{GST_NAME}{CSS_NAME}", "CSS_NAME"]),
    ],
    excluded: ("HCODE", "8154"), mergesFeatures: true, bounds: .japan,
    license: "政府統計の総合窓口（e-Stat）利用規約",
    attribution: "「国勢調査」（総務省統計局）を加工して作成", advice: "Small areas become municipalities; HCODE 8154 is water")

  fileprivate static let census = SourceSchema(
    id: "census", title: "US Census cartographic boundaries",
    editions: [
      Edition("from 2013 on", ["GEOID", "STATEFP", "NAME"], name: ["NAMELSAD", "NAME"]),
      Edition(
        "2010", ["GEO_ID", "STATE", "COUNTY", "NAME"], key: ["{STATE}{COUNTY}"], name: ["{NAME} {LSAD}", "NAME"]),
    ],
    license: "public domain")

  fileprivate static let geoBoundaries = SourceSchema(
    id: "geoboundaries", title: "geoBoundaries",
    editions: [
      Edition("any edition", ["shapeID", "shapeName", "shapeType"]),
      Edition("all countries", ["shapeGroup", "shapeName", "shapeType"]),
    ],
    advice: "The license differs from country to country, and shapeID from release to release")

  fileprivate static let imdf = SourceSchema(
    id: "imdf", title: "IMDF, a building",
    editions: [Edition("1.0.0", [IMDFField.id], name: [IMDFField.name])],
    layeredBy: (IMDFField.level, IMDFField.levelName), group: "category", texts: ["name.", "alt_name."],
    label: [IMDFField.labelLongitude, IMDFField.labelLatitude],
    advice: "Names are in the archive's language; for English ones say `merge: { name: name.en }`")

  fileprivate static let naturalEarth = SourceSchema(
    id: "natural-earth", title: "Natural Earth",
    editions: [
      Edition("cities", ["ADM0_A3", "NAME", "NAMEASCII"], key: ["NE_ID", "{ADM0_A3} {ADM1NAME} {NAME}"]),
      Edition("states", ["adm1_code", "name"]),
      Edition("countries", ["ADM0_A3", "NAME"], name: ["NAME_LONG", "ADMIN", "NAME"]),
    ],
    license: "public domain",
    advice: "Borders are drawn as they are held, not as they are claimed; other points of view are in other files")

  /// The schema of Natural Earth's files with other units. They have all fields of that with the countries.
  fileprivate func parts(id: String, of title: String, key: String) -> SourceSchema {
    var schema = self
    schema.id = id
    schema.title += ", \(title)"
    schema.editions = [
      Edition("any edition", ["ADM0_A3", key, "NAME"], key: [key], name: ["NAME_LONG", "NAME"])
    ]
    return schema
  }

  private static let gadmLevels = (0...5).reversed()

  /// In versions 1 to 3, files have numbers (`ID_2`), in version 3 and 4 codes (`GID_2`). Copies of parts of them often
  /// lack both, and are known by the other fields, which nobody else has.
  fileprivate static let gadm = SourceSchema(
    id: "gadm", title: "GADM",
    editions: [
      ("3 and 4", ["GID_#"]), ("1 to 3", ["ID_#", "NAME_#", "ISO"]), ("1 to 3, countries", ["ISO", "NAME_ENGLI"]),
      ("any version, a copy", ["NAME_#", "ENGTYPE_#"]), ("any version, a copy", ["NAME_#", "VARNAME_#"]),
      ("any version, a copy", ["NAME_#", "NL_NAME_#"]), ("any version, a copy", ["NAME_#", "HASC_#"]),
    ].map { title, fields in
      Edition(
        title, fields,
        key: gadmLevels.map { "GID_\($0)" }
          + gadmLevels.dropLast().flatMap { ["ID_\($0)", "{ISO}.{ID_\($0)}", "HASC_\($0)"] } + [
            "{NAME_1}.{NAME_2}.{NAME_3}", "{NAME_1}.{NAME_2}", "NAME_1", "ISO",
          ], name: gadmLevels.dropLast().map { "NAME_\($0)" } + ["COUNTRY", "NAME_0", "NAME_ENGLI"])
    },
    license: "GADM license: no redistribution, no commercial use",
    restriction: "GADM's license forbids redistribution and commercial use: an app may not ship this map")

  fileprivate static let gisco = SourceSchema(
    id: "gisco", title: "GISCO of Eurostat",
    editions: [
      Edition("NUTS", ["NUTS_ID", "LEVL_CODE"], name: ["NUTS_NAME", "NAME_LATN"]),
      Edition("municipalities", ["GISCO_ID", "LAU_NAME"]),
      Edition("communes", ["COMM_ID", "COMM_NAME"]),
      Edition("countries", ["CNTR_ID", "CNTR_NAME"], name: ["CNTR_NAME", "NAME_ENGL"]),
    ],
    license: "GISCO: no commercial use, credit asked for",
    attribution: "© EuroGeographics for the administrative boundaries",
    restriction: "GISCO's terms allow no commercial use: for an app that earns money, ask EuroGeographics")

  /// The units of the Office for National Statistics, the smallest first. Files of small ones have codes of larger ones.
  private static let onsUnits = [
    "OA", "LSOA", "MSOA", "PAR", "WD", "PCON", "SPC", "ICB", "LAD", "CTYUA", "CTY", "CAUTH", "RGN", "CTRY",
  ]

  fileprivate static let ons = SourceSchema(
    id: "ons", title: "Office for National Statistics, United Kingdom",
    editions: onsUnits.map { unit in
      Edition(unit, ["\(unit)##CD", "\(unit)##NM"])
    },
    license: "Open Government Licence v3.0",
    attribution: "Office for National Statistics; contains OS data © Crown copyright and database right")

  fileprivate static let bkg = SourceSchema(
    id: "bkg", title: "VG250 and others of the BKG, Germany",
    editions: [Edition("any edition", ["AGS", "GEN", "BEZ"], key: ["AGS", "ARS"])],
    license: "Datenlizenz Deutschland – Namensnennung – Version 2.0",
    attribution: "© GeoBasis-DE / BKG", advice: "A town and the district around it may share their name: BEZ says which"
  )

  fileprivate static let istat = SourceSchema(
    id: "istat", title: "Istat, Italy",
    editions: [
      Edition("municipalities", ["PRO_COM", "COMUNE"], key: ["PRO_COM_T", "PRO_COM"]),
      Edition("provinces", ["COD_UTS", "DEN_UTS"]),
      Edition("regions", ["COD_REG", "DEN_REG"]),
    ],
    license: "CC BY")

  fileprivate static let ibge = SourceSchema(
    id: "ibge", title: "IBGE, Brazil",
    editions: [
      ("municipalities", ["CD_MUN", "NM_MUN"]), ("municipalities up to 2015", ["CD_GEOCMU", "NM_MUNICIP"]),
      ("municipalities up to 2010", ["CD_GEOCODM", "NM_MUNICIP"]), ("immediate regions", ["CD_RGI", "NM_RGI"]),
      ("intermediate regions", ["CD_RGINT", "NM_RGINT"]), ("states", ["CD_UF", "NM_UF"]),
      ("states up to 2015", ["CD_GEOCUF", "NM_ESTADO"]),
    ].map { Edition($0, $1) },
    attribution: "Fonte: IBGE")

  fileprivate static let inegi = SourceSchema(
    id: "inegi", title: "INEGI, Mexico",
    editions: [
      Edition(
        "any edition", ["CVE_ENT", "NOMGEO"],
        key: ["CVEGEO", "{CVE_ENT}{CVE_MUN}{CVE_LOC}", "{CVE_ENT}{CVE_MUN}", "CVE_ENT"]),
      Edition(
        "municipalities up to 2015", ["CVE_ENT", "CVE_MUN", "NOM_MUN"], key: ["CVEGEO", "{CVE_ENT}{CVE_MUN}"],
        name: ["NOM_MUN"]),
    ],
    license: "Términos de libre uso de la información del INEGI",
    attribution: "Fuente: INEGI, Marco Geoestadístico")

  fileprivate static let statCan = SourceSchema(
    id: "statcan", title: "Statistics Canada",
    editions: [
      ("census subdivisions", ["CSDUID", "CSDNAME"]), ("census divisions", ["CDUID", "CDNAME"]),
      ("federal electoral districts", ["FEDUID", "FEDNAME"]), ("provinces and territories", ["PRUID", "PRNAME"]),
    ].map { Edition($0, $1) },
    license: "Statistics Canada Open Licence")

  fileprivate static let osm = SourceSchema(
    id: "osm", title: "OpenStreetMap",
    editions: [
      Edition("Overpass", ["@id"], name: ["name"]),
      Edition("osmtogeojson", ["id", "boundary", "admin_level"], name: ["name"]),
      Edition(
        "Geofabrik, GDAL and others", ["osm_id"], key: ["osm_id", "{osm_id}{osm_way_id}"], name: ["name", "local_name"]),
    ],
    license: "ODbL 1.0", attribution: "© OpenStreetMap contributors",
    advice: "ODbL: an app shows the credit, and who publishes a changed database shares it alike")
}
