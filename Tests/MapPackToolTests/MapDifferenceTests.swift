import Foundation
import MapPackCoverage
import MapPackFeatures
import MapPackMerge
import TestSupport
import Testing

@testable import MapPackRun
@testable import MapPackTool

/// What `MapDifference` promises whatever the maps are.
@Suite struct MapDifferenceTests {
  private static func edition(_ name: String, _ map: RandomCoverage) throws -> Edition {
    let options = try MergeOptions(key: Template("CODE"), name: Template("NAME"), jobs: 2)
    return Edition(name: name, coverage: try merge(map.table, options: options))
  }

  /// The map with some of its regions under the codes of others, or of nobody.
  private static func changed(_ map: RandomCoverage, using random: inout SplitMix64) -> RandomCoverage {
    var copy = map
    let codes = map.codes.shuffled(using: &random)
    let newCode = [codes[0]: codes[1], codes[2]: "99901", codes[3]: "99902", codes[4]: "99902"]
    for index in copy.features.indices {
      if let code = newCode[copy.features[index].code] { copy.features[index].code = code }
    }
    return copy
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func `a map written down otherwise is no other map`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let map = RandomCoverage(seed: seed)
    let difference = MapDifference(
      try Self.edition("old", map), try Self.edition("new", map.shuffled(using: &random)), share: 0.02, jobs: 2)
    #expect(!difference.isDifferent)
  }

  @Test func `a number with another value, or without one, is a difference`() throws {
    let map = RandomCoverage(seed: 1)
    var (old, new) = (try Self.edition("old", map), try Self.edition("new", map))
    old.coverage.regions[0].numbers = [.init(name: "A", value: 1), .init(name: "B", value: 2)]
    new.coverage.regions[0].numbers = [
      .init(name: "C", value: 0.5), .init(name: "B", value: 2), .init(name: "A", value: 3),
    ]
    new.coverage.regions[1].numbers = [.init(name: "A", value: 7)]
    let difference = MapDifference(old, new, share: 0.02, jobs: 1)
    #expect(difference.isDifferent)
    #expect(difference.numbersChanged.map(\.name) == ["A", "C", "A"])
    #expect(difference.numbersChanged.map(\.old) == [1, nil, nil])
    #expect(difference.numbersChanged.map(\.new) == [3, 0.5, 7])
    let label = difference.numbersChanged[0].region.label
    #expect(
      difference.text().contains(
        "numbers changed (2)\n  A: 2 regions, the first: \(label) 1 → 3\n  C: 1 region: \(label) no value → 0.5\n"))
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func `the editions exchanged give the difference mirrored`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let map = RandomCoverage(seed: seed)
    let old = try Self.edition("old", map)
    let new = try Self.edition("new", Self.changed(map, using: &random))
    let there = MapDifference(old, new, share: 0.02, jobs: 2)
    let back = MapDifference(new, old, share: 0.02, jobs: 1)
    #expect(there.isDifferent)
    #expect(Set(there.added) == Set(back.removed))
    #expect(Set(there.removed) == Set(back.added))
    #expect(Set(there.recoded.map { [$0.old, $0.new] }) == Set(back.recoded.map { [$0.new, $0.old] }))
    #expect(Set(there.renamed.map { [$0.old, $0.new] }) == Set(back.renamed.map { [$0.new, $0.old] }))
    let (forth, reverse) = (there.regrouped.flatMap(\.overlaps), back.regrouped.flatMap(\.overlaps))
    #expect(Set(forth.map { [$0.from, $0.to] }) == Set(reverse.map { [$0.to, $0.from] }))
    #expect(Set(forth.map(\.area)) == Set(reverse.map(\.area)))
    #expect(
      Set(there.bordersMoved.map { [$0.from, $0.to] }) == Set(back.bordersMoved.map { [$0.to, $0.from] }))
    #expect(there.redrawn.gained == back.redrawn.lost)
    #expect(there.bound == back.bound)
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func `a map drawn anew has the same regions, and no border that moved`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let map = RandomCoverage(seed: seed) { $0.nests = 0 }
    // Whole regions, each drawn anew by itself: merge gives the land between two to one of them.
    let redrawn = map.redrawn(within: 0.0002, using: &random)
    let difference = MapDifference(
      try Self.edition("old", map), try Self.edition("new", redrawn), share: 0.02, jobs: 2)
    #expect(difference.added.isEmpty && difference.removed.isEmpty)
    #expect(difference.recoded.isEmpty && difference.renamed.isEmpty && difference.regrouped.isEmpty)
    #expect(difference.bordersMoved.isEmpty)
    #expect(difference.redrawn.places + difference.redrawn.coasts > 0)
  }
}

/// Two editions of the same land, if MAPPACK_CORPORA names a folder that has them.
private let corpora = ProcessInfo.processInfo.environment["MAPPACK_CORPORA"].map { URL(fileURLWithPath: $0) }

@Suite(.enabled(if: corpora != nil)) struct EditionCorporaTests {
  private func difference(_ arguments: [String]) throws -> JSONValue {
    let output = CommandOutput.of(RootCommand.self, ["diff"] + arguments + ["--format", "json"])
    #expect(output.messages == "")
    #expect(output.status == 1)
    return try JSONValue(text: output.results)
  }

  @Test func `Finland 2013 and 2023: eleven mergers, and the land that two cities gave away`() throws {
    let folder = try #require(corpora).appendingPathComponent("cov-finland-kunnat")
    let json = try difference([
      folder.appendingPathComponent("kuntarajat.2013.json").path,
      folder.appendingPathComponent("kuntarajat.2023.json").path, "--old-key", "natcode", "--old-name", "namefin",
      "--key", "NATCODE", "--name", "NAMEFIN",
    ])
    let regrouped = json["regrouped"]?.elements ?? []
    #expect(regrouped.allSatisfy { $0["kind"]?.string == "absorb" })
    let pairs = regrouped.flatMap { $0["overlaps"]?.elements ?? [] }.map {
      "\($0["from"]?.string ?? "") \($0["to"]?.string ?? "")"
    }
    #expect(
      Set(pairs) == [
        "164 301", "174 297", "476 297", "283 098", "319 783", "413 609", "442 051", "532 398", "838 423", "911 541",
        "99 214",
      ])
    #expect(json["added"]?.elements?.isEmpty == true)
    #expect(json["removed"]?.elements?.isEmpty == true)
    #expect(json["renamed"]?.elements?.isEmpty == true)
    // The older file's codes are numbers, without their leading zeros.
    let recoded = json["recoded"]?.elements ?? []
    #expect(recoded.count == 36)
    for pair in recoded {
      #expect(pair["old"]?["code"]?.string.flatMap { Int($0) } == pair["new"]?["code"]?.string.flatMap { Int($0) })
    }
    let moves = json["bordersMoved"]?.elements?.map {
      "\($0["from"]?["name"]?.string ?? "") → \($0["to"]?["name"]?.string ?? "")"
    }
    #expect(moves == ["Oulu → Ii", "Savonlinna → Enonkoski"])
    #expect(json["coastsMoved"]?.elements?.isEmpty == true)
    #expect(json["islands"]?.elements?.isEmpty == true)
  }

  @Test func `the US subset of 2010 and 2016, drawn anew: Bedford, and what Falls Church was given`() throws {
    let folder = try #require(corpora).appendingPathComponent("cov-us-counties-500k/subset-va-wv-md-dc-nm-pr")
    let workspace = try Workspace()
    for (name, source, more) in [
      ("2010", "gz_2010_us_050_00_500k.shp", ["--encoding", "CP1252"]), ("2016", "cb_2016_us_county_500k.shp", []),
    ] {
      CommandOutput.of(
        RootCommand.self,
        ["ingest", folder.appendingPathComponent(source).path, "-o", workspace.path("\(name).features")] + more,
        exits: 0)
    }
    let json = try difference([
      workspace.path("2010.features"), workspace.path("2016.features"), "--old-key", "{STATE}{COUNTY}", "--key",
      "GEOID", "--name", "NAME",
    ])
    let regrouped = json["regrouped"]?.elements ?? []
    #expect(regrouped.map { $0["kind"]?.string } == ["absorb"])
    #expect(regrouped.first?["overlaps"]?.elements?.map { $0["from"]?.string } == ["51515"])
    #expect(regrouped.first?["overlaps"]?.elements?.map { $0["to"]?.string } == ["51019"])
    for key in ["added", "removed", "renamed", "recoded", "coastsMoved", "islands"] {
      #expect(json[key]?.elements?.isEmpty == true, "\(key)")
    }
    // A boundary adjustment of 2014.
    let moves = json["bordersMoved"]?.elements ?? []
    #expect(moves.map { $0["from"]?["code"]?.string } == ["51059"])
    #expect(moves.map { $0["to"]?["code"]?.string } == ["51610"])
  }

  @Test func `a pack of Ishikawa is the land of its source`() throws {
    let source = try #require(corpora).appendingPathComponent("jp-n03-2024-17-ishikawa-shp/N03-20240101_17.shp")
    let workspace = try Workspace()
    let pipeline = try workspace.writePipeline(
      "merge: { key: N03_007, name: N03_004 }", "simplify: { tolerance: 30 m, levels: 4 }", of: source.path,
      map: "Ishikawa")
    #expect(CommandOutput.of("run", pipeline).status == 0)
    let json = try difference([pipeline, workspace.path("Output/Ishikawa.mappack")])
    for key in ["added", "removed", "renamed", "recoded", "regrouped", "bordersMoved", "coastsMoved"] {
      #expect(json[key]?.elements?.isEmpty == true, "\(key)")
    }
  }
}
