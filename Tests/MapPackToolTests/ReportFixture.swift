import Foundation
import MapPackFeatures

@testable import MapPackRun

/// A report with every member that a format has: names in Japanese, a layer of an archive, text that is markup or a
/// command, a finding that stands for many, findings with and without a location, a clean file and one that could not be read.
enum ReportFixture {
  static let nasty = "]]> <a b=\"c\">\u{1}&amp;'\n::error::100%, ::set\r\u{1B}[31m\u{FFFF}"

  static var findings: [Finding] {
    var crossing = Finding(.selfIntersection, severity: .error, "the ring crosses itself")
    crossing.file = "./データ/N03 #1.zip"
    crossing.layer = "N03-20240101_42"
    crossing.code = "42201"
    crossing.name = "長崎市"
    crossing.record = 12
    crossing.polygon = 0
    crossing.ring = 1
    crossing.vertex = 57
    crossing.longitude = 129.8735
    crossing.latitude = -32.7411
    crossing.remedy = "redraw the ring there"
    var mended = Finding(.ringUnclosed, severity: .warning, "a ring was closed")
    mended.file = crossing.file
    mended.layer = crossing.layer
    mended.record = 3
    mended.count = 5
    var sides = Finding(.inconsistentSides, severity: .error, "one border has \(nasty) here")
    sides.file = "Output/Island.mappack"
    sides.name = nasty
    sides.code = "甲"
    sides.longitude = 0
    sides.latitude = 1e-9
    sides.remedy = "make it again"
    var halved = Finding(.gridHalved, severity: .note, "the grid was made finer")
    halved.file = sides.file
    return [halved, sides, mended, crossing]
  }

  static let checked = ValidationReport.Checked(
    features: 2, polygons: 3, vertices: 20,
    files: [
      .init(path: "./データ/N03 #1.zip", subject: .features), .init(path: "clean.geojson", subject: .features),
      .init(path: "Output/Island.mappack", subject: .coverages),
    ])

  static var unreadable: [StageError] {
    [
      StageError(.unreadableData, file: "broken, a:b.shp", "the .shp is cut off", remedy: "get it again")
    ]
  }

  static var report: ValidationReport {
    ValidationReport(findings: findings, checked: checked, unreadable: unreadable)
  }

  /// The same with a baseline that has two of the findings, and one that is gone.
  static var comparison: ValidationReport {
    get throws {
      var gone = Finding(.nestedHoles, severity: .error, "the hole lies inside another")
      gone.file = "./データ/N03 #1.zip"
      gone.record = 4
      let before = ValidationReport(findings: findings.suffix(2) + [gone], checked: checked)
      return ValidationReport(
        findings: findings, checked: checked,
        baseline: try Baseline(json: Data(before.json.utf8), file: "baseline.json"))
    }
  }
}
