import Foundation
import MapFeatures
import MapValidation
import Testing

private var report: ValidationReport {
  get throws {
    var table = plainTable([
      [[square(0, 0, 4)]],
      [[[(0, 0), (4, 4), (4, 0), (0, 4)]], [square(8, 0, 4), square(9, 1, 1), square(20, 20, 1)]],
    ])
    table.fields = ["CODE", "NAME"]
    table.values = [[.text("42201"), .text("42202")], [.text("長崎市"), .text("“佐世保”\n\"市\"")]]
    var mended = Finding(rule: "ring-unclosed", severity: .warning, message: "a ring was closed")
    mended.file = "data/plain.geojson"
    mended.count = 3
    table.findings = [mended]
    return ValidationReport(
      findings: try structuralFindings(of: table, key: Template("CODE"), name: Template("NAME")).reversed(),
      checked: .init(table))
  }
}

@Test func `the JSON has every key in its order, null where nothing is known`() throws {
  #expect(
    try report.json == """
      {
        "findings": [
          {"rule": "ring-unclosed", "severity": "warning", "file": "data/plain.geojson", "layer": null, "code": null, \
      "name": null, "record": null, "polygon": null, "ring": null, "vertex": null, "coordinates": null, \
      "message": "a ring was closed", "remedy": null, "fingerprint": "6074d5379120a888"},
          {"rule": "self-intersection", "severity": "error", "file": "data/plain.geojson", "layer": null, \
      "code": "42202", "name": "“佐世保”\\n\\"市\\"", "record": 2, "polygon": 0, "ring": 0, "vertex": 0, \
      "coordinates": [0.703125, 0.703125], "message": "the ring crosses itself", \
      "remedy": "redraw the ring there, or let merge node it (--clean repair)", "fingerprint": "e4b64cc60a2172c8"},
          {"rule": "hole-outside-shell", "severity": "error", "file": "data/plain.geojson", "layer": null, \
      "code": "42202", "name": "“佐世保”\\n\\"市\\"", "record": 2, "polygon": 1, "ring": 2, "vertex": 0, \
      "coordinates": [7.03125, 7.03125], "message": "the hole is not inside its shell", \
      "remedy": "put the hole into the polygon that it is cut from, or make it a polygon", "fingerprint": "ba9cfdbaef7022dd"}
        ],
        "summary": {"features": 2, "polygons": 3, "vertices": 20, "errors": 2, "warnings": 1, "notes": 0, \
      "rules": {"hole-outside-shell": 1, "ring-unclosed": 1, "self-intersection": 1}}
      }

      """)
}

@Test func `the JSON reads back`() throws {
  let root = try #require(
    try JSONSerialization.jsonObject(with: Data(report.json.utf8)) as? [String: Any])
  let findings = try #require(root["findings"] as? [[String: Any]])
  #expect(findings.map { $0["name"] as? String } == [nil, "“佐世保”\n\"市\"", "“佐世保”\n\"市\""])
  let empty = ValidationReport(findings: [], checked: .init())
  #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(empty.json.utf8)) }
}

@Test func `the text groups findings by file and rule and ends with a summary`() throws {
  #expect(
    try report.text == """
      data/plain.geojson
        error hole-outside-shell (1): put the hole into the polygon that it is cut from, or make it a polygon
          “佐世保” "市" (42202), record 2, polygon 1, ring 2, vertex 0 at 7.0312500 7.0312500: the hole is not inside its shell
        error self-intersection (1): redraw the ring there, or let merge node it (--clean repair)
          “佐世保” "市" (42202), record 2, polygon 0, ring 0, vertex 0 at 0.7031250 0.7031250: the ring crosses itself
        warning ring-unclosed (1)
          a ring was closed (3 times)

      checked 2 features, 3 polygons, 20 vertices: 2 errors, 1 warning, 0 notes \
      (hole-outside-shell 1, ring-unclosed 1, self-intersection 1)

      """)
}

@Test func `nothing found is one line`() {
  let report = ValidationReport(findings: [], checked: .init(features: 1, polygons: 1, vertices: 4))
  #expect(report.text == "checked 1 feature, 1 polygon, 4 vertices: 0 errors, 0 warnings, 0 notes\n")
  #expect(report.worst == nil)
}

@Test func `the order of findings does not depend on the order in which they came`() throws {
  let findings = try report.findings
  for offset in findings.indices {
    let turned = Array(findings[offset...] + findings[..<offset])
    #expect(try ValidationReport(findings: turned, checked: report.checked).json == report.json)
  }
}

@Test func `a fingerprint outlives folders, records and other findings, not another place`() {
  var finding = Finding(rule: "self-intersection", severity: .error, message: "the ring crosses itself")
  finding.file = "2023/borders.geojson"
  finding.code = "42201"
  finding.record = 7
  finding.longitude = 129.873501
  finding.latitude = 32.7411
  var later = finding
  later.file = "2024/borders.geojson"
  later.record = 9
  later.longitude = 129.873502
  #expect(later.fingerprint() == finding.fingerprint())
  var elsewhere = finding
  elsewhere.longitude = 129.8736
  #expect(elsewhere.fingerprint() != finding.fingerprint())
  let twice = ValidationReport(findings: [finding, finding], checked: .init())
  #expect(Set(twice.entries.map(\.fingerprint)).count == 2)
}
