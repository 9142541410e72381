import Foundation
import MapPack
import MapPackFiles
import MapPackTool
import TestSupport
import Testing

/// A file as a stranger published it, and what `init` alone should make of it.
private struct Published: Sendable, CustomTestStringConvertible {
  var testDescription: String
  /// What `init` is given, of the files; the folder if it is empty.
  var source: String
  var files: [String: Data]
  var status: Int32 = 0
  /// The regions by name, in km². The land of areas is that of GEOS's make_valid with edges straight in longitude and
  /// latitude, measured on the WGS 84 ellipsoid, to a thousandth; where a comment does not say otherwise.
  var regions: [String: Double] = [:]
  var says: [String] = []
  /// Parts of the pipeline file.
  var writes: [String] = []
}

extension Published {
  fileprivate init(
    _ description: String, _ source: String, _ text: String, status: Int32 = 0, regions: [String: Double] = [:],
    says: [String] = [], writes: [String] = []
  ) {
    self.init(
      testDescription: description, source: source, files: [source: Data(text.utf8)], status: status, regions: regions,
      says: says, writes: writes)
  }

  /// A collection with the rings of one polygon of Alpha, and a square of Beta.
  fileprivate static func rings(
    _ description: String, _ rings: [Ring], beta: Ring, regions: [String: Double], says: [String]
  ) -> Published {
    Published(
      description, "a.geojson", collection(polygon("Alpha", rings), polygon("Beta", [beta])), regions: regions,
      says: says)
  }
}

private typealias Ring = [(Double, Double)]

private func box(_ west: Double, _ south: Double, _ east: Double, _ north: Double) -> Ring {
  [(west, south), (east, south), (east, north), (west, north), (west, south)]
}

private func square(_ west: Double, _ south: Double, _ side: Double = 1) -> Ring {
  box(west, south, west + side, south + side)
}

private func polygon(_ name: String, _ rings: [Ring]) -> String {
  feature(name, GeoJSONText.polygon(rings))
}

private func feature(_ name: String, _ geometry: String) -> String {
  #"{"type":"Feature","properties":{"code":"\#(name.prefix(1))","name":"\#(name)"},"geometry":\#(geometry)}"#
}

private func collection(_ features: String...) -> String {
  GeoJSONText.collection(features)
}

private func kml(_ content: String) -> String {
  #"<kml xmlns="http://www.opengis.net/kml/2.2"><Document>\#(content)</Document></kml>"#
}

private func placemark(_ name: String, _ coordinates: String, holes: String...) -> String {
  func ring(_ side: String, _ coordinates: String) -> String {
    "<\(side)><LinearRing><coordinates>\(coordinates)</coordinates></LinearRing></\(side)>"
  }
  return "<Placemark><name>\(name)</name><Polygon>\(ring("outerBoundaryIs", coordinates))"
    + holes.map { ring("innerBoundaryIs", $0) }.joined() + "</Polygon></Placemark>"
}

private func gpx(_ content: String) -> String {
  #"<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">\#(content)</gpx>"#
}

private func shapefile(_ names: [String: String], _ bytes: ShapefileBytes) -> [String: Data] {
  Dictionary(uniqueKeysWithValues: bytes.files.map { (names[$0.key] ?? "a.\($0.key)", $0.value) })
}

// MARK: Rings of one polygon

private let rings: [Published] = [
  .rings(
    "islands as holes", [square(0, 0), square(2, 0, 2).reversed()], beta: square(5, 0),
    regions: ["Alpha": 61_535.0, "Beta": 12_308.5],
    says: ["polygon 0, ring 1 at 2.0000000 0.0000000", "49,227 km² became land [rings-by-depth]"]),
  .rings(
    "nested in one polygon", [square(0, 0, 10), square(2, 2, 6).reversed(), square(4, 4, 2)], beta: square(20, 0),
    regions: ["Alpha": 832_595.0, "Beta": 12_308.5],
    says: ["polygon 0, ring 2 at 4.0000000 4.0000000", "49,051 km² became land [rings-by-depth]"]),
  .rings(
    "the shell last", [square(1, 1), square(0, 0, 3)], beta: square(5, 0),
    regions: ["Alpha": 98_427.6, "Beta": 12_308.5],
    says: ["polygon 0, ring 0 at 1.0000000 1.0000000", "98,428 km² became land [rings-by-depth]"]),
  .rings(
    "a hole that is its shell", [square(0, 0), square(0, 0).reversed()], beta: square(5, 0),
    regions: ["Alpha": 12_308.5, "Beta": 12_308.5],
    says: ["polygon 0, ring 1 at 0.0000000 0.0000000", "12,308 km² became land [rings-by-depth]"]),
  // Rings that cross are what the file says: the shell less the hole, with which GEOS agrees by `difference`.
  .rings(
    "a hole across its shell", [square(0, 0, 4), box(3, 1, 6, 3).reversed()], beta: square(20, 0),
    regions: ["Alpha": 172_187.2, "Beta": 12_308.5],
    says: ["at 4.0000000 1.0000000", "49,205 km² that it encloses there are no land [hole-beyond-shell]"]),
  // Beta keeps all of its land, which has more of it.
  .rings(
    "a stray ring on a neighbor", [square(0, 0), square(5, 0).reversed()], beta: square(5, 0, 3),
    regions: ["Alpha": 12_308.5, "Beta": 110_732.4],
    says: [
      "12,308 km² became land [rings-by-depth]", "claim the same land: 12,308 km²", "merge gives it to B [overlap]",
    ]),
]

// MARK: Edges wider than 180°

private let europe: Ring = [(-15, 35), (-15, 55), (30, 75), (30, 35), (-15, 35)]

// The areas are integrals of the authalic latitude along the edges: GEOS has no globe.
private let wideEdges: [Published] = [
  Published(
    "a mask", "a.geojson",
    collection(polygon("Mask", [Ring(box(-180, -90, 180, 90).dropLast()), europe])),
    // Cut at ±85.051129°, the published area is 499,573,384 km².
    regions: ["Mask": 499_573_384], says: ["[ring-unclosed]"]),
  Published(
    "a mask that ends before ±180°", "a.geojson", collection(polygon("Mask", [box(-179.9, -85, 179.9, 85), europe])),
    regions: ["Mask": 497_332_791]),
  Published(
    "a mask whose shell comes last", "a.geojson", collection(polygon("Mask", [europe, box(-179.9, -85, 179.9, 85)])),
    regions: ["Mask": 497_332_791], says: ["2 rings do not lie as the file says", "[rings-by-depth]"]),
  Published(
    "extents", "a.geojson",
    collection(
      polygon("Global extent", [box(-179.9, -85, 179.9, 85)]), polygon("Not America", [box(-25, -50, 170, 80)])),
    // 204,475,613 km² across ±180°, of which the other extent keeps all but a strip.
    regions: ["Global extent": 507_825_029, "Not America": 247_850],
    says: [
      "at -25.0000000 -50.0000000",
      "across ±180° the polygon has 204,475,613 km², and as it is written 241,652,997 km²", "[wide-edge]",
      "claim the same land: 191,959,227 km²", "merge gives it to G [overlap]",
    ]),
]

// MARK: Features and vertices without a place

private let places: [Published] = [
  Published(
    "null among coordinates", "a.geojson",
    collection(
      polygon("Alpha", [square(10, 50)]), feature("Beta", #"{"type":"Polygon","coordinates":[[[null]]]}"#),
      feature("Gamma", #"{"type":"Polygon","coordinates":[]}"#)),
    status: 65, says: ["Beta, record 2, polygon 0, ring 0, vertex 0", "must be a number, not: null"]),
  Published(
    "no polygon, and an empty one before another", "a.geojson",
    collection(
      polygon("Alpha", [square(10, 50)]), feature("Gamma", #"{"type":"Polygon","coordinates":[]}"#),
      feature(
        "Delta", #"{"type":"MultiPolygon","coordinates":[[],[[[11,50],[12,50],[12,51],[11,51],[11,50]]]]}"#)),
    regions: ["Alpha": 7_892.2, "Delta": 7_892.2],
    says: ["1 feature has no shape of its own and is dropped: Gamma (G)"],
    writes: ["drop: { code: \"G\" }"]),
  Published(
    "a hole without a vertex, last", "a.geojson", collection(polygon("Alpha", [square(10, 50), []])),
    regions: ["Alpha": 7_892.2], says: ["polygon 0, ring 1: ", "[hole-too-short]"]),
  Published(
    "a hole without a vertex, between others", "a.geojson",
    collection(polygon("Alpha", [square(10, 50), [], square(10.1, 50.1, 0.1)])),
    regions: ["Alpha": 7_813.0], says: ["polygon 0, ring 1: ", "[hole-too-short]"]),
  Published(
    "a hole without a vertex in KML", "a.kml", kml(placemark("Alpha", "10,50 11,50 11,51 10,51 10,50", holes: " ")),
    regions: ["Alpha": 7_892.2], says: ["polygon 0, ring 1: ", "[hole-too-short]"]),
  Published(
    "a polygon at zero, zero alone", "a.geojson",
    collection(
      polygon("Alpha", [square(10, 50)]),
      polygon("Beta", [[(11, 50), (12, 50), (0, 0), (12, 51), (11, 51), (11, 50)]]),
      polygon("Gamma", [Array(repeating: (0, 0), count: 4)])),
    status: 65, says: ["Gamma, record 3, polygon 0, ring 0", "has 1 vertex"]),
  // GEOS has 66,391.9 km² on both sides of the crossing.
  Published(
    "a vertex at zero, zero", "a.geojson",
    collection(
      polygon("Alpha", [square(10, 50)]),
      polygon("Beta", [[(11, 50), (12, 50), (0, 0), (12, 51), (11, 51), (11, 50)]])),
    regions: ["Alpha": 7_892.2, "Beta": 66_391.9],
    says: ["Beta, record 2 at 0.0000000 0.0000000", "51° from the rest of the feature [null-island]"],
    writes: ["tolerance: 13 m,", "bounds: [9.8, 49.8, 12.2, 51.2]"]),
  Published(
    "a track without a fix", "a.gpx",
    gpx(
      #"<trk><name>Walk</name><trkseg><trkpt lat="47.500" lon="11.100"/><trkpt lat="47.501" lon="11.102"/>"#
        + #"<trkpt lat="0.0" lon="0.0"/><trkpt lat="47.503" lon="11.107"/></trkseg></trk><trk><name>Run</name>"#
        + #"<trkseg><trkpt lat="47.510" lon="11.110"/><trkpt lat="47.512" lon="11.115"/></trkseg></trk>"#),
    regions: ["Walk": 0, "Run": 0], says: ["Walk, record 1 at 0.0000000 0.0000000", "[null-island]"],
    writes: ["geometry: lines", "tolerance: 19 cm,", "bounds: [11.098, 47.498, 11.117, 47.514]"]),
  Published(
    "a track with a point that has no numbers", "a.gpx",
    gpx(
      #"<trk><name>Up</name><trkseg><trkpt lat="" lon=""/><trkpt lat="46.50" lon="8.05"/>"#
        + #"<trkpt lat="46.51" lon="8.06"/></trkseg></trk><trk><name>Down</name><trkseg>"#
        + #"<trkpt lat="46.60" lon="8.05"/><trkpt lat="46.61" lon="8.06"/></trkseg></trk>"#),
    regions: ["Up": 0, "Down": 0], writes: ["geometry: lines", "merge: { key: name, name: name }"]),
  Published(
    "a track of such points alone", "a.gpx",
    gpx(#"<trk><name>Up</name><trkseg><trkpt lat="" lon=""/><trkpt lat="" lon=""/></trkseg></trk>"#),
    status: 1, says: ["there is no feature with a line: ", "position"]),
  Published(
    "a track that is cut off", "a.gpx",
    String(gpx(#"<trk><name>Up</name><trkseg><trkpt lat="46.50" lon="8.05"/><trkpt lat="46"#).dropLast(6)),
    status: 65, says: ["a.gpx:1: error: the XML is cut off"]),
  Published(
    "null among the geometries of a topology", "a.topojson",
    #"{"type":"Topology","arcs":[[[10,50],[11,50],[11,51],[10,51],[10,50]]],"objects":{"a":{"type":"#
      + #""GeometryCollection","geometries":[{"type":"Polygon","id":"A","properties":{"name":"Alpha"},"arcs":[[0]]},"#
      + #"null,{"type":null,"id":"C","properties":{"name":"Gamma"}}]}}}"#,
    regions: ["Alpha": 7_892.2],
    says: [
      "record 2: warning: the feature has no geometry [no-geometry]",
      "1 feature has no shape of its own and is dropped: Gamma",
    ],
    writes: ["drop: { name: \"Gamma\" }"]),
  Published(
    testDescription: "null shapes of a Shapefile", source: "a.shp",
    files: shapefile(
      [:],
      ShapefileBytes(
        fields: ["SA4_CODE21", "SA4_NAME21", "STE_CODE21"],
        records: [
          (square(148, -34).reversed(), ["101", "Capital Region", "1"]),
          (square(149, -34).reversed(), ["102", "Central Coast", "1"]),
          (nil, ["197", "Migratory - Offshore - Shipping (NSW)", "1"]), (nil, ["199", "No usual address (NSW)", "1"]),
        ])),
    regions: ["Capital Region": 10_306.2, "Central Coast": 10_306.2],
    says: ["2 features have no shape of their own and are dropped"],
    writes: ["drop: { SA4_CODE21: [\"197\", \"199\"] }", "merge: { key: SA4_CODE21, name: SA4_NAME21 }"]),
]

// MARK: Files, systems and keys

private let twoSquares = ShapefileBytes(
  fields: ["CODE", "NAME"],
  records: [(square(10, 50).reversed(), ["A", "Alpha"]), (square(11, 50).reversed(), ["B", "Beta"])])
private let capitals = ["shp": "CONSTRU.SHP", "shx": "constru.shx", "dbf": "Constru.DBF"]

/// EPSG:27700 as Esri writes it.
private let britishGrid =
  #"PROJCS["British_National_Grid",GEOGCS["GCS_OSGB_1936",DATUM["D_OSGB_1936",SPHEROID["Airy_1830",6377563.396,"#
  + #"299.3249646]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],"#
  + #"PARAMETER["False_Easting",400000.0],PARAMETER["False_Northing",-100000.0],PARAMETER["Central_Meridian",-2.0],"#
  + #"PARAMETER["Scale_Factor",0.9996012717],PARAMETER["Latitude_Of_Origin",49.0],UNIT["Meter",1.0]]"#

private let londonSquare: Ring = box(530_000, 180_000, 540_000, 190_000).reversed()

private let parks = kml(placemark("Green", "10,50 10.1,50 10.1,50.1 10,50.1 10,50"))

private let files: [Published] = [
  Published(
    testDescription: "a Shapefile whose names differ in capitals", source: "",
    files: shapefile(capitals, twoSquares), regions: ["Alpha": 7_892.2, "Beta": 7_892.2],
    writes: ["merge: { key: CODE, name: NAME }"]),
  // PROJ and GEOS: 100.03 km².
  Published(
    testDescription: "a projected Shapefile with its system", source: "lad.shp",
    files: shapefile(
      Dictionary(uniqueKeysWithValues: ["shp", "shx", "dbf"].map { ($0, "lad.\($0)") }),
      ShapefileBytes(fields: ["LAD23CD", "LAD23NM"], records: [(londonSquare, ["E09000001", "Test"])])
    ).merging(["lad.prj": Data(britishGrid.utf8)]) { _, new in new },
    regions: ["Test": 100.03],
    writes: ["merge: { key: LAD23CD, name: LAD23NM }", "bounds: [-0.15, 51.48, 0.04, 51.61]"]),
  Published(
    testDescription: "a projected Shapefile without its system", source: "lad.shp",
    files: shapefile(
      Dictionary(uniqueKeysWithValues: ["shp", "shx", "dbf"].map { ($0, "lad.\($0)") }),
      ShapefileBytes(fields: ["LAD23CD", "LAD23NM"], records: [(londonSquare, ["E09000001", "Test"])])),
    status: 65, says: ["look projected", "--crs EPSG:27700 ", "51.5° N, 0.1° W"]),
  Published(
    "an answer of an Esri service", "query.json",
    #"{"displayFieldName":"NAME","geometryType":"esriGeometryPolygon","features":[{"attributes":{"NAME":"North"},"#
      + #""geometry":{"rings":[[[1113194.9,6446275.8],[1113194.9,6621293.7],[1224514.4,6621293.7]]]}}]}"#,
    status: 65, says: ["query.json: error: this is Esri JSON"]),
  Published(
    "positions of a line that commas part", "a.kml",
    kml(
      "<Placemark><name>Ridge</name><LineString><coordinates>13.01,37.51,0,13.02,37.52,0,13.03,37.50,0"
        + "</coordinates></LineString></Placemark>"),
    regions: ["Ridge": 0], writes: ["geometry: lines", "bounds: [13.008, 37.498, 13.032, 37.523]"]),
  Published(
    "positions of an area that commas part", "a.kml",
    kml(
      placemark("Field", "13.01,37.51,0,13.02,37.51,0,13.02,37.52,0,13.01,37.52,0,13.01,37.51,0")
        + placemark("Meadow", "13.11,37.51,0 13.12,37.51,0 13.12,37.52,0 13.11,37.52,0 13.11,37.51,0")),
    regions: ["Field": 0.9812, "Meadow": 0.9812]),
  Published(
    "lines of two folders", "a.kml",
    kml(
      ["Monday", "Tuesday"].enumerated().map { day, name in
        "<Folder><name>\(name)</name><Placemark><name>Route</name><LineString><coordinates>\(10 + day),50 "
          + "\(10 + day).1,50.1</coordinates></LineString></Placemark></Folder>"
      }.joined()),
    regions: ["Monday Route": 0, "Tuesday Route": 0],
    writes: ["merge: { key: \"{Folder} {name}\", name: \"{Folder} {name}\" }"]),
  Published(
    "three levels of units", "nuts.geojson",
    GeoJSONText.collection(
      [
        ("HR", 0, "Hrvatska", square(15, 44, 2)), ("HR0", 1, "Hrvatska", square(15, 44, 2)),
        ("HR02", 2, "Istok", square(15, 44)), ("HR03", 2, "Zapad", square(16, 44)),
        ("HR05", 2, "Sjever", square(15, 45)), ("HR06", 2, "Jug", square(16, 45)),
      ].map { (code: String, level: Int, name: String, ring: Ring) in
        polygon(name, [ring]).replacing(
          /"code":"[^"]*","name"/, with: "\"NUTS_ID\":\"\(code)\",\"LEVL_CODE\":\(level),\"NUTS_NAME\"")
      }),
    regions: ["Istok": 8_837.4, "Zapad": 8_837.4, "Sjever": 8_686.5, "Jug": 8_686.5],
    says: ["3 levels of LEVL_CODE: 0 (1), 1 (1), 2 (4)"],
    writes: ["select: { LEVL_CODE: \"2\" }", "merge: { key: NUTS_ID, name: NUTS_NAME }"]),
]

/// The same as archives, by their entries.
private let archives: [Published] = [
  Published(
    testDescription: "a zip of a Shapefile whose names differ in capitals", source: "up.zip",
    files: shapefile(capitals, twoSquares), regions: ["Alpha": 7_892.2, "Beta": 7_892.2]),
  Published(
    testDescription: "a kmz in a folder of its own", source: "folder.kmz",
    files: ["export/doc.kml": Data(parks.utf8), "export/files/icon.png": Data("PNG".utf8)], regions: ["Green": 79.66]),
  Published(
    testDescription: "a kmz of links", source: "backup.kmz",
    files: [
      "doc.kml": Data(
        kml(
          "<NetworkLink><name>Old</name><Link><href>files/My%20parks.v2.kml</href></Link></NetworkLink>"
            + "<NetworkLink><Link><href>files/Lakes.kml</href></Link></NetworkLink>"
        ).utf8),
      "files/My parks.v2.kml": Data(parks.utf8), "files/Lakes.kml": Data(parks.utf8),
    ], status: 1,
    says: ["the file links to files/My%20parks.v2.kml, as “Old”", "(2 in all)", "--layer 'My parks.v2'"]),
]

@Suite struct StrangersMapsTests {
  @Test(arguments: rings + wideEdges + places + files + archives)
  private func `init makes the map that the publisher meant, or says what is wrong and leaves nothing`(
    published: Published
  ) throws {
    let workspace = try Workspace()
    let folder = workspace.url.appendingPathComponent("RawData")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    if ["zip", "kmz"].contains(where: { published.source.hasSuffix("." + $0) }) {
      let entries = published.files.sorted { $0.key < $1.key }
      try zipArchive(
        entries.map { (name: Array($0.key.utf8), data: Array($0.value)) },
        to: folder.appendingPathComponent(published.source).path)
    } else {
      for (name, data) in published.files { try data.write(to: folder.appendingPathComponent(name)) }
    }
    let before = workspace.files()
    let source = published.source.isEmpty ? "RawData" : "RawData/" + published.source
    let run = CommandOutput.of(
      "init", "Trial", workspace.path(source), "--project", workspace.url.path, exits: published.status)
    for words in published.says { #expect(run.messages.contains(words), "\(run.messages)") }
    guard published.status == 0 else {
      #expect(workspace.files() == before)
      return
    }
    let pipeline = try workspace.text("Pipelines/Trial.yml")
    for words in published.writes { #expect(pipeline.contains(words), "\(pipeline)") }
    let pack = try Pack(contentsOf: URL(fileURLWithPath: workspace.path("Output/Trial.mappack")))
    try pack.verify()
    #expect(Set(pack.shapes.map(\.name)) == Set(published.regions.keys))
    for shape in pack.shapes {
      let expected = try #require(published.regions[shape.name])
      #expect(abs(shape.area / 1e6 - expected) <= expected / 1_000, "\(shape.name): \(shape.area / 1e6) km²")
    }
    // What `init` wrote stays green, and `validate` has the same findings about rings.
    #expect(CommandOutput.of("run", "--check", workspace.path("Pipelines/Trial.yml")).status == 0)
    let validation = CommandOutput.of("validate", "--pipeline", workspace.path("Pipelines/Trial.yml"))
    for rule in ["rings-by-depth", "hole-beyond-shell", "wide-edge", "null-island"] {
      #expect(validation.results.contains(rule) == run.messages.contains("[\(rule)]"), "\(validation.results)")
    }
  }

  /// What a message tells to do exists in the command that says it, word by word.
  @Test func `the layer that a kmz of links is said to have makes a map`() throws {
    let workspace = try Workspace()
    try zipArchive(
      [
        (name: Array("doc.kml".utf8), data: Array(kml("").utf8)),
        (name: Array("My parks.v2.kml".utf8), data: Array(parks.utf8)),
      ],
      to: workspace.path("backup.kmz"))
    let run = CommandOutput.of(
      "init", "Trial", workspace.path("backup.kmz"), "--layer", "My parks.v2", "--project", workspace.url.path)
    #expect(run.status == 0 && run.results.contains("1 region"), "\(run)")
  }

  /// A strip of overlaps and gaps between two regions, and two regions one of which lies half on the other.
  @Test(arguments: [(0.0005, true), (1, false)])
  func `init ends with the cleaning that joins borders, but with none for land that is drawn twice`(
    width: Double, isProposed: Bool
  ) throws {
    func zigzag(_ sign: Double) -> Ring {
      (0...20).map { step -> (Double, Double) in
        let offset: Double = step % 2 == 0 ? width / 2 : -width / 2
        return (12 + sign * offset, 50 + Double(step) / 10)
      }
    }
    let west: Ring = [(10, 50)] + zigzag(1) + [(10, 52), (10, 50)]
    let east: Ring = [(14, 52)] + zigzag(-1).reversed() + [(14, 50), (14, 52)]
    let features: [String] =
      if isProposed {
        [polygon("West", [west]), polygon("East", [east])]
      } else {
        [polygon("West", [square(10, 50, 2)]), polygon("East", [square(11, 50, 2)])]
      }
    let run = try Trial(GeoJSONText.collection(features)).run
    #expect(run.messages.contains("[overlap]"), "\(run.messages)")
    #expect(run.messages.contains("clean: { snap: ") == isProposed, "\(run.messages)")
  }
}
