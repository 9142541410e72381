import MapPack
import MapPackEmit
import MapPackFeatures

/// A finding for the page.
struct PreviewFinding: Encodable {
  var rule: Rule
  var severity: String
  /// The file, the feature and the vertex, as far as they are known.
  var place: String
  var message: String
  var remedy: String?
  /// X and y in map points, if the finding has a location.
  var at: [Double]?
  var code: String?

  init(_ finding: Finding) {
    rule = finding.rule
    severity = finding.severity.rawValue
    place = finding.location.text(withDegrees: false).line(atMost: 200)
    message = finding.message.line(atMost: 400)
    remedy = finding.remedy?.words(for: .pipelineFile).line(atMost: 400)
    code = finding.location.code
    if let longitude = finding.location.longitude, let latitude = finding.location.latitude {
      at = mapPoint(longitude, latitude)
    }
  }
}
