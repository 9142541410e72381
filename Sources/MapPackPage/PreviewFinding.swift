import MapPack
import MapPackEmit
import MapPackFeatures

/// A finding for the page.
package struct PreviewFinding: Encodable {
  package var rule: Rule
  package var severity: String
  /// The file, the feature and the vertex, as far as they are known.
  package var place: String
  package var message: String
  package var remedy: String?
  /// X and y in map points, if the finding has a location.
  package var at: [Double]?
  package var code: String?

  package init(_ finding: Finding) {
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

/// X and y of a longitude and latitude, in map points; hundredths of them are millimeters.
package func mapPoint(_ longitude: Double, _ latitude: Double) -> [Double] {
  [WebMercator.x(longitude: longitude), WebMercator.y(latitude: latitude)].map { ($0 * 100).rounded() / 100 }
}
