import Foundation
import MapPackFeatures
import TestSupport
import Testing

@testable import MapPackFiles
@testable import MapPackRun

@Suite struct BaselineTests {
  private static func baseline(_ findings: [Finding]) throws -> Baseline {
    try Baseline(
      json: Data(ValidationReport(findings: findings, checked: .init()).json.utf8), file: "baseline.json")
  }

  private static func states(of findings: [Finding], to baseline: Baseline) -> (known: Int, new: Int, gone: Int) {
    let report = ValidationReport(findings: findings, checked: .init(), baseline: baseline)
    return (report.knownCount, report.entries.count - report.knownCount, report.gone?.count ?? -1)
  }

  /// A finding as a check of a made-up file gives it: with or without code and location.
  private static func finding(using random: inout SplitMix64) -> Finding {
    let rules = [Rule.selfIntersection, .ringUnclosed, .noGeometry, .nestedHoles, .overlap]
    var finding = Finding(
      rules.randomElement(using: &random) ?? .overlap, severity: Bool.random(using: &random) ? .error : .warning,
      "found")
    finding.file = ["a.shp", "b.zip"].randomElement(using: &random)
    finding.layer = finding.file == "b.zip" ? ["north", "south"].randomElement(using: &random) : nil
    finding.record = Int.random(in: 1...9, using: &random)
    finding.code = Bool.random(using: &random) ? nil : String(Int.random(in: 1...3, using: &random))
    if Bool.random(using: &random) {
      finding.longitude = Double(Int.random(in: 0...3, using: &random))
      finding.latitude = 0.5
      finding.polygon = 0
    }
    return finding
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `findings stay known in another order, folder and company, with other records`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let before = (0..<30).map { _ in Self.finding(using: &random) }
    let baseline = try Self.baseline(before)
    #expect(Set(baseline.entries.map(\.fingerprint)).count == before.count, "fingerprints differ")

    var after = before.shuffled(using: &random)
    for index in after.indices {
      after[index].file = after[index].file.map { "2025/data/\($0)" }
      after[index].record = Int.random(in: 100...200, using: &random)
    }
    #expect(Self.states(of: after, to: baseline) == (30, 0, 0))

    let gone = Int.random(in: 0...10, using: &random)
    #expect(Self.states(of: after.dropLast(gone), to: baseline) == (30 - gone, 0, gone))

    let more = (0..<7).map { _ in Self.finding(using: &random) }
    let states = Self.states(of: (after + more).shuffled(using: &random), to: baseline)
    #expect(states == (30, 7, 0))
  }

  private static func prints(_ finding: Finding, _ changes: [(inout Finding) -> Void]) -> [String] {
    changes.map { change in
      var other = finding
      change(&other)
      return other.fingerprint()
    }
  }

  @Test func `what is wrong with a shape is known by its location, to a meter, whatever the feature`() {
    var finding = Finding(.selfIntersection, severity: .error, "the ring crosses itself")
    finding.file = "2023/borders.zip"
    finding.layer = "towns"
    finding.code = "42201"
    finding.record = 7
    finding.longitude = 129.873501
    finding.latitude = 32.7411
    let same = Self.prints(
      finding,
      [
        { $0.file = "2024/./borders.zip" }, { $0.record = 9 }, { $0.longitude = 129.873502 }, { $0.code = nil },
        { $0.message = "the ring crosses itself at level 1" }, { $0.severity = .warning }, { $0.count = 2 },
      ])
    #expect(Set(same) == [finding.fingerprint()])
    let others = Self.prints(
      finding,
      [
        { $0.longitude = 129.8736 }, { $0.latitude = 32.7412 }, { $0.layer = "villages" },
        { $0.file = "2023/coasts.zip" }, { $0.rule = .nestedHoles }, { $0.longitude = nil },
      ])
    #expect(Set(others + [finding.fingerprint()]).count == 7)
  }

  @Test func `a finding without a location is known by its code`() {
    var finding = Finding(.gridNoded, severity: .note, "found")
    finding.code = "42201"
    let prints = Self.prints(finding, [{ $0.record = 9 }, { $0.code = "42202" }, { $0.code = nil }])
    #expect(prints[0] == finding.fingerprint())
    #expect(Set(prints).count == 3)
  }

  @Test func `a finding that stands for many is known though the first of them is another one`() throws {
    var finding = Finding(.ringUnclosed, severity: .warning, "a ring was closed")
    finding.file = "a.shp"
    finding.record = 3
    finding.code = "1"
    finding.count = 5
    var later = finding
    later.record = 8
    later.code = "2"
    later.count = 1
    #expect(later.fingerprint() == finding.fingerprint())
  }

  @Test func `what is known fails nothing, and what is gone is reported`() throws {
    let report = try ReportFixture.comparison
    #expect(report.knownCount == 2)
    #expect(report.gone?.map(\.finding.rule) == [.nestedHoles])
    #expect(report.worst == .error)
    let all = ValidationReport(
      findings: ReportFixture.findings, checked: .init(), baseline: try Self.baseline(ReportFixture.findings))
    #expect(all.worst == nil)
    #expect(all.text.hasSuffix("; 4 known, 0 gone\n"))
  }

  @Test func `a report made with a baseline is the next baseline`() throws {
    let report = try ReportFixture.comparison
    let next = try Baseline(json: Data(report.json.utf8), file: "baseline.json")
    #expect(next.entries.map(\.fingerprint) == report.entries.map(\.fingerprint))
    #expect(next.entries.map(\.finding) == report.findings)
  }

  @Test(arguments: [
    ("", "the baseline is empty"), ("{", "it is not JSON"), ("[]", "it is not an object with `findings`"),
    ("{}", "`findings` is missing"), (#"{"findings": [{}]}"#, "`findings[0].rule` is missing"),
    (
      #"{"findings": [{"rule": "gap", "severity": "bad", "message": "", "fingerprint": ""}]}"#,
      "`findings[0].severity` is not one of its values"
    ),
    (
      #"{"findings": [{"rule": "a", "severity": "note", "message": "", "fingerprint": ""}]}"#,
      "`findings[0].rule` is not one of its values"
    ),
    (
      #"{"findings": [{"rule": "gap", "severity": "note", "message": "", "fingerprint": 7}]}"#,
      "`findings[0].fingerprint` is not of its type"
    ),
    (#"{"findings": 1}"#, "`findings` is not of its type"),
  ])
  func `what is no baseline is an error that says why`(json: String, words: String) throws {
    let error = #expect(throws: StageError.self) { try Baseline(json: Data(json.utf8), file: "b.json") }
    #expect(error?.status == .unreadableData)
    #expect(error?.file == "b.json")
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
  }
}
