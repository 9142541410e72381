import MapPack
import MapPackCoverage
import MapPackFeatures
import MapPackGeometry
import MapPackPage

/// A polygon, line or point that is not part of the map, or land that was mended.
package struct PreviewDropped: Encodable {
  /// The region that lost or got it.
  var name: String
  /// What became of it.
  var words: String
  /// Land that went to another region, or a gap that was filled.
  var isMended: Bool
  /// X and y in map points, alternating: a shell, a line, a point, or where land was mended.
  var shell: [Double]

  /// `nil` for findings of other rules, and for findings without a location.
  init?(mended finding: Finding) {
    guard [.overlap, .gapFilled, .drawnTwice, .spike, .zeroArea].contains(finding.rule),
      let longitude = finding.location.longitude, let latitude = finding.location.latitude
    else { return nil }
    name = (finding.location.name ?? "").line(atMost: 60)
    words = finding.message.line(atMost: 400)
    isMended = true
    shell = mapPoint(longitude, latitude)
  }

  /// - Parameters:
  ///   - polygon: of a merged map in longitude and latitude.
  ///   - rule: why it was dropped.
  init(_ polygon: Int, of region: Region, in coverage: Coverage, on grid: NodingGrid, by rule: Rule) {
    name = region.name.line(atMost: 60)
    let size = coverage.polygonArea[polygon]
    let quantity: Quantity = coverage.kind == .lines ? .length(meters: size) : .area(squareMeters: size)
    words = "\(quantity.words), \(Self.reason(of: rule))"
    isMended = false
    var shell: [Double] = []
    coverage.forEachVertex(ofRing: coverage.shell(of: polygon), level: 0) {
      shell += mapPoint(grid.longitude(x: $0.x), grid.latitude(y: $0.y))
    }
    self.shell = shell
  }

  private static func reason(of rule: Rule) -> String {
    switch rule {
    case .minimumIsland: "below the smallest island"
    case .maximumParts: "beyond the most parts of a region"
    case .belowGrid: "smaller than a cell of the pack"
    case .clipped: "beyond the plane"
    default: rule.rawValue
    }
  }
}
