/// Where in the data something is: the file, the feature, and the vertex of a ring, as far as each is known.
package struct Location: Hashable, Codable, Sendable {
  /// The file's path as the user wrote it.
  package var file: String?
  /// The line of the file, from 1, if the file is text.
  package var line: Int?
  /// The layer of the file, if it has layers.
  package var layer: String?
  /// The code of the feature or region.
  package var code: String?
  /// The name of the feature or region.
  package var name: String?
  /// The feature's number in its file, from 1.
  package var record: Int?
  /// What the feature is made of.
  package var kind = GeometryKind.areas
  /// The polygon, line or point of the feature, from 0.
  package var polygon: Int?
  /// The ring of the polygon, from 0, which is the shell.
  package var ring: Int?
  /// The vertex of the ring, from 0.
  package var vertex: Int?
  /// The longitude in degrees. A location has both longitude and latitude or neither.
  package var longitude: Double?
  /// The latitude in degrees.
  package var latitude: Double?

  package init(
    file: String? = nil, line: Int? = nil, layer: String? = nil, code: String? = nil, name: String? = nil,
    record: Int? = nil, kind: GeometryKind = .areas, polygon: Int? = nil, ring: Int? = nil, vertex: Int? = nil,
    longitude: Double? = nil, latitude: Double? = nil
  ) {
    self.file = file
    self.line = line
    self.layer = layer
    self.code = code
    self.name = name
    self.record = record
    self.kind = kind
    self.polygon = polygon
    self.ring = ring
    self.vertex = vertex
    self.longitude = longitude
    self.latitude = latitude
  }

  /// The feature or region as all texts call it: `長崎市 (42201)`, or its name or code if only one is known.
  package var label: String? {
    switch (name, code) {
    case (let name?, let code?) where name != code: "\(name) (\(code))"
    case (let name?, _): name
    case (nil, let code): code
    }
  }

  /// The location from the file inward, which is not among the steps: `layer N03`, `長崎市 (42201)`, `record 12`,
  /// `polygon 0`, `ring 0`, `vertex 57`, as far as they are known.
  package var steps: [String] {
    [layer.map { "layer \($0)" }, label, record.map { "record \($0)" }].compactMap(\.self)
      + kind.steps(part: polygon, ring: ring, vertex: vertex)
  }

  /// The location in one line: `N03.shp, 長崎市 (42201), record 12, ring 0, vertex 57 at 129.8735000 32.7411000`. Empty if
  /// nothing is known. Degrees have seven decimals, which is about a centimeter.
  package func text(withFile: Bool = true, withDegrees: Bool = true) -> String {
    let file = withFile ? file.map { file in line.map { "\(file):\($0)" } ?? file } : nil
    let text = ([file].compactMap(\.self) + steps).joined(separator: ", ")
    guard withDegrees, let longitude, let latitude else { return text }
    return (text.isEmpty ? "at " : text + " at ")
      + "\(Figures.decimal(longitude, places: 7)) \(Figures.decimal(latitude, places: 7))"
  }
}

/// Something with a location, whose members are members of it too: `finding.record`.
@dynamicMemberLookup
package protocol Located {
  var location: Location { get set }
}

extension Located {
  package subscript<Value>(dynamicMember member: KeyPath<Location, Value>) -> Value { location[keyPath: member] }

  package subscript<Value>(dynamicMember member: WritableKeyPath<Location, Value>) -> Value {
    get { location[keyPath: member] }
    set { location[keyPath: member] = newValue }
  }
}
