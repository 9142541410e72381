import Foundation
import TestSupport
import Testing

/// The workflows of .github/examples, by their own lines, in a fresh clone of a user's repository.
@Suite struct ExampleWorkflowTests {
  // MARK: - maps.yml

  private static let check = "Are the committed maps what the sources give?"
  private static let validate = "Have the sources no new faults?"
  private static let show = "Show the findings of a fork"

  /// A source of four towns. A town is a square, or crosses itself.
  private static func towns(bows: [Int] = [1], name: String = "Moss", latitude: Double = 50) -> String {
    GeoJSONText.collection(
      [name, "Horten", "Halden", "Larvik"].enumerated().map { index, name in
        let (west, south) = (10 + 2 * Double(index), latitude)
        let corners = [(west, south), (west + 1, south), (west + 1, south + 1), (west, south + 1), (west, south)]
        let ring = bows.contains(index) ? [0, 2, 1, 3, 4].map { corners[$0] } : corners
        return GeoJSONText.feature(["code": "\(index + 1)", "name": name], GeoJSONText.polygon(ring))
      })
  }

  /// A repository with a small map, one of whose towns has a fault that is known.
  private static func maps() throws -> WorkflowRunner {
    let project = try Workspace()
    try project.write(towns(), to: "RawData/towns.geojson")
    try project.writePipeline(
      "merge: { key: code, name: name }", "simplify: { tolerance: 10 m, levels: 2 }",
      "expect: { count: 4, bounds: [9, 49, 18, 52] }", of: "RawData/towns.geojson", map: "Towns")
    let runner = try WorkflowRunner(project)
    // The head of the file has the line that makes the baseline.
    let head = try String(
      contentsOf: SwiftCompiler.root.appendingPathComponent(".github/examples/maps.yml"), encoding: .utf8)
    let lines = head.split(separator: "\n").filter { $0.hasPrefix("#     ") }.map { $0.dropFirst(6) }
    #expect(lines.count == 1)
    let made = try runner.bash("mappack run\n" + lines.joined(separator: "\n"), in: project)
    #expect(made.status == 0, "\(made.output)")
    try runner.commit()
    return runner
  }

  /// The findings that the clone has for code scanning, new or unchanged: rule, file and line.
  private static func findings(_ runner: WorkflowRunner, _ state: String) throws -> [String] {
    let runs = try JSONValue(text: runner.machine.text("clone/findings.sarif"))["runs"]?.elements
    let results = try #require(runs?.first?["results"]?.elements)
    return results.filter { $0["baselineState"]?.string == state }.map {
      let location = $0["locations"]?.elements?.first?["physicalLocation"]
      let line = location?["region"]?["startLine"]?.number.map { "\(Int($0))" } ?? ""
      return "\($0["ruleId"]?.string ?? "") \(location?["artifactLocation"]?["uri"]?.string ?? ""):\(line)"
    }
  }

  @Test func `a push whose maps are those of its sources passes every step, and leaves nothing but the findings`()
    throws
  {
    let runner = try Self.maps()
    let steps = try runner.run("maps.yml", environment: ["MAY_WRITE": "true"])
    #expect(steps.map(\.name) == [Self.check, Self.validate] && steps.allSatisfy { $0.status == 0 }, "\(steps)")
    #expect(try Self.findings(runner, "unchanged") == [Self.bow])
    #expect(try Self.findings(runner, "new").isEmpty)
    #expect(try runner.git("status", "--porcelain", in: runner.machine, "clone") == "?? findings.sarif\n")
  }

  struct Push: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var source: String
    var runs = false
    /// What the steps that end with 1 say.
    var failures: [String: [String]]
    /// The findings that are not in the baseline, and those that are.
    var new: [String] = []
    var known = [bow]
  }

  /// What `run --check` says of files whose source has changed.
  private static func differing(_ files: String...) -> [String] {
    files.map { "\($0): differs from what the pipeline gives: the input has changed: RawData/towns.geojson" }
  }

  private static let oneNew = "status 1: 1 new finding of severity error or warning"
  private static let bow = "self-intersection RawData/towns.geojson:3"
  private static let newBow = "self-intersection RawData/towns.geojson:5"

  @Test(arguments: [
    Push(
      testDescription: "a name was edited, and no map made", source: towns(name: "Mosse"),
      failures: [
        check: differing(
          "Pipelines/towns.lock", "Output/Towns.mappack", "Output/Towns.swift", "Pipelines/Towns.provenance.json")
      ]),
    Push(
      testDescription: "a town crosses itself, and no map was made", source: towns(bows: [1, 3]),
      failures: [
        check: differing("Output/Towns.mappack", "Pipelines/Towns.provenance.json"), validate: [oneNew],
      ], new: [newBow]),
    Push(
      testDescription: "a town crosses itself, and the run mends it", source: towns(bows: [1, 3]), runs: true,
      failures: [validate: [oneNew]], new: [newBow]),
    Push(
      testDescription: "the towns lie elsewhere", source: towns(latitude: -50),
      failures: [
        check: [
          "RawData/towns.geojson, record 1: error: 4 features outside the bounds that are expected: there is a vertex "
            + "at (10.0, -50.0); the map as a whole lies elsewhere: at [10, -50, 17, -49], and expected is "
            + "[9, 49, 18, 52]; see that the coordinate system is the right one, `crs`, or correct `expect.bounds`"
        ], validate: ["status 1: 2 new findings of severity error or warning"],
      ], new: ["outside-bounds RawData/towns.geojson:2", bow], known: []),
  ])
  func `a push that breaks a source fails at the step that says so`(push: Push) throws {
    let runner = try Self.maps()
    try runner.project.write(push.source, to: "RawData/towns.geojson")
    if push.runs { #expect(try runner.bash("mappack run", in: runner.project).status == 0) }
    try runner.commit()
    let steps = try runner.run("maps.yml", environment: ["MAY_WRITE": "true"])
    #expect(steps.map(\.name) == [Self.check, Self.validate])
    for step in steps {
      #expect(step.status == (push.failures[step.name] == nil ? 0 : 1), "\(step)")
      guard let words = push.failures[step.name] else { continue }
      // Beside what the run has to say of the map.
      #expect(step.output.split(separator: "\n").filter { !$0.hasPrefix("Towns: ") }.map(String.init) == words)
    }
    #expect(try Self.findings(runner, "new") == push.new)
    #expect(try Self.findings(runner, "unchanged") == push.known)
  }

  @Test func `the findings of a fork become annotations, with the line of each`() throws {
    let runner = try Self.maps()
    try runner.project.write(Self.towns(latitude: -50), to: "RawData/towns.geojson")
    try runner.commit()
    let steps = try runner.run("maps.yml", environment: ["MAY_WRITE": "false"])
    #expect(steps.map(\.name) == [Self.check, Self.validate, Self.show])
    #expect(steps.map(\.status) == [1, 1, 1])
    let annotations = steps[2].output.split(separator: "\n").filter { $0.hasPrefix("::") }
    let heads = [
      "::error file=RawData/towns.geojson,line=2,", "::warning file=RawData/towns.geojson,line=3,", "::group", "::end",
    ]
    #expect(
      annotations.count == heads.count && zip(annotations, heads).allSatisfy { $0.hasPrefix($1) }, "\(annotations)")
  }

  // MARK: - newer.yml

  /// A repository with two maps of the catalog, and a server in the publishers' place.
  private static func catalogMaps() throws -> (WorkflowRunner, AnswerServer) {
    let (project, server) = (try Workspace(), try AnswerServer())
    let text = try String(
      contentsOf: SwiftCompiler.root.appendingPathComponent("Sources/MapPackProject/Catalog/catalog.yml"),
      encoding: .utf8)
    let runner = try WorkflowRunner(project, flags: "--catalog \(server.folder.path("catalog.yml"))")
    try server.folder.write(server.local(text), to: "catalog.yml")
    for (map, id) in [("Italia", "istat:com"), ("Ishikawa", "n03:17")] {
      let answer = try answer(id)
      try server.put(try answer.data(), at: answer.address)
      let made = try runner.bash("mappack init \(map) \(id)", in: project)
      #expect(made.status == 0, "\(made.output)")
    }
    try runner.commit()
    // The command of GitHub writes down what it is asked for, and the file that it is given last.
    try runner.write(
      "{ echo \"gh $*\"; for file; do :; done; cat \"$file\"; } >> '\(runner.machine.path("asked"))'", command: "gh")
    return (runner, server)
  }

  private static func answer(_ id: String) throws -> PublisherAnswer {
    try #require(PublisherAnswer.all.first { $0.id == id })
  }

  @Test func `each newer edition gets a branch and a pull request once, refused or not`() throws {
    let (runner, server) = try Self.catalogMaps()
    let none = try runner.run("newer.yml", environment: ["GH_TOKEN": "secret"])
    #expect(
      none == [
        WorkflowRunner.Step(
          name: "Ask the publishers", status: 0,
          output:
            "Ishikawa: n03:17 has nothing newer than 2026-01-01\nItalia: istat:Com/g has nothing newer than 2026-01-01\n"
        ),
        WorkflowRunner.Step(name: "Take what is newer", status: 0, output: ""),
        WorkflowRunner.Step(name: "Did all publishers answer?", status: 0, output: ""),
      ])

    // A year later the towns of Italy are the same, and a town of Ishikawa has gone to the city.
    let italy = try Self.answer("istat:com").inNextYear(after: 2026)
    var japan = try Self.answer("n03:17").inNextYear(after: 2026)
    if case .geoJSONs(let tables) = japan.body {
      japan.body = .geoJSONs(
        tables.mapValues { table in
          var table = table
          table.rows = table.rows.map { $0.contains("17407") ? table.rows[0] : $0 }
          return table
        })
    }
    for answer in [italy, japan] { try server.put(try answer.data(), at: answer.address) }
    let steps = try runner.run("newer.yml", environment: ["GH_TOKEN": "secret"])
    #expect(steps.map(\.status) == [0, 0, 0], "\(steps)")
    let asked = try runner.machine.text("asked")
    let told = asked.replacingOccurrences(of: server.address + "/", with: "https://")
      .replacingOccurrences(of: runner.machine.path("temporary"), with: "$RUNNER_TEMP")
      .replacing(#/[\d,]+ bytes from/#, with: "N bytes from").replacing(#/\d\.\d+ s\n/#, with: "N s\n")
    #expect(
      told == """
        gh pr create --head newer/Ishikawa-2027-01-01 --title Ishikawa: the edition 2027-01-01 --body-file $RUNNER_TEMP/body
        ```
        Ishikawa: RawData/n03/N03-20270101_17_GML.zip: N bytes from \(japan.address)
        Pipelines/Ishikawa.lock: error: the data lacks a region that the name lock expects: 17407 中能登町; and \
        `expect.count` is 2, where the map has 1 region now; if that is for good, add these rows to the change table \
        (`changes`) after a look at them (or `mappack run Pipelines/Ishikawa.yml --retire 17407`, and stored codes lead \
        nowhere):
        date,kind,from,to
        2027-01-01,absorb,17407,17201
        Ishikawa 2026-01-01 → Ishikawa 2027-01-01: 2 → 1 regions

        absorbed (1)
          17407 中能登町 → 17201 金沢市: 99.35 km², 100.0 % of it

        vertices: 12 → 8 (−33.3 %), in 1 region
        land counts as moved if it is wider than 0 m
        Pipelines/Ishikawa.yml: it names the new edition now; `mappack run` makes the map if you have answered
        ```
        gh pr create --head newer/Italia-2027-01-01 --title Italia: the edition 2027-01-01 --body-file $RUNNER_TEMP/body
        ```
        Italia: RawData/istat/Limiti01012027_g.zip: N bytes from \(italy.address)
        Italia: 2 regions, 2 polygons, 6 → 6 vertices, 1,680 bytes, valid at 4 levels, N s
        Italia 2026-01-01 → Italia 2027-01-01: no difference
        ```

        """)
    let branches = try runner.git("branch", "--format", "%(refname:short)")
    #expect(branches == "main\nnewer/Ishikawa-2027-01-01\nnewer/Italia-2027-01-01\n")
    // A refused edition changes no pack.
    #expect(
      try runner.git("diff", "--name-status", "main", "newer/Ishikawa-2027-01-01") == """
        M\tPipelines/Ishikawa.yml
        A\tRawData/n03/N03-20270101_17_GML.zip

        """)
    #expect(
      try runner.git("diff", "--name-status", "main", "newer/Italia-2027-01-01") == """
        M\tOutput/Italia.mappack
        M\tPipelines/Italia.provenance.json
        M\tPipelines/Italia.yml
        A\tRawData/istat/Limiti01012027_g.zip

        """)

    // A month later the branches are there, and nobody is asked again.
    let later = try runner.run("newer.yml", environment: ["GH_TOKEN": "secret"])
    #expect(later.map(\.status) == [0, 0, 0] && later[1].output == "", "\(later)")
    #expect(try runner.machine.text("asked") == asked)
  }
}
