import Foundation
import MapPackFeatures
import MapPackFiles
import MapPackTool
import TestSupport
import Testing

/// `mappack diff` from its arguments to its status.
@Suite struct DiffTests {
  private typealias Box = BoxMap.Box

  /// What a diff of two maps prints.
  private static func diff(_ old: BoxMap, _ new: BoxMap, format: String) throws -> CommandOutput {
    let workspace = try Workspace()
    let before = try workspace.write(old.geoJSON(), to: "old.geojson")
    let after = try workspace.write(new.geoJSON(), to: "new.geojson")
    var output = CommandOutput.of(
      "diff", before, after, "--key", "code", "--name", "name", "--format", format)
    output.results = output.results.replacingOccurrences(of: workspace.url.path + "/", with: "")
    return output
  }

  private static func json(_ old: BoxMap, _ new: BoxMap) throws -> JSONValue {
    let output = try diff(old, new, format: "json")
    #expect(output.messages == "")
    #expect(output.status == 1)
    return try JSONValue(text: output.results)
  }

  /// The lists that are not empty.
  private static func kinds(_ json: JSONValue) -> [String] {
    ["added", "removed", "renamed", "recoded", "regrouped", "bordersMoved", "coastsMoved", "islands"]
      .filter { json[$0]?.elements?.isEmpty == false }
  }

  private static func codes(_ value: JSONValue?) -> [String] {
    value?.elements?.compactMap { $0["code"]?.string } ?? []
  }

  // MARK: What happened in Japan

  @Test func `Hamamatsu 2024: seven wards became three, one of them with its land and a new code`() throws {
    let old = BoxMap([
      ("22131", "中区", [Box(200, 0, 100, 100)]), ("22132", "東区", [Box(300, 0, 100, 100)]),
      ("22133", "西区", [Box(0, 0, 200, 100)]), ("22134", "南区", [Box(200, -100, 200, 100)]),
      ("22135", "北区", [Box(0, 100, 200, 300)]), ("22136", "浜北区", [Box(200, 100, 200, 300)]),
      ("22137", "天竜区", [Box(0, 400, 400, 500)]),
    ])
    let new = BoxMap([
      (
        "22138", "中央区",
        [
          Box(200, 0, 100, 100), Box(300, 0, 100, 100), Box(0, 0, 200, 100), Box(200, -100, 200, 100),
          Box(0, 100, 200, 50),
        ]
      ),
      ("22139", "浜名区", [Box(0, 150, 200, 250), Box(200, 100, 200, 300)]),
      ("22140", "天竜区", [Box(0, 400, 400, 500)]),
    ])
    let json = try Self.json(old, new)
    #expect(Self.kinds(json) == ["recoded", "regrouped"])
    let recoded = try #require(json["recoded"]?.elements)
    #expect(recoded.map { $0["old"]?["code"]?.string } == ["22137"])
    #expect(recoded.map { $0["new"]?["code"]?.string } == ["22140"])
    let regrouped = try #require(json["regrouped"]?.elements)
    #expect(regrouped.map { $0["kind"]?.string } == ["reorganize"])
    #expect(Self.codes(regrouped[0]["from"]) == ["22131", "22132", "22133", "22134", "22135", "22136"])
    #expect(Self.codes(regrouped[0]["to"]) == ["22138", "22139"])
    let overlaps = regrouped[0]["overlaps"]?.elements?.map {
      "\($0["from"]?.string ?? "") \($0["to"]?.string ?? "")"
    }
    #expect(
      overlaps == [
        "22131 22138", "22132 22138", "22133 22138", "22134 22138", "22135 22138", "22135 22139", "22136 22139",
      ])
  }

  // MARK: Every kind, in every format

  /// A map before and after everything that can happen to one.
  private static let before = BoxMap([
    ("01", "Absorber", [Box(0, 0, 100, 100)]), ("02", "Absorbed", [Box(100, 0, 20, 100)]),
    ("03", "Merging A", [Box(200, 0, 100, 100)]), ("04", "Merging B", [Box(300, 0, 100, 100)]),
    ("05", "Dividing", [Box(400, 0, 100, 100)]), ("06", "甲町", [Box(0, 100, 100, 100)]),
    ("07", "乙|町", [Box(100, 100, 100, 100)]), ("08", "Loser", [Box(200, 100, 100, 100)]),
    ("09", "Winner", [Box(300, 100, 100, 100)]), ("10", "Coast", [Box(400, 100, 100, 100)]),
    ("11", "Gone", [Box(1000, 0, 100, 100)]), ("12", "Isles", [Box(0, 300, 100, 100), Box(0, 500, 10, 10)]),
  ])
  private static let after = BoxMap([
    ("01", "Absorber", [Box(0, 0, 120, 100)]),
    ("20", "Merged", [Box(200, 0, 200, 100)]),
    ("21", "Divided A", [Box(400, 0, 60, 100)]), ("22", "Divided B", [Box(460, 0, 40, 100)]),
    ("26", "甲市", [Box(0, 100, 100, 100)]),
    ("07", "丙|市", [Box(100, 100, 100, 100)]), ("08", "Loser", [Box(200, 100, 95, 100)]),
    ("09", "Winner", [Box(295, 100, 105, 100)]), ("10", "Coast", [Box(400, 100, 110, 100)]),
    ("12", "Isles", [Box(0, 300, 100, 100), Box(0, 600, 10, 10), Box(20, 600, 10, 10)]),
    ("13", "Founded", [Box(2000, 0, 50, 50)]),
  ])

  @Test func `the text names every change`() throws {
    let output = try Self.diff(Self.before, Self.after, format: "text")
    #expect(output.status == 1)
    #expect(output.messages == "")
    #expect(
      output.results == #"""
        old.geojson → new.geojson: 12 → 11 regions

        merged (1)
          03 Merging A → 20 Merged: 102 km², 100.0 % of it
          04 Merging B → 20 Merged: 102 km², 100.0 % of it

        absorbed (1)
          02 Absorbed → 01 Absorber: 20.48 km², 100.0 % of it

        split (1)
          05 Dividing → 21 Divided A: 61.45 km², 60.0 % of it
          05 Dividing → 22 Divided B: 40.97 km², 40.0 % of it

        recoded (1)
          06 甲町 → 26 甲市

        renamed (1)
          07 乙|町 → 丙|市

        added (1)
          13 Founded: 25.61 km²

        removed (1)
          11 Gone: 102 km²

        borders moved (1)
          08 Loser → 09 Winner: 5.11 km², up to 461 m wide, at 137.2950 34.1000

        coasts moved (1)
          10 Coast: gained 10.23 km²

        islands (1)
          12 Isles: 2 islands appeared (2.04 km²), 1 island vanished (1.02 km²)

        vertices: 64 → 67 (+4.7 %), in 3 regions
        land counts as moved if it is wider than 1 mm

        """#)
  }

  @Test func `the Markdown has a table for every kind of change, and text from the data is no markup in it`() throws {
    let output = try Self.diff(Self.before, Self.after, format: "markdown")
    #expect(output.status == 1)
    #expect(
      output.results == #"""
        ### new.geojson

        <code>old.geojson</code> → <code>new.geojson</code>: 12 → 11 regions, 64 → 67 (+4.7 %) vertices, other vertices in 3 regions

        **Merged (1)**

        | From | To | Land |
        | --- | --- | --- |
        | 03 Merging A | 20 Merged | 102 km², 100.0 % of it |
        | 04 Merging B | 20 Merged | 102 km², 100.0 % of it |

        **Absorbed (1)**

        | From | To | Land |
        | --- | --- | --- |
        | 02 Absorbed | 01 Absorber | 20.48 km², 100.0 % of it |

        **Split (1)**

        | From | To | Land |
        | --- | --- | --- |
        | 05 Dividing | 21 Divided A | 61.45 km², 60.0 % of it |
        | 05 Dividing | 22 Divided B | 40.97 km², 40.0 % of it |

        **Recoded (1)**

        | Old | New |
        | --- | --- |
        | 06 甲町 | 26 甲市 |

        **Renamed (1)**

        | Old | New |
        | --- | --- |
        | 07 乙\|町 | 丙\|市 |

        **Added (1)**

        | Region | Area |
        | --- | --- |
        | 13 Founded | 25.61 km² |

        **Removed (1)**

        | Region | Area |
        | --- | --- |
        | 11 Gone | 102 km² |

        **Borders moved (1)**

        | From | To | Land | At |
        | --- | --- | --- | --- |
        | 08 Loser | 09 Winner | 5.11 km², up to 461 m wide | 137.2950 34.1000 |

        **Coasts moved (1)**

        | Region | Land |
        | --- | --- |
        | 10 Coast | gained 10.23 km² |

        **Islands (1)**

        | Region | Islands |
        | --- | --- |
        | 12 Isles | 2 islands appeared (2.04 km²), 1 island vanished (1.02 km²) |

        <sub>Land counts as moved if it is wider than 1 mm.</sub>

        """#)
  }

  @Test func `the JSON has every change by its codes`() throws {
    let json = try Self.json(Self.before, Self.after)
    #expect(Self.codes(json["added"]) == ["13"])
    #expect(Self.codes(json["removed"]) == ["11"])
    #expect(json["recoded"]?.elements?.map { $0["old"]?["code"]?.string } == ["06"])
    #expect(json["renamed"]?.elements?.map { $0["old"]?["code"]?.string } == ["07"])
    let regrouped = json["regrouped"]?.elements ?? []
    #expect(regrouped.map { $0["kind"]?.string } == ["absorb", "merge", "split"])
    #expect(regrouped.map { Self.codes($0["from"]) } == [["02"], ["03", "04"], ["05"]])
    #expect(regrouped.map { Self.codes($0["to"]) } == [["01"], ["20"], ["21", "22"]])
    let moves = json["bordersMoved"]?.elements ?? []
    #expect(moves.map { "\($0["from"]?["code"]?.string ?? "") \($0["to"]?["code"]?.string ?? "")" } == ["08 09"])
    let area = try #require(moves.first?["area"]?.number)
    // 0.005° of longitude by 0.1° of latitude at 34.15° N.
    #expect(abs(area - 5_114_000) < 20_000)
    #expect(json["coastsMoved"]?.elements?.map { $0["region"]?["code"]?.string } == ["10"])
    #expect(json["coastsMoved"]?.elements?.map { $0["lost"]?.number } == [0])
    let islands = json["islands"]?.elements ?? []
    #expect(islands.map { $0["appeared"]?.number } == [2])
    #expect(islands.map { $0["vanished"]?.number } == [1])
    #expect(json["redrawn"]?["places"]?.number == 0)
  }

  // MARK: What is no difference

  @Test(arguments: 1..<6 as Range<UInt64>, ["text", "markdown", "json"])
  func `another order of features and another start of rings is no difference`(seed: UInt64, format: String) throws {
    let workspace = try Workspace()
    let before = try workspace.write(Self.before.geoJSON(), to: "old.geojson")
    let after = try workspace.write(Self.before.geoJSON(shuffledBy: seed), to: "new.geojson")
    let output = CommandOutput.of(
      "diff", before, after, "--key", "code", "--name", "name", "--format", format, exits: 0)
    if format == "text" { #expect(output.results.hasSuffix("new.geojson: no difference\n")) }
    if format == "json" { #expect(output.results.contains("\"isDifferent\" : false")) }
  }

  // MARK: Packs

  @Test func `packs are compared by what they hold, with their bytes`() throws {
    let workspace = try Workspace.made()
    let pack = workspace.path("Output/Island.mappack")
    let old = workspace.path("old.mappack")
    try FileManager.default.copyItem(atPath: pack, toPath: old)
    CommandOutput.of("diff", old, pack, exits: 0)

    try workspace.write(Island().shuffled(seed: 7).geoJSON, to: "RawData/island.geojson")
    #expect(CommandOutput.of("run", workspace.pipeline).status == 0)
    #expect(CommandOutput.of("diff", old, pack).status == 0)

    let less = Island().without("011").geoJSON.replacingOccurrences(of: "Südwest", with: "Südwesten")
    try workspace.write(less, to: "RawData/island.geojson")
    #expect(CommandOutput.of("run", workspace.pipeline, "--retire", "011").status == 0)
    let output = CommandOutput.of("diff", old, pack, exits: 1)
    #expect(output.results.contains("4 → 3 regions\n"))
    #expect(output.results.contains("\nrenamed (1)\n  000 Südwest → Südwesten\n"))
    #expect(output.results.contains("\nremoved (1)\n  011 Nordost: "))
    #expect(output.results.contains("\nbytes: "))
    #expect(!output.results.contains("s moved ("))
  }

  @Test func `a pack is no different from the sources that it was made of but for its vertices`() throws {
    let workspace = try Workspace.made()
    let output = CommandOutput.of(
      "diff", workspace.path("RawData/island.geojson"), workspace.path("Output/Island.mappack"), "--key", "code",
      "--name", "name", exits: 1)
    for heading in ["s moved (", "added (", "removed (", "recoded (", "renamed (", "islands ("] {
      #expect(!output.results.contains(heading), "\(output.results)")
    }
  }

  // MARK: What cannot be compared

  @Test func `a damaged, a missing and a keyless edition each give one error`() throws {
    let workspace = try Workspace(Island())
    let source = workspace.path("RawData/island.geojson")
    let broken = try workspace.write("no pack", to: "broken.mappack")
    for (arguments, status, words) in [
      ([broken, source], Int32(65), "broken.mappack: error: "),
      ([workspace.path("none.mappack"), source], 66, "none.mappack: error: there is no such file"),
      ([source, source], 64, "island.geojson: error: features are compared by their codes"),
    ] {
      let output = CommandOutput.of(RootCommand.self, ["diff"] + arguments, exits: status)
      #expect(output.results == "")
      #expect(output.messages.contains(words), "\(output.messages)")
      #expect(output.messages.split(separator: "\n").count == 1)
    }
  }
}
