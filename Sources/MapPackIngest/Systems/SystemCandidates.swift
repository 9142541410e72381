import MapPackFeatures

/// Coordinate systems that projected coordinates may be in, for the advice about a source that does not name its own.
///
/// A system fits if all points lie in the area that it is made for. Where a map lies is what tells a person which of
/// them is right, so each comes with that. The numbers alone rarely tell: those of one zone are also numbers of all
/// others. So systems of the countries that the attributes speak of come first.
package enum SystemCandidates {
  /// Systems that are used for maps of one country: those of one family differ in their zones.
  private struct Family {
    /// What to call the family if too many of its systems fit.
    var name: String
    var codes: [Int]
    /// The countries, by their codes in ISO 3166; empty if the systems are used all over the world.
    var countries: Set<String> = []
  }

  /// Source: the EPSG registry, and the systems in which offices of survey and statistics publish boundaries.
  private static let families = [
    Family(name: "British National Grid", codes: [27700], countries: ["gb"]),
    Family(name: "Irish grids", codes: [2157, 29903], countries: ["ie"]),
    Family(name: "Lambert-93", codes: [2154], countries: ["fr"]),
    Family(name: "Belgian Lambert", codes: [31370, 3812], countries: ["be"]),
    Family(name: "Dutch grid", codes: [28992], countries: ["nl"]),
    Family(name: "Swiss grids", codes: [2056, 21781], countries: ["ch"]),
    Family(name: "Austrian Lambert", codes: [31287], countries: ["at"]),
    Family(name: "Italian grids", codes: [7791, 7792, 6875, 3003, 3004], countries: ["it"]),
    Family(name: "Portuguese grid", codes: [3763], countries: ["pt"]),
    Family(name: "German Gauß-Krüger zones", codes: [31466, 31467, 31468, 31469], countries: ["de"]),
    Family(name: "Polish grid", codes: [2180], countries: ["pl"]),
    Family(name: "Czech and Slovak grid", codes: [5514], countries: ["cz", "sk"]),
    Family(name: "Hungarian grid", codes: [23700], countries: ["hu"]),
    Family(name: "Romanian grid", codes: [3844], countries: ["ro"]),
    Family(name: "Croatian grid", codes: [3765], countries: ["hr"]),
    Family(name: "Greek grid", codes: [2100], countries: ["gr", "el"]),
    Family(name: "Swedish grid", codes: [3006], countries: ["se"]),
    Family(name: "Finnish grid", codes: [3067], countries: ["fi"]),
    Family(name: "Baltic grids", codes: [3301, 3059, 3346], countries: ["ee", "lv", "lt"]),
    Family(name: "zones of Japan", codes: Array(6669...6687), countries: ["jp"]),
    Family(name: "Korean grids", codes: [5179, 5186], countries: ["kr"]),
    Family(name: "Taiwanese grid", codes: [3826], countries: ["tw"]),
    Family(name: "Australian grids", codes: [3577] + Array(7849...7856), countries: ["au"]),
    Family(name: "New Zealand grid", codes: [2193], countries: ["nz"]),
    Family(name: "US Albers", codes: [5070], countries: ["us"]),
    Family(name: "Canadian Lambert", codes: [3347, 3978], countries: ["ca"]),
    Family(name: "Brazilian grids", codes: [5880] + Array(31978...31985), countries: ["br"]),
    Family(name: "UTM zones of Germany", codes: [25831, 25832, 25833], countries: ["de"]),
    Family(name: "UTM zones of Spain", codes: [25829, 25830, 25831], countries: ["es"]),
    Family(name: "UTM zones of the Alps", codes: [25832, 25833], countries: ["it", "at"]),
    Family(name: "UTM zones of the north", codes: [25832, 25833, 25835], countries: ["dk", "no", "fi"]),
    Family(name: "UTM zones of North America", codes: Array(26901...26923), countries: ["us", "ca"]),
    Family(name: "Web Mercator", codes: [3857]),
    Family(name: "Europe's Lambert", codes: [3035]),
    Family(name: "UTM zones, north", codes: Array(32601...32660)),
    Family(name: "UTM zones, south", codes: Array(32701...32760)),
  ]

  /// Up to this number, the systems of a family are named one by one.
  private static let named = 3
  private static let lines = 8

  /// The systems that fit, one line each, the likeliest first: `--crs EPSG:27700   British National Grid: the map would
  /// lie at …`. Empty if none fits, or if PROJ's database is not there.
  /// - Parameter points: coordinates of the source, easting first.
  package static func lines(for points: [(x: Double, y: Double)], of table: FeatureTable) -> [Remedy] {
    let countries = countries(of: table)
    let zone = countries.contains("jp") ? zoneOfJapan(table) : nil
    guard !points.isEmpty, let context = try? ProjectionContext(file: nil) else { return [] }
    let isLocal = { (family: Family) in !family.countries.isDisjoint(with: countries) }
    // A system that is used everywhere is likelier than that of a country of which nothing speaks.
    let ordered =
      families.filter(isLocal) + families.filter { $0.codes == [3857] }
      + families.filter { !isLocal($0) && $0.codes != [3857] }
    return Array(
      ordered.flatMap { family in
        let codes = family.countries == ["jp"] ? zone.map { [6668 + $0] } ?? family.codes : family.codes
        return lines(of: family, codes, points, context)
      }.prefix(lines))
  }

  /// Advice to name the system of coordinates of which nothing else is known: longitude and latitude if they can be
  /// that, else systems in whose area they would lie.
  /// - Parameter box: the box of the coordinates; `nil` if it is not known.
  static func advice(for box: CoordinateBox?, in context: ProjectionContext? = nil) -> Remedy {
    let plain: Remedy = "name the system that the coordinates are in"
    let unknown: Remedy = "\(plain) with \(.coordinateSystem)"
    guard let box, box.isValid else { return unknown }
    if FeatureTableBuilder.fault(box.minX, box.minY) == nil, FeatureTableBuilder.fault(box.maxX, box.maxY) == nil {
      return "\(plain), as in \(.coordinateSystem, "EPSG:4326") for longitude and latitude"
    }
    let corners = [box.minX, box.maxX].flatMap { x in [box.minY, box.maxY].map { (x: x, y: $0) } }
    guard let context = context ?? (try? ProjectionContext(file: nil)) else { return unknown }
    let fits = families.lazy.filter { $0.codes != [3857] }.flatMap { family in
      family.codes.lazy.compactMap { code in
        extent(of: corners, in: code, context).map {
          "\(.coordinateSystem, "EPSG:\(code)") for \(family.name), at \($0.words)" as Remedy
        }
      }
    }
    let first = Array(fits.prefix(named))
    return first.isEmpty ? unknown : "\(plain), as in \(first.joined(separator: "; "))"
  }

  private static func lines(
    of family: Family, _ codes: [Int], _ points: [(x: Double, y: Double)], _ context: ProjectionContext
  ) -> [Remedy] {
    let fits = codes.compactMap { code in
      extent(of: points, in: code, context).map { (code: code, words: $0.words) }
    }
    guard fits.count > named, let first = fits.first, let last = fits.last else {
      return fits.map {
        "\(.coordinateSystem, "EPSG:\($0.code)")   \(family.name): the map would lie at \($0.words)"
      }
    }
    return [
      """
      \(.coordinateSystem, "EPSG:\(first.code)") to EPSG:\(last.code)   \(family.name): the map would lie at \(first.words) with \
      the first of \(fits.count) that fit
      """
    ]
  }

  /// Where the points lie in a system; `nil` if they do not all lie in the area that it is made for.
  private static func extent(
    of points: [(x: Double, y: Double)], in code: Int, _ context: ProjectionContext
  ) -> Bounds? {
    guard let system = ProjectionObject(epsg: code, in: context), let area = system.areaOfUse,
      let geographic = system.geodetic, let operation = OperationChoice(from: system, to: geographic).operation
    else { return nil }
    var x = ContiguousArray(points.map(\.x))
    var y = ContiguousArray(points.map(\.y))
    operation.transform(&x, &y)
    guard zip(x, y).allSatisfy({ $0.isFinite && $1.isFinite && abs($0) <= 180 && abs($1) <= 90 }),
      let extent = Bounds(around: zip(x, y).map { (longitude: $0, latitude: $1) }), area.contains(extent)
    else { return nil }
    return extent
  }

  /// Names of countries in attributes and file names, in small letters.
  private static let countriesByName = [
    "united kingdom": "gb", "england": "gb", "scotland": "gb", "wales": "gb", "ireland": "ie", "france": "fr",
    "germany": "de", "deutschland": "de", "italy": "it", "italia": "it", "spain": "es", "españa": "es",
    "portugal": "pt", "belgium": "be", "netherlands": "nl", "nederland": "nl", "switzerland": "ch", "schweiz": "ch",
    "austria": "at", "österreich": "at", "poland": "pl", "polska": "pl", "sweden": "se", "sverige": "se",
    "finland": "fi", "suomi": "fi", "norway": "no", "norge": "no", "denmark": "dk", "danmark": "dk", "japan": "jp",
    "日本": "jp", "korea": "kr", "taiwan": "tw", "australia": "au", "new zealand": "nz", "canada": "ca",
    "united states": "us", "usa": "us", "brazil": "br", "brasil": "br", "hungary": "hu", "romania": "ro",
    "croatia": "hr", "greece": "gr", "czechia": "cz", "slovakia": "sk", "estonia": "ee", "latvia": "lv",
    "lithuania": "lt",
  ]

  /// The zone of the plane rectangular system in which most of each prefecture lies, from 01 on. Source: 国土交通省告示第九号.
  private static let zoneByPrefecture = [
    12, 10, 10, 10, 10, 10, 9, 9, 9, 9, 9, 9, 9, 8, 8, 7, 7, 6, 8, 8, 7, 8, 7, 6, 6, 6, 6, 5, 6, 6, 5, 3, 5, 3, 3, 4, 4,
    4, 4, 2, 2, 1, 2, 2, 2, 2, 15,
  ]

  /// The zone of Japan's prefecture from which all features are; `nil` if that cannot be told. Codes of municipalities
  /// begin with the number of the prefecture.
  private static func zoneOfJapan(_ table: FeatureTable) -> Int? {
    for values in table.values {
      let codes = values.compactMap(\.displayText)
      guard let first = codes.first,
        codes.allSatisfy({ (5...6).contains($0.count) && $0.prefix(2) == first.prefix(2) }),
        codes.allSatisfy({ $0.allSatisfy(\.isNumber) }), let number = Int(first.prefix(2)),
        zoneByPrefecture.indices.contains(number - 1)
      else { continue }
      return zoneByPrefecture[number - 1]
    }
    return nil
  }

  /// The countries of which the attributes of a table and the names of its files speak, by their codes in ISO 3166.
  private static func countries(of table: FeatureTable) -> Set<String> {
    var countries = Set(table.fields.flatMap(Publisher.countries(ofField:)))
    var texts = table.sources.map { $0.path.lowercased() }
    for (field, values) in zip(table.fields, table.values) {
      let isNUTS = field.lowercased().hasPrefix("nuts") || field.lowercased().hasPrefix("cntr")
      for case .text(let text) in values.prefix(100) {
        texts.append(text.lowercased())
        if isNUTS { countries.insert(String(text.prefix(2)).lowercased()) }
        // The codes of the Office for National Statistics: a letter and eight digits.
        if text.count == 9, let first = text.first, "EWSN".contains(first), text.dropFirst().allSatisfy(\.isNumber) {
          countries.insert("gb")
        }
        if text.unicodeScalars.contains(where: { (0x3041...0x30FF).contains($0.value) }) { countries.insert("jp") }
      }
    }
    for (name, country) in countriesByName where texts.contains(where: { $0.contains(name) }) {
      countries.insert(country)
    }
    return countries
  }
}
