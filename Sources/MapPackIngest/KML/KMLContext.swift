import MapPackFeatures

/// The role of a KML element, which depends on the elements around it: a `name` in a Folder is not one in a Placemark.
enum KMLContext: XMLRole {
  /// The document, and any other element that may contain features.
  case container
  case folder
  case folderName
  /// A link to another document, its name, what tells where that is, and the address of it.
  case networkLink, networkLinkName, link, address
  /// A declaration of fields, or of elements that the document uses instead of Placemark.
  case schema

  case placemark
  /// A Placemark inside a Placemark.
  case placemarkInside
  case name, description
  case extendedData
  case data
  case value, simpleData

  case multiGeometry
  case polygon
  case outerBoundary, innerBoundary
  case ring
  case coordinates
  /// A line with coordinates, a track, and a position in a track.
  case line, track, trackPoint
  case point
  /// A geometry of a kind that is not asked for.
  case otherGeometry

  /// An element inside a text, whose contents belong to that text.
  case markup
  /// An element that the reader does not use, with everything in it: styles, views, regions, overlays, times.
  case ignored

  var isText: Bool {
    switch self {
    case .folderName, .networkLinkName, .address, .name, .description, .value, .simpleData, .coordinates, .trackPoint,
      .markup:
      true
    default: false
    }
  }

  /// The role of an element inside this one that `children(_:)` does not list. Inside a container, it is a container
  /// too, because it may have features in it; elsewhere it is ignored.
  var unknownChild: KMLContext {
    isText ? .markup : self == .container || self == .folder ? .container : .ignored
  }

  /// The roles of elements inside others, by local name. Source: OGC KML 2.2. KML 2.0 calls MultiGeometry
  /// `GeometryCollection`, and Link `Url`; `Track` and `MultiTrack` are extensions of Google.
  /// - Parameter closedLines: what closed lines are if areas are read.
  static func children(_ kind: GeometryKind, closedLines: ClosedLines) -> [KMLContext: [String: KMLContext]] {
    let features: [String: KMLContext] = [
      "Placemark": .placemark, "Folder": .folder, "NetworkLink": .networkLink, "Schema": .schema,
      // It changes another document: its Placemarks do not belong to this one.
      "Update": .ignored,
    ]
    var geometries: [String: KMLContext] = ["MultiGeometry": .multiGeometry, "GeometryCollection": .multiGeometry]
    for name in ["Polygon", "Point", "LineString", "LinearRing", "Model", "Track", "MultiTrack"] {
      geometries[name] = .otherGeometry
    }
    switch kind {
    case .areas: geometries["Polygon"] = .polygon
    case .lines: break
    case .points: geometries["Point"] = .point
    }
    if kind == .lines || kind == .areas && closedLines == .areas {
      (geometries["LineString"], geometries["LinearRing"]) = (.line, .line)
      (geometries["Track"], geometries["MultiTrack"]) = (.track, .multiGeometry)
    }
    let ofPlacemark: [String: KMLContext] = [
      "Placemark": .placemarkInside, "name": .name, "description": .description, "ExtendedData": .extendedData,
    ]
    return [
      .container: features,
      .folder: features.merging(["name": .folderName]) { $1 },
      .networkLink: ["name": .networkLinkName, "Link": .link, "Url": .link],
      .link: ["href": .address],
      .placemark: geometries.merging(ofPlacemark) { $1 },
      .extendedData: ["SchemaData": .extendedData, "Data": .data, "SimpleData": .simpleData],
      .data: ["value": .value],
      .multiGeometry: geometries,
      .polygon: ["outerBoundaryIs": .outerBoundary, "innerBoundaryIs": .innerBoundary],
      .outerBoundary: ["LinearRing": .ring], .innerBoundary: ["LinearRing": .ring],
      .ring: ["coordinates": .coordinates], .line: ["coordinates": .coordinates], .point: ["coordinates": .coordinates],
      .track: ["coord": .trackPoint],
    ]
  }
}
