import MapPackFeatures
import MapPackFiles

extension ValidationReport {
  /// The report in JSON: `{"findings": […], "summary": {…}}`, one finding a line.
  ///
  /// Every finding has all of the members rule, severity, file, layer, code, name, record, polygon, ring, vertex,
  /// coordinates, message, remedy, fingerprint and count, in that order; what is not known is `null`. `coordinates` is
  /// `[longitude, latitude]` in degrees. The summary counts the features, polygons and vertices checked, the files that
  /// could not be read, and the findings by severity and by rule.
  ///
  /// With a baseline every finding also has a `state`, "known" or "new". `gone` lists the findings of the baseline that
  /// were not found again, and the summary counts all three. Its counts by severity and by rule include known findings.
  ///
  /// The report can be read as a baseline. It ends with a line break.
  package var json: String {
    var summary =
      checkedMembers + [
        ("unreadable", .integer(unreadable.count)), ("errors", .integer(count(of: .error))),
        ("warnings", .integer(count(of: .warning))), ("notes", .integer(count(of: .note))),
      ]
    summary += baselineMembers
    summary.append(("rules", .members(countsByRule.map { ($0.rule.rawValue, .integer($0.count)) })))
    let findings = entries.map { JSON.members(Self.members(of: $0) + stateMembers(of: $0)) }
    var text = "{\n  \"findings\": " + JSON.lines(findings, indentation: 4) + ",\n"
    if let gone {
      text += "  \"gone\": " + JSON.lines(gone.map { .members(Self.members(of: $0)) }, indentation: 4) + ",\n"
    }
    return text + "  \"summary\": \(JSON.members(summary).line)\n}\n"
  }

  /// Members of a JSON object, in order.
  typealias Members = [(key: String, value: JSON)]

  private static func members(of entry: Entry) -> Members {
    let finding = entry.finding
    return finding.kindMembers + finding.placeMembers + [("coordinates", finding.coordinates)] + entry.wordMembers
      + [("fingerprint", .text(entry.fingerprint)), ("count", .integer(finding.count))]
  }

  /// Whether the finding is in the baseline: "known" or "new"; empty if there is no baseline.
  private func stateMembers(of entry: Entry) -> Members {
    gone == nil ? [] : [("state", .text(entry.isKnown ? "known" : "new"))]
  }

  var checkedMembers: Members {
    [
      ("features", .integer(checked.features)), ("polygons", .integer(checked.polygons)),
      ("vertices", .integer(checked.vertices)),
    ]
  }

  /// Empty if there is no baseline.
  var baselineMembers: Members {
    gone.map { gone in
      [
        ("known", .integer(knownCount)), ("new", .integer(entries.count - knownCount)),
        ("gone", .integer(gone.count)),
      ]
    } ?? []
  }

  /// The locations of the findings as GeoJSON (RFC 7946): a FeatureCollection of Points, one a line.
  ///
  /// Findings without a location are left out; known ones are not. Every point has all of the properties rule,
  /// severity, message, remedy, file, layer, code, name, record, polygon, ring, vertex, count and fingerprint; what is
  /// not known is `null`. With a baseline it also has a `state`, "known" or "new".
  package var geoJSON: String {
    let points = entries.compactMap { entry -> JSON? in
      let finding = entry.finding
      guard case .list = finding.coordinates else { return nil }
      let properties =
        finding.kindMembers + entry.wordMembers + finding.placeMembers
        + [("count", .integer(finding.count)), ("fingerprint", .text(entry.fingerprint))] + stateMembers(of: entry)
      return [
        "type": "Feature", "properties": .members(properties),
        "geometry": ["type": "Point", "coordinates": finding.coordinates],
      ]
    }
    return "{\"type\": \"FeatureCollection\", \"features\": " + JSON.lines(points, indentation: 2) + "}\n"
  }
}

extension Finding {
  fileprivate var kindMembers: ValidationReport.Members {
    [("rule", .text(rule.rawValue)), ("severity", .text(severity.rawValue))]
  }

  fileprivate var placeMembers: ValidationReport.Members { [("file", JSON(location.file))] + featureMembers }

  /// Where the finding is in its file.
  var featureMembers: ValidationReport.Members {
    [
      ("layer", JSON(location.layer)), ("code", JSON(location.code)), ("name", JSON(location.name)),
      ("record", JSON(location.record)), ("polygon", JSON(location.polygon)), ("ring", JSON(location.ring)),
      ("vertex", JSON(location.vertex)),
    ]
  }

  /// `[longitude, latitude]` in degrees; `null` if the finding has no location.
  package var coordinates: JSON {
    guard let longitude = location.longitude, let latitude = location.latitude else { return .null }
    return [.number(longitude), .number(latitude)]
  }
}

extension ValidationReport.Entry {
  fileprivate var wordMembers: ValidationReport.Members {
    [("message", .text(finding.message)), ("remedy", JSON(remedy))]
  }

  /// The location without the file, the message, the count and the remedy, in one line.
  func sentence(withRemedy: Bool = true) -> String {
    let place = finding.location.text(withFile: false)
    var line = (place.isEmpty ? "" : place + ": ") + finding.message
    if finding.count > 1 { line += " (\(Figures.grouped(finding.count)) times)" }
    if withRemedy, let remedy { line += "; \(remedy)" }
    return line.onOneLine
  }
}

extension String {
  /// The path without `.` and empty steps, for tools that compare paths as text. `..` stays.
  var plainPath: String {
    let steps = split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    return hasPrefix("/") ? "/" + steps : steps
  }
}
