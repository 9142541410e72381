import Foundation
import MapPack
import MapPackEmit
import MapPackFeatures
import MapPackFiles

/// A finding for the page, in its words.
package struct PreviewFinding: Encodable {
  package var rule: Rule
  package var severity: String
  /// What it is, in one sentence without a full stop.
  package var sentence: String
  /// What it has in common with others of its rule that were mended.
  var title: String
  /// How large or how often it is; `nil` if there is nothing to measure.
  package var measure: String?
  /// The area of its land, in m²; `nil` if there is none.
  var size: Double?
  /// What the pane says of it: a name and a value each.
  package var rows: [[String]] = []
  /// What can be done about it, the likeliest first.
  package var actions: [Action] = []
  /// Whether the finished map no longer has it.
  package var isMended = false
  /// Whether it is open or doubtful; else it is mended, or a note.
  package var isToLookAt: Bool
  /// The file, without its folders, and the records.
  package var place: String
  /// As a report tells it.
  package var message: String
  /// As a report tells it.
  package var remedy: String?
  /// X and y in map points, if the finding has a location; of land, a place well inside it.
  package var at: [Double]?
  package var code: String?
  /// The codes of the regions that claim the land or lie beside it; the one that gets it comes first.
  package var codes: [String] = []
  /// The land that it is about: rings of x and y in map points, alternating. Long ones lack vertices.
  package var outlines: [[Double]]?

  /// What a button sets in the pipeline file.
  package struct Action: Encodable {
    package var words: String
    package var path: [String]
    /// The new value. A list is added to the one that is there.
    package var value: JSON
  }

  /// - Parameter mended: what merging mended; `nil` if the finding is about a finished map.
  package init(_ finding: Finding, _ mended: MendedFaults? = nil) {
    rule = finding.rule
    severity = finding.severity.rawValue
    sentence = FindingWords.sentence(of: finding).line(atMost: 200)
    title = FindingWords.mended(finding.rule)
    place = FindingWords.place(of: finding).line(atMost: 200)
    message = finding.message.line(atMost: 400)
    remedy = finding.remedy?.words(for: .pipelineFile).line(atMost: 400)
    code = finding.location.code
    if let longitude = finding.location.longitude, let latitude = finding.location.latitude {
      at = mapPoint(longitude, latitude)
    }
    if let mended { isMended = mended.contains(finding) }
    isToLookAt = !isMended && (finding.severity != .note || finding.rule == .gap && mended?.isLarge(finding) != true)
    if rule == .surplusRow, let end = message.firstRange(of: ": ") {
      sentence = message.prefix(1).uppercased() + message[..<end.lowerBound].dropFirst()
      measure = String(message[end.upperBound...])
    } else if finding.count > 1 {
      measure = "\(Figures.grouped(finding.count)) times"
    }
    if let land = finding.land { take(land, count: finding.count) }
    if let length = finding.remedy?.value(of: .snap), isToLookAt {
      actions.append(Action(words: "Join within \(length)", path: ["clean", "snap"], value: .text(length)))
    }
  }

  private mutating func take(_ land: DoubtfulLand, count: Int) {
    size = land.squareMeters
    let area = Self.words(squareMeters: land.squareMeters)
    let width = Quantity.length(meters: land.width).words
    let owner = land.owner.map { "\(land.regions[$0].name)’s".line(atMost: 60) }
    let isGap = rule != .overlap
    measure = (count > 1 ? "The widest: " : "") + "\(area), up to \(width) wide"
    if let owner { measure = "\(measure ?? ""). Drawn as \(owner)." }
    rows = [[isGap ? "Land claimed by nobody" : "Land claimed twice", area], ["Width at most", width]]
    rows.append(owner.map { ["Drawn as", $0] } ?? ["Between", FindingWords.list(land.regions)])
    codes = land.owner.map { [land.regions[$0].code] } ?? []
    codes += land.regions.indices.filter { $0 != land.owner }.map { land.regions[$0].code }
    at = mapPoint(land.place.longitude, land.place.latitude)
    outlines = Self.outlines(land.rings)
    func decide(_ words: String, _ key: String, _ value: String) -> Action {
      let line: JSON = .members([("at", .list(land.place.pair.map(JSON.text))), (key, .text(value))])
      return Action(words: words.line(atMost: 60), path: ["clean", "places"], value: .list([line]))
    }
    switch rule {
    case .gap:
      actions = [decide("Fill this gap", "gap", "fill"), decide("It is a lake", "gap", "lake")]
      // Large land is foreign, or a lake.
      if !isToLookAt { actions.reverse() }
    case _ where !isToLookAt: break
    default:
      actions = land.regions.indices.filter { $0 != land.owner }.prefix(3).map {
        decide("Give it to \(land.regions[$0].name)", "overlap", land.regions[$0].code)
      }
      if let owner = land.owner { actions.append(decide("Leave as it is", "overlap", land.regions[owner].code)) }
    }
  }

  /// From a tenth of a km² on in km², as one compares land.
  package static func words(squareMeters: Double) -> String {
    (99_950..<1_000_000).contains(squareMeters)
      ? Figures.decimal(squareMeters / 1_000_000, places: 3) + " km²" : Quantity.area(squareMeters: squareMeters).words
  }

  /// The most vertices of outlines.
  private static let mostVertices = 1_000

  /// The largest rings first, with every second, third … vertex if there are too many.
  private static func outlines(_ rings: [[Degrees]]) -> [[Double]] {
    let rings = rings.enumerated().sorted { (-$0.element.count, $0.offset) < (-$1.element.count, $1.offset) }
      .map(\.element).prefix(mostVertices / 4)
    let step = (rings.reduce(0) { $0 + $1.count } + mostVertices / 4 - 1) / (mostVertices / 4)
    return rings.map { ring in
      let step = min(max(1, rings.reduce(0) { $0 + $1.count } <= mostVertices ? 1 : step), max(1, ring.count / 4))
      return stride(from: 0, to: ring.count, by: step).flatMap { mapPoint(ring[$0].longitude, ring[$0].latitude) }
    }
  }
}

/// X and y of a longitude and latitude, in map points; hundredths of them are millimeters.
package func mapPoint(_ longitude: Double, _ latitude: Double) -> [Double] {
  [WebMercator.x(longitude: longitude), WebMercator.y(latitude: latitude)].map { ($0 * 100).rounded() / 100 }
}
