import Foundation
import MapPackFeatures
import MapPackRun
import Testing

/// A published code does not come to mean another point or line in silence, nor, by its name, land that is too small to tell.
@Suite struct PlaceTests {
  typealias Feature = (code: String, name: String, at: Double)

  enum Kind: String, CaseIterable, Sendable {
    case points, lines, areas

    /// A small geometry that begins at a longitude: a point, a line of 300 m, a square of 5 m.
    func geometry(_ x: Double) -> String {
      switch self {
      case .points: #"{"type":"Point","coordinates":[\#(x),35]}"#
      case .lines: #"{"type":"LineString","coordinates":[[\#(x),35],[\#(x + 0.003),35.001]]}"#
      case .areas:
        #"{"type":"Polygon","coordinates":[[[\#(x),35],[\#(x + 5e-5),35],[\#(x + 5e-5),35.00005],[\#(x),35]]]}"#
      }
    }
  }

  /// A project in which a first edition has been made, and the text of another one is the source.
  private static func made(
    _ first: [Feature], then second: [Feature], _ kind: Kind, tolerance: String = "10 m", hasNames: Bool = true
  ) throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write("date,kind,from,to\n", to: "Pipelines/changes.csv")
    let lines = [
      "map: Places", "geometry: \(kind.rawValue)", "sources: [{ path: RawData/places.geojson }]",
      "merge: { key: code\(hasNames ? ", name: name" : "") }",
      kind == .points ? "" : "simplify: { tolerance: \(tolerance) }", "changes: Pipelines/changes.csv",
      "output: { pack: Output/Places.mappack, swift: Output/Places.swift }", "",
    ]
    try workspace.write(lines.joined(separator: "\n"), to: "Pipelines/places.yml")
    func write(_ features: [Feature]) throws {
      let list = features.map {
        #"{"type":"Feature","properties":{"code":"\#($0.code)","name":"\#($0.name)"},"geometry":\#(kind.geometry($0.at))}"#
      }
      try workspace.write(
        #"{"type":"FeatureCollection","features":[\#(list.joined(separator: ","))]}"#, to: "RawData/places.geojson")
    }
    try write(first)
    CommandOutput.of("run", workspace.path("Pipelines/places.yml"), exits: 0)
    try write(second)
    return workspace
  }

  private static let first: [Feature] = [("1", "Alpha", 135), ("2", "Beta", 135.01), ("3", "Gamma", 135.05)]

  struct Edition: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var features: [Feature]
    /// The codes that mean another place; empty if the run is right.
    var codes: [String] = []
    var rule: String?
  }

  static let editions = [
    Edition(
      testDescription: "two codes are exchanged",
      features: [("2", "Alpha", 135), ("1", "Beta", 135.01), ("3", "Gamma", 135.05)], codes: ["1", "2"]),
    Edition(
      testDescription: "codes go round",
      features: [("2", "Alpha", 135), ("3", "Beta", 135.01), ("1", "Gamma", 135.05)], codes: ["1", "2", "3"]),
    Edition(
      testDescription: "names come by the code, and places are exchanged",
      features: [("1", "Alpha", 135.01), ("2", "Beta", 135), ("3", "Gamma", 135.05)], codes: ["1", "2"]),
    Edition(
      testDescription: "a code is given to another place",
      features: [("1", "Delta", 135.2), ("2", "Beta", 135.01), ("3", "Gamma", 135.05)], codes: ["1"]),
    Edition(
      testDescription: "a region has a new place and its old name",
      features: [("1", "Alpha", 135.2), ("2", "Beta", 135.01), ("3", "Gamma", 135.05)], rule: "land-moved"),
    Edition(
      testDescription: "a region has a new name and its old place",
      features: [("1", "Delta", 135.00002), ("2", "Beta", 135.01), ("3", "Gamma", 135.05)]),
    Edition(
      testDescription: "names are exchanged, and places stay",
      features: [("1", "Beta", 135), ("2", "Alpha", 135.01), ("3", "Gamma", 135.05)]),
  ]

  @Test(arguments: [Kind.points, .lines], editions)
  func `a code of a point or a line on another place fails the run, which leaves every file`(
    kind: Kind, edition: Edition
  ) throws {
    let workspace = try Self.made(Self.first, then: edition.features, kind)
    let before = try workspace.snapshot()
    let run = CommandOutput.of("run", workspace.path("Pipelines/places.yml"))
    #expect(run.status == (edition.codes.isEmpty ? 0 : 1), "\(run.messages)")
    #expect(run.messages.contains("[land-moved]") == (edition.rule != nil), "\(run.messages)")
    guard !edition.codes.isEmpty else { return }
    #expect(run.messages.contains("to other places"), "\(run.messages)")
    for code in edition.codes { #expect(run.messages.contains(",rename,\(code),\(code)\n"), "\(run.messages)") }
    #expect(try workspace.snapshot() == before)
    // The rows of the message are a way on.
    let rows = edition.codes.map { ",rename,\($0),\($0)\n" }.joined()
    try workspace.write("date,kind,from,to\n" + rows, to: "Pipelines/changes.csv")
    CommandOutput.of("run", workspace.path("Pipelines/places.yml"), exits: 0)
  }

  @Test(arguments: [Kind.points, .lines])
  func `without names, a code on the place of another one fails the run`(kind: Kind) throws {
    let second: [Feature] = [("2", "", 135), ("1", "", 135.01), ("3", "", 135.05)]
    let workspace = try Self.made(Self.first, then: second, kind, hasNames: false)
    #expect(CommandOutput.of("run", workspace.path("Pipelines/places.yml")).status == 1)
  }

  /// The regions are up to 9 m wide; the tolerances up to a kilometer.
  @Test(arguments: Kind.allCases, ["1 m", "10 m", "100 m", "1 km"])
  func `codes that are exchanged with their names are found at every tolerance`(kind: Kind, tolerance: String) throws {
    for distance in [1e-4, 1e-3, 1e-2] {
      let (a, b) = (135.0, 135 + distance)
      let workspace = try Self.made(
        [("1", "Alpha", a), ("2", "Beta", b)], then: [("2", "Alpha", a), ("1", "Beta", b)], kind, tolerance: tolerance)
      let run = CommandOutput.of("run", workspace.path("Pipelines/places.yml"))
      #expect(run.status == 1 && run.messages.contains("2 live codes to other"), "\(distance): \(run.messages)")
    }
  }

  @Test(arguments: Kind.allCases)
  func `a lock whose entries were exchanged is refused, also if the map has a new name`(kind: Kind) throws {
    let workspace = try Self.made(Self.first, then: Self.first, kind)
    let lock = try workspace.text("Pipelines/places.lock")
    let exchanged = lock.replacing("\"1\"", with: "\"0\"").replacing("\"2\"", with: "\"1\"").replacing(
      "\"0\"", with: "\"2\"")
    #expect(exchanged != lock)
    try workspace.write(exchanged, to: "Pipelines/places.lock")
    let pipeline = try workspace.text("Pipelines/places.yml")
    for name in ["Places", "Spots"] {
      try workspace.write(pipeline.replacing("map: Places", with: "map: \(name)"), to: "Pipelines/places.yml")
      let run = CommandOutput.of("run", workspace.path("Pipelines/places.yml"))
      #expect(run.status == 64 && run.messages.contains("at odds with the published names"), "\(run.messages)")
    }
  }
}
