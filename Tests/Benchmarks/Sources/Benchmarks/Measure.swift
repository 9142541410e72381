import Foundation
import MapPack

/// Prints a table of what packs cost beside their peers.
func measure(_ files: [(pack: String, geoJSON: String?)]) throws {
  print(
    """
    read     GeoJSON with JSONDecoder : opening the pack and taking all rings at full detail
    memory   the same, above that of an empty program, rings of all regions kept : taken in turn
    decode   millions of vertices a second, as the buffer gets them
    open     the pack alone
    point    a test of every polygon : the region at a random point within the bounds, by the pack
    boxes    a test of those polygons in whose bounding box the point lies : the pack

    """)
  print(
    "pack                     vertices   read  memory (kept : in turn)  decode     open    point            boxes")
  for file in files {
    let url = URL(fileURLWithPath: file.pack)
    let pack = try Pack(contentsOf: url)
    let geoJSON = try file.geoJSON.map { URL(fileURLWithPath: $0) } ?? written(pack)
    defer { if file.geoJSON == nil { try? FileManager.default.removeItem(at: geoJSON) } }
    let row = try Row(url, geoJSON)
    print(row.text)
  }
}

/// The shapes of a pack in a file.
private func written(_ pack: Pack) throws -> URL {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).geojson")
  try Data(geoJSON(pack).utf8).write(to: url)
  return url
}

private struct Row {
  let text: String

  init(_ url: URL, _ geoJSON: URL) throws {
    var vertices = 0
    let byDecoder = try seconds(within: 2) { vertices = try FeatureCollection(contentsOf: geoJSON).vertexCount }
    let reading = try seconds {
      let pack = try Pack(contentsOf: url)
      var rings = RingBuffer()
      for shape in pack.shapes { shape.appendRings(to: &rings) }
      vertices = rings.points.count
    }
    let opening = try seconds(within: 0.3) { _ = try Pack(contentsOf: url) }

    let empty = try memory(of: .nothing, url)
    let forGeoJSON = try memory(of: .geoJSON, geoJSON) - empty
    let kept = max(1, try memory(of: .packAtOnce, url) - empty)
    let inTurn = max(1, try memory(of: .packInTurn, url) - empty)

    let pack = try Pack(contentsOf: url)
    var rings = RingBuffer()
    for shape in pack.shapes { shape.appendRings(to: &rings) }
    // Into a buffer that has the room: what the decoder itself can.
    let decoding = seconds {
      rings.removeAll()
      for shape in pack.shapes { shape.appendRings(to: &rings) }
    }

    let location = try Location(pack, url)
    text = [
      url.lastPathComponent.padding(toLength: 22, withPad: " ", startingAt: 0),
      String(format: "%11d", vertices),
      String(format: "%7.1f", byDecoder / reading),
      String(
        format: "%6.1f : %5.1f (%5d K)", Double(forGeoJSON) / Double(kept), Double(forGeoJSON) / Double(inTurn),
        forGeoJSON / 1024),
      String(format: "%9.0f", Double(vertices) / decoding / 1e6),
      String(format: "%6.1f µs", opening * 1e6),
      location.text,
    ].joined(separator: " ")
  }
}

/// What it takes to find the region at a location.
private struct Location {
  let text: String

  init(_ pack: Pack, _ url: URL) throws {
    let locations = randomLocations(in: pack.bounds, count: 100_000)
    let every = EveryPolygon(pack)
    let few = locations.prefix(max(50, 10_000_000 / max(1, every.vertexCount)))
    func sum(_ locations: some Collection<MapPoint>, _ find: (MapPoint) -> UInt16?) -> Int {
      locations.reduce(0) { $0 &+ Int(find($1) ?? 0) }
    }
    var found = 0
    /// Seconds for each location. What is found is kept, because nothing would be searched for otherwise.
    func time(_ locations: some Collection<MapPoint>, _ find: (MapPoint) -> UInt16?) -> Double {
      seconds { found &+= sum(locations, find) } / Double(locations.count)
    }
    let ways: [(MapPoint) -> UInt16?] = [
      { every.region(at: $0) }, { every.region(at: $0, isBoxFirst: true) },
      { pack.shape(at: $0)?.rawValue },
    ]
    guard Set(ways.map { sum(few, $0) }).count == 1 else { throw Disagreement(path: url.path) }
    let testing = time(few) { every.region(at: $0) }
    let boxes = time(locations.prefix(20_000)) { every.region(at: $0, isBoxFirst: true) }
    let byPack = time(locations.prefix(20_000)) { pack.shape(at: $0)?.rawValue }
    guard found != 0 || few.isEmpty else { throw Disagreement(path: url.path) }
    text = [
      String(format: "%7.1f (%4.0f ns)", testing / byPack, byPack * 1e9),
      String(format: "%6.1f", boxes / byPack),
    ].joined(separator: " ")
  }
}

private struct Disagreement: Error, CustomStringConvertible {
  let path: String
  var description: String { "the pack and the test of every polygon find other regions: \(path)" }
}

/// Random locations, the same in every run.
func randomLocations(in bounds: MapRect, count: Int) -> [MapPoint] {
  var state: UInt64 = 2026
  // S. Vigna, SplitMix64; 53 bits of each number.
  func next() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((z ^ (z >> 31)) >> 11) * 0x1p-53
  }
  return (0..<count).map { _ in
    MapPoint(x: bounds.minX + next() * bounds.width, y: bounds.minY + next() * bounds.height)
  }
}
