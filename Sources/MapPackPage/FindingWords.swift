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
    return sentence(finding.rule, finding.location.name ?? finding.location.code)
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

  private static func sentence(_ rule: Rule, _ name: String?) -> String {
    let who = name ?? "A region"
    let of = name.map { " of \($0)" } ?? ""
    return switch rule {
    case .ringUnclosed: "The outline\(of) did not end where it began"
    case .repeatedVertex: "The outline\(of) has a point twice in a row"
    case .ringWinding: "Outlines run the other way round than their format asks"
    case .ringsByDepth: "Outlines\(of) do not lie in each other as the file says"
    case .holeTooShort: "A hole\(of) has too few points to be one"
    case .coordinateClamped: "Points\(of) lay just beyond the edge of the world"
    case .noGeometry: "\(who) has no shape"
    case .notAPolygon: "\(who) has no areas, and is not on the map"
    case .notALine: "\(who) has no lines, and is not on the map"
    case .notAPoint: "\(who) has no points, and is not on the map"
    case .polygonBesideOthers, .lineBesideOthers, .pointBesideOthers:
      "\(who) has shapes of another kind beside its own, which are not on the map"
    case .lineTooShort: "A line\(of) has only one point"
    case .rowDeleted: "Rows are marked as deleted, and are not on the map"
    case .attributesMissing: "The file has shapes and no fields"
    case .indexWrong: "The index of the file is missing or does not fit: its shapes were read one after the other"
    case .encodingUnknown: "The file names an encoding that nobody knows"
    case .textCut: "A text ends in the middle of a character"
    case .positionLeftOut: "Positions of a track were not measured, and are left out"
    case .positionsJoined: "Positions had commas where blanks belong"
    case .innerAttributes: "Shapes in a collection have names of their own, which are not used"
    case .notANumber: "A value is not a number"
    case .fieldRenamed: "Two fields have one name: the later one got a number"
    case .fieldLeftOut: "A column has no text and no numbers, and is no field"
    case .networkLink: "The file points to another file, which was not read"
    case .gridUnused: "A more exact way to longitude and latitude exists, and is not used"
    case .beyondOperation: "The file reaches beyond the area that its coordinates are made for"
    case .systemIdentified: "The coordinate system was told by its shape, not by its name"
    case .elsewhere: "The file lies where its coordinate system is not used"
    case .antimeridianCut: "\(who) crosses ±180° of longitude, and was cut there"
    case .wideEdge: "An edge\(of) is wider than half of the world"
    case .nullIsland: "A point\(of) lies at longitude and latitude 0, far from all others"
    case .longitudeWrapped: "\(who) reached beyond ±180° of longitude, and was laid within"
    case .poleClosed: "\(who) goes round a pole, and was closed over it"
    case .noKey: "Features have no code"
    case .unstableCodes: "The codes are only numbers of the file, and may change with its next edition"
    case .severalNames: "\(who) has several names"
    case .severalGroups: "\(who) belongs to several groups"
    case .noGroup: "\(who) belongs to no group"
    case .severalNumbers: "\(who) has several values of one number"
    case .partialSum: "A sum\(of) lacks a part"
    case .namesakes: "Lands that lie far apart share the name\(of), and became one region"
    case .repeatedNames: "Most regions share their names with others"
    case .overlap: "\(who) and others claim the same land"
    case .gapFilled: "\(who) got land that nobody claimed"
    case .placeWithoutEffect: "A decision about a place meets no such land any more"
    case .drawnTwice: "\(who) draws the same land several times"
    case .spike: "The outline\(of) runs out to a point and straight back"
    case .zeroArea: "An outline\(of) encloses no land"
    case .snapped: "The border\(of) missed its neighbor’s, and the two were joined"
    case .outsideBounds: "Features lie outside of the bounds that the map should have"
    case .noRedistribution: "The license of this file does not let you pass the map on"
    case .noReading: "\(who) has no reading in the table of names"
    case .noRow: "\(who) has no row in the table of numbers"
    case .surplusRow: "The table of numbers has rows that no region needs"
    case .irregularReading: "The reading\(of) does not end as the name does"
    case .unusedRow: "The table of names has rows that no region needs"
    case .unknownColumn: "The table of names has a column that is not used"
    case .takenAsNumber: "A cell of the table shows a date or a truth, and was read as a number"
    case .belowGrid: "Parts\(of) are too small for the map"
    case .minimumIsland: "Islands\(of) are smaller than you asked for, and are not on the map"
    case .maximumParts: "Islands\(of) are more than you asked for, and are not on the map"
    case .clipped: "Land\(of) lies nearer to a pole than the map reaches"
    case .gridFixed: "The map keeps its grid from now on"
    case .gridChanged: "The map has another grid than before"
    case .gridCoarse: "The grid is coarser than the detail"
    case .gridHalved: "The grid was made finer, so that the map stays sound"
    case .gridNoded: "Borders were parted where rounding made them meet"
    case .adjacencyChanged: "Rounding changed which regions are neighbors"
    case .keepFloor: "More points stay than you asked for: the map needs them"
    case .mostlyFloor: "Most points that stay are needed to keep regions apart"
    case .nonFinite: "Coordinates\(of) are not numbers"
    case .outOfRange: "Coordinates\(of) lie beyond the edge of the world"
    case .projectedCoordinates: "Coordinates\(of) are not degrees"
    case .swappedCoordinates: "Latitude and longitude\(of) look exchanged"
    case .malformedFeature: "The shape\(of) is not as its format asks"
    case .tooFewPoints: "An outline\(of) has too few points to be one"
    case .lineTurnsBack: "A line\(of) goes to a point and straight back"
    case .lineCrossesItself: "A line\(of) crosses itself"
    case .selfIntersection: "The outline\(of) crosses itself"
    case .ringSelfIntersection: "The outline\(of) passes through one point twice"
    case .duplicateRings: "An outline\(of) is there twice"
    case .holeOutsideShell: "A hole\(of) does not lie in its land"
    case .holeBeyondShell: "A hole\(of) reaches beyond its land"
    case .nestedHoles: "A hole\(of) lies in another hole"
    case .nestedShells: "A part\(of) lies in another part"
    case .disconnectedInterior: "Outlines\(of) touch so that the land falls in two"
    case .crossingArcs: "Borders meet where they should not"
    case .inconsistentSides: "Borders do not agree on the region between them"
    case .brokenRing: "An outline\(of) has a break"
    case .wrongWinding: "An outline\(of) runs the wrong way round"
    case .gap: "Nobody claims the land beside \(name ?? "a region")"
    case .unmatchedEdge: "The border\(of) meets its neighbor’s where only one has a point"
    case .nearMiss: "The border\(of) runs beside its neighbor’s without meeting it"
    case .noShape: "\(who) has no shape"
    case .duplicateIdentifier: "Two features have the same id"
    case .duplicateFeature: "\(who) is there twice"
    case .emptyName: "\(name ?? "A feature") has no name"
    case .suspiciousEncoding: "A text\(of) was read with the wrong letters"
    case .checkDigit: "The last digit of a code is not what it should be"
    case .expectedCodeMissing: "\(name ?? "A region that was expected") is missing"
    case .unexpectedCode: "\(who) was not expected"
    case .unexpectedCount: "There are more or fewer regions than expected"
    case .select, .drop: "\(who) was left out, as you asked"
    case .cutAway: "\(who) was taken away, as you asked"
    case .maskIdle: "The areas to take away meet no land"
    case .overlapped: "All land\(of) belongs to others"
    case .newCode: "\(who) is new"
    case .retiredCode: "\(who) is no longer there"
    case .returnedCode: "\(who) is there again"
    case .changeAhead: "\(who) should no longer be there"
    case .caseRenamed: "\(who) has a new name in code"
    case .caseKept: "\(who) keeps its name in code"
    case .lockRenewed: "The list of names in code was made anew"
    case .landMoved: "\(who) lies elsewhere than before"
    case .landUnchecked: "Whether regions lie where they did was not checked"
    case .crossingsUnchecked: "Whether lines cross more often than before was not checked"
    case .invalidInDegrees: "\(who) is sound on the map, and not in degrees"
    }
  }
}
