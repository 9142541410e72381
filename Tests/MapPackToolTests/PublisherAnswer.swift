import Foundation
import TestSupport
import Testing

/// What a publisher answers if a file of the catalog is asked for, with a small made body in the publisher's schema.
///
/// Source: the heads and fields that public code shows for each publisher, with the places that the catalog names.
struct PublisherAnswer: CustomTestStringConvertible, Sendable {
  /// As a user types it.
  var id: String
  /// On the web, in the edition that the catalog knows.
  var address: String
  var body: Body
  /// The names of the map's regions by code.
  var regions: [String: String]
  var credit: String?
  /// Another address that is asked, and its answer.
  var index: (address: String, text: String)?

  var testDescription: String { id }

  /// A file with one square for each row, the next to the right of the one before. The values are texts.
  enum Body {
    case shapefiles([String: Table], prj: String? = nil)
    case geoPackage(String, [String: Table], system: Int, extra: UInt32 = 0)
    case geoJSON(Table)
    case gzip(Table)
    case geoJSONs([String: Table])
    /// An object with a member for each layer.
    case object(String, [String: Table])
  }

  struct Table: Sendable {
    var fields: [String]
    var rows: [[String?]]
    /// Where the first square is, and how long its sides are, in the units of the file.
    var corner = (x: 8.0, y: 45.0)
    var side = 0.1

    fileprivate func square(_ row: Int, clockwise: Bool) -> [(Double, Double)] {
      let (west, south) = (corner.x + side * Double(row), corner.y)
      let ring = [
        (west, south), (west + side, south), (west + side, south + side), (west, south + side), (west, south),
      ]
      return clockwise ? ring.reversed() : ring
    }

    fileprivate var geoJSON: String {
      let features = rows.indices.map { row in
        let pairs = zip(fields, rows[row]).map { field, value in
          "\"\(field)\": " + (value.map { "\"\($0)\"" } ?? "null")
        }
        return "{\"type\": \"Feature\", \"properties\": {\(pairs.joined(separator: ", "))}, \"geometry\": "
          + GeoJSONText.polygon(square(row, clockwise: false)) + "}"
      }
      return GeoJSONText.collection(features)
    }
  }

  /// The bytes of the body.
  func data() throws -> Data {
    let folder = try Workspace()
    func zipped(_ files: [(name: String, data: Data)]) throws -> Data {
      try zipArchive(files.map { (Array($0.name.utf8), Array($0.data)) }, to: folder.path("a.zip"))
      return try folder.data("a.zip")
    }
    switch body {
    case .geoJSON(let table): return Data(table.geoJSON.utf8)
    case .gzip(let table): return Data(gzipMember(Array(table.geoJSON.utf8)))
    case .geoJSONs(let tables):
      return try zipped(tables.sorted { $0.key < $1.key }.map { ($0.key + ".geojson", Data($0.value.geoJSON.utf8)) })
    case .object(let name, let tables):
      let members = tables.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value.geoJSON)" }
      return try zipped([(name + ".geojson", Data("{\(members.joined(separator: ", "))}".utf8))])
    case .shapefiles(let tables, let prj):
      var files: [(name: String, data: Data)] = []
      for (name, table) in tables.sorted(by: { $0.key < $1.key }) {
        let records = table.rows.indices.map { row in
          (ring: Optional(table.square(row, clockwise: true)), values: table.rows[row].map { $0 ?? "" })
        }
        for (ending, data) in ShapefileBytes(fields: table.fields, records: records).files.sorted(by: {
          $0.key < $1.key
        }) {
          files.append(("\(name).\(ending)", data))
        }
        if let prj { files.append((name + ".prj", Data(prj.utf8))) }
        files.append((name + ".cpg", Data("UTF-8".utf8)))
      }
      return try zipped(files)
    case .geoPackage(let name, let tables, let system, let extra):
      let shapes = BinaryGeometry(extra: extra, dimensions: extra == 0 ? 0 : 1)
      let layers = tables.sorted { $0.key < $1.key }.map { name, table in
        var layer = GeoPackageText.Layer(
          name: name,
          rows: table.rows.indices.map { row in
            let polygon = shapes.polygon([table.square(row, clockwise: false)])
            return (
              shapes.inPackage(polygon, system: Int32(system)), table.rows[row].map { $0.map { "'\($0)'" } ?? "NULL" }
            )
          })
        layer.columns = table.fields.map { "\"\($0)\" TEXT" }
        layer.system = system
        return layer
      }
      var package = GeoPackageText(layers)
      package.systems = ["\(system), 'of the publisher', 'EPSG', \(system), 'undefined'"]
      try package.write(to: folder.path("a.gpkg"))
      return try zipped([(name + ".gpkg", try folder.data("a.gpkg"))])
    }
  }
}

extension PublisherAnswer {
  /// The answer for the next year: of the same regions, with files and layers that are called after it.
  func inNextYear(after year: Int) -> PublisherAnswer {
    func renamed(_ text: String) -> String { text.replacingOccurrences(of: "\(year)", with: "\(year + 1)") }
    func renamed(_ tables: [String: Table]) -> [String: Table] {
      Dictionary(uniqueKeysWithValues: tables.map { (renamed($0.key), $0.value) })
    }
    var next = self
    next.address = renamed(address)
    switch body {
    case .shapefiles(let tables, let prj): next.body = .shapefiles(renamed(tables), prj: prj)
    case .geoPackage(let name, let tables, let system, let extra):
      next.body = .geoPackage(renamed(name), renamed(tables), system: system, extra: extra)
    case .geoJSONs(let tables): next.body = .geoJSONs(renamed(tables))
    case .geoJSON, .gzip, .object: break
    }
    return next
  }
}

extension PublisherAnswer {
  /// One for each entry of the catalog that is offered.
  static let all: [PublisherAnswer] =
    japan + unitedStates + france + italy + germany + brazil + switzerland + netherlands + norway + world

  private static let japan: [PublisherAnswer] = ["17": "n03:17", "": "n03:all"].map { prefecture, id in
    let part = prefecture.isEmpty ? "" : "_\(prefecture)"
    return PublisherAnswer(
      id: id, address: "https://nlftp.mlit.go.jp/ksj/gml/data/N03/N03-2026/N03-20260101\(part)_GML.zip",
      body: .geoJSONs([
        "N03-20260101\(part)_GML/N03-20260101\(part)": Table(
          fields: ["N03_001", "N03_002", "N03_003", "N03_004", "N03_005", "N03_007"],
          rows: [
            ["石川県", nil, nil, "金沢市", nil, "17201"], ["石川県", nil, nil, "金沢市", nil, "17201"],
            ["石川県", nil, "鹿島郡", "中能登町", nil, "17407"], ["石川県", nil, nil, "所属未定地", nil, nil],
          ], corner: (136.5, 36.5)),
        // The file of the whole country has the prefectures beside the municipalities.
        "N03-20260101\(part)_GML/N03-20260101_prefecture": Table(fields: ["N03_001"], rows: [["石川県"]]),
      ]),
      regions: ["17201": "金沢市", "17407": "中能登町"], credit: "「国土数値情報（行政区域データ）」（国土交通省）を加工して作成")
  }

  private static let unitedStates = [
    PublisherAnswer(
      id: "census:county/500k", address: "https://www2.census.gov/geo/tiger/GENZ2025/shp/cb_2025_us_county_500k.zip",
      body: .shapefiles([
        "cb_2025_us_county_500k": Table(
          fields: ["STATEFP", "COUNTYFP", "GEOID", "NAME", "NAMELSAD", "LSAD"],
          rows: [
            ["50", "001", "50001", "Addison", "Addison County", "06"],
            ["50", "003", "50003", "Bennington", "Bennington County", "06"],
          ], corner: (-73, 44))
      ]),
      regions: ["50001": "Addison County", "50003": "Bennington County"],
      credit: "U.S. Census Bureau, 2025 Cartographic Boundary Files"),
    PublisherAnswer(
      id: "census:tract:50", address: "https://www2.census.gov/geo/tiger/GENZ2025/shp/cb_2025_50_tract_500k.zip",
      body: .shapefiles([
        "cb_2025_50_tract_500k": Table(
          fields: ["STATEFP", "COUNTYFP", "TRACTCE", "GEOID", "NAME", "NAMELSAD"],
          rows: [
            ["50", "001", "960100", "50001960100", "9601", "Census Tract 9601"],
            ["50", "001", "960200", "50001960200", "9602", "Census Tract 9602"],
          ], corner: (-73, 44))
      ]),
      regions: ["50001960100": "Census Tract 9601", "50001960200": "Census Tract 9602"],
      credit: "U.S. Census Bureau, 2025 Cartographic Boundary Files"),
  ]

  private static let france = [
    PublisherAnswer(
      id: "etalab:communes/1000m",
      address:
        "https://etalab-datasets.geo.data.gouv.fr/contours-administratifs/2026/geojson/communes-1000m.geojson.gz",
      body: .gzip(
        Table(
          fields: ["code", "nom", "departement", "region", "plm", "commune"],
          rows: [
            ["75056", "Paris", "75", "11", "true", nil], ["77186", "Fontainebleau", "77", "11", nil, nil],
            ["75101", "Paris 1er Arrondissement", "75", "11", nil, "75056"],
          ])),
      regions: ["75056": "Paris", "77186": "Fontainebleau"],
      credit: "Sources : IGN, Etalab (contours administratifs 2026)"),
    PublisherAnswer(
      id: "etalab:departements",
      address:
        "https://etalab-datasets.geo.data.gouv.fr/contours-administratifs/2026/geojson/departements-100m.geojson.gz",
      body: .gzip(
        Table(fields: ["code", "nom", "region"], rows: [["2A", "Corse-du-Sud", "94"], ["01", "Ain", "84"]])),
      regions: ["2A": "Corse-du-Sud", "01": "Ain"], credit: "Sources : IGN, Etalab (contours administratifs 2026)"),
  ]

  private static let italy = [
    PublisherAnswer(
      id: "istat:com",
      address:
        "https://www.istat.it/storage/cartografia/confini_amministrativi/generalizzati/2026/Limiti01012026_g.zip",
      body: .shapefiles(
        [
          "Limiti01012026_g/Com01012026_g/Com01012026_g_WGS84": Table(
            fields: ["COD_REG", "PRO_COM", "PRO_COM_T", "COMUNE", "COMUNE_A"],
            rows: [["1", "1001", "001001", "Aglie'", ""], ["1", "1002", "001002", "Airasca", ""]],
            corner: (500_000, 5_000_000), side: 5000),
          "Limiti01012026_g/Reg01012026_g/Reg01012026_g_WGS84": Table(
            fields: ["COD_REG", "DEN_REG"], rows: [["1", "Piemonte"]], corner: (500_000, 5_000_000), side: 5000),
        ],
        prj: """
          PROJCS["WGS_1984_UTM_Zone_32N",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",\
          SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],\
          PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],\
          PARAMETER["Central_Meridian",9.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],\
          UNIT["Meter",1.0]]
          """),
      regions: ["001001": "Aglie'", "001002": "Airasca"],
      credit: "Fonte: Istat, Confini delle unità amministrative a fini statistici")
  ]

  private static let germany = [
    PublisherAnswer(
      id: "bkg:gem",
      address: "https://daten.gdz.bkg.bund.de/produkte/vg/vg250_ebenen_0101/2026/vg250_01-01.utm32s.gpkg.ebenen.zip",
      body: .geoPackage(
        "vg250_01-01.utm32s.gpkg.ebenen/vg250_ebenen_0101/DE_VG250",
        [
          "vg250_gem": Table(
            fields: ["AGS", "ARS", "GEN", "BEZ", "GF"],
            rows: [
              ["01001000", "010010000000", "Flensburg", "Stadt", "4"],
              ["01002000", "010020000000", "Kiel", "Stadt", "4"], ["01002000", "010020000000", "Kiel", "Stadt", "2"],
            ], corner: (530_000, 6_070_000), side: 5000),
          "vg250_krs": Table(
            fields: ["AGS", "GEN"], rows: [["01001", "Flensburg"]], corner: (530_000, 6_070_000), side: 5000),
        ], system: 25832),
      regions: ["01001000": "Flensburg", "01002000": "Kiel"],
      credit: "© GeoBasis-DE / BKG (2026) dl-de/by-2-0 (Daten verändert)")
  ]

  private static let brazil: [PublisherAnswer] = {
    let folder =
      "https://geoftp.ibge.gov.br/organizacao_do_territorio/malhas_territoriais/malhas_municipais/municipio_2025"
    return [
      PublisherAnswer(
        id: "ibge:uf", address: "\(folder)/Brasil/BR_UF_2025.zip",
        body: .shapefiles([
          "BR_UF_2025": Table(
            fields: ["CD_UF", "NM_UF", "SIGLA_UF"],
            rows: [["35", "Sao Paulo", "SP"], ["33", "Rio de Janeiro", "RJ"]],
            corner: (-46, -23))
        ]),
        regions: ["35": "Sao Paulo", "33": "Rio de Janeiro"], credit: "Fonte: IBGE, Malha Municipal 2025"),
      PublisherAnswer(
        id: "ibge:municipios:sp", address: "\(folder)/UFs/SP/SP_Municipios_2025.zip",
        body: .shapefiles([
          "SP_Municipios_2025": Table(
            fields: ["CD_MUN", "NM_MUN", "CD_UF"],
            rows: [["3500105", "Adamantina", "35"], ["3500204", "Adolfo", "35"]],
            corner: (-46, -23))
        ]),
        regions: ["3500105": "Adamantina", "3500204": "Adolfo"], credit: "Fonte: IBGE, Malha Municipal 2025"),
    ]
  }()

  private static let switzerland: [PublisherAnswer] = {
    let folder = "https://data.geo.admin.ch/ch.swisstopo.swissboundaries3d"
    let index = (
      "https://data.geo.admin.ch/api/stac/v1/collections/ch.swisstopo.swissboundaries3d/items",
      #"{"features": [{"id": "swissboundaries3d_2025-04"}, {"id": "swissboundaries3d_2026-01"}]}"#
    )
    let municipalities = Table(
      fields: ["objektart", "icc", "bfs_nummer", "name"],
      rows: [
        ["Gemeindegebiet", "CH", "1", "Aeugst am Albis"], ["Gemeindegebiet", "CH", "2", "Affoltern am Albis"],
        ["Kantonsgebiet", "CH", "9051", "Zürichsee (ZH)"], ["Gemeindegebiet", "LI", "7001", "Vaduz"],
      ], corner: (2_680_000, 1_230_000), side: 5000)
    let cantons = Table(
      fields: ["icc", "kantonsnummer", "name"],
      rows: [["CH", "1", "Zürich"], ["CH", "2", "Bern"], ["LI", nil, "FL"]],
      corner: (2_680_000, 1_230_000), side: 5000)
    return [
      ("swisstopo:gemeinden", ["1": "Aeugst am Albis", "2": "Affoltern am Albis"]),
      ("swisstopo:kantone", ["1": "Zürich", "2": "Bern"]),
    ].map { id, regions in
      PublisherAnswer(
        id: id, address: "\(folder)/swissboundaries3d_2026-01/swissboundaries3d_2026-01_2056_5728.gpkg.zip",
        body: .geoPackage(
          "swissBOUNDARIES3D_1_5_LV95_LN02", ["tlm_hoheitsgebiet": municipalities, "tlm_kantonsgebiet": cantons],
          system: 2056, extra: 1000), regions: regions, credit: "© swisstopo", index: index)
    }
  }()

  private static let netherlands = [
    ("gemeenten", "gemeente", ["GM0363", "Amsterdam"]), ("wijken", "wijk", ["WK036300", "Burgwallen"]),
    ("buurten", "buurt", ["BU03630000", "Kop Zeedijk"]),
  ].map { layer, unit, row in
    PublisherAnswer(
      id: "cbs:\(layer)", address: "https://geodata.cbs.nl/files/Wijkenbuurtkaart/WijkBuurtkaart_2025_v1.zip",
      body: .geoPackage(
        "WijkBuurtkaart_2025_v1/wijkenbuurten_2025_v1",
        [
          layer: Table(
            fields: ["\(unit)code", "\(unit)naam", "water"], rows: [row + ["NEE"], row + ["JA"]],
            corner: (120_000, 480_000), side: 5000),
          "other": Table(fields: ["code"], rows: [["1"]], corner: (120_000, 480_000), side: 5000),
        ], system: 28992), regions: [row[0]: row[1]], credit: "© CBS / Kadaster")
  }

  private static let norway = [
    ("Kommuner", "Kommune", "kommune", ["0301": "Oslo", "1103": "Stavanger"]),
    ("Fylker", "Fylke", "fylkes", ["03": "Oslo", "11": "Rogaland"]),
  ].map { product, layer, word, regions in
    PublisherAnswer(
      id: "kartverket:\(product.lowercased())",
      address:
        "https://nedlasting.geonorge.no/geonorge/Basisdata/\(product)/GeoJSON/Basisdata_0000_Norge_4258_\(product)_GeoJSON.zip",
      body: .object(
        "Basisdata_0000_Norge_4258_\(layer)_GeoJSON",
        [
          layer: Table(
            fields: word == "kommune" ? ["kommunenummer", "kommunenavn"] : ["fylkesnummer", "fylkesnavn"],
            rows: regions.sorted { $0.key < $1.key }.map { [$0.key, $0.value] }, corner: (10, 60))
        ]), regions: regions, credit: "© Kartverket")
  }

  private static let world = [
    PublisherAnswer(
      id: "natural-earth:admin_0_countries/110m",
      address: "https://naciscdn.org/naturalearth/110m/cultural/ne_110m_admin_0_countries.zip",
      body: .shapefiles([
        "ne_110m_admin_0_countries": Table(
          fields: ["featurecla", "ADM0_A3", "ADMIN", "NAME", "NAME_LONG"],
          rows: [
            ["Admin-0 country", "FRA", "France", "France", "France"],
            ["Admin-0 country", "NOR", "Norway", "Norway", "Norway"],
          ])
      ]),
      regions: ["FRA": "France", "NOR": "Norway"], credit: "Made with Natural Earth"),
    PublisherAnswer(
      id: "natural-earth:admin_0_map_units/110m",
      address: "https://naciscdn.org/naturalearth/110m/cultural/ne_110m_admin_0_map_units.zip",
      body: .shapefiles([
        "ne_110m_admin_0_map_units": Table(
          fields: ["featurecla", "ADM0_A3", "GU_A3", "NAME", "NAME_LONG"],
          rows: [
            ["Admin-0 map unit", "GBR", "ENG", "England", "England"],
            ["Admin-0 map unit", "GBR", "SCT", "Scotland", "Scotland"],
          ])
      ]),
      regions: ["ENG": "England", "SCT": "Scotland"], credit: "Made with Natural Earth"),
    PublisherAnswer(
      id: "geoboundaries:nor:adm2",
      address:
        "https://github.com/wmgeolab/geoBoundaries/raw/9469f09/releaseData/gbOpen/NOR/ADM2/geoBoundaries-NOR-ADM2.geojson",
      body: .geoJSON(
        Table(
          fields: ["shapeName", "shapeISO", "shapeID", "shapeGroup", "shapeType"],
          rows: [
            ["Oslo", "", "54315206B1", "NOR", "ADM2"], ["Alver", "", "54315206B2", "NOR", "ADM2"],
          ])),
      regions: ["54315206B1": "Oslo", "54315206B2": "Alver"], credit: "geoBoundaries, Runfola et al. 2020",
      index: (
        "https://www.geoboundaries.org/api/current/gbOpen/NOR/ADM2/",
        #"{"boundaryLicense": "CC BY 4.0", "gjDownloadURL": "https://github.com/wmgeolab/geoBoundaries/raw/9469f09/a"}"#
      )),
    PublisherAnswer(
      id: "gisco:nuts:1/20m",
      address:
        "https://gisco-services.ec.europa.eu/distribution/v2/nuts/geojson/NUTS_RG_20M_2024_4326_LEVL_1.geojson",
      body: .geoJSON(
        Table(
          fields: ["NUTS_ID", "LEVL_CODE", "CNTR_CODE", "NAME_LATN", "NUTS_NAME"],
          rows: [
            ["AT1", "1", "AT", "Ostoesterreich", "Ostösterreich"],
            ["AT2", "1", "AT", "Suedoesterreich", "Südösterreich"],
          ]
        )),
      regions: ["AT1": "Ostösterreich", "AT2": "Südösterreich"],
      credit: "© EuroGeographics for the administrative boundaries",
      index: (
        "https://gisco-services.ec.europa.eu/distribution/v2/nuts/datasets.json",
        #"{"nuts-2021": {"date": "2021"}, "nuts-2024": {"date": "2024"}, "nuts-2016": {}}"#
      )),
  ]
}
