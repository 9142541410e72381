import Foundation
import MapPackFeatures

/// What the page says of findings: plain sentences without names of rules, options and errors.
enum FindingWords {
  /// The sentence, without a full stop.
  static func sentence(of finding: Finding) -> String {
    if let land = finding.land {
      let regions = list(land.regions)
      switch finding.rule {
      case .overlap: return "\(regions) claim the same land"
      case .gap: return "Nobody claims the land between \(regions)"
      case .gapFilled: return "The land between \(regions) was claimed by nobody"
      default: break
      }
    }
    let isOnCut = finding.rule == .nearMiss && finding.message.contains("±180°")
    let title = isOnCut ? "The border stops beside ±180°, and goes on beyond it" : title(of: finding.rule)
    guard let name = finding.location.name ?? finding.location.code, !name.isEmpty else { return title }
    return "\(name): \(title.prefix(1).lowercased())\(title.dropFirst())"
  }

  /// What findings of a rule have in common: what map makers meet in words of their own, and of any other rule the first
  /// sentence of its meaning.
  static func title(of rule: Rule) -> String {
    switch rule {
    case .overlap: return "Several claim the same land"
    case .gap: return "Nobody claims the land beside it"
    case .gapFilled: return "Gaps that nobody claimed"
    case .drawnTwice: return "Places that were drawn several times"
    case .selfIntersection: return "The outline crosses itself"
    case .ringSelfIntersection: return "The outline passes through one point twice"
    case .spike: return "The outline runs out to a point and straight back"
    case .zeroArea: return "An outline encloses no land"
    case .tooFewPoints: return "An outline has too few points to be one"
    case .duplicateRings: return "An outline is there twice"
    case .ringUnclosed: return "Rings that did not end where they began"
    case .repeatedVertex: return "Vertices that stood twice"
    case .snapped: return "Borders that missed their neighbor’s"
    case .unmatchedEdge: return "Borders that met their neighbor’s where only one had a point"
    case .nearMiss: return "The border runs beside its neighbor’s without meeting it"
    case .placeWithoutEffect: return "A decision about a place meets no such land any more"
    case .caseRenamed: return "A case that was published has another name"
    case .noGeometry, .noShape: return "It has no shape"
    case .noRow: return "It has no row in the table of numbers"
    case .belowGrid: return "Parts are too small for the map"
    case .minimumIsland: return "Islands are smaller than you asked for, and are not on the map"
    case .maximumParts: return "Islands are more than you asked for, and are not on the map"
    default:
      let meaning = rule.explanation.meaning.replacing("`", with: "")
      let first = meaning.firstRange(of: ". ").map { meaning[..<$0.lowerBound] } ?? meaning[...]
      return first.prefix(1).uppercased() + first.dropFirst()
    }
  }

  /// What was mended of a rule, as the list of the page has it. What is always mended has such a title.
  static func mended(_ rule: Rule) -> String {
    switch rule {
    case .overlap: "Places that several claimed"
    case .selfIntersection: "Rings that crossed themselves"
    case .ringSelfIntersection: "Rings that passed through one point twice"
    case .spike, .zeroArea, .tooFewPoints: "Rings that enclosed no land"
    case .duplicateRings: "Rings that were there twice"
    case .gapFilled, .drawnTwice, .ringUnclosed, .repeatedVertex, .snapped, .unmatchedEdge: title(of: rule)
    default: "Rings that lay as no hole and no island can"
    }
  }

  /// The file without its folders, and the records: `Kommuner-small.json, records 16 and 86`.
  static func place(of finding: Finding) -> String {
    let regions = finding.land?.regions ?? []
    let files = regions.isEmpty ? [finding.file] : regions.map(\.file)
    let records = (regions.isEmpty ? [finding.record] : regions.map(\.record))
    var places: [(file: String?, records: [Int])] = []
    for (file, record) in zip(files, records) {
      let name = file.map { URL(fileURLWithPath: $0).lastPathComponent }
      let index = places.firstIndex { $0.file == name } ?? places.count
      if index == places.count { places.append((name, [])) }
      if let record, !places[index].records.contains(record) { places[index].records.append(record) }
    }
    return places.map { place in
      let numbers = place.records.sorted().map { Figures.grouped($0) }
      let words = numbers.isEmpty ? nil : (numbers.count == 1 ? "record " : "records ") + joined(numbers)
      return [place.file, words].compactMap(\.self).joined(separator: ", ")
    }.joined(separator: "; ")
  }

  static func list(_ regions: [DoubtfulLand.Region]) -> String {
    joined(regions.map { $0.name.line(atMost: 60) })
  }

  /// `A`, `A and B`, `A, B and C`, `A, B, C and 4 others`.
  private static func joined(_ names: [String]) -> String {
    let most = 4
    if names.count > most { return "\(names.prefix(3).joined(separator: ", ")) and \(names.count - 3) others" }
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }
}
