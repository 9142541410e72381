import MapPackFeatures

/// The KML elements that the reader distinguishes, by local name. Source: OGC KML 2.2. `GeometryCollection` is the name
/// of MultiGeometry in KML 2.0; `Track` and `MultiTrack` are extensions of Google.
enum KMLElement: String, CaseIterable {
  case kml
  case folder = "Folder"
  case placemark = "Placemark"
  case networkLink = "NetworkLink"
  case link = "Link"
  case url = "Url"
  case href
  case update = "Update"
  case schema = "Schema"
  case name, description
  case extendedData = "ExtendedData"
  case data = "Data"
  case value
  case schemaData = "SchemaData"
  case simpleData = "SimpleData"
  case multiGeometry = "MultiGeometry"
  case geometryCollection = "GeometryCollection"
  case polygon = "Polygon"
  case outerBoundary = "outerBoundaryIs"
  case innerBoundary = "innerBoundaryIs"
  case linearRing = "LinearRing"
  case coordinates
  case point = "Point"
  case lineString = "LineString"
  case model = "Model"
  case track = "Track"
  case multiTrack = "MultiTrack"
  case coord

  static let names = allCases.map(\.rawValue)
}

/// The role of an element, which depends on the elements around it: a `name` in a Folder is not one in a Placemark.
enum KMLContext {
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

  /// The role of an element inside this one. Inside a container, unknown elements are containers too, because they may
  /// have features in them; elsewhere they are ignored.
  func child(_ element: KMLElement?, _ kind: GeometryKind) -> KMLContext {
    if isText { return .markup }
    return switch (self, element) {
    case (.container, .placemark), (.folder, .placemark): .placemark
    case (.container, .folder), (.folder, .folder): .folder
    case (.folder, .name): .folderName
    case (.container, .networkLink), (.folder, .networkLink): .networkLink
    case (.networkLink, .name): .networkLinkName
    // KML 2.0 calls it Url.
    case (.networkLink, .link), (.networkLink, .url): .link
    case (.link, .href): .address
    case (.container, .schema), (.folder, .schema): .schema
    // An Update changes another document: its Placemarks do not belong to this one.
    case (.container, .update), (.folder, .update): .ignored
    case (.container, _), (.folder, _): .container

    case (.placemark, .placemark): .placemarkInside
    case (.placemark, .name): .name
    case (.placemark, .description): .description
    case (.placemark, .extendedData): .extendedData
    case (.extendedData, .schemaData): .extendedData
    case (.extendedData, .data): .data
    case (.extendedData, .simpleData): .simpleData
    case (.data, .value): .value

    case (.placemark, .multiGeometry), (.placemark, .geometryCollection): .multiGeometry
    case (.multiGeometry, .multiGeometry), (.multiGeometry, .geometryCollection): .multiGeometry
    case (.placemark, let element?), (.multiGeometry, let element?): element.geometry(kind)
    case (.line, .coordinates), (.point, .coordinates): .coordinates
    case (.track, .coord): .trackPoint
    case (.polygon, .outerBoundary): .outerBoundary
    case (.polygon, .innerBoundary): .innerBoundary
    case (.outerBoundary, .linearRing), (.innerBoundary, .linearRing): .ring
    case (.ring, .coordinates): .coordinates
    default: .ignored
    }
  }
}

extension KMLElement {
  fileprivate func geometry(_ kind: GeometryKind) -> KMLContext {
    switch (self, kind) {
    case (.polygon, .areas): .polygon
    case (.lineString, .lines), (.linearRing, .lines): .line
    case (.track, .lines): .track
    case (.multiTrack, .lines): .multiGeometry
    case (.point, .points): .point
    case (.polygon, _), (.point, _), (.lineString, _), (.linearRing, _), (.model, _), (.track, _), (.multiTrack, _):
      .otherGeometry
    default: .ignored
    }
  }
}
